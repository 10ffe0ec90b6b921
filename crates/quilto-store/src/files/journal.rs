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

/// Finishes what a killed process had begun. A journal that no process of ours wrote is set aside,
/// and where to is given.
pub(super) fn recover(disk: &Disk, layout: &Layout) -> Result<Option<PathBuf>, StorageError> {
    let path = layout.journal();
    let Some(bytes) = disk::read(&path)? else {
        return Ok(None);
    };
    if let Some(changes) = read(&bytes) {
        if !changes.iter().all(|change| is_ours(layout, change)) {
            let aside = layout
                .home
                .join(format!(".journal.damaged-{}", ids::bytes_hash(&bytes)));
            std::fs::rename(&path, &aside).map_err(|e| disk::failed("set aside", &path, e))?;
            return Ok(Some(aside));
        }
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
    Ok(None)
}

/// Whether a change is of a day's file, and in the home whatever its folders lead to.
fn is_ours(layout: &Layout, change: &Change) -> bool {
    let (Change::Append { path, .. } | Change::Replace { path, .. }) = change;
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some(Ok(date)) = name.get(.."2026-01-01".len()).map(str::parse) else {
        return false;
    };
    let files = [layout.raw(date), layout.parsed(date)];
    let is_of_day = files.iter().any(|file| layout.relative(file) == *path);
    is_of_day && layout.holds(&layout.home.join(path))
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
        let path = layout.writable(path)?;
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
        let path = layout.writable(path)?;
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::contract::{day, note};
    use crate::{FileStore, LogStore};

    fn home() -> (tempfile::TempDir, FileStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path().join("home")).unwrap();
        let store = store.without_sync();
        store
            .append(vec![note("2026-11-21", "10:30", "granite")])
            .unwrap();
        (folder, store)
    }

    fn left_behind(store: &FileStore, change: &Change) {
        let body = serde_json::to_string(&[change]).unwrap();
        let hash = ids::bytes_hash(body.as_bytes());
        let text = format!("{hash} {}\n{body}", body.len());
        fs::write(store.home().join(".journal"), text).unwrap();
    }

    #[test]
    fn a_journal_writes_below_the_logs_only() {
        for path in [
            "../outside.md",
            "logs/../../outside.md",
            "targets.yaml",
            "logs",
            "logs/raw/2026/11/2026-11-22.txt",
            "logs/raw/2026/11/../../../../2026-11-22.md",
            "/outside.md",
        ] {
            let (folder, store) = home();
            let path = match path.strip_prefix('/') {
                Some(name) => folder.path().join(name).display().to_string(),
                None => path.to_owned(),
            };
            let append = Change::Append {
                path: path.clone(),
                length: 0,
                text: "basalt".into(),
                done: 0,
            };
            let replace = Change::Replace {
                path,
                before: None,
                text: "basalt".into(),
            };
            for change in [append, replace] {
                left_behind(&store, &change);
                let new = note("2026-11-21", "10:31", "marble");
                store.append(vec![new]).unwrap();
                assert!(!folder.path().join("outside.md").exists());
                assert!(!folder.path().join("2026-11-22.md").exists());
                assert!(!store.home().join("targets.yaml").exists());
                assert!(!store.home().join(".journal").exists());
                assert_eq!(store.warnings().len(), 1, "{change:?}");
            }
        }
    }

    #[test]
    fn whoever_reads_first_after_a_kill_sees_a_moved_note() {
        let later = day("2026-11-30");
        let mut kills = 0;
        for kill_at in 1.. {
            let (_folder, store) = home();
            let id = crate::contract::all(&store)[0].id.clone();
            let steps = AtomicUsize::new(0);
            let killed = FileStore::open(store.home()).unwrap().without_sync();
            let killed = killed.on_step(std::sync::Arc::new(move || {
                assert!(
                    steps.fetch_add(1, Ordering::SeqCst) + 1 != kill_at,
                    "killed"
                );
            }));
            let about = crate::contract::about;
            let moved = crate::NewEntry {
                date: later,
                ..about(quilto_model::EntryKind::Moved, &id, "2026-11-30", "")
            };
            let move_it = std::panic::AssertUnwindSafe(|| killed.append(vec![moved]));
            let done = std::panic::catch_unwind(move_it).is_ok();
            let span = store.span().unwrap().unwrap();
            let seen = store.entries_by_date_range(&span).unwrap();
            assert_eq!(seen.len(), 1, "killed at {kill_at}");
            if done {
                break;
            }
            kills += 1;
        }
        assert!(kills > 5, "{kills}");
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_out_of_the_home() {
        let (folder, store) = home();
        let outside = folder.path().join("outside");
        fs::create_dir(&outside).unwrap();
        fs::write(outside.join("2026-12-01.md"), "theirs\n").unwrap();
        let raw = store.home().join("logs/raw/2026");
        std::os::unix::fs::symlink(&outside, raw.join("12")).unwrap();
        std::os::unix::fs::symlink(outside.join("2026-12-01.md"), raw.join("11/2026-11-30.md"))
            .unwrap();
        let change = Change::Append {
            path: "logs/raw/2026/12/2026-12-01.md".into(),
            length: 0,
            text: "## 10:30\nbasalt\n\n".into(),
            done: 0,
        };
        left_behind(&store, &change);
        assert!(
            store
                .entries_by_date_range(&quilto_model::DateRange::day(day("2026-11-21")))
                .is_ok()
        );
        assert_eq!(store.warnings().len(), 1);
        for date in ["2026-12-01", "2026-12-02", "2026-11-30"] {
            let new = note(date, "10:31", "marble");
            assert!(store.append(vec![new]).is_err(), "{date}");
        }
        let theirs = fs::read_to_string(outside.join("2026-12-01.md")).unwrap();
        assert_eq!(theirs, "theirs\n");
        assert!(!outside.join("2026-12-02.md").exists());
        // a link that stays in the home is the owner's own order
        fs::create_dir(store.home().join("elsewhere")).unwrap();
        std::os::unix::fs::symlink("../../../elsewhere", raw.join("10")).unwrap();
        let new = note("2026-10-01", "10:31", "marble");
        store.append(vec![new]).unwrap();
    }
}
