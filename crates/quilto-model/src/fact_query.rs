//! Flat queries for facts, and what they are told by.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::DateRange;

/// A number to compute from parsed data: which rows, which measure, what to do with them.
///
/// Planners write it, the facts engine answers it with [`Fact`](super::Fact)s. Names of measures come from the
/// domain's `measures.yaml`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FactQuery {
    /// The domain whose rows are read.
    pub domain: String,
    /// A measure of that domain, or `entries` for the entries themselves.
    pub measure: String,
    /// Canonical terms or groups; empty is every subject.
    pub subjects: Vec<String>,
    /// What to do with the rows.
    pub op: FactOp,
    /// Rows of these days only; `None` is all of them. Never widened silently.
    pub period: Option<DateRange>,
    /// One fact per bucket instead of one in all.
    pub by: Option<GroupBy>,
    /// Keeps rows whose field has this value ("at 5 cuts").
    pub filter: Option<RowFilter>,
    /// The other side of a comparison.
    pub compare: Option<Comparison>,
    /// How many facts at most, for lists and records; `None` is the engine's own choice.
    pub limit: Option<u32>,
    /// Rows of one part of the day or the week only ("in the morning", "on weekends").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub only: Option<Part>,
    /// Entries of several domains as one, where entries are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub together: Option<CombinedDomains>,
    /// Rows since the end of the domain's longest break only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[schemars(skip)]
    pub after_gap: bool,
    /// Masses and distances are told in this unit instead of the user's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub unit: Option<String>,
}

impl FactQuery {
    /// A query for all rows of a measure: every subject, all days, nothing beside it.
    pub fn of(domain: impl Into<String>, measure: impl Into<String>, op: FactOp) -> Self {
        Self {
            domain: domain.into(),
            measure: measure.into(),
            op,
            subjects: Vec::new(),
            period: None,
            by: None,
            filter: None,
            compare: None,
            limit: None,
            only: None,
            together: None,
            after_gap: false,
            unit: None,
        }
    }
}

/// What entries of several domains are as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CombinedDomains {
    /// What it is called; facts are about it.
    pub name: String,
    /// The domains.
    pub of: Vec<RowsOf>,
}

/// The entries of a domain that have rows of some kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RowsOf {
    /// The domain.
    pub domain: String,
    /// The kinds of rows; without any, every entry of the domain is meant.
    pub rows: Vec<String>,
}

/// One bucket of the times of day or the parts of the week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Part {
    /// What is told apart.
    pub by: GroupBy,
    /// The bucket's name, as facts have it (`morning`, `weekend`).
    pub bucket: String,
}

/// What to do with the rows of a [`FactQuery`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum FactOp {
    Best,
    Worst,
    First,
    Last,
    List,
    CountEntries,
    CountDays,
    CountRows,
    CountSubjects,
    CountOff,
    #[schemars(skip)]
    CountBuckets,
    Total,
    Average,
    Series,
    Trend,
    LongestGap,
    Streak,
    Associate,
}

impl FactOp {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Best,
        Self::Worst,
        Self::First,
        Self::Last,
        Self::List,
        Self::CountEntries,
        Self::CountDays,
        Self::CountRows,
        Self::CountSubjects,
        Self::CountOff,
        Self::CountBuckets,
        Self::Total,
        Self::Average,
        Self::Series,
        Self::Trend,
        Self::LongestGap,
        Self::Streak,
        Self::Associate,
    ];
}

/// Buckets of a fact query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "variant docs would turn the schema into oneOf")]
pub enum GroupBy {
    Day,
    Week,
    Month,
    Year,
    Weekday,
    TimeOfDay,
    #[schemars(skip)]
    PartOfWeek,
    Subject,
    Group,
    Entry,
    Row,
}

impl GroupBy {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Year,
        Self::Weekday,
        Self::TimeOfDay,
        Self::PartOfWeek,
        Self::Subject,
        Self::Group,
        Self::Entry,
        Self::Row,
    ];

    /// Whether buckets come back day by day or week by week and are few: morning and evening,
    /// workdays and the weekend.
    pub fn is_part(self) -> bool {
        matches!(self, Self::TimeOfDay | Self::PartOfWeek)
    }

    /// Whether buckets are stretches of the calendar that hold several days.
    pub fn is_of_calendar(self) -> bool {
        matches!(self, Self::Week | Self::Month | Self::Year)
    }
}

/// A condition on one field of a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RowFilter {
    /// The field's name in the domain's rows.
    pub field: String,
    /// The least value that is kept.
    pub min: Option<f64>,
    /// The greatest value that is kept.
    pub max: Option<f64>,
    /// The text the field must equal.
    pub text: Option<String>,
}

/// What a fact query is set against. Exactly one of the fields is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The same rows of another period.
    pub period: Option<DateRange>,
    /// The same measure of other subjects.
    pub subjects: Option<Vec<String>>,
    /// Any other figure: of another measure, another domain or under another condition. The query is
    /// told as so many times of it, or as so many days after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub figure: Option<Box<FactQuery>>,
}
