//! The journal: what a write is about to do, so that a process that is killed in the middle of it
//! leaves no half of it behind.
//!
//! It is written before the first change and removed after the last. Who takes the lock next and
//! finds one finishes what it says. A journal that is itself torn is dropped: then nothing had
//! been changed yet.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use memchr::memmem;
use serde::{Deserialize, Serialize};

use super::super::{StorageError, ids, lock};
use super::disk::{self, Disk};
use super::layout::Layout;

/// One change to one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Change {
    /// Bytes for the end of a raw file.
    Append {
        path: String,
        /// How long the file was before.
        length: usize,
        text: String,
        /// How many bytes of the text are in the file already.
        #[serde(skip)]
        done: usize,
    },
    /// The new content of a parsed file.
    Replace {
        path: String,
        /// Hash of the old content; absent if there was none.
        before: Option<String>,
        text: String,
    },
}

/// How many threads wait for a disk at once.
const THREADS: usize = 8;

/// Does all the changes, or, if the process dies, leaves a journal that does them.
///
/// The words come first and are on disk before any parse is written. If they cannot be written,
/// none of them stays. If only the parses cannot be written, the words stand, and the error is
/// given as the inner one.
pub(super) fn commit(
    disk: &Disk,
    layout: &Layout,
    changes: &[Change],
) -> Result<Result<(), StorageError>, StorageError> {
    write(disk, layout, changes)?;
    if let Err(error) = append_all(disk, layout, changes) {
        // If taking back fails as well, the journal stays and the next writer finishes the work.
        take_back(layout, changes)?;
        disk.remove(&layout.journal())?;
        return Err(error);
    }
    let parses = replace_all(disk, layout, changes);
    disk.remove(&layout.journal())?;
    Ok(parses)
}

fn write(disk: &Disk, layout: &Layout, changes: &[Change]) -> Result<(), StorageError> {
    let path = layout.journal();
    let body =
        serde_json::to_string(changes).map_err(|e| disk::failed("write", &path, e.into()))?;
    let text = format!(
        "{} {}\n{body}",
        ids::bytes_hash(body.as_bytes()),
        body.len()
    );
    let appends = changes
        .iter()
        .filter(|c| matches!(c, Change::Append { .. }))
        .count();
    // One note needs no sync of its journal: a killed process leaves it to the system, and at a
    // power cut a note is one write. Several files need it to be all or nothing.
    let disk = Disk {
        sync: disk.sync && appends > 1,
        hook: disk.hook.clone(),
    };
    disk.replace(&path, text.as_bytes())
}

/// Finishes what a killed process had begun. Says whether there was anything.
pub(super) fn recover(disk: &Disk, layout: &Layout) -> Result<bool, StorageError> {
    let path = layout.journal();
    let Some(bytes) = disk::read(&path)? else {
        return Ok(false);
    };
    if let Some(changes) = read(&bytes) {
        let mut open = Vec::new();
        for change in changes {
            if let Some(change) = remaining(layout, change)? {
                open.push(change);
            }
        }
        append_all(disk, layout, &open)?;
        replace_all(disk, layout, &open)?;
    }
    disk.remove(&path)?;
    Ok(true)
}

/// Whether a killed process has left something to finish.
pub(super) fn is_pending(layout: &Layout) -> bool {
    layout.journal().exists()
}

fn read(bytes: &[u8]) -> Option<Vec<Change>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once('\n')?;
    let (hash, length) = head.split_once(' ')?;
    if length.parse() != Ok(body.len()) || ids::bytes_hash(body.as_bytes()) != hash {
        return None;
    }
    serde_json::from_str(body).ok()
}

/// What of a change is still to be done.
fn remaining(layout: &Layout, change: Change) -> Result<Option<Change>, StorageError> {
    match change {
        Change::Append {
            path, length, text, ..
        } => {
            let now = disk::read(&layout.home.join(&path))?.unwrap_or_default();
            let after = now.get(length..).unwrap_or(&now);
            let words = text.trim_start();
            if memmem::find(after, words.as_bytes()).is_some() {
                return Ok(None);
            }
            let (text, done) = if now.len() >= length && text.as_bytes().starts_with(after) {
                (text, after.len())
            } else {
                // Someone edited the file in between: their words stay, ours follow.
                (format!("\n\n{words}"), 0)
            };
            Ok(Some(Change::Append {
                path,
                length,
                text,
                done,
            }))
        }
        Change::Replace { path, before, text } => {
            let now = disk::read(&layout.home.join(&path))?.map(|bytes| ids::bytes_hash(&bytes));
            Ok((now == before).then_some(Change::Replace { path, before, text }))
        }
    }
}

fn append_all(disk: &Disk, layout: &Layout, changes: &[Change]) -> Result<(), StorageError> {
    let folders = Mutex::new(BTreeSet::new());
    side_by_side(changes, |change| {
        let Change::Append {
            path, text, done, ..
        } = change
        else {
            return Ok(());
        };
        let path = layout.home.join(path);
        let new = disk.append(&path, &text.as_bytes()[*done..])?;
        disk.sync_file(&path)?;
        if new {
            note_folder(&folders, &path);
        }
        Ok(())
    })?;
    sync_folders(disk, folders)
}

fn replace_all(disk: &Disk, layout: &Layout, changes: &[Change]) -> Result<(), StorageError> {
    let folders = Mutex::new(BTreeSet::new());
    side_by_side(changes, |change| {
        let Change::Replace { path, text, .. } = change else {
            return Ok(());
        };
        let path = layout.home.join(path);
        disk.replace_unsynced(&path, text.as_bytes())?;
        note_folder(&folders, &path);
        Ok(())
    })?;
    sync_folders(disk, folders)
}

fn note_folder(folders: &Mutex<BTreeSet<PathBuf>>, path: &Path) {
    if let Some(folder) = path.parent() {
        lock(folders).insert(folder.to_owned());
    }
}

fn sync_folders(disk: &Disk, folders: Mutex<BTreeSet<PathBuf>>) -> Result<(), StorageError> {
    let folders: Vec<PathBuf> = lock(&folders).iter().cloned().collect();
    side_by_side(&folders, |folder| disk.sync_folder(folder))
}

/// Takes unacknowledged words out again, where nobody has written after them.
fn take_back(layout: &Layout, changes: &[Change]) -> Result<(), StorageError> {
    for change in changes {
        let Change::Append {
            path, length, text, ..
        } = change
        else {
            continue;
        };
        let path = layout.home.join(path);
        let Some(now) = disk::read(&path)? else {
            continue;
        };
        let ours = |after: &[u8]| !after.is_empty() && text.as_bytes().starts_with(after);
        if now.get(*length..).is_some_and(ours) {
            disk::shorten(&path, *length)?;
        }
    }
    Ok(())
}

/// Does something for each item, several at a time where there are many: a disk syncs many files
/// in little more time than one.
fn side_by_side<T: Sync>(
    items: &[T],
    work: impl Fn(&T) -> Result<(), StorageError> + Sync,
) -> Result<(), StorageError> {
    if items.len() <= 4 {
        return items.iter().try_for_each(work);
    }
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..THREADS.min(items.len()) {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = work(item) {
                        lock(&failed).get_or_insert(error);
                        next.store(items.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    match lock(&failed).take() {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
