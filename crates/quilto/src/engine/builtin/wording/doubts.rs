//! Saying that an answer rests on values that were doubtful when they were noted.

use chrono::NaiveDate;

use super::answer_context::AnswerContext;
use super::{Claim, is_nothing};
use crate::model::{Entry, Fact};

/// No more days than this are named.
const MOST_DAYS: usize = 3;

/// The days whose values are in doubt, of those that the claims rest on.
pub fn claim(scene: &AnswerContext<'_>, said: &[Claim]) -> Option<Claim> {
    let claims = said.iter().filter(|claim| !is_nothing(claim));
    let facts = claims.flat_map(|claim| &claim.facts);
    let mut days: Vec<NaiveDate> = facts
        .filter_map(|place| scene.facts.get(*place))
        .flat_map(|fact| scene.entries.iter().filter(|entry| rests_on(fact, entry)))
        .map(|entry| entry.date)
        .collect();
    days.sort_unstable();
    days.dedup();
    let more = days.len() > MOST_DAYS;
    let named: Vec<String> = days
        .iter()
        .rev()
        .take(MOST_DAYS)
        .rev()
        .map(NaiveDate::to_string)
        .collect();
    let fill = [
        ("days", named.join(", ")),
        ("more", if more { "…" } else { "" }.into()),
    ];
    (!days.is_empty()).then(|| Claim::of("doubted", scene.phrases().say("doubted", &fill), &[]))
}

/// Whether a fact is of an entry whose value for it wants a word of the person.
fn rests_on(fact: &Fact, entry: &Entry) -> bool {
    fact.entries.contains(&entry.id) && entry.has_doubtful_value(&fact.domain, &fact.subject)
}
