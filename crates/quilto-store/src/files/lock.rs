//! The lock of a home: one writer at a time, of all processes, and no reader while it writes.
//!
//! It lies on a file of its own, never on a data file: editors replace those. The system lets it go
//! when the process ends, however it ends. A writer leaves its name in the file, for those who wait; of
//! readers, and of other programs, only the system knows who they are, where it tells.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::super::StorageError;
use super::disk::{self, Disk};
use super::layout::Layout;
use super::lock_holder;

/// Hears for whom it is waited, once in a command, when it takes longer than a moment.
pub type WaitHook = Arc<dyn Fn(&str) + Send + Sync>;

/// How long is waited for other processes in all steps of one command together.
pub(super) struct WaitLimit {
    /// After this it is said who is waited for.
    pub(super) said_after: Duration,
    /// After this it is given up.
    pub(super) most: Duration,
    pub(super) hook: Option<WaitHook>,
    spent: Mutex<Spent>,
}

/// What a command has waited so far.
#[derive(Default)]
struct Spent {
    time: Duration,
    /// Whether it was said.
    said: bool,
}

impl Clone for WaitLimit {
    /// The same for somebody else, who has waited for nobody yet.
    fn clone(&self) -> Self {
        Self {
            said_after: self.said_after,
            most: self.most,
            hook: self.hook.clone(),
            spent: Mutex::default(),
        }
    }
}

impl WaitLimit {
    /// Another command begins.
    pub(super) fn begin(&self) {
        *crate::lock(&self.spent) = Spent::default();
    }

    fn spend(&self, time: Duration) {
        crate::lock(&self.spent).time += time;
    }

    fn spent(&self) -> Duration {
        crate::lock(&self.spent).time
    }

    /// The hook, where it has heard nothing yet.
    fn unsaid(&self) -> Option<&WaitHook> {
        let hook = self.hook.as_ref()?;
        let said = std::mem::replace(&mut crate::lock(&self.spent).said, true);
        (!said).then_some(hook)
    }
}

impl Default for WaitLimit {
    fn default() -> Self {
        Self {
            said_after: Duration::from_secs(1),
            most: Duration::from_secs(30),
            hook: None,
            spent: Mutex::default(),
        }
    }
}

/// Held until dropped.
#[derive(Debug)]
pub(super) struct Lock {
    file: Option<File>,
    alone: bool,
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(file) = self.file.as_ref().filter(|_| self.alone) {
            file.set_len(0).ok();
        }
    }
}

/// Takes the lock alone, to write.
pub(super) fn exclusive(
    disk: &Disk,
    layout: &Layout,
    patience: &WaitLimit,
) -> Result<Lock, StorageError> {
    let path = layout.lock();
    disk.ensure_folder(&layout.home)?;
    disk::ensure_plain("open", &path)?;
    let file = disk::private()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|e| disk::failed("open", &path, e))?;
    wait(layout, patience, || file.try_lock())?;
    let name = std::env::args().next().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    file.set_len(0).ok();
    write!(&file, "{name} (process {})", std::process::id()).ok();
    Ok(Lock {
        file: Some(file),
        alone: true,
    })
}

/// Takes the lock with other readers. A home that nobody has written to, or that may only be
/// looked at, has nothing to lock.
pub(super) fn shared(layout: &Layout, patience: &WaitLimit) -> Result<Lock, StorageError> {
    let path = layout.lock();
    disk::ensure_plain("open", &path)?;
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(e) if disk::is_missing(&e) || e.kind() == io::ErrorKind::PermissionDenied => {
            return Ok(Lock {
                file: None,
                alone: false,
            });
        }
        Err(e) => return Err(disk::failed("open", &path, e)),
    };
    wait(layout, patience, || file.try_lock_shared())?;
    Ok(Lock {
        file: Some(file),
        alone: false,
    })
}

/// Waits for the lock, and counts how long: what one step of a command has waited, the next one does not.
fn wait(
    layout: &Layout,
    patience: &WaitLimit,
    take: impl Fn() -> Result<(), TryLockError>,
) -> Result<(), StorageError> {
    let begun = Instant::now();
    let before = patience.spent();
    let mut pause = Duration::from_millis(1);
    loop {
        match take() {
            Err(TryLockError::WouldBlock) => {}
            // Some network file systems have no locks: better to work without than not at all.
            Err(TryLockError::Error(e)) if e.kind() != io::ErrorKind::Unsupported => {
                return Err(disk::failed("lock", &layout.lock(), e));
            }
            _ => {
                patience.spend(begun.elapsed());
                return Ok(());
            }
        }
        let waited = before + begun.elapsed();
        if waited >= patience.most {
            patience.spend(begun.elapsed());
            let holder = lock_holder::of(&layout.lock());
            return Err(StorageError::Busy { holder, waited });
        }
        if waited >= patience.said_after
            && let Some(hook) = patience.unsaid()
        {
            hook(&lock_holder::of(&layout.lock()));
        }
        std::thread::sleep(pause.min(patience.most - waited));
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Mutex;

    use super::*;

    fn home() -> (tempfile::TempDir, Layout, Disk) {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::of(folder.path().to_owned());
        let disk = Disk {
            sync: false,
            hook: None,
        };
        (folder, layout, disk)
    }

    #[test]
    fn who_waits_hears_for_whom_and_gives_up() {
        let (_folder, layout, disk) = home();
        let held = exclusive(&disk, &layout, &WaitLimit::default()).unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let patience = WaitLimit {
            said_after: Duration::ZERO,
            most: Duration::from_millis(3),
            hook: Some(Arc::new(move |name| {
                ears.lock().unwrap().push(name.to_owned())
            })),
            ..WaitLimit::default()
        };
        let own = format!("(process {})", std::process::id());
        for result in [
            exclusive(&disk, &layout, &patience),
            shared(&layout, &patience),
        ] {
            let error = result.unwrap_err();
            assert!(matches!(error, StorageError::Busy { .. }), "{error}");
            assert!(error.to_string().contains(&own), "{error}");
        }
        assert_eq!(heard.lock().unwrap().len(), 1, "it is said once");
        drop(held);
        let readers = [shared(&layout, &patience), shared(&layout, &patience)];
        assert!(readers.iter().all(Result::is_ok));
        let error = exclusive(&disk, &layout, &patience).unwrap_err();
        match cfg!(target_os = "linux") {
            true => assert!(error.to_string().contains(&own), "{error}"),
            false => assert!(error.to_string().contains("another program"), "{error}"),
        }
    }

    #[test]
    fn a_command_waits_once_for_all_its_steps() {
        let (_folder, layout, disk) = home();
        let _held = exclusive(&disk, &layout, &WaitLimit::default()).unwrap();
        let patience = WaitLimit {
            most: Duration::from_millis(3),
            ..WaitLimit::default()
        };
        let waited = |step: Result<(), StorageError>| match step {
            Err(StorageError::Busy { waited, .. }) => waited,
            other => panic!("{other:?}"),
        };
        let first = waited(shared(&layout, &patience).map(drop));
        assert!(first >= patience.most, "{first:?}");
        let spent = patience.spent();
        let looks = Cell::new(0);
        let begun = Instant::now();
        let second = waited(wait(&layout, &patience, || {
            looks.set(looks.get() + 1);
            Err(TryLockError::WouldBlock)
        }));
        let took = begun.elapsed();
        assert!(second - spent <= took && patience.spent() - spent <= took);
        assert_eq!(looks.get(), 1, "it looks once more, and sleeps no more");
        patience.begin();
        assert_eq!(patience.spent(), Duration::ZERO, "the next one has its own");
    }
}
