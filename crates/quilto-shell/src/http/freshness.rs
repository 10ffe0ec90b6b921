//! What a server has read of files that are changed elsewhere, too: the names of the person's own and the
//! settings. What is changed in the terminal counts with the next request.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::Server;
use crate::context::Context;
use crate::error::CliError;

/// A state of a file: another one differs in some of it.
#[derive(Debug, Default, PartialEq, Eq)]
struct Stamp {
    length: u64,
    written: Option<SystemTime>,
    /// The number of the file, which a new one in its place does not have.
    number: u64,
}

/// The states that were read.
#[derive(Debug, Default, PartialEq, Eq)]
struct ReadStates {
    names: Option<Stamp>,
    settings: Option<Stamp>,
}

/// What is known of them.
#[derive(Debug)]
pub struct Freshness(Mutex<ReadStates>);

impl Freshness {
    /// What a context reads is as it is now, or will be read later.
    pub fn of(context: &Context<'_>) -> Self {
        Self(Mutex::new(ReadStates::now(context)))
    }
}

impl Stamp {
    fn of(path: Option<&Path>) -> Option<Self> {
        let file = std::fs::metadata(path?).ok()?;
        Some(Self {
            length: file.len(),
            written: file.modified().ok(),
            number: number(&file),
        })
    }
}

#[cfg(unix)]
fn number(file: &std::fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(file)
}

#[cfg(not(unix))]
fn number(_: &std::fs::Metadata) -> u64 {
    0
}

impl ReadStates {
    fn now(context: &Context<'_>) -> Self {
        Self {
            names: Stamp::of(context.own_names()),
            settings: Stamp::of(context.settings.config_file.as_deref()),
        }
    }
}

impl Server {
    /// From now on requests know the names and the settings as they are in their files.
    pub fn learn(&self) -> Result<(), CliError> {
        let mut read = self
            .freshness
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        self.read_again(&mut read)
    }

    fn read_again(&self, read: &mut ReadStates) -> Result<(), CliError> {
        let context = self.context();
        // taken before they are read: what is changed meanwhile is read once more
        *read = ReadStates::now(&context);
        self.begin_with(Arc::new(context.read_anew()?));
        Ok(())
    }

    /// The same where they were changed since. Settings that cannot be read leave those of before in effect.
    pub fn look_again(&self) {
        let mut read = self
            .freshness
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let is_new = *read != ReadStates::now(&self.context());
        if is_new && let Err(error) = self.read_again(&mut read) {
            let why = error.in_one_line();
            tracing::warn!("what was changed cannot be read, and what was before counts: {why}");
        }
    }
}
