//! Entries as they are listed.

use chrono::NaiveDate;
use quilto::model::{Entry, EntryId, EntryKind, NotDone, Unread};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// One line of `history --json` and `search --json`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EntryObject<'a> {
    entry_id: &'a EntryId,
    date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    kind: EntryKind,
    /// Whether the day is still to come: a plan, which counts once the day is here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    planned: bool,
    text: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    domain_data: Option<&'a Map<String, Value>>,
    /// Fields of `domain_data` whose reading was in doubt.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    uncertain_fields: &'a [String],
    /// What was assumed or left out when it was read.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    extraction_notes: &'a [String],
    /// How far local time was ahead of UTC when it was written, by `history` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub utc_offset: Option<String>,
    /// Corrections in the order they were made, by `history` only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub corrections: Vec<AmendmentObject<'a>>,
    /// Words that could matter and went into nothing.
    #[serde(skip_serializing_if = "<[Unread]>::is_empty")]
    unread: &'a [Unread],
    #[serde(skip_serializing_if = "<[NotDone]>::is_empty")]
    held_back: &'a [NotDone],
    source: &'a str,
}

/// A correction of an entry.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AmendmentObject<'a> {
    entry_id: &'a EntryId,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    delta: Option<&'a Value>,
}

impl<'a> From<&'a Entry> for AmendmentObject<'a> {
    fn from(section: &'a Entry) -> Self {
        Self {
            entry_id: &section.id,
            text: &section.raw,
            delta: section.payload.as_ref().and_then(|p| p.get("delta")),
        }
    }
}

impl<'a> EntryObject<'a> {
    /// An entry as it is on a day.
    pub fn of(entry: &'a Entry, today: NaiveDate) -> Self {
        let parsed = entry.parsed.as_ref();
        Self {
            entry_id: &entry.id,
            date: entry.date,
            time: entry.time.map(|time| time.format("%H:%M").to_string()),
            kind: entry.kind,
            planned: entry.date > today,
            text: &entry.raw,
            tags: parsed.map_or(&[], |parsed| &parsed.tags),
            domain_data: parsed.map(|parsed| &*parsed.domain_data),
            uncertain_fields: parsed.map_or(&[], |parsed| &parsed.uncertain_fields),
            extraction_notes: parsed.map_or(&[], |parsed| &parsed.extraction_notes),
            utc_offset: None,
            corrections: Vec::new(),
            unread: parsed.map_or(&[], |parsed| &parsed.unread),
            held_back: parsed.map_or(&[], |parsed| &parsed.held_back),
            source: &entry.source,
        }
    }
}
