//! Further providers through litellm-rs.
//!
//! It asks over connections of its own: no proxy, no `Retry-After` for most providers, and one
//! patience for the whole answer in place of one per silence. What else differs is listed in
//! `docs/models.md`.

use std::sync::Arc;
use std::time::Duration;

use litellm_rs::config::models::provider::ProviderConfig;
use litellm_rs::core::net::{ProviderEndpointAccess, is_private_or_reserved_host};
use litellm_rs::core::providers::{
    Provider, ProviderError, create_provider, is_provider_selector_supported, registry,
};
use litellm_rs::core::types::chat::{ChatMessage, ChatRequest};
use litellm_rs::core::types::context::RequestContext;
use litellm_rs::core::types::message::MessageRole;
use litellm_rs::core::types::responses::{ChatResponse, FinishReason};
use litellm_rs::core::types::tools::{
    FunctionChoice, FunctionDefinition, ResponseFormat, Tool, ToolChoice, ToolType,
};
use reqwest::Url;
use serde_json::json;
use tokio::sync::OnceCell;

use super::{instructions, noted, whole};
use crate::account::Account;
use crate::address::shown_address;
use crate::settings::{ProviderKind, ProviderSettings, StructuredOutput};
use crate::{
    Completion, CompletionFuture, CompletionRequest, Finish, LlmClient, LlmError, OutputSchema,
    Role, Usage,
};

/// Providers to which litellm-rs sends a schema as a tool only: another field reaches six models.
const TOOL_PROVIDERS: [&str; 1] = ["anthropic"];

/// One model at one provider of litellm-rs.
struct Litellm {
    account: Account,
    inner: String,
    base: Option<Url>,
    api_version: Option<String>,
    model: String,
    structured: StructuredOutput,
    send_temperature: bool,
    /// Made when first needed: that may need a running tokio.
    provider: OnceCell<Provider>,
}

/// Where litellm-rs finds a provider by itself, as far as it says.
pub(super) fn known_address(inner: &str) -> Option<&'static str> {
    if inner == ProviderKind::Ollama.as_str() {
        return ProviderKind::Ollama.default_base();
    }
    registry::get_definition(inner).map(|definition| definition.base_url)
}

/// The client of a model.
pub(super) fn client(
    account: Account,
    inner: &str,
    base: Option<Url>,
    model: &str,
    settings: &ProviderSettings,
) -> Result<Arc<dyn LlmClient>, LlmError> {
    if !is_provider_selector_supported(inner) {
        return Err(account.not_set_up(&format!("litellm knows no provider {inner:?}")));
    }
    Ok(Arc::new(Litellm {
        account,
        inner: inner.to_owned(),
        base,
        api_version: settings.api_version.clone(),
        model: model.to_owned(),
        structured: settings.structured_output.unwrap_or_default(),
        send_temperature: settings.send_temperature.unwrap_or(true),
        provider: OnceCell::new(),
    }))
}

impl LlmClient for Litellm {
    fn provider(&self) -> &str {
        self.account.provider()
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(async move {
            let asking = tokio::time::timeout(self.account.silence(), self.ask(request));
            let result = match asking.await {
                Ok(result) => result,
                Err(_) => Err(self.account.silent()),
            };
            noted(self, request, &result);
            result
        })
    }
}

impl Litellm {
    async fn ask(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let provider = self
            .provider
            .get_or_try_init(|| create_provider(self.config()))
            .await
            // what cannot be made now cannot be made later
            .map_err(|error| self.account.not_set_up(&error.to_string()))?;
        let answer = provider
            .chat_completion(self.request(request), RequestContext::new())
            .await
            .map_err(|error| self.error(error))?;
        whole(self.read(answer)?, &self.account)
    }

    fn config(&self) -> ProviderConfig {
        ProviderConfig {
            name: self.inner.clone(),
            provider_type: self.inner.clone(),
            api_key: self
                .account
                .key()
                .map(|key| key.expose().to_owned())
                .unwrap_or_default(),
            base_url: self
                .base
                .as_ref()
                .map(|base| base.as_str().trim_end_matches('/').to_owned()),
            endpoint_access: access(self.base.as_ref()),
            api_version: self.api_version.clone(),
            // ours ends first, and its own wait for a connection must be shorter; asking again is
            // not decided here
            timeout: self.account.silence().as_secs() + 15,
            max_retries: 0,
            // without one, Ollama's are asked for first
            models: vec![self.model.clone()],
            ..ProviderConfig::default()
        }
    }

    fn request(&self, request: &CompletionRequest) -> ChatRequest {
        let mut messages = Vec::new();
        if !request.system.is_empty() {
            let system = instructions(request, self.structured);
            messages.push(message(MessageRole::System, system));
        }
        messages.extend(request.messages.iter().map(|said| {
            let role = match said.role {
                Role::User => MessageRole::User,
                Role::Assistant => MessageRole::Assistant,
            };
            message(role, said.content.clone())
        }));
        let mut asked = ChatRequest {
            model: self.model.clone(),
            messages,
            temperature: self.send_temperature.then_some(request.temperature),
            ..ChatRequest::default()
        };
        // OpenAI's newer models refuse the old name, others do not know the new one
        match self.inner.as_str() {
            "openai" | "azure" => asked.max_completion_tokens = Some(request.max_tokens),
            _ => asked.max_tokens = Some(request.max_tokens),
        }
        if let Some(schema) = &request.schema {
            self.ask_for(schema, &mut asked);
        }
        asked
    }

    /// Asks for an answer that fits a schema.
    fn ask_for(&self, schema: &OutputSchema, asked: &mut ChatRequest) {
        let format = |kind: &str| ResponseFormat {
            format_type: kind.into(),
            json_schema: None,
            response_type: None,
        };
        match self.structured {
            StructuredOutput::Schema if TOOL_PROVIDERS.contains(&self.inner.as_str()) => {
                asked.tools = Some(vec![Tool {
                    tool_type: ToolType::Function,
                    function: FunctionDefinition {
                        name: schema.name.clone(),
                        description: Some("Give the answer.".into()),
                        parameters: Some(schema.schema.clone()),
                    },
                }]);
                asked.tool_choice = Some(ToolChoice::Specific {
                    choice_type: "function".into(),
                    function: Some(FunctionChoice {
                        name: schema.name.clone(),
                    }),
                });
            }
            StructuredOutput::Schema => {
                asked.response_format = Some(ResponseFormat {
                    json_schema: Some(json!({
                        "name": schema.name, "strict": true, "schema": schema.schema,
                    })),
                    ..format("json_schema")
                });
            }
            StructuredOutput::Json => asked.response_format = Some(format("json_object")),
            StructuredOutput::Prompt => {}
        }
    }

    fn read(&self, answer: ChatResponse) -> Result<Completion, LlmError> {
        let usage = answer.usage.map_or_else(Usage::default, |usage| Usage {
            prompt_tokens: usage.prompt_tokens.into(),
            cached_tokens: usage
                .prompt_tokens_details
                .and_then(|details| details.cached_tokens.or(details.cache_read_tokens))
                .unwrap_or_default()
                .into(),
            completion_tokens: usage.completion_tokens.into(),
        });
        let Some(choice) = answer.choices.into_iter().next() else {
            return Err(self.account.unreadable("it holds no choice"));
        };
        let input = choice
            .message
            .tool_calls
            .and_then(|calls| calls.into_iter().next())
            .map(|call| call.function.arguments)
            // cut off before its first key
            .filter(|input| input != "{}");
        let said = choice.message.content.map(|content| content.to_string());
        Ok(Completion {
            text: input.or(said).unwrap_or_default(),
            finish: choice.finish_reason.map_or(Finish::Stop, finish),
            usage,
        })
    }

    /// litellm-rs's errors in our words. Which of its kinds stands for what depends on the provider
    /// behind it.
    fn error(&self, error: ProviderError) -> LlmError {
        use ProviderError as E;
        let account = &self.account;
        let refused = |status, said: &str| account.refused(status, said, None);
        match error {
            E::Authentication { message, .. } => refused(401, &message),
            E::QuotaExceeded { message, .. } => refused(402, &message),
            E::ModelNotFound { model, .. } => refused(404, &model),
            E::InvalidRequest { message, .. } => refused(400, &message),
            E::ContentFiltered { reason, .. } => refused(400, &reason),
            E::RateLimit {
                message,
                retry_after,
                ..
            } => account.refused(429, &message, retry_after.map(Duration::from_secs)),
            E::ProviderUnavailable { message, .. } => refused(503, &message),
            // a status of 408 or 504: our own patience ends before its
            E::Timeout { message, .. } => refused(504, &message),
            // an Ollama whose answer has another form
            E::ApiError {
                status: 500,
                message,
                ..
            } if message.starts_with("Failed to parse response")
                || message.starts_with("Missing message") =>
            {
                account.unreadable(&message)
            }
            E::ApiError {
                status, message, ..
            } => refused(status, &message),
            E::ContextLengthExceeded { .. } | E::TokenLimitExceeded { .. } => {
                account.truncated("prompt")
            }
            E::Network { message, .. } if is_unreached(&message) => {
                let address = self.base.as_ref().map(shown_address);
                account.unreachable(address.unwrap_or_else(|| self.inner.clone()), &message)
            }
            // it also means a body that broke off
            E::Network { message, .. } => account.unreadable(&message),
            E::Configuration { message, .. } => account.not_set_up(&message),
            E::NotSupported { feature, .. }
            | E::NotImplemented { feature, .. }
            | E::FeatureDisabled { feature, .. } => account.not_set_up(&feature),
            other => account.unreadable(&other.to_string()),
        }
    }
}

/// Whether an address may lie in one's own network. litellm-rs lets nobody there unasked.
fn access(base: Option<&Url>) -> ProviderEndpointAccess {
    let own = |base: &Url| {
        base.scheme() == "http" || base.host_str().is_some_and(is_private_or_reserved_host)
    };
    if base.is_some_and(own) {
        ProviderEndpointAccess::PrivateNetwork
    } else {
        ProviderEndpointAccess::PublicOnly
    }
}

/// Whether an error of the network came before any answer. A line that broke then looks the same as
/// nobody at the address, which is far more common.
fn is_unreached(message: &str) -> bool {
    let message = message.to_lowercase();
    ["error sending request", "connect", "dns", "resolve"]
        .iter()
        .any(|words| message.contains(words))
}

fn message(role: MessageRole, content: String) -> ChatMessage {
    ChatMessage {
        role,
        content: Some(content.into()),
        ..ChatMessage::default()
    }
}

fn finish(reason: FinishReason) -> Finish {
    match reason {
        FinishReason::Stop
        | FinishReason::StopSequence
        | FinishReason::ToolCalls
        | FinishReason::FunctionCall => Finish::Stop,
        FinishReason::Length => Finish::Length,
        FinishReason::ContentFilter | FinishReason::Refusal => Finish::Filtered,
        FinishReason::PauseTurn => Finish::Other("pause_turn".into()),
    }
}
