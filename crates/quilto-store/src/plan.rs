//! Which sections a new entry becomes, and in which day's file. Pure but for looking days up; the
//! same for every backend.

use chrono::{NaiveDate, NaiveTime, Timelike};
use serde_json::{Map, Value, json};

use super::draft::Draft;
use super::section::Section;
use super::view::{self, Standing};
use super::{NewEntry, StorageError, ids, offset};
use quilto_model::{EntryId, EntryKind, Parsed, UTC};

/// What planning needs to know of a store. Sections of one call that come earlier are already in.
pub(crate) trait Days {
    /// Everything written on a day.
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError>;
    /// What was understood of an entry that stands on a day.
    fn parse_of(
        &mut self,
        date: NaiveDate,
        standing: &Standing,
    ) -> Result<Option<Parsed>, StorageError>;
}

/// The sections that a new entry becomes. The last one is the one to give back to the caller.
pub(crate) fn plan(new: NewEntry, days: &mut impl Days) -> Result<Vec<Draft>, StorageError> {
    super::has_files(new.date)?;
    let target = target_of(&new);
    match new.kind {
        EntryKind::Note | EntryKind::Imported => Ok(vec![draft(new.date, new)]),
        EntryKind::Correction | EntryKind::Confirmed => match target {
            None => Ok(vec![draft(new.date, new)]),
            Some(target) => {
                let (day, _) = locate(&target, days)?.ok_or(StorageError::NoSuchEntry(target))?;
                Ok(vec![draft(day, new)])
            }
        },
        EntryKind::Undo => undo(new, target, days),
        EntryKind::Moved => moved(new, target, days),
    }
}

/// Where an entry stands now, and what it says.
pub(crate) fn locate(
    id: &EntryId,
    days: &mut impl Days,
) -> Result<Option<(NaiveDate, Standing)>, StorageError> {
    let Some(mut day) = ids::day_of(id) else {
        return Ok(None);
    };
    // Each marker followed is newer than the one before, so this ends; a file edited into a circle
    // ends it too.
    let mut seen = Vec::new();
    while !seen.contains(&day) {
        seen.push(day);
        let sections = days.sections(day)?;
        let next = view::moved_to(&sections, id);
        let mut standing = view::standing(sections).into_iter();
        if let Some(found) = standing.find(|s| s.entry.id == *id) {
            return Ok(Some((day, found)));
        }
        match next {
            Some(next) => day = next,
            None => break,
        }
    }
    Ok(None)
}

fn undo(
    new: NewEntry,
    target: Option<EntryId>,
    days: &mut impl Days,
) -> Result<Vec<Draft>, StorageError> {
    let target = target.ok_or(StorageError::NoTarget(EntryKind::Undo))?;
    if let Some((day, _)) = locate(&target, days)? {
        return Ok(vec![draft(day, new)]);
    }
    let missing = || StorageError::NoSuchEntry(target.clone());
    let day = ids::day_of(&target).ok_or_else(missing)?;
    let section = days
        .sections(day)?
        .into_iter()
        .find(|s| s.id == target)
        .ok_or_else(missing)?;
    match section.kind {
        EntryKind::Note | EntryKind::Imported => Err(missing()),
        EntryKind::Correction | EntryKind::Confirmed | EntryKind::Undo => Ok(vec![draft(day, new)]),
        // Taking a move back is a move: one marker alone would leave the entry in two days.
        EntryKind::Moved => {
            let back_to = section.day("from").unwrap_or(day);
            let entry = section.target().map(|id| EntryId(id.to_owned()));
            let new = NewEntry {
                date: back_to,
                kind: EntryKind::Moved,
                payload: None,
                ..new
            };
            moved(new, entry, days)
        }
    }
}

/// A move is two sections: a marker in the old day's file with the words that asked for it, and in
/// the new day's file a section that holds the entry's own words and payload. So each file says by
/// itself what stands in it.
fn moved(
    new: NewEntry,
    target: Option<EntryId>,
    days: &mut impl Days,
) -> Result<Vec<Draft>, StorageError> {
    let target = target.ok_or(StorageError::NoTarget(EntryKind::Moved))?;
    let missing = || StorageError::NoSuchEntry(target.clone());
    let (from, standing) = locate(&target, days)?.ok_or_else(missing)?;
    let parsed = days.parse_of(from, &standing)?;
    let entry = standing.entry;
    let to = new.date;

    let mut out = new.payload.map(as_object).unwrap_or_default();
    out.insert("target".into(), json!(target));
    out.insert("to".into(), json!(to));
    let mut into = Map::new();
    into.insert("target".into(), json!(target));
    into.insert("from".into(), json!(from));
    into.insert("was".into(), json!(entry.kind));
    if entry.time.is_none() {
        into.insert("untimed".into(), json!(true));
    }
    let mut payload = entry.payload.map(as_object).unwrap_or_default();
    let sections = days.sections(from)?;
    let before = sections.iter().position(|s| s.id == standing.place);
    let before = before.map_or(&[][..], |at| &sections[..=at]);
    if entry.kind == EntryKind::Note
        && standing.place == entry.id
        && let Some(offset) = offset::last(before)
    {
        payload.insert(UTC.into(), json!(offset));
    }
    if !payload.is_empty() {
        into.insert("payload".into(), Value::Object(payload));
    }
    Ok(vec![
        Draft {
            date: from,
            time: minute(new.time),
            kind: EntryKind::Moved,
            raw: new.raw,
            payload: Some(Value::Object(out)),
            parsed: None,
        },
        Draft {
            date: to,
            time: entry.time.unwrap_or(NaiveTime::MIN),
            kind: EntryKind::Moved,
            raw: entry.raw,
            payload: Some(Value::Object(into)),
            parsed,
        },
    ])
}

/// A section in a given day's file. Where that is not the day the words were written, as for a
/// correction of an older entry, the payload says which day that was (`on`).
fn draft(day: NaiveDate, new: NewEntry) -> Draft {
    let mut payload = new.payload.map(as_object);
    if day != new.date {
        let payload = payload.get_or_insert_default();
        payload.insert("on".into(), json!(new.date));
    }
    Draft {
        date: day,
        time: minute(new.time),
        kind: new.kind,
        raw: new.raw,
        payload: payload.map(Value::Object),
        parsed: new.parsed,
    }
}

/// A payload is an object; anything else is kept in one.
fn as_object(payload: Value) -> Map<String, Value> {
    match payload {
        Value::Object(map) => map,
        other => Map::from_iter([("value".to_owned(), other)]),
    }
}

fn target_of(new: &NewEntry) -> Option<EntryId> {
    let target = new.payload.as_ref()?.get("target")?.as_str()?;
    Some(EntryId(target.to_owned()))
}

fn minute(time: NaiveTime) -> NaiveTime {
    NaiveTime::from_hms_opt(time.hour(), time.minute(), 0).unwrap_or(time)
}
