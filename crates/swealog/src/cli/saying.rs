//! One run of the machine, and how it is shown.

use std::time::Instant;

use chrono::NaiveDate;
use quilto::checkpoint::CheckpointError;
use quilto::engine::builtin::notation::{Session, sessions};
use quilto::machine::{Ask, RunReport, Status};
use quilto::model::{InputType, RunId};

use super::commands::target;
use super::{Context, models, remembered, upkeep};
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::output::ask;
use crate::output::json::RunObject;
use crate::ui::Ui;

/// What the user said, and what the command line adds to it.
pub struct Saying {
    pub text: String,
    /// What it is, where the command says so.
    pub assume: Option<InputType>,
    /// The day of `--date`.
    pub day: Option<NaiveDate>,
}

/// Runs text through the machine and shows what came of it. A pasted text with several dated
/// sessions becomes an entry of each of its days.
pub fn run(context: &Context<'_>, ui: &mut Ui, saying: Saying) -> Result<Exit, CliError> {
    let days = days_of(context, &saying);
    if days.len() < 2 {
        return once(context, ui, saying);
    }
    let mut worst = Exit::Done;
    for session in &days {
        let part = Saying {
            text: session.text(&saying.text).to_owned(),
            assume: Some(InputType::Log),
            day: Some(session.date),
        };
        match once(context, ui, part)? {
            Exit::Done => {}
            Exit::Failed => worst = Exit::Failed,
            other if worst == Exit::Done => worst = other,
            _ => {}
        }
    }
    if !context.json {
        ui.remark(&format!(
            "{} entries, one for each day in the text.",
            days.len()
        ));
    }
    Ok(worst)
}

/// The dated sessions of a text; none where a day was named for it, or it is no note.
fn days_of(context: &Context<'_>, saying: &Saying) -> Vec<Session> {
    let note = matches!(saying.assume, None | Some(InputType::Log)) && saying.day.is_none();
    if !note || !saying.text.contains('\n') {
        return Vec::new();
    }
    sessions(&saying.text, context.moment.today)
}

fn once(context: &Context<'_>, ui: &mut Ui, saying: Saying) -> Result<Exit, CliError> {
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
    // a question was left with Ctrl-C
    let left = interrupt::was_heard();
    let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    context.warn_of_domains(ui);
    if let Err(error) = target::read(context) {
        error.warn(ui);
    }
    context.warn_of_store(ui, &*context.notes()?);
    if context.trace {
        for line in &report.trace {
            ui.remark(&line.to_string());
        }
        for line in models::uses(report) {
            ui.remark(&line);
        }
    }
    remembered::written(context, report);
    if context.json {
        ui.json(&RunObject::of(report, elapsed))?;
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
        for reason in report.answered_without_model() {
            ui.warn(&format!("answered without the model: {reason}"));
        }
        match &report.ask {
            // a command comes first, and then it is asked again
            Some(_) if context.aside.leaves(&report.run_id) => {}
            // what is asked stands on the screen
            Some(ask) if left => how_to_go_on(context, ui, &report.run_id, ask),
            Some(ask) => waiting(context, ui, &report.run_id, ask),
            None => {}
        }
    }
    if let Err(error) = upkeep::if_due(context) {
        error.warn(ui);
    }
    Ok(match exit_of(report.status) {
        Exit::Waiting if left => Exit::Interrupted,
        exit => exit,
    })
}

/// Asks again what a run waits for; one that waits no more is left alone.
pub fn again(context: &Context<'_>, ui: &mut Ui, id: &RunId) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let (claim, run) = match context.checkpoints()?.claim(id) {
        Err(CheckpointError::NotFound(_)) => return Ok(Exit::Done),
        claimed => claimed?,
    };
    let report = context.resume(ui, claim, run, None)?;
    finish(context, ui, &report, begun)
}

/// What a run that waits wants to know, and how to tell it.
pub fn waiting(context: &Context<'_>, ui: &mut Ui, id: &RunId, ask: &Ask) {
    for line in ask::lines(ask, &context.style(ui)) {
        ui.remark(&line);
    }
    how_to_go_on(context, ui, id, ask);
}

fn how_to_go_on(context: &Context<'_>, ui: &mut Ui, id: &RunId, ask: &Ask) {
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
