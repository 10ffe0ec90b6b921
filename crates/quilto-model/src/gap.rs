//! What is missing for a full answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a missing piece of information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum GapType {
    Temporal,
    Topical,
    Contextual,
    Subjective,
    Clarification,
}

impl GapType {
    /// Whether only the user can fill it: no search of the notes will.
    pub fn only_user_knows(self) -> bool {
        matches!(self, Self::Subjective | Self::Clarification)
    }
}

/// How much a gap hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Severity {
    Critical,
    NiceToHave,
}

/// What only the user can tell, of what code asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// What they are aiming for.
    Goal,
    /// What lies behind something.
    Cause,
    /// Which other days they mean.
    Days,
}

/// An identified gap in the available information.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Gap {
    /// What is missing, in words for the user.
    pub description: String,
    /// Its kind.
    pub gap_type: GapType,
    /// Whether it blocks the answer.
    pub severity: Severity,
    /// Whether the notes were searched for it.
    #[serde(default)]
    pub searched: bool,
    /// Whether that search found something.
    #[serde(default)]
    pub found: bool,
    /// Whether judging it needs a domain that is not loaded.
    #[serde(default)]
    pub outside_current_expertise: bool,
    /// The domain that may help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspected_domain: Option<String>,
    /// What the user is to tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub missing: Option<Missing>,
}

/// What has been tried for a gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GapStatus {
    /// The gap's description.
    pub gap: String,
    /// Whether it was searched for.
    pub searched: bool,
    /// Whether it was found.
    pub found: bool,
}

/// Feedback of a failed evaluation, to guide the next attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvaluationFeedback {
    /// What is wrong.
    pub issue: String,
    /// What would mend it.
    pub suggestion: String,
    /// The words of the draft it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub affected_claim: Option<String>,
}
