//! Facts into words: what the analyzer claims and the synthesizer says. Also the last resort of any
//! other engine, whose own words did not hold against the facts.

mod advice;
pub mod answer_context;
pub mod associations;
mod buckets;
pub mod choice;
mod compare;
mod conditions;
mod counts;
pub mod doubts;
mod expressions;
mod fact_claims;
mod figures;
mod first_last;
mod improvement;
mod listing;
pub mod load;
mod no_data;
pub mod phrases;
mod ranks;
mod records;
mod relative_figures;
mod rhythm;
mod row_lists;
mod scope;
pub mod summary;
mod sums;
mod trend;
mod unread;
mod usual;

pub use answer_context::AnswerContext;
pub use fact_claims::claims;

pub use crate::model::Claim;
use crate::model::{Fact, QuestionKind};

/// A number without the dust of unit conversion.
pub fn tidy(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// The number of a fact; less than any where it has none.
fn number(fact: &Fact) -> f64 {
    fact.number().unwrap_or(f64::NEG_INFINITY)
}

/// What claims say without advice or a reason: what can be shown where nothing else can. Never empty.
pub fn plainly(scene: &AnswerContext<'_>, claims: &[Claim]) -> Vec<String> {
    let plain = |claim: &&Claim| claim.name != advice::ADVICE && claim.name != associations::FACTOR;
    let said = claims.iter().filter(plain);
    let mut said: Vec<String> = said.map(|claim| claim.text.clone()).collect();
    said.retain(|text| !text.is_empty());
    if said.is_empty() {
        said.push(scene.phrases().say("partial_nothing", &[]));
    }
    said
}

/// Whether a claim says that there is nothing.
pub fn is_nothing(claim: &Claim) -> bool {
    claim.name == no_data::NOTHING
}

/// The line before the facts, for questions that facts can only stand beside.
pub fn opening(scene: &AnswerContext<'_>, said: &[Claim]) -> Option<String> {
    if said.first().is_none_or(is_nothing) {
        return None;
    }
    match scene.intent.ask {
        // Where factors were found they say themselves that they are associations.
        // So does that nothing was found.
        QuestionKind::Why
            if said.iter().any(|claim| {
                claim.name == associations::FACTOR || claim.name == no_data::NO_REASON
            }) =>
        {
            None
        }
        QuestionKind::Why => Some(scene.phrases().say("why", &[])),
        QuestionKind::Should if said.iter().any(|claim| claim.name == advice::ADVICE) => None,
        QuestionKind::Should => Some(scene.phrases().say("should", &[])),
        _ => None,
    }
}
