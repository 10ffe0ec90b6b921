//! One run of the machine, and how it is shown.

use std::time::Instant;

use chrono::NaiveDate;
use quilto::machine::{RunReport, Status};
use quilto::model::InputType;

use super::Context;
use super::show::with_parse;
use crate::error::{CliError, Exit};
use crate::output::json::{ParsedObject, QuestionObject, RunObject};
use crate::ui::Ui;

/// What the user said, and what the command line adds to it.
pub struct Saying {
    pub text: String,
    /// What it is, where the command says so.
    pub assume: Option<InputType>,
    /// The day of `--date`.
    pub day: Option<NaiveDate>,
}

/// Runs text through the machine and shows what came of it.
pub fn run(context: &Context<'_>, ui: &mut Ui, saying: Saying) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let report = context.run(ui, saying)?;
    let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    context.warn_of_domains(ui);
    context.warn_of_store(ui, &*context.store()?);
    if context.json {
        object(&report, elapsed, ui)?;
    } else {
        for problem in &report.problems {
            ui.warn(problem);
        }
    }
    Ok(exit_of(report.status))
}

fn exit_of(status: Status) -> Exit {
    match status {
        Status::Failed => Exit::Failed,
        Status::WaitingForUser | Status::PendingApproval => Exit::Waiting,
        _ => Exit::Done,
    }
}

fn object(report: &RunReport, elapsed_ms: u64, ui: &mut Ui) -> Result<(), CliError> {
    let logged = report.logged.as_ref().and_then(|logged| {
        let entry = logged.entry.as_ref()?;
        Some(ParsedObject::of_entry(&with_parse(entry, logged)))
    });
    let questions = report.ask.iter().flat_map(|ask| &ask.questions);
    let problems = report.logged.iter().flat_map(|logged| &logged.problems);
    let object = RunObject {
        session_id: &report.run_id.0,
        input_type: report.input_type,
        status: report.status,
        logged,
        answer: None,
        confidence: None,
        citations: Vec::new(),
        facts: report.facts.iter().map(Into::into).collect(),
        gaps: Vec::new(),
        questions: questions.map(QuestionObject::from).collect(),
        warnings: problems
            .chain(&report.problems)
            .map(String::as_str)
            .collect(),
        path: report.path.iter().map(|state| state.name()).collect(),
        model_calls: report.model_calls,
        elapsed_ms,
    };
    ui.json(&object.with_answer(report.answer.as_ref()))
}
