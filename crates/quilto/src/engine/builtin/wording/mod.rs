//! Facts into words: what the analyzer claims and the synthesizer says. Also the last resort of any
//! other engine, whose own words did not hold against the facts.

mod against;
mod better;
mod compare;
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
mod usual;
pub mod why;

pub use scene::Scene;
pub use speak::claims;

use crate::engine::builtin::planner::intent::Ask;
use crate::model::{Confidence, EntryId, Fact};

/// Something the facts say, in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Said {
    /// A short name, for later parts of the question.
    pub name: String,
    /// The words.
    pub text: String,
    /// The facts it states, by their place.
    pub facts: Vec<usize>,
    /// The entries it rests on.
    pub entries: Vec<EntryId>,
    /// How sure it is.
    pub confidence: Confidence,
    /// Whether it is the direct answer rather than something beside it.
    pub lead: bool,
}

impl Said {
    /// A claim that states facts.
    pub fn of(name: &str, text: String, stated: &[(usize, &Fact)]) -> Self {
        let mut entries: Vec<EntryId> = Vec::new();
        for (_, fact) in stated {
            for entry in &fact.entries {
                if !entries.contains(entry) {
                    entries.push(entry.clone());
                }
            }
        }
        Self {
            name: name.to_owned(),
            text,
            facts: stated.iter().map(|(place, _)| *place).collect(),
            entries,
            confidence: Confidence::High,
            lead: false,
        }
    }

    /// The same, as the direct answer.
    #[must_use]
    pub fn leading(mut self) -> Self {
        self.lead = true;
        self
    }

    /// The same, with less certainty.
    #[must_use]
    pub fn unsure(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }
}

/// A number without the dust of unit conversion.
pub fn tidy(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

/// What the facts say without advice or a reason: what can be shown where nothing else can. Never
/// empty.
pub fn plainly(scene: &Scene<'_>) -> Vec<String> {
    let plain = |claim: &Said| claim.name != next::ADVICE && claim.name != why::FACTOR;
    let said = claims(scene).into_iter().filter(plain);
    let mut said: Vec<String> = said.map(|claim| claim.text).collect();
    said.retain(|text| !text.is_empty());
    if said.is_empty() {
        said.push(scene.phrases().say("partial_nothing", &[]));
    }
    said
}

/// Whether a claim says that there is nothing.
pub fn is_nothing(claim: &Said) -> bool {
    claim.name == nothing::NOTHING
}

/// The line before the facts, for questions that facts can only stand beside.
pub fn opening(scene: &Scene<'_>, said: &[Said]) -> Option<String> {
    if said.first().is_none_or(is_nothing) {
        return None;
    }
    match scene.intent.ask {
        // Where factors were found they say themselves that they are associations.
        // So does that nothing was found.
        Ask::Why
            if said
                .iter()
                .any(|claim| claim.name == why::FACTOR || claim.name == nothing::NO_REASON) =>
        {
            None
        }
        Ask::Why => Some(scene.phrases().say("why", &[])),
        Ask::Should if said.iter().any(|claim| claim.name == next::ADVICE) => None,
        Ask::Should => Some(scene.phrases().say("should", &[])),
        _ => None,
    }
}
