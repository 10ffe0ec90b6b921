//! Runs that wait, kept on disk so that another process can go on with them.
//!
//! A run lies in `sessions/<id>.json` in a folder of one home, with the version of its form. Beside it lies
//! `<id>.lock`, which a process holds while it works on the run: the system frees it when the process
//! ends, however it ends.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::machine::Run;
use crate::model::RunId;

/// The form that runs are saved in. A change that old files do not fit raises it.
pub const VERSION: u32 = 2;

/// Why a checkpoint could not be saved, loaded or claimed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file system said no.
    #[error("cannot {action} {path}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// No such run waits.
    #[error("no session {0} is waiting")]
    NotFound(RunId),
    /// Another process works on it.
    #[error("session {0} is being continued elsewhere")]
    Claimed(RunId),
    /// The name cannot be a file's name.
    #[error("{0:?} cannot be the name of a session: use letters, digits, '-', '_' and '.'")]
    BadName(String),
    /// It was saved by another version of this program.
    #[error("{path} has version {found} of the saved form; this program reads version {VERSION}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
    /// The file is damaged.
    #[error("{path}:{line}:{column} is not a saved session: {reason}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What was expected.
        reason: String,
    },
}

#[derive(Deserialize)]
struct Versioned {
    /// A file that names none is older than the first that did.
    #[serde(default)]
    version: u32,
}

#[derive(Deserialize)]
struct Loaded {
    run: Run,
}

#[derive(Serialize)]
struct Saved<'r> {
    version: u32,
    run: &'r Run,
}

/// A run as the bytes that are saved.
///
/// # Errors
/// Only if the run holds a value that JSON cannot hold.
pub fn to_json(run: &Run) -> Result<Vec<u8>, serde_json::Error> {
    serde_json::to_vec(&Saved {
        version: VERSION,
        run,
    })
}

/// A run from saved bytes; `path` is for messages.
///
/// # Errors
/// Bytes of another version, and bytes that are no saved run.
pub fn from_json(bytes: &[u8], path: &Path) -> Result<Run, CheckpointError> {
    let unreadable = |e: serde_json::Error| CheckpointError::Unreadable {
        path: path.to_owned(),
        line: e.line(),
        column: e.column(),
        reason: e.to_string(),
    };
    // The version first: what another version wrote need not have our form.
    let Versioned { version } = serde_json::from_slice(bytes).map_err(unreadable)?;
    if version != VERSION {
        return Err(CheckpointError::Version {
            path: path.to_owned(),
            found: version,
        });
    }
    let loaded: Loaded = serde_json::from_slice(bytes).map_err(unreadable)?;
    Ok(loaded.run)
}

/// Where runs wait.
#[derive(Clone, Debug)]
pub struct Checkpoints {
    folder: PathBuf,
}

/// The sole right to work on a run, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    id: RunId,
    file: PathBuf,
    lock_path: PathBuf,
    /// Holds the lock by being open.
    lock: File,
}

/// A run that waits.
#[derive(Debug)]
pub struct Waiting {
    /// Its name.
    pub id: RunId,
    /// The run, or why it cannot be read.
    pub run: Result<Run, CheckpointError>,
    /// How large it is, in bytes.
    pub bytes: u64,
}

impl Checkpoints {
    /// The checkpoints below a folder, which belong to one home. Nothing is created before something
    /// is saved.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.join("sessions"),
        }
    }

    /// Claims the name of a new run.
    ///
    /// # Errors
    /// A name that cannot be a file's, a folder that cannot be written, a claim of another process.
    pub fn begin(&self, id: &RunId) -> Result<Claim, CheckpointError> {
        let name = &id.0;
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            return Err(CheckpointError::BadName(name.clone()));
        }
        create_private(&self.folder).map_err(io("create", &self.folder))?;
        let lock_path = self.folder.join(format!("{name}.lock"));
        let lock = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&lock_path)
            .map_err(io("open", &lock_path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CheckpointError::Claimed(id.clone())),
            Err(TryLockError::Error(source)) => return Err(io("lock", &lock_path)(source)),
        }
        Ok(Claim {
            id: id.clone(),
            file: self.folder.join(format!("{name}.json")),
            lock_path,
            lock,
        })
    }

    /// Claims a waiting run and loads it. While the claim lives no other process gets it.
    ///
    /// # Errors
    /// No such run, one that another process works on, one of another version, a damaged one.
    pub fn claim(&self, id: &RunId) -> Result<(Claim, Run), CheckpointError> {
        if !self.folder.join(format!("{}.json", id.0)).exists() {
            return Err(CheckpointError::NotFound(id.clone()));
        }
        let claim = self.begin(id)?;
        // Under the claim: whoever had it before may have finished the run meanwhile.
        let bytes = match fs::read(&claim.file) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => {
                return Err(CheckpointError::NotFound(id.clone()));
            }
            Err(e) => return Err(io("read", &claim.file)(e)),
        };
        let run = from_json(&bytes, &claim.file)?;
        Ok((claim, run))
    }

    /// The runs that wait, by name; those that cannot be read are among them with the reason.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn list(&self) -> Result<Vec<Waiting>, CheckpointError> {
        let mut waiting = Vec::new();
        for (path, id) in self.files("json")? {
            let read = fs::read(&path).map_err(io("read", &path));
            let bytes = read.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let run = read.and_then(|bytes| from_json(&bytes, &path));
            waiting.push(Waiting { id, run, bytes });
        }
        Ok(waiting)
    }

    /// Removes runs that are complete or that `keep` does not want, and locks left over; gives the
    /// names of the runs removed. Runs that another process works on and files that cannot be read
    /// stay.
    ///
    /// # Errors
    /// The folder cannot be read, a file cannot be removed.
    pub fn prune(&self, keep: impl Fn(&Run) -> bool) -> Result<Vec<RunId>, CheckpointError> {
        let mut removed = Vec::new();
        for (_, id) in self.files("json")? {
            let Ok((claim, run)) = self.claim(&id) else {
                continue;
            };
            if run.is_complete() || !keep(&run) {
                claim.finish()?;
                removed.push(id);
            }
        }
        for (path, id) in self.files("lock")? {
            if path.with_extension("json").exists() {
                continue;
            }
            if let Ok(claim) = self.begin(&id) {
                claim.finish()?;
            }
        }
        Ok(removed)
    }

    fn files(&self, extension: &str) -> Result<Vec<(PathBuf, RunId)>, CheckpointError> {
        let folder = match fs::read_dir(&self.folder) {
            Ok(folder) => folder,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(io("read", &self.folder)(e)),
        };
        let mut files = Vec::new();
        for file in folder {
            let path = file.map_err(io("read", &self.folder))?.path();
            let fits = path.extension().is_some_and(|e| e == extension);
            if let Some(name) = path.file_stem().and_then(|n| n.to_str())
                && fits
                && !name.starts_with('.')
            {
                let id = RunId(name.to_owned());
                files.push((path, id));
            }
        }
        files.sort();
        Ok(files)
    }
}

impl Drop for Claim {
    /// Lets go of the lock itself, not only of this handle: a child process that is just being
    /// started holds a copy of every handle until it runs its own program.
    fn drop(&mut self) {
        self.lock.unlock().ok();
    }
}

impl Claim {
    /// The run it is for.
    pub fn id(&self) -> &RunId {
        &self.id
    }

    /// Saves the run: a reader sees the one before or this one, never half of it.
    ///
    /// # Errors
    /// The file system said no; what was saved before is untouched.
    pub fn save(&self, run: &Run) -> Result<(), CheckpointError> {
        let failed = |source: std::io::Error| io("write", &self.file)(source);
        let bytes = to_json(run).map_err(|e| failed(e.into()))?;
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let mut temporary = tempfile::Builder::new()
            .prefix(".saving-")
            .tempfile_in(folder)
            .map_err(failed)?;
        temporary.write_all(&bytes).map_err(failed)?;
        temporary.as_file().sync_all().map_err(failed)?;
        temporary.persist(&self.file).map_err(|e| failed(e.error))?;
        Ok(())
    }

    /// Ends it: the run is over, nothing of it stays.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn finish(self) -> Result<(), CheckpointError> {
        // The run before the lock: a claim that got hold of the lock in between finds no run.
        for path in [&self.file, &self.lock_path] {
            match fs::remove_file(path) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                    return Err(io("remove", path)(e));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn create_private(folder: &Path) -> std::io::Result<()> {
    #[allow(unused_mut, reason = "changed on Unix")]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

fn io(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> CheckpointError {
    let path = path.to_owned();
    move |source| CheckpointError::Io {
        action,
        path,
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::testing::{Script, finish, start, until_asked};
    use crate::machine::{Reply, Status};
    use crate::model::InputType;

    fn waiting() -> (Run, Script) {
        let mut script = Script::new(InputType::Query);
        script.plans = vec![crate::machine::testing::plan(
            crate::agents::NextAction::Clarify,
        )];
        let mut run = start("is granite well?");
        until_asked(&mut run, &mut script);
        (run, script)
    }

    #[test]
    fn a_saved_run_goes_on_in_another_process_and_leaves_nothing_behind() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        assert!(checkpoints.list().unwrap().is_empty());
        let (run, mut script) = waiting();
        let claim = checkpoints.begin(run.id()).unwrap();
        claim.save(&run).unwrap();
        drop(claim);
        assert_eq!(checkpoints.list().unwrap()[0].run.as_ref().unwrap(), &run);
        let (claim, mut loaded) = checkpoints.claim(run.id()).unwrap();
        assert_eq!(loaded, run);
        script.replies = vec![|_| Reply::answer("q1", "80 g")];
        assert_eq!(finish(&mut loaded, &mut script).status, Status::Answered);
        claim.finish().unwrap();
        let left = std::fs::read_dir(home.path().join("sessions")).unwrap();
        assert_eq!(left.count(), 0);
        assert!(matches!(
            checkpoints.claim(run.id()),
            Err(CheckpointError::NotFound(_))
        ));
    }

    #[test]
    fn a_run_is_claimed_by_one_at_a_time() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        let (run, _) = waiting();
        let claim = checkpoints.begin(run.id()).unwrap();
        claim.save(&run).unwrap();
        assert!(matches!(
            checkpoints.claim(run.id()),
            Err(CheckpointError::Claimed(_))
        ));
        assert!(
            checkpoints.prune(|_| false).unwrap().is_empty(),
            "it is worked on"
        );
        drop(claim);
        assert!(checkpoints.claim(run.id()).is_ok());
    }

    #[test]
    fn another_version_and_damage_are_refused_with_the_place() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        let file = home.path().join("sessions/run.json");
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let id = RunId("run".into());
        let claim = || checkpoints.claim(&id).unwrap_err().to_string();
        std::fs::write(&file, r#"{"version": 99, "run": {"shape": "unknown"}}"#).unwrap();
        assert!(
            claim().ends_with("has version 99 of the saved form; this program reads version 2")
        );
        std::fs::write(&file, "{\"version\": 2,\n \"run\": 7}").unwrap();
        assert!(claim().contains("run.json:2:"), "{}", claim());
        std::fs::write(&file, "{\"version\"").unwrap();
        assert!(claim().contains("run.json:1:"), "{}", claim());
        assert!(checkpoints.list().unwrap()[0].run.is_err());
        checkpoints.prune(|_| false).unwrap();
        assert!(file.exists(), "what cannot be read is not thrown away");
    }

    #[test]
    fn a_file_of_before_versions_is_refused_as_old_and_kept() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        let (run, _) = waiting();
        let claim = checkpoints.begin(run.id()).unwrap();
        claim.save(&run).unwrap();
        drop(claim);
        let file = home.path().join("sessions/run.json");
        let text = std::fs::read_to_string(&file).unwrap();
        let without = text.replacen("\"version\":2,", "", 1);
        assert_ne!(without, text);
        std::fs::write(&file, &without).unwrap();
        let error = checkpoints.claim(run.id()).unwrap_err();
        assert!(
            matches!(error, CheckpointError::Version { found: 0, .. }),
            "{error}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), without);
    }

    #[test]
    fn a_file_without_the_fields_that_came_later_is_read_and_goes_on() {
        let (run, mut script) = waiting();
        let mut saved: serde_json::Value = serde_json::from_slice(&to_json(&run).unwrap()).unwrap();
        let object = saved["run"].as_object_mut().unwrap();
        for later in ["told", "logged_before"] {
            assert!(object.remove(later).is_some(), "{later}");
        }
        let note = object["note"].as_object_mut().unwrap();
        for later in ["told", "unrefined", "amended", "refining", "looked_back"] {
            assert!(note.remove(later).is_some(), "{later}");
        }
        let old = serde_json::to_vec(&saved).unwrap();
        let mut run = from_json(&old, Path::new("run.json")).unwrap();
        script.replies = vec![|_| Reply::answer("q1", "80 g")];
        assert_eq!(finish(&mut run, &mut script).status, Status::Answered);
    }

    #[test]
    fn names_that_are_no_file_names_are_refused() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        for name in ["", "..", "a/b", "a\\b", ".hidden", "a b"] {
            let error = checkpoints.begin(&RunId(name.into())).unwrap_err();
            assert!(matches!(error, CheckpointError::BadName(_)), "{name}");
        }
    }

    #[test]
    fn pruning_removes_finished_and_unwanted_runs_and_stray_locks() {
        let home = tempfile::tempdir().unwrap();
        let checkpoints = Checkpoints::new(home.path());
        let (run, mut script) = waiting();
        let claim = checkpoints.begin(run.id()).unwrap();
        claim.save(&run).unwrap();
        drop(claim);
        drop(checkpoints.begin(&RunId("stray".into())).unwrap());
        assert!(checkpoints.prune(|_| true).unwrap().is_empty());
        assert!(!home.path().join("sessions/stray.lock").exists());
        let (claim, mut run) = checkpoints.claim(run.id()).unwrap();
        finish(&mut run, &mut script);
        claim.save(&run).unwrap();
        drop(claim);
        assert_eq!(checkpoints.prune(|_| true).unwrap(), [run.id().clone()]);
    }
}
