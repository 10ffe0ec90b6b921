//! What rows and days of a figure must fulfil.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Part;

/// A condition on the rows of a figure, on their days or on their notes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// A field of the row.
    Row(RowCondition),
    /// The value of the row under the figure's measure.
    Value(Bounds),
    /// What the rows of a day come to under the figure's measure.
    Day(Bounds),
    /// The value of the day beside what was usual: the median of up to five days before it.
    Usual(Usual),
    /// Words that stand in the note.
    Words(String),
    /// A tag of the note.
    Marked(String),
    /// A part of the day or of the week.
    #[schemars(skip)]
    Part(Part),
    /// What another measure has on the day, or so many days before it.
    Days(DaysCondition),
    /// What the rows of a week, a month or a year come to under the figure's measure, where it is told by those.
    Bucket(Bounds),
    /// In how many days of a bucket, where buckets are counted.
    #[schemars(skip)]
    DaysOfBucket(Bounds),
}

/// A condition on a field of a row. A row without the field does not fulfil it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RowCondition {
    /// The field's name in the domain's rows.
    pub field: String,
    /// What its number must lie in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Bounds>,
    /// The text it must equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What a number must lie in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The least value that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<f64>,
    /// The greatest value that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<f64>,
    /// Values must be greater.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_than: Option<f64>,
    /// Values must be less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub less_than: Option<f64>,
    /// The unit of the bounds; without it, that of the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
}

impl Bounds {
    /// Whether a number lies in them.
    pub fn hold(&self, number: f64) -> bool {
        // Converted values carry rounding of the last bit; a bound is meant as printed.
        const SLACK: f64 = 1e-6;
        self.at_least.is_none_or(|least| number >= least - SLACK)
            && self.at_most.is_none_or(|most| number <= most + SLACK)
            && self.more_than.is_none_or(|bound| number > bound + SLACK)
            && self.less_than.is_none_or(|bound| number < bound - SLACK)
    }

    /// All bounds that are set.
    pub fn numbers(&self) -> impl Iterator<Item = f64> {
        let all = [self.at_least, self.at_most, self.more_than, self.less_than];
        all.into_iter().flatten()
    }

    /// The bounds with every number changed, in the unit of the values.
    #[must_use]
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        Self {
            at_least: self.at_least.map(&change),
            at_most: self.at_most.map(&change),
            more_than: self.more_than.map(&change),
            less_than: self.less_than.map(&change),
            unit: None,
        }
    }
}

/// A side of what is usual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum Usual {
    Less,
    More,
}

/// A condition on the day, told by another measure: of the same day, or of an earlier one. A day on
/// which that measure has no value does not fulfil it, unless `without` asks for just these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DaysCondition {
    /// The domain of the other measure.
    pub domain: String,
    /// The other measure, or `entries`.
    pub measure: String,
    /// Canonical terms or groups; empty is every subject.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub subjects: Vec<String>,
    /// Words that stand in a note of its day: these instead of what any measure has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// What its value of the day must lie in; without it, any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<Bounds>,
    /// Its value of the day beside what was usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<Usual>,
    /// How many days before the figure's day its day lies. What tells of a night is noted on the day
    /// after it, so that the night before a day is of that same day.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lag_days: u32,
    /// Keeps the days without any of it instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub without: bool,
}

pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}
