//! On how many days something is mentioned that no row holds: what was only written counts by its notes.

use std::collections::BTreeSet;

use chrono::NaiveDate;

use crate::agents::AgentContext;
use crate::model::{Entry, Fact, FactKind, FactValue, Quantity, QuestionKind, SubQuery};

use super::matching::Matcher;

/// More days than these are not named one by one.
const NAMED: usize = 12;

/// The days of the notes that a plan found, where it asks how often and nothing else tells. It answers
/// none of the queries of the plan.
pub fn fact(cx: &AgentContext, plan: &SubQuery, found: &[&Entry]) -> Option<Fact> {
    let counts = matches!(
        plan.intent.ask,
        QuestionKind::Count | QuestionKind::Often | QuestionKind::Ever
    );
    let topics = &plan.intent.topics;
    let unknown = &plan.intent.unknown;
    let only_noted = (topics.is_empty() && !unknown.is_empty()).then(|| unknown.join(" "));
    let named = topics.first().map(|topic| topic.typed.clone());
    let typed = named.or(only_noted).filter(|_| counts)?;
    let named = Matcher::each(&cx.domains.modules, topics);
    // What was found for one of several words alone mentions not what was asked for.
    let says_all = |entry: &&&Entry| named.iter().all(|named| named.holds(entry));
    // Notes from before and after are found to tell what was nearest.
    let period = plan.intent.period.as_ref();
    let asked = |entry: &&&Entry| period.is_none_or(|days| days.contains(entry.date));
    let found = found.iter().filter(asked).filter(says_all);
    let mut found: Vec<&Entry> = found.copied().collect();
    // Of notes that say the very word those count, rather than all that name the thing.
    let word = typed.to_lowercase();
    let says = |entry: &&Entry| entry.raw.to_lowercase().contains(&word);
    if found.iter().any(says) {
        found.retain(says);
    }
    let days: BTreeSet<NaiveDate> = found.iter().map(|entry| entry.date).collect();
    if days.is_empty() {
        return None;
    }
    let dates: Vec<String> = days.iter().map(NaiveDate::to_string).collect();
    Some(Fact {
        unit: Some("days".into()),
        detail: (dates.len() <= NAMED).then(|| dates.join(", ")),
        entries: found.iter().map(|entry| entry.id.clone()).collect(),
        sample: found.len(),
        query: plan.exprs.len(),
        ..Fact::new(
            FactKind::Count(Quantity::Days),
            "",
            typed,
            FactValue::Number(days.len() as f64),
        )
    })
}
