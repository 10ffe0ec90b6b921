//! What providers speak. Each dialect says where to send, what, and how to read what comes back;
//! the rest is the same for all.

use std::sync::Arc;

use reqwest::Url;
use serde_json::Value;

use super::http::Endpoint;
use super::settings::{ProviderKind, ProviderSettings};
use super::{Completing, Completion, CompletionRequest, Finish, LlmClient, LlmError};

mod anthropic;
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
        ProviderKind::Builtin | ProviderKind::Litellm => {
            return Err(LlmError::NotSetUp {
                provider: endpoint.provider().to_owned(),
                reason: format!("there is no {} in this program", kind.as_str()),
            });
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
            dialect: openai::OpenAi::new(kind, &model, settings),
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
        let provider = || self.endpoint.provider().to_owned();
        let completion = self.dialect.read(answer).map_err(|misread| match misread {
            Misread::Form(reason) => self.endpoint.unreadable(&reason),
            Misread::Refused(status, said) => self.endpoint.refused(status, &said, None),
            Misread::PromptCut => LlmError::Truncated {
                provider: provider(),
                what: "prompt",
            },
        })?;
        match completion.finish {
            _ if !completion.text.trim().is_empty() => Ok(completion),
            Finish::Filtered => Ok(completion),
            Finish::Length => Err(LlmError::Truncated {
                provider: provider(),
                what: "answer",
            }),
            Finish::Stop | Finish::Other(_) => Err(LlmError::Empty {
                provider: provider(),
            }),
        }
    }
}

impl<D: Dialect> LlmClient for WireClient<D> {
    fn provider(&self) -> &str {
        self.endpoint.provider()
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> Completing<'a> {
        Box::pin(async move {
            let result = self.ask(request).await;
            let (provider, model) = (self.provider(), self.model());
            match &result {
                Ok(Completion { finish, usage, .. }) => {
                    tracing::debug!(agent = %request.agent, provider, model, ?finish, ?usage, "answered");
                }
                Err(error) => {
                    tracing::debug!(agent = %request.agent, provider, model, %error, "no answer");
                }
            }
            result
        })
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
