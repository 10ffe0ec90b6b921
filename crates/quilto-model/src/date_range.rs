//! A span of days.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span of days, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct DateRange {
    /// The first day.
    pub start: NaiveDate,
    /// The last day. Never before `start`.
    pub end: NaiveDate,
    /// How the user named it ("last week"), for wording the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl DateRange {
    /// A range without a name. Swaps the ends if they come the wrong way round.
    pub fn new(start: NaiveDate, end: NaiveDate) -> Self {
        let (start, end) = if end < start {
            (end, start)
        } else {
            (start, end)
        };
        Self {
            start,
            end,
            description: None,
        }
    }

    /// The range of a single day.
    pub fn day(date: NaiveDate) -> Self {
        Self::new(date, date)
    }

    /// The same range, carrying the user's name for it.
    #[must_use]
    pub fn named(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Whether the day lies in the range.
    pub fn contains(&self, date: NaiveDate) -> bool {
        self.start <= date && date <= self.end
    }

    /// How many days it spans; at least 1.
    pub fn days(&self) -> i64 {
        (self.end - self.start).num_days() + 1
    }
}
