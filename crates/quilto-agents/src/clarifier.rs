//! Clarifier: words the questions that only the user can answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{ClarificationTarget, Gap, Intent, Question, RetrievalAttempt};

/// What the clarifier gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClarifierInput {
    /// The question as typed.
    pub original_query: String,
    /// What it was read as.
    #[serde(default)]
    #[schemars(skip)]
    pub intent: Intent,
    /// What is missing.
    pub gaps: Vec<Gap>,
    /// Questions the planner proposes.
    pub suggested: Vec<String>,
    /// What the answers to these change in what was asked.
    #[serde(default)]
    #[schemars(skip)]
    pub suggested_changes: Option<ClarificationTarget>,
    /// What was searched, so that nothing is asked that could be looked up.
    pub retrieval_history: Vec<RetrievalAttempt>,
    /// Questions already asked in this run.
    pub previous_clarifications: Vec<String>,
}

/// At most three short questions. Never one that was asked before, never one that the notes answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClarifierOutput {
    /// Why we ask.
    pub context_explanation: String,
    /// The questions; empty when there is nothing worth asking.
    pub questions: Vec<Question>,
    /// What we can still do if the user declines.
    pub fallback_action: String,
}
