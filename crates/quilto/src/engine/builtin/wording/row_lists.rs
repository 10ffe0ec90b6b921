//! Rows and records, one line each.

use crate::facts::format;
use crate::model::FactQuery;

use super::Claim;
use super::answer_context::{AnswerContext, IndexedFacts};

/// Rows shown of a list.
const ROWS: usize = 12;

/// Rows that fit a condition, one line each, the newest where there are many.
pub fn rows(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let topic = found.first().map_or_else(String::new, |(_, fact)| {
        scene.subject(&query.domain, &fact.subject)
    });
    let topic = format!("{topic} {}", scene.condition(query));
    let fill = [
        ("topic", topic.trim().to_owned()),
        ("period", scene.period(query.period.as_ref())),
    ];
    let head = if query.period.is_some() {
        "list"
    } else {
        "list_all"
    };
    let shown: IndexedFacts<'_> = found.iter().rev().take(ROWS).rev().copied().collect();
    let mut lines = vec![phrases.say(head, &fill)];
    for (_, fact) in &shown {
        let fill = [
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
            ("what", scene.what(fact)),
        ];
        lines.push(phrases.say("list_line", &fill));
    }
    if found.len() > shown.len() {
        lines.push(phrases.say("list_more", &[]));
    }
    Claim::of("rows", lines.join("\n"), &shown).leading()
}

/// A record for each value of a field, one line each.
pub fn records(scene: &AnswerContext<'_>, query: &FactQuery, found: &IndexedFacts<'_>) -> Claim {
    let phrases = scene.phrases();
    let name = found
        .first()
        .and_then(|(_, fact)| scene.measure_of(query, fact))
        .map_or_else(String::new, |measure| scene.measure_name(&measure));
    let subject = found.first().map_or_else(String::new, |(_, fact)| {
        scene.subject(&query.domain, &fact.subject)
    });
    let fill = [
        ("name", name),
        ("topic", subject),
        ("period", scene.period(query.period.as_ref())),
    ];
    let mut lines = vec![phrases.say("bucket_head", &fill)];
    for (_, fact) in found {
        let fill = [
            ("bucket", format::part_of(fact).unwrap_or_default()),
            ("what", format::fact_value(fact)),
            ("date", fact.date.map(|d| d.to_string()).unwrap_or_default()),
        ];
        lines.push(phrases.say("bucket_line", &fill));
    }
    Claim::of("records", lines.join("\n"), found).leading()
}
