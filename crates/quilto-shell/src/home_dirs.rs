//! What belongs to a home and does not lie in it: a home may be shared between machines, and what
//! waits or is remembered on one of them is not for the others.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::hex::hex;
use sha2::{Digest, Sha256};

/// The folders of one home.
#[derive(Clone, Debug)]
pub struct HomeDirs {
    /// What must outlive a command: runs that wait, texts in flight, lines of conversations.
    pub state: PathBuf,
    /// What costs nothing but a question when it is lost.
    pub cache: PathBuf,
}

impl HomeDirs {
    /// The folders of a home. Where the platform names none, they lie in the home.
    pub fn of(home: &Path, state: Option<&Path>, cache: Option<&Path>) -> Self {
        Self::named(home, home, state, cache)
    }

    /// The same for notes that are not kept in the home, by where they are.
    pub fn named(kept: &Path, home: &Path, state: Option<&Path>, cache: Option<&Path>) -> Self {
        let name = name_of(kept);
        let below = |folder: Option<&Path>, instead: &str| match folder {
            Some(folder) => folder.join("homes").join(&name),
            None => home.join(instead),
        };
        Self {
            state: below(state, ""),
            cache: below(cache, "cache"),
        }
    }

    /// Texts that a process works on.
    pub fn underway(&self) -> PathBuf {
        self.state.join("underway")
    }

    /// What was read of the notes.
    pub fn index(&self) -> PathBuf {
        self.cache.join("days")
    }

    /// The lines of conversations.
    pub fn lines(&self) -> PathBuf {
        self.state.join("repl_history")
    }

    /// Moves here what earlier versions kept in the home. What cannot be moved stays.
    pub fn take_over(&self, home: &Path) {
        let moves = [
            ("sessions", self.state.join("sessions")),
            ("spool", self.state.join("spool")),
            ("cache/underway", self.underway()),
            ("cache", self.cache.clone()),
        ];
        for (old, new) in moves {
            let old = home.join(old);
            if old == new || !old.is_dir() {
                continue;
            }
            for file in fs::read_dir(&old).into_iter().flatten().flatten() {
                if file.file_type().is_ok_and(|kind| kind.is_file()) {
                    move_file(&file.path(), &new.join(file.file_name()));
                }
            }
            // it stays where something else lies in it
            fs::remove_dir(&old).ok();
        }
        move_file(&home.join("repl_history"), &self.lines());
    }
}

/// A name for the folders of a home that no other home has.
fn name_of(home: &Path) -> String {
    // the folder may not be there yet, and must have the same name when it is
    let there = home.ancestors().find(|path| path.exists());
    let real = there.and_then(|there| {
        let rest = home.strip_prefix(there).ok()?;
        let there = if there.as_os_str().is_empty() {
            Path::new(".")
        } else {
            there
        };
        let there = there.canonicalize().ok()?;
        Some(
            there
                .components()
                .chain(rest.components())
                .collect::<PathBuf>(),
        )
    });
    let real = real.unwrap_or_else(|| home.to_owned());
    let hash = Sha256::digest(real.as_os_str().as_encoded_bytes());
    let hash = hex(&hash[..8]);
    let last = real.file_name().unwrap_or_default().to_string_lossy();
    let plain: String = last
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .take(24)
        .collect();
    format!("{plain}-{hash}")
}

fn move_file(old: &Path, new: &Path) {
    if !old.is_file() || new.exists() {
        return;
    }
    if let Some(folder) = new.parent()
        && make_folder(folder).is_ok()
        && fs::rename(old, new).is_err()
        && let Ok(bytes) = fs::read(old)
        && replace(new, &bytes).is_ok()
    {
        // another file system
        fs::remove_file(old).ok();
    }
}

/// Makes a folder, and those above it, for its owner alone.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    #[allow(unused_mut, reason = "changed on Unix")]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Replaces a file whole or not at all; it is its owner's alone.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, |file| file.write_all(bytes))
}

/// The same with what a function writes: where it stops in the middle, the file is as it was.
fn replace_by(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    write(&mut file)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_home_has_folders_of_its_own_whether_it_is_there_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let of = |home: &str| {
            let home = folder.path().join(home);
            HomeDirs::of(&home, Some(Path::new("/state")), Some(Path::new("/cache")))
        };
        let before = of("notes");
        fs::create_dir(folder.path().join("notes")).unwrap();
        assert_eq!(of("notes").state, before.state);
        assert_ne!(of("others").state, before.state);
        assert!(before.state.starts_with("/state/homes"));
        assert!(before.cache.starts_with("/cache/homes"));
    }

    #[test]
    fn a_write_that_stops_in_the_middle_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cache/last.json");
        replace(&path, b"\"20261121-1030-abcd\"").unwrap();
        let full = |file: &mut dyn Write| {
            file.write_all(b"\"2026")?;
            file.flush()?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        };
        replace_by(&path, full).unwrap_err();
        assert_eq!(fs::read(&path).unwrap(), b"\"20261121-1030-abcd\"");
        let names = fs::read_dir(folder.path().join("cache")).unwrap();
        assert_eq!(names.count(), 1, "nothing is left of the other");
        let stopped = std::panic::catch_unwind(|| {
            let half = |file: &mut dyn Write| {
                file.write_all(b"\"2026")?;
                panic!("killed");
            };
            replace_by(&path, half)
        });
        assert!(stopped.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"\"20261121-1030-abcd\"");
    }

    #[test]
    fn what_lay_in_the_home_is_taken_over_once() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().join("home");
        for name in [
            "sessions/run.json",
            "spool/run.txt",
            "cache/last.json",
            "cache/underway/run.json",
            "repl_history",
            "logs/raw/kept.md",
        ] {
            replace(&home.join(name), name.as_bytes()).unwrap();
        }
        let (state, cache) = (folder.path().join("state"), folder.path().join("cache"));
        let places = HomeDirs::of(&home, Some(&state), Some(&cache));
        places.take_over(&home);
        places.take_over(&home);
        let left: Vec<_> = fs::read_dir(&home).unwrap().flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
        for (path, was) in [
            (places.state.join("sessions/run.json"), "sessions/run.json"),
            (places.state.join("spool/run.txt"), "spool/run.txt"),
            (places.cache.join("last.json"), "cache/last.json"),
            (
                places.underway().join("run.json"),
                "cache/underway/run.json",
            ),
            (places.lines(), "repl_history"),
        ] {
            assert_eq!(fs::read_to_string(path).unwrap(), was);
        }
        // where the platform has no place for it
        let inside = HomeDirs::of(&home, None, None);
        inside.take_over(&home);
        assert_eq!(inside.state.join("spool"), home.join("spool"));
    }
}
