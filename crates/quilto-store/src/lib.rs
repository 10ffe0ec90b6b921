//! The log store: raw notes as Markdown, what was understood of them as JSON.
//!
//! [`LogStore`] is the port; its documented contract is what every backend is tested against.
//! [`FileStore`] keeps a home folder, [`MemoryStore`] keeps nothing.
//!
//! # On disk
//!
//! ```text
//! <home>/logs/raw/2026/11/2026-11-21.md       what was typed; only ever appended to
//! <home>/logs/parsed/2026/11/2026-11-21.json  what was understood of it
//! <home>/context/global.md                    what the observer has learned
//! <home>/context/archive/2026-11.md           what of it is no longer kept at hand
//! <spool>/<run>.txt                           text of runs that are not yet known to be notes; in
//!                                             the home, unless another folder is named
//! <home>/.lock                                one writer at a time; readers wait for it
//! <home>/.journal                             a write in progress; gone when it is done
//! ```
//!
//! **A raw file** is a list of sections. A heading `## HH:MM` begins one, with a tag for what is
//! not a plain note (`[correction]`, `[undo]`, `[moved]`, `[confirmed]`, `[imported]`). Words after
//! the time begin the note. What words cannot carry, the payload, is an HTML comment of one JSON
//! object on a line of its own, written last, in which `<` and `>` are escaped. A typed line that
//! would read as a heading, as such a comment or as a mark of version control (`<<<<<<< `, `=======`)
//! is written with one more backslash before it, and read with one less. Front
//! matter, a title and blank lines before the first heading are nobody's note; other text there is
//! a note without a time. The one blank line at the end of a section is ours; all else is the
//! writer's, byte for byte.
//!
//! **A section that speaks of another stands in the file of the day where that one stands**, and
//! says on which day it was written if that is another (`on`). So what stands on a day is known
//! from its own file. A move writes two sections: a marker in the old day's file (`target`, `to`),
//! and in the new day's file one that holds the entry's words and payload (`target`, `from`,
//! `was`). The name of an entry says the day of its first file; from there the markers lead to
//! where it stands. An undo may name an entry, a correction, a confirmation, an undo, or a
//! moved section, which moves the entry back.
//!
//! **The offset from UTC** that a note was typed at (`utc`) counts for the notes below it in the file,
//! too, until another is named. So one note a day bears it, and those after a change of clocks.
//!
//! **A parsed file** is `{"version": 1, "entries": {id: record}}`, one record a line, in the order
//! of the file, for every section: `time`, `kind`, `raw_hash`, and `parsed` where something was
//! understood. Equal neighbours in lists are written once with a `count` (a row's own `count` gets
//! an underscore before it). Nulls are left out. Records also hold the names: after edits by hand,
//! sections find theirs by place, by words, by minute and order. Without the parsed file, names are
//! made again from day, minute and words, and are the same as long as no one has edited the words.
//!
//! **Changed words.** A parse is given only for the words it was read from. Edit a note by hand,
//! and it keeps its name and has no parse ([`Entry::parsed`] is `None`) until it is read again;
//! the same after corrections: read the words, then apply its [`amendments`] in order. A correction
//! that was made before a move stands in the old day's file.
//!
//! **Writes.** Under the lock, the journal says what is to come; then the words are appended and
//! synced, then parses are replaced (temporary file, sync, rename, sync of the folder), then the
//! journal goes. A process that finds a journal finishes what it says, so that a call is done whole
//! or not at all, and no reader sees half of it. One note costs one synced append beside its parse;
//! the files of an import are synced by several threads at once, and each folder once. A power cut
//! in the very moment of a single append, before it was acknowledged, may leave its first part; what
//! was acknowledged stays.

mod files;
mod forget;
mod glob;
mod ids;
mod markdown;
mod marks;
mod matching;
mod memory;
mod offset;
mod plan;
mod section;
mod spooled;
mod tidy;
mod view;

#[cfg(test)]
mod contract;
#[cfg(test)]
mod hand_edits;
#[cfg(test)]
mod random_actions;

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{Datelike, NaiveDate, NaiveTime};
use serde_json::Value;

use quilto_model::{DateRange, Entry, EntryId, EntryKind, InputType, Parsed, RunId};

pub use files::{Ailment, Conflict, FileStore, Finding, Health, Restored, StepHook, WaitHook};
pub use ids::day_of;
pub use memory::MemoryStore;
pub use offset::utc_offset;
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
    /// A JSON object; another value is put in one under `value`.
    pub payload: Option<Value>,
    /// What is already understood of it (imports); saved together with the raw text.
    pub parsed: Option<Parsed>,
}

/// Text of a run that is not yet known to be a note, with what was said of it besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spooled {
    /// The text as typed.
    pub text: String,
    /// The day it was typed on, where that is known.
    pub written: Option<NaiveDate>,
    /// The day a note is to be filed under, if the caller was told one.
    pub day: Option<NaiveDate>,
    /// What the caller said it is.
    pub assume: Option<InputType>,
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
    /// A day that no one lives on; it gets no file.
    #[error("{0} is no day to keep notes of: the years from 1900 to 2199 are")]
    NoSuchDay(NaiveDate),
    /// The home is in use by another process, and stayed so.
    #[error("the notes are in use by {holder}; gave up after {} seconds", waited.as_secs())]
    Busy {
        /// Who holds the lock, as far as it says.
        holder: String,
        /// How long it was waited for.
        waited: std::time::Duration,
    },
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

/// Whether a day may have a file.
fn has_files(day: NaiveDate) -> Result<(), StorageError> {
    match day.year() {
        1900..=2199 => Ok(()),
        _ => Err(StorageError::NoSuchDay(day)),
    }
}

/// Where notes live.
///
/// **Order.** Reads give entries oldest first: by day, then by place in the file.
/// **What is read.** `entries_*`, `search` and `entry` give notes and imports as they stand now:
/// corrections applied, undone ones left out, moved ones under their new day. [`LogStore::sections`]
/// gives everything that was ever written.
/// **Writes.** A write that returned `Ok` is on disk. Writers of several processes take turns.
/// **Damage.** A file that cannot be read costs only itself: it is said in [`LogStore::warnings`] and
/// never overwritten with nothing. A damaged parse is set aside; the notes of a day whose words
/// cannot be read are left out of what is read, and nothing is written there.
pub trait LogStore: Send + Sync {
    /// Entries of the days of a range. Opens only those days' files.
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError>;

    /// Entries whose raw file matches a glob (`2026/11/**`, `2026/*/2026-*-01.md`), relative to the
    /// raw folder.
    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError>;

    /// Entries that hold the keywords. No keywords match nothing.
    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError>;

    /// Appends entries, in order, and gives them back with their ids. All of one call are written,
    /// or none, under one lock; those with `parsed` have it saved too.
    ///
    /// A correction, confirmation or undo whose payload has a `target` is filed on the day where
    /// that stands, with its own day as `on` in the payload. A `Moved` entry with a `target` moves
    /// it to `date`, parse and all, and gives back the section in the new day's file; an undo of
    /// such a section moves back. The parse of a correction is for the caller to save, before and
    /// after an undo of it.
    ///
    /// # Errors
    /// `NoSuchEntry` if a target does not stand, `NoTarget` for an undo or a move of nothing.
    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError>;

    /// Saves what was understood of an entry, replacing what stood there. Doing it twice is the
    /// same as once. Nulls in its objects are left out.
    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError>;

    /// Puts a marker in place of an entry's words, payload and parse, and of what corrects it, in
    /// every day it ever stood in; it stands no more. This is the one operation that rewrites raw
    /// text, for what should never have been typed. Ask before it.
    ///
    /// Spooled text, files set aside as damaged and the global context are not looked through.
    ///
    /// # Errors
    /// `NoSuchEntry` if nothing of that name was ever written; undone entries can be forgotten.
    fn forget(&self, id: &EntryId) -> Result<(), StorageError>;

    /// One entry by name, wherever it was moved; `None` if it was undone.
    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError>;

    /// The newest `count` entries up to and including a day, oldest first. Opens days from the
    /// newest backwards and stops when it has enough.
    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError>;

    /// Everything written in the files of the days of a range, corrections and undone notes included,
    /// under the names and kinds of the sections.
    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError>;

    /// First and last day that have a file; no file is opened for it.
    fn span(&self) -> Result<Option<DateRange>, StorageError>;

    /// What the observer has learned, as Markdown; empty at first.
    fn global_context(&self) -> Result<String, StorageError>;

    /// Replaces the global context.
    fn update_global_context(&self, content: &str) -> Result<(), StorageError>;

    /// Adds lines to the archive of the global context under a name (`2026-11`); a name is letters,
    /// digits and `-`.
    fn archive_global_context(&self, name: &str, lines: &str) -> Result<(), StorageError>;

    /// Keeps text of a run that is not yet known to be a note, so that a crash does not lose it.
    fn spool(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError>;

    /// Drops the spooled text of a run; nothing happens if there is none.
    fn unspool(&self, run: &RunId) -> Result<(), StorageError>;

    /// Text left behind by runs that never finished.
    fn spooled(&self) -> Result<Vec<(RunId, Spooled)>, StorageError>;

    /// Takes what the store noticed since the last call: damaged files and what became of them.
    fn warnings(&self) -> Vec<String>;
}

/// Takes a lock whether or not another thread has panicked while holding it: what it guards here
/// is whole after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
