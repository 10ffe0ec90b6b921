//! One claim per fact query, worded by its operation.

use crate::domain::measures::{Aggregate, Better};
use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::QuestionKind;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::phrases::Phrases;
use super::{
    Claim, advice, associations, compare, expressions, figures, improvement, listing, load,
    no_data, ranks, relative_figures, scope, summary, sums, trend, unread, usual,
};

/// So many days are named beside how many there are.
const FEW_DAYS: f64 = 10.0;

/// Everything the facts say on the part, the direct answer first. Never empty: where there is
/// nothing, that is what is said. Where only a part of the day or the week was looked at, that stands
/// before it.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let mut said = of_facts(scene);
    scope::named(scene, &mut said);
    said.extend(unread::left_out(scene));
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
        said.extend(listing::buckets(scene, place, query, found));
        return (said, next);
    }
    if query.by.is_some() && query.op != FactOp::CountBuckets {
        return (listing::buckets(scene, place, query, found), next);
    }
    match query.op {
        FactOp::Best | FactOp::Worst
            if found.len() > 1 && found.iter().all(|(_, fact)| fact.bucket.is_some()) =>
        {
            (vec![listing::records(scene, query, found)], next)
        }
        FactOp::Best | FactOp::Worst => (record(scene, place, query, found), next),
        FactOp::First | FactOp::Last => (edge(scene, place, query, found), next),
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
                count(scene, place, query, found)
            }
        }
        FactOp::Total if sums::is(scene, query) => (sums::claims(scene, query, found), next),
        FactOp::Total | FactOp::Average => {
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
            (said, next)
        }
        FactOp::Trend if trend::is_told_by_other(scene, place, found) => (Vec::new(), next),
        FactOp::Trend => (trend::claims(scene, query, found), next),
        FactOp::LongestGap | FactOp::Streak => (rhythm(scene, query, found), next),
        FactOp::Associate => (associations::claims(scene, query, found), next),
        FactOp::List => (vec![listing::rows(scene, query, found)], next),
        FactOp::Series => (Vec::new(), next),
    }
}

/// Whether a query is about something the lead already said: then it only adds to it.
fn beside(scene: &AnswerContext<'_>, place: usize) -> bool {
    place > 0
        && scene.sub_query.query(place).is_some_and(|query| {
            let mut earlier = scene.sub_query.queries().take_while(|(at, _)| *at < place);
            earlier.any(|(_, q)| q.domain == query.domain)
        })
        && (0..place).any(|i| !scene.of_query(i).is_empty())
}

fn record(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    // Where the value was reached, how far it was from it is no news.
    if scene.intent.ask == QuestionKind::First && beside(scene, place) {
        return Vec::new();
    }
    // A measure with records of its own per value: the greatest of them answers, unless one value
    // is asked for.
    let most = query
        .limit
        .map_or(query.subjects.len().max(1), |limit| limit as usize);
    let several = query.limit.is_some_and(|limit| limit > 1);
    let (own, found): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| fact.kind == FactKind::OwnRecord);
    let own = own.iter().map(|(at, fact)| {
        let fill = [("what", format::fact_value(fact))];
        Claim::of(
            "own_record",
            phrases.say("own_record", &fill),
            &[(*at, *fact)],
        )
    });
    found
        .iter()
        .take(most)
        .enumerate()
        .flat_map(|(rank, (at, fact))| {
            let date = fact.date.map(|d| d.to_string()).unwrap_or_default();
            let fill = [
                ("topic", scene.topic(query, fact)),
                ("period", scene.period(query.period.as_ref())),
                ("condition", scene.condition(query)),
                ("what", scene.what(fact)),
                ("date", date),
                ("worst", worst_word(scene, query, fact)),
            ];
            let stated = [(*at, *fact)];
            // A value of one night or day is no record of it.
            let one_day = query.period.as_ref().is_some_and(|days| days.days() == 1);
            let state = scene.measure_of(query, fact).is_some_and(|m| m.of_night);
            if one_day && state {
                return vec![Claim::of("was", phrases.say("was", &fill), &stated).leading()];
            }
            if several && rank > 0 {
                let fill = [
                    ("subject", (rank + 1).to_string()),
                    ("what", scene.what(fact)),
                    ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
                ];
                return vec![Claim::of("next", phrases.say("next", &fill), &stated).leading()];
            }
            let neutral = scene
                .measure_of(query, fact)
                .is_some_and(|measure| measure.better == Better::Neutral);
            if beside(scene, place) && neutral && scene.intent.ask == QuestionKind::Trend {
                return Vec::new();
            }
            let kind = match query.op {
                FactOp::Worst => "worst",
                _ => "best",
            };
            let told = matches!(
                scene.intent.ask,
                QuestionKind::Trend | QuestionKind::Why | QuestionKind::Should
            );
            let mut said = if beside(scene, place) {
                let key = match kind {
                    "best" if told => "trend_best",
                    kind => kind,
                };
                vec![Claim::of(kind, phrases.say(key, &fill), &stated)]
            } else {
                vec![Claim::of(kind, phrases.say(kind, &fill), &stated).leading()]
            };
            if scene.intent.whether
                && scene.intent.ask == QuestionKind::Best
                && let Some(record) = said.last_mut()
                && let Some(verdict) = is_record(scene, fact)
            {
                record.text = format!("{} {}", phrases.say(verdict, &[]), record.text);
            }
            if !fact.again.is_empty()
                && let Some(record) = said.last_mut()
            {
                let again = phrases.say("tied", &[("dates", fact.again_in_words())]);
                record.text = format!("{} {again}", record.text);
            }
            said
        })
        .chain(own)
        .collect()
}

/// What the worst value is called where less is better ("slowest"): the lowest it is not.
fn worst_word(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> String {
    let measure = scene.measure_of(query, fact);
    let Some(measure) = measure.filter(|m| m.better == Better::Lower) else {
        return String::new();
    };
    let words = measure.worst.get(scene.intent.language.code());
    let own = words.and_then(|words| words.first()).cloned();
    own.unwrap_or_else(|| scene.phrases().say("worst_word", &[]))
}

/// Whether the latest time was the best: it is, it reached it again, or it is not.
fn is_record(scene: &AnswerContext<'_>, best: &Fact) -> Option<&'static str> {
    let latest = scene.facts.iter().find(|fact| {
        matches!(fact.kind, FactKind::Last(_) | FactKind::LastDay) && fact.subject == best.subject
    })?;
    let day = latest.date?;
    let newest = latest.entries.last()?;
    if best.entries.contains(newest) {
        return Some("record_yes");
    }
    // Of two notes of the record's day the newer one may be either.
    if best.date == latest.date {
        return None;
    }
    let again = best.value == latest.value || best.again.contains(&day);
    Some(if again { "record_again" } else { "record_no" })
}

fn edge(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let phrases = scene.phrases();
    let first = query.op == FactOp::First;
    let mut said = Vec::new();
    let of_day = found
        .iter()
        .filter(|(_, fact)| fact.kind != FactKind::DaysSince);
    for (at, fact) in of_day.take(query.subjects.len().max(1)) {
        let Some(date) = fact.date else {
            continue;
        };
        let what = match fact.value {
            FactValue::Date(_) => String::new(),
            _ => scene.what(fact),
        };
        let stated = [(*at, *fact)];
        let state = scene
            .measure_of(query, fact)
            .is_some_and(|measure| measure.aggregate == Aggregate::Last);
        // The day of a note that does not tell the state is no answer.
        if state && what.is_empty() && scene.intent.topics.is_empty() {
            said.extend(no_data::no_measure(scene, query));
            continue;
        }
        if beside(scene, place) {
            let earlier = || scene.facts.iter().filter(|other| other.query < place);
            let already = earlier().any(|other| {
                other.subject == fact.subject && other.date == fact.date && other.unit == fact.unit
            });
            // Of all subjects the best and the latest may be of two: then the latest says nothing.
            let other =
                query.subjects.is_empty() && !earlier().any(|other| other.subject == fact.subject);
            // The first of a count is told with its last; a record that is also the latest, once.
            if first || already || other || what.is_empty() {
                continue;
            }
            // Of a group the one that was it is named.
            let several = query.subjects.len() > 1
                || !query.subjects.is_empty() && !query.subjects.contains(&fact.subject);
            let subject = if several {
                scene.subject(&query.domain, &fact.subject)
            } else {
                String::new()
            };
            let fill = [
                ("what", what),
                ("date", date.to_string()),
                ("subject", subject),
            ];
            said.push(Claim::of("latest", phrases.say("latest", &fill), &stated));
            continue;
        }
        let fill = [
            ("topic", scene.topic_of_edge(query, fact)),
            ("period", scene.period(query.period.as_ref())),
            ("condition", scene.condition(query)),
            ("what", what.clone()),
            ("date", date.to_string()),
            (
                "ago",
                if first {
                    String::new()
                } else {
                    ago(scene, fact)
                },
            ),
        ];
        // Of a whole domain there is no "your last …": its word may be a verb.
        let of_all = query.together.is_some()
            || fact.subject == query.domain && scene.intent.measure.is_none();
        let phrase = match (first, of_all) {
            (false, _) if state && !what.is_empty() => "state",
            (true, true) => "first_domain",
            (false, true) => "last_domain",
            (true, false) => "first",
            (false, false) => "last",
        };
        let key = if first { "first" } else { "last" };
        let mut text = phrases.say(phrase, &fill);
        // "Did I ever reach it": when it was first says that it was.
        if first && scene.intent.whether && query.filter.is_some() {
            text = format!("{} {text}", phrases.say("yes_word", &[]));
        }
        said.push(Claim::of(key, text, &stated).leading());
    }
    said
}

/// How long ago the last one was, as the facts say.
fn ago(scene: &AnswerContext<'_>, last: &Fact) -> String {
    let since = scene.facts.iter().find(|fact| {
        fact.kind == FactKind::DaysSince
            && fact.query == last.query
            && fact.subject == last.subject
            && fact.date == last.date
    });
    match since.map(|fact| &fact.value) {
        Some(FactValue::Number(days)) => scene
            .phrases()
            .say("ago", &[("days", format::number(*days))]),
        _ => String::new(),
    }
}

impl AnswerContext<'_> {
    /// The subject of a first or last time; the measure only where it was asked for.
    fn topic_of_edge(&self, query: &FactQuery, fact: &Fact) -> String {
        if self.intent.measure.is_some() {
            self.topic(query, fact)
        } else {
            self.subject(&query.domain, &fact.subject)
        }
    }
}

/// A count, with the first and last day that the next queries found.
/// Whether a sum or a mean of the same domain was told before; what has none is only counted.
fn sums(scene: &AnswerContext<'_>, query: &FactQuery, place: usize) -> bool {
    let mut before = scene.sub_query.queries().take_while(|(at, _)| *at < place);
    query.together.is_some()
        || before.any(|(at, other)| {
            let sum = matches!(other.op, FactOp::Total | FactOp::Average | FactOp::Series);
            sum && other.domain == query.domain && !scene.of_query(at).is_empty()
        })
}

fn count(
    scene: &AnswerContext<'_>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> (Vec<Claim>, usize) {
    let phrases = scene.phrases();
    let unit = match query.op {
        FactOp::CountDays => "days",
        FactOp::CountEntries => "entries",
        _ => "",
    };
    let mut said = Vec::new();
    let edges: Vec<(usize, IndexedFacts<'_>)> = scene
        .sub_query
        .queries()
        .skip_while(|(at, _)| *at <= place)
        .take_while(|(_, q)| {
            q.measure == query.measure
                && matches!(q.op, FactOp::First | FactOp::Last)
                && q.domain == query.domain
        })
        .map(|(i, _)| (i, scene.of_query(i)))
        .collect();
    for (at, fact) in found {
        let FactValue::Number(value) = fact.value else {
            continue;
        };
        let condition = scene.condition(query);
        // "Sick on 3 days": of what one is, rather than of all that is noted.
        let of_state =
            scene.intent.measure_said && scene.module(&query.domain).is_some_and(|of| of.base);
        let of_all = fact.subject == query.domain && (!condition.is_empty() || of_state);
        let measure = of_all
            .then(|| measures_of(scene.module(&query.domain)?))
            .flatten();
        let measure = measure.and_then(|m| m.measure(&query.measure).cloned());
        let topic = match measure {
            Some(measure) => scene.measure_name(&measure),
            None => scene.subject(&query.domain, &fact.subject),
        };
        let n = if unit.is_empty() {
            let rows = fact.kind.measure().unwrap_or_default();
            format!("{} {}", format::number(value), scene.rows_name(query, rows))
        } else {
            phrases.counted(value, unit)
        };
        let one_day = query
            .period
            .as_ref()
            .is_some_and(|period| period.days() == 1);
        // A sum of one day is over one day: that is no news.
        let beside_sum = query.op == FactOp::CountDays || query.together.is_none();
        let of_sum = scene.intent.ask == QuestionKind::Total && sums(scene, query, place);
        // Days are no answer to how much of a measure that none of them has.
        let of_none = scene.intent.ask == QuestionKind::Total
            && scene.intent.measure_said
            && scene.intent.topics.is_empty()
            && place > 0
            && scene.of_query(0).is_empty();
        if (one_day || value == 1.0) && of_sum && beside_sum || of_none {
            continue;
        }
        let key = match scene.intent.ask {
            QuestionKind::Ever if one_day => "yes_day",
            QuestionKind::Ever => "yes",
            QuestionKind::Total | QuestionKind::Average if sums(scene, query, place) => "over_days",
            _ => "count",
        };
        // Entries of several domains are what they are called together.
        let key = match (&query.together, query.op) {
            (Some(_), FactOp::CountEntries) => "counted_together",
            _ => key,
        };
        let one = topic.strip_suffix('s').filter(|_| value == 1.0);
        let fill = [
            ("measure", one.unwrap_or(&topic).to_owned()),
            ("what", format::number(value)),
            ("topic", topic),
            ("condition", condition),
            ("period", scene.period(query.period.as_ref())),
            ("n", n),
        ];
        let claim = Claim::of("count", phrases.say(key, &fill), &[(*at, *fact)]);
        let rate = scene.intent.ask == QuestionKind::Often
            && matches!(
                scene.intent.by,
                Some(GroupBy::Week | GroupBy::Month | GroupBy::Year)
            )
            && scene.facts.iter().any(is_rate);
        let leads = !rate
            && matches!(
                scene.intent.ask,
                QuestionKind::Count | QuestionKind::Ever | QuestionKind::Often
            )
            && !beside(scene, place);
        said.push(if leads { claim.leading() } else { claim });
        let day = |op: FactOp| {
            edges.iter().find_map(|(i, facts)| {
                let matching = scene.sub_query.query(*i).is_some_and(|q| q.op == op);
                facts
                    .iter()
                    .find(|(_, f)| matching && f.subject == fact.subject)
                    .and_then(|(at, f)| Some((*at, *f, f.date?)))
            })
        };
        let span = day(FactOp::First).zip(day(FactOp::Last));
        // A few days are told with how many they are; all of them where they are asked for.
        let counted = edges.is_empty() && scene.intent.ask == QuestionKind::Count;
        let named = span.is_some() || counted;
        let wanted = scene.intent.when || value <= FEW_DAYS;
        if let Some(days) = fact.detail.clone().filter(|_| named && wanted) {
            let told = phrases.say("count_days", &[("days", days)]);
            said.push(Claim::of("span", told, &[(*at, *fact)]));
        } else if let Some(((a, first, from), (b, last, to))) = span {
            let key = if from == to {
                "count_same"
            } else {
                "count_span"
            };
            let fill = [("first", from.to_string()), ("last", to.to_string())];
            said.push(Claim::of(
                "span",
                phrases.say(key, &fill),
                &[(a, first), (b, last)],
            ));
        }
    }
    let upto = edges.last().map_or(place + 1, |(i, _)| i + 1);
    (
        said,
        if said_spans(scene, &edges) {
            upto
        } else {
            place + 1
        },
    )
}

fn said_spans(_scene: &AnswerContext<'_>, edges: &[(usize, IndexedFacts<'_>)]) -> bool {
    edges.len() == 2
}

/// Gaps and streaks.
fn rhythm(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Vec<Claim> {
    let phrases = scene.phrases();
    let mut said = Vec::new();
    for (at, fact) in found {
        let (FactValue::Number(value), Some(days)) = (&fact.value, &fact.period) else {
            continue;
        };
        let unit = fact.unit.as_deref().unwrap_or("days");
        let fill = [
            ("topic", scene.topic_of_edge(query, fact)),
            ("period", scene.period(query.period.as_ref())),
            ("what", phrases.counted(*value, unit)),
            ("unit", phrases.unit(unit)),
            ("n", phrases.counted(fact.sample as f64, "days")),
            ("start", days.start.to_string()),
            ("end", days.end.to_string()),
            ("off", days_off(fact, phrases)),
        ];
        let asked = matches!(scene.intent.ask, QuestionKind::Gap | QuestionKind::Streak);
        if scene.intent.now && scene.intent.ask == QuestionKind::Streak {
            // What goes on is told alone: days in a row that reach today or yesterday.
            if fact.kind == FactKind::LatestStreak {
                let reach = if unit == "weeks" { 13 } else { 1 };
                let goes_on = (scene.cx.today - days.end).num_days() <= reach;
                let key = if goes_on { "streak_now" } else { "streak_over" };
                let text = phrases.say(key, &fill);
                said.push(Claim::of("latest_streak", text, &[(*at, *fact)]).leading());
            }
            continue;
        }
        let (name, key) = match fact.kind {
            FactKind::LongestGap => ("longest_gap", "gap"),
            FactKind::AverageGap if scene.intent.usual => ("average_gap", "gap_usual"),
            FactKind::AverageGap => continue,
            FactKind::LongestStreak if *value < 2.0 => ("longest_streak", "streak_one"),
            FactKind::LongestStreak => ("longest_streak", "streak"),
            _ => ("latest_streak", "streak_latest"),
        };
        // A latest streak of one day, or the longest itself, is no news.
        let same = key == "streak_latest"
            && (*value < 2.0
                || found.iter().any(|(_, other)| {
                    other.kind == FactKind::LongestStreak && other.period == fact.period
                }));
        if same {
            continue;
        }
        let claim = Claim::of(name, phrases.say(key, &fill), &[(*at, *fact)]);
        let usual = scene.intent.usual && scene.intent.ask == QuestionKind::Gap;
        if usual && key == "gap_usual" {
            said.insert(0, claim.leading());
            continue;
        }
        let alone = !usual || found.len() == 1;
        said.push(if asked && alone && key != "streak_latest" {
            claim.leading()
        } else {
            claim
        });
    }
    said
}

/// Whether the last time of something that was done is asked for: there its own words say all of it.
fn is_last_of_things(scene: &AnswerContext<'_>) -> bool {
    let base = |domain: &str| scene.module(domain).is_none_or(|module| module.base);
    let mut things = scene.intent.topics.iter();
    let done = !scene.intent.topics.is_empty() && things.all(|thing| !base(&thing.domain));
    scene.intent.ask == QuestionKind::Last && done && !scene.intent.when
}

/// How many days lie within a break: one less than lie between what it is a break from.
fn days_off(gap: &Fact, phrases: &Phrases) -> String {
    match gap.value {
        FactValue::Number(days) if gap.kind == FactKind::LongestGap && days > 1.0 => {
            phrases.counted(days - 1.0, "days")
        }
        _ => String::new(),
    }
}

/// Whether a fact is a mean over something, or how fast something goes.
fn is_rate(fact: &Fact) -> bool {
    matches!(
        fact.kind,
        FactKind::Average { per: Some(_), .. } | FactKind::Slope { .. }
    )
}
