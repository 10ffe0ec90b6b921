//! Texts of runs that are under way. Each lies in a file of its own under `underway/` while its
//! process works on it, locked; one that is left there unlocked belongs to a process that died, and
//! the next command reads the note it left unread.

use std::fs::{self, File, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use quilto::machine::RunInput;
use quilto::model::{DateRange, Entry, EntryKind, InputType, RunId};
use quilto::storage::Spooled;
use quilto::text;
use serde::{Deserialize, Serialize};

use super::Context;
use super::engine::{Reader, ToRead};
use crate::error::CliError;
use crate::output::logged;
use crate::places;
use crate::ui::{QUIET, Ui, excerpt};

#[derive(Debug, Serialize, Deserialize)]
struct Begun {
    text: String,
    today: NaiveDate,
    day: Option<NaiveDate>,
    #[serde(default)]
    assume: Option<InputType>,
}

impl Begun {
    fn of(context: &Context<'_>, input: &RunInput) -> Self {
        Self {
            text: input.text.clone(),
            today: context.moment.today,
            day: input.day,
            assume: input.assume,
        }
    }

    /// The entries that hold words of it.
    fn entries(&self, context: &Context<'_>) -> Result<Vec<Entry>, CliError> {
        let named = text::dates::note_day(&text::read(&self.text), self.today);
        let day = self.day.or(named.map(|mention| mention.range.start));
        let day = DateRange::day(day.unwrap_or(self.today));
        let mut entries = context.store()?.entries_by_date_range(&day)?;
        entries.retain(|entry| {
            let words = entry.raw.trim();
            !words.is_empty() && self.text.contains(words)
        });
        Ok(entries)
    }

    /// Keeps it to be gone on with.
    fn spool(self, context: &Context<'_>, id: &RunId) -> Result<(), CliError> {
        let spooled = Spooled {
            text: self.text,
            written: Some(self.today),
            day: self.day,
            assume: self.assume,
        };
        Ok(context.store()?.spool(id, &spooled)?)
    }
}

/// A run was ended before its time: words that are not logged yet are kept to be gone on with.
pub fn ended(context: &Context<'_>, id: &RunId, input: &RunInput) -> Result<(), CliError> {
    let begun = Begun::of(context, input);
    match begun.entries(context)?.as_slice() {
        [] => begun.spool(context, id),
        _ => Ok(()),
    }
}

/// The text of a run that is under way, until this is dropped.
pub struct Underway {
    path: PathBuf,
    /// Holds the lock by being open.
    _file: File,
}

impl Drop for Underway {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

/// Marks a run as under way. A question is none: nothing of it could be lost. Not being able to mark
/// it is no reason to fail.
pub fn begin(context: &Context<'_>, id: &RunId, input: &RunInput) -> Option<Underway> {
    let home = context.home().ok()?;
    let note = input.assume == Some(InputType::Log);
    if input.assume == Some(InputType::Query) || !note && !home.is_dir() {
        return None;
    }
    let begun = Begun::of(context, input);
    let folder = context.places().ok()?.underway();
    let path = folder.join(format!("{id}.json"));
    places::make_folder(&folder).ok()?;
    let mut file = File::create(&path).ok()?;
    file.try_lock().ok()?;
    serde_json::to_writer(&mut file, &begun).ok()?;
    file.flush().ok()?;
    Some(Underway { path, _file: file })
}

/// The texts that are worked on now.
pub fn texts(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let marks = files.filter_map(|file| fs::read(file.path()).ok());
    marks
        .filter_map(|mark| Some(serde_json::from_slice::<Begun>(&mark).ok()?.text))
        .collect()
}

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
                logged::day(entry.date, entry.time),
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
