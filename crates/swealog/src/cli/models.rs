//! The language models that the settings name.

use quilto::llm::{LlmSettings, LlmSettingsError, ModelRoster};

use crate::error::CliError;
use crate::settings;

/// Who asks which model. Sends nothing and opens nothing.
pub fn roster(settings: &LlmSettings) -> Result<ModelRoster, CliError> {
    ModelRoster::new(settings, &settings::variable).map_err(|error| {
        let shown = CliError::of(&error);
        match error {
            LlmSettingsError::NoModel { .. } => {
                shown.hint("`config` shows the settings; both keys stand below `llm`")
            }
            _ => shown,
        }
    })
}
