//! Runs whose process died: what they left unread is read by the next command.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use quilto::model::{Entry, EntryKind, RunId};

use crate::context::Context;
use crate::context::engine::{Reader, ToRead};
use crate::context::in_flight::Begun;
use crate::error::CliError;
use crate::output::note_echo;
use crate::ui::{QUIET, Ui, excerpt};

/// Reads what processes that died left unread. Nothing that fails here spoils the command.
pub fn take_up(context: &Context<'_>, ui: &mut Ui) {
    let Ok(places) = context.places() else { return };
    let Ok(found) = fs::read_dir(places.underway()) else {
        return;
    };
    let mut paths: Vec<PathBuf> = found.filter_map(|file| Some(file.ok()?.path())).collect();
    paths.sort_unstable();
    for path in paths {
        let Ok(file) = File::open(&path) else {
            continue;
        };
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            continue;
        }
        match taken_up(context, ui, &path) {
            Ok(()) => {
                fs::remove_file(&path).ok();
            }
            Err(error) => ui.warn_of(&error),
        }
    }
}

fn taken_up(context: &Context<'_>, ui: &mut Ui, path: &Path) -> Result<(), CliError> {
    let failed = |error| {
        CliError::failed("cannot read what was under way")
            .cause(error)
            .hint(format!("its words are in {}", path.display()))
    };
    let bytes = fs::read(path).map_err(failed)?;
    // Cut off in the very act of marking: nothing was done yet.
    let Ok(begun) = serde_json::from_slice::<Begun>(&bytes) else {
        return Ok(());
    };
    let id = RunId(
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into(),
    );
    // Cut off while a person was asked: it waits to be gone on with.
    let waiting = context.checkpoints()?.list()?;
    if waiting.iter().any(|waiting| waiting.id == id) {
        return Ok(());
    }
    let entries = begun.entries(context)?;
    if entries.is_empty() {
        let said = excerpt(&begun.text, 50);
        begun.spool(context, &id)?;
        ui.remark(&format!(
            "{QUIET}Cut off before it was logged; `resume` goes on with it:{QUIET:#} {said}"
        ));
        return Ok(());
    }
    for entry in entries {
        if entry.parsed.is_none() && entry.kind == EntryKind::Note {
            read(context, &entry)?;
            ui.remark(&format!(
                "{QUIET}Cut off before it was read, and read now:{QUIET:#} {}  {}",
                note_echo::day(entry.date, entry.time),
                excerpt(&entry.raw, 50)
            ));
        }
    }
    Ok(())
}

fn read(context: &Context<'_>, entry: &Entry) -> Result<(), CliError> {
    let reader = Reader::new(context)?;
    let store = context.store()?;
    let mut recent = reader.recent(entry.date)?;
    recent.retain(|other| other.id != entry.id);
    let reading = reader.read(ToRead {
        text: &entry.raw,
        written: entry.date,
        time: entry.time.unwrap_or_default(),
        recent,
    })?;
    store.save_parse(&entry.id, &reading.parsed)?;
    Ok(())
}
