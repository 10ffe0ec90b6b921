//! Errors as a person reads them: what failed, why, what to do next, and the exit code.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

use quilto::model::Language;

use crate::style::{ERROR, HEADING, QUIET};

pub mod hints;
mod localized;
pub mod problems;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done; also when the reader of our output went away.
    Done,
    /// Failed.
    Failed,
    /// The command line does not say something we can do.
    Usage,
    /// Done in part: an import rejected something, or a day could not be read.
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

/// An error on its way to the terminal: what failed, why, and what to do next.
#[derive(Debug)]
pub struct CliError {
    failure: Failure,
    hint: String,
}

/// What failed. It becomes an error with a word on what to do next: there is no error without one.
#[derive(Debug)]
#[must_use]
pub struct Failure {
    message: String,
    causes: Vec<String>,
    exit: Exit,
    silent: bool,
}

impl Failure {
    /// A typed error of a library: its message, then its causes.
    pub fn of(error: &dyn Error) -> Self {
        let failure = CliError::failed(error.to_string());
        match error.source() {
            Some(source) => failure.cause(source),
            None => failure,
        }
    }

    /// What it rests on: the error and all that caused it.
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
    pub fn because(mut self, cause: String) -> Self {
        self.causes.push(cause);
        self
    }

    /// What to do next.
    pub fn hint(self, hint: impl Into<String>) -> CliError {
        CliError {
            failure: self,
            hint: hint.into(),
        }
    }

    /// What failed and why, in one line without colours.
    pub fn in_one_line(&self) -> String {
        std::iter::once(&self.message)
            .chain(&self.causes)
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(": ")
    }
}

impl CliError {
    /// Something could not be done.
    pub fn failed(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            causes: Vec::new(),
            exit: Exit::Failed,
            silent: false,
        }
    }

    /// The command line asks for something we cannot do.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure {
            exit: Exit::Usage,
            ..Self::failed(message)
        }
    }

    /// Ctrl-C stopped what was at work.
    pub fn interrupted() -> Self {
        let stopped = Failure {
            exit: Exit::Interrupted,
            ..Self::failed("stopped")
        };
        stopped.hint("what was logged before stays as it is")
    }

    /// The same, where it was the command line that asked for it.
    #[must_use]
    pub fn asked_for(mut self) -> Self {
        self.failure.exit = Exit::Usage;
        self
    }

    /// What was told already, and only says how to exit.
    pub fn told(exit: Exit) -> Self {
        let told = Failure {
            exit,
            silent: true,
            ..Self::failed("told already")
        };
        told.hint("look at what stands above")
    }

    /// An error of writing our own output. A reader that went away is no error at all.
    pub fn from_output(error: std::io::Error) -> Self {
        let closed = error.kind() == std::io::ErrorKind::BrokenPipe;
        let failure = Self::failed("cannot write the output").cause(error);
        let failure = Failure {
            exit: if closed { Exit::Done } else { Exit::Failed },
            silent: closed,
            ..failure
        };
        failure.hint("if it goes into a file, its disk may be full; what was logged is safe")
    }

    /// What failed and why, in one line without colours.
    pub fn in_one_line(&self) -> String {
        self.failure.in_one_line()
    }

    /// What to do next.
    pub fn advice(&self) -> &str {
        &self.hint
    }

    /// How the command ends with it.
    pub fn exit(&self) -> Exit {
        self.failure.exit
    }

    /// Whether nothing is to be said of it.
    pub fn is_silent(&self) -> bool {
        self.failure.silent
    }
}

impl CliError {
    /// The error as a person reads it on a terminal, in a language.
    pub fn told_in(&self, language: Language) -> String {
        let [error, cause, hint] = localized::headings(language);
        let say = |text: &str| localized::said(text, language);
        let mut told = format!("{ERROR}{error}{ERROR:#} {}", say(&self.failure.message));
        for why in &self.failure.causes {
            told += &format!("\n{QUIET}{cause}{QUIET:#} {}", say(why));
        }
        told + &format!("\n{HEADING}{hint}{HEADING:#} {}", say(&self.hint))
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told_in(Language::English))
    }
}
