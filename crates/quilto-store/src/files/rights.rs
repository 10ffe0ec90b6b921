//! Who may read a home: its owner alone.

use super::layout::Layout;

/// What of a home is the program's, and no file of the person's that happens to lie there.
const OURS: [&str; 12] = [
    "logs",
    "context",
    "spool",
    "sessions",
    "jobs",
    "cache",
    "merged",
    "targets.yaml",
    "imports.json",
    "repl_history",
    ".lock",
    ".journal",
];

/// Takes the rights of others off a home that was made before files were made for their owner
/// alone; says whether there were any.
#[cfg(unix)]
pub(super) fn tighten(layout: &Layout) -> bool {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    const OTHERS: u32 = 0o077;
    let mode = |path: &Path| Some(fs::metadata(path).ok()?.permissions().mode());
    let close = |path: &Path| {
        let Some(mode) = mode(path).filter(|mode| mode & OTHERS != 0) else {
            return;
        };
        // not the owner, or a file system without rights: then it is not ours to settle
        fs::set_permissions(path, fs::Permissions::from_mode(mode & !OTHERS)).ok();
    };
    let logs = layout.home.join("logs");
    let is_open = || mode(&logs).is_some_and(|mode| mode & OTHERS != 0);
    if !is_open() {
        return false;
    }
    // a folder that is also used for other things is the person's to close
    let names = super::layout::names(&layout.home).unwrap_or_default();
    if names
        .iter()
        .all(|name| name.starts_with('.') || OURS.contains(&name.as_str()))
    {
        close(&layout.home);
    }
    for name in OURS {
        for entry in walkdir::WalkDir::new(layout.home.join(name))
            .into_iter()
            .flatten()
        {
            if !entry.path_is_symlink() {
                close(entry.path());
            }
        }
    }
    !is_open()
}

/// Elsewhere the folder of the user is closed to others by the system.
#[cfg(not(unix))]
pub(super) fn tighten(_layout: &Layout) -> bool {
    false
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use crate::contract::{all, note};
    use crate::{FileStore, LogStore, RunStore};
    use quilto_model::RunId;

    fn modes(folder: &Path) -> Vec<(String, u32)> {
        let found = walkdir::WalkDir::new(folder).sort_by_file_name();
        found
            .into_iter()
            .flatten()
            .map(|entry| {
                let name = entry.file_name().to_string_lossy().into_owned();
                let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
                (name, mode)
            })
            .collect()
    }

    fn is_private(folder: &Path) -> bool {
        modes(folder)
            .iter()
            .all(|(_, mode)| *mode == 0o600 || *mode == 0o700)
    }

    #[test]
    fn notes_are_their_owners_alone() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        let store = FileStore::open(&home).unwrap().without_sync();
        store
            .append(vec![note("2026-11-21", "10:30", "granite")])
            .unwrap();
        store.update_global_context("# Global Context\n").unwrap();
        let text = crate::Spooled::default();
        store.spool(&RunId("run".into()), &text).unwrap();
        assert!(is_private(&home), "{:?}", modes(&home));
        assert_eq!(store.warnings(), Vec::<String>::new());

        // an older home, with a file that is none of ours
        for entry in walkdir::WalkDir::new(&home).into_iter().flatten() {
            let mode = if entry.file_type().is_dir() {
                0o755
            } else {
                0o644
            };
            fs::set_permissions(entry.path(), fs::Permissions::from_mode(mode)).unwrap();
        }
        let store = FileStore::open(&home).unwrap().without_sync();
        assert_eq!(all(&store).len(), 1);
        assert_eq!(store.warnings().len(), 1, "said once");
        assert!(is_private(&home), "{:?}", modes(&home));
        let store = FileStore::open(&home).unwrap().without_sync();
        assert_eq!(all(&store).len(), 1);
        assert_eq!(store.warnings(), Vec::<String>::new());

        // one that lies in a folder with other things: those are left alone
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        fs::write(home.join("mine.txt"), "").unwrap();
        open(&home.join("mine.txt"), 0o644);
        open(&home.join("logs"), 0o755);
        open(&home, 0o755);
        let store = FileStore::open(&home).unwrap().without_sync();
        assert_eq!(all(&store).len(), 1);
        let left: Vec<_> = modes(&home)
            .into_iter()
            .filter(|(_, mode)| mode & 0o077 != 0)
            .collect();
        let own = [("home".to_owned(), 0o755), ("mine.txt".to_owned(), 0o644)];
        assert_eq!(left, own);
    }
}
