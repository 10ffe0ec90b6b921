//! How a domain is told as a whole: what sums up a stretch of days, what shows how much was done, what
//! tells whether one got better.
//!
//! ```yaml
//! summary:                            # "how was my week?"
//!   figures: [{measure: strokes, told: total}, {measure: shine, told: average}]
//!   records: {measure: shine, by_subject: true}
//! load:                               # "am I doing too much?"
//!   words: {en: [overpolishing]}      # words of the domain's own that ask for it
//!   figures: [{measure: strokes, told: total}]
//!   beyond: {en: How the rocks feel is not in your notes.}
//! progress:                           # "were they shinier in spring?", "which improved most?"
//!   measure: shine
//!   words: {en: [shinier]}
//! shared:                             # "how many sittings last week?": with all domains that share it
//!   name: {en: sittings}
//!   words: {en: [sitting, sittings]}
//!   rows: [polishes]
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Measures, Words};

/// What a stretch of days is summed up by.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What is told of the days, in this order.
    pub figures: Vec<Figure>,
    /// Which records that fell into them are told.
    #[serde(default)]
    pub records: Option<Records>,
}

/// One figure of a stretch of days.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The measure.
    pub measure: String,
    /// What of it.
    pub told: SummaryStatistic,
}

/// What is told of a measure over days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", rename = "Told")]
pub enum SummaryStatistic {
    /// Its sum.
    Total,
    /// Its mean; of what adds up, per day.
    Average,
    /// On how many days it was noted.
    Days,
    /// Its newest value.
    Last,
}

/// Records that are told of a stretch of days.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// The measure.
    pub measure: String,
    /// Whether each subject has its own; else the domain as a whole has one.
    #[serde(default)]
    pub by_subject: bool,
}

/// What shows how much was done of late, against what is usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Words of the domain that ask for it: language → words.
    #[serde(default)]
    pub words: Words,
    /// What is told: sums per week, means and days as they are.
    pub figures: Vec<Figure>,
    /// What notes cannot tell of it: language → a sentence.
    #[serde(default)]
    pub beyond: BTreeMap<String, String>,
}

/// What tells whether one got better, whatever the subject.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// The measure.
    pub measure: String,
    /// Words that ask for it: language → words.
    #[serde(default)]
    pub words: Words,
}

/// What a domain's notes are together with those of other domains: a question in these words is about
/// all domains that have them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedWords {
    /// What answers call it: language → a word in the plural.
    pub name: BTreeMap<String, String>,
    /// Words for it: language → words.
    pub words: Words,
    /// The kinds of rows that a note must have; without any, every note of the domain is one.
    #[serde(default)]
    pub rows: Vec<String>,
}

/// The first kind of rows that is named as shared and that is not there.
pub(super) fn missing_rows(of: &Measures) -> Option<&str> {
    let named = of.shared.iter().flat_map(|shared| &shared.rows);
    let mut missing = named.filter(|name| of.row_kind(name).is_none());
    missing.next().map(String::as_str)
}

/// The first measure that these name and that is not there, with what names it.
pub(super) fn missing(of: &Measures) -> Option<(&str, &'static str)> {
    let summary = of.summary.iter().flat_map(|summary| {
        let records = summary.records.iter().map(|records| &records.measure);
        let figures = summary.figures.iter().map(|figure| &figure.measure);
        figures.chain(records).map(|name| (name, "summary"))
    });
    let load = of.load.iter().flat_map(|load| &load.figures);
    let load = load.map(|figure| (&figure.measure, "load"));
    let progress = of.progress.iter().map(|p| (&p.measure, "progress"));
    let how_many = of.how_many.iter().map(|name| (name, "how_many"));
    summary
        .chain(load)
        .chain(progress)
        .chain(how_many)
        .find(|(name, _)| of.measure(name).is_none())
        .map(|(name, by)| (name.as_str(), by))
}
