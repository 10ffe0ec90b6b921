//! `resume`: the answer to what a run asks, in a process of its own.

use std::time::Instant;

use chrono::NaiveDate;
use clap::Args;
use quilto::checkpoint::{CheckpointError, Checkpoints};
use quilto::machine::{Ask, Decision, Reply};
use quilto::model::RunId;
use quilto::storage::Spooled;
use quilto::text::{self, dates::note_day};

use crate::context::{Context, reply};
use crate::error::{CliError, Exit};
use crate::runs::one_input::{self, UserInput};
use crate::runs::{drive, last_session};
use crate::ui::Ui;

#[derive(Debug, Args)]
pub struct ResumeArgs {
    /// The session (the newest, if none is named), then the answer
    #[arg(value_name = "WORDS")]
    words: Vec<String>,

    /// Answer one of several questions
    #[arg(short = 'a', long = "answer", value_name = "ID=TEXT")]
    answers: Vec<String>,

    /// Rather not say: go on with what is known
    #[arg(long, conflicts_with_all = ["answers", "approve", "reject", "refine"])]
    decline: bool,

    /// Write what is previewed
    #[arg(long, conflicts_with_all = ["reject", "refine"])]
    approve: bool,

    /// Do not write it
    #[arg(long, conflicts_with = "refine")]
    reject: bool,

    /// Change it in this way first
    #[arg(long, value_name = "TEXT")]
    refine: Option<String>,

    /// The preview that was seen; a newer one is then not decided by mistake
    #[arg(long, value_name = "ID")]
    preview: Option<String>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ResumeArgs) -> Result<Exit, CliError> {
    let begun = Instant::now();
    let checkpoints = context.checkpoints()?;
    let (id, answer) = named(context, checkpoints, args)?;
    if let Some(spooled) = spooled(context, checkpoints, &id)? {
        let saying = taken_up(spooled, context.moment.today);
        let exit = one_input::run(context, ui, saying)?;
        context.store()?.unspool(&id)?;
        return Ok(exit);
    }
    let (claim, run) = checkpoints.claim(&id)?;
    let reply = match run.ask() {
        Some((_, ask)) => wanted(ask, args, &answer)?,
        None => None,
    };
    if let Some((_, ask)) = run.ask()
        && let Some(changed) = drive::changed_since(context, ask, reply.as_ref())?
    {
        let what = format!("{changed} was changed since the preview");
        return Err(
            CliError::failed(what).hint("reject it with --reject and say the correction again")
        );
    }
    if let Some(entry) = reply.as_ref().and_then(|reply| reply.chosen.as_ref()) {
        last_session::chose(context, entry);
    }
    let report = context.resume(ui, claim, run, reply)?;
    one_input::finish(context, ui, &report, begun)
}

/// The session that is meant, and the rest of the words.
fn named(
    context: &Context<'_>,
    checkpoints: Checkpoints<'_>,
    args: &ResumeArgs,
) -> Result<(RunId, String), CliError> {
    let waiting = checkpoints.list()?;
    let mut ids: Vec<RunId> = waiting.into_iter().map(|waiting| waiting.id).collect();
    ids.extend(unfinished(context)?.into_iter().map(|(id, _)| id));
    if let Some((first, rest)) = args.words.split_first() {
        let id = RunId(first.trim().to_owned());
        if ids.contains(&id) {
            return Ok((id, rest.join(" ")));
        }
        if like_a_name(first) {
            return Err(CheckpointError::NotFound(id).into());
        }
    }
    match ids.into_iter().max() {
        Some(newest) => Ok((newest, args.words.join(" "))),
        None => Err(CliError::failed("no session is waiting")
            .hint("a session waits when a question of it was left open")),
    }
}

/// Whether a word is made like the name of a run: a day, a time and a tail.
fn like_a_name(word: &str) -> bool {
    let mut parts = word.split('-');
    let digits = |part: Option<&str>, length: usize| {
        part.is_some_and(|p| p.len() == length && p.bytes().all(|b| b.is_ascii_digit()))
    };
    digits(parts.next(), 8) && digits(parts.next(), 6) && parts.next().is_some()
}

/// A text that was cut off, as it was said. Its note belongs to the day it was typed on, whenever it
/// is gone on with.
fn taken_up(spooled: Spooled, today: NaiveDate) -> UserInput {
    let typed_before = spooled.written.filter(|written| *written != today);
    let named = typed_before.map(|written| {
        let named = note_day(&text::read(&spooled.text), written);
        named.map_or(written, |mention| mention.range.start)
    });
    UserInput {
        assume: spooled.assume,
        day: spooled.day.or(named),
        ..UserInput::of(spooled.text)
    }
}

/// Texts whose run ended in the middle, with no session to go on with.
pub fn unfinished(context: &Context<'_>) -> Result<Vec<(RunId, Spooled)>, CliError> {
    let checkpoints = context.checkpoints()?;
    let waiting = checkpoints.list()?;
    let mut texts = context.store()?.spooled()?;
    texts.retain(|(id, _)| !waiting.iter().any(|w| w.id == *id));
    Ok(texts)
}

fn spooled(
    context: &Context<'_>,
    checkpoints: Checkpoints<'_>,
    id: &RunId,
) -> Result<Option<Spooled>, CliError> {
    match checkpoints.claim(id) {
        Err(CheckpointError::NotFound(_)) => {}
        _ => return Ok(None),
    }
    let texts = unfinished(context)?;
    Ok(texts.into_iter().find(|(i, _)| i == id).map(|(_, t)| t))
}

/// The reply that the arguments make; `None` if they say nothing, so that the user is asked.
fn wanted(ask: &Ask, args: &ResumeArgs, answer: &str) -> Result<Option<Reply>, CliError> {
    if args.decline {
        return Ok(Some(Reply::decline()));
    }
    if args.approve || args.reject || args.refine.is_some() {
        let current = ask.preview.as_ref().map(|preview| preview.id.clone());
        let Some(preview) = args.preview.clone().or(current) else {
            return Err(CliError::usage("this session waits for no approval")
                .hint("it asks something else: `resume` without options shows what"));
        };
        let decision = match &args.refine {
            Some(feedback) => Decision::Refine {
                preview,
                feedback: feedback.clone(),
            },
            None if args.approve => Decision::Approve { preview },
            None => Decision::Reject { preview },
        };
        return Ok(Some(Reply::decide(decision)));
    }
    let mut all = if answer.trim().is_empty() {
        Reply::default()
    } else {
        reply::unnamed(ask, answer)?
    };
    for named in &args.answers {
        let Some((id, text)) = named.split_once('=') else {
            return Err(CliError::usage(format!("{named:?} is not ID=TEXT"))
                .hint("name the question first: -a q1=\"…\""));
        };
        let question = ask.questions.iter().find(|q| q.id == id.trim());
        let text = question.map_or_else(|| text.to_owned(), |q| reply::answer(q, text));
        all.answers.insert(id.trim().to_owned(), text);
    }
    Ok((all != Reply::default()).then_some(all))
}
