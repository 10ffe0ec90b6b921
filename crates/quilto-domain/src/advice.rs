//! What to do next, as a domain writes it: rules over the user's own days.

use std::collections::BTreeMap;

use serde::Deserialize;

use quilto_model::TrendVerdict;
use quilto_text::template::Template;

/// `advice.yaml`.
///
/// ```yaml
/// measure: shine
/// stops:
///   - id: cracked
///     tags: [crack]
///     days: 14
///     say: {en: "You noted {what} on {date}: leave it alone until it is mended."}
/// choose: {groups: [soft, hard], within: 60}
/// steps:
///   - id: more
///     change: [up, same]
///     add: {default: 1}
///     say: {en: "Next for {subject}: {next}, since {last} on {date} went well."}
/// ```
///
/// Stops come first: where one applies, nothing else is advised. Of the steps the first that fits
/// is taken.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Advice {
    /// The measure that is taken further.
    pub measure: String,
    /// The measure that tells whether a day was better than the one before; else the same.
    #[serde(default)]
    pub compare: Option<String>,
    /// What ends all advice.
    #[serde(default)]
    pub stops: Vec<Stop>,
    /// When a day off comes first.
    #[serde(default)]
    pub rest: Option<Rest>,
    /// How a subject is chosen where the question names none.
    #[serde(default)]
    pub choose: Option<Choose>,
    /// What to do with a subject; the first that fits.
    pub steps: Vec<Step>,
}

/// What ends all advice: a tag in recent notes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// Its name.
    pub id: String,
    /// Tags, or what stands before the colon of one (`pain` of `pain:shoulder`).
    pub tags: Vec<String>,
    /// How many days back a note counts.
    pub days: u32,
    /// What is said, by language: `what` (the tag, or what
    /// stands before its colon), `place` (what stands after it, may be empty), `date`.
    pub say: BTreeMap<String, Template>,
    /// Where the rule is from.
    #[serde(default)]
    pub source: Option<String>,
}

/// A day off after days in a row.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rest {
    /// After so many.
    pub days_in_a_row: u32,
    /// What is said, by language: `days`, `start`, `date` (the last of them).
    pub say: BTreeMap<String, Template>,
    /// Where the rule is from.
    #[serde(default)]
    pub source: Option<String>,
}

/// How a subject is chosen: the group that waited longest, and of it the most usual subject.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// Groups to take turns with; none: the domain as a whole.
    #[serde(default)]
    pub groups: Vec<String>,
    /// Days back that tell what is usual.
    pub within: u32,
    /// What is said, by language: `group`, `date`, `others` (the other groups with their days).
    #[serde(default)]
    pub say: BTreeMap<String, Template>,
}

/// What to do with a subject, and when.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Its name.
    pub id: String,
    /// Days since the last time.
    #[serde(default)]
    pub days_since: Option<Bounds>,
    /// How the last weeks went: `rising`, `falling`, `plateau`, `drop`, `no clear trend`, `too few`.
    #[serde(default)]
    pub trend: Vec<TrendVerdict>,
    /// The last day against the one before.
    #[serde(default)]
    pub change: Vec<Change>,
    /// A measure of the last day that must be at least so much.
    #[serde(default)]
    pub at_least: BTreeMap<String, f64>,
    /// What the last value is multiplied by.
    #[serde(default)]
    pub times: Option<f64>,
    /// What is added to it, by group of the subject; `default` for the rest. In the unit's first
    /// choice (kg, km).
    #[serde(default)]
    pub add: BTreeMap<String, f64>,
    /// What the result is rounded to.
    #[serde(default)]
    pub round: Option<f64>,
    /// What is said, by language: `subject`, `own` (the subject, or nothing where the whole domain
    /// is meant), `last`, `date`, `ago`, `next`.
    pub say: BTreeMap<String, Template>,
    /// Where the rule is from.
    #[serde(default)]
    pub source: Option<String>,
}

/// From and to, both included.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// From.
    #[serde(default)]
    pub min: Option<f64>,
    /// To.
    #[serde(default)]
    pub max: Option<f64>,
}

impl Bounds {
    /// Whether a value lies in it.
    pub fn hold(&self, value: f64) -> bool {
        self.min.is_none_or(|min| value >= min) && self.max.is_none_or(|max| value <= max)
    }
}

/// How a day compares with the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Better.
    Up,
    /// As good.
    Same,
    /// Worse.
    Down,
}
