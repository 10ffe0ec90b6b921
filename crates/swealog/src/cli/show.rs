//! What a run brings, as a person reads it.

use quilto::machine::{Logged, Problem, Shown};
use quilto::model::{Answer, Entry};
use serde_json::Value;

use super::Context;
use super::commands::plot;
use crate::error::{CliError, hints};
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
        tell(context, ui, problem, logged.entry.as_ref());
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

/// Tells what a run has to say besides its result: what went as the person wanted in plain words,
/// anything else as a warning with what to do next.
pub fn tell(context: &Context<'_>, ui: &mut Ui, problem: &Problem, entry: Option<&Entry>) {
    let said = problem.to_string();
    if problem.is_wanted() {
        ui.remark(&sentence(&said));
        return;
    }
    let hint = hints::of_problem(problem, context.app.name, entry.map(|entry| &entry.id));
    ui.warn(&said, hint.as_deref());
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

fn show_answer(ui: &mut Ui, answer: &Answer) -> Result<(), CliError> {
    ui.line(answer.text.trim_end())
}
