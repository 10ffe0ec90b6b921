//! The language models that the settings name.

use quilto::llm::{LlmSettings, ModelRoster};
use quilto::machine::RunReport;

use crate::error::CliError;
use crate::settings;

/// Who asks which model. Sends nothing and opens nothing.
pub fn roster(settings: &LlmSettings) -> Result<ModelRoster, CliError> {
    Ok(ModelRoster::new(settings, &settings::variable)?)
}

/// What models cost a run, a line for each agent, for the trace.
pub fn uses(report: &RunReport) -> Vec<String> {
    let mut lines: Vec<String> = report
        .usage
        .iter()
        .map(|used| {
            format!(
                "model    {:<13} {} × {}: {} + {} tokens ({} cached), {:.1} s",
                used.agent.as_str(),
                used.calls,
                used.model,
                used.prompt_tokens,
                used.completion_tokens,
                used.cached_tokens,
                std::time::Duration::from_millis(used.millis).as_secs_f64(),
            )
        })
        .collect();
    for without in &report.without_model {
        lines.push(format!(
            "model    {:<13} built-in engine: {}",
            without.agent.as_str(),
            without.reason
        ));
    }
    lines
}
