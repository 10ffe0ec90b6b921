//! `forget ENTRY`: the one command that rewrites what was typed, for a secret typed by mistake.

use clap::Args;
use quilto::checkpoint;
use quilto::machine::Run;
use quilto::model::{DateRange, Entry, EntryId};
use serde_json::json;

use crate::context::{Context, kept_answers, lines};
use crate::error::{CliError, Exit};
use crate::locale;
use crate::output::note_echo;
use crate::output::words::Words;
use crate::runs::prompt;
use crate::ui::{Ui, excerpt};

#[derive(Debug, Args)]
pub struct ForgetArgs {
    /// The note, as `history` names it; also one that was taken back
    #[arg(value_name = "ENTRY")]
    entry: String,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &ForgetArgs) -> Result<Exit, CliError> {
    let id = EntryId(args.entry.trim().to_owned());
    let entry = written(context, &id)?;
    if !context.yes {
        if !context.may_ask() {
            return Err(CliError::usage("nothing was forgotten")
                .hint("say --yes where you cannot be asked; there is no way back"));
        }
        let day = note_echo::day(entry.date, entry.time);
        ui.ask(&format!("{day}  {}", excerpt(&entry.raw, 60)));
        let words = Words::of(locale::language());
        if !prompt::confirmed(context, ui, &words.forget_for_good) {
            ui.remark(&words.nothing_forgotten);
            return Ok(Exit::Done);
        }
    }
    // What else holds the words goes first: should it fail, the entry is still there to try again.
    traces(context, &entry)?;
    context.store()?.forget(&id)?;
    if context.json {
        ui.json(&json!({"forgotten": id}))?;
    } else {
        ui.line(&format!("Forgotten: {id}"))?;
    }
    Ok(Exit::Done)
}

/// The entry, whether it stands or was taken back.
fn written(context: &Context<'_>, id: &EntryId) -> Result<Entry, CliError> {
    let store = context.store()?;
    if let Some(entry) = store.entry(id)? {
        return Ok(entry);
    }
    let sections = match quilto::storage::day_of(id) {
        Some(day) => store.sections(&DateRange::day(day))?,
        None => Vec::new(),
    };
    let found = sections.into_iter().find(|section| section.id == *id);
    found.ok_or_else(|| {
        CliError::failed(format!("there is no entry {id}"))
            .hint("`history` lists entries and their names")
    })
}

/// Words that are shorter stand in too many texts to tell which are meant.
const TELLING: usize = 4;

/// Removes the words from where they are kept beside the log: runs that wait, text that was cut off,
/// answers that programs may ask for again, and the lines of conversations.
fn traces(context: &Context<'_>, entry: &Entry) -> Result<(), CliError> {
    let words = entry.raw.trim();
    let holds = |text: &str| {
        text.trim() == words || words.chars().count() >= TELLING && text.contains(words)
    };
    let untouched = |run: &Run| {
        let seen = checkpoint::to_json(run).is_ok_and(|json| {
            let json = String::from_utf8_lossy(&json);
            json.contains(&format!("\"{}\"", entry.id.0))
        });
        !seen && !holds(&run.input().text)
    };
    let checkpoints = context.checkpoints()?;
    let store = context.store()?;
    for gone in checkpoints.prune(untouched)? {
        store.unspool(&gone)?;
    }
    for (id, spooled) in store.spooled()? {
        if holds(&spooled.text) {
            store.unspool(&id)?;
        }
    }
    let told = |text: &str| text == entry.id.0 || holds(text);
    kept_answers::forget(&context.places()?.answers(), &told)?;
    lines::forget(context, words)
}
