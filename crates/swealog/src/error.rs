//! Errors as a person reads them: what failed, why, what to do next, and the exit code.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use quilto::agents::AgentError;
use quilto::domain::DomainError;
use quilto::storage::StorageError;

use crate::settings::SettingsError;
use crate::ui::{ERROR, HEADING, QUIET, Ui};

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done; also when the reader of our output went away.
    Done,
    /// Failed.
    Failed,
    /// The command line does not say something we can do.
    Usage,
    /// An import went through in part.
    Partly,
    /// The run waits for the user.
    Waiting,
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Usage => 2,
            Exit::Partly => 3,
            Exit::Waiting => 4,
            Exit::Interrupted => 130,
        })
    }
}

/// An error on its way to the terminal.
#[derive(Debug)]
pub struct CliError {
    message: String,
    causes: Vec<String>,
    hint: Option<String>,
    exit: Exit,
    silent: bool,
}

impl CliError {
    /// Something could not be done.
    pub fn failed(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            causes: Vec::new(),
            hint: None,
            exit: Exit::Failed,
            silent: false,
        }
    }

    /// The command line asks for something we cannot do.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            exit: Exit::Usage,
            ..Self::failed(message)
        }
    }

    /// Ctrl-C stopped what was at work.
    pub fn interrupted() -> Self {
        Self {
            exit: Exit::Interrupted,
            ..Self::failed("stopped; what was logged before stays as it is")
        }
    }

    /// What it rests on: the error and all that caused it.
    #[must_use]
    pub fn cause(mut self, error: impl Error) -> Self {
        self.causes.push(error.to_string());
        let mut source = error.source();
        while let Some(inner) = source {
            self.causes.push(inner.to_string());
            source = inner.source();
        }
        self
    }

    /// What it rests on, in words.
    #[must_use]
    pub fn because(mut self, cause: String) -> Self {
        self.causes.push(cause);
        self
    }

    /// What to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// An error of writing our own output. A reader that went away is no error at all.
    pub fn from_output(error: std::io::Error) -> Self {
        let closed = error.kind() == std::io::ErrorKind::BrokenPipe;
        let shown = Self::failed("cannot write the output").cause(error);
        Self {
            exit: if closed { Exit::Done } else { Exit::Failed },
            silent: closed,
            ..shown
        }
    }

    /// A typed error of a library: its message, then its causes.
    pub fn of(error: &dyn Error) -> Self {
        let mut shown = Self::failed(error.to_string());
        let mut source = error.source();
        while let Some(inner) = source {
            shown.causes.push(inner.to_string());
            source = inner.source();
        }
        shown
    }

    /// A typed error in one line, for lists of problems.
    pub fn problem(error: &dyn Error) -> String {
        Self::of(error).in_one_line()
    }

    /// What failed and why, in one line without colours.
    pub fn in_one_line(&self) -> String {
        std::iter::once(&self.message)
            .chain(&self.causes)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(": ")
    }

    /// What to do next, if there is something to say.
    pub fn advice(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Writes it to stderr and says how to exit.
    pub fn report(self, ui: &mut Ui) -> Exit {
        if !self.silent {
            ui.remark(&self.to_string());
        }
        self.exit
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{ERROR}error:{ERROR:#} {}", self.message)?;
        for cause in &self.causes {
            write!(f, "\n{QUIET}Caused by:{QUIET:#} {cause}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n{HEADING}Hint:{HEADING:#} {hint}")?;
        }
        Ok(())
    }
}

impl From<SettingsError> for CliError {
    fn from(error: SettingsError) -> Self {
        let shown = Self::of(&error);
        match error {
            SettingsError::Invalid {
                nearest: Some(nearest),
                ..
            } => shown.hint(format!("did you mean \"{nearest}\"?")),
            SettingsError::NoHome => shown.hint("name a folder with --home DIR"),
            SettingsError::Unreadable { .. } => shown.hint("name another one with --config FILE"),
            SettingsError::Invalid { .. } => {
                shown.hint("`config` lists every setting; docs/config.md explains them")
            }
        }
    }
}

impl From<StorageError> for CliError {
    fn from(error: StorageError) -> Self {
        use std::io::ErrorKind::{NotADirectory, PermissionDenied, StorageFull};
        let shown = Self::of(&error);
        match &error {
            StorageError::Io { source, .. }
                if matches!(source.kind(), PermissionDenied | NotADirectory) =>
            {
                shown.hint("choose a folder you may write to with --home DIR")
            }
            StorageError::Io { source, .. } if source.kind() == StorageFull => {
                shown.hint("make room on the disk; what was logged before is safe")
            }
            StorageError::Io { .. } => shown.hint("check the disk; what was logged before is safe"),
            StorageError::NewerForm { .. } => shown.hint("update this program to read it"),
            StorageError::NoSuchEntry(_) => shown.hint("`history` lists entries and their names"),
            _ => shown,
        }
    }
}

impl From<AgentError> for CliError {
    fn from(error: AgentError) -> Self {
        Self::of(&error).hint("nothing was lost; try again, or with --trace to see every step")
    }
}

impl From<DomainError> for CliError {
    fn from(error: DomainError) -> Self {
        Self::of(&error).hint("mend the file; everything else goes on working")
    }
}
