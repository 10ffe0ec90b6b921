//! A stretch of days in short: per domain on how many days, its figures, and the records that fell.

use crate::domain::measures::Aggregate;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactOp, FactQuery, FactValue, Per, Quantity};

use super::answer_context::{AnswerContext, IndexedFacts};
use super::{Claim, no_data};

/// The name of the claim.
pub const SUMMARY: &str = "summary";

/// Records that are named.
const RECORDS: usize = 4;

/// One claim: a line for each domain that has something, those of the person last.
pub fn claims(scene: &AnswerContext<'_>) -> Vec<Claim> {
    let mut domains: Vec<(&str, Vec<String>)> = Vec::new();
    let mut records: Vec<String> = Vec::new();
    let mut stated: IndexedFacts<'_> = Vec::new();
    for (place, query) in scene.sub_query.queries() {
        let found: IndexedFacts<'_> = scene
            .of_query(place)
            .into_iter()
            .filter(|(_, fact)| !matches!(fact.kind, FactKind::EstimatedShare(_)))
            .filter(|(_, fact)| !matches!(fact.kind, FactKind::Target(_)))
            .collect();
        if query.op == FactOp::Best {
            for (line, facts) in reached(scene, place, query, &found) {
                records.push(line);
                stated.extend(facts);
            }
            continue;
        }
        let Some((words, fact)) = found
            .first()
            .and_then(|(at, fact)| Some((figure(scene, query, fact)?, (*at, *fact))))
        else {
            continue;
        };
        stated.push(fact);
        match domains.iter_mut().find(|(name, _)| *name == query.domain) {
            Some((_, parts)) => parts.push(words),
            None => domains.push((&query.domain, vec![words])),
        }
    }
    if domains.is_empty() {
        return no_data::claims(scene);
    }
    let base = |name: &str| scene.module(name).is_some_and(|module| module.base);
    domains.sort_by_key(|(name, _)| base(name));
    let phrases = scene.phrases();
    let period = scene.period(scene.intent.period.as_ref());
    let mut lines = vec![phrases.say("summary_head", &[("period", period)])];
    for (name, parts) in domains {
        let domain = match base(name) {
            true => String::new(),
            false => scene.domain(name),
        };
        let fill = [("domain", domain), ("parts", parts.join("; "))];
        lines.push(phrases.say("summary_line", &fill));
    }
    if !records.is_empty() {
        records.truncate(RECORDS);
        let fill = [("list", records.join(", "))];
        lines.push(phrases.say("summary_records", &fill));
    }
    vec![Claim::of(SUMMARY, lines.join("\n"), &stated).leading()]
}

/// One figure with its name.
fn figure(scene: &AnswerContext<'_>, query: &FactQuery, fact: &Fact) -> Option<String> {
    let phrases = scene.phrases();
    let measure = scene.measure_of(query, fact);
    let counted = measure
        .as_ref()
        .is_some_and(|m| matches!(m.aggregate, Aggregate::Count | Aggregate::Entries));
    let days = |fact: &Fact| match fact.value {
        FactValue::Number(days) => phrases.counted(days, "days"),
        _ => String::new(),
    };
    let key = match query.op {
        FactOp::CountDays if query.measure == Quantity::ENTRIES => return Some(days(fact)),
        FactOp::CountDays => {
            let measures = super::super::measures::measures_of(scene.module(&query.domain)?)?;
            let name = scene.measure_name(measures.measure(&query.measure)?);
            let fill = [("name", name), ("what", days(fact))];
            return Some(phrases.say("summary_days", &fill));
        }
        FactOp::Total if counted => {
            let measure = measure.as_ref()?;
            let fill = [
                ("name", scene.counted_name(measure, fact)),
                ("what", format::fact_value(fact)),
            ];
            return Some(phrases.say("summary_counted", &fill));
        }
        FactOp::Average if is_per_day(&fact.kind) => "summary_per_day",
        FactOp::Average => "summary_average",
        FactOp::Last => {
            // The day of a note that does not tell the value is no figure.
            if matches!(fact.value, FactValue::Date(_)) {
                return None;
            }
            "summary_last"
        }
        _ => "summary_total",
    };
    let what = format::fact_value(fact);
    let name = measure
        .as_ref()
        .map_or_else(String::new, |measure| scene.measure_name(measure));
    // "1,900 kcal" says what it is.
    let said = fact.unit.as_ref() == Some(&name);
    let fill = [
        ("name", if said { String::new() } else { name }),
        ("what", what),
        ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
    ];
    Some(phrases.say(key, &fill))
}

/// Bests up to the end that were first reached inside and that beat those from before, the greatest
/// step first. The second query of a pair tells what was before.
fn reached<'a>(
    scene: &AnswerContext<'a>,
    place: usize,
    query: &FactQuery,
    found: &IndexedFacts<'a>,
) -> Vec<(String, IndexedFacts<'a>)> {
    let period = scene.intent.period.as_ref();
    let paired = scene.sub_query.query(place + 1).filter(|next| {
        next.op == FactOp::Best && next.domain == query.domain && next.measure == query.measure
    });
    let (Some(period), Some(_)) = (period, paired) else {
        return Vec::new();
    };
    let earlier = scene.of_query(place + 1);
    let number = |fact: &Fact| match fact.value {
        FactValue::Number(value) => value,
        _ => 0.0,
    };
    let mut steps: Vec<(f64, String, IndexedFacts<'a>)> = found
        .iter()
        .filter_map(|(at, fact)| {
            let date = fact.date.filter(|date| period.contains(*date))?;
            let (of, before) = earlier
                .iter()
                .find(|(_, old)| old.bucket == fact.bucket && old.unit == fact.unit)?;
            let step = (number(fact) - number(before)).abs();
            let fill = [
                (
                    "subject",
                    match fact.bucket {
                        Some(_) => scene.subject(&query.domain, &fact.subject),
                        None => scene
                            .measure_of(query, fact)
                            .map_or_else(String::new, |m| best_name(scene, &m)),
                    },
                ),
                ("what", scene.what(fact)),
                ("date", date.to_string()),
                ("before", format::fact_value(before)),
            ];
            let share = step / number(before).abs().max(f64::EPSILON);
            let words = scene.phrases().say("summary_record", &fill);
            Some((share, words, vec![(*at, *fact), (*of, *before)]))
        })
        .collect();
    steps.sort_by(|a, b| b.0.total_cmp(&a.0));
    steps
        .into_iter()
        .map(|(_, words, facts)| (words, facts))
        .collect()
}

/// A measure by the word that asks for its best ("longest") where it has no other.
fn best_name(scene: &AnswerContext<'_>, measure: &crate::domain::measures::Measure) -> String {
    let own = measure.aliases.get(scene.intent.language.code());
    let best = measure.best.get(scene.intent.language.code());
    own.or(best)
        .and_then(|words| words.first())
        .cloned()
        .unwrap_or_else(|| measure.name.replace('_', " "))
}

fn is_per_day(kind: &FactKind) -> bool {
    let per_day = Some(Per::Day);
    matches!(kind, FactKind::Average { per, .. } if *per == per_day)
}
