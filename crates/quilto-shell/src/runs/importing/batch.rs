//! What was read and is not written yet, and how it is written.

use std::collections::HashSet;

use quilto::model::{DateRange, Entry, EntryId};
use quilto::storage::{NewEntry, Store};

use super::BATCH;
use super::report::Summary;
use super::unread::UnreadClause;
use crate::context::Context;
use crate::context::engine::{Reader, ToRead};
use crate::error::CliError;
use crate::import::{self, Choices, Decision, Draft, MissingUnits, TableFacts};

/// Fewer notes than this are not worth a second thread.
const WORTH_A_THREAD: usize = 200;

/// What was read and is not written yet: of many small files, so that a folder of daily notes is
/// not one write per note.
#[derive(Default)]
pub struct Batch {
    pub drafts: Vec<Draft>,
    pub remarks: Vec<String>,
    /// Units that were taken unsaid, and which.
    pub assumed: Vec<String>,
    pub missing_units: MissingUnits,
    /// What the tables among them were like, and what was said of them.
    pub tables: Vec<(TableFacts, Choices)>,
    /// Sections of an export of our own, written as they were.
    pub sections: Vec<Entry>,
    pub global_context: Option<String>,
}

impl Batch {
    /// Writes the sections of an export of our own, names and all.
    pub fn restore(
        &mut self,
        store: &dyn Store,
        dry_run: bool,
        summary: &mut Summary,
    ) -> Result<(), CliError> {
        let sections = std::mem::take(&mut self.sections);
        let days = sections.iter().map(|section| section.date);
        let (Some(first), Some(last)) = (days.clone().min(), days.max()) else {
            return Ok(());
        };
        summary.note_days(first, last);
        if dry_run {
            let there = store.sections(&DateRange::new(first, last))?;
            let there: HashSet<_> = there.iter().map(|entry| (&entry.id, &entry.raw)).collect();
            for section in &sections {
                summary.sample(section.date, &section.raw);
                if there.contains(&(&section.id, &section.raw)) {
                    summary.known += 1;
                } else {
                    summary.imported += 1;
                }
            }
            return Ok(());
        }
        let restored = store.restore(sections)?;
        summary.imported += restored.added;
        summary.known += restored.known;
        if let Some(learned) = self.global_context.take()
            && store.global_context()?.is_empty()
        {
            store.update_global_context(&learned)?;
        }
        Ok(())
    }
}

/// The entries to write. Drafts that are words are read by the parser first, so that text and
/// meaning are saved together; what of them was not is noted.
pub fn batches(
    context: &Context<'_>,
    decision: Decision,
    unread: &mut Vec<UnreadClause>,
) -> Result<Vec<Vec<NewEntry>>, CliError> {
    let fresh = decision.fresh.into_iter().map(|draft| (None, draft));
    let changed = decision
        .changed
        .into_iter()
        .map(|(id, draft)| (Some(id), draft));
    let mut drafts: Vec<(Option<EntryId>, Draft)> = fresh.chain(changed).collect();
    read_all(&Reader::by_rules(context)?, &mut drafts)?;
    unread.extend(drafts.iter().flat_map(|(_, draft)| UnreadClause::of(draft)));
    let mut entries = Vec::with_capacity(drafts.len());
    for (replaced, draft) in drafts {
        if let Some(id) = replaced {
            entries.push(import::replacement_of(&id, &draft));
        }
        entries.push(import::entry_of(draft));
    }
    let mut batches = Vec::new();
    while !entries.is_empty() {
        let rest = entries.split_off(entries.len().min(BATCH));
        batches.push(std::mem::replace(&mut entries, rest));
    }
    Ok(batches)
}

/// Reads the drafts that are words, on all cores where there are many: none looks at another.
fn read_all(reader: &Reader<'_>, drafts: &mut [(Option<EntryId>, Draft)]) -> Result<(), CliError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    if threads < 2 || drafts.len() < WORTH_A_THREAD {
        return drafts
            .iter_mut()
            .try_for_each(|(_, draft)| read_words(reader, draft));
    }
    let share = drafts.len().div_ceil(threads);
    std::thread::scope(|scope| {
        let shares: Vec<_> = drafts
            .chunks_mut(share)
            .map(|share| {
                scope.spawn(move || {
                    let mut drafts = share.iter_mut();
                    drafts.try_for_each(|(_, draft)| read_words(reader, draft))
                })
            })
            .collect();
        shares.into_iter().try_for_each(|share| {
            let stopped = || {
                Err(CliError::failed("a part of the import stopped by itself")
                    .hint("import the same again: what came in is known by then"))
            };
            share.join().unwrap_or_else(|_| stopped())
        })
    })
}

fn read_words(reader: &Reader<'_>, draft: &mut Draft) -> Result<(), CliError> {
    if draft.parsed.is_none() {
        let to_read = ToRead {
            text: draft.plain.as_ref().unwrap_or(&draft.raw),
            written: draft.date,
            time: draft.time,
            recent: Vec::new(),
        };
        draft.parsed = Some(reader.read(to_read)?.parsed);
    }
    Ok(())
}
