//! Runs that wait, each in a file of its own.
//!
//! Beside `<run>.json` lies `<run>.lock`, which a process holds while it works on the run: the system
//! frees it when the process ends, however it ends.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use quilto_model::RunId;

use super::disk::{self, failed};
use super::layout;
use crate::{Checkpoint, Claim, StorageError};

/// The sole right to work on a run.
#[derive(Debug)]
struct FileClaim {
    run: RunId,
    file: PathBuf,
    lock_path: PathBuf,
    /// Holds the lock by being open.
    lock: File,
}

/// `None` while another has it.
pub(super) fn claim(folder: &Path, run: &RunId) -> Result<Option<Box<dyn Claim>>, StorageError> {
    disk::create_private(folder).map_err(|e| failed("create", folder, e))?;
    let lock_path = folder.join(format!("{run}.lock"));
    let lock = disk::private()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&lock_path)
        .map_err(|e| failed("open", &lock_path, e))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(e)) => return Err(failed("lock", &lock_path, e)),
    }
    Ok(Some(Box::new(FileClaim {
        run: run.clone(),
        file: folder.join(format!("{run}.json")),
        lock_path,
        lock,
    })))
}

/// Those that were saved, by name. A lock that nobody holds and no run lies beside is cleared away.
pub(super) fn saved(folder: &Path) -> Result<Vec<Checkpoint>, StorageError> {
    let mut names = layout::names(folder).map_err(|e| failed("read", folder, e))?;
    names.sort_unstable();
    let mut saved = Vec::new();
    for name in names.iter().filter(|name| !name.starts_with('.')) {
        if let Some(run) = name.strip_suffix(".lock")
            && !names.contains(&format!("{run}.json"))
            && let Ok(Some(stray)) = claim(folder, &RunId(run.to_owned()))
        {
            if let Ok(None) = stray.load() {
                stray.finish().ok();
            }
            continue;
        }
        let Some(run) = name.strip_suffix(".json") else {
            continue;
        };
        let path = folder.join(name);
        // one that another process has just ended is not there any more
        if let Some(bytes) = disk::read(&path)? {
            saved.push(Checkpoint {
                run: RunId(run.to_owned()),
                place: path.display().to_string(),
                bytes,
            });
        }
    }
    Ok(saved)
}

impl Claim for FileClaim {
    fn load(&self) -> Result<Option<Checkpoint>, StorageError> {
        let bytes = disk::read(&self.file)?;
        Ok(bytes.map(|bytes| Checkpoint {
            run: self.run.clone(),
            place: self.file.display().to_string(),
            bytes,
        }))
    }

    fn save(&self, run: &[u8]) -> Result<(), StorageError> {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let write = || -> std::io::Result<()> {
            let mut temporary = tempfile::Builder::new()
                .prefix(".saving-")
                .tempfile_in(folder)?;
            temporary.write_all(run)?;
            temporary.as_file().sync_all()?;
            temporary.persist(&self.file).map_err(|e| e.error)?;
            Ok(())
        };
        write().map_err(|e| failed("write", &self.file, e))
    }

    fn finish(self: Box<Self>) -> Result<(), StorageError> {
        // The run before the lock: a claim that got hold of the lock in between finds no run.
        for path in [&self.file, &self.lock_path] {
            match fs::remove_file(path) {
                Err(e) if !disk::is_missing(&e) => return Err(failed("remove", path, e)),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for FileClaim {
    /// Lets go of the lock itself, not only of this handle: a child process that is just being
    /// started holds a copy of every handle until it runs its own program.
    fn drop(&mut self) {
        self.lock.unlock().ok();
    }
}
