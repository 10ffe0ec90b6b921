//! One run of the machine, and how it is shown.

use std::time::Instant;

use chrono::NaiveDate;
use quilto::machine::{Ask, RunReport, Status};
use quilto::model::{InputType, RunId};

use super::show::with_parse;
use super::{Context, remembered, upkeep};
use crate::error::{CliError, Exit};
use crate::output::ask;
use crate::output::json::{
    CorrectionObject, EntryObject, ParsedObject, PreviewObject, QuestionObject, RunObject,
};
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
    finish(context, ui, &report, begun)
}

/// Shows what is left to show of a run that was driven as far as it goes.
pub fn finish(
    context: &Context<'_>,
    ui: &mut Ui,
    report: &RunReport,
    begun: Instant,
) -> Result<Exit, CliError> {
    let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    context.warn_of_domains(ui);
    context.warn_of_store(ui, &*context.store()?);
    if context.trace {
        for line in &report.trace {
            ui.remark(&line.to_string());
        }
    }
    remembered::written(context, report);
    if context.json {
        object(report, elapsed, ui)?;
    } else {
        // what is wrong with a domain was said above
        let said: Vec<String> = context
            .domains()
            .problems()
            .iter()
            .map(ToString::to_string)
            .collect();
        for problem in report.problems.iter().filter(|p| !said.contains(p)) {
            ui.warn(problem);
        }
        if let Some(ask) = &report.ask {
            waiting(context, ui, &report.run_id, ask);
        }
    }
    upkeep::if_due(context, ui);
    Ok(exit_of(report.status))
}

/// What a run that waits wants to know, and how to tell it.
pub fn waiting(context: &Context<'_>, ui: &mut Ui, id: &RunId, ask: &Ask) {
    for line in ask::lines(ask, &context.style(ui)) {
        ui.remark(&line);
    }
    let app = context.app.name;
    let how = match (&ask.preview, ask.questions.len()) {
        (Some(_), _) => format!("{app} resume {id} --approve, --reject or --refine \"…\""),
        (None, 0 | 1) => format!("{app} resume {id} \"…\""),
        _ => format!("{app} resume {id} -a q1=\"…\", or --decline"),
    };
    ui.remark(&format!("This waits for your word: {how}"));
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
    let ask = report.ask.as_ref();
    let choice = ask.and_then(|ask| ask.choice.as_ref());
    let choice = choice.iter().flat_map(|choice| &choice.candidates);
    let preview = ask.and_then(|ask| ask.preview.as_ref());
    let correction = report.logged.as_ref();
    let correction = correction.and_then(|logged| logged.correction.as_ref());
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
        choice: choice.map(EntryObject::from).collect(),
        preview: preview.map(PreviewObject::from),
        correction: correction.map(CorrectionObject::from),
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
