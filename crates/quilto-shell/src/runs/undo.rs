//! Takes a note, a correction or a move back, by a section of its own.

use quilto::machine::apply_delta;
use quilto::model::{DateRange, Entry, EntryId, EntryKind};
use quilto::storage::{NewEntry, StorageError, amendments};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::{entry_names, last_session};
use crate::context::Context;
use crate::error::CliError;

/// What was taken back.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Undone")]
pub struct UndoResult {
    /// The section that counts no more.
    #[serde(rename = "undone")]
    target: EntryId,
    /// The section that says so; undoing it brings the other again.
    pub entry_id: Option<EntryId>,
    #[serde(skip)]
    pub section: Entry,
}

/// Why something was not taken back.
#[derive(Debug)]
pub enum UndoError {
    /// Nothing of that name was ever written.
    Unknown(CliError),
    /// It cannot be taken back as things stand.
    Refused(CliError),
    /// Something failed.
    Failed(CliError),
}

impl From<UndoError> for CliError {
    fn from(not: UndoError) -> Self {
        match not {
            UndoError::Unknown(error) | UndoError::Refused(error) | UndoError::Failed(error) => {
                error
            }
        }
    }
}

impl From<CliError> for UndoError {
    fn from(error: CliError) -> Self {
        Self::Failed(error)
    }
}

impl From<StorageError> for UndoError {
    fn from(error: StorageError) -> Self {
        match &error {
            // another took it back meanwhile
            StorageError::NoSuchEntry(_) => Self::Refused(error.into()),
            _ => Self::Failed(error.into()),
        }
    }
}

/// Takes back the section of that name; without a name, what was written last.
pub fn undo(context: &Context<'_>, name: Option<&str>) -> Result<UndoResult, UndoError> {
    let target = match name {
        Some(name) => EntryId(name.trim().to_owned()),
        None => last(context)?,
    };
    let store = context.store()?;
    let section = section(context, &target)?;
    let reverted = match &section.kind {
        EntryKind::Correction | EntryKind::Confirmed => Some(without(context, &section)?),
        _ => None,
    };
    let undo = NewEntry {
        date: context.moment.today,
        time: context.moment.now.time(),
        kind: EntryKind::Undo,
        raw: String::new(),
        payload: Some(json!({"target": target})),
        parsed: None,
    };
    let written = store.append(vec![undo])?;
    if let Some((id, parsed)) = reverted {
        store.save_parse(&id, &parsed)?;
    }
    let entry_id = written.first().map(|entry| entry.id.clone());
    if let Some(id) = &entry_id {
        last_session::wrote(context, id);
    }
    Ok(UndoResult {
        target,
        entry_id,
        section,
    })
}

fn taken_back(id: &EntryId) -> UndoError {
    let error = CliError::failed(format!("{id} was taken back already"))
        .hint("to have it again, undo the undo: `undo` printed its name");
    UndoError::Refused(error)
}

/// What was written last: as far as is known the last section of any kind, else the newest note.
fn last(context: &Context<'_>) -> Result<EntryId, UndoError> {
    let latest = last_session::last(context).and_then(|id| section(context, &id).ok());
    if let Some(section) = &latest
        && section.kind != EntryKind::Undo
    {
        return Ok(section.id.clone());
    }
    match entry_names::newest(context)? {
        Some(entry) => Ok(entry.id),
        None => {
            let failure = CliError::failed("there is nothing to undo");
            let app = context.app.name;
            Err(UndoError::Refused(match latest {
                Some(undo) => failure.hint(format!(
                    "to have the last one again: {app} undo {}",
                    undo.id
                )),
                None => failure.hint(context.nothing_yet()),
            }))
        }
    }
}

/// The section of that name, wherever it stands now.
fn section(context: &Context<'_>, id: &EntryId) -> Result<Entry, UndoError> {
    let store = context.store()?;
    if let Some(entry) = store.entry(id)? {
        return Ok(entry);
    }
    let day = quilto::storage::day_of(id);
    let sections = match day {
        Some(day) => store.sections(&DateRange::day(day))?,
        None => Vec::new(),
    };
    let found = sections.into_iter().find(|section| section.id == *id);
    match found {
        Some(section) if !matches!(section.kind, EntryKind::Note | EntryKind::Imported) => {
            Ok(section)
        }
        Some(_) => Err(taken_back(id)),
        None => Err(UndoError::Unknown(
            CliError::failed(format!("there is no entry {id}"))
                .hint("`history` lists entries and their names"),
        )),
    }
}

/// The corrected entry, and what it says without a correction of it.
fn without(
    context: &Context<'_>,
    correction: &Entry,
) -> Result<(EntryId, quilto::model::Parsed), UndoError> {
    let payload = correction.payload.as_ref();
    let field = |name: &str| payload.and_then(|payload| payload.get(name)).cloned();
    let broken = || {
        let error = CliError::failed(format!("{} does not say what it changed", correction.id));
        let source = &correction.source;
        UndoError::Refused(error.hint(format!("its words are in {source}; `edit` opens the day")))
    };
    let target = field("target").and_then(|id| id.as_str().map(str::to_owned));
    let target = EntryId(target.ok_or_else(broken)?);
    let entry = entry_names::standing(context, &target.0)?;
    let sections = context.store()?.sections(&DateRange::day(entry.date))?;
    let standing = amendments(&sections, &target);
    match standing.last() {
        Some(newest) if newest.id == correction.id => {}
        Some(newest) if standing.iter().any(|a| a.id == correction.id) => {
            let error = CliError::failed(format!("{} was corrected again after that", entry.id))
                .hint(format!(
                    "take the newer correction back first: {} undo {}",
                    context.app.name, newest.id
                ));
            return Err(UndoError::Refused(error));
        }
        _ => {
            return Err(taken_back(&correction.id));
        }
    }
    let delta = field("delta").ok_or_else(broken)?;
    let delta = serde_json::from_value::<Vec<quilto::agents::CorrectionDelta>>(delta)
        .map_err(|_| broken())?;
    let parsed = entry.parsed.ok_or_else(|| {
        let error = CliError::failed(format!("the words of {} were changed by hand", entry.id));
        UndoError::Refused(error.hint("`reparse` reads them again first"))
    })?;
    let doubtful = delta.iter().map(|change| change.path.clone()).collect();
    let mut parsed =
        apply_delta(&parsed, &inverse(delta)).map_err(|error| UndoError::Refused(error.into()))?;
    if correction.kind == EntryKind::Confirmed {
        // what was confirmed is as doubtful as before
        parsed.uncertain_fields.extend::<Vec<_>>(doubtful);
    }
    Ok((target, parsed))
}

/// The changes that lead back, in the order that undoes them.
fn inverse(delta: Vec<quilto::agents::CorrectionDelta>) -> Vec<quilto::agents::CorrectionDelta> {
    let back = |change: quilto::agents::CorrectionDelta| quilto::agents::CorrectionDelta {
        path: change.path,
        before: change.after,
        after: change.before,
    };
    delta.into_iter().rev().map(back).collect()
}
