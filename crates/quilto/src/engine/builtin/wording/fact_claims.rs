//! One claim per fact query, worded by its operation.

use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, QuestionKind};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{
    Claim, advice, associations, buckets, choice, compare, counts, doubts, expressions, figures,
    first_last, improvement, listing, load, no_data, ranks, records, relative_figures, rhythm,
    row_lists, scope, summary, sums, trend, unread, usual,
};

/// Everything the facts say on the part, the direct answer first. Never empty: where there is
/// nothing, that is what is said. Where only a part of the day or the week was looked at, that stands
/// before it; where a value of what will be said is in doubt, that stands behind it.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let mut said = of_facts(scene);
    scope::named(scene, &mut said);
    said.extend(unread::left_out(scene));
    let shown = choice::said(said.iter().cloned(), scene.cx.response_style);
    said.extend(doubts::claim(scene, &shown));
    said
}

fn of_facts(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let mut said: Vec<Claim> = Vec::new();
    if scene.intent.ask == QuestionKind::Should {
        said = advice::claims(scene);
        let advised = said.iter().any(|claim| claim.name == advice::ADVICE);
        if advised || !said.is_empty() && scene.intent.when {
            return said;
        }
    }
    if let Some(said) = unread::claims(scene) {
        return said;
    }
    match scene.intent.ask {
        QuestionKind::Summary => return summary::claims(scene),
        QuestionKind::Load => return load::claims(scene),
        _ => {}
    }
    if scene.facts.iter().all(is_zero) && !listing::lists(scene) {
        return no_data::claims(scene);
    }
    let mut spoken_for = 0;
    for (place, query) in scene.sub_query.queries() {
        let found = scene.of_query(place);
        if place < spoken_for {
            continue;
        }
        let (more, upto) = of_query(scene, place, query, &found);
        spoken_for = spoken_for.max(upto);
        said.extend(more);
    }
    said.extend(expressions::claims(scene));
    let conditioned = scene
        .sub_query
        .queries()
        .any(|(_, query)| query.filter.is_some());
    if scene.intent.ask == QuestionKind::List
        || said.is_empty() && listing::lists(scene) && !conditioned
    {
        let listed = listing::entries(scene);
        let rest = std::mem::take(&mut said);
        said.extend(listed);
        if said.is_empty() {
            said = rest;
        }
    }
    if scene.intent.ask == QuestionKind::Why && !said.iter().any(|claim| claim.name == "entries") {
        said.extend(associations::days(scene));
    }
    if said.is_empty() {
        return no_data::claims(scene);
    }
    let whole_day = matches!(scene.intent.ask, QuestionKind::First | QuestionKind::Last)
        && scene.intent.topics.is_empty()
        && scene.intent.measure.is_none();
    if scene.intent.how_went || whole_day || is_last_of_things(scene) {
        said.extend(listing::quote(scene, &said));
    }
    if scene.intent.factor.is_some() || said.iter().any(|claim| claim.name == associations::FACTOR)
    {
        associations::in_order(&mut said);
    }
    match said.iter_mut().find(|claim| claim.lead) {
        Some(_) => said.sort_by_key(|claim| !claim.lead),
        None => {
            if let Some(first) = said.first_mut() {
                first.lead = true;
            }
        }
    }
    said
}

fn is_zero(fact: &Fact) -> bool {
    let nothing = matches!(fact.value, FactValue::Number(value) if value == 0.0);
    fact.kind == FactKind::NearName || nothing && fact.sample == 0
}

/// The claims of one query, and the number of the first query that is not spoken for by them.
fn of_query(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> (Vec<Claim>, usize) {
    let next = place + 1;
    if found.is_empty() {
        return (no_data::of_query(scene, place, query), next);
    }
    if let Some(figure) = query.compare.as_ref().and_then(|c| c.figure.as_deref()) {
        return (relative_figures::claims(scene, query, figure, found), next);
    }
    if query.compare.is_some() && query.by == Some(GroupBy::Subject) {
        return (improvement::claims(scene, query, found), next);
    }
    if query.compare.is_some() {
        return (compare::claims(scene, place, query, found), next);
    }
    if matches!(query.by, Some(GroupBy::Entry | GroupBy::Row)) {
        return (figures::average(scene, query, found), next);
    }
    if scene.intent.ranked && query.op == FactOp::Trend {
        return (ranks::claims(scene, query, found), next);
    }
    if query.by == Some(GroupBy::Weekday) {
        let mut said: Vec<Claim> = usual::claim(scene, &query.domain, found)
            .into_iter()
            .collect();
        said.extend(buckets::claims(scene, place, query, found));
        return (said, next);
    }
    if query.by.is_some() && query.op != FactOp::CountBuckets {
        return (buckets::claims(scene, place, query, found), next);
    }
    match query.op {
        FactOp::Best | FactOp::Worst
            if found.len() > 1 && found.iter().all(|(_, fact)| fact.bucket.is_some()) =>
        {
            (vec![row_lists::records(scene, query, found)], next)
        }
        FactOp::Best | FactOp::Worst => (records::claims(scene, place, query, found), next),
        FactOp::First | FactOp::Last => (first_last::claims(scene, place, query, found), next),
        FactOp::CountSubjects => (figures::kinds(scene, query, found), next),
        FactOp::CountBuckets => (figures::stretches(scene, query, found), next),
        FactOp::CountOff => (figures::off(scene, query, found), next),
        FactOp::CountDays | FactOp::CountEntries | FactOp::CountRows => {
            let tabled = scene.intent.ask == QuestionKind::Average
                || scene.intent.usual && scene.intent.by == Some(GroupBy::Weekday)
                || scene.intent.by.is_some() && scene.intent.ask == QuestionKind::Total;
            if tabled {
                (Vec::new(), next)
            } else {
                counts::claims(scene, place, query, found)
            }
        }
        FactOp::Total if sums::is(scene, query) => (sums::claims(scene, query, found), next),
        FactOp::Total | FactOp::Average => (sum_or_mean(scene, query, found), next),
        FactOp::Trend if trend::is_told_by_other(scene, place, found) => (Vec::new(), next),
        FactOp::Trend => (trend::claims(scene, query, found), next),
        FactOp::LongestGap | FactOp::Streak => (rhythm::claims(scene, query, found), next),
        FactOp::Associate => (associations::claims(scene, query, found), next),
        FactOp::List => (vec![row_lists::rows(scene, query, found)], next),
        FactOp::Series => (Vec::new(), next),
    }
}

/// A total or an average, with how much of it was estimated and what was aimed at.
fn sum_or_mean(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let (shares, found): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| matches!(fact.kind, FactKind::EstimatedShare(_)));
    let (aims, found): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| matches!(fact.kind, FactKind::Target(_)));
    let mut said = if query.op == FactOp::Total {
        figures::number(scene, query, &found, "total")
    } else {
        figures::average(scene, query, &found)
    };
    said.extend(figures::estimated(scene, query, &shares));
    said.extend(figures::target(scene, &aims));
    said
}

/// Whether the last time of something that was done is asked for: there its own words say all of it.
fn is_last_of_things(scene: &AnswerContext<'_>) -> bool {
    let base = |domain: &str| scene.module(domain).is_none_or(|module| module.base);
    let mut things = scene.intent.topics.iter();
    let done = !scene.intent.topics.is_empty() && things.all(|thing| !base(&thing.domain));
    scene.intent.ask == QuestionKind::Last && done && !scene.intent.when
}
