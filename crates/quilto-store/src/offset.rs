//! How far local time was ahead of UTC: said once in a day's file, and where it changes.

use chrono::FixedOffset;
use serde_json::Value;

use super::draft::Draft;
use super::section::Section;
use quilto_model::{Entry, EntryId, EntryKind, UTC};

/// The offset at which an entry was written, of everything that was written on its day, as
/// [`LogStore::sections`](super::LogStore::sections) gives it.
pub fn utc_offset(sections: &[Entry], id: &EntryId) -> Option<FixedOffset> {
    let moved = |section: &&Entry| {
        let payload = section.payload.as_ref();
        section.kind == EntryKind::Moved
            && payload.is_some_and(|p| p["target"] == id.0 && p.get("from").is_some())
    };
    let text = match sections.iter().rfind(moved) {
        Some(section) => text_of(section.payload.as_ref()?.get("payload")?)?,
        None => {
            let at = sections.iter().position(|section| section.id == *id)?;
            let payloads = sections[..=at].iter().rev().map(|s| s.payload.as_ref());
            payloads.flatten().find_map(text_of)?
        }
    };
    text.parse().ok()
}

fn text_of(payload: &Value) -> Option<&str> {
    payload.get(UTC)?.as_str()
}

/// The offset that counts at the end of these sections.
pub(crate) fn last(sections: &[Section]) -> Option<&str> {
    let payloads = sections.iter().rev().map(|s| s.payload.as_ref());
    payloads.flatten().find_map(text_of)
}

/// Leaves the offset out where that of the sections before it says the same.
pub(crate) fn only_changes(draft: &mut Draft, before: &[Section]) {
    let Some(Value::Object(payload)) = &mut draft.payload else {
        return;
    };
    let own = payload.get(UTC).and_then(Value::as_str);
    if own.is_some() && own == last(before) {
        payload.shift_remove(UTC);
    }
    if payload.is_empty() {
        draft.payload = None;
    }
}
