//! What a home keeps, under its lock.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use chrono::NaiveDate;
use quilto_model::{DateRange, Entry, RunId};

use super::day_cache::{self, DayCache};
use super::journal::{self, Change};
use super::lock::Lock;
use super::{FileStore, checkpoints, disk, layout};
use crate::backend::{Backend, Edit, Snapshot, Transaction};
use crate::day_index::{DayIndex, Unreadable};
use crate::{Checkpoint, Claim, ClaimKind, StorageError, ids};

/// Up to this many days of a period are opened by name; for more, the folders are listed.
const BY_NAME: i64 = 7;

/// A home while its lock is held.
pub(super) struct LockedHome<'s> {
    store: &'s FileStore,
    index: Option<DayCache<'s>>,
    /// Whether words were replaced, which may have been read before.
    rewritten: AtomicBool,
    _lock: Lock,
}

impl Drop for LockedHome<'_> {
    /// What was read is kept before others may write: nothing that they take out comes back.
    fn drop(&mut self) {
        let index = self.index.take();
        if let Some(index) = index.filter(|_| !self.rewritten.load(Ordering::Relaxed)) {
            index.keep();
        }
    }
}

impl FileStore {
    pub(super) fn held(&self) -> Result<LockedHome<'_>, StorageError> {
        Ok(LockedHome::new(self, self.reading()?))
    }

    pub(super) fn held_alone(&self) -> Result<LockedHome<'_>, StorageError> {
        Ok(LockedHome::new(self, self.writing()?))
    }
}

impl Backend for FileStore {
    fn snapshot(&self) -> Result<Box<dyn Snapshot + '_>, StorageError> {
        Ok(Box::new(self.held()?))
    }

    fn transaction(&self) -> Result<Box<dyn Transaction + '_>, StorageError> {
        Ok(Box::new(self.held_alone()?))
    }

    fn claim_of(
        &self,
        kind: ClaimKind,
        run: &RunId,
    ) -> Result<Option<Box<dyn Claim>>, StorageError> {
        checkpoints::claim(&self.layout.claimed(kind), run)
    }

    fn saved(&self, kind: ClaimKind) -> Result<Vec<Checkpoint>, StorageError> {
        checkpoints::saved(&self.layout.claimed(kind))
    }

    /// No lock: the file is replaced as a whole, so a reader never sees half of it.
    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        disk::read(&self.layout.document(key))
    }

    fn notices(&self) -> Vec<String> {
        std::mem::take(&mut *crate::lock(&self.warnings))
    }

    fn damaged_days(&self) -> Vec<NaiveDate> {
        let days: &BTreeSet<NaiveDate> = &crate::lock(&self.unreadable);
        days.iter().copied().collect()
    }
}

impl Snapshot for LockedHome<'_> {
    fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>, StorageError> {
        if let Some(period) = period.filter(|period| period.days() <= BY_NAME) {
            let days = period.start.iter_days();
            return Ok(days.take_while(|day| *day <= period.end).collect());
        }
        let layout = &self.store.layout;
        let failed = |e| disk::failed("read", &layout.raw_folder(), e);
        layout.days(period).map_err(failed)
    }

    fn raw(&self, day: NaiveDate, buffer: &mut Vec<u8>) -> Result<bool, StorageError> {
        let found = disk::read_into(&self.store.layout.raw(day), buffer)?;
        self.store
            .days_opened
            .fetch_add(u64::from(found), Ordering::Relaxed);
        Ok(found)
    }

    fn parsed(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
        disk::read(&self.store.layout.parsed(day))
    }

    fn document(&self, key: &str) -> Result<Option<Vec<u8>>, StorageError> {
        disk::read(&self.store.layout.document(key))
    }

    fn keys(&self, folder: &str) -> Result<Vec<String>, StorageError> {
        let below = format!("{folder}/");
        let path = self.store.layout.document(&below);
        let mut names = layout::names(&path).map_err(|e| disk::failed("read", &path, e))?;
        names.sort_unstable();
        Ok(names
            .into_iter()
            .map(|name| format!("{below}{name}"))
            .collect())
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        let layout = &self.store.layout;
        let failed = |e| disk::failed("read", &layout.raw_folder(), e);
        layout.span().map_err(failed)
    }

    fn place(&self, key: &str) -> PathBuf {
        self.store.layout.home.join(key)
    }

    /// A damaged file is set aside: the same bytes get the same name, so that nothing set aside
    /// before is lost.
    fn index(&self, day: NaiveDate) -> Result<Option<DayIndex>, StorageError> {
        let store = self.store;
        let path = store.layout.parsed(day);
        let shown = path.display();
        let bytes = match disk::read(&path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Some(DayIndex::default())),
            Err(StorageError::Io { source, .. }) => {
                store.warn(format!(
                    "{shown} cannot be read ({source}); the notes of the day are whole"
                ));
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        match DayIndex::read(&bytes) {
            Ok(index) => Ok(Some(index)),
            Err(Unreadable::Newer(version)) => {
                store.warn(format!(
                    "{shown} was written by a newer version (form {version}) and is not read"
                ));
                Ok(None)
            }
            Err(Unreadable::Damaged(reason)) => {
                let aside = format!("{}.damaged-{}", shown, ids::bytes_hash(&bytes));
                let said = match std::fs::rename(&path, &aside) {
                    Ok(()) => format!("it was set aside as {aside}"),
                    Err(e) if disk::is_missing(&e) => "it was set aside".to_owned(),
                    Err(e) => format!("it cannot be set aside either: {e}"),
                };
                store.warn(format!(
                    "{shown} is damaged ({reason}); {said}; the notes of the day are whole, and \
                     want to be read again"
                ));
                Ok(Some(DayIndex::default()))
            }
        }
    }

    fn at_hand(&self, day: NaiveDate) -> Option<Vec<Entry>> {
        self.index.as_ref()?.entries(day)
    }

    fn found_at_hand(&self, day: NaiveDate, holds: &dyn Fn(&str) -> bool) -> Option<Vec<Entry>> {
        self.index.as_ref()?.found(day, holds)
    }

    /// Said once; the notes of the day are left out.
    fn unreadable(&self, day: NaiveDate, error: StorageError) -> Result<(), StorageError> {
        let StorageError::Io { path, source, .. } = error else {
            return Err(error);
        };
        if crate::lock(&self.store.unreadable).insert(day) {
            let path = path.display();
            self.store.warn(format!(
                "{path} cannot be read ({source}); the notes of {day} are left out"
            ));
        }
        Ok(())
    }
}

impl Transaction for LockedHome<'_> {
    fn commit(self: Box<Self>, edits: Vec<Edit>) -> Result<(), StorageError> {
        self.apply(edits)
    }

    /// A document of the home is written as all that lies in it; one of the machine lies elsewhere.
    fn put(self: Box<Self>, key: &str, bytes: Option<&[u8]>) -> Result<(), StorageError> {
        let store = self.store;
        let path = store.layout.document(key);
        match bytes {
            None => store.disk.remove(&path),
            Some(bytes) if path.starts_with(&store.layout.home) => store.replace(&path, bytes),
            Some(bytes) => store.disk.replace(&path, bytes),
        }
    }
}

impl<'s> LockedHome<'s> {
    fn new(store: &'s FileStore, lock: Lock) -> Self {
        Self {
            store,
            index: DayCache::of(store),
            rewritten: AtomicBool::new(false),
            _lock: lock,
        }
    }
}

impl LockedHome<'_> {
    /// Does edits, and goes on holding the lock. What replaces one file is whole by itself; all else
    /// goes by the journal.
    pub(super) fn apply(&self, edits: Vec<Edit>) -> Result<(), StorageError> {
        let store = self.store;
        for edit in &edits {
            if let (Some(index), Edit::Rewrite { day, .. }) = (&store.index, edit) {
                self.rewritten.store(true, Ordering::Relaxed);
                day_cache::forget(&index.folder, *day);
            }
        }
        match edits.as_slice() {
            [] => Ok(()),
            [Edit::Rewrite { day, text }] => store.replace(&store.layout.raw(*day), text),
            [Edit::Parsed { day, json }] => {
                store.replace(&store.layout.parsed(*day), json.as_bytes())
            }
            _ => {
                let words = edits.iter().any(|edit| matches!(edit, Edit::Append { .. }));
                let changes = edits.into_iter().map(|edit| self.change(edit));
                let changes = changes.collect::<Result<Vec<_>, _>>()?;
                match journal::commit(&store.disk, &store.layout, &changes)? {
                    Err(error) if words => {
                        store.warn(format!(
                            "the words are safe, but what was understood of them could not be \
                             saved: {error}"
                        ));
                        Ok(())
                    }
                    done => done,
                }
            }
        }
    }

    fn change(&self, edit: Edit) -> Result<Change, StorageError> {
        let layout = &self.store.layout;
        let (path, text) = match edit {
            Edit::Append { day, length, text } => {
                return Ok(Change::Append {
                    path: layout.relative(&layout.raw(day)),
                    length,
                    text,
                    done: 0,
                });
            }
            Edit::Rewrite { day, text } => (layout.raw(day), text),
            Edit::Parsed { day, json } => (layout.parsed(day), json.into_bytes()),
        };
        let not_text = |error| {
            let error = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
            disk::failed("write", &path, error)
        };
        let text = String::from_utf8(text).map_err(not_text)?;
        let before = disk::read(&path)?;
        Ok(Change::Replace {
            path: layout.relative(&path),
            before: before.map(|bytes| ids::bytes_hash(&bytes)),
            text,
        })
    }
}
