//! What the files of days come to, kept in a folder that may be lost: the index of a home.
//!
//! A file holds a month. A day counts as long as its two files are those it was read from
//! ([`Stamp`]), or at least hold the same bytes; else it is read again, and kept when the snapshot
//! ends. What is odd (damage, a folder that cannot be written to, sources that changed) costs time
//! and nothing else: the home alone is the truth, and what is of a day that was not kept is read
//! there.

mod entry_form;
mod month;
mod stamp;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::SystemTime;

use chrono::{Datelike, NaiveDate};
use quilto_model::Entry;
use sha2::{Digest, Sha256};

use self::month::{Hashes, KeptDay, Month, Origin, Stamps};
use self::stamp::Stamp;
use super::{FileStore, disk};
use crate::day_index::DayIndex;
use crate::log::day::Day;

/// The index of a home.
#[derive(Clone, Debug)]
pub(super) struct Index {
    pub(super) folder: PathBuf,
    /// What time it is.
    clock: fn() -> SystemTime,
}

impl Index {
    pub(super) fn of(folder: PathBuf) -> Self {
        Self {
            folder,
            clock: SystemTime::now,
        }
    }

    /// The same for another person.
    pub(super) fn below(&self, below: impl Fn(&Path) -> PathBuf) -> Self {
        Self {
            folder: below(&self.folder),
            clock: self.clock,
        }
    }
}

/// The index, during one snapshot of the home.
pub(super) struct DayCache<'s> {
    index: &'s Index,
    store: &'s FileStore,
    months: Mutex<BTreeMap<NaiveDate, Arc<OpenMonth>>>,
}

/// A month that days were asked of.
struct OpenMonth {
    kept: OnceLock<Month>,
    visited: Mutex<DaysVisited>,
}

/// The days of a month that were visited: those that are there, and those that were read again.
#[derive(Default)]
struct DaysVisited {
    there: BTreeSet<u32>,
    read: Month,
}

impl<'s> DayCache<'s> {
    /// The index of a store, if it has one.
    pub(super) fn of(store: &'s FileStore) -> Option<Self> {
        let index = store.index.as_ref()?;
        Some(Self {
            index,
            store,
            months: Mutex::default(),
        })
    }

    /// What stands on a day; `None` if its files are to be read as if there were no index, since
    /// there is something to be said about them.
    pub(super) fn entries(&self, date: NaiveDate) -> Option<Vec<Entry>> {
        self.looked_at(date, &|kept| kept.entries(date))
    }

    /// The same of entries with certain words only; others are not unpacked.
    pub(super) fn found(
        &self,
        date: NaiveDate,
        holds: &dyn Fn(&str) -> bool,
    ) -> Option<Vec<Entry>> {
        self.looked_at(date, &|kept| kept.found(date, holds))
    }

    fn looked_at(
        &self,
        date: NaiveDate,
        look: &dyn Fn(&KeptDay) -> Option<Vec<Entry>>,
    ) -> Option<Vec<Entry>> {
        let month = self.month(date);
        let first = first_of(date);
        let kept = month
            .kept
            .get_or_init(|| month::read(&file_of(&self.index.folder, first), first));
        let kept = kept.get(&date.day());
        let stamps = self.stamps(date)?;
        crate::lock(&month.visited).there.insert(date.day());
        if let Some(kept) = kept
            && kept.origin.stamps == Some(stamps)
            && let Some(entries) = look(kept)
        {
            return Some(entries);
        }
        let read = self.read(date, stamps, kept)?;
        let entries = look(&read);
        if kept.is_none_or(|kept| kept.origin != read.origin) {
            crate::lock(&month.visited).read.insert(date.day(), read);
        }
        entries
    }

    fn month(&self, date: NaiveDate) -> Arc<OpenMonth> {
        let mut months = crate::lock(&self.months);
        let month = months.entry(first_of(date)).or_insert_with(|| {
            Arc::new(OpenMonth {
                kept: OnceLock::new(),
                visited: Mutex::default(),
            })
        });
        Arc::clone(month)
    }

    fn stamps(&self, date: NaiveDate) -> Option<Stamps> {
        let raw = Stamp::of(&self.store.layout.raw(date)).ok()??;
        let parsed = Stamp::of(&self.store.layout.parsed(date)).ok()?;
        Some(Stamps { raw, parsed })
    }

    /// Reads the files of a day whose stamps were taken before: a change from now on shows in those.
    fn read(&self, date: NaiveDate, stamps: Stamps, kept: Option<&KeptDay>) -> Option<KeptDay> {
        let now = (self.index.clock)();
        let raw = disk::read(&self.store.layout.raw(date)).ok()??;
        self.store.days_opened.fetch_add(1, Ordering::Relaxed);
        let parsed = disk::read(&self.store.layout.parsed(date)).ok()?;
        let settled = |stamp: &Stamp| stamp.is_settled(now);
        let all_settled = settled(&stamps.raw) && stamps.parsed.as_ref().is_none_or(settled);
        let origin = Origin {
            stamps: all_settled.then_some(stamps),
            hashes: Hashes {
                raw: hash(&raw),
                parsed: parsed.as_deref().map(hash),
            },
        };
        if let Some(kept) = kept.filter(|kept| kept.origin.hashes == origin.hashes)
            && kept.entries(date).is_some()
        {
            return Some(kept.with(origin));
        }
        // damage and newer forms are told each time
        let index = match parsed {
            Some(bytes) => DayIndex::read(&bytes).ok()?,
            None => DayIndex::default(),
        };
        KeptDay::of(origin, &Day::new(date, &raw, index).entries())
    }

    /// Keeps what was read anew. It may fail as it likes.
    pub(super) fn keep(self) {
        let months = self.months.into_inner();
        let months = months.unwrap_or_else(std::sync::PoisonError::into_inner);
        for (first, open) in months {
            let visited = std::mem::take(&mut *crate::lock(&open.visited));
            let mut month = open.kept.get().cloned().unwrap_or_default();
            let before = month.len();
            month.retain(|day, _| {
                let exists = |date| self.store.layout.raw(date).exists();
                visited.there.contains(day) || first.with_day(*day).is_some_and(exists)
            });
            if month.len() == before && visited.read.is_empty() {
                continue;
            }
            month.extend(visited.read);
            let path = file_of(&self.index.folder, first);
            if let Err(error) = month::write(&self.store.disk, &path, first, &month) {
                tracing::debug!("{} cannot be written: {error}", path.display());
            }
        }
    }
}

/// Forgets what was kept of the month of a day, whose words may have to be gone; and what a process
/// that was killed left half written, since those words may be in it. Whoever calls it holds the lock
/// alone, so nobody is writing.
pub(super) fn forget(folder: &Path, date: NaiveDate) {
    let left = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let left = left.filter(|file| file.file_name().to_string_lossy().starts_with(month::NEW));
    let paths = left.map(|file| file.path());
    for path in paths.chain([file_of(folder, first_of(date))]) {
        if let Err(error) = std::fs::remove_file(&path)
            && !disk::is_missing(&error)
        {
            tracing::warn!("{} cannot be removed: {error}", path.display());
        }
    }
}

fn file_of(folder: &Path, first: NaiveDate) -> PathBuf {
    folder.join(format!("{:04}-{:02}", first.year(), first.month()))
}

fn first_of(date: NaiveDate) -> NaiveDate {
    date.with_day(1).unwrap_or(date)
}

fn hash(bytes: &[u8]) -> [u8; 16] {
    let mut hash = [0; 16];
    hash.copy_from_slice(&Sha256::digest(bytes)[..16]);
    hash
}
