//! A section before it is written.

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{EntryKind, Parsed};
use serde_json::Value;

/// A section to be written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    pub(crate) date: NaiveDate,
    pub(crate) time: NaiveTime,
    pub(crate) kind: EntryKind,
    pub(crate) raw: String,
    pub(crate) payload: Option<Value>,
    /// What is understood of the entry that stands in it.
    pub(crate) parsed: Option<Parsed>,
}
