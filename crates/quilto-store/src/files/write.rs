//! Writing: words first, then what was understood of them.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::NaiveDate;

use super::day::Day;
use super::index::{DayIndex, VERSION};
use super::journal::{self, Change};
use super::read::OneByOne;
use super::{FileStore, disk};
use crate::plan::{self, Days, Draft};
use crate::section::{self, Section};
use crate::view::Standing;
use crate::{NewEntry, StorageError, ids, offset, tidy};
use quilto_model::{Entry, EntryId, EntryKind, Parsed};

impl FileStore {
    pub(super) fn append_entries(
        &self,
        entries: Vec<NewEntry>,
    ) -> Result<Vec<Entry>, StorageError> {
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let _lock = self.writing()?;
        let mut batch = Batch {
            store: self,
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
        let changes = batch.changes()?;
        if let Err(error) = journal::commit(&self.disk, &self.layout, &changes)? {
            self.warn(format!(
                "the words are safe, but what was understood of them could not be saved: {error}"
            ));
        }
        Ok(written)
    }

    pub(super) fn save_parse_of(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        let mut days = OneByOne {
            store: self,
            last: None,
        };
        let missing = || StorageError::NoSuchEntry(id.clone());
        let (date, standing) = plan::locate(id, &mut days)?.ok_or_else(missing)?;
        let path = self.layout.parsed(date);
        let day = days.day(date)?.ok_or_else(missing)?;
        if day.frozen {
            return Err(StorageError::NewerForm {
                path,
                known: VERSION,
            });
        }
        let before = day.index.clone();
        day.register();
        day.set_parse(&standing.place, tidy::without_nulls(parsed.clone()));
        if day.index == before {
            return Ok(());
        }
        let text = index_text(&day.index, &path)?;
        self.replace(&path, text.as_bytes())
    }
}

impl FileStore {
    /// What lies in the raw file of a day, byte for byte; `None` where there is no file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn raw_day(&self, date: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
        let _lock = self.reading()?;
        disk::read(&self.layout.raw(date))
    }

    /// Replaces the raw file of a day by what a person made of it, if it still holds what they
    /// began with; `false` if it does not, and then nothing is changed. Names and parses follow as
    /// after any edit by hand.
    ///
    /// # Errors
    /// The file cannot be read or replaced.
    pub fn replace_raw_day(
        &self,
        date: NaiveDate,
        before: &[u8],
        after: &[u8],
    ) -> Result<bool, StorageError> {
        let _lock = self.writing()?;
        let path = self.layout.raw(date);
        if disk::read(&path)?.as_deref() != Some(before) {
            return Ok(false);
        }
        self.replace(&path, after)?;
        Ok(true)
    }
}

pub(super) fn index_text(index: &DayIndex, path: &Path) -> Result<String, StorageError> {
    index
        .write()
        .map_err(|e| disk::failed("write", path, e.into()))
}

/// The days that a call touches, each opened once.
struct Batch<'a> {
    store: &'a FileStore,
    days: BTreeMap<NaiveDate, Touched>,
}

struct Touched {
    day: Day,
    /// What is to be appended.
    text: String,
    /// Hash of the parsed file as it lies on disk.
    parsed_before: Option<String>,
}

impl Batch<'_> {
    fn touched(&mut self, date: NaiveDate) -> Result<&mut Touched, StorageError> {
        use std::collections::btree_map::Entry::{Occupied, Vacant};
        match self.days.entry(date) {
            Occupied(entry) => Ok(entry.into_mut()),
            Vacant(entry) => {
                let mut day = match self.store.open_day(date)? {
                    Some(day) => day,
                    None => self.store.day_of_bytes(date, b"")?,
                };
                day.register();
                let parsed_path = self.store.layout.parsed(date);
                let parsed_before = match day.frozen {
                    true => None,
                    false => disk::read(&parsed_path)?,
                };
                Ok(entry.insert(Touched {
                    day,
                    text: String::new(),
                    parsed_before: parsed_before.map(|bytes| ids::bytes_hash(&bytes)),
                }))
            }
        }
    }

    fn add(&mut self, mut draft: Draft) -> Result<Entry, StorageError> {
        let touched = self.touched(draft.date)?;
        offset::only_changes(&mut draft, &touched.day.sections);
        let mut section = Section {
            id: EntryId(String::new()),
            time: Some(draft.time),
            kind: draft.kind,
            raw: draft.raw,
            payload: draft.payload,
        };
        let day = &mut touched.day;
        section.id = ids::new_id(draft.date, section.time, &section.hash(), |name| {
            day.sections.iter().any(|s| s.id.0 == name)
                || day.index.records.iter().any(|(id, _)| id.0 == name)
        });
        touched.text.push_str(&day.add(&section));
        let parsed = draft.parsed.map(tidy::without_nulls);
        if let Some(parsed) = &parsed {
            day.set_parse(&section.id, parsed.clone());
        }
        let parsed = parsed.filter(|_| section.kind != EntryKind::Moved);
        Ok(section.entry(draft.date, section::source(draft.date), parsed))
    }

    fn changes(mut self) -> Result<Vec<Change>, StorageError> {
        let mut changes = Vec::with_capacity(self.days.len() * 2);
        let layout = &self.store.layout;
        for (date, touched) in &mut self.days {
            if touched.text.is_empty() {
                continue;
            }
            let path = layout.parsed(*date);
            changes.push(Change::Append {
                path: layout.relative(&layout.raw(*date)),
                length: touched.day.length,
                text: std::mem::take(&mut touched.text),
                done: 0,
            });
            if touched.day.frozen {
                continue;
            }
            changes.push(Change::Replace {
                path: layout.relative(&path),
                before: touched.parsed_before.clone(),
                text: index_text(&touched.day.index, &path)?,
            });
        }
        Ok(changes)
    }
}

impl Days for Batch<'_> {
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError> {
        Ok(self.touched(date)?.day.sections.clone())
    }

    fn parse_of(
        &mut self,
        date: NaiveDate,
        standing: &Standing,
    ) -> Result<Option<Parsed>, StorageError> {
        Ok(self.touched(date)?.day.parse_at(&standing.place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LogStore;
    use crate::contract::{day, note};
    use quilto_model::DateRange;

    #[test]
    fn a_day_is_replaced_only_as_it_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap().without_sync();
        let date = day("2026-11-21");
        assert_eq!(store.raw_day(date).unwrap(), None);
        assert!(
            !store
                .replace_raw_day(date, b"", b"## 09:00\nbasalt\n")
                .unwrap()
        );
        let new = note("2026-11-21", "10:30", "granite polished");
        let written = store.append(vec![new]).unwrap();
        let seen = store.raw_day(date).unwrap().unwrap();
        assert_eq!(seen, b"## 10:30\ngranite polished\n\n");
        let edited = b"## 10:30\ngranite polished twice\n\n";
        assert!(store.replace_raw_day(date, &seen, edited).unwrap());
        let sections = store.sections(&DateRange::day(date)).unwrap();
        assert_eq!(sections[0].raw, "granite polished twice");
        assert_eq!(sections[0].id, written[0].id, "an edit keeps the name");
        // what was seen is no longer what is there
        assert!(!store.replace_raw_day(date, &seen, b"").unwrap());
        assert_eq!(store.raw_day(date).unwrap().as_deref(), Some(&edited[..]));
    }
}
