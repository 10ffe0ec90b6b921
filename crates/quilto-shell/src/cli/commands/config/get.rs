//! `config get KEY`: one value, for scripts.

use serde_json::{Value, json};

use super::value_of;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::settings::known;
use crate::ui::Ui;

pub fn run(context: &Context<'_>, ui: &mut Ui, key: &str) -> Result<Exit, CliError> {
    let loaded = &context.settings;
    let effective = loaded.effective.iter().find(|known| known.key == key);
    if effective.is_none() {
        known(&context.sources, key).map_err(|error| CliError::from(error).asked_for())?;
    }
    let value = effective.map_or(Ok(Value::Null), |effective| value_of(loaded, effective))?;
    if context.json {
        let origin = effective.map(|effective| effective.origin.to_string());
        ui.json(&json!({"key": key, "value": value, "origin": origin}))?;
        return Ok(Exit::Done);
    }
    ui.line(&super::shown(&value))?;
    Ok(Exit::Done)
}
