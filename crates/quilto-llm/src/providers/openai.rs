//! OpenAI's chat completions, as OpenAI, Azure, OpenRouter, llama.cpp, vLLM and LM Studio speak
//! them.

use reqwest::Url;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::grammar_schema::grammar_schema;
use super::{Dialect, Misread, below, instructions, temperature, without_end};
use crate::address::is_loopback;
use crate::settings::{ProviderKind, ProviderSettings, StructuredOutput};
use crate::{Completion, CompletionRequest, Finish, OutputSchema, Usage};

/// The version of Azure's interface that knows schemas, if the settings name none.
const AZURE_VERSION: &str = "2024-10-21";

pub(super) struct OpenAi {
    kind: ProviderKind,
    model: String,
    structured: StructuredOutput,
    /// Whether the server is one's own, which makes a grammar of a schema.
    own: bool,
    send_temperature: bool,
}

/// Where requests go. Azure has a model, there called a deployment, in the address.
pub(super) fn url(kind: ProviderKind, base: &Url, model: &str, settings: &ProviderSettings) -> Url {
    if kind == ProviderKind::Azure {
        let mut url = without_end(base, &["/openai"]);
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty()
                .extend(["openai", "deployments", model, "chat", "completions"]);
        }
        let version = settings.api_version.as_deref().unwrap_or(AZURE_VERSION);
        url.query_pairs_mut().append_pair("api-version", version);
        return url;
    }
    let base = without_end(base, &["/chat/completions"]);
    match base.path() {
        "" | "/" => below(&base, "/v1/chat/completions"),
        _ => below(&base, "/chat/completions"),
    }
}

impl OpenAi {
    pub(super) fn new(
        kind: ProviderKind,
        base: &Url,
        model: &str,
        settings: &ProviderSettings,
    ) -> Self {
        Self {
            kind,
            own: kind == ProviderKind::OpenAiCompatible && is_loopback(base),
            model: model.to_owned(),
            structured: settings.structured_output.unwrap_or_default(),
            send_temperature: settings.send_temperature.unwrap_or(true),
        }
    }

    fn response_format(&self, schema: &OutputSchema) -> Option<Value> {
        match self.structured {
            StructuredOutput::Schema => {
                let keys = match self.own {
                    true => grammar_schema(&schema.schema),
                    false => schema.schema.clone(),
                };
                Some(json!({
                    "type": "json_schema",
                    "json_schema": {"name": schema.name, "strict": true, "schema": keys},
                }))
            }
            StructuredOutput::Json => Some(json!({"type": "json_object"})),
            StructuredOutput::Prompt => None,
        }
    }
}

impl Dialect for OpenAi {
    fn body(&self, request: &CompletionRequest) -> Value {
        let mut messages =
            vec![json!({"role": "system", "content": instructions(request, self.structured)})];
        messages.extend(request.messages.iter().map(|message| json!(message)));
        let mut body = Map::new();
        if self.kind != ProviderKind::Azure {
            body.insert("model".into(), json!(self.model));
        }
        body.insert("messages".into(), Value::Array(messages));
        if let Some(schema) = &request.schema
            && let Some(format) = self.response_format(schema)
        {
            body.insert("response_format".into(), format);
            if self.kind == ProviderKind::OpenRouter {
                // only those who heed the schema may serve it
                body.insert("provider".into(), json!({"require_parameters": true}));
            }
        }
        // OpenAI's newer models refuse the old name, other servers do not know the new one
        let limit = match self.kind {
            ProviderKind::OpenAi | ProviderKind::Azure => "max_completion_tokens",
            _ => "max_tokens",
        };
        body.insert(limit.into(), json!(request.max_tokens));
        if self.send_temperature {
            body.insert("temperature".into(), json!(temperature(request)));
        }
        Value::Object(body)
    }

    fn read(&self, answer: Value) -> Result<Completion, Misread> {
        if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
            return Err(refused(error));
        }
        let answer: Answer = serde_json::from_value(answer)?;
        let usage = answer.usage();
        let Some(choice) = answer.choices.into_iter().next() else {
            return Err(Misread::Form("it holds no choice".into()));
        };
        let finish = match choice.finish_reason.as_deref() {
            _ if choice.message.refusal.is_some() => Finish::Filtered,
            Some("stop") | None => Finish::Stop,
            Some("length") => Finish::Length,
            Some("content_filter") => Finish::Filtered,
            Some(other) => Finish::Other(other.to_owned()),
        };
        Ok(Completion {
            text: choice.message.content.unwrap_or_default(),
            finish,
            usage,
        })
    }
}

/// An error that came with a status of success, as OpenRouter sends those of others.
fn refused(error: &Value) -> Misread {
    let said = error["message"].as_str().or(error.as_str());
    let status = error["code"]
        .as_u64()
        .and_then(|code| u16::try_from(code).ok());
    Misread::Refused(
        status.unwrap_or(502),
        said.unwrap_or("an error without words").to_owned(),
    )
}

#[derive(Deserialize)]
struct Answer {
    choices: Vec<Choice>,
    usage: Option<Tokens>,
    /// llama.cpp's own figures.
    timings: Option<Timings>,
}

#[derive(Deserialize)]
struct Choice {
    message: ResponseMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ResponseMessage {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Tokens {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    prompt_tokens_details: Option<PromptTokens>,
}

#[derive(Deserialize)]
struct PromptTokens {
    cached_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Timings {
    cache_n: Option<u64>,
}

impl Answer {
    fn usage(&self) -> Usage {
        let Some(tokens) = &self.usage else {
            return Usage::default();
        };
        let said = tokens
            .prompt_tokens_details
            .as_ref()
            .and_then(|details| details.cached_tokens);
        let measured = self.timings.as_ref().and_then(|timings| timings.cache_n);
        Usage {
            prompt_tokens: tokens.prompt_tokens,
            cached_tokens: said.or(measured).unwrap_or_default(),
            completion_tokens: tokens.completion_tokens,
        }
    }
}
