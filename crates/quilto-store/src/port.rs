//! The port: what an application asks of the store of one person.

use std::fmt;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, InputType, Parsed, RunId};
use serde_json::Value;

use crate::{StorageError, UserId};

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

/// The notes of one person, and what was learned of them.
///
/// **Whose.** A store is one person's: no call names a user, so none can name the wrong one.
/// [`Stores`] opens it.
/// **Waiting.** Calls wait for their result. One that waits for a network does so on threads of its
/// own: it must work when it is called from within an asynchronous runtime.
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

    /// Takes what the store noticed since the last call: damaged files and what became of them.
    fn warnings(&self) -> Vec<String>;
}

/// Runs that are not over, and what is done now and then.
pub trait RunStore: Send + Sync {
    /// Keeps text of a run that is not yet known to be a note, so that a crash does not lose it.
    fn spool(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError>;

    /// Drops the spooled text of a run; nothing happens if there is none.
    fn unspool(&self, run: &RunId) -> Result<(), StorageError>;

    /// Text left behind by runs that never finished.
    fn spooled(&self) -> Result<Vec<(RunId, Spooled)>, StorageError>;

    /// The sole right to work on a run, new or kept. Nothing is kept before something is saved.
    ///
    /// # Errors
    /// `Claimed` while another holds it, in this process or another; `BadName` for a name of other
    /// characters than letters, digits, `-`, `_` and `.`, or one that begins with a dot.
    fn claim(&self, run: &RunId) -> Result<Box<dyn Claim>, StorageError>;

    /// The runs that were saved and not finished, by name.
    fn checkpoints(&self) -> Result<Vec<Checkpoint>, StorageError>;

    /// The same right to a request that is done once, however often it is sent: what is saved says that it was begun,
    /// and then what it was answered. Its names are apart from those of runs.
    ///
    /// # Errors
    /// As for [`RunStore::claim`].
    fn claim_request(&self, request: &RunId) -> Result<Box<dyn Claim>, StorageError>;

    /// The requests of which something was saved, by name.
    fn requests(&self) -> Result<Vec<Checkpoint>, StorageError>;

    /// Clears away what is left of claims whose processes were killed. They keep nobody out, but fill a table.
    fn clear_dead_claims(&self) -> Result<(), StorageError>;

    /// Takes on what is to be done once a day: `true` for the first that asks on a day, of all
    /// processes, and for nobody else.
    fn take_job(&self, job: &str, day: NaiveDate) -> Result<bool, StorageError>;
}

/// What there is a sole right to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// A run, until it is finished.
    Run,
    /// A request that is done once.
    Request,
}

/// The sole right to work on a run, until it is dropped. It is free again when the process ends,
/// however it ends.
pub trait Claim: fmt::Debug + Send + Sync {
    /// What was saved last; `None` if nothing was.
    fn load(&self) -> Result<Option<Checkpoint>, StorageError>;

    /// Keeps the run as it is now: a reader sees the one before or this one.
    fn save(&self, run: &[u8]) -> Result<(), StorageError>;

    /// Ends it: nothing of the run stays.
    fn finish(self: Box<Self>) -> Result<(), StorageError>;
}

/// A run as it was saved.
#[derive(Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the run.
    pub run: RunId,
    /// Where it lies, for messages.
    pub place: String,
    /// The run, in a form of its owner's.
    pub bytes: Vec<u8>,
}

impl fmt::Debug for Checkpoint {
    /// What was typed is nobody's business.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkpoint({}, {} bytes)", self.run, self.bytes.len())
    }
}

/// The whole port of one person's store.
pub trait Store: LogStore + RunStore {
    /// The text of a day as a person would edit it, byte for byte, with what stands outside of
    /// sections; `None` if nothing was ever written on it.
    fn raw_day(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError>;

    /// Replaces the text of a day by what a person made of it, if it still is what they began with;
    /// `false` if it is not, and then nothing is changed. Names and parses follow as after any edit
    /// by hand. A day without a text is begun with `None`.
    fn replace_raw_day(
        &self,
        day: NaiveDate,
        before: Option<&[u8]>,
        after: &[u8],
    ) -> Result<bool, StorageError>;

    /// Writes sections as [`LogStore::sections`] gave them, of this store or another, into their
    /// days. Equal ones that are there already stay once; nothing that stands is changed but that a
    /// missing parse is filled in. Names are kept, unless another section bears them: then a new one
    /// is given, and followed in what is restored with it. All of a few hundred days are written, or
    /// none of them.
    fn restore(&self, sections: Vec<Entry>) -> Result<RestoreReport, StorageError>;

    /// What is remembered of imports, in a form of the importer's; empty at first.
    fn import_ledger(&self) -> Result<String, StorageError>;

    /// Replaces what is remembered of imports.
    fn update_import_ledger(&self, ledger: &str) -> Result<(), StorageError>;

    /// Days that could not be read so far, and whose notes were therefore left out.
    fn unreadable_days(&self) -> Vec<NaiveDate>;
}

/// What became of sections that were to be restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RestoreReport {
    /// Sections that were not there and are now.
    pub added: usize,
    /// Sections that were there already.
    pub known: usize,
}

/// Opens stores: each person has one, and none sees anything of another's.
pub trait Stores: Send + Sync {
    /// The store of a person, empty if they never wrote.
    fn of(&self, user: &UserId) -> Result<Arc<dyn Store>, StorageError>;
}
