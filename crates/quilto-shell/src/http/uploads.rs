//! Files that were sent, seen and not brought in yet. They lie in folders of their own for a while.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tempfile::TempDir;
use tokio::time::Instant;

use super::problem::{Kind, Problem};
use crate::error::CliError;
use crate::runs::importing::report::Summary;

/// Letters of a file's name.
const LETTERS: usize = 100;
/// Files that wait at once; a newer one takes the place of the oldest.
const KEPT: usize = 8;
/// How long one waits.
const AGE: Duration = Duration::from_secs(60 * 60);
/// Letters of the names that are made up for them.
const RANDOM: usize = 20;

/// A file that was sent.
pub struct Upload {
    /// By what it is asked for.
    pub id: String,
    /// How it is called.
    pub name: String,
    sent: Instant,
    folder: TempDir,
    /// What came of it, once it was brought in.
    came: Mutex<Option<Arc<Summary>>>,
}

impl Upload {
    /// Writes a file where nothing else lies.
    pub fn new(name: &str, bytes: &[u8]) -> Result<Self, Problem> {
        let name = file_name(name)?;
        let folder = tempfile::Builder::new()
            .prefix("")
            .rand_bytes(RANDOM)
            .tempdir()
            .map_err(|error| unkept(&error))?;
        std::fs::write(folder.path().join(name), bytes).map_err(|error| unkept(&error))?;
        let id = folder.path().file_name().unwrap_or_default();
        Ok(Self {
            id: id.to_string_lossy().into_owned(),
            name: name.to_owned(),
            sent: Instant::now(),
            folder,
            came: Mutex::default(),
        })
    }

    /// Where it lies.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join(&self.name)
    }

    /// A text without the folder it lies in, which is none of the client's.
    pub fn without_folder(&self, text: &str) -> String {
        let folder = self.folder.path().join("").display().to_string();
        text.replace(&folder, "")
    }

    /// The same of a path.
    pub fn shown(&self, path: &Path) -> String {
        let inside = path.strip_prefix(self.folder.path()).unwrap_or(path);
        inside.display().to_string()
    }

    /// What came of it, once it was brought in.
    pub fn came(&self) -> Option<Arc<Summary>> {
        let came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        came.clone()
    }

    /// It was brought in.
    pub fn brought_in(&self, summary: Summary) -> Arc<Summary> {
        let summary = Arc::new(summary);
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        *came = Some(Arc::clone(&summary));
        summary
    }
}

/// Those that wait, the oldest first.
#[derive(Default)]
pub struct Uploads(Mutex<VecDeque<Arc<Upload>>>);

impl Uploads {
    /// Keeps a file, and lets go of those that waited for too long.
    pub fn keep(&self, upload: Upload) -> Arc<Upload> {
        let upload = Arc::new(upload);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|upload| upload.sent.elapsed() < AGE);
        while kept.len() >= KEPT {
            kept.pop_front();
        }
        kept.push_back(Arc::clone(&upload));
        upload
    }

    /// One that is still there.
    pub fn get(&self, id: &str) -> Result<Arc<Upload>, Problem> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = kept.iter().filter(|upload| upload.sent.elapsed() < AGE);
        let found = kept.find(|upload| upload.id == id).map(Arc::clone);
        found.ok_or_else(|| {
            let detail = "no file of this name is kept; it may have waited for too long";
            Problem::new(Kind::UnknownImport, detail)
        })
    }

    /// Lets go of one.
    pub fn let_go(&self, id: &str) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|upload| upload.id != id);
    }
}

/// The name of a file, which must be one in any folder.
pub fn file_name(name: &str) -> Result<&str, Problem> {
    let is_plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':');
    let is_file = name.chars().all(is_plain)
        && !name.starts_with(['.', '-'])
        && (1..=LETTERS).contains(&name.chars().count());
    match is_file {
        true => Ok(name),
        false => {
            let detail = format!("`name` is the name of a file, of at most {LETTERS} letters");
            Err(Problem::new(Kind::Unfit, detail).hint("leave out the folders: notes.csv"))
        }
    }
}

fn unkept(error: &io::Error) -> Problem {
    let failed = CliError::failed(format!(
        "the file could not be kept for now: {}",
        error.kind()
    ))
    .hint("the disk for temporary files may be full");
    Problem::of(&failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_makes_room_and_nothing_is_left_of_it() {
        let uploads = Uploads::default();
        let first = uploads.keep(Upload::new("granite.csv", b"1").unwrap());
        let (id, path) = (first.id.clone(), first.path());
        drop(first);
        assert!(path.is_file());
        assert!(uploads.get(&id).is_ok());
        for _ in 0..KEPT {
            uploads.keep(Upload::new("marble.csv", b"2").unwrap());
        }
        assert!(uploads.get(&id).is_err());
        assert!(!path.exists());
    }

    #[test]
    fn a_name_that_is_a_way_is_none() {
        for name in [
            "",
            ".hidden",
            "-",
            "a/b",
            "a\\b",
            "a:b",
            "a\0",
            &"a".repeat(101),
        ] {
            assert!(Upload::new(name, b"").is_err(), "{name}");
        }
    }
}
