//! Language models: the port an engine calls, and what stands behind it.
//!
//! [`LlmClient`] is one provider with one model. Which agent asks which client, and which one is
//! asked when that fails, is decided by the settings.

mod account;
mod address;
mod completion;
mod error;
mod http;
mod providers;
mod retry;
mod retry_after;
mod roster;
mod scripted;
mod secret;
mod settings;

pub use completion::{Completion, CompletionRequest, Finish, Message, OutputSchema, Role, Usage};
pub use error::LlmError;
pub use retry::RetryingClient;
pub use roster::{Assignment, ModelRoster, PromptDestination};
pub use scripted::ScriptedClient;
pub use secret::{ApiBase, ApiKey};
pub use settings::{
    AgentSettings, Budgets, EngineChoice, LlmSettings, LlmSettingsError, ProviderKind,
    ProviderSettings, RetrySettings, StructuredOutput, Tier, Tiers,
};

use std::future::Future;
use std::pin::Pin;

/// A completion on its way.
pub type CompletionFuture<'a> =
    Pin<Box<dyn Future<Output = Result<Completion, LlmError>> + Send + 'a>>;

/// One provider with one model. Shared by all agents of a process that use the same model.
///
/// A client makes one attempt. Asking again, and asking another client, is its caller's decision,
/// which [`LlmError::can_retry`] and [`LlmError::retry_after`] inform.
///
/// A model of one's own, which always says the same:
///
/// ```
/// use std::sync::Arc;
///
/// use quilto_llm::{
///     CompletionFuture, Completion, CompletionRequest, Finish, LlmClient, ModelRoster, Usage,
/// };
/// use quilto_model::AgentName;
///
/// struct Parrot;
///
/// impl LlmClient for Parrot {
///     fn provider(&self) -> &str {
///         "cage"
///     }
///     fn model(&self) -> &str {
///         "parrot"
///     }
///     fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
///         Box::pin(async move {
///             let heard = request.messages.last().map_or("", |message| &message.content);
///             Ok(Completion { text: heard.to_owned(), finish: Finish::Stop, usage: Usage::default() })
///         })
///     }
/// }
///
/// let roster = ModelRoster::of_clients(&[Arc::new(Parrot)]);
/// assert_eq!(roster.for_agent(AgentName::Synthesizer)[0].model(), "parrot");
/// // Finding entries and computing is never a model's.
/// assert!(roster.for_agent(AgentName::Retriever).is_empty());
/// ```
pub trait LlmClient: Send + Sync {
    /// The provider's name in the settings (`ollama`).
    fn provider(&self) -> &str;
    /// The model's name as the provider knows it.
    fn model(&self) -> &str;
    /// Asks for one completion.
    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a>;
}
