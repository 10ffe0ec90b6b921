//! What the facts say, in words.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Confidence, EntryId, Fact};

/// Something the facts say, in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
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

impl Claim {
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

    /// The same, where the facts it states have other places, as something beside what is said there;
    /// `None` where it states none, or one that has no place.
    pub fn moved(self, places: &BTreeMap<usize, usize>) -> Option<Self> {
        let facts = self.facts.iter().map(|place| places.get(place).copied());
        let facts = facts.collect::<Option<Vec<usize>>>()?;
        (!facts.is_empty()).then_some(Self {
            facts,
            lead: false,
            ..self
        })
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
