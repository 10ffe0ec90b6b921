//! The store on a file system.

mod conflicts;
mod context;
mod context_merge;
mod day;
mod disk;
mod each_day;
mod forget;
mod health;
mod index;
mod journal;
mod layout;
mod lock;
mod naming;
mod read;
mod restore;
mod rights;
mod search;
mod write;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::time::Duration;

use chrono::NaiveDate;

use self::disk::Disk;
use self::layout::Layout;
use self::lock::{Lock, Patience};
use super::{LogStore, NewEntry, SearchQuery, Spooled, StorageError};
use quilto_model::{DateRange, Entry, EntryId, Parsed, RunId};

pub use self::conflicts::Conflict;
pub use self::disk::StepHook;
pub use self::health::{Ailment, Finding, Health};
pub use self::lock::WaitHook;
pub use self::restore::Restored;

/// The store in a folder: Markdown for what was typed, JSON for what was understood.
///
/// Nothing is kept between two calls, so that what other processes and editors write is seen by
/// the next one. See [the module](super) for the form on disk.
pub struct FileStore {
    layout: Layout,
    disk: Disk,
    patience: Patience,
    tightened: Once,
    days_opened: AtomicU64,
    unreadable: Mutex<BTreeSet<NaiveDate>>,
    warnings: Mutex<Vec<String>>,
}

impl FileStore {
    /// The store of a home. The folder need not be there: the first write makes it.
    ///
    /// # Errors
    /// If something other than a folder has that name.
    pub fn open(home: impl Into<PathBuf>) -> Result<Self, StorageError> {
        let home = home.into();
        if home.exists() && !home.is_dir() {
            let error = std::io::Error::from(std::io::ErrorKind::NotADirectory);
            return Err(disk::failed("open", &home, error));
        }
        Ok(Self {
            layout: Layout::of(home),
            disk: Disk {
                sync: true,
                hook: None,
            },
            patience: Patience::default(),
            tightened: Once::new(),
            days_opened: AtomicU64::new(0),
            unreadable: Mutex::default(),
            warnings: Mutex::new(Vec::new()),
        })
    }

    /// Does not wait for the disk: a power cut may lose what was acknowledged. For tests.
    #[must_use]
    pub fn without_sync(mut self) -> Self {
        self.disk.sync = false;
        self
    }

    /// Keeps text of runs in this folder, out of the home.
    #[must_use]
    pub fn with_spool(mut self, folder: PathBuf) -> Self {
        self.layout.spool_folder = folder;
        self
    }

    /// Waits this long for another process that uses the home, and tells for whom after a second.
    #[must_use]
    pub fn with_patience(mut self, most: Duration, hook: WaitHook) -> Self {
        self.patience.most = most;
        self.patience.hook = Some(hook);
        self
    }

    /// Calls a function before every change on disk, and in the middle of writes. For tests that
    /// stop a process there.
    #[doc(hidden)]
    #[must_use]
    pub fn on_step(mut self, hook: StepHook) -> Self {
        self.disk.hook = Some(hook);
        self
    }

    /// The folder it lives in.
    pub fn home(&self) -> &Path {
        &self.layout.home
    }

    /// How many days' raw files this store has opened so far.
    pub fn days_opened(&self) -> u64 {
        self.days_opened.load(Ordering::Relaxed)
    }

    /// Days whose files could not be read so far, and whose notes were therefore left out.
    pub fn unreadable_days(&self) -> Vec<NaiveDate> {
        super::lock(&self.unreadable).iter().copied().collect()
    }

    fn warn(&self, text: String) {
        tracing::warn!("{text}");
        super::lock(&self.warnings).push(text);
    }

    /// The lock for a read. If a killed process has left something to finish, that comes first.
    fn reading(&self) -> Result<Lock, StorageError> {
        self.tighten();
        let lock = lock::shared(&self.layout, &self.patience)?;
        if !journal::is_pending(&self.layout) {
            return Ok(lock);
        }
        drop(lock);
        match self.writing() {
            Ok(_) => {}
            Err(busy @ StorageError::Busy { .. }) => return Err(busy),
            Err(error) => self.warn(format!(
                "a write that was interrupted cannot be finished: {error}"
            )),
        }
        lock::shared(&self.layout, &self.patience)
    }

    /// The lock for a write.
    fn writing(&self) -> Result<Lock, StorageError> {
        self.tighten();
        let lock = lock::exclusive(&self.disk, &self.layout, &self.patience)?;
        if let Some(aside) = journal::recover(&self.disk, &self.layout)? {
            self.warn(format!(
                "something else than this program left a journal that names files outside of the \
                 logs; nothing of it was done, and it was set aside as {}",
                aside.display()
            ));
        }
        Ok(lock)
    }

    fn tighten(&self) {
        self.tightened.call_once(|| {
            if rights::tighten(&self.layout) {
                self.warn(format!(
                    "{} was open to other users of this computer; from now on only you can read it",
                    self.layout.home.display()
                ));
            }
        });
    }

    /// Replaces a file of the home, whatever its folders lead to staying in the home.
    fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
        let path = self.layout.writable(&self.layout.relative(path))?;
        self.disk.replace(&path, bytes)
    }
}

impl LogStore for FileStore {
    fn entries_by_date_range(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        self.read_range(range, day::Day::entries)
    }

    fn entries_by_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError> {
        self.read_pattern(pattern)
    }

    fn search(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        self.search_days(query)
    }

    fn append(&self, entries: Vec<NewEntry>) -> Result<Vec<Entry>, StorageError> {
        self.append_entries(entries)
    }

    fn save_parse(&self, id: &EntryId, parsed: &Parsed) -> Result<(), StorageError> {
        self.save_parse_of(id, parsed)
    }

    fn forget(&self, id: &EntryId) -> Result<(), StorageError> {
        self.forget_entry(id)
    }

    fn entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError> {
        self.read_entry(id)
    }

    fn recent(&self, until: NaiveDate, count: usize) -> Result<Vec<Entry>, StorageError> {
        self.read_recent(until, count)
    }

    fn sections(&self, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
        self.read_range(range, day::Day::everything)
    }

    fn span(&self) -> Result<Option<DateRange>, StorageError> {
        self.read_span()
    }

    fn global_context(&self) -> Result<String, StorageError> {
        self.read_context()
    }

    fn update_global_context(&self, content: &str) -> Result<(), StorageError> {
        self.replace_context(content)
    }

    fn archive_global_context(&self, name: &str, lines: &str) -> Result<(), StorageError> {
        self.archive_context(name, lines)
    }

    fn spool(&self, run: &RunId, text: &Spooled) -> Result<(), StorageError> {
        self.spool_text(run, text)
    }

    fn unspool(&self, run: &RunId) -> Result<(), StorageError> {
        self.unspool_text(run)
    }

    fn spooled(&self) -> Result<Vec<(RunId, Spooled)>, StorageError> {
        self.spooled_texts()
    }

    fn warnings(&self) -> Vec<String> {
        std::mem::take(&mut *super::lock(&self.warnings))
    }
}
