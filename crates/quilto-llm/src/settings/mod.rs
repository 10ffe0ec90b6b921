//! Which model each agent asks, where, and how patiently.
//!
//! Nothing is looked up here: a key stands as `${NAME}` until its provider is used.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use quilto_model::AgentName;

mod check;
mod expand;
mod provider;

pub use check::LlmSettingsError;
pub(super) use expand::{ExpandError, expanded};
pub use provider::{ProviderKind, ProviderSettings, StructuredOutput};

/// The name of the provider that asks no model.
const BUILTIN: &str = "builtin";

/// Settings of the language models. The default asks none.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "keys such as \"default_provider: ollama\""
)]
pub struct LlmSettings {
    /// The provider that agents ask unless they name another: a key of `providers`, or `builtin`.
    pub default_provider: String,
    /// Asked when an agent's own provider gives nothing.
    pub fallback_provider: Option<String>,
    /// Whether no model is asked at all, whatever else is set.
    pub offline: bool,
    /// The providers, by names of one's own.
    #[serde(deserialize_with = "by_name")]
    pub providers: BTreeMap<String, ProviderSettings>,
    /// The models of each tier.
    pub tiers: Tiers,
    /// What each agent asks, where that differs from [`AgentSettings::of`].
    pub agents: BTreeMap<AgentName, AgentSettings>,
    /// How often things are tried again.
    pub retry: RetrySettings,
    /// What one run may cost.
    pub budgets: Budgets,
}

impl Default for LlmSettings {
    fn default() -> Self {
        Self {
            default_provider: BUILTIN.to_owned(),
            fallback_provider: None,
            offline: false,
            providers: BTreeMap::new(),
            tiers: Tiers::default(),
            agents: BTreeMap::new(),
            retry: RetrySettings::default(),
            budgets: Budgets::default(),
        }
    }
}

impl LlmSettings {
    /// What an agent asks: as set, or its default.
    pub fn agent(&self, agent: AgentName) -> AgentSettings {
        let mut settings = AgentSettings::of(agent);
        if let Some(given) = self.agents.get(&agent) {
            settings.tier = given.tier.or(settings.tier);
            settings.provider.clone_from(&given.provider);
            settings.engine = given.engine;
        }
        settings
    }

    /// Whether any agent may ask a model, as far as names tell: without making a roster.
    pub fn asks_models(&self) -> bool {
        let own = self.agents.values().filter_map(|a| a.provider.as_ref());
        let mut named = std::iter::once(&self.default_provider).chain(own);
        !self.offline && named.any(|name| name != BUILTIN)
    }

    /// The fallback provider, where one is set and may be asked.
    pub(super) fn fallback(&self) -> Option<&str> {
        let name = self.fallback_provider.as_deref()?;
        (self.retry.fallback_enabled && !name.is_empty()).then_some(name)
    }
}

/// How able a model must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Sorting and picking.
    Low,
    /// Reading and wording.
    Medium,
    /// Judging and drawing conclusions.
    High,
}

impl Tier {
    /// The name as settings write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

/// The model of each provider, for each tier.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "the tiers low, medium and high"
)]
pub struct Tiers {
    /// For [`Tier::Low`], by provider.
    #[serde(deserialize_with = "by_name")]
    pub low: BTreeMap<String, String>,
    /// For [`Tier::Medium`], by provider.
    #[serde(deserialize_with = "by_name")]
    pub medium: BTreeMap<String, String>,
    /// For [`Tier::High`], by provider.
    #[serde(deserialize_with = "by_name")]
    pub high: BTreeMap<String, String>,
}

impl Tiers {
    /// The models of a tier, by provider.
    pub fn of(&self, tier: Tier) -> &BTreeMap<String, String> {
        match tier {
            Tier::Low => &self.low,
            Tier::Medium => &self.medium,
            Tier::High => &self.high,
        }
    }
}

/// What one agent asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "keys such as \"tier: low\"")]
pub struct AgentSettings {
    /// How able its model must be.
    pub tier: Option<Tier>,
    /// The provider it asks in place of the default one; `builtin` for none.
    pub provider: Option<String>,
    /// Who does its work.
    pub engine: EngineChoice,
}

/// Who does an agent's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineChoice {
    /// The built-in engine where it is sure, else the model.
    #[default]
    Auto,
    /// The built-in engine, always.
    Builtin,
    /// The model, whenever it answers.
    Model,
}

impl AgentSettings {
    /// The default of an agent. The retriever follows instructions and asks no model.
    pub fn of(agent: AgentName) -> Self {
        let tier = match agent {
            AgentName::Router | AgentName::Retriever => Tier::Low,
            AgentName::Parser
            | AgentName::Clarifier
            | AgentName::Synthesizer
            | AgentName::Observer => Tier::Medium,
            AgentName::Planner | AgentName::Analyzer | AgentName::Evaluator => Tier::High,
        };
        Self {
            tier: Some(tier),
            provider: None,
            engine: EngineChoice::Auto,
        }
    }
}

/// How often things are tried again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "keys such as \"llm_retry: 3\""
)]
pub struct RetrySettings {
    /// How often the same provider is asked again after it failed.
    pub llm_retry: u32,
    /// How often a model is asked again for an answer that does not fit its schema.
    pub parse_retry: u32,
    /// How often a question is planned again after an analysis or an evaluation.
    pub loop_max: u32,
    /// Whether the fallback provider is asked at all.
    pub fallback_enabled: bool,
}

impl Default for RetrySettings {
    fn default() -> Self {
        Self {
            llm_retry: 3,
            parse_retry: 2,
            loop_max: 2,
            fallback_enabled: true,
        }
    }
}

/// What one run may cost; beyond it the built-in engine goes on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "keys such as \"calls: 40\"")]
pub struct Budgets {
    /// Calls of models.
    pub calls: u32,
    /// Tokens of prompts and answers together.
    pub tokens: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            calls: 40,
            tokens: 200_000,
        }
    }
}

/// A map whose keys are names of providers, which have no dot in them: settings are told apart by
/// dotted keys.
fn by_name<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    from: D,
) -> Result<BTreeMap<String, V>, D::Error> {
    let map = BTreeMap::<String, V>::deserialize(from)?;
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    match map
        .keys()
        .find(|name| name.is_empty() || !name.chars().all(fits))
    {
        Some(name) => Err(serde::de::Error::custom(format!(
            "a provider's name has letters, digits, - and _ only, not {name:?}"
        ))),
        None => Ok(map),
    }
}

#[cfg(test)]
mod tests;
