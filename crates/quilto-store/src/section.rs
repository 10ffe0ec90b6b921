//! A section with its name: what both backends keep and what the view is folded from.

use chrono::{Datelike, NaiveDate, NaiveTime};
use serde_json::Value;

use super::ids;
use quilto_model::{Entry, EntryId, EntryKind, Parsed};

/// One section of a day, named.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Section {
    pub(crate) id: EntryId,
    pub(crate) time: Option<NaiveTime>,
    pub(crate) kind: EntryKind,
    pub(crate) raw: String,
    pub(crate) payload: Option<Value>,
}

impl Section {
    /// The entry or section that it speaks of.
    pub(crate) fn target(&self) -> Option<&str> {
        self.text("target")
    }

    /// A text of the payload.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.payload.as_ref()?.get(key)?.as_str()
    }

    /// A day of the payload.
    pub(crate) fn day(&self, key: &str) -> Option<NaiveDate> {
        self.text(key)?.parse().ok()
    }

    /// Whether its words were forgotten.
    pub(crate) fn is_forgotten(&self) -> bool {
        let mark = self.payload.as_ref().and_then(|p| p.get("forgotten"));
        mark.and_then(Value::as_bool) == Some(true)
    }

    pub(crate) fn hash(&self) -> String {
        ids::content_hash(&self.raw, self.payload.as_ref())
    }

    /// The entry that stands for this section; [`source`] is asked once for a whole day.
    pub(crate) fn entry(self, date: NaiveDate, source: String, parsed: Option<Parsed>) -> Entry {
        Entry {
            id: self.id,
            date,
            time: self.time,
            kind: self.kind,
            raw: self.raw,
            payload: self.payload,
            parsed,
            source,
        }
    }
}

/// The raw file of a day, relative to the home.
pub(crate) fn source(date: NaiveDate) -> String {
    format!("logs/raw/{}", raw_name(date))
}

/// The parsed file of a day, relative to the home.
pub(crate) fn parsed_source(date: NaiveDate) -> String {
    let (year, month, day) = (date.year(), date.month(), date.day());
    format!("logs/parsed/{year:04}/{month:02}/{year:04}-{month:02}-{day:02}.json")
}

/// The raw file of a day, relative to the raw folder: what patterns match.
pub(crate) fn raw_name(date: NaiveDate) -> String {
    // every day that is looked at has one: formats in words cost several times as much
    let (year, month, day) = (date.year(), date.month(), date.day());
    format!("{year:04}/{month:02}/{year:04}-{month:02}-{day:02}.md")
}
