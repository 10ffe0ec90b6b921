//! What a question wants, read from its words.

use chrono::NaiveDate;

use crate::engine::builtin::language::Language;
use crate::engine::builtin::topics::Topic;
use crate::model::{DateRange, GroupBy, Part, RowFilter, Together};

use super::against::Against;
use super::stretches::Stretches;

pub use crate::engine::builtin::language::Ask;

/// A measure of a domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MeasureRef {
    /// The domain.
    pub domain: String,
    /// The measure's name, or the built-in `entries`.
    pub name: String,
}

/// A question as understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Intent {
    /// The language it is put in.
    pub language: Language,
    /// What is asked.
    pub ask: Ask,
    /// What it is about: terms and groups of the domains, in the order of the question.
    pub topics: Vec<Topic>,
    /// The measure it names.
    pub measure: Option<MeasureRef>,
    /// Whether the measure is named as such, rather than by a word like "heaviest".
    pub measure_said: bool,
    /// The domain whose own words it uses, where it names neither topic nor measure of it.
    pub domain: Option<String>,
    /// The word it uses for that, as typed.
    pub domain_word: Option<String>,
    /// The domains whose entries it asks about as one.
    pub together: Option<Together>,
    /// The days it names.
    pub period: Option<DateRange>,
    /// The other days, for a comparison.
    pub other_period: Option<DateRange>,
    /// The part of the day or the week that it is about alone.
    pub only: Option<Part>,
    /// The parts of the day or the week that it sets side by side.
    pub sides: Vec<String>,
    /// Whether it is about the days since the longest break alone.
    pub after_break: bool,
    /// The weeks or months that it counts.
    pub stretches: Option<Stretches>,
    /// The unit it wants the answer in, and the words that say so.
    pub unit: Option<(String, String)>,
    /// What it sets against what.
    pub against: Option<Against>,
    /// The buckets it names.
    pub by: Option<GroupBy>,
    /// A value of a field that it names.
    pub filter: Option<RowFilter>,
    /// The words of that value, as typed.
    pub filter_said: Option<String>,
    /// The same, where it reads well in an answer as it stands.
    pub filter_quoted: Option<String>,
    /// Whether the value itself does not count ("more than 5").
    pub filter_strict: bool,
    /// Measures of other domains that go by the same words.
    pub also: Vec<MeasureRef>,
    /// Whether it asks for a day ("when").
    pub when: bool,
    /// How many are wanted.
    pub limit: Option<u32>,
    /// Whether the least is wanted where a kind is asked for ("which … least").
    pub least: bool,
    /// Whether one of all subjects is asked for by how they develop ("which grew most").
    pub ranked: bool,
    /// Whether it asks for what does not develop.
    pub stuck: bool,
    /// Whether the usual is asked for rather than the extreme.
    pub usual: bool,
    /// Whether it speaks of development, whatever else is asked.
    pub progress: bool,
    /// What may lie behind it, where a reason is asked for: a measure of another domain than its
    /// subjects.
    pub factor: Option<MeasureRef>,
    /// Whether it asks for what goes on today.
    pub now: bool,
    /// Whether it asks how often rather than how well.
    pub often: bool,
    /// Whether days up to today are set against the same part of other days.
    pub so_far: bool,
    /// The last day that counts of an earlier stretch of days that was cut to be as long as today's.
    pub cut: Option<NaiveDate>,
    /// Whether it asks yes or no.
    pub whether: bool,
    /// Whether it asks how something went.
    pub how_went: bool,
    /// Words that nothing recognised; they may be a name that only the notes know.
    pub unknown: Vec<String>,
    /// Whether it leans on the question before it.
    pub follow_up: bool,
}

impl Intent {
    /// The domains that it names, by their things, their measures or their own words.
    pub fn domains(&self) -> Vec<&str> {
        let topics = self.topics.iter().map(|topic| topic.domain.as_str());
        let measures = self.measure.iter().chain(&self.also);
        let together = self.together.iter().flat_map(|together| &together.of);
        topics
            .chain(measures.map(|measure| measure.domain.as_str()))
            .chain(together.map(|of| of.domain.as_str()))
            .chain(self.domain.as_deref())
            .collect()
    }

    /// Whether nothing of it was recognised: no topic, no measure, no days, no operation.
    pub fn is_blank(&self) -> bool {
        self.topics.is_empty()
            && self.measure.is_none()
            && self.together.is_none()
            && self.period.is_none()
            && self.by.is_none()
            && self.filter.is_none()
            && self.ask == Ask::Overview
    }
}
