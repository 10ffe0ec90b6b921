//! Facts into words: what the analyzer claims and the synthesizer says. Also the last resort of any
//! other engine, whose own words did not hold against the facts.

mod against;
mod better;
mod compare;
mod conditions;
pub mod doubts;
mod expressed;
mod figures;
mod listing;
pub mod load;
mod next;
mod nothing;
pub mod phrases;
mod ranks;
pub mod scene;
mod scope;
mod speak;
pub mod summary;
mod sums;
mod trend;
mod unread;
mod usual;
pub mod why;

pub use scene::Scene;
pub use speak::claims;

pub use crate::model::Claim;
use crate::model::QuestionKind;

/// A number without the dust of unit conversion.
pub fn tidy(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// What claims say without advice or a reason: what can be shown where nothing else can. Never empty.
pub fn plainly(scene: &Scene<'_>, claims: &[Claim]) -> Vec<String> {
    let plain = |claim: &&Claim| claim.name != next::ADVICE && claim.name != why::FACTOR;
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
    claim.name == nothing::NOTHING
}

/// The line before the facts, for questions that facts can only stand beside.
pub fn opening(scene: &Scene<'_>, said: &[Claim]) -> Option<String> {
    if said.first().is_none_or(is_nothing) {
        return None;
    }
    match scene.intent.ask {
        // Where factors were found they say themselves that they are associations.
        // So does that nothing was found.
        QuestionKind::Why
            if said
                .iter()
                .any(|claim| claim.name == why::FACTOR || claim.name == nothing::NO_REASON) =>
        {
            None
        }
        QuestionKind::Why => Some(scene.phrases().say("why", &[])),
        QuestionKind::Should if said.iter().any(|claim| claim.name == next::ADVICE) => None,
        QuestionKind::Should => Some(scene.phrases().say("should", &[])),
        _ => None,
    }
}
