//! Anthropic's `/v1/messages`. A schema is the input of a tool that the model must use: that works
//! with every model, old or new.

use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Dialect, Misread, below, temperature, without_end};
use crate::settings::ProviderSettings;
use crate::{Completion, CompletionRequest, Finish, Usage};

pub(super) struct Anthropic {
    model: String,
    send_temperature: bool,
}

/// Where requests go.
pub(super) fn url(base: &Url) -> Url {
    below(&without_end(base, &["/v1/messages", "/v1"]), "/v1/messages")
}

impl Anthropic {
    pub(super) fn new(model: &str, settings: &ProviderSettings) -> Self {
        Self {
            model: model.to_owned(),
            send_temperature: settings.send_temperature.unwrap_or(true),
        }
    }
}

impl Dialect for Anthropic {
    fn body(&self, request: &CompletionRequest) -> Value {
        let mut body = Map::new();
        body.insert("model".into(), json!(self.model));
        body.insert("max_tokens".into(), json!(request.max_tokens));
        if self.send_temperature {
            body.insert("temperature".into(), json!(temperature(request)));
        }
        if !request.system.is_empty() {
            // the instructions are the same each time: a later call finds them cached
            body.insert(
                "system".into(),
                json!([{
                    "type": "text",
                    "text": request.system,
                    "cache_control": {"type": "ephemeral"},
                }]),
            );
        }
        body.insert("messages".into(), json!(request.messages));
        if let Some(schema) = &request.schema {
            body.insert(
                "tools".into(),
                json!([{
                    "name": schema.name,
                    "description": "Give the answer.",
                    "input_schema": schema.schema,
                }]),
            );
            body.insert(
                "tool_choice".into(),
                json!({
                    "type": "tool",
                    "name": schema.name,
                    "disable_parallel_tool_use": true,
                }),
            );
        }
        Value::Object(body)
    }

    fn read(&self, answer: Value) -> Result<Completion, Misread> {
        let answer: Answer = serde_json::from_value(answer)?;
        let input = answer
            .content
            .iter()
            .find_map(|block| block.input.as_ref())
            // cut off before its first key
            .filter(|input| input.as_object().is_none_or(|object| !object.is_empty()));
        let text = match input {
            Some(input) => input.to_string(),
            None => answer
                .content
                .iter()
                .filter_map(|block| block.text.as_deref())
                .collect(),
        };
        let usage = &answer.usage;
        Ok(Completion {
            text,
            finish: match answer.stop_reason.as_deref() {
                Some("end_turn" | "tool_use" | "stop_sequence") | None => Finish::Stop,
                Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
                Some("refusal") => Finish::Filtered,
                Some(other) => Finish::Other(other.to_owned()),
            },
            usage: Usage {
                prompt_tokens: usage.input_tokens
                    + usage.cache_creation_input_tokens.unwrap_or_default()
                    + usage.cache_read_input_tokens.unwrap_or_default(),
                cached_tokens: usage.cache_read_input_tokens.unwrap_or_default(),
                completion_tokens: usage.output_tokens,
            },
        })
    }
}

#[derive(Deserialize)]
struct Answer {
    content: Vec<Block>,
    stop_reason: Option<String>,
    #[serde(default)]
    usage: Tokens,
}

/// A part of the answer: text, or the input of the tool.
#[derive(Deserialize)]
struct Block {
    text: Option<String>,
    input: Option<Value>,
}

#[derive(Default, Deserialize)]
struct Tokens {
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    output_tokens: u64,
    cache_creation_input_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
}
