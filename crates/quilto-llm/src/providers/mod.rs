//! What providers speak. Each dialect says where to send, what, and how to read what comes back;
//! the rest is the same for all.

use std::sync::Arc;

use reqwest::Url;
use serde_json::Value;

use super::account::Account;
use super::address::base_of;
use super::http::Endpoint;
use super::settings::{ProviderKind, ProviderSettings, StructuredOutput};
use super::{Completion, CompletionFuture, CompletionRequest, Finish, LlmClient, LlmError};

mod anthropic;
mod grammar_schema;
#[cfg(feature = "litellm")]
mod litellm;
#[cfg(not(feature = "litellm"))]
#[path = "no_litellm.rs"]
mod litellm;
mod ollama;
mod openai;

/// A way to ask over HTTP with JSON.
trait Dialect: Send + Sync {
    /// What to send.
    fn body(&self, request: &CompletionRequest) -> Value;
    /// What came back with a status of success.
    fn read(&self, answer: Value) -> Result<Completion, Misread>;
}

/// Why an answer is no completion.
enum Misread {
    /// It has not the form it should have.
    Form(String),
    /// It is an error in spite of its status.
    Refused(u16, String),
    /// The prompt did not fit.
    PromptCut,
}

impl From<serde_json::Error> for Misread {
    fn from(error: serde_json::Error) -> Self {
        Self::Form(format!("it has another form: {error}"))
    }
}

/// One model at one provider.
struct WireClient<D> {
    endpoint: Arc<Endpoint>,
    url: Url,
    model: String,
    dialect: D,
}

/// The client of a model at a provider that was set up.
pub(super) fn client(
    kind: ProviderKind,
    endpoint: Arc<Endpoint>,
    model: &str,
    settings: &ProviderSettings,
) -> Result<Arc<dyn LlmClient>, LlmError> {
    let model = model.to_owned();
    Ok(match kind {
        // these have no endpoint
        ProviderKind::Builtin | ProviderKind::Litellm => {
            let reason = format!("a provider of the kind {} is not asked so", kind.as_str());
            return Err(endpoint.account().not_set_up(&reason));
        }
        ProviderKind::Ollama => Arc::new(WireClient {
            url: ollama::url(endpoint.base()),
            dialect: ollama::Ollama::new(&model, settings),
            endpoint,
            model,
        }),
        ProviderKind::Anthropic => Arc::new(WireClient {
            url: anthropic::url(endpoint.base()),
            dialect: anthropic::Anthropic::new(&model, settings),
            endpoint,
            model,
        }),
        ProviderKind::OpenAi
        | ProviderKind::Azure
        | ProviderKind::OpenRouter
        | ProviderKind::OpenAiCompatible => Arc::new(WireClient {
            url: openai::url(kind, endpoint.base(), &model, settings),
            dialect: openai::OpenAi::new(kind, endpoint.base(), &model, settings),
            endpoint,
            model,
        }),
    })
}

impl<D: Dialect> WireClient<D> {
    async fn ask(&self, request: &CompletionRequest) -> Result<Completion, LlmError> {
        let answer = self
            .endpoint
            .post(&self.url, &self.dialect.body(request))
            .await?;
        let account = self.endpoint.account();
        let completion = self.dialect.read(answer).map_err(|misread| match misread {
            Misread::Form(reason) => account.unreadable(&reason),
            Misread::Refused(status, said) => account.refused(status, &said, None),
            Misread::PromptCut => account.truncated("prompt"),
        })?;
        whole(completion, account)
    }
}

impl<D: Dialect> LlmClient for WireClient<D> {
    fn provider(&self) -> &str {
        self.endpoint.account().provider()
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(async move {
            let result = self.ask(request).await;
            noted(self, request, &result);
            result
        })
    }
}

/// The client of a model at a provider that litellm-rs reaches, with connections of its own.
pub(super) fn through_litellm(
    provider: &str,
    model: &str,
    settings: &ProviderSettings,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Arc<dyn LlmClient>, LlmError> {
    let kind = ProviderKind::Litellm;
    let account = Account::open(provider, kind, settings, variable)?;
    let Some(inner) = &settings.litellm_provider else {
        return Err(account.not_set_up("its litellm_provider is not set"));
    };
    // where it is may be left to litellm; what is set must be an address
    let known = default_base(kind, settings);
    let base = if settings.api_base.is_some() || known.is_some() {
        Some(base_of(provider, known, settings, variable)?)
    } else {
        None
    };
    litellm::client(account, inner, base, model, settings)
}

/// Where a provider is if its settings do not say, as far as that is known.
pub(super) fn default_base(
    kind: ProviderKind,
    settings: &ProviderSettings,
) -> Option<&'static str> {
    match kind {
        ProviderKind::Litellm => litellm::known_address(settings.litellm_provider.as_deref()?),
        _ => kind.default_base(),
    }
}

/// A completion that says something, or why it says nothing.
fn whole(completion: Completion, account: &Account) -> Result<Completion, LlmError> {
    match completion.finish {
        _ if !completion.text.trim().is_empty() => Ok(completion),
        Finish::Filtered => Ok(completion),
        Finish::Length => Err(account.truncated("answer")),
        Finish::Stop | Finish::Other(_) => Err(account.empty()),
    }
}

/// Leaves a line in the log.
fn noted(
    client: &dyn LlmClient,
    request: &CompletionRequest,
    result: &Result<Completion, LlmError>,
) {
    let (agent, provider, model) = (request.agent, client.provider(), client.model());
    match result {
        Ok(Completion { finish, usage, .. }) => {
            tracing::debug!(%agent, provider, model, ?finish, ?usage, "answered");
        }
        Err(error) => tracing::debug!(%agent, provider, model, %error, "no answer"),
    }
}

/// The instructions, with the schema in words where the server does not take it.
fn instructions(request: &CompletionRequest, structured: StructuredOutput) -> String {
    match &request.schema {
        Some(schema) if structured != StructuredOutput::Schema => format!(
            "{}\n\nAnswer with one JSON object and nothing else. It must fit this JSON schema, \
             with its keys in this order:\n{}",
            request.system, schema.schema
        ),
        _ => request.system.clone(),
    }
}

/// An address with more path behind it.
fn below(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    let whole = format!("{}{path}", base.path().trim_end_matches('/'));
    url.set_path(&whole);
    url
}

/// A base without an end that people copy along with it.
fn without_end(base: &Url, ends: &[&str]) -> Url {
    let mut url = base.clone();
    let path = base.path().trim_end_matches('/');
    let path = ends
        .iter()
        .find_map(|end| path.strip_suffix(end))
        .unwrap_or(path);
    url.set_path(path);
    url
}

/// A temperature as it was written: `f32` would show digits nobody wrote.
fn temperature(request: &CompletionRequest) -> f64 {
    (f64::from(request.temperature) * 1000.0).round() / 1000.0
}
