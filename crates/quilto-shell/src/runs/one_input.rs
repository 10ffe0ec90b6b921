//! One run of the machine, and how it is shown.

use std::time::Instant;

use chrono::NaiveDate;
use quilto::checkpoint::CheckpointError;
use quilto::engine::builtin::{Session, sessions};
use quilto::machine::{Ask, Logged, Problem, RunReport, Status};
use quilto::model::{Entry, InputType, Language, RunId};

use super::{daily_jobs, last_session, show, units};
use crate::context::{Context, models, targets};
use crate::error::problems::Problems;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::output::ask;
use crate::output::json::RunObject;
use crate::output::words::Words;
use crate::ui::Ui;

/// What the user said, and what the command line adds to it.
pub struct UserInput {
    pub text: String,
    /// What it is, where the command says so.
    pub assume: Option<InputType>,
    /// The day of `--date`.
    pub day: Option<NaiveDate>,
    /// The entry that a correction is about, where the caller named it.
    pub about: Option<Entry>,
    /// Whether what it changes is approved beforehand.
    pub approved: bool,
}

impl UserInput {
    /// Words that may be anything, said now.
    pub fn of(text: String) -> Self {
        Self {
            text,
            assume: None,
            day: None,
            about: None,
            approved: false,
        }
    }
}

/// Runs text through the machine and shows what came of it. A pasted text with several dated
/// sessions becomes an entry of each of its days.
pub fn run(context: &Context<'_>, ui: &mut Ui, saying: UserInput) -> Result<Exit, CliError> {
    let language = Language::of(&saying.text);
    let parts = by_day(context, saying);
    let several = parts.len();
    let mut worst = Exit::Done;
    for part in parts {
        match once(context, ui, part)? {
            Exit::Done => {}
            Exit::Failed => worst = Exit::Failed,
            other if worst == Exit::Done => worst = other,
            _ => {}
        }
    }
    if several > 1 && !context.json {
        let words = Words::of(language);
        let several = words.several_days.fill(&[("n", &several.to_string())]);
        ui.remark(&several);
    }
    Ok(worst)
}

/// What is said, apart by the days of a text that has several dated sessions.
pub fn by_day(context: &Context<'_>, saying: UserInput) -> Vec<UserInput> {
    let days = days_of(context, &saying);
    if days.len() < 2 {
        return vec![saying];
    }
    let parts = days.iter().map(|session| UserInput {
        assume: Some(InputType::Log),
        day: Some(session.date),
        ..UserInput::of(session.text(&saying.text).to_owned())
    });
    parts.collect()
}

/// The dated sessions of a text; none where a day was named for it, or it is no note.
fn days_of(context: &Context<'_>, saying: &UserInput) -> Vec<Session> {
    let note = matches!(saying.assume, None | Some(InputType::Log)) && saying.day.is_none();
    if !note {
        return Vec::new();
    }
    sessions(&saying.text, context.moment.today)
}

fn once(context: &Context<'_>, ui: &mut Ui, saying: UserInput) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let report = context.run(ui, saying)?;
    finish(context, ui, &report, begun)
}

/// Shows what is left to show of a run that was driven as far as it goes, in the language of what was
/// said.
pub fn finish(
    context: &Context<'_>,
    ui: &mut Ui,
    report: &RunReport,
    begun: Instant,
) -> Result<Exit, CliError> {
    context.heard(report.turn.clone());
    let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    context.warn_of_domains(ui);
    if let Err(error) = targets::read(context) {
        ui.warn_of(&error);
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
    last_session::written(context, report);
    units::say_assumed(context, ui, report);
    if context.json {
        let nothing = context.nothing_yet_in(Language::of(&report.text));
        let mut object = RunObject::of(report, context.moment.today, elapsed);
        if object.answer.is_some() && report.facts.is_empty() && context.has_no_notes() {
            object.answer = Some(&nothing);
        }
        ui.json(&object)?;
    } else {
        // what is wrong with a domain was said above
        let is_new = |problem: &&Problem| !matches!(problem, Problem::Domain(_));
        let language = Language::of(&report.text);
        for problem in report.problems.iter().filter(is_new) {
            show::tell(context, ui, problem, None, language);
        }
        let words = Words::of(language);
        for without in report.answered_without_model() {
            let what = words
                .answered_without_model
                .fill(&[("why", &without.reason)]);
            let hint = &Problems::of(language).without_model;
            let hint = (!without.refused).then(|| hint.hint());
            ui.warn(&what, hint.as_deref());
        }
        match &report.ask {
            // a command comes first, and then it is asked again
            Some(_) if context.nested.leaves(&report.run_id) => {}
            // what is asked stands on the screen
            Some(_) if context.may_ask() => left_open(context, ui, report)?,
            Some(ask) => waiting(context, ui, report, ask),
            None => {}
        }
    }
    if report.ask.is_some() {
        let words = Words::of(Language::of(&report.text));
        match daily_jobs::let_go_of_most(context) {
            Ok(ended) if ended.is_empty() => {}
            Ok(ended) => {
                let ids: Vec<String> = ended.iter().map(ToString::to_string).collect();
                ui.remark(&words.let_go.fill(&[("ids", &ids.join(", "))]));
            }
            Err(error) => ui.warn_of(&error),
        }
    }
    if let Err(error) = daily_jobs::if_due(context) {
        ui.warn_of(&error);
    }
    match exit_of(report) {
        // a question was left with Ctrl-C
        Exit::Waiting if interrupt::was_heard() => Ok(Exit::Interrupted),
        exit if report.answer.is_some() => context.as_read(exit),
        exit => Ok(exit),
    }
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
fn waiting(context: &Context<'_>, ui: &mut Ui, report: &RunReport, ask: &Ask) {
    let style = context.style(ui, Language::of(&report.text));
    for line in ask::lines(ask, &style) {
        ui.remark(&line);
    }
    if is_kept(report) {
        let how = how_to_go_on(context, &report.run_id, ask);
        ui.remark(&style.words().waits.fill(&[("how", &how)]));
    }
}

/// Whether a run that waits can be gone on with. Where it cannot, the warning says so.
fn is_kept(report: &RunReport) -> bool {
    let lost = |problem: &Problem| matches!(problem, Problem::NotResumable(_));
    !report.problems.iter().any(lost)
}

/// How a person goes on with what they were asked and left open.
fn left_open(context: &Context<'_>, ui: &mut Ui, report: &RunReport) -> Result<(), CliError> {
    if !is_kept(report) {
        return Ok(());
    }
    let id = &report.run_id;
    let waiting = context.checkpoints()?.list()?;
    let newest = waiting.iter().map(|waiting| &waiting.id).max();
    let which = if newest == Some(id) {
        String::new()
    } else {
        format!(" {id}")
    };
    let resume = if context.nested.is_talking() {
        format!("/resume{which}")
    } else {
        format!("{} resume{which}", context.app.name)
    };
    let words = Words::of(Language::of(&report.text));
    ui.remark(&words.left_open.fill(&[("how", &resume)]));
    Ok(())
}

fn how_to_go_on(context: &Context<'_>, id: &RunId, ask: &Ask) -> String {
    let app = context.app.name;
    match (&ask.preview, ask.questions.len()) {
        (Some(_), _) => format!("{app} resume {id} --approve, --reject or --refine \"…\""),
        (None, 0 | 1) => format!("{app} resume {id} \"…\""),
        _ => format!("{app} resume {id} \"…\" or -a q1=\"…\", or --decline"),
    }
}

fn exit_of(report: &RunReport) -> Exit {
    match report.status {
        Status::Failed => Exit::Failed,
        Status::WaitingForUser | Status::PendingApproval if is_kept(report) => Exit::Waiting,
        Status::WaitingForUser | Status::PendingApproval => Exit::Failed,
        _ if report.logged.as_ref().is_some_and(is_undone) => Exit::Failed,
        _ if report.problems.iter().any(is_unanswered) => Exit::Failed,
        _ => Exit::Done,
    }
}

/// Whether a question came to nothing, whatever was shown in place of an answer.
fn is_unanswered(problem: &Problem) -> bool {
    matches!(problem, Problem::Unplanned(_) | Problem::Uncomputed(_))
}

/// Whether a note was to be changed and is not, without the person having said no.
fn is_undone(logged: &Logged) -> bool {
    let undone = |problem: &Problem| {
        matches!(
            problem,
            Problem::NoSuchNote
                | Problem::NoChange
                | Problem::Unfitting(_)
                | Problem::ChangeUnsaved(_)
                | Problem::NotTakenBack(_)
        )
    };
    logged.problems.iter().any(undone)
}
