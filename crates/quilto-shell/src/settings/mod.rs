//! What can be set, and where each value came from.
//!
//! Layers, later ones win: the embedded `config.yaml`, the user's file (or the one of `--config`),
//! environment variables, the command line.

use std::path::{Path, PathBuf};

use chrono::NaiveTime;
use quilto::agents::ResponseStyle;
use quilto::llm::{ApiBase, LlmSettings, LlmSettingsError, ProviderKind, ProviderSettings};
use quilto::machine::{ApprovalPolicy, Limits};
use quilto::model::UnitPreferences;
use quilto::storage::{UserId, home_of};
use serde::Deserialize;
use serde_json::{Map, Value};

mod change;
mod edit;
mod layer;

use crate::home_dirs::HomeDirs;
pub use change::{Changed, change, file_text, known, replace};
use layer::Layer;
pub use layer::SettingsError;

/// The defaults, commented: the first layer.
pub const DEFAULTS: &str = include_str!("../../config.yaml");

/// The same, as the build made it: nothing parses YAML that need not.
const DEFAULTS_JSON: &str = include_str!(concat!(env!("OUT_DIR"), "/config.json"));

/// The values a run uses.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Settings {
    /// Where notes are kept; `None` is the platform's data directory.
    home: Option<PathBuf>,
    /// The address of the database that keeps them; `None` keeps them in the home.
    store: Option<String>,
    /// Whose notes they are.
    user: String,
    /// What bare numbers mean and answers use.
    pub units: UnitPreferences,
    /// When a new day begins.
    #[serde(deserialize_with = "layer::time_of_day")]
    pub day_ends: NaiveTime,
    /// How long answers are.
    pub response_style: ResponseStyle,
    /// When to ask before writing what was understood.
    pub approval: ApprovalPolicy,
    /// How long what was learned may grow before its oldest lines are archived, in tokens.
    pub max_global_context_tokens: usize,
    /// How many days a run waits for an answer.
    pub sessions_days: u32,
    /// How many seconds another program that uses the notes is waited for.
    pub lock_patience: u64,
    /// Whether what was read of the notes is kept in the cache folder.
    pub index: bool,
    /// Budgets of a run.
    pub limits: Limits,
    /// The language models.
    pub llm: LlmSettings,
}

impl Settings {
    /// Budgets of a run. Where models are asked, planning again is bounded once more.
    pub fn run_limits(&self) -> Limits {
        let most = if self.llm.asks_models() {
            self.llm.retry.loop_max
        } else {
            u32::MAX
        };
        Limits {
            max_retries: self.limits.max_retries.min(most),
            max_replans: self.limits.max_replans.min(most),
            ..self.limits.clone()
        }
    }
}

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The embedded defaults.
    Default,
    /// A settings file.
    File(PathBuf),
    /// An environment variable.
    Environment(String),
    /// A flag of the command line.
    Flag(&'static str),
    /// The account of who asks.
    Account,
}

impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Environment(name) => f.write_str(name),
            Self::Flag(name) => f.write_str(name),
            Self::Account => f.write_str("your account"),
        }
    }
}

/// One effective value, for `config`.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveValue {
    /// Dotted path (`units.mass`).
    pub key: String,
    /// The value.
    pub value: Value,
    /// Where it came from.
    pub origin: Origin,
}

/// What the layers are read from. Data only, so that tests need no environment.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The application's name: prefix of variables and folders.
    pub app: &'static str,
    /// The file of `--config`; it must exist.
    pub config_flag: Option<PathBuf>,
    /// Environment variables that begin with the application's prefix.
    pub environment: Vec<(String, String)>,
    /// Values of flags: dotted key, value, name of the flag.
    pub flags: Vec<(&'static str, String, &'static str)>,
    /// The user's configuration folder (XDG), where there is a home at all.
    pub config_dir: Option<PathBuf>,
    /// The platform's data folder of this application.
    pub data_dir: Option<PathBuf>,
    /// The platform's folder for what must outlive a process and is no data.
    pub state_dir: Option<PathBuf>,
    /// The platform's folder for what can be made again.
    pub cache_dir: Option<PathBuf>,
}

impl Sources {
    /// What the process was started with.
    pub fn of_process(app: &'static str) -> Self {
        use etcetera::base_strategy::{BaseStrategy, choose_base_strategy, choose_native_strategy};
        let prefix = format!("{}_", app.to_uppercase());
        let mut environment: Vec<_> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, value)| name.starts_with(&prefix) && !value.is_empty())
            .collect();
        environment.sort();
        Self {
            app,
            environment,
            config_dir: choose_base_strategy()
                .ok()
                .map(|s| s.config_dir().join(app)),
            data_dir: choose_native_strategy()
                .ok()
                .map(|s| s.data_dir().join(app)),
            // Windows has one folder for both
            state_dir: choose_base_strategy().ok().map(|s| {
                let folder = s.state_dir().unwrap_or_else(|| s.cache_dir());
                folder.join(app)
            }),
            cache_dir: choose_base_strategy().ok().map(|s| s.cache_dir().join(app)),
            ..Self::default()
        }
    }

    /// The same application with its defaults alone.
    fn without_layers(&self) -> Self {
        Self {
            app: self.app,
            ..Self::default()
        }
    }

    fn variable(&self, suffix: &str) -> Option<&str> {
        let name = format!("{}_{suffix}", self.app.to_uppercase());
        self.environment
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, value)| value.as_str())
    }

    /// The settings file to read, and whether it must exist.
    pub fn config_file(&self) -> Option<(PathBuf, bool)> {
        if let Some(path) = &self.config_flag {
            return Some((path.clone(), true));
        }
        if let Some(path) = self.variable("CONFIG") {
            return Some((PathBuf::from(path), true));
        }
        self.config_dir
            .as_ref()
            .map(|dir| (dir.join("config.yaml"), false))
    }

    /// The moment to take for now, for tests and for showing things again as they were.
    pub fn now(&self) -> Option<&str> {
        self.variable("NOW")
    }

    /// The token that clients of the server must show.
    pub fn token(&self) -> Option<&str> {
        self.variable("TOKEN")
    }
}

/// The value of a variable that a setting names (`${OPENAI_API_KEY}`).
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Variables of the environment that are no settings keys.
const OTHER_VARIABLES: &[&str] = &["CONFIG", "NOW", "TOKEN"];

/// The settings with their origins.
#[derive(Clone, Debug)]
pub struct LoadedSettings {
    /// The values.
    pub settings: Settings,
    /// Every value with its origin, in the order of the default file.
    pub effective: Vec<EffectiveValue>,
    /// Things to tell the user that stop nothing.
    pub warnings: Vec<String>,
    /// The settings file that is read, or would be if it existed.
    pub config_file: Option<PathBuf>,
    data_dir: Option<PathBuf>,
    state_dir: Option<PathBuf>,
    cache_dir: Option<PathBuf>,
}

impl LoadedSettings {
    /// Reads all layers.
    pub fn read(sources: &Sources) -> Result<Self, SettingsError> {
        let Some((path, required)) = sources.config_file() else {
            return Self::of(sources, None);
        };
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => {
                String::new()
            }
            Err(source) => return Err(SettingsError::Unreadable { path, source }),
        };
        Self::of(sources, Some((&path, &text)))
    }

    /// Reads all layers, with this text for the settings file.
    fn of(sources: &Sources, file: Option<(&Path, &str)>) -> Result<Self, SettingsError> {
        let mut merged = Merged::default();
        merged.add(&Layer::embedded(DEFAULTS_JSON)?, &Origin::Default);
        if let Some((path, text)) = file {
            let layer = Layer::parse(text, path)?.with_home_beside(path);
            merged.add(&layer, &Origin::File(path.to_owned()));
        }
        let mut warnings = Vec::new();
        for (name, value) in &sources.environment {
            let suffix = &name[sources.app.len() + 1..];
            match merged.key_of_variable(suffix) {
                Some(key) => merged.add(
                    &Layer::single(&key, value, name)?,
                    &Origin::Environment(name.clone()),
                ),
                None if OTHER_VARIABLES.contains(&suffix) => {}
                None => warnings.push(format!("{name} is set, but there is no such setting")),
            }
        }
        for (key, value, flag) in &sources.flags {
            merged.add(&Layer::single(key, value, flag)?, &Origin::Flag(flag));
        }
        let settings = merged.settings()?;
        settings.llm.check().map_err(|error| merged.place(&error))?;
        Ok(Self {
            settings,
            effective: merged.shown(),
            warnings,
            config_file: file.map(|(path, _)| path.to_owned()),
            data_dir: sources.data_dir.clone(),
            state_dir: sources.state_dir.clone(),
            cache_dir: sources.cache_dir.clone(),
        })
    }

    /// The same with notes kept elsewhere.
    #[must_use]
    pub fn with_home(&self, home: &Path) -> Self {
        let mut other = self.clone();
        other.settings.home = Some(home.to_owned());
        other.settings.store = None;
        other.settings.user = UserId::default().to_string();
        other
    }

    /// The same for notes that lie where they lie by other settings.
    #[must_use]
    pub fn where_others_are(mut self, other: &Self) -> Self {
        let (own, others) = (&mut self.settings, &other.settings);
        own.home.clone_from(&others.home);
        own.store.clone_from(&others.store);
        own.user.clone_from(&others.user);
        for kept in ["home", "store", "user"] {
            let shown = self.effective.iter_mut().find(|e| e.key == kept);
            let before = other.effective.iter().find(|e| e.key == kept);
            if let Some((shown, before)) = shown.zip(before) {
                shown.clone_from(before);
            }
        }
        self
    }

    /// The same for one of the persons who keep notes here.
    #[must_use]
    pub fn of_user(&self, user: &UserId) -> Self {
        let mut theirs = self.clone();
        theirs.settings.user = user.to_string();
        if let Some(shown) = theirs.effective.iter_mut().find(|e| e.key == "user") {
            shown.value = user.as_str().into();
            shown.origin = Origin::Account;
        }
        theirs
    }

    /// The same without any language model.
    #[must_use]
    pub fn without_models(mut self) -> Self {
        self.settings.llm.offline = true;
        self
    }

    /// Where lies what belongs to a home and not into it.
    pub fn places(&self, home: &Path) -> HomeDirs {
        let (state, cache) = (self.state_dir.as_deref(), self.cache_dir.as_deref());
        match &self.settings.store {
            Some(store) => {
                let named = Path::new(store).join(&self.settings.user);
                HomeDirs::named(&named, home, state, cache)
            }
            None => HomeDirs::of(home, state, cache),
        }
    }

    /// The address of the database that keeps the notes; `None` where files do.
    pub fn database(&self) -> Option<&str> {
        self.settings.store.as_deref()
    }

    /// Whose notes they are.
    pub fn user(&self) -> Result<UserId, SettingsError> {
        let user = &self.settings.user;
        UserId::new(user.as_str()).map_err(|error| SettingsError::Invalid {
            place: self.place_of("user"),
            reason: error.to_string(),
            nearest: None,
        })
    }

    /// Where a value was set.
    pub fn place_of(&self, key: &str) -> String {
        let found = self.effective.iter().find(|value| value.key == key);
        found.map_or_else(|| "the settings".into(), |value| value.origin.to_string())
    }

    /// The folder of a home's index; none where it is switched off, or the platform has no folder for
    /// what can be made again: in the home it would be synced with it.
    pub fn index(&self, places: &HomeDirs) -> Option<PathBuf> {
        let cache = self.cache_dir.as_ref().filter(|_| self.settings.index);
        cache.map(|_| places.index())
    }

    /// The folder of the person's own files, the notes among them unless a database keeps them.
    pub fn home(&self) -> Result<PathBuf, SettingsError> {
        Ok(home_of(&self.shared_home()?, &self.user()?))
    }

    /// The home of the owner, below which those of others lie.
    pub fn shared_home(&self) -> Result<PathBuf, SettingsError> {
        let home = self.settings.home.clone();
        let home = home.or_else(|| self.data_dir.clone());
        home.ok_or(SettingsError::NoHome)
    }
}

/// The layers laid over each other, leaf by leaf.
#[derive(Default)]
struct Merged {
    values: Vec<EffectiveValue>,
}

impl Merged {
    fn add(&mut self, layer: &Layer, origin: &Origin) {
        for (key, value) in layer.leaves() {
            match self.values.iter_mut().find(|known| known.key == key) {
                Some(known) => {
                    known.value = value;
                    known.origin = origin.clone();
                }
                None => self.values.push(EffectiveValue {
                    key,
                    value,
                    origin: origin.clone(),
                }),
            }
        }
    }

    /// The key that `UNITS_MASS` stands for: one that has a value, or one that a provider, a tier or
    /// an agent may have.
    fn key_of_variable(&self, suffix: &str) -> Option<String> {
        let is_meant = |key: &String| as_variable(key) == suffix;
        let mut known = self.values.iter().map(|known| &known.key);
        known.find(|key| is_meant(key)).cloned().or_else(|| {
            let name_of = |group: &'static str| {
                let named = self.values.iter();
                let named = named.filter_map(move |value| value.key.strip_prefix(group));
                named.map(|rest| rest.split('.').next().unwrap_or_default().to_owned())
            };
            let kinds = ProviderKind::ALL.map(|kind| kind.as_str().to_owned());
            let providers = || name_of("llm.providers.").chain(kinds.clone());
            let of_providers = providers().flat_map(|name| {
                let keys = ProviderSettings::KEYS.iter();
                keys.map(move |key| format!("llm.providers.{name}.{key}"))
            });
            let tiers = ["low", "medium", "high"].into_iter();
            let of_tiers = tiers
                .flat_map(|tier| providers().map(move |name| format!("llm.tiers.{tier}.{name}")));
            let of_agents = name_of("llm.agents.").flat_map(|name| {
                let keys = ["tier", "provider", "engine"].into_iter();
                keys.map(move |key| format!("llm.agents.{name}.{key}"))
            });
            of_providers.chain(of_tiers).chain(of_agents).find(is_meant)
        })
    }

    fn settings(&self) -> Result<Settings, SettingsError> {
        let mut tree = Map::new();
        for EffectiveValue { key, value, .. } in &self.values {
            put(&mut tree, key, value.clone());
        }
        serde_json::from_value(Value::Object(tree)).map_err(|source| SettingsError::Invalid {
            place: "the settings".into(),
            reason: source.to_string(),
            nearest: None,
        })
    }

    /// The values as they may be shown: a key that stands in a file is nobody's business.
    fn shown(mut self) -> Vec<EffectiveValue> {
        for EffectiveValue { key, value, .. } in &mut self.values {
            let named = |text: &str| text.starts_with("${") && text.ends_with('}');
            if key.ends_with(".api_key") && !value.is_null() && !value.as_str().is_some_and(named) {
                *value = Value::from("(hidden)");
            }
            if let (true, Some(address)) = (key.ends_with(".api_base"), value.as_str()) {
                *value = Value::from(ApiBase::new(address).to_string());
            }
        }
        self.values
    }

    /// A mistake with the layer it was made in.
    fn place(&self, error: &LlmSettingsError) -> SettingsError {
        let (key, nearest) = match error {
            LlmSettingsError::UnknownProvider { key, name, known } => (
                key.clone(),
                crate::nearest::nearest(name, known.iter().map(String::as_str)).map(str::to_owned),
            ),
            LlmSettingsError::ForeignKey { name, key, .. } => {
                (format!("providers.{name}.{key}"), None)
            }
            LlmSettingsError::UnknownKind { name } => (format!("providers.{name}"), None),
            _ => (String::new(), None),
        };
        let key = format!("llm.{key}");
        let found = self.values.iter().rev().find(|value| {
            let rest = value.key.strip_prefix(&key);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        });
        SettingsError::Invalid {
            place: found.map_or_else(|| "the settings".into(), |value| value.origin.to_string()),
            reason: format!("llm: {error}"),
            nearest,
        }
    }
}

/// The variable of a key, without the prefix.
fn as_variable(key: &str) -> String {
    key.replace(['.', '-'], "_").to_uppercase()
}

/// Puts a value into a tree at a dotted key.
fn put(tree: &mut Map<String, Value>, key: &str, value: Value) {
    match key.split_once('.') {
        None => {
            tree.insert(key.to_owned(), value);
        }
        Some((group, rest)) => {
            let inner = tree
                .entry(group)
                .or_insert_with(|| Value::Object(Map::new()));
            if let Value::Object(inner) = inner {
                put(inner, rest, value);
            }
        }
    }
}

#[cfg(test)]
mod tests;
