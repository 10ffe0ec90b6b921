//! Saying that an answer rests on values that were doubtful when they were noted.

use chrono::NaiveDate;

use super::answer_context::AnswerContext;
use super::{Claim, is_nothing};
use crate::model::{Entry, Fact};

/// No more days than this are named.
const MOST_DAYS: usize = 3;

/// The name of what says so.
pub const DOUBTED: &str = "doubted";

/// The days whose values are in doubt, of those that the claims rest on.
pub fn claim(scene: &AnswerContext<'_>, said: &[Claim]) -> Option<Claim> {
    let claims = said.iter().filter(|claim| !is_nothing(claim));
    let mut stated: Vec<(usize, &Fact)> = Vec::new();
    let mut days: Vec<NaiveDate> = Vec::new();
    for place in claims.flat_map(|claim| &claim.facts) {
        let Some(fact) = scene.facts.get(*place) else {
            continue;
        };
        let doubted = scene.entries.iter().filter(|entry| rests_on(fact, entry));
        let before = days.len();
        days.extend(doubted.map(|entry| entry.date));
        if days.len() > before {
            stated.push((*place, fact));
        }
    }
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
    (!days.is_empty()).then(|| Claim {
        entries: Vec::new(),
        ..Claim::of(DOUBTED, scene.phrases().say(DOUBTED, &fill), &stated)
    })
}

/// Leaves out the doubt where nothing is said that it is of.
pub fn of_what_is_said(said: &mut Vec<Claim>) {
    let stated: Vec<usize> = said
        .iter()
        .filter(|claim| claim.name != DOUBTED)
        .flat_map(|claim| claim.facts.clone())
        .collect();
    let holds = |claim: &Claim| claim.facts.iter().any(|place| stated.contains(place));
    said.retain(|claim| claim.name != DOUBTED || holds(claim));
}

/// Whether a fact is of an entry whose value for it wants a word of the person.
fn rests_on(fact: &Fact, entry: &Entry) -> bool {
    fact.entries.contains(&entry.id) && entry.has_doubtful_value(&fact.domain, &fact.subject)
}
