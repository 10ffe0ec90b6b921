//! The lock of a home: one writer at a time, of all processes, and no reader while it writes.
//!
//! It lies on a file of its own, never on a data file: editors replace those. The system lets it go
//! when the process ends, however it ends.

use std::fs::{self, File, OpenOptions};
use std::io;

use super::super::StorageError;
use super::disk::{self, Disk};
use super::layout::Layout;

/// Held until dropped.
pub(super) struct Lock {
    _file: Option<File>,
}

/// Takes the lock alone, to write.
pub(super) fn exclusive(disk: &Disk, layout: &Layout) -> Result<Lock, StorageError> {
    let path = layout.lock();
    disk.ensure_folder(&layout.home)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|e| disk::failed("open", &path, e))?;
    match file.lock() {
        // Some network file systems have no locks: better to work without than not at all.
        Err(e) if e.kind() != io::ErrorKind::Unsupported => Err(disk::failed("lock", &path, e)),
        _ => Ok(Lock { _file: Some(file) }),
    }
}

/// Takes the lock with other readers. A home that nobody has written to, or that may only be
/// looked at, has nothing to lock.
pub(super) fn shared(layout: &Layout) -> Result<Lock, StorageError> {
    let path = layout.lock();
    let file = match fs::File::open(&path) {
        Ok(file) => file,
        Err(e) if disk::is_missing(&e) || e.kind() == io::ErrorKind::PermissionDenied => {
            return Ok(Lock { _file: None });
        }
        Err(e) => return Err(disk::failed("open", &path, e)),
    };
    match file.lock_shared() {
        Err(e) if e.kind() != io::ErrorKind::Unsupported => Err(disk::failed("lock", &path, e)),
        _ => Ok(Lock { _file: Some(file) }),
    }
}
