//! From everything that was written on a day to what stands: undone notes out, moved ones under
//! their new day. Pure, and the same for every backend.

use std::collections::HashSet;

use chrono::NaiveDate;

use super::section::Section;
use quilto_model::{Entry, EntryId, EntryKind};

/// An entry that stands on a day.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Standing {
    /// The entry. One that was moved here has the name, kind, words and payload it always had.
    pub(crate) entry: Section,
    /// The section that it stands in: its own, or the `[moved]` one that brought it here.
    pub(crate) place: EntryId,
}

/// What stands in a day's file, in the order of the file.
pub(crate) fn standing(sections: Vec<Section>) -> Vec<Standing> {
    let voided = voided(&sections);
    let mut standing: Vec<Standing> = Vec::with_capacity(sections.len());
    for section in sections {
        if voided.contains(&section.id.0)
            || (section.is_forgotten() && section.kind != EntryKind::Moved)
        {
            continue;
        }
        match section.kind {
            EntryKind::Note | EntryKind::Imported => standing.push(Standing {
                place: section.id.clone(),
                entry: section,
            }),
            EntryKind::Moved => {
                let Some(target) = section.target() else {
                    continue;
                };
                standing.retain(|s| s.entry.id.0 != target);
                if let Some(entry) = moved_in(&section)
                    && !voided.contains(&entry.id.0)
                    && !section.is_forgotten()
                {
                    let place = section.id;
                    standing.push(Standing { entry, place });
                }
            }
            EntryKind::Correction | EntryKind::Undo | EntryKind::Confirmed => {}
        }
    }
    standing
}

/// The entry that a `[moved]` section brings into its day; `None` for the marker that takes one
/// out.
fn moved_in(section: &Section) -> Option<Section> {
    let payload = section.payload.as_ref()?;
    payload.get("from")?;
    let untimed = payload.get("untimed").and_then(|v| v.as_bool()) == Some(true);
    Some(Section {
        id: EntryId(section.target()?.to_owned()),
        time: section.time.filter(|_| !untimed),
        kind: match section.text("was") {
            Some("imported") => EntryKind::Imported,
            _ => EntryKind::Note,
        },
        raw: section.raw.clone(),
        payload: payload.get("payload").cloned(),
    })
}

/// Where the last marker of a day says that an entry went.
pub(crate) fn moved_to(sections: &[Section], id: &EntryId) -> Option<NaiveDate> {
    sections
        .iter()
        .rev()
        .filter(|s| s.kind == EntryKind::Moved && s.target() == Some(&id.0))
        .find_map(|s| s.day("to"))
}

/// Names of the sections and entries of a day that an `[undo]` takes back. An undo that is itself
/// undone takes nothing back, so the newest is looked at first.
fn voided(sections: &[Section]) -> HashSet<String> {
    let mut voided = HashSet::new();
    for section in sections.iter().rev() {
        if section.kind == EntryKind::Undo
            && !voided.contains(&section.id.0)
            && let Some(target) = section.target()
        {
            voided.insert(target.to_owned());
        }
    }
    voided
}

/// Of everything written on a day, as [`LogStore::sections`](super::LogStore::sections) gives it,
/// the corrections and confirmations of an entry that have not been undone, oldest first. They
/// stand in the file the entry stands in; applied in order to a fresh reading of its words they
/// give its parse again.
pub fn amendments<'a>(sections: &'a [Entry], id: &EntryId) -> Vec<&'a Entry> {
    let target = |entry: &'a Entry| entry.payload.as_ref()?.get("target")?.as_str();
    let mut voided = HashSet::new();
    for entry in sections.iter().rev() {
        if entry.kind == EntryKind::Undo
            && !voided.contains(entry.id.0.as_str())
            && let Some(target) = target(entry)
        {
            voided.insert(target);
        }
    }
    sections
        .iter()
        .filter(|e| matches!(e.kind, EntryKind::Correction | EntryKind::Confirmed))
        .filter(|e| target(e) == Some(&id.0) && !voided.contains(e.id.0.as_str()))
        .collect()
}
