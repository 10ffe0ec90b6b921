//! Files a note under another day. What was typed stays where it was typed.

use chrono::NaiveDate;
use quilto::model::{Entry, EntryId, EntryKind};
use quilto::storage::NewEntry;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use super::last_session;
use crate::context::Context;
use crate::error::CliError;

/// What was moved. Without the names, it stands under that day already.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Moved {
    /// The note.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<EntryId>,
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// The section that says so; undoing it moves the note back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry_id: Option<EntryId>,
}

/// Files an entry under a day.
pub fn to_day(context: &Context<'_>, entry: &Entry, day: NaiveDate) -> Result<Moved, CliError> {
    let mut done = Moved {
        moved: None,
        from: entry.date,
        to: day,
        entry_id: None,
    };
    if day == entry.date {
        return Ok(done);
    }
    let moved = NewEntry {
        date: day,
        time: context.moment.now.time(),
        kind: EntryKind::Moved,
        raw: String::new(),
        payload: Some(json!({"target": entry.id})),
        parsed: None,
    };
    let written = context.store()?.append(vec![moved])?;
    done.moved = Some(entry.id.clone());
    done.entry_id = written.first().map(|section| section.id.clone());
    if let Some(id) = &done.entry_id {
        last_session::wrote(context, id);
    }
    Ok(done)
}
