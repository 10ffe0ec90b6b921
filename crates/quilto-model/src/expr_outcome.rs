//! What an expression came to.

use std::fmt;

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{EntryId, Exclusion, Fact};

/// What an expression came to: its facts, or why there are none; and what they rest on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExprOutcome {
    /// The facts: of its parts first, then its own.
    pub facts: Vec<Fact>,
    /// Why it has no value of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
    /// The days it rests on, oldest first.
    pub days: Vec<NaiveDate>,
    /// How many rows it rests on.
    pub rows: usize,
    /// The entries it rests on, oldest first.
    pub entries: Vec<EntryId>,
    /// What was asked for and could not be counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Exclusion>,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// It cannot be computed as it stands.
    Invalid(String),
    /// No row fulfils what is asked.
    NoRows,
    /// No note tells of the event.
    NoEvent(String),
    /// Something has no day.
    NoDay,
    /// Two values are in units that do not convert.
    UnitsDiffer {
        /// The unit of the one.
        left: String,
        /// The unit of the other.
        right: String,
    },
    /// Something would be divided by nothing.
    DivisionByZero,
    /// There are too few days.
    TooFewDays {
        /// How many there are.
        have: usize,
        /// How many it takes.
        need: usize,
    },
    /// The days lie too near each other to tell a rate.
    TooShort {
        /// From the first to the last.
        have: i64,
        /// How many it takes.
        need: i64,
    },
    /// All values are the same.
    NoSpread,
    /// The values go neither up nor down.
    NoTrend,
    /// The values go away from what is to be reached.
    WrongWay,
    /// It was reached already.
    Reached(NaiveDate),
    /// It lies too far ahead for the days there are.
    TooFar {
        /// How many days ahead it lies.
        ahead: i64,
        /// How many may be told from the days there are.
        most: i64,
    },
}

impl Refusal {
    /// Its name in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::NoRows => "no_rows",
            Self::NoEvent(_) => "no_event",
            Self::NoDay => "no_day",
            Self::UnitsDiffer { .. } => "units_differ",
            Self::DivisionByZero => "division_by_zero",
            Self::TooFewDays { .. } => "too_few_days",
            Self::TooShort { .. } => "too_short",
            Self::NoSpread => "no_spread",
            Self::NoTrend => "no_trend",
            Self::WrongWay => "wrong_way",
            Self::Reached(_) => "reached",
            Self::TooFar { .. } => "too_far",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(reason) => f.write_str(reason),
            Self::NoRows => f.write_str("no note holds what is asked"),
            Self::NoEvent(words) => write!(f, "no note tells of {words:?}"),
            Self::NoDay => f.write_str("it did not happen on a day of its own"),
            Self::UnitsDiffer { left, right } => {
                write!(f, "{left:?} and {right:?} do not convert into each other")
            }
            Self::DivisionByZero => f.write_str("there is nothing to divide by"),
            Self::TooFewDays { have, need } => {
                write!(f, "{have} days have a value, it takes {need}")
            }
            Self::TooShort { have, need } => {
                write!(f, "the notes span {have} days, it takes {need}")
            }
            Self::NoSpread => f.write_str("all values are the same"),
            Self::NoTrend => f.write_str("the values go neither up nor down"),
            Self::WrongWay => f.write_str("the values go the other way"),
            Self::Reached(date) => write!(f, "it was reached on {date}"),
            Self::TooFar { ahead, most } => write!(
                f,
                "it lies {ahead} days ahead, the notes bear {most} at most"
            ),
        }
    }
}
