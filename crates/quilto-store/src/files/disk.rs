//! The few things done to a disk, each of them durable.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::StorageError;

/// Called before every change on disk; for tests that stop a process between any two.
pub type StepHook = Arc<dyn Fn() + Send + Sync>;

/// Writes files so that what returned `Ok` is on disk.
#[derive(Clone)]
pub(super) struct Disk {
    /// Whether to wait for the disk. Off only where a test says so.
    pub(super) sync: bool,
    pub(super) hook: Option<StepHook>,
}

impl Disk {
    /// Appends bytes in one write, without waiting for the disk.
    ///
    /// Says whether the file is new, so that its folder must be synced too.
    pub(super) fn append(&self, path: &Path, bytes: &[u8]) -> Result<bool, StorageError> {
        if let Some(folder) = path.parent() {
            self.ensure_folder(folder)?;
        }
        let err = |e| failed("append to", path, e);
        self.step();
        ensure_plain("append to", path)?;
        let (mut file, new) = match OpenOptions::new().append(true).open(path) {
            Ok(file) => (file, false),
            Err(e) if is_missing(&e) => {
                let file = private()
                    .append(true)
                    .create(true)
                    .open(path)
                    .map_err(err)?;
                (file, true)
            }
            Err(e) => return Err(err(e)),
        };
        self.write(&mut file, bytes).map_err(err)?;
        Ok(new)
    }

    /// Waits until a file is on disk.
    pub(super) fn sync_file(&self, path: &Path) -> Result<(), StorageError> {
        self.step();
        if !self.sync {
            return Ok(());
        }
        OpenOptions::new()
            .append(true)
            .open(path)
            .and_then(|file| file.sync_data())
            .map_err(|e| failed("sync", path, e))
    }

    /// Waits until the names in a folder are on disk.
    pub(super) fn sync_folder(&self, folder: &Path) -> Result<(), StorageError> {
        self.step();
        // Windows cannot open a folder as a file; there a rename is durable with its file.
        if !self.sync || cfg!(windows) {
            return Ok(());
        }
        File::open(folder)
            .and_then(|file| file.sync_all())
            .map_err(|e| failed("sync", folder, e))
    }

    /// Replaces a file whole: temporary file, sync, rename, folder sync. Readers see the old file
    /// or the new one. The caller holds the lock, so the temporary name is free.
    pub(super) fn replace(&self, path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
        self.replace_unsynced(path, bytes)?;
        match path.parent() {
            Some(folder) => self.sync_folder(folder),
            None => Ok(()),
        }
    }

    /// As [`Disk::replace`], but the folder is left to be synced.
    pub(super) fn replace_unsynced(&self, path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
        if let Some(folder) = path.parent() {
            self.ensure_folder(folder)?;
        }
        let err = |e| failed("replace", path, e);
        let temporary = temporary(path);
        self.step();
        // what lies there is left over, perhaps with other rights
        fs::remove_file(&temporary).ok();
        let created = private().write(true).create_new(true).open(&temporary);
        let mut file = created.map_err(err)?;
        self.write(&mut file, bytes).map_err(err)?;
        self.step();
        if self.sync {
            file.sync_all().map_err(err)?;
        }
        drop(file);
        self.step();
        fs::rename(&temporary, path).map_err(err)
    }

    /// Removes a file; it may be gone already.
    pub(super) fn remove(&self, path: &Path) -> Result<(), StorageError> {
        self.step();
        match fs::remove_file(path) {
            Err(e) if !is_missing(&e) => Err(failed("remove", path, e)),
            _ => Ok(()),
        }
    }

    /// Makes a folder and those above it. All are made before the disk is waited for: it mostly writes them at once.
    pub(super) fn ensure_folder(&self, folder: &Path) -> Result<(), StorageError> {
        let missing = |at: &&Path| !at.as_os_str().is_empty() && !at.is_dir();
        let missing: Vec<&Path> = folder.ancestors().take_while(missing).collect();
        for folder in missing.iter().rev() {
            self.step();
            match create_private(folder) {
                Err(e) if e.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed("create", folder, e));
                }
                _ => {}
            }
        }
        let parents = missing.iter().rev().filter_map(|folder| folder.parent());
        let mut parents = parents.filter(|parent| !parent.as_os_str().is_empty());
        parents.try_for_each(|parent| self.sync_folder(parent))
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<()> {
        if self.hook.is_none() {
            return file.write_all(bytes);
        }
        // A process can be killed in the middle of a write, too.
        let (first, second) = bytes.split_at(bytes.len() / 2);
        self.step();
        file.write_all(first)?;
        self.step();
        file.write_all(second)?;
        self.step();
        Ok(())
    }

    /// Tells that something is about to be changed, or was.
    pub(super) fn step(&self) {
        if let Some(hook) = &self.hook {
            hook();
        }
    }
}

/// How files are made: for their owner alone.
pub(super) fn private() -> OpenOptions {
    #[allow(unused_mut, reason = "changed on Unix")]
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

pub(super) fn create_private(folder: &Path) -> io::Result<()> {
    #[allow(unused_mut, reason = "changed on Unix")]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Refuses what is there and no file. Pipes and devices never end.
pub(super) fn ensure_plain(action: &'static str, path: &Path) -> Result<(), StorageError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            let error = io::Error::new(io::ErrorKind::InvalidInput, "it is no file");
            Err(failed(action, path, error))
        }
        _ => Ok(()),
    }
}

/// Cuts bytes off the end of a file that were written by us and never acknowledged.
pub(super) fn shorten(path: &Path, length: usize) -> Result<(), StorageError> {
    OpenOptions::new()
        .write(true)
        .open(path)
        .and_then(|file| {
            file.set_len(length as u64)?;
            file.sync_data()
        })
        .map_err(|e| failed("shorten", path, e))
}

/// Reads a file into a buffer that is used again; `false` if there is none.
pub(super) fn read_into(path: &Path, buffer: &mut Vec<u8>) -> Result<bool, StorageError> {
    buffer.clear();
    ensure_plain("read", path)?;
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(e) if is_missing(&e) => return Ok(false),
        Err(e) => return Err(failed("read", path, e)),
    };
    match file.read_to_end(buffer) {
        Ok(_) => Ok(true),
        Err(e) => Err(failed("read", path, e)),
    }
}

/// Reads a file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StorageError> {
    let mut buffer = Vec::new();
    Ok(read_into(path, &mut buffer)?.then_some(buffer))
}

/// Text of a file, whatever an editor made of it.
pub(super) fn lossy(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// Whether there is no such file, also because something above it is no folder.
pub(super) fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

pub(super) fn failed(action: &'static str, path: &Path, source: io::Error) -> StorageError {
    StorageError::Io {
        action,
        path: path.to_owned(),
        source,
    }
}

fn temporary(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".tmp");
    path.with_file_name(name)
}
