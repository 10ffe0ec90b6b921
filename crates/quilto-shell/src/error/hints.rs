//! What to do about each error of the libraries.

use std::io::ErrorKind;

use quilto::agents::AgentError;
use quilto::checkpoint::CheckpointError;
use quilto::domain::DomainError;
use quilto::llm::LlmSettingsError;
use quilto::machine::{DeltaError, MachineError};
use quilto::model::Language;
use quilto::runner::RunnerError;
use quilto::storage::StorageError;

use super::problems::Problems;
use super::{CliError, Failure};
use crate::settings::SettingsError;

/// What is told of problems; errors are told in English.
fn problems() -> &'static Problems {
    Problems::of(Language::English)
}

impl From<SettingsError> for CliError {
    fn from(error: SettingsError) -> Self {
        let failure = Failure::of(&error);
        match &error {
            SettingsError::Invalid {
                nearest: Some(nearest),
                ..
            } => failure.hint(format!("did you mean \"{nearest}\"?")),
            SettingsError::NoHome => failure.hint("name a folder with --home DIR"),
            SettingsError::Unwritable { .. } | SettingsError::Unreadable { .. } => {
                failure.hint("name another one with --config FILE")
            }
            SettingsError::ByHand { path, .. } => {
                failure.hint(format!("open {} in an editor", path.display()))
            }
            SettingsError::Invalid { .. } => {
                failure.hint("`config` lists every setting; docs/config.md explains them")
            }
        }
    }
}

impl From<LlmSettingsError> for CliError {
    fn from(error: LlmSettingsError) -> Self {
        let failure = Failure::of(&error);
        failure.hint("`config` shows the settings; those of models stand below `llm`")
    }
}

/// What to do when the disk says no.
fn about_the_disk(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied | ErrorKind::NotADirectory | ErrorKind::ReadOnlyFilesystem => {
            "choose a folder you may write to with --home DIR"
        }
        ErrorKind::StorageFull => "make room on the disk; what was logged before is safe",
        _ => "check the disk; what was logged before is safe",
    }
}

impl From<StorageError> for CliError {
    fn from(error: StorageError) -> Self {
        let failure = Failure::of(&error);
        match &error {
            StorageError::Io { source, .. } => failure.hint(about_the_disk(source)),
            StorageError::LeadsOut(_) => failure.hint(problems().leads_out.hint()),
            StorageError::NewerForm { .. } => failure.hint("update this program to read it"),
            StorageError::Busy { .. } => failure.hint(
                "try again when it is done, or set a longer `lock_patience`; nothing was changed",
            ),
            StorageError::Unreachable { .. } => failure.hint(
                "see whether the database runs and the address is right; what was logged before is safe",
            ),
            StorageError::Database { .. } => {
                failure.hint("see what the database says above; what was logged before is safe")
            }
            StorageError::Untrusted { .. } => failure.hint(
                "name the authority of its certificate in SSL_CERT_FILE, and in the address the host that it is for",
            ),
            StorageError::Occupied(_) => {
                failure.hint("copy to a place without notes, or take both together by `export` and `import`")
            }
            StorageError::NoSuchDay(_) => failure.hint("name a day of your life"),
            StorageError::Claimed(_) => failure.hint("try again in a while"),
            StorageError::BadName(_) => failure.hint("`sessions` lists those that wait"),
            StorageError::NoSuchEntry(_) => failure.hint("`history` lists entries and their names"),
            _ => failure.hint("`doctor` looks the home over; what was logged before is safe"),
        }
    }
}

impl From<AgentError> for CliError {
    fn from(error: AgentError) -> Self {
        Failure::of(&error).hint("nothing was lost; try again, or with --trace to see every step")
    }
}

impl From<DomainError> for CliError {
    fn from(error: DomainError) -> Self {
        Failure::of(&error).hint(problems().domain.hint())
    }
}

impl From<CheckpointError> for CliError {
    fn from(error: CheckpointError) -> Self {
        if let CheckpointError::Storage(error) = error {
            return error.into();
        }
        let failure = Failure::of(&error);
        match &error {
            CheckpointError::NotFound(_) => failure.hint("`sessions` lists those that wait"),
            CheckpointError::Version { .. } => {
                failure.hint("ask again; what was logged before is in the log")
            }
            CheckpointError::Unreadable { place, .. } => failure.hint(format!(
                "remove {place} and ask again; what was logged before is in the log"
            )),
            _ => failure.hint("`doctor` looks over what waits"),
        }
    }
}

impl From<MachineError> for CliError {
    fn from(error: MachineError) -> Self {
        let failure = Failure::of(&error);
        match error {
            MachineError::EmptyReply
            | MachineError::UnknownQuestion(_)
            | MachineError::UnknownCandidate(_)
            | MachineError::StalePreview { .. }
            | MachineError::NoPreview => {
                failure.hint("`resume` without options shows what is asked")
            }
            MachineError::RefinedEnough => failure.hint("approve it as it is shown, or reject it"),
            _ => failure.hint(
                "this is a mistake of the program, not of yours; what was logged before is safe",
            ),
        }
    }
}

impl From<RunnerError> for CliError {
    fn from(error: RunnerError) -> Self {
        match error {
            RunnerError::Checkpoint(error) => error.into(),
            RunnerError::Reply(refused) => {
                let hint = Self::from(refused.clone()).hint;
                Failure::of(&RunnerError::Reply(refused)).hint(hint)
            }
            RunnerError::NothingAsked(_) => {
                Failure::of(&error).hint("`sessions` lists what waits, and for what")
            }
            _ => Failure::of(&error).hint(
                "what was logged before is safe; try again, or with --trace to see each step",
            ),
        }
    }
}

impl From<DeltaError> for CliError {
    fn from(error: DeltaError) -> Self {
        Failure::of(&error).hint(problems().unfitting.hint())
    }
}
