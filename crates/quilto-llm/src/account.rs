//! A provider as the settings name it: its key, how long it is waited for, and how its failures are
//! put into words that give no key away.

use std::time::Duration;

use super::LlmError;
use super::secret::ApiKey;
use super::settings::{ExpandError, ProviderKind, ProviderSettings, expanded};

/// The most characters of a provider's words in an error.
const EXCERPT: usize = 300;

/// A provider with its key.
pub(super) struct Account {
    provider: String,
    key: Option<ApiKey>,
    silence: Duration,
}

impl Account {
    /// Reads what the settings say.
    ///
    /// # Errors
    /// [`LlmError::NotSetUp`] when a variable or a needed key is missing.
    pub(super) fn open(
        provider: &str,
        kind: ProviderKind,
        settings: &ProviderSettings,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, LlmError> {
        let key = match &settings.api_key {
            Some(key) => {
                let key = expanded(key.expose(), variable)
                    .map_err(|error| not_set_up(provider, said_of("api_key", &error)))?;
                Some(ApiKey::new(&key))
            }
            None => None,
        };
        let key = key.filter(|key| !key.expose().is_empty());
        if kind.needs_key() && key.is_none() {
            return Err(not_set_up(provider, "its api_key is not set".into()));
        }
        Ok(Self {
            provider: provider.to_owned(),
            key,
            silence: settings
                .silence_timeout
                .unwrap_or_else(|| kind.default_silence()),
        })
    }

    /// The provider's name in the settings.
    pub(super) fn provider(&self) -> &str {
        &self.provider
    }

    /// The key, where there is one.
    pub(super) fn key(&self) -> Option<&ApiKey> {
        self.key.as_ref()
    }

    /// How long nothing may come.
    pub(super) fn silence(&self) -> Duration {
        self.silence
    }

    /// The provider refused.
    pub(super) fn refused(
        &self,
        status: u16,
        said: &str,
        retry_after: Option<Duration>,
    ) -> LlmError {
        LlmError::Status {
            provider: self.provider.clone(),
            status,
            body: self.shown(said),
            retry_after,
        }
    }

    /// The provider sent something else than it should.
    pub(super) fn unreadable(&self, reason: &str) -> LlmError {
        LlmError::Unreadable {
            provider: self.provider.clone(),
            reason: self.shown(reason),
        }
    }

    /// Nobody answered at an address.
    pub(super) fn unreachable(&self, url: String, reason: &str) -> LlmError {
        LlmError::Unreachable {
            provider: self.provider.clone(),
            url,
            reason: self.shown(reason),
        }
    }

    /// Nothing came for too long.
    pub(super) fn silent(&self) -> LlmError {
        LlmError::Silent {
            provider: self.provider.clone(),
            silence: self.silence,
        }
    }

    /// The prompt or the answer was cut.
    pub(super) fn truncated(&self, what: &'static str) -> LlmError {
        LlmError::Truncated {
            provider: self.provider.clone(),
            what,
        }
    }

    /// The answer held nothing.
    pub(super) fn empty(&self) -> LlmError {
        LlmError::Empty {
            provider: self.provider.clone(),
        }
    }

    /// The provider cannot be asked as it is set up.
    pub(super) fn not_set_up(&self, reason: &str) -> LlmError {
        not_set_up(&self.provider, self.shown(reason))
    }

    /// Foreign words, fit to be shown: without the key, in one line, not too long.
    fn shown(&self, text: &str) -> String {
        let text = match &self.key {
            Some(key) => key.hidden_in(text),
            None => text.to_owned(),
        };
        let words: Vec<&str> = text
            .split(|c: char| c.is_whitespace() || c.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        let line = words.join(" ");
        match line.char_indices().nth(EXCERPT) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

/// A provider cannot be asked as it is set up. The reason is shown as it is.
pub(super) fn not_set_up(provider: &str, reason: String) -> LlmError {
    LlmError::NotSetUp {
        provider: provider.to_owned(),
        reason,
    }
}

/// What is wrong with a variable of a setting.
pub(super) fn said_of(key: &str, error: &ExpandError) -> String {
    match error {
        ExpandError::Missing(name) => format!("the variable {name} of its {key} is not set"),
        ExpandError::Unclosed => format!("a brace in its {key} is not closed"),
    }
}
