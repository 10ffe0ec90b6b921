//! What a run brings, as a person reads it.

use quilto::machine::{Logged, Shown};
use quilto::model::Answer;
use serde_json::Value;

use super::Context;
use super::commands::plot;
use crate::error::CliError;
use crate::output::json::with_parse;
use crate::output::{changes, logged};
use crate::ui::Ui;

/// Shows a note's or an answer's part of a run; `again` says that something stands above it.
pub fn shown(
    context: &Context<'_>,
    ui: &mut Ui,
    shown: &Shown,
    again: bool,
) -> Result<(), CliError> {
    if again {
        ui.line("")?;
    }
    match shown {
        Shown::Logged(logged) => show_logged(context, ui, logged),
        Shown::Answer { answer, facts } => {
            show_answer(ui, answer)?;
            plot::below_answer(context, ui, facts)
        }
    }
}

fn show_logged(context: &Context<'_>, ui: &mut Ui, logged: &Logged) -> Result<(), CliError> {
    for problem in &logged.problems {
        ui.warn(problem);
    }
    if let Some(correction) = &logged.correction {
        let target = logged::day(correction.target.date, correction.target.time);
        ui.line(&format!("Corrected {target}"))?;
        let before = correction.target.parsed.clone().unwrap_or_default();
        for change in changes::lines(&Value::Object(before.domain_data), &correction.delta) {
            ui.line(&format!("  {change}"))?;
        }
        return Ok(());
    }
    let Some(entry) = &logged.entry else {
        return Ok(());
    };
    let entry = with_parse(entry, logged);
    ui.line(&format!("Logged {}", logged::day(entry.date, entry.time)))?;
    for line in context.understood_among(ui, &entry) {
        ui.line(&line)?;
    }
    Ok(())
}

fn show_answer(ui: &mut Ui, answer: &Answer) -> Result<(), CliError> {
    ui.line(answer.text.trim_end())
}
