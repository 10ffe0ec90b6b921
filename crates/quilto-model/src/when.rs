//! The days of a figure: a period, or days about something that notes tell of.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DateRange;

/// Days.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum When {
    /// Days by their dates.
    Period(DateRange),
    /// Days about an event.
    Event(EventDays),
}

/// Days about something that notes tell of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventDays {
    /// Which side of it.
    pub side: EventSide,
    /// Words that a note of it holds; notes of days near each other tell of one event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// Instead of words: the longest break in the notes of this domain, or of all that its entries are
    /// together with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_of: Option<String>,
    /// Which one of several; the last where nothing is said.
    #[serde(default, skip_serializing_if = "Which::is_last")]
    pub which: Which,
    /// How many days; needed for `around`, and else up to the next end of the notes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    /// Where the event is looked for; all days where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<DateRange>,
}

/// Days on a side of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum EventSide {
    Before,
    During,
    After,
    Since,
    Until,
    Around,
}

/// One of several events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Which {
    First,
    #[default]
    Last,
    Each,
}

impl Which {
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    fn is_last(&self) -> bool {
        *self == Self::Last
    }
}

impl From<DateRange> for When {
    fn from(period: DateRange) -> Self {
        Self::Period(period)
    }
}
