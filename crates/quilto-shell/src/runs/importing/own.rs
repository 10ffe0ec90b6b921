//! An export of our own is a file like any other: what it says of other notes has to hold in it.

use std::collections::HashSet;
use std::path::Path;

use chrono::{Datelike, NaiveDate};
use quilto::model::{Entry, EntryKind};
use serde_json::Value;

use crate::export::ExportContents;
use crate::import::{Place, Rejected, YEARS};

/// What of an export may come in. A section that takes back, corrects or moves a note counts only
/// beside that note, as every export of ours has it: a file cannot reach what it does not hold.
pub fn trusted(path: &Path, text: &str, mut found: ExportContents) -> ExportContents {
    let mut before = HashSet::new();
    let mut sections = Vec::with_capacity(found.sections.len());
    for section in found.sections {
        match problem(&section, &before) {
            Some(reason) => found.rejected.push(Rejected {
                path: path.to_owned(),
                place: Place::Line(line_of(text, &section)),
                reason,
            }),
            None => {
                before.insert((section.id.0.clone(), section.date));
                // what was moved here stands here under its old name
                if section.kind == EntryKind::Moved
                    && let Some(target) = target(&section)
                {
                    before.insert((target.to_owned(), section.date));
                }
                sections.push(section);
            }
        }
    }
    found.sections = sections;
    found
}

fn problem(section: &Entry, before: &HashSet<(String, NaiveDate)>) -> Option<String> {
    if !YEARS.contains(&section.date.year()) {
        return Some(format!("{} is no day of a note", section.date));
    }
    let payload = section.payload.as_ref();
    let speaks = match section.kind {
        EntryKind::Note | EntryKind::Imported => false,
        // what was moved here carries its words with it; an entry of the same day would be hidden
        EntryKind::Moved => {
            let moved_here = payload.is_some_and(|payload| payload.get("from").is_some());
            let same_day = section.date.format("%Y%m%d-").to_string();
            !moved_here || target(section).is_some_and(|name| name.starts_with(&same_day))
        }
        EntryKind::Correction | EntryKind::Undo | EntryKind::Confirmed => true,
    };
    if !speaks {
        return None;
    }
    let Some(target) = target(section) else {
        return Some("speaks of no note".into());
    };
    (!before.contains(&(target.to_owned(), section.date))).then(|| {
        format!("speaks of the note {target}, which does not stand before it in this file")
    })
}

/// The name of the note that a section speaks of.
fn target(section: &Entry) -> Option<&str> {
    section.payload.as_ref()?.get("target")?.as_str()
}

/// The line a section stands on.
fn line_of(text: &str, section: &Entry) -> usize {
    let name = Value::from(section.id.0.as_str()).to_string();
    let is_own = |line: &&str| {
        let mut after = line.split("\"id\"").skip(1);
        after.any(|rest| rest.trim_start_matches([':', ' ']).starts_with(&name))
    };
    let at = text.lines().position(|line| is_own(&line));
    at.map_or(1, |at| at + 1)
}
