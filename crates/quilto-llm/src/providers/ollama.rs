//! Ollama's own `/api/chat`. Its OpenAI-like one cannot set the size of the context, and cuts
//! prompts without a word.

use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::grammar_schema::grammar_schema;
use super::{Dialect, Misread, below, temperature, without_end};
use crate::settings::{ProviderKind, ProviderSettings};
use crate::{Completion, CompletionRequest, Finish, Usage};

pub(super) struct Ollama {
    model: String,
    num_ctx: u32,
    keep_alive: Option<String>,
    think: Option<bool>,
    send_temperature: bool,
}

/// Where requests go.
pub(super) fn url(base: &Url) -> Url {
    below(&without_end(base, &["/v1", "/api"]), "/api/chat")
}

impl Ollama {
    pub(super) fn new(model: &str, settings: &ProviderSettings) -> Self {
        Self {
            model: model.to_owned(),
            num_ctx: settings
                .num_ctx
                // Ollama's own default is too small for a history.
                .unwrap_or(ProviderKind::Ollama.default_context()),
            keep_alive: settings.keep_alive.clone(),
            think: settings.think,
            send_temperature: settings.send_temperature.unwrap_or(true),
        }
    }
}

impl Dialect for Ollama {
    fn body(&self, request: &CompletionRequest) -> Value {
        let mut messages = vec![json!({"role": "system", "content": request.system})];
        messages.extend(request.messages.iter().map(|message| json!(message)));
        let mut options = Map::new();
        options.insert("num_ctx".into(), json!(self.num_ctx));
        options.insert("num_predict".into(), json!(request.max_tokens));
        if self.send_temperature {
            options.insert("temperature".into(), json!(temperature(request)));
        }
        let mut body = Map::new();
        body.insert("model".into(), json!(self.model));
        body.insert("messages".into(), Value::Array(messages));
        if let Some(schema) = &request.schema {
            body.insert("format".into(), grammar_schema(&schema.schema));
        }
        body.insert("options".into(), Value::Object(options));
        body.insert("stream".into(), json!(false));
        // a server that knows these says so when a prompt does not fit
        body.insert("truncate".into(), json!(false));
        body.insert("shift".into(), json!(false));
        if let Some(think) = self.think {
            body.insert("think".into(), json!(think));
        }
        if let Some(keep_alive) = &self.keep_alive {
            body.insert("keep_alive".into(), json!(keep_alive));
        }
        Value::Object(body)
    }

    fn read(&self, answer: Value) -> Result<Completion, Misread> {
        if let Some(error) = answer["error"].as_str() {
            return Err(Misread::Refused(500, error.to_owned()));
        }
        let answer: Answer = serde_json::from_value(answer)?;
        let prompt_tokens = answer.prompt_eval_count.unwrap_or_default();
        // a server that cuts a prompt fills the context with it to the brim
        if prompt_tokens + 1 >= u64::from(self.num_ctx) {
            return Err(Misread::PromptCut);
        }
        Ok(Completion {
            text: answer.message.content,
            finish: match answer.done_reason.as_deref() {
                Some("stop") | None => Finish::Stop,
                Some("length") => Finish::Length,
                Some(other) => Finish::Other(other.to_owned()),
            },
            usage: Usage {
                prompt_tokens,
                cached_tokens: 0,
                completion_tokens: answer.eval_count.unwrap_or_default(),
            },
        })
    }
}

#[derive(Deserialize)]
struct Answer {
    message: ResponseMessage,
    done_reason: Option<String>,
    prompt_eval_count: Option<u64>,
    eval_count: Option<u64>,
}

#[derive(Deserialize)]
struct ResponseMessage {
    content: String,
}
