//! The log store: raw notes as Markdown, what was understood of them as JSON.
//!
//! [`Store`] is the port, one person's; its documented contract is what every backend is tested
//! against. [`FileStore`] keeps a home folder:
//!
//! ```
//! use quilto_model::{DateRange, EntryKind};
//! use quilto_store::{FileStore, NewEntry, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let home = folder.path();
//! let store: &dyn Store = &FileStore::open(home)?;
//! let day = "2026-11-21".parse()?;
//! let written = store.append(vec![NewEntry {
//!     date: day,
//!     time: "10:30:00".parse()?,
//!     kind: EntryKind::Note,
//!     raw: "granite polished for 10 minutes".into(),
//!     payload: None,
//!     parsed: None,
//! }])?;
//! assert_eq!(store.entries_by_date_range(&DateRange::day(day))?, written);
//! let text = std::fs::read_to_string(home.join("logs/raw/2026/11/2026-11-21.md"))?;
//! assert_eq!(text, "## 10:30\ngranite polished for 10 minutes\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`MemoryStore`] keeps nothing. [`Stores`] opens the stores of several persons:
//!
//! ```
//! use quilto_store::{MemoryStores, Stores, UserId};
//!
//! let stores = MemoryStores::default();
//! let (ann, ben) = (UserId::new("ann")?, UserId::new("ben")?);
//! stores.of(&ann)?.update_global_context("likes granite")?;
//! assert_eq!(stores.of(&ben)?.global_context()?, "");
//! # Ok::<(), quilto_store::StorageError>(())
//! ```
//!
//! [`Backend`] shows one of one's own. With the feature `contract`, `contract_tests!` tests it.
//!
//! # On disk
//!
//! ```text
//! <home>/logs/raw/2026/11/2026-11-21.md       what was typed; only ever appended to
//! <home>/logs/parsed/2026/11/2026-11-21.json  what was understood of it
//! <home>/context/global.md                    what the observer has learned
//! <home>/context/archive/2026-11.md           what of it is no longer kept at hand
//! <home>/imports.json                         what is remembered of imports
//! <state>/spool/<run>.txt                     text of runs that are not yet known to be notes
//! <state>/sessions/<run>.json, .lock          runs that wait, and who works on them
//! <state>/answers/<request>.json, .lock      requests that are done once, and their answers
//! <state>/jobs/<job>                          the day on which it was done last
//! <home>/.lock                                one writer at a time; readers wait for it
//! <home>/.journal                             a write in progress; gone when it is done
//! ```
//!
//! The state folder is the home, unless another is named.
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
//! and it keeps its name and has no parse (`Entry::parsed` is `None`) until it is read again;
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

mod account;
mod backend;
mod conflict_marks;
mod copy;
mod day_index;
mod draft;
mod error;
mod files;
mod forget;
mod ids;
mod log;
mod markdown;
mod matching;
mod memory;
mod pattern;
mod plan;
mod port;
mod repeated_rows;
mod section;
mod user;
mod utc_offset;
mod versions;
mod view;

#[cfg(feature = "contract")]
pub mod contract;
#[cfg(test)]
mod contract_tests;
#[cfg(test)]
mod hand_edits;

use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{Datelike, NaiveDate};

pub use account::{Account, AccountChange, AccountKey, Accounts, KeyDigest, KeyKind, Scope};
pub use backend::{Backend, Edit, Snapshot, Transaction};
pub use copy::{CopyReport, copy};
pub use error::StorageError;
pub use files::{
    Conflict, FileAccounts, FileStore, FileStores, Finding, Health, HealthIssue, StepHook,
    WaitHook, home_of,
};
pub use ids::day_of;
pub use memory::{MemoryStore, MemoryStores};
pub use port::{
    Checkpoint, Claim, ClaimKind, LogStore, NewEntry, RestoreReport, RunStore, SearchQuery,
    Spooled, Store, Stores,
};
pub use user::UserId;
pub use utc_offset::utc_offset;
pub use view::amendments;

/// Whether a day may have a file.
fn has_files(day: NaiveDate) -> Result<(), StorageError> {
    match day.year() {
        1900..=2199 => Ok(()),
        _ => Err(StorageError::NoSuchDay(day)),
    }
}

/// Takes a lock whether or not another thread has panicked while holding it: what it guards here
/// is whole after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
