//! The port over any backend.

pub(crate) mod day;
mod documents;
mod forget;
mod parallel;
pub(crate) mod read;
pub(crate) mod restore;
mod search;
mod section_names;
mod spooled;
mod write;

pub(crate) use documents::{CONTEXT, LEDGER};

use chrono::NaiveDate;
use quilto_model::{DateRange, Entry, EntryId, Parsed, RunId};

use crate::backend::Backend;
use crate::{
    Checkpoint, Claim, ClaimKind, LogStore, NewEntry, RestoreReport, RunStore, SearchQuery,
    Spooled, StorageError, Store,
};

impl<B: Backend> LogStore for B {
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        read::range(&*self.snapshot()?, range)
    }

    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError> {
        read::pattern(self, pattern)
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        search::search(self, query)
    }

    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError> {
        write::append(self, entries)
    }

    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError> {
        write::save_parse(self, id, parsed)
    }

    fn forget(&self, id: &EntryId) -> Result<(), StorageError> {
        forget::forget(self, id)
    }

    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError> {
        read::entry(&*self.snapshot()?, id)
    }

    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError> {
        read::recent(&*self.snapshot()?, until, count)
    }

    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        read::sections(&*self.snapshot()?, range)
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        self.snapshot()?.span()
    }

    fn global_context(&self) -> Result<String, StorageError> {
        documents::text(self, documents::CONTEXT)
    }

    fn update_global_context(&self, content: &str) -> Result<(), StorageError> {
        documents::put(self, documents::CONTEXT, content)
    }

    fn archive_global_context(&self, name: &str, lines: &str) -> Result<(), StorageError> {
        documents::archive(self, name, lines)
    }

    fn warnings(&self) -> Vec<String> {
        self.notices()
    }
}

impl<B: Backend> RunStore for B {
    fn spool(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError> {
        documents::put(self, &spooled::key(run), &text.render())
    }

    fn unspool(&self, run: &RunId) -> Result<(), StorageError> {
        documents::remove(self, &spooled::key(run))
    }

    fn spooled(&self) -> Result<Vec<(RunId, Spooled)>, StorageError> {
        spooled::all(&*self.snapshot()?)
    }

    fn claim(&self, run: &RunId) -> Result<Box<dyn Claim>, StorageError> {
        claim(self, ClaimKind::Run, run)
    }

    fn checkpoints(&self) -> Result<Vec<Checkpoint>, StorageError> {
        self.saved(ClaimKind::Run)
    }

    fn claim_request(&self, request: &RunId) -> Result<Box<dyn Claim>, StorageError> {
        claim(self, ClaimKind::Request, request)
    }

    fn requests(&self) -> Result<Vec<Checkpoint>, StorageError> {
        self.saved(ClaimKind::Request)
    }

    fn clear_dead_claims(&self) -> Result<(), StorageError> {
        self.clear_claims()
    }

    fn take_job(&self, job: &str, day: NaiveDate) -> Result<bool, StorageError> {
        documents::take_job(self, job, day)
    }
}

fn claim(
    backend: &impl Backend,
    kind: ClaimKind,
    run: &RunId,
) -> Result<Box<dyn Claim>, StorageError> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name = &run.0;
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        return Err(StorageError::BadName(name.clone()));
    }
    let claimed = || StorageError::Claimed(run.clone());
    backend.claim_of(kind, run)?.ok_or_else(claimed)
}

impl<B: Backend> Store for B {
    fn raw_day(&self, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
        read::raw(&*self.snapshot()?, day)
    }

    fn replace_raw_day(
        &self,
        day: NaiveDate,
        before: Option<&[u8]>,
        after: &[u8],
    ) -> Result<bool, StorageError> {
        write::replace_raw(self, day, before, after)
    }

    fn restore(&self, sections: Vec<Entry>) -> Result<RestoreReport, StorageError> {
        restore::restore(self, sections)
    }

    fn import_ledger(&self) -> Result<String, StorageError> {
        documents::text(self, documents::LEDGER)
    }

    fn update_import_ledger(&self, ledger: &str) -> Result<(), StorageError> {
        documents::put(self, documents::LEDGER, ledger)
    }

    fn unreadable_days(&self) -> Vec<NaiveDate> {
        self.damaged_days()
    }
}
