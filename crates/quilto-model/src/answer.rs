//! What comes back to the user, and the judgements on the way there.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::EntryId;

/// How sure a finding or an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Confidence {
    High,
    Medium,
    Low,
}

/// Whether what was found is enough to answer without speculating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Sufficiency {
    Sufficient,
    Insufficient,
}

/// The judgement on a draft answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Verdict {
    Pass,
    Fail,
}

/// One thing the analysis found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// A short name that later parts of the question can refer to.
    pub name: String,
    /// The claim in words; its numbers are facts.
    pub claim: String,
    /// The entries it rests on.
    pub evidence: Vec<EntryId>,
    /// Indexes into the analysis' facts that the claim states.
    pub facts: Vec<usize>,
    /// How sure it is.
    pub confidence: Confidence,
}

/// A note that an answer points to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Citation {
    /// The entry.
    pub entry_id: EntryId,
    /// Its day.
    pub date: NaiveDate,
    /// Words of it, as typed; at most about 120 characters.
    pub quote: String,
}

/// What an answer of the user's changes in what was asked; any other says something beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClarificationTarget {
    /// What it is about.
    Subject,
    /// The days.
    Days,
}

/// A question to the user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// Its name within the run (`q1`).
    pub id: String,
    /// The question.
    pub question: String,
    /// The description of the gap it would fill.
    pub gap_addressed: String,
    /// Two or three answers to choose from, where that fits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<String>>,
    /// What the answer changes in what was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub changes: Option<ClarificationTarget>,
    /// Whether the answer is needed to go on.
    pub required: bool,
}

/// An answer on its way to the user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The words.
    pub text: String,
    /// How sure it is.
    pub confidence: Confidence,
    /// The notes it points to.
    pub citations: Vec<Citation>,
    /// What it could not answer, for a partial answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gaps: Vec<String>,
    /// Whether something the user asked stays open.
    pub is_partial: bool,
}
