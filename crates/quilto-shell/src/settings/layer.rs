//! One layer of settings, strict: an unknown key or a value of the wrong kind is refused with its
//! place.

use std::path::{Path, PathBuf};

use chrono::NaiveTime;
use quilto::agents::ResponseStyle;
use quilto::domain::too_deep;
use quilto::llm::LlmSettings;
use quilto::machine::ApprovalPolicy;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// Why settings could not be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A value or key is wrong.
    #[error("{place}: {reason}")]
    Invalid {
        /// File, line and column, or the variable or flag.
        place: String,
        /// What is wrong.
        reason: String,
        /// The known key that is closest to an unknown one.
        nearest: Option<String>,
    },
    /// The settings file cannot be read.
    #[error("cannot read the settings file {path}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The settings file cannot be written.
    #[error("cannot write the settings file {path}")]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// The settings file is written in a way that one value cannot be changed alone.
    #[error("{path} is written so that {key} cannot be changed in it; nothing was written")]
    ByHand {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// There is no folder to keep notes in.
    #[error("there is no home directory to keep notes in")]
    NoHome,
}

/// What one layer says; what it leaves out is `None`.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Layer {
    #[serde(default)]
    home: Option<PathBuf>,
    #[serde(default)]
    store: Option<String>,
    #[serde(default)]
    user: Option<String>,
    #[serde(default)]
    units: Option<Units>,
    #[serde(default, deserialize_with = "valid_time")]
    day_ends: Option<String>,
    #[serde(default)]
    response_style: Option<ResponseStyle>,
    #[serde(default)]
    approval: Option<ApprovalPolicy>,
    #[serde(default)]
    max_global_context_tokens: Option<usize>,
    #[serde(default)]
    sessions_days: Option<u32>,
    #[serde(default)]
    lock_patience: Option<u64>,
    #[serde(default)]
    index: Option<bool>,
    #[serde(default)]
    limits: Option<Limits>,
    /// Read for its mistakes only; the values are in `models`.
    #[serde(default, skip_serializing)]
    llm: Option<LlmSettings>,
    /// What stands below `llm`, as written: names of providers are the user's own.
    #[serde(skip)]
    models: Value,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "keys such as \"mass: kg\"")]
struct Units {
    mass: Option<Mass>,
    distance: Option<Distance>,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Mass {
    Kg,
    #[serde(alias = "lbs")]
    Lb,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Distance {
    Km,
    Mi,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "keys such as \"max_retries: 2\"")]
struct Limits {
    max_retries: Option<u32>,
    max_replans: Option<u32>,
    max_clarifications: Option<u32>,
    max_refinements: Option<u32>,
    max_entries: Option<u32>,
}

impl Layer {
    /// Reads a settings file. An empty one is a layer that says nothing.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, SettingsError> {
        let text = text.trim_start_matches('\u{feff}');
        let refused = |error: serde_yaml::Error| {
            let place = match error.location() {
                Some(at) => format!("{}:{}:{}", path.display(), at.line(), at.column()),
                None => path.display().to_string(),
            };
            invalid(place, &error)
        };
        if let Some((line, column)) = too_deep(text) {
            let place = format!("{}:{line}:{column}", path.display());
            return Err(invalid(place, &"it is nested too deep"));
        }
        let layer = serde_yaml::from_str::<Option<Self>>(text).map_err(refused)?;
        let mut layer = layer.unwrap_or_default();
        if layer.llm.is_some() {
            let mut tree: Value = serde_yaml::from_str(text).map_err(refused)?;
            layer.models = tree["llm"].take();
        }
        Ok(layer)
    }

    /// The layer of the embedded defaults, which are JSON already.
    pub(super) fn embedded(json: &str) -> Result<Self, SettingsError> {
        let refused = |error: serde_json::Error| invalid("the defaults".into(), &error);
        let mut tree: Value = serde_json::from_str(json).map_err(refused)?;
        let mut layer: Self = serde_json::from_value(tree.clone()).map_err(refused)?;
        layer.models = tree["llm"].take();
        Ok(layer)
    }

    /// The layer of one value that came as text, from a variable or a flag.
    pub(super) fn single(key: &str, value: &str, place: &str) -> Result<Self, SettingsError> {
        let leaf = match key {
            // a path, a name or a time is text, whatever it looks like
            "home" | "store" | "user" | "day_ends" => Value::String(value.to_owned()),
            _ => serde_yaml::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned())),
        };
        let layer = |leaf: Value| {
            let mut tree = tree_of(key, leaf);
            serde_json::from_value::<Self>(tree.clone()).map(|layer| Self {
                models: tree["llm"].take(),
                ..layer
            })
        };
        layer(leaf)
            // a name or a key may look like a number
            .or_else(|error| layer(Value::String(value.to_owned())).map_err(|_| error))
            .map_err(|error| invalid(place.to_owned(), &error))
    }

    /// Takes a relative home as beside the file that names it, and `~` as the user's home.
    pub(super) fn with_home_beside(mut self, file: &Path) -> Self {
        self.home = self.home.map(|home| {
            if let (Ok(rest), Ok(user)) = (home.strip_prefix("~"), etcetera::home_dir()) {
                return user.join(rest);
            }
            match file.parent() {
                Some(dir) => dir.join(home),
                None => home,
            }
        });
        self
    }

    /// The values that are set, by dotted key, in the order of the default file. Of the keys that
    /// may be empty, the empty ones are listed too, so that the defaults name every key.
    pub(super) fn leaves(&self) -> Vec<(String, Value)> {
        let mut leaves = Vec::new();
        let Ok(Value::Object(tree)) = serde_json::to_value(self) else {
            return leaves;
        };
        for (key, value) in tree {
            match value {
                Value::Object(inner) => leaves.extend(
                    inner
                        .into_iter()
                        .filter(|(_, value)| !value.is_null())
                        .map(|(leaf, value)| (format!("{key}.{leaf}"), value)),
                ),
                Value::Null
                    if !(matches!(key.as_str(), "home" | "store") && self.names_everything()) => {}
                value => leaves.push((key, value)),
            }
        }
        if self.llm.is_some() {
            flatten("llm", &self.models, &mut leaves);
        }
        leaves
    }

    fn names_everything(&self) -> bool {
        self.units.is_some() && self.day_ends.is_some() && self.limits.is_some()
    }
}

/// A tree with one leaf, at a dotted key.
fn tree_of(key: &str, leaf: Value) -> Value {
    key.rsplit('.')
        .fold(leaf, |inner, name| serde_json::json!({ name: inner }))
}

/// The leaves of a tree by dotted key. No key of ours has a dot in it.
pub(super) fn flatten(key: &str, value: &Value, leaves: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(inner) => {
            for (name, value) in inner {
                flatten(&format!("{key}.{name}"), value, leaves);
            }
        }
        value => leaves.push((key.to_owned(), value.clone())),
    }
}

/// Reads `HH:MM`.
pub(super) fn time_of_day<'de, D: Deserializer<'de>>(from: D) -> Result<NaiveTime, D::Error> {
    let text = String::deserialize(from)?;
    parse_time(&text).ok_or_else(|| serde::de::Error::custom(not_a_time(&text)))
}

fn valid_time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let text = Option::<TimeText>::deserialize(from)?;
    Ok(text.map(|TimeText(text)| text))
}

/// `HH:MM` as it was written. Looked at while it is read, so that a message has its place.
struct TimeText(String);

impl<'de> Deserialize<'de> for TimeText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(TimeVisitor)
    }
}

struct TimeVisitor;

impl Visitor<'_> for TimeVisitor {
    type Value = TimeText;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a time of day such as \"04:00\"")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<TimeText, E> {
        match parse_time(text) {
            Some(_) => Ok(TimeText(text.to_owned())),
            None => Err(E::custom(not_a_time(text))),
        }
    }
}

fn parse_time(text: &str) -> Option<NaiveTime> {
    NaiveTime::parse_from_str(text.trim(), "%H:%M").ok()
}

fn not_a_time(text: &str) -> String {
    format!("{text:?} is no time of day such as \"04:00\"")
}

/// Words serde's message for a person, and finds the known key nearest to an unknown one. Serde
/// names the key and what it expected between backticks; that form is held by a test.
fn invalid(place: String, error: &dyn std::fmt::Display) -> SettingsError {
    let message = error.to_string();
    let message = message
        .split(" at line ")
        .next()
        .unwrap_or(&message)
        .to_owned();
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (reason, nearest) = match (message.contains("unknown field"), quoted.next()) {
        (true, Some(key)) => (
            format!("unknown key \"{key}\""),
            crate::nearest::nearest(key, quoted).map(str::to_owned),
        ),
        (false, Some(value)) if message.contains("unknown variant") => (
            plain_words(&message),
            crate::nearest::nearest(value, quoted).map(str::to_owned),
        ),
        _ => (plain_words(&message), None),
    };
    SettingsError::Invalid {
        place,
        reason,
        nearest,
    }
}

/// Serde's words for a wrong value, without those of the language.
fn plain_words(message: &str) -> String {
    message
        .replace('`', "\"")
        .replace("unknown variant", "unknown value")
        .replace("invalid type: ", "")
        .replace(", expected one of", "; it is one of")
        .replace(", expected u32", ", expected a whole number")
}
