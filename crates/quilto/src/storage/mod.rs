//! The log store: raw notes as Markdown, what was understood of them as JSON.
//!
//! [`LogStore`] is the port; its documented contract is what every backend is tested against.

mod files;
mod glob;
mod ids;
mod markdown;
mod matching;
mod memory;
mod plan;
mod section;
mod tidy;
mod view;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod hand_edits;
#[cfg(test)]
mod random_actions;

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{NaiveDate, NaiveTime};
use serde_json::Value;

use crate::model::{DateRange, Entry, EntryId, EntryKind, Parsed, RunId};

pub use files::{FileStore, StepHook};
pub use ids::day_of;
pub use memory::MemoryStore;
pub use view::amendments;

/// An entry about to be appended.
#[derive(Clone, Debug, PartialEq)]
pub struct NewEntry {
    /// The day to file it under.
    pub date: NaiveDate,
    /// The minute for its heading; seconds are dropped.
    pub time: NaiveTime,
    /// What kind of section it is.
    pub kind: EntryKind,
    /// The words as typed.
    pub raw: String,
    /// What words cannot carry (`target`, `delta`, `rows`, `identity`): kept as one comment line.
    pub payload: Option<Value>,
    /// What is already understood of it (imports); saved together with the raw text.
    pub parsed: Option<Parsed>,
}

/// What to search for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchQuery {
    /// Words or phrases to find, compared without regard to case, width and Unicode form.
    pub keywords: Vec<String>,
    /// Days to look in; `None` is all of them.
    pub period: Option<DateRange>,
    /// Whether an entry must hold all keywords rather than one of them.
    pub match_all: bool,
}

/// Why a store operation failed. Nothing acknowledged before is lost by any of these.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The file system said no.
    #[error("cannot {action} {path}")]
    Io {
        /// What was tried (`read`, `append to`, `replace`).
        action: &'static str,
        /// On what.
        path: std::path::PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// No entry of that name.
    #[error("there is no entry {0}")]
    NoSuchEntry(EntryId),
    /// A section of a kind that speaks of another one, without saying of which.
    #[error("a section of the kind {0:?} must name its target")]
    NoTarget(EntryKind),
    /// A file written by a newer version of the program; it is left as it is.
    #[error("{path} was written by a newer version; this one knows form {known}")]
    NewerForm {
        /// The file.
        path: std::path::PathBuf,
        /// The newest form this version knows.
        known: u32,
    },
    /// A file pattern that cannot be read.
    #[error("the pattern {pattern:?} is not valid: {reason}")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Where notes live.
///
/// **Order.** Reads give entries oldest first: by day, then by place in the file.
/// **What is read.** `entries_*`, `search` and `entry` give notes and imports as they stand now:
/// corrections applied, undone ones left out, moved ones under their new day. [`LogStore::sections`]
/// gives everything that was ever written.
/// **Writes.** A write that returned `Ok` is on disk. Writers of several processes take turns.
/// **Damage.** A file that cannot be read costs only itself: it is set aside, said in
/// [`LogStore::warnings`], and never overwritten with nothing.
pub trait LogStore: Send + Sync {
    /// Entries of the days of a range. Opens only those days' files.
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError>;

    /// Entries whose raw file matches a glob (`2026/11/**`, `2026/*/2026-*-01.md`), relative to the
    /// raw folder.
    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError>;

    /// Entries that hold the keywords. No keywords match nothing.
    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError>;

    /// Appends entries, in order, and gives them back with their ids. All of one call are written
    /// under one lock; those with `parsed` have it saved too.
    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError>;

    /// Saves what was understood of an entry, replacing what stood there. Doing it twice is the
    /// same as once.
    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError>;

    /// One entry by name.
    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError>;

    /// The newest `count` entries up to and including a day, oldest first. Opens days from the
    /// newest backwards and stops when it has enough.
    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError>;

    /// Everything written in the files of the days of a range, corrections and undone notes included.
    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError>;

    /// First and last day that have a file; no file is opened for it.
    fn span(&self) -> Result<Option<DateRange>, StorageError>;

    /// What the observer has learned, as Markdown; empty at first.
    fn global_context(&self) -> Result<String, StorageError>;

    /// Replaces the global context.
    fn update_global_context(&self, content: &str) -> Result<(), StorageError>;

    /// Keeps text of a run that is not yet known to be a note, so that a crash does not lose it.
    fn spool(&self, run: &RunId, text: &str) -> Result<(), StorageError>;

    /// Drops the spooled text of a run; nothing happens if there is none.
    fn unspool(&self, run: &RunId) -> Result<(), StorageError>;

    /// Text left behind by runs that never finished.
    fn spooled(&self) -> Result<Vec<(RunId, String)>, StorageError>;

    /// Takes what the store noticed since the last call: damaged files and what became of them.
    fn warnings(&self) -> Vec<String>;
}

/// Takes a lock whether or not another thread has panicked while holding it: what it guards here
/// is whole after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
