//! One provider: what it speaks, where it is, and how it is asked.

use std::time::Duration;

use serde::{Deserialize, Deserializer};

use crate::{ApiBase, ApiKey};

/// What a provider speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    /// No model: the built-in engine.
    Builtin,
    /// Ollama's own `/api/chat`.
    Ollama,
    /// OpenAI's chat completions.
    #[serde(rename = "openai")]
    OpenAi,
    /// OpenAI's models as deployments on Azure.
    Azure,
    /// OpenRouter, which passes requests on to many providers.
    #[serde(rename = "openrouter")]
    OpenRouter,
    /// Any server that speaks OpenAI's chat completions: llama.cpp, vLLM, LM Studio.
    #[serde(rename = "openai_compatible")]
    OpenAiCompatible,
    /// Anthropic's messages.
    Anthropic,
    /// Further providers through litellm-rs, where it is built in.
    Litellm,
}

impl ProviderKind {
    /// All kinds, in the order of the documentation.
    pub const ALL: [Self; 8] = [
        Self::Builtin,
        Self::Ollama,
        Self::OpenAi,
        Self::Azure,
        Self::OpenRouter,
        Self::OpenAiCompatible,
        Self::Anthropic,
        Self::Litellm,
    ];

    /// The name as settings write it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Ollama => "ollama",
            Self::OpenAi => "openai",
            Self::Azure => "azure",
            Self::OpenRouter => "openrouter",
            Self::OpenAiCompatible => "openai_compatible",
            Self::Anthropic => "anthropic",
            Self::Litellm => "litellm",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Where it is, if the settings do not say.
    pub(crate) fn default_base(self) -> Option<&'static str> {
        match self {
            Self::Ollama => Some("http://localhost:11434"),
            Self::OpenAi => Some("https://api.openai.com/v1"),
            Self::OpenRouter => Some("https://openrouter.ai/api/v1"),
            Self::OpenAiCompatible => Some("http://localhost:8080/v1"),
            Self::Anthropic => Some("https://api.anthropic.com"),
            Self::Builtin | Self::Azure | Self::Litellm => None,
        }
    }

    /// How long it may be silent. An answer comes whole, so this is also how long a model may think;
    /// one's own machine thinks slowly.
    pub(crate) fn default_silence(self) -> Duration {
        match self {
            Self::Ollama | Self::OpenAiCompatible => Duration::from_secs(600),
            _ => Duration::from_secs(120),
        }
    }

    /// Tokens of a model's context, if the settings do not say: what a server at home usually has
    /// room for, else what every model of the kind has, with room to spare.
    pub(crate) fn default_context(self) -> u32 {
        match self {
            Self::Ollama | Self::OpenAiCompatible => 8_192,
            _ => 32_000,
        }
    }

    /// Whether nobody is served without a key.
    pub(crate) fn needs_key(self) -> bool {
        matches!(
            self,
            Self::OpenAi | Self::Azure | Self::OpenRouter | Self::Anthropic
        )
    }
}

/// How an answer is held to its schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StructuredOutput {
    /// The server is given the schema and writes nothing else.
    #[default]
    Schema,
    /// The server promises JSON; the model is told the schema.
    Json,
    /// The server promises nothing; the model is told the schema.
    Prompt,
}

/// How to reach a provider. What is left out has a default by its kind.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(
    deny_unknown_fields,
    default,
    expecting = "keys such as \"api_base: http://localhost:11434\""
)]
pub struct ProviderSettings {
    /// What it speaks; without it, its name says so.
    pub kind: Option<ProviderKind>,
    /// Where it is.
    pub api_base: Option<ApiBase>,
    /// The key, or `${NAME}` for the variable that holds it.
    pub api_key: Option<ApiKey>,
    /// The version of the interface (Azure: the day; Anthropic: the header).
    pub api_version: Option<String>,
    /// The model where a tier names none for this provider.
    pub model: Option<String>,
    /// How long to wait for a connection, in seconds.
    #[serde(deserialize_with = "seconds")]
    pub connect_timeout: Option<Duration>,
    /// How long to wait without a byte, in seconds.
    #[serde(deserialize_with = "seconds")]
    pub silence_timeout: Option<Duration>,
    /// How answers are held to their schema (OpenAI family, litellm).
    pub structured_output: Option<StructuredOutput>,
    /// Whether `temperature` is sent; some models refuse it.
    pub send_temperature: Option<bool>,
    /// Tokens of the model's context. Ollama is told to make room for as many; no provider is sent
    /// more.
    pub num_ctx: Option<u32>,
    /// How long the model stays in memory after an answer (Ollama: `30m`).
    pub keep_alive: Option<String>,
    /// Whether a model that can think aloud first does so (Ollama).
    pub think: Option<bool>,
    /// The provider that litellm-rs asks (`groq`, `mistral`).
    pub litellm_provider: Option<String>,
}

impl ProviderSettings {
    /// Its keys.
    pub const KEYS: [&str; 13] = [
        "kind",
        "api_base",
        "api_key",
        "api_version",
        "model",
        "connect_timeout",
        "silence_timeout",
        "structured_output",
        "send_temperature",
        "num_ctx",
        "keep_alive",
        "think",
        "litellm_provider",
    ];

    /// What is set and means nothing to a kind.
    pub(crate) fn foreign_to(&self, kind: ProviderKind) -> Option<&'static str> {
        use ProviderKind::{Anthropic, Azure, Builtin, Litellm, Ollama};
        let openai_family = !matches!(kind, Builtin | Ollama | Anthropic | Litellm);
        let model = kind != Builtin;
        [
            ("api_base", self.api_base.is_some(), model),
            ("api_key", self.api_key.is_some(), model),
            (
                "api_version",
                self.api_version.is_some(),
                matches!(kind, Azure | Anthropic | Litellm),
            ),
            ("model", self.model.is_some(), model),
            (
                "connect_timeout",
                self.connect_timeout.is_some(),
                model && kind != Litellm,
            ),
            ("silence_timeout", self.silence_timeout.is_some(), model),
            (
                "structured_output",
                self.structured_output.is_some(),
                openai_family || kind == Litellm,
            ),
            ("send_temperature", self.send_temperature.is_some(), model),
            ("num_ctx", self.num_ctx.is_some(), model),
            ("keep_alive", self.keep_alive.is_some(), kind == Ollama),
            ("think", self.think.is_some(), kind == Ollama),
            (
                "litellm_provider",
                self.litellm_provider.is_some(),
                kind == Litellm,
            ),
        ]
        .into_iter()
        .find_map(|(key, set, known)| (set && !known).then_some(key))
    }
}

/// Seconds, with fractions; more than none and less than a day.
fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let Some(seconds) = Option::<f64>::deserialize(from)? else {
        return Ok(None);
    };
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Some(Duration::from_secs_f64(seconds)))
    } else {
        Err(serde::de::Error::custom(
            "a time to wait is a number of seconds between 0 and 86400",
        ))
    }
}
