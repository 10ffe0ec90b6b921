//! What was asked for and could not be counted.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rows, days or subjects that were asked for and could not be counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "LeftOut")]
pub struct Exclusion {
    /// Why.
    pub why: ExclusionReason,
    /// What of: a measure or a subject.
    pub of: String,
    /// How many.
    pub count: usize,
    /// The days they are of, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<NaiveDate>,
}

/// Why something was left out.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
#[schemars(rename = "Why")]
pub enum ExclusionReason {
    /// The measure does not read such rows.
    NotRead,
    /// The row lacks what the measure needs.
    NoValue,
    /// The value cannot be true.
    Implausible,
    /// The measure of a condition has no value on the day.
    NothingBeside,
    /// Too few days lie before the day to say what was usual.
    NothingUsual,
    /// The subject has no value, or one in another unit.
    NotComparable,
}

impl ExclusionReason {
    /// Its name in JSON.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotRead => "not_read",
            Self::NoValue => "no_value",
            Self::Implausible => "implausible",
            Self::NothingBeside => "nothing_beside",
            Self::NothingUsual => "nothing_usual",
            Self::NotComparable => "not_comparable",
        }
    }
}
