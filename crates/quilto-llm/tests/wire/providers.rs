//! The providers under test, and what each says in its own form.

use std::sync::Arc;

use quilto_llm::{
    Completion, CompletionRequest, LlmClient, LlmError, LlmSettings, Message, ModelRoster,
    OutputSchema, Role,
};
use quilto_model::AgentName;
use serde_json::{Value, json};

/// The key all of them are given.
pub const KEY: &str = "sk-granite-0123456789";

/// A provider by its kind, and how it speaks.
pub struct Provider {
    pub kind: &'static str,
    model: &'static str,
    /// The provider behind it, for litellm.
    pub inner: &'static str,
    dialect: Dialect,
}

#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    OpenAi,
    Ollama,
    Anthropic,
}

pub static PROVIDERS: [Provider; 6] = [
    Provider::new("openai", Dialect::OpenAi),
    Provider::new("azure", Dialect::OpenAi),
    Provider::new("openrouter", Dialect::OpenAi),
    Provider::new("openai_compatible", Dialect::OpenAi),
    Provider::new("ollama", Dialect::Ollama),
    Provider::new("anthropic", Dialect::Anthropic),
];

/// Providers that litellm-rs asks, one of each way it speaks. None without the feature.
pub static THROUGH_LITELLM: &[Provider] = if cfg!(feature = "litellm") {
    &[
        Provider::through_litellm("openai_compatible", "pebble", Dialect::OpenAi),
        Provider::through_litellm("ollama", "pebble", Dialect::Ollama),
        Provider::through_litellm("anthropic", "claude-haiku-4-5", Dialect::Anthropic),
    ]
} else {
    &[]
};

/// All of them.
pub fn every() -> impl Iterator<Item = &'static Provider> {
    PROVIDERS.iter().chain(THROUGH_LITELLM)
}

impl Provider {
    const fn new(kind: &'static str, dialect: Dialect) -> Self {
        Self {
            kind,
            model: "pebble",
            inner: "",
            dialect,
        }
    }

    const fn through_litellm(inner: &'static str, model: &'static str, dialect: Dialect) -> Self {
        Self {
            kind: "litellm",
            model,
            inner,
            dialect,
        }
    }

    /// A whole answer with this text.
    pub fn says(&self, text: &str) -> String {
        self.ends(text, "stop")
    }

    /// An answer that was cut at its limit.
    pub fn is_cut(&self, text: &str) -> String {
        self.ends(text, "length")
    }

    fn ends(&self, text: &str, reason: &str) -> String {
        let answer = match self.dialect {
            Dialect::OpenAi => json!({
                "id": "1", "object": "chat.completion", "created": 1, "model": "pebble",
                "choices": [{
                    "index": 0, "finish_reason": reason,
                    "message": {"role": "assistant", "content": text},
                }],
                "usage": {
                    "prompt_tokens": 120, "completion_tokens": 8, "total_tokens": 128,
                    "prompt_tokens_details": {"cached_tokens": 100},
                },
            }),
            Dialect::Ollama => json!({
                "model": "pebble", "message": {"role": "assistant", "content": text},
                "done": true, "done_reason": reason,
                "prompt_eval_count": 120, "eval_count": 8,
            }),
            Dialect::Anthropic => {
                let content = match serde_json::from_str::<Value>(text) {
                    Ok(input) => json!([{
                        "type": "tool_use", "id": "1", "name": "rocks", "input": input,
                    }]),
                    Err(_) if text.is_empty() => json!([]),
                    Err(_) => json!([{"type": "text", "text": text}]),
                };
                let reason = if reason == "length" {
                    "max_tokens"
                } else {
                    "tool_use"
                };
                json!({
                    "id": "1", "type": "message", "role": "assistant", "model": "pebble",
                    "content": content, "stop_reason": reason,
                    "usage": {
                        "input_tokens": 15, "cache_creation_input_tokens": 5,
                        "cache_read_input_tokens": 100, "output_tokens": 8,
                    },
                })
            }
        };
        answer.to_string()
    }

    /// Tokens it says were cached.
    pub fn cached(&self) -> u64 {
        if self.dialect == Dialect::Ollama {
            0
        } else {
            100
        }
    }

    /// An error in its own form.
    pub fn error(&self, message: &str) -> String {
        match self.dialect {
            Dialect::Ollama => json!({"error": message}),
            Dialect::OpenAi => {
                json!({"error": {"message": message, "type": "error", "code": null}})
            }
            Dialect::Anthropic => {
                json!({"type": "error", "error": {"type": "some_error", "message": message}})
            }
        }
        .to_string()
    }

    /// Valid JSON that is none of its answers.
    pub fn wrong_form(&self) -> String {
        json!({"choices": "none", "message": 7, "content": {"stone": 1}}).to_string()
    }

    /// A client of it at an address, with settings of its own beside.
    pub fn client_with(&self, address: &str, more: &str) -> Arc<dyn LlmClient> {
        self.client_of(self.model, address, more)
    }

    /// The same with a model of one's choice.
    pub fn client_of(&self, model: &str, address: &str, more: &str) -> Arc<dyn LlmClient> {
        let kind = self.kind;
        let behind = match self.inner {
            "" => String::new(),
            inner => format!("litellm_provider: {inner},"),
        };
        let settings: LlmSettings = serde_yaml::from_str(&format!(
            "
            default_provider: {kind}
            retry: {{llm_retry: 0}}
            providers:
              {kind}: {{api_base: '{address}', api_key: '${{STONE_KEY}}', model: {model}, {behind} {more}}}
            "
        ))
        .unwrap();
        let key = |name: &str| (name == "STONE_KEY").then(|| KEY.to_owned());
        let roster = ModelRoster::new(&settings, &key).unwrap();
        Arc::clone(&roster.for_agent(AgentName::Parser)[0])
    }

    /// Asks it at an address.
    pub fn ask(&self, address: &str) -> Result<Completion, LlmError> {
        ask(&*self.client_with(address, ""), &request())
    }
}

pub fn ask(client: &dyn LlmClient, request: &CompletionRequest) -> Result<Completion, LlmError> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(client.complete(request))
}

/// A request with a schema whose keys are in no alphabetical order.
pub fn request() -> CompletionRequest {
    CompletionRequest {
        agent: AgentName::Parser,
        system: "Read the note.".into(),
        messages: vec![Message {
            role: Role::User,
            content: "granite polished 20 min, 돌".into(),
        }],
        schema: Some(OutputSchema {
            name: "rocks".into(),
            schema: json!({
                "type": "object",
                "properties": {"rock": {"type": "string"}, "minutes": {"type": "integer"}, "all": {"type": "boolean"}},
                "required": ["rock", "minutes", "all"],
                "additionalProperties": false,
            }),
        }),
        max_tokens: 300,
        temperature: 0.2,
    }
}

pub const ANSWER: &str = r#"{"rock":"granite","minutes":20,"all":true}"#;
