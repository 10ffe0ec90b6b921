//! `config set KEY VALUE` and `config unset KEY`.

use serde_json::json;

use super::shown;
use crate::error::{CliError, Exit};
use crate::settings::{Changed, Origin, SettingsError, Sources, change};
use crate::ui::{QUIET, Ui};

pub fn run(
    sources: &Sources,
    ui: &mut Ui,
    key: &str,
    value: Option<&str>,
    json: bool,
) -> Result<Exit, CliError> {
    let changed = change(sources, key, value).map_err(|error| match error {
        SettingsError::Invalid { .. } => CliError::from(error).asked_for(),
        error => error.into(),
    })?;
    let now = changed.now.as_ref();
    if json {
        ui.json(&json!({
            "key": key,
            "value": now.map(|now| &now.value),
            "origin": now.map(|now| now.origin.to_string()),
            "config_file": changed.file.display().to_string(),
            "written": changed.written.is_some(),
        }))?;
        return Ok(Exit::Done);
    }
    ui.line(&said(key, value.is_some(), &changed))?;
    let elsewhere = now.filter(|now| !matches!(now.origin, Origin::File(_) | Origin::Default));
    if let Some(now) = elsewhere {
        ui.remark(&format!(
            "{QUIET}{} counts more: {key} is {} as long as it is set{QUIET:#}",
            now.origin,
            shown(&now.value)
        ));
    }
    Ok(Exit::Done)
}

fn said(key: &str, set: bool, changed: &Changed) -> String {
    let file = changed.file.display();
    let now = changed.now.as_ref();
    let value = now.map_or_else(|| "not set".into(), |now| shown(&now.value));
    let own = now.is_some_and(|now| matches!(now.origin, Origin::File(_)));
    match (set, changed.written.is_some()) {
        (true, true) if own => format!("Set {key} to {value} in {file}"),
        (true, true) => format!("Set {key} in {file}"),
        (true, false) => format!("{key} is set so already in {file}"),
        (false, true) => format!("Took {key} out of {file}; it is {value} now"),
        (false, false) => format!("{key} is not set in {file}; it is {value}"),
    }
}
