//! One figure told by another: so many times of it, or so long after it.

use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, Quantity};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::no_data;

/// The ratio of two figures or the days between two first times, with both; where one is missing,
/// that is what is said.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    figure: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let derived =
        |is: &dyn Fn(&FactKind) -> bool| found.iter().find(|(_, fact)| is(&fact.kind)).copied();
    let &[(own_at, own), (figure_at, other), ..] = found.as_slice() else {
        return missing(scene, query, figure, found);
    };
    let date = |fact: &Fact| fact.date.map(|date| date.to_string()).unwrap_or_default();
    let mut stated = vec![(own_at, own), (figure_at, other)];
    if let Some((at, days)) = derived(&|kind| *kind == FactKind::DaysBetween) {
        let FactValue::Number(n) = days.value else {
            return Vec::new();
        };
        stated.push((at, days));
        let fill = [
            ("n", phrases.counted(n, "days")),
            ("topic", scene.subject(&query.domain, &own.subject)),
            ("from", scene.condition(figure)),
            ("from_date", date(other)),
            ("from_what", scene.what(other)),
            ("to", scene.condition(query)),
            ("to_date", date(own)),
            ("to_what", scene.what(own)),
        ];
        return vec![Claim::of("took", phrases.say("took", &fill), &stated).leading()];
    }
    let Some((at, ratio)) = derived(&|kind| matches!(kind, FactKind::Ratio(_))) else {
        return missing(scene, query, figure, found);
    };
    stated.push((at, ratio));
    let share = derived(&|kind| matches!(kind, FactKind::Share(_)));
    stated.extend(share);
    // Of two units the ratio is so much of the one per one of the other.
    let alike = ratio.unit.is_none();
    let fill = [
        ("period", scene.period(query.period.as_ref())),
        ("left", scene.topic(query, own)),
        ("right", scene.topic(figure, other)),
        ("times", format::fact_value(ratio)),
        ("unit", other.unit.clone().unwrap_or_default()),
        (
            "share",
            share.map_or_else(String::new, |(_, fact)| format::fact_value(fact)),
        ),
        ("left_what", scene.what(own)),
        ("left_date", date(own)),
        ("right_what", scene.what(other)),
        ("right_date", date(other)),
    ];
    let key = if alike { "ratio" } else { "ratio_per" };
    vec![Claim::of("ratio", phrases.say(key, &fill), &stated).leading()]
}

/// Whether a fact is of what a query asks for.
fn is_of_measure(query: &FactQuery, fact: &Fact) -> bool {
    match fact.kind.measure() {
        Some(name) => name == query.measure,
        None => query.measure == Quantity::ENTRIES,
    }
}

/// That one side has nothing, and what the other has.
fn missing(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    figure: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let is_of = |query: &FactQuery, fact: &Fact| {
        let mut subjects = query.subjects.iter();
        let subject = subjects.len() == 0 || subjects.any(|name| *name == fact.subject);
        subject && is_of_measure(query, fact)
    };
    // The way to a value ends with it: what was found is its beginning.
    let way = query.op == FactOp::First;
    let lacks = match found.first() {
        Some((_, fact)) if !way && is_of(query, fact) => figure,
        _ => query,
    };
    let topic = match lacks.subjects.first() {
        Some(subject) => scene.subject(&lacks.domain, subject),
        None => scene
            .module(&lacks.domain)
            .and_then(crate::engine::builtin::measures::measures_of)
            .and_then(|measures| Some(scene.measure_name(measures.measure(&lacks.measure)?)))
            .unwrap_or_default(),
    };
    let fill = [
        ("topic", topic),
        ("condition", scene.condition(lacks)),
        ("period", scene.period(lacks.period.as_ref())),
    ];
    let key = match (lacks.filter.is_some(), lacks.period.is_some()) {
        (true, _) => "never_condition",
        (false, true) => "empty",
        (false, false) => "never",
    };
    let mut said = vec![Claim::of(no_data::NOTHING, phrases.say(key, &fill), &[]).leading()];
    for (at, fact) in found {
        let of = if way || !is_of(query, fact) {
            figure
        } else {
            query
        };
        let fill = [
            ("topic", scene.topic(of, fact)),
            ("condition", scene.condition(of)),
            ("what", scene.what(fact)),
            (
                "date",
                fact.date.map(|date| date.to_string()).unwrap_or_default(),
            ),
        ];
        let key = match of.op {
            FactOp::First => "first",
            FactOp::Last => "last",
            FactOp::Average => "average",
            _ => "best",
        };
        said.push(Claim::of("side", phrases.say(key, &fill), &[(*at, *fact)]));
    }
    said
}
