//! Settings that say what cannot be.

use quilto_model::AgentName;

use super::{BUILTIN, LlmSettings, ProviderKind, ProviderSettings, Tier};

/// What is wrong with the settings of the language models.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LlmSettingsError {
    /// A provider is named that is not set up.
    #[error("{key} names the provider {name:?}, which is not one of {}", known.join(", "))]
    UnknownProvider {
        /// Where it is named (`default_provider`).
        key: String,
        /// The name.
        name: String,
        /// What is set up.
        known: Vec<String>,
    },
    /// A provider's kind cannot be told from its name.
    #[error("the provider {name:?} needs a kind: one of {}", ProviderKind::ALL.map(ProviderKind::as_str).join(", "))]
    UnknownKind {
        /// The provider's name.
        name: String,
    },
    /// A key means nothing to the provider's kind.
    #[error("providers.{name}.{key} means nothing to a provider of the kind {}", kind.as_str())]
    ForeignKey {
        /// The provider's name.
        name: String,
        /// The key.
        key: &'static str,
        /// The provider's kind.
        kind: ProviderKind,
    },
    /// Neither the tier nor the provider names a model.
    #[error("no model is named for the provider {provider:?}: set tiers.{}.{provider} or providers.{provider}.model", tier.as_str())]
    NoModel {
        /// The provider's name.
        provider: String,
        /// The tier that was looked at.
        tier: Tier,
    },
}

impl LlmSettings {
    /// Says what is wrong in itself, without looking at the world: names that lead nowhere, keys
    /// that mean nothing to their provider.
    ///
    /// # Errors
    /// The first mistake.
    pub fn check(&self) -> Result<(), LlmSettingsError> {
        for (name, provider) in &self.providers {
            let kind = kind_of(name, provider)?;
            if let Some(key) = provider.foreign_to(kind) {
                let name = name.clone();
                return Err(LlmSettingsError::ForeignKey { name, key, kind });
            }
        }
        self.provider("default_provider", &self.default_provider)?;
        if let Some(name) = self.fallback() {
            self.provider("fallback_provider", name)?;
        }
        for (agent, settings) in &self.agents {
            if let Some(name) = &settings.provider {
                self.provider(&format!("agents.{agent}.provider"), name)?;
            }
        }
        for tier in [Tier::Low, Tier::Medium, Tier::High] {
            for name in self.tiers.of(tier).keys() {
                // a kind without settings of its own may keep its models
                if ProviderKind::named(name).is_none() {
                    self.provider(&format!("tiers.{}", tier.as_str()), name)?;
                }
            }
        }
        Ok(())
    }

    /// The kind and settings of a provider that something names; `None` for the built-in engine.
    pub(crate) fn provider(
        &self,
        key: &str,
        name: &str,
    ) -> Result<Option<(ProviderKind, ProviderSettings)>, LlmSettingsError> {
        let found = match self.providers.get(name) {
            Some(provider) => (kind_of(name, provider)?, provider.clone()),
            // a kind is a provider as it is, with its defaults
            None => match ProviderKind::named(name) {
                Some(kind) => (kind, ProviderSettings::default()),
                None => {
                    let mut known: Vec<String> = self.providers.keys().cloned().collect();
                    let kinds = ProviderKind::ALL.map(|kind| kind.as_str().to_owned());
                    known.extend(kinds);
                    known.sort();
                    known.dedup();
                    return Err(LlmSettingsError::UnknownProvider {
                        key: key.to_owned(),
                        name: name.to_owned(),
                        known,
                    });
                }
            },
        };
        Ok((found.0 != ProviderKind::Builtin && name != BUILTIN).then_some(found))
    }

    /// How many tokens a prompt of an agent may have, whoever of its providers is asked in the end.
    pub fn context_tokens(&self, agent: AgentName) -> usize {
        let own = self.agent(agent).provider;
        let first = own.as_deref().unwrap_or(&self.default_provider);
        std::iter::once(first)
            .chain(self.fallback())
            .filter_map(|name| self.provider("provider", name).ok().flatten())
            .map(|(kind, given)| given.num_ctx.unwrap_or_else(|| kind.default_context()))
            .min()
            .unwrap_or_else(|| ProviderKind::OpenAiCompatible.default_context()) as usize
    }

    /// The model of a tier at a provider. A tier's word about the provider comes first, then the
    /// provider's own, then the tier's about its kind.
    pub(crate) fn model(
        &self,
        tier: Tier,
        name: &str,
        kind: ProviderKind,
        provider: &ProviderSettings,
    ) -> Result<String, LlmSettingsError> {
        let models = self.tiers.of(tier);
        [
            models.get(name),
            provider.model.as_ref(),
            models.get(kind.as_str()),
        ]
        .into_iter()
        .flatten()
        .find(|model| !model.trim().is_empty())
        .cloned()
        .ok_or_else(|| LlmSettingsError::NoModel {
            provider: name.to_owned(),
            tier,
        })
    }
}

fn kind_of(name: &str, provider: &ProviderSettings) -> Result<ProviderKind, LlmSettingsError> {
    provider
        .kind
        .or_else(|| ProviderKind::named(name))
        .ok_or_else(|| LlmSettingsError::UnknownKind {
            name: name.to_owned(),
        })
}
