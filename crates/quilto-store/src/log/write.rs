//! Writing: words first, then what was understood of them.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use quilto_model::{Entry, EntryId, EntryKind, Parsed};

use super::day::Day;
use super::read::{self, DayCache};
use crate::backend::{Backend, Edit, Snapshot, Transaction};
use crate::day_index::VERSION;
use crate::draft::Draft;
use crate::plan::{self, DayReader};
use crate::section::{self, Section};
use crate::view::CurrentEntry;
use crate::{NewEntry, StorageError, has_files, ids, repeated_rows, utc_offset};

pub(super) fn append(
    backend: &impl Backend,
    entries: Vec<NewEntry>,
) -> Result<Vec<Entry>, StorageError> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    let kept = backend.transaction()?;
    let mut batch = Batch {
        kept: &*kept,
        days: BTreeMap::new(),
    };
    let mut written = Vec::with_capacity(entries.len());
    for new in entries {
        let mut last = None;
        for draft in plan::plan(new, &mut batch)? {
            last = Some(batch.add(draft)?);
        }
        written.extend(last);
    }
    let edits = batch.edits()?;
    kept.commit(edits)?;
    Ok(written)
}

pub(super) fn save_parse(
    backend: &impl Backend,
    id: &EntryId,
    parsed: &Parsed,
) -> Result<(), StorageError> {
    let kept = backend.transaction()?;
    let mut days = DayCache::of(&*kept);
    let missing = || StorageError::NoSuchEntry(id.clone());
    let (date, standing) = plan::locate(id, &mut days)?.ok_or_else(missing)?;
    let day = days.day(date)?.ok_or_else(missing)?;
    if day.frozen {
        return Err(newer(&*kept, date));
    }
    let before = day.index.clone();
    day.register();
    day.set_parse(
        &standing.place,
        repeated_rows::without_nulls(parsed.clone()),
    );
    if day.index == before {
        return Ok(());
    }
    let edit = parsed_edit(&*kept, day)?;
    kept.commit(vec![edit])
}

pub(super) fn replace_raw(
    backend: &impl Backend,
    day: NaiveDate,
    before: Option<&[u8]>,
    after: &[u8],
) -> Result<bool, StorageError> {
    has_files(day)?;
    let kept = backend.transaction()?;
    if read::raw(&*kept, day)?.as_deref() != before {
        return Ok(false);
    }
    let text = after.to_vec();
    kept.commit(vec![Edit::Rewrite { day, text }])?;
    Ok(true)
}

/// What was understood of a day was written by a newer version.
pub(super) fn newer(kept: &dyn Snapshot, day: NaiveDate) -> StorageError {
    StorageError::NewerForm {
        path: kept.place(&section::parsed_source(day)),
        known: VERSION,
    }
}

/// What is understood of a day, to be kept.
pub(super) fn parsed_edit(kept: &dyn Snapshot, day: &Day) -> Result<Edit, StorageError> {
    let failed = |error: serde_json::Error| StorageError::Io {
        action: "write",
        path: kept.place(&section::parsed_source(day.date)),
        source: error.into(),
    };
    Ok(Edit::Parsed {
        day: day.date,
        json: day.index.write().map_err(failed)?,
    })
}

/// The days that a call touches, each opened once.
struct Batch<'a> {
    kept: &'a dyn Transaction,
    days: BTreeMap<NaiveDate, BatchDay>,
}

/// A day of a batch, as it will be.
struct BatchDay {
    day: Day,
    /// What is to be appended.
    text: String,
}

impl Batch<'_> {
    fn day(&mut self, date: NaiveDate) -> Result<&mut BatchDay, StorageError> {
        use std::collections::btree_map::Entry::{Occupied, Vacant};
        match self.days.entry(date) {
            Occupied(entry) => Ok(entry.into_mut()),
            Vacant(entry) => {
                let mut day = match read::open_day(self.kept, date, &mut Vec::new())? {
                    Some(day) => day,
                    None => read::day_of_bytes(self.kept, date, b"")?,
                };
                day.register();
                let text = String::new();
                Ok(entry.insert(BatchDay { day, text }))
            }
        }
    }

    fn add(&mut self, mut draft: Draft) -> Result<Entry, StorageError> {
        let batched = self.day(draft.date)?;
        utc_offset::only_changes(&mut draft, &batched.day.sections);
        let mut section = Section {
            id: EntryId(String::new()),
            time: Some(draft.time),
            kind: draft.kind,
            raw: draft.raw,
            payload: draft.payload,
        };
        let day = &mut batched.day;
        section.id = ids::new_id(draft.date, section.time, &section.hash(), |name| {
            day.sections.iter().any(|s| s.id.0 == name)
                || day.index.records.iter().any(|(id, _)| id.0 == name)
        });
        batched.text.push_str(&day.add(&section));
        let parsed = draft.parsed.map(repeated_rows::without_nulls);
        if let Some(parsed) = &parsed {
            day.set_parse(&section.id, parsed.clone());
        }
        let parsed = parsed.filter(|_| section.kind != EntryKind::Moved);
        Ok(section.entry(draft.date, section::source(draft.date), parsed))
    }

    fn edits(self) -> Result<Vec<Edit>, StorageError> {
        let mut edits = Vec::with_capacity(self.days.len() * 2);
        for (date, batched) in self.days {
            if batched.text.is_empty() {
                continue;
            }
            edits.push(Edit::Append {
                day: date,
                length: batched.day.length,
                text: batched.text,
            });
            if !batched.day.frozen {
                edits.push(parsed_edit(self.kept, &batched.day)?);
            }
        }
        Ok(edits)
    }
}

impl DayReader for Batch<'_> {
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError> {
        Ok(self.day(date)?.day.sections.clone())
    }

    fn parse_of(
        &mut self,
        date: NaiveDate,
        standing: &CurrentEntry,
    ) -> Result<Option<Parsed>, StorageError> {
        Ok(self.day(date)?.day.parse_at(&standing.place))
    }
}
