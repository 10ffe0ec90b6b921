//! `config`: the settings in effect and where each comes from, a file to begin with, and whether
//! the models answer.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::settings::{EffectiveValue, LoadedSettings, Sources};
use crate::ui::{QUIET, Ui, padded, width_of};

mod check;
mod edit;
mod get;
mod hints;
mod init;
mod set;

#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(subcommand)]
    command: Option<ConfigCommand>,
}

impl ConfigArgs {
    /// Whether all settings are listed.
    pub fn is_list(&self) -> bool {
        self.command.is_none()
    }
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// Try the language models that are set up, and say what would leave this machine
    Check,
    /// Write a settings file with every setting in it, commented out
    Init {
        /// Replace a file that is there; the old one is kept beside it as config.yaml.bak
        #[arg(long)]
        force: bool,
    },
    /// Print the value of a setting, and nothing else
    Get {
        /// The setting, as `config` lists it
        #[arg(value_name = "KEY")]
        key: String,
    },
    /// Open your settings file in $VISUAL or $EDITOR; what cannot be read is not taken in
    Edit,
    /// Write a value into your settings file: units.mass lb
    Set {
        /// The setting, as `config` lists it
        #[arg(value_name = "KEY")]
        key: String,
        /// Its value
        #[arg(value_name = "VALUE", allow_negative_numbers = true)]
        value: String,
    },
    /// Take a value out of your settings file, so that the default counts again
    Unset {
        /// The setting, as `config` lists it
        #[arg(value_name = "KEY")]
        key: String,
    },
}

/// What needs no settings, as it is how one gets out of broken ones.
pub fn before_settings(
    args: &ConfigArgs,
    sources: &Sources,
    ui: &mut Ui,
    json: bool,
) -> Option<Result<Exit, CliError>> {
    match args.command.as_ref()? {
        ConfigCommand::Init { force } => Some(init::run(sources, ui, *force, json)),
        ConfigCommand::Set { key, value } => Some(set::run(sources, ui, key, Some(value), json)),
        ConfigCommand::Unset { key } => Some(set::run(sources, ui, key, None, json)),
        ConfigCommand::Edit => Some(edit::run(sources, ui)),
        ConfigCommand::Get { .. } | ConfigCommand::Check => None,
    }
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ConfigArgs) -> Result<Exit, CliError> {
    match &args.command {
        None => list(context, ui),
        Some(ConfigCommand::Check) => check::run(context, ui),
        Some(ConfigCommand::Get { key }) => get::run(context, ui, key),
        // within a conversation
        Some(_) => {
            before_settings(args, &context.sources, ui, context.json).unwrap_or(Ok(Exit::Done))
        }
    }
}

/// Columns of values.
const WIDEST: usize = 28;

/// The value of a setting; that of the home, where nothing names it, is worked out.
fn value_of(loaded: &LoadedSettings, setting: &EffectiveValue) -> Result<Value, CliError> {
    Ok(match &*setting.key {
        "home" => loaded.home()?.display().to_string().into(),
        _ => setting.value.clone(),
    })
}

/// A value for people and scripts.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

fn list(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let loaded = &context.settings;
    let mut rows: Vec<(String, Value, String)> = Vec::new();
    for setting in &loaded.effective {
        let value = value_of(loaded, setting)?;
        rows.push((setting.key.clone(), value, setting.origin.to_string()));
    }
    let file = loaded.config_file.as_ref();
    if context.json {
        let settings: Vec<Value> = rows
            .into_iter()
            .map(|(key, value, origin)| json!({"key": key, "value": value, "origin": origin}))
            .collect();
        let file = file.map(|path| path.display().to_string());
        ui.json(&json!({"config_file": file, "settings": settings}))?;
        return Ok(Exit::Done);
    }
    let shown: Vec<(String, String, String)> = rows
        .into_iter()
        .map(|(key, value, origin)| (key, shown(&value), origin))
        .collect();
    let keys = shown.iter().map(|row| width_of(&row.0)).max().unwrap_or(0);
    // a long path pushes only its own origin aside
    let values = shown.iter().map(|row| width_of(&row.1));
    let values = values.filter(|width| *width <= WIDEST).max().unwrap_or(0);
    for (key, value, origin) in shown {
        let (key, value) = (padded(&key, keys), padded(&value, values));
        ui.line(&format!("{key}  {value}  {QUIET}{origin}{QUIET:#}"))?;
    }
    if let Some(path) = file {
        let state = if path.exists() {
            "read"
        } else {
            "not there yet"
        };
        ui.remark(&format!(
            "{QUIET}settings file: {} ({state}){QUIET:#}",
            path.display()
        ));
    }
    Ok(Exit::Done)
}
