//! Why a store says no.

use std::path::PathBuf;

use chrono::NaiveDate;
use quilto_model::{EntryId, EntryKind, RunId};

/// Why a store operation failed. Nothing acknowledged before is lost by any of these.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// The file system said no.
    #[error("cannot {action} {path}")]
    Io {
        /// What was tried (`read`, `append to`, `replace`).
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: std::io::Error,
    },
    /// A link stands in the way, and leads out of the home: nothing is written elsewhere.
    #[error("cannot write {0}: a link on the way leads out of the home")]
    LeadsOut(PathBuf),
    /// No entry of that name.
    #[error("there is no entry {0}")]
    NoSuchEntry(EntryId),
    /// A day that no one lives on; it gets no file.
    #[error("{0} is no day to keep notes of: the years from 1900 to 2199 are")]
    NoSuchDay(NaiveDate),
    /// The home is in use by another process, and stayed so.
    #[error("the notes are in use by {holder}; gave up after {} seconds", waited.as_secs())]
    Busy {
        /// Who holds the lock, as far as it says.
        holder: String,
        /// How long it was waited for.
        waited: std::time::Duration,
    },
    /// A database could not be reached, or was lost and did not come back.
    #[error("the database {place} cannot be reached; gave up after {} seconds", waited.as_secs())]
    Unreachable {
        /// Where it is.
        place: String,
        /// How long it was waited for.
        waited: std::time::Duration,
        /// What was heard last.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A database said no.
    #[error("the database {place} cannot {action}")]
    Database {
        /// What was tried (`read`, `write`).
        action: &'static str,
        /// Where it is.
        place: String,
        /// What it said.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Whoever answers at the address of a database does not show that it is that.
    #[error("the database {place} cannot be trusted")]
    Untrusted {
        /// Where it is.
        place: String,
        /// What is wrong with its certificate.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Something else is there, where something is to be copied to.
    #[error("{0} is there already, and holds something else; it stays as it is")]
    Occupied(String),
    /// A section of a kind that speaks of another one, without saying of which.
    #[error("a section of the kind {0:?} must name its target")]
    NoTarget(EntryKind),
    /// A file written by a newer version of the program; it is left as it is.
    #[error("{path} was written by a newer version; this one knows form {known}")]
    NewerForm {
        /// The file.
        path: PathBuf,
        /// The newest form this version knows.
        known: u32,
    },
    /// Another works on the run.
    #[error("session {0} is being continued elsewhere")]
    Claimed(RunId),
    /// The name of a run that cannot be kept under it.
    #[error("{0:?} cannot be the name of a session: use letters, digits, '-', '_' and '.'")]
    BadName(String),
    /// The name of a person that cannot be one.
    #[error("{0:?} cannot be the name of a user: use up to 64 of a to z, digits, '-' and '_'")]
    BadUser(String),
    /// A file pattern that cannot be read.
    #[error("the pattern {pattern:?} is not valid: {reason}")]
    BadPattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}
