//! Texts of runs that are under way. Each lies in a file of its own under `underway/` while its
//! process works on it, locked; one that is left there unlocked belongs to a process that died.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use quilto::machine::RunInput;
use quilto::model::{DateRange, Entry, InputType, RunId};
use quilto::storage::Spooled;
use quilto::text;
use serde::{Deserialize, Serialize};

use super::Context;
use crate::error::CliError;
use crate::home_dirs;

#[derive(Debug, Serialize, Deserialize)]
pub struct RunInFlight {
    pub text: String,
    today: NaiveDate,
    day: Option<NaiveDate>,
    #[serde(default)]
    assume: Option<InputType>,
}

impl RunInFlight {
    fn of(context: &Context<'_>, input: &RunInput) -> Self {
        Self {
            text: input.text.clone(),
            today: context.moment.today,
            day: input.day,
            assume: input.assume,
        }
    }

    /// The entries that hold words of it.
    pub fn entries(&self, context: &Context<'_>) -> Result<Vec<Entry>, CliError> {
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
    pub fn spool(self, context: &Context<'_>, id: &RunId) -> Result<(), CliError> {
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
    let begun = RunInFlight::of(context, input);
    match begun.entries(context)?.as_slice() {
        [] => begun.spool(context, id),
        _ => Ok(()),
    }
}

/// The text of a run that is under way, until this is dropped.
pub struct InFlight {
    path: PathBuf,
    /// Holds the lock by being open.
    _file: File,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

/// Marks a run as under way. A question is none: nothing of it could be lost. Not being able to mark
/// it is no reason to fail.
pub fn begin(context: &Context<'_>, id: &RunId, input: &RunInput) -> Option<InFlight> {
    let home = context.home().ok()?;
    let note = input.assume == Some(InputType::Log);
    if input.assume == Some(InputType::Query) || !note && !home.is_dir() {
        return None;
    }
    let begun = RunInFlight::of(context, input);
    let folder = context.places().ok()?.underway();
    let path = folder.join(format!("{id}.json"));
    home_dirs::make_folder(&folder).ok()?;
    let mut file = File::create(&path).ok()?;
    file.try_lock().ok()?;
    serde_json::to_writer(&mut file, &begun).ok()?;
    file.flush().ok()?;
    Some(InFlight { path, _file: file })
}

/// The texts that are worked on now.
pub fn texts(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let marks = files.filter_map(|file| fs::read(file.path()).ok());
    marks
        .filter_map(|mark| Some(serde_json::from_slice::<RunInFlight>(&mark).ok()?.text))
        .collect()
}
