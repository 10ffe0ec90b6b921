//! What can be wrong with a domain folder.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// A place in a domain's file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file: its path on disk, or `name/file` for an embedded domain.
    pub file: String,
    /// From 1; 0 where no line is to blame.
    pub line: usize,
    /// From 1; 0 where no line is to blame.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.file)
        } else {
            write!(f, "{}:{}:{}", self.file, self.line, self.column)
        }
    }
}

/// Why a domain, or a part of it, cannot be used. The other domains are not touched by it.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DomainError {
    /// The file system said no.
    #[error("cannot read {path}")]
    Io {
        /// What could not be read.
        path: PathBuf,
        /// What the system said.
        #[source]
        source: Arc<std::io::Error>,
    },
    /// A file does not have the form it must have. The message says what was expected.
    #[error("{place}: {message}")]
    Invalid {
        /// Where.
        place: Place,
        /// What is wrong, what was expected, and the nearest known key where there is one.
        message: String,
    },
    /// A folder without `domain.yaml`.
    #[error("{folder}: there is no domain.yaml, which every domain folder must have")]
    NoDomainFile {
        /// The folder.
        folder: String,
    },
    /// A file of no known name: most likely a spelling mistake.
    #[error("{file}: no part of a domain has this name{}", did_you_mean(nearest))]
    UnknownFile {
        /// The file.
        file: String,
        /// The known name that is closest to it.
        nearest: Option<String>,
    },
}

fn did_you_mean(name: &Option<String>) -> String {
    name.as_ref()
        .map(|name| format!("; did you mean {name}?"))
        .unwrap_or_default()
}

impl DomainError {
    pub(crate) fn invalid(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid {
            place: Place {
                file: file.into(),
                ..Place::default()
            },
            message: message.into(),
        }
    }
}
