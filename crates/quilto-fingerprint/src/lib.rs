//! A number for the sources of a crate, for build scripts: what was kept by other sources is then known
//! as such.
//!
//! Each crate tells its own number, so that none reads the folder of another:
//!
//! ```no_run
//! // build.rs
//! fn main() -> std::io::Result<()> {
//!     quilto_fingerprint::tell()
//! }
//! ```
//!
//! ```ignore
//! /// A fingerprint of the sources of this crate.
//! pub const SOURCES: &str = env!("SOURCES");
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::{fs, io};

/// A number for all files below a folder: where they lie in it, and what they hold. Another compiler
/// may give another one.
///
/// # Errors
///
/// When a file or folder cannot be read.
pub fn of(folder: impl AsRef<Path>) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    add(folder.as_ref(), &mut hasher)?;
    Ok(hasher.finish())
}

/// Tells cargo the number of a crate's sources as `SOURCES`, for the crate's own build script.
///
/// # Errors
///
/// When the sources cannot be read.
#[allow(clippy::print_stdout, reason = "what cargo reads of a build script")]
pub fn tell() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rustc-env=SOURCES={}", of("src")?);
    Ok(())
}

fn add(folder: &Path, hasher: &mut DefaultHasher) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    entries.len().hash(hasher);
    for entry in entries {
        entry.file_name().hash(hasher);
        let path = entry.path();
        if path.is_dir() {
            add(&path, hasher)?;
        } else {
            fs::read(path)?.hash(hasher);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made_of(files: &[(&str, &str)]) -> u64 {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        of(folder.path()).unwrap()
    }

    #[test]
    fn the_same_sources_have_the_same_number_wherever_they_lie() {
        let files = [("lib.rs", "mod day;"), ("day/mod.rs", "")];
        assert_eq!(made_of(&files), made_of(&files));
        assert_eq!(made_of(&files), made_of(&[files[1], files[0]]));
    }

    #[test]
    fn any_change_gives_another_number() {
        let before = made_of(&[("lib.rs", "mod day;"), ("day.rs", "x")]);
        for changed in [
            &[("lib.rs", "mod day;"), ("day.rs", "y")][..],
            &[("lib.rs", "mod day;"), ("days.rs", "x")],
            &[("lib.rs", "mod day;"), ("day/mod.rs", "x")],
            &[("lib.rs", "mod day;"), ("day.rs", "x"), ("more.rs", "")],
            &[("lib.rs", "mod day;")],
        ] {
            assert_ne!(before, made_of(changed), "{changed:?}");
        }
    }

    #[test]
    fn what_is_not_there_is_an_error() {
        assert!(of("no/such/folder").is_err());
    }
}
