//! Removing the words of a note for good: the one thing that rewrites what was typed.

use quilto::checkpoint;
use quilto::machine::Run;
use quilto::model::{DateRange, Entry, EntryId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::{Context, idempotency, lines};
use crate::error::CliError;

/// Words that are shorter stand in too many texts to tell which are meant.
const TELLING: usize = 4;

/// A note whose words are gone.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Forgotten {
    /// The entry.
    pub forgotten: EntryId,
}

/// The entry of that name, whether it stands or was taken back.
pub fn written(context: &Context<'_>, id: &EntryId) -> Result<Option<Entry>, CliError> {
    let store = context.store()?;
    if let Some(entry) = store.entry(id)? {
        return Ok(Some(entry));
    }
    let sections = match quilto::storage::day_of(id) {
        Some(day) => store.sections(&DateRange::day(day))?,
        None => Vec::new(),
    };
    Ok(sections.into_iter().find(|section| section.id == *id))
}

/// Removes the words of an entry, from its day and from wherever else they are kept.
pub fn for_good(context: &Context<'_>, entry: &Entry) -> Result<Forgotten, CliError> {
    // What else holds the words goes first: should it fail, the entry is still there to try again.
    traces(context, entry)?;
    context.store()?.forget(&entry.id)?;
    Ok(Forgotten {
        forgotten: entry.id.clone(),
    })
}

/// Whether a text is about the entry: its name, or its words.
pub fn is_told(entry: &Entry, text: &str) -> bool {
    text == entry.id.0 || holds(entry, text)
}

fn holds(entry: &Entry, text: &str) -> bool {
    let words = entry.raw.trim();
    text.trim() == words || words.chars().count() >= TELLING && text.contains(words)
}

/// Removes the words from where they are kept beside the log: runs that wait, text that was cut off,
/// answers that programs may ask for again, and the lines of conversations.
fn traces(context: &Context<'_>, entry: &Entry) -> Result<(), CliError> {
    let untouched = |run: &Run| {
        let seen = checkpoint::to_json(run).is_ok_and(|json| {
            let json = String::from_utf8_lossy(&json);
            json.contains(&format!("\"{}\"", entry.id.0))
        });
        !seen && !holds(entry, &run.input().text)
    };
    let checkpoints = context.checkpoints()?;
    let store = context.store()?;
    for gone in checkpoints.prune(untouched)? {
        store.unspool(&gone)?;
    }
    for (id, spooled) in store.spooled()? {
        if holds(entry, &spooled.text) {
            store.unspool(&id)?;
        }
    }
    let told = |text: &str| is_told(entry, text);
    idempotency::forget(&*store, &told)?;
    lines::forget(context, entry.raw.trim())
}
