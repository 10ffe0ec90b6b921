//! On how many days something is mentioned that no row holds: what was only written counts by its notes.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::model::{Entry, Fact, FactKind, FactValue, Quantity, QuestionKind, SubQuery};

/// More days than these are not named one by one.
const NAMED: usize = 12;

/// The days of the notes that a plan found, where it asks how often and nothing else tells. It answers
/// none of the queries of the plan.
pub fn fact(plan: &SubQuery, matched: &[&Entry]) -> Option<Fact> {
    let counts = matches!(
        plan.intent.ask,
        QuestionKind::Count | QuestionKind::Often | QuestionKind::Ever
    );
    let topics = &plan.intent.topics;
    if !counts || topics.is_empty() {
        return None;
    }
    // What was found for one of several words alone mentions not what was asked for.
    let says_all = |entry: &&&Entry| {
        let said = entry.raw.to_lowercase();
        topics
            .iter()
            .all(|topic| said.contains(&topic.typed.to_lowercase()))
    };
    let matched: Vec<&Entry> = matched.iter().filter(says_all).copied().collect();
    if matched.is_empty() {
        return None;
    }
    let days: BTreeSet<NaiveDate> = matched.iter().map(|entry| entry.date).collect();
    let named: Vec<String> = days.iter().map(NaiveDate::to_string).collect();
    Some(Fact {
        unit: Some("days".into()),
        detail: (named.len() <= NAMED).then(|| named.join(", ")),
        entries: matched.iter().map(|entry| entry.id.clone()).collect(),
        sample: matched.len(),
        query: plan.exprs.len(),
        ..Fact::new(
            FactKind::Count(Quantity::Days),
            "",
            topics[0].name.clone(),
            FactValue::Number(days.len() as f64),
        )
    })
}
