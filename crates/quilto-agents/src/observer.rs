//! Observer: what of this run is worth remembering?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{Entry, Fact};

use super::CorrectionDelta;

/// What set the observer off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Trigger {
    PostQuery,
    UserCorrection,
    SignificantLog,
    Periodic,
}

/// What the observer gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObserverInput {
    /// What set it off.
    pub trigger: Trigger,
    /// The question that was answered.
    pub query: Option<String>,
    /// The answer that was given.
    pub response: Option<String>,
    /// What was computed for it.
    pub facts: Vec<Fact>,
    /// What was corrected.
    pub correction: Vec<CorrectionDelta>,
    /// The entry that was logged or corrected.
    pub new_entry: Option<Entry>,
    /// The global context as it stands.
    pub current_global_context: String,
}

/// Which section of the global context an update belongs to.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum ContextCategory {
    Preference,
    Pattern,
    Fact,
    Insight,
}

/// How sure something learned is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Certainty {
    Certain,
    Likely,
    Tentative,
}

/// One thing to remember. The same key replaces what stood there before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ContextUpdate {
    /// The section.
    pub category: ContextCategory,
    /// A short name (`unit_preference`).
    pub key: String,
    /// What is remembered.
    pub value: String,
    /// Where it came from.
    pub source: String,
    /// How sure it is.
    pub confidence: Certainty,
}

/// What the observer learned; nothing new gives no updates. Conservative: what is remembered is
/// computed or stated, never guessed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ObserverOutput {
    /// What was learned, for the trace.
    pub insights_captured: Vec<String>,
    /// What to remember.
    pub updates: Vec<ContextUpdate>,
    /// Whether there is anything to write.
    pub should_update: bool,
}
