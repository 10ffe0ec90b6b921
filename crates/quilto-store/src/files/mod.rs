//! The store on a file system.

mod accounts;
mod checkpoints;
mod conflicts;
mod context_merge;
mod day_cache;
mod disk;
mod health;
mod homes;
mod journal;
mod layout;
mod lock;
mod lock_holder;
mod locked_home;
mod rights;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, Once};
use std::time::Duration;

use chrono::NaiveDate;

use self::day_cache::Index;
use self::disk::Disk;
use self::layout::Layout;
use self::lock::{Lock, WaitLimit};
use crate::StorageError;

pub use self::accounts::FileAccounts;
pub use self::conflicts::Conflict;
pub use self::disk::StepHook;
pub use self::health::{Finding, Health, HealthIssue};
pub use self::homes::{FileStores, home_of};
pub use self::lock::WaitHook;

/// The store in a folder: Markdown for what was typed, JSON for what was understood.
///
/// Nothing is kept between two calls, so that what other processes and editors write is seen by
/// the next one. See [the module](super) for the form on disk.
pub struct FileStore {
    layout: Layout,
    disk: Disk,
    patience: WaitLimit,
    /// Where what was read of days is kept.
    index: Option<Index>,
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
        let disk = Disk {
            sync: true,
            hook: None,
        };
        Ok(Self::of(Layout::of(home), disk, WaitLimit::default()))
    }

    fn of(layout: Layout, disk: Disk, patience: WaitLimit) -> Self {
        Self {
            layout,
            disk,
            patience,
            index: None,
            tightened: Once::new(),
            days_opened: AtomicU64::new(0),
            unreadable: Mutex::default(),
            warnings: Mutex::new(Vec::new()),
        }
    }

    /// Does not wait for the disk: a power cut may lose what was acknowledged. For tests.
    #[must_use]
    pub fn without_sync(mut self) -> Self {
        self.disk.sync = false;
        self
    }

    /// Keeps in this folder, out of the home, what is of this machine and no part of the log: runs
    /// that wait, text in flight, jobs.
    #[must_use]
    pub fn with_state(mut self, folder: PathBuf) -> Self {
        self.layout.state = folder;
        self
    }

    /// Keeps in this folder, out of the home, what the files of days came to, so that they are not read
    /// again before they change. Whatever becomes of it, the store gives the same: the folder may be
    /// lost, damaged or not to be written to, and several processes may use it.
    #[must_use]
    pub fn with_index(mut self, folder: PathBuf) -> Self {
        self.index = Some(Index::of(folder));
        self
    }

    /// Waits this long for other processes that use the home, in all steps of a command together, and tells
    /// for whom after a second.
    #[must_use]
    pub fn with_patience(mut self, most: Duration, hook: WaitHook) -> Self {
        self.patience.most = most;
        self.patience.hook = Some(hook);
        self
    }

    /// Another command begins, which may wait as long as the one before.
    pub fn begin_command(&self) {
        self.patience.begin();
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
