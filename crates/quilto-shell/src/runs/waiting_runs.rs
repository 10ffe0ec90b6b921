//! Runs that wait for a word of the person's.

use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::error::CliError;
use crate::ui::excerpt;

/// Letters of what a run was begun with.
const LETTERS: usize = 80;

/// A run that waits for an answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitingRun {
    /// By what it is gone on with.
    pub session_id: String,
    /// The beginning of what was said.
    pub text: String,
}

/// All of them, newest first.
pub fn newest_first(context: &Context<'_>) -> Result<Vec<WaitingRun>, CliError> {
    let listed = context.checkpoints()?.list()?;
    let runs = listed
        .into_iter()
        .rev()
        .filter_map(|waiting| waiting.run.ok());
    let waiting = runs.map(|run| WaitingRun {
        session_id: run.id().0.clone(),
        text: excerpt(&run.input().text, LETTERS),
    });
    Ok(waiting.collect())
}
