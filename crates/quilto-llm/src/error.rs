//! Why a model gave no completion, and whether asking again can help.

use std::time::Duration;

/// Why a model gave no completion. No variant ever holds a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LlmError {
    /// The settings do not let the provider be asked: a key is missing, an address is none.
    #[error("{provider} cannot be asked: {reason}")]
    NotSetUp {
        /// The provider's name in the settings.
        provider: String,
        /// What is missing.
        reason: String,
    },
    /// Nobody answered at the address.
    #[error("cannot reach {provider} at {url}: {reason}")]
    Unreachable {
        /// The provider's name in the settings.
        provider: String,
        /// The address, without query or credentials.
        url: String,
        /// What the network said.
        reason: String,
    },
    /// The provider answered with an error.
    #[error("{provider} answered {status}: {body}")]
    Status {
        /// The provider's name in the settings.
        provider: String,
        /// The HTTP status.
        status: u16,
        /// The body, or its message, shortened.
        body: String,
        /// How long the provider asks to wait before asking again.
        retry_after: Option<Duration>,
    },
    /// Nothing came for too long.
    #[error("{provider} was silent for {} s", silence.as_secs_f64())]
    Silent {
        /// The provider's name in the settings.
        provider: String,
        /// How long was waited without a byte.
        silence: Duration,
    },
    /// The answer broke off or was not in the provider's own form.
    #[error("{provider} sent an answer that cannot be read: {reason}")]
    Unreadable {
        /// The provider's name in the settings.
        provider: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The answer was read, and empty.
    #[error("{provider} sent an empty answer")]
    Empty {
        /// The provider's name in the settings.
        provider: String,
    },
    /// The prompt did not fit the model's context, or the answer was cut at its limit.
    #[error("{provider} cut the {what} short")]
    Truncated {
        /// The provider's name in the settings.
        provider: String,
        /// `prompt` or `answer`.
        what: &'static str,
    },
}

impl LlmError {
    /// Whether the same request may succeed when it is sent again.
    pub fn can_retry(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 409 | 425 | 429 | 500..=599),
            Self::Truncated { .. } | Self::NotSetUp { .. } => false,
            Self::Unreachable { .. }
            | Self::Silent { .. }
            | Self::Unreadable { .. }
            | Self::Empty { .. } => true,
        }
    }

    /// How long the provider asks to wait before the next try.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// The failure for somebody who did not set up the model: no address, no body.
    pub fn in_few_words(&self) -> String {
        match self {
            Self::Unreachable { provider, .. } => format!("{provider} cannot be reached"),
            Self::Status {
                provider, status, ..
            } => match status {
                401 | 403 => format!("{provider} refuses the key ({status})"),
                404 => format!("{provider} does not know the model or the address (404)"),
                429 => format!("{provider} has too many requests (429)"),
                status => format!("{provider} answered with an error ({status})"),
            },
            Self::Silent { provider, .. } => format!("{provider} did not answer in time"),
            Self::Unreadable { provider, .. } => format!("{provider} sent what cannot be read"),
            Self::Empty { provider } => format!("{provider} sent an empty answer"),
            Self::Truncated { provider, what } => format!("{provider} cut the {what} short"),
            Self::NotSetUp { provider, reason } => format!("{provider} cannot be asked: {reason}"),
        }
    }
}
