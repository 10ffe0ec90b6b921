//! What is said beside a note that stands: a correction, or that a value is right.

use quilto::agents::CorrectionDelta;
use quilto::model::{Entry, EntryKind, Parsed};
use quilto::storage::NewEntry;
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;

/// Writes what changes of an entry beside it, and the reading as it is then; gives the section.
pub fn write(
    context: &Context<'_>,
    entry: &Entry,
    kind: EntryKind,
    raw: String,
    delta: &[CorrectionDelta],
    now: &Parsed,
) -> Result<Option<Entry>, CliError> {
    let store = context.store()?;
    let written = store.append(vec![NewEntry {
        date: context.moment.today,
        time: context.moment.now.time(),
        kind,
        raw,
        payload: Some(json!({"target": entry.id, "delta": delta})),
        parsed: None,
    }])?;
    store.save_parse(&entry.id, now)?;
    Ok(written.into_iter().next())
}
