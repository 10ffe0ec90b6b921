//! Which clients each agent asks, in which order.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::Url;

use super::address::{base_of, is_loopback, shown_address};
use super::http::Endpoint;
use super::retry::RetryingClient;
use super::settings::{LlmSettings, LlmSettingsError, ProviderKind, ProviderSettings, Tier};
use super::{CompletionFuture, CompletionRequest, LlmClient, LlmError, providers};
use quilto_model::AgentName;

/// The clients of each agent: its own provider's or the default one's, then the fallback's. An
/// agent that has none is left to the built-in engine.
///
/// Making one sends nothing and opens nothing; a client connects when it is first asked.
#[derive(Clone, Default)]
pub struct ModelRoster {
    agents: BTreeMap<AgentName, Lineup>,
}

#[derive(Clone, Default)]
struct Lineup {
    clients: Vec<Arc<dyn LlmClient>>,
    assignments: Vec<Assignment>,
}

/// One model that an agent asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The provider's name in the settings.
    pub provider: String,
    /// What it speaks.
    pub kind: ProviderKind,
    /// The model's name as the provider knows it.
    pub model: String,
    /// How able it must be.
    pub tier: Tier,
    /// Where it is, without query or credentials; `None` if the settings do not say.
    pub address: Option<String>,
    /// Where prompts go.
    pub reach: PromptDestination,
    /// Why it cannot be asked, as far as that is known without asking.
    pub problem: Option<LlmError>,
}

/// Where prompts, and the notes in them, go.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PromptDestination {
    /// They stay on this machine.
    ThisMachine,
    /// They go to a host.
    Host(String),
    /// The settings do not say.
    Unknown,
}

impl ModelRoster {
    /// Reads who asks whom. `variable` gives the value of each `${NAME}` in the settings.
    ///
    /// A provider that cannot be asked as it is set up (a missing variable, no key) is no error
    /// here: its clients fail with [`LlmError::NotSetUp`], so that the next one in line is asked.
    ///
    /// # Errors
    /// Settings that contradict themselves: a provider nobody knows, a tier without a model.
    pub fn new(
        settings: &LlmSettings,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, LlmSettingsError> {
        settings.check()?;
        let mut roster = Self::default();
        if settings.offline {
            return Ok(roster);
        }
        let mut made = RosterBuilder {
            settings,
            variable,
            endpoints: BTreeMap::new(),
            clients: BTreeMap::new(),
        };
        for agent in AgentName::ALL {
            let lineup = made.lineup(agent)?;
            if !lineup.clients.is_empty() {
                roster.agents.insert(agent, lineup);
            }
        }
        Ok(roster)
    }

    /// A roster in which every agent but the retriever asks these clients, for tests.
    pub fn of_clients(clients: &[Arc<dyn LlmClient>]) -> Self {
        let agents = AgentName::ALL
            .into_iter()
            .filter(|agent| asks(*agent) && !clients.is_empty())
            .map(|agent| {
                let lineup = Lineup {
                    clients: clients.to_vec(),
                    assignments: Vec::new(),
                };
                (agent, lineup)
            })
            .collect();
        Self { agents }
    }

    /// The same with other clients for one agent; none leave it to the built-in engine.
    #[must_use]
    pub fn with_agent(mut self, agent: AgentName, clients: &[Arc<dyn LlmClient>]) -> Self {
        let lineup = Lineup {
            clients: clients.to_vec(),
            assignments: Vec::new(),
        };
        self.agents.insert(agent, lineup);
        self
    }

    /// The clients an agent asks, the first one first; none for an agent without a model.
    pub fn for_agent(&self, agent: AgentName) -> &[Arc<dyn LlmClient>] {
        self.agents
            .get(&agent)
            .map_or(&[], |lineup| lineup.clients.as_slice())
    }

    /// What stands behind those clients, in the same order; nothing for clients that did not come
    /// from settings.
    pub fn assignments(&self, agent: AgentName) -> &[Assignment] {
        self.agents
            .get(&agent)
            .map_or(&[], |lineup| lineup.assignments.as_slice())
    }

    /// Whether no agent asks a model.
    pub fn is_empty(&self) -> bool {
        self.agents.values().all(|lineup| lineup.clients.is_empty())
    }
}

/// Whether an agent may ask a model at all: the retriever carries out instructions.
fn asks(agent: AgentName) -> bool {
    agent != AgentName::Retriever
}

/// What was made so far, so that agents share it.
struct RosterBuilder<'a> {
    settings: &'a LlmSettings,
    variable: &'a dyn Fn(&str) -> Option<String>,
    endpoints: BTreeMap<String, Result<Arc<Endpoint>, LlmError>>,
    clients: BTreeMap<(String, String), Arc<dyn LlmClient>>,
}

impl RosterBuilder<'_> {
    fn lineup(&mut self, agent: AgentName) -> Result<Lineup, LlmSettingsError> {
        let mut lineup = Lineup::default();
        if !asks(agent) {
            return Ok(lineup);
        }
        let asked = self.settings.agent(agent);
        let tier = asked.tier.unwrap_or(Tier::Medium);
        let own = asked
            .provider
            .unwrap_or_else(|| self.settings.default_provider.clone());
        let fallback = self.settings.fallback().filter(|name| *name != own);
        let key = format!("agents.{agent}.provider");
        let Some(first) = self.settings.provider(&key, &own)? else {
            return Ok(lineup);
        };
        self.add(&mut lineup, tier, &own, &first)?;
        if let Some(name) = fallback
            && let Some(second) = self.settings.provider("fallback_provider", name)?
        {
            self.add(&mut lineup, tier, name, &second)?;
        }
        Ok(lineup)
    }

    fn endpoint(
        &mut self,
        name: &str,
        kind: ProviderKind,
        provider: &ProviderSettings,
    ) -> Result<Arc<Endpoint>, LlmError> {
        self.endpoints
            .entry(name.to_owned())
            .or_insert_with(|| Endpoint::open(name, kind, provider, self.variable).map(Arc::new))
            .clone()
    }

    fn add(
        &mut self,
        lineup: &mut Lineup,
        tier: Tier,
        name: &str,
        (kind, provider): &(ProviderKind, ProviderSettings),
    ) -> Result<(), LlmSettingsError> {
        let model = self.settings.model(tier, name, *kind, provider)?;
        let made = match kind {
            ProviderKind::Litellm => {
                providers::through_litellm(name, &model, provider, self.variable)
            }
            _ => self
                .endpoint(name, *kind, provider)
                .and_then(|endpoint| providers::client(*kind, endpoint, &model, provider)),
        };
        let base = base_of(
            name,
            providers::default_base(*kind, provider),
            provider,
            self.variable,
        )
        .ok();
        let reach = reach(*kind, &model, provider, base.as_ref());
        lineup.assignments.push(Assignment {
            provider: name.to_owned(),
            kind: *kind,
            model: model.clone(),
            tier,
            address: base.as_ref().map(shown_address),
            reach,
            problem: made.as_ref().err().cloned(),
        });
        let retries = self.settings.retry.llm_retry;
        let client = self
            .clients
            .entry((name.to_owned(), model.clone()))
            .or_insert_with(|| match made {
                Ok(client) => Arc::new(RetryingClient::new(client, retries)),
                Err(problem) => Arc::new(UnconfiguredClient {
                    provider: name.to_owned(),
                    model,
                    problem,
                }),
            });
        lineup.clients.push(Arc::clone(client));
        Ok(())
    }
}

/// Where the prompts for a model go.
fn reach(
    kind: ProviderKind,
    model: &str,
    provider: &ProviderSettings,
    base: Option<&Url>,
) -> PromptDestination {
    let Some(base) = base else {
        // litellm knows the way to some that it does not name
        return match &provider.litellm_provider {
            Some(inner) if provider.api_base.is_none() => PromptDestination::Host(inner.clone()),
            _ => PromptDestination::Unknown,
        };
    };
    let host = base.host_str().unwrap_or_default();
    if !is_loopback(base) {
        PromptDestination::Host(host.to_owned())
    } else if is_ollama(kind, provider) && model.ends_with("cloud") {
        // a local Ollama passes these on
        PromptDestination::Host("ollama.com".into())
    } else {
        PromptDestination::ThisMachine
    }
}

/// Whether an Ollama is asked, directly or through litellm.
fn is_ollama(kind: ProviderKind, provider: &ProviderSettings) -> bool {
    kind == ProviderKind::Ollama || provider.litellm_provider.as_deref() == Some("ollama")
}

/// Stands where a provider is not set up.
struct UnconfiguredClient {
    provider: String,
    model: String,
    problem: LlmError,
}

impl LlmClient for UnconfiguredClient {
    fn provider(&self) -> &str {
        &self.provider
    }

    fn model(&self) -> &str {
        &self.model
    }

    fn complete<'a>(&'a self, _: &'a CompletionRequest) -> CompletionFuture<'a> {
        Box::pin(std::future::ready(Err(self.problem.clone())))
    }
}

#[cfg(test)]
mod tests;
