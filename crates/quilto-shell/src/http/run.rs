//! Runs for a client: begun with words, or gone on with.

use std::time::Instant;

use chrono::NaiveDate;
use quilto::checkpoint::CheckpointError;
use quilto::machine::{self, Ask, Decision, MachineError, Reply, RunReport, Status};
use quilto::model::{Entry, InputType, RunId};
use quilto::runner::{RunnerError, UserPort};
use quilto::storage::StorageError;

use super::input::{Answers, Input, Refinement, Verdict, YesOrNo};
use super::problem::{Kind, Problem};
use crate::context::{Context, reply};
use crate::output::json::{self, RunObject};
use crate::runs::drive::{self, DriveError, RunToDrive};
use crate::runs::figure_changes::Corrected;
use crate::runs::one_input::UserInput;
use crate::runs::undo::{self, UndoResult};
use crate::runs::{daily_jobs, last_session, typed_commands};

/// What became of what a client wanted.
pub enum InputOutcome {
    /// A run.
    Run(Box<EndedRun>),
    /// Something was taken back.
    Undone(Box<UndoResult>),
    /// Figures of a note are others now.
    Corrected(Box<Corrected>),
}

/// A run that went as far as it goes.
pub struct EndedRun {
    pub report: RunReport,
    /// How long it took in milliseconds.
    elapsed: u64,
    /// The day it was.
    today: NaiveDate,
}

impl InputOutcome {
    /// The object that `--json` prints.
    pub fn object(&self) -> Result<String, Problem> {
        let text = match self {
            Self::Run(ended) => {
                json::text(&RunObject::of(&ended.report, ended.today, ended.elapsed))
            }
            Self::Undone(undone) => json::text(&**undone),
            Self::Corrected(corrected) => json::text(&**corrected),
        };
        text.map_err(|error| Problem::new(Kind::Failed, error.to_string()))
    }
}

/// Does what a client wants and gives the object that `--json` prints.
pub fn input<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    input: Input,
) -> Result<String, Problem> {
    outcome_of(context, user, input)?.object()
}

/// Does what a client wants.
pub fn outcome_of<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    input: Input,
) -> Result<InputOutcome, Problem> {
    let begun = Instant::now();
    if let Input::Words(words) = &input
        && words.typed
        && let Some(done) = obeyed(context, &words.text)
    {
        return done;
    }
    Ok(told(context, driven(context, user, input)?, begun))
}

/// Begins a run, or goes on with one, as far as that goes.
pub fn driven<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    input: Input,
) -> Result<RunReport, Problem> {
    let (id, decision) = match input {
        Input::Words(words) => {
            let said = UserInput {
                day: words.date,
                ..UserInput::of(words.text)
            };
            return new(context, user, said);
        }
        Input::Answers(answers) => {
            let id = RunId(answers.session_id.clone());
            return go_on(context, user, &id, |ask| answered(ask, answers));
        }
        Input::Verdict(Verdict {
            session_id,
            approval_id: preview,
            decision,
        }) => {
            let decision = match decision {
                YesOrNo::Approve => Decision::Approve { preview },
                YesOrNo::Reject => Decision::Reject { preview },
            };
            (session_id, decision)
        }
        Input::Refinement(Refinement {
            session_id,
            approval_id: preview,
            refinement: feedback,
            ..
        }) => (session_id, Decision::Refine { preview, feedback }),
    };
    let decide = |_: &Ask| Ok(Some(Reply::decide(decision)));
    go_on(context, user, &RunId(id), decide)
}

/// Begins a run with words that are known to be about an entry.
pub fn correction<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    text: String,
    about: Entry,
    approved: bool,
) -> Result<InputOutcome, Problem> {
    let begun = Instant::now();
    let report = correct(context, user, text, Some(about), approved)?;
    Ok(told(context, report, begun))
}

/// Begins a run with words of any kind.
pub fn new<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    said: UserInput,
) -> Result<RunReport, Problem> {
    let run = context.begin(said)?;
    settled(context, context.drive(user, RunToDrive::New(run)))
}

/// Begins a run with words that correct an entry: the one that is named, or the one they speak of.
pub fn correct<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    text: String,
    about: Option<Entry>,
    approved: bool,
) -> Result<RunReport, Problem> {
    let named = about.as_ref().map(|entry| format!(" of {}", entry.id));
    let said = UserInput {
        assume: Some(InputType::Correction),
        about,
        approved,
        ..UserInput::of(text)
    };
    let report = new(context, user, said)?;
    if let Some(why) = unchanged(&report) {
        let detail = format!("nothing{} was changed: {why}", named.unwrap_or_default());
        return Err(Problem::new(Kind::Unfit, detail).hint("say what is wrong and what is right"));
    }
    Ok(report)
}

/// Why a correction changed nothing and asks nothing.
fn unchanged(report: &RunReport) -> Option<String> {
    let logged = report.logged.as_ref()?;
    let is_no_change = |problem: &&machine::Problem| {
        matches!(
            problem,
            machine::Problem::NoSuchNote
                | machine::Problem::NoChange
                | machine::Problem::Unfitting(_)
        )
    };
    logged
        .problems
        .iter()
        .find(is_no_change)
        .map(ToString::to_string)
}

/// What is left to do after a run, unless it failed.
fn settled(
    context: &Context<'_>,
    driven: Result<RunReport, DriveError>,
) -> Result<RunReport, Problem> {
    let report = driven.map_err(stopped)?;
    if report.status == Status::Failed {
        return Err(not_saved(&report));
    }
    last_session::written(context, &report);
    if report.ask.is_some() {
        daily_jobs::let_go_of_most(context)?;
    }
    Ok(report)
}

fn told(context: &Context<'_>, report: RunReport, begun: Instant) -> InputOutcome {
    let elapsed = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    InputOutcome::Run(Box::new(EndedRun {
        report,
        elapsed,
        today: context.moment.today,
    }))
}

/// Does what a person typed as a command, as far as it can be done here. Other commands, and what is
/// nearly one, are refused.
fn obeyed(context: &Context<'_>, text: &str) -> Option<Result<InputOutcome, Problem>> {
    let command = typed_commands::typed_command(context.commands, text);
    if command.is_none() && typed_commands::asks_to_take_back(context, text) {
        let detail = format!("{text:?} does not say which note; nothing was logged or taken back");
        let hint = "take back the entry by its id; without \"typed\" the words are a note";
        return Some(Err(Problem::new(Kind::Unfit, detail).hint(hint)));
    }
    if command.is_none() && typed_commands::nearly_a_command(context, text).is_none() {
        return None;
    }
    if command.is_none_or(|command| command != ["undo"]) {
        let detail = format!("{text:?} is a command rather than a note; nothing was logged");
        let hint = "show help or lists of your own; without \"typed\" the words are a note";
        return Some(Err(Problem::new(Kind::Unfit, detail).hint(hint)));
    }
    Some(match undo::undo(context, None) {
        Ok(undone) => Ok(InputOutcome::Undone(Box::new(undone))),
        Err(error) => Err(Problem::asked(Kind::Unfit, &error.into())),
    })
}

/// Goes on with a run that waits, with the reply that fits what it asks.
fn go_on<U: UserPort>(
    context: &Context<'_>,
    user: &U,
    id: &RunId,
    reply: impl FnOnce(&Ask) -> Result<Option<Reply>, Problem>,
) -> Result<RunReport, Problem> {
    let checkpoints = context.checkpoints()?;
    let (claim, run) = checkpoints.claim(id).map_err(not_claimed)?;
    let reply = match run.ask() {
        Some((_, ask)) => {
            let reply = reply(ask)?;
            if let Some(changed) = drive::changed_since(context, ask, reply.as_ref())? {
                let detail = format!("{changed} was changed since the preview");
                return Err(Problem::new(Kind::StaleApproval, detail)
                    .hint("reject the preview and say the correction again"));
            }
            reply
        }
        None => None,
    };
    let driven = RunToDrive::Waiting(claim, run, reply);
    settled(context, context.drive(user, driven))
}

fn answered(ask: &Ask, given: Answers) -> Result<Option<Reply>, Problem> {
    let unfit = |detail: &str| Problem::new(Kind::Unfit, detail);
    if given.decline {
        return Ok(Some(Reply::decline()));
    }
    let mut all = Reply::default();
    if let Some(text) = given.text.filter(|text| !text.trim().is_empty()) {
        if ask.preview.is_some() {
            return Err(unfit("a preview waits, and words do not decide it")
                .hint("send \"approval_id\" and \"decision\"; answers go into \"answers\""));
        }
        all = reply::unnamed(ask, &text)
            .map_err(|error| unfit(&error.in_one_line()).hint(error.advice()))?;
    }
    for (id, text) in given.answers.unwrap_or_default() {
        let question = ask.questions.iter().find(|question| question.id == id);
        let text = match question {
            Some(question) => reply::answer(question, &text),
            None => text,
        };
        all.answers.insert(id, text);
    }
    Ok((all != Reply::default()).then_some(all))
}

fn not_claimed(error: CheckpointError) -> Problem {
    match &error {
        CheckpointError::NotFound(_) | CheckpointError::Storage(StorageError::BadName(_)) => {
            Problem::new(Kind::UnknownSession, "no session of this name is waiting")
                .hint("it may be answered already, or was let go: the newest 50 wait")
        }
        CheckpointError::Storage(StorageError::Claimed(_)) => {
            Problem::new(Kind::SessionInUse, error.to_string()).hint("try again in a while")
        }
        CheckpointError::Version { found, .. } => {
            let detail = format!("it has version {found} of the saved form");
            Problem::new(Kind::OtherVersion, detail)
                .hint("ask again; what was logged before is in the log")
        }
        _ => Problem::of(&error.into()),
    }
}

fn stopped(stopped: DriveError) -> Problem {
    let error = match stopped {
        DriveError::Setup(error) => return Problem::of(&error),
        DriveError::Run(error) => error,
    };
    match error {
        RunnerError::Reply(refused @ MachineError::StalePreview { .. }) => {
            Problem::new(Kind::StaleApproval, refused.to_string())
                .hint("send only the \"session_id\" to see what waits now")
        }
        RunnerError::Reply(refused) => Problem::new(Kind::Unfit, refused.to_string())
            .hint("send only the \"session_id\" to see what is asked"),
        RunnerError::NothingAsked(_) => Problem::new(Kind::NothingAsked, error.to_string()),
        RunnerError::Checkpoint(error) => not_claimed(error),
        error => Problem::of(&error.into()),
    }
}

fn not_saved(report: &RunReport) -> Problem {
    let logged = report.logged.iter().flat_map(|logged| &logged.problems);
    let problems = logged.chain(&report.problems).map(ToString::to_string);
    let problems: Vec<String> = problems.collect();
    let detail = problems.join("; ");
    tracing::error!("{detail}");
    Problem::new(Kind::NotSaved, detail).hint("keep your words and send them again later")
}
