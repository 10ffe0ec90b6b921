//! What a run asks the user, and what comes back.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::agents::CorrectionDelta;
use crate::model::{Entry, EntryId, Parsed, Question};

/// Everything a waiting run wants to know, of all its lanes at once.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ask {
    /// Why we ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Questions that would complete an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Question>,
    /// Which entry a correction means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
    /// What is about to be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview: Option<Preview>,
}

impl Ask {
    /// Whether there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.questions.is_empty() && self.choice.is_none() && self.preview.is_none()
    }
}

/// A choice between entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choice {
    /// What the user wants to correct, in their words.
    pub about: String,
    /// The entries it could be, oldest first.
    pub candidates: Vec<Entry>,
}

/// What a preview would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Save what was understood of a new note.
    Save,
    /// Change what an earlier note says.
    Correct,
}

/// A write, shown before it happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// Its name; a decision must name it, so that an old preview cannot be approved by mistake.
    pub id: String,
    /// What it would do.
    pub verb: Verb,
    /// The entry that is saved or changed.
    pub entry: Entry,
    /// What was understood of a new note, or what a corrected one would say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parsed: Option<Parsed>,
    /// The changed fields of a correction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub delta: Vec<CorrectionDelta>,
    /// How many more times it can be refined.
    pub refinements_left: u32,
    /// Earlier rounds: which preview, and what the user wanted otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Refinement>,
}

/// One round of refinement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refinement {
    /// The preview that was refined.
    pub preview: String,
    /// What the user wanted otherwise, in their words.
    pub feedback: String,
}

/// What the user says to a preview.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "verdict")]
pub enum Decision {
    /// Write it.
    Approve {
        /// The preview meant.
        preview: String,
    },
    /// Do not write it.
    Reject {
        /// The preview meant.
        preview: String,
    },
    /// Change it in this way first.
    Refine {
        /// The preview meant.
        preview: String,
        /// What to change, in the user's words.
        feedback: String,
    },
}

impl Decision {
    /// The preview it is about.
    pub fn preview(&self) -> &str {
        match self {
            Self::Approve { preview } | Self::Reject { preview } | Self::Refine { preview, .. } => {
                preview
            }
        }
    }
}

/// What the user said. What it leaves out is asked again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply {
    /// Answers by question id.
    pub answers: BTreeMap<String, String>,
    /// Whether the user would rather not answer the open questions or make the choice.
    pub declined: bool,
    /// The entry that is meant.
    pub chosen: Option<EntryId>,
    /// What becomes of the preview.
    pub decision: Option<Decision>,
}

impl Reply {
    /// An answer to one question.
    pub fn answer(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            answers: BTreeMap::from([(id.into(), text.into())]),
            ..Self::default()
        }
    }

    /// Rather not.
    pub fn decline() -> Self {
        Self {
            declined: true,
            ..Self::default()
        }
    }

    /// A word on a preview.
    pub fn decide(decision: Decision) -> Self {
        Self {
            decision: Some(decision),
            ..Self::default()
        }
    }

    /// The entry that is meant.
    pub fn choose(entry: EntryId) -> Self {
        Self {
            chosen: Some(entry),
            ..Self::default()
        }
    }
}
