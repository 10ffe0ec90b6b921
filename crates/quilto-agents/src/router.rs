//! Router: what is this input, and which domains does it touch?

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use quilto_model::{Conversation, InputType};

/// What the router gets. The domains to choose from stand in the agent context.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RouterInput {
    /// The text as typed.
    pub raw_input: String,
    /// What was said just before, in a conversation.
    #[serde(default)]
    pub conversation: Conversation,
    /// What the observer has learned.
    #[serde(default)]
    pub global_context: Option<String>,
}

/// What the router decides. `log_portion` and `query_portion` are substrings of the input; the
/// router never rewords. An input that could be either is a log: a note must not be lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RouterOutput {
    /// Log, query, both or correction.
    pub input_type: InputType,
    /// The domains it touches; empty means the base domain alone.
    pub selected_domains: Vec<String>,
    /// Why those domains.
    pub domain_selection_reasoning: String,
    /// The part to log, for `both`.
    pub log_portion: Option<String>,
    /// The part that asks, for `both`.
    pub query_portion: Option<String>,
    /// What is being corrected, in the user's words, for `correction`.
    pub correction_target: Option<String>,
    /// How sure the classification is, 0 to 1.
    pub confidence: f64,
    /// Why this type.
    pub reasoning: String,
}
