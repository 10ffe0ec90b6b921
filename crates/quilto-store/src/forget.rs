//! Forgetting: the one operation that rewrites raw text, for a secret typed by mistake. Pure; the
//! same for every backend.

use std::collections::{BTreeSet, HashSet};

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::plan::Days;
use super::section::Section;
use super::{StorageError, ids};
use quilto_model::{EntryId, EntryKind};

/// What stands in place of forgotten words.
pub(crate) const MARKER: &str = "[forgotten]";

/// What of a payload says where things belong, and nothing of what was said.
const KEPT: [&str; 7] = ["target", "to", "from", "on", "was", "untimed", "utc"];

/// Every day whose file holds words of an entry, with the sections that take the place of those
/// that do. The names of sections stay.
pub(crate) fn rewrites(
    id: &EntryId,
    days: &mut impl Days,
) -> Result<Vec<(NaiveDate, Vec<Section>)>, StorageError> {
    let missing = || StorageError::NoSuchEntry(id.clone());
    let mut open = vec![ids::day_of(id).ok_or_else(missing)?];
    let mut seen = BTreeSet::new();
    let mut rewrites = Vec::new();
    while let Some(date) = open.pop() {
        if !seen.insert(date) {
            continue;
        }
        let sections = days.sections(date)?;
        // The entry, what speaks of it, and what speaks of that.
        let mut about = HashSet::from([id.0.clone()]);
        let mut rewritten = Vec::new();
        for section in sections {
            let target = section.target().map(str::to_owned);
            if !about.contains(&section.id.0) && !target.is_some_and(|t| about.contains(&t)) {
                continue;
            }
            about.insert(section.id.0.clone());
            if section.kind == EntryKind::Moved {
                open.extend(section.day("to").into_iter().chain(section.day("from")));
            }
            rewritten.push(forgotten(section));
        }
        if !rewritten.is_empty() {
            rewrites.push((date, rewritten));
        }
    }
    let found = rewrites.iter().flat_map(|(_, sections)| sections);
    if !found.into_iter().any(|section| section.id == *id) {
        return Err(missing());
    }
    Ok(rewrites)
}

fn forgotten(section: Section) -> Section {
    let mut payload = match section.payload {
        Some(Value::Object(map)) => map,
        _ => Map::new(),
    };
    payload.retain(|key, _| KEPT.contains(&key.as_str()));
    payload.insert("forgotten".into(), Value::Bool(true));
    Section {
        raw: MARKER.to_owned(),
        payload: Some(Value::Object(payload)),
        ..section
    }
}
