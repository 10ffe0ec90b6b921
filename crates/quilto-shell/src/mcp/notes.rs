//! The person's notes, as an assistant gets them: their words quoted, what was read of them as data.

use chrono::NaiveDate;
use quilto::engine::model::harmless;
use quilto::model::{Entry, EntryId, EntryKind, Unread};
use serde::Serialize;
use serde_json::{Map, Value};

use super::quoted::{caution, quoted};
use crate::runs::entry_amendments::EntryAmendments;

/// A note.
#[derive(Serialize)]
pub struct NoteObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    kind: EntryKind,
    /// The words, quoted.
    note: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    caution: Option<&'static str>,
    /// What was read of it, by domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_as: Option<Map<String, Value>>,
    /// Fields whose reading was in doubt.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    in_doubt: &'a [String],
    /// Words that went into nothing, quoted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    not_read: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    corrections: Vec<CorrectionObject<'a>>,
}

/// What was said of a note later.
#[derive(Serialize)]
struct CorrectionObject<'a> {
    entry_id: &'a EntryId,
    note: String,
}

impl<'a> NoteObject<'a> {
    /// A note, with what was corrected of it where that is known.
    pub fn of(entry: &'a Entry, amendments: Option<&'a EntryAmendments>) -> Self {
        let parsed = entry.parsed.as_ref();
        let corrections = amendments
            .into_iter()
            .flat_map(|amendments| amendments.of(entry));
        Self {
            entry_id: &entry.id,
            date: entry.date,
            time: entry.time.map(|time| time.format("%H:%M").to_string()),
            kind: entry.kind,
            note: quoted(&entry.raw),
            caution: caution(&entry.raw),
            read_as: parsed.map(|parsed| data(&parsed.domain_data)),
            in_doubt: parsed.map_or(&[], |parsed| &parsed.uncertain_fields),
            not_read: parsed.map_or(Vec::new(), |parsed| not_read(&parsed.unread)),
            corrections: corrections
                .map(|section| CorrectionObject {
                    entry_id: &section.id,
                    note: quoted(&section.raw),
                })
                .collect(),
        }
    }
}

/// Words that went into nothing.
pub fn not_read(unread: &[Unread]) -> Vec<String> {
    unread.iter().map(|unread| quoted(&unread.text)).collect()
}

/// What was read, in which a note's own words may stand.
pub fn data(read: &Map<String, Value>) -> Map<String, Value> {
    let fields = read.iter();
    fields
        .map(|(name, value)| (name.clone(), plain(value)))
        .collect()
}

/// The same of a single value.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let lines: Vec<String> = text.lines().map(harmless).collect();
            Value::String(lines.join("\n"))
        }
        Value::Array(values) => values.iter().map(plain).collect(),
        Value::Object(fields) => Value::Object(data(fields)),
        other => other.clone(),
    }
}
