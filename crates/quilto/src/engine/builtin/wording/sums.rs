//! The bests of several subjects added up: the sum, then each part with its day.

use crate::domain::measures::SumOfBests;
use crate::engine::builtin::measures::measures_of;
use crate::facts::format;
use crate::model::{Fact, FactKind, FactQuery, Quantity};

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};
use super::no_data::NOTHING;

/// Whether a query asks for such a sum.
pub fn is(scene: &AnswerContext<'_>, query: &FactQuery) -> bool {
    sum(scene, query).is_some()
}

fn sum(scene: &AnswerContext<'_>, query: &FactQuery) -> Option<SumOfBests> {
    let measures = measures_of(scene.module(&query.domain)?)?;
    measures.sum(&query.measure).cloned()
}

/// The sum with its parts; where a part is missing, which one.
pub fn claims(
    scene: &AnswerContext<'_>,
    query: &FactQuery,
    found: &IndexedFacts<'_>,
) -> Vec<Claim> {
    let Some(sum) = sum(scene, query) else {
        return Vec::new();
    };
    let phrases = scene.phrases();
    let called = sum.aliases.get(scene.intent.language.code());
    let called = called.and_then(|words| words.first());
    let of_sum = FactKind::Total(Quantity::Measure(sum.name.clone()));
    let (total, parts): (IndexedFacts<'_>, IndexedFacts<'_>) = found
        .iter()
        .copied()
        .partition(|(_, fact)| fact.kind == of_sum);
    let part = |(_, fact): &(usize, &Fact)| {
        let fill = [
            ("subject", scene.subject(&query.domain, &fact.subject)),
            ("what", scene.what(fact)),
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
        ];
        phrases.say("sum_part", &fill)
    };
    let words: Vec<String> = parts.iter().map(part).collect();
    let missing: Vec<String> = sum
        .of
        .iter()
        .filter(|name| parts.iter().all(|(_, fact)| fact.subject != **name))
        .map(|name| scene.subject(&query.domain, name))
        .collect();
    let what = total.first().map(|(_, fact)| format::fact_value(fact));
    let fill = [
        ("name", called.unwrap_or(&sum.name).clone()),
        ("period", scene.period(query.period.as_ref())),
        ("what", what.clone().unwrap_or_default()),
        ("parts", words.concat()),
        ("missing", missing.join(", ")),
    ];
    let (name, phrase) = match what {
        Some(_) => ("sum", "sum"),
        None => (NOTHING, "sum_lacks"),
    };
    let mut lines = vec![phrases.say(phrase, &fill)];
    lines.extend(words);
    vec![Claim::of(name, lines.join("\n"), found).leading()]
}
