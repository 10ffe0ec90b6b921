//! A client that answers what it was told to, for tests of whatever asks models.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Completion, CompletionFuture, CompletionRequest, LlmClient, LlmError};
use quilto_model::AgentName;

type Answer = Result<Completion, LlmError>;
type Otherwise = Box<dyn FnMut(&CompletionRequest) -> Answer + Send>;

/// A client without a model: answers are queued per agent, or worked out by a function, and
/// requests are kept.
///
/// ```
/// use quilto_llm::{LlmError, ScriptedClient};
/// use quilto_model::AgentName;
///
/// let silent = LlmError::Empty { provider: "scripted".into() };
/// let client = ScriptedClient::new()
///     .then(AgentName::Router, r#"{"input_type": "LOG"}"#)
///     .then_fails(AgentName::Router, silent)
///     .otherwise(|request| Ok(format!("asked by {}", request.agent).into()));
/// ```
pub struct ScriptedClient {
    provider: String,
    model: String,
    state: Mutex<State>,
}

struct State {
    queues: BTreeMap<AgentName, VecDeque<Answer>>,
    otherwise: Otherwise,
    requests: Vec<CompletionRequest>,
}

impl Default for ScriptedClient {
    fn default() -> Self {
        Self::new()
    }
}

impl ScriptedClient {
    /// A client that cannot be reached, until it is told what to say.
    pub fn new() -> Self {
        let otherwise = Box::new(|request: &CompletionRequest| {
            Err(LlmError::Unreachable {
                provider: "scripted".into(),
                url: "nowhere".into(),
                reason: format!("nothing is left to say to {}", request.agent),
            })
        });
        Self {
            provider: "scripted".into(),
            model: "script".into(),
            state: Mutex::new(State {
                queues: BTreeMap::new(),
                otherwise,
                requests: Vec::new(),
            }),
        }
    }

    /// The same under other names.
    #[must_use]
    pub fn named(mut self, provider: &str, model: &str) -> Self {
        self.provider = provider.into();
        self.model = model.into();
        self
    }

    /// Says this to the agent, after what was queued for it before.
    #[must_use]
    pub fn then(self, agent: AgentName, completion: impl Into<Completion>) -> Self {
        self.queue(agent, Ok(completion.into()))
    }

    /// Fails like this, after what was queued for the agent before.
    #[must_use]
    pub fn then_fails(self, agent: AgentName, error: LlmError) -> Self {
        self.queue(agent, Err(error))
    }

    /// What to do when nothing is queued for the agent that asks.
    #[must_use]
    pub fn otherwise(
        self,
        answer: impl FnMut(&CompletionRequest) -> Answer + Send + 'static,
    ) -> Self {
        self.state().otherwise = Box::new(answer);
        self
    }

    /// All that was asked so far.
    pub fn requests(&self) -> Vec<CompletionRequest> {
        self.state().requests.clone()
    }

    fn queue(self, agent: AgentName, answer: Answer) -> Self {
        self.state()
            .queues
            .entry(agent)
            .or_default()
            .push_back(answer);
        self
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LlmClient for ScriptedClient {
    fn provider(&self) -> &str {
        &self.provider
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn complete<'a>(&'a self, request: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(async move {
            let mut state = self.state();
            state.requests.push(request.clone());
            let queued = state
                .queues
                .get_mut(&request.agent)
                .and_then(VecDeque::pop_front);
            match queued {
                Some(answer) => answer,
                None => (state.otherwise)(request),
            }
        })
    }
}
