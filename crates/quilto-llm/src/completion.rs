//! What is asked of a model, and what it gives back.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use quilto_model::AgentName;

/// One request for a completion, in no provider's dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct CompletionRequest {
    /// Who asks. A local server may keep a cache slot for each.
    pub agent: AgentName,
    /// Instructions that no note can write into. The part that never changes, so that a server's
    /// prefix cache can serve it.
    pub system: String,
    /// The conversation after the instructions; the changing part comes last.
    pub messages: Vec<Message>,
    /// The shape the answer must have; without one, free text.
    pub schema: Option<OutputSchema>,
    /// The most tokens the answer may have.
    pub max_tokens: u32,
    /// How freely the model may choose words: 0 is the same words each time.
    pub temperature: f32,
}

/// One turn of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Whose turn.
    pub role: Role,
    /// What was said.
    pub content: String,
}

/// Whose turn of a conversation. Instructions have a field of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The one who asks.
    User,
    /// The model.
    Assistant,
}

/// A JSON schema under a name, as providers want it.
#[derive(Clone, Debug, PartialEq)]
pub struct OutputSchema {
    /// Letters, digits and underscores.
    pub name: String,
    /// The schema. The order of `properties` is the order in which a model writes, and must reach
    /// the wire.
    pub schema: Value,
}

/// What a model gave back.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The text; JSON when a schema was given, though not checked yet.
    pub text: String,
    /// Why the model stopped.
    pub finish: Finish,
    /// What it cost.
    pub usage: Usage,
}

impl From<String> for Completion {
    /// A whole answer that cost nothing known.
    fn from(text: String) -> Self {
        Self {
            text,
            finish: Finish::Stop,
            usage: Usage::default(),
        }
    }
}

impl From<&str> for Completion {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Why a model stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It had said everything.
    Stop,
    /// It reached `max_tokens` or the end of its context; JSON is then broken.
    Length,
    /// The provider withheld the rest.
    Filtered,
    /// Another reason, in the provider's word.
    Other(String),
}

/// Tokens of one completion, or the sum of several. A provider that does not say leaves zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub prompt_tokens: u64,
    /// Those of them that the server had cached.
    pub cached_tokens: u64,
    /// Tokens of the answer.
    pub completion_tokens: u64,
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.prompt_tokens += other.prompt_tokens;
        self.cached_tokens += other.cached_tokens;
        self.completion_tokens += other.completion_tokens;
    }
}
