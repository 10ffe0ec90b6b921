//! What language models cost a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AgentName;

/// What one agent asked of one model in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentUse {
    /// The agent.
    pub agent: AgentName,
    /// Provider and model (`ollama/qwen2.5:7b`).
    pub model: String,
    /// How often it was asked, repeats included.
    pub calls: u64,
    /// Tokens of the prompts.
    pub prompt_tokens: u64,
    /// Those of them that the server had cached.
    pub cached_tokens: u64,
    /// Tokens of the answers.
    pub completion_tokens: u64,
    /// Time from asking to the answer, in milliseconds; zero where nobody gave a clock.
    pub millis: u64,
}

/// An agent whose work the built-in engine had to do, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WithoutModel {
    /// The agent.
    pub agent: AgentName,
    /// Why, as an end of "answered without the model: ..." (`ollama cannot be reached`).
    pub reason: String,
    /// Whether the model did its part, and code refused what it said.
    #[serde(skip)]
    pub refused: bool,
}

impl WithoutModel {
    /// Whether it bears on the answer to a question: the parser's work is about a note, and the
    /// observer's comes after.
    pub fn is_of_answer(&self) -> bool {
        !matches!(self.agent, AgentName::Parser | AgentName::Observer)
    }
}
