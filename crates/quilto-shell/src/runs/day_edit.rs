//! A day whose text was edited as a whole: what changed is read again.

use chrono::NaiveDate;
use quilto::model::{DateRange, Entry, EntryId};
use quilto::storage::Store;
use schemars::JsonSchema;
use serde::Serialize;

use super::reread::{self, Rereading};
use crate::context::Context;
use crate::context::engine::Reader;
use crate::error::CliError;

/// What an edit did to the notes of a day.
#[derive(Default)]
pub struct DayChanges {
    pub changed: Vec<Entry>,
    pub new: Vec<Entry>,
    pub gone: Vec<Entry>,
    /// Notes under another time of day, their words as before.
    pub moved: Vec<Entry>,
    /// Notes whose corrections do not fit the new words.
    pub unfit: Vec<Entry>,
}

/// The same by the names of the notes.
#[derive(Serialize, JsonSchema)]
pub struct DayEdited {
    day: NaiveDate,
    /// Notes with other words than before.
    changed: Vec<EntryId>,
    new: Vec<EntryId>,
    gone: Vec<EntryId>,
    /// Notes under another time of day, their words as before.
    moved: Vec<EntryId>,
    /// Notes whose corrections do not fit the new words.
    unfit: Vec<EntryId>,
}

impl DayEdited {
    pub fn of(day: NaiveDate, changes: &DayChanges) -> Self {
        let ids = |entries: &[Entry]| entries.iter().map(|e| e.id.clone()).collect();
        Self {
            day,
            changed: ids(&changes.changed),
            new: ids(&changes.new),
            gone: ids(&changes.gone),
            moved: ids(&changes.moved),
            unfit: ids(&changes.unfit),
        }
    }
}

/// Reads again what has new words, and says what became of each note.
pub fn take_in(
    context: &Context<'_>,
    store: &dyn Store,
    day: NaiveDate,
    before: &[Entry],
) -> Result<DayChanges, CliError> {
    let range = DateRange::day(day);
    let after = store.entries_by_date_range(&range)?;
    let sections = store.sections(&range)?;
    let reader = Reader::new(context)?;
    let earlier = match day.pred_opt() {
        Some(eve) => reader.recent(eve)?,
        None => Vec::new(),
    };
    let mut changes = DayChanges::default();
    for (place, entry) in after.iter().enumerate() {
        let old = before.iter().find(|old| old.id == entry.id);
        let mut entry = entry.clone();
        let rewritten = old.is_none_or(|old| old.raw != entry.raw);
        if rewritten || entry.parsed.is_none() {
            let recent: Vec<Entry> = earlier.iter().chain(&after[..place]).cloned().collect();
            match reread::again(&reader, &entry, &recent, &sections)? {
                Rereading::Read(parsed) => {
                    store.save_parse(&entry.id, &parsed)?;
                    entry.parsed = Some(*parsed);
                }
                Rereading::Corrected => {
                    changes.unfit.push(entry);
                    continue;
                }
            }
        }
        match old {
            None => changes.new.push(entry),
            Some(_) if rewritten => changes.changed.push(entry),
            Some(old) if old.time != entry.time => changes.moved.push(entry),
            Some(_) => {}
        }
    }
    let is_gone = |old: &&Entry| after.iter().all(|entry| entry.id != old.id);
    changes.gone = before.iter().filter(is_gone).cloned().collect();
    Ok(changes)
}
