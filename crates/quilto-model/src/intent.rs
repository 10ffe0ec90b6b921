//! What a question wants, as it was read: once, where it is planned. It goes with its part of the
//! question to everybody who answers it.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    CombinedDomains, ContextReference, DateRange, Expr, GroupBy, Language, Part, RowFilter,
};

/// What is asked. The lexicon has cues for all of them but the last few, which follow from what
/// else a question names.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// The greatest or the best.
    Best,
    /// The least or the worst.
    Worst,
    /// The first time.
    First,
    /// The latest time.
    Last,
    /// "How much": a sum or a best, by what the measure is.
    Amount,
    /// How many times.
    Count,
    /// How many different subjects.
    Kinds,
    /// How many days without.
    Off,
    /// How regularly.
    Often,
    /// How much in all.
    Total,
    /// The mean.
    Average,
    /// How it develops.
    Trend,
    /// One against another.
    Compare,
    /// The longest time without.
    Gap,
    /// Days or weeks in a row.
    Streak,
    /// The entries themselves.
    List,
    /// Whether at all.
    Ever,
    /// What lies behind something.
    Why,
    /// What to do.
    Should,
    /// How many times one thing is of another.
    Ratio,
    /// How long it took from one value to another.
    Took,
    /// In how many weeks or months something was done so often.
    Stretches,
    /// Which subject most or least often.
    Which,
    /// What a stretch of days comes to, domain by domain.
    Summary,
    /// How much was done of late, against what is usual.
    Load,
    /// What a subject looks like as a whole: nothing more exact was asked.
    #[default]
    Overview,
}

/// Which way something is said to go, where that is asked.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ChangeDirection {
    /// Greater values.
    More,
    /// Smaller ones.
    Less,
    /// Values that are better, by the measure.
    Better,
    /// Values that are worse.
    Worse,
}

/// A term or group of a domain, named in a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Topic {
    /// The domain.
    pub domain: String,
    /// The canonical name of the term, or the name of the group.
    pub name: String,
    /// Whether it is a group.
    pub group: bool,
    /// Where it stands, in bytes of the text.
    pub span: Range<usize>,
    /// The words as typed.
    pub typed: String,
    /// The name with words beside it that nothing else explains: it may be a longer name that only
    /// the notes know.
    pub longer: Option<String>,
    /// Whether it was named as the vocabulary spells it, rather than guessed from a typo.
    pub exact: bool,
}

/// A measure of a domain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct MeasureRef {
    /// The domain.
    pub domain: String,
    /// The measure's name, or the built-in `entries`.
    pub name: String,
}

/// What is set against what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RelativeTo {
    /// The first is so many times the second.
    Ratio(RatioSide, RatioSide),
    /// From the first time of one value (or the very first time) to that of another.
    Took(Option<RowFilter>, RowFilter),
}

/// One side of a ratio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RatioSide {
    /// The best of a subject, by its domain's default measure.
    Subject {
        /// The domain.
        domain: String,
        /// The canonical name.
        name: String,
    },
    /// A measure: what it was last, or comes to per day.
    Measure(MeasureRef),
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CountedPeriods {
    /// Weeks, months or years.
    pub by: GroupBy,
    /// The days that one of them must have.
    pub days: RowFilter,
}

/// A question of a domain's own, which may be put to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DomainQuestion {
    /// The domain.
    pub domain: String,
    /// What it would fill, as the domain names it.
    pub gap: String,
}

/// A question as understood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Intent {
    /// The language it is put in.
    pub language: Language,
    /// What is asked.
    pub ask: QuestionKind,
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
    pub together: Option<CombinedDomains>,
    /// The days it names.
    pub period: Option<DateRange>,
    /// Whether those days are a month whose year was not said: another year's may be meant.
    pub year_open: bool,
    /// The other days, for a comparison.
    pub other_period: Option<DateRange>,
    /// The part of the day or the week that it is about alone.
    pub only: Option<Part>,
    /// The parts of the day or the week that it sets side by side.
    pub sides: Vec<String>,
    /// Whether it is about the days since the longest break alone.
    pub after_break: bool,
    /// The weeks or months that it counts.
    pub stretches: Option<CountedPeriods>,
    /// The unit it wants the answer in, and the words that say so.
    pub unit: Option<(String, String)>,
    /// What it sets against what.
    pub against: Option<RelativeTo>,
    /// The buckets it names.
    pub by: Option<GroupBy>,
    /// A value of a field that it names.
    pub filter: Option<RowFilter>,
    /// The words of that value, as typed.
    pub filter_said: Option<String>,
    /// The same, where it reads well in an answer as it stands.
    pub filter_quoted: Option<String>,
    /// Another value of the same field, where it is asked at two ("record at 3 and at 5"), and its words.
    pub other_filter: Option<(RowFilter, String)>,
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
    /// All of an earlier stretch of days, where it was cut to be as long as today's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whole: Option<DateRange>,
    /// Whether it asks yes or no.
    pub whether: bool,
    /// Which way it asks whether something goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub way: Option<ChangeDirection>,
    /// Whether it asks how something went.
    pub how_went: bool,
    /// Words that nothing recognised; they may be a name that only the notes know.
    pub unknown: Vec<String>,
    /// Measures of domains that are not loaded, named in words that mean nothing to those that are.
    pub elsewhere: Vec<MeasureRef>,
    /// Figures under conditions that no flat query says; they are what is computed, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Expr>,
    /// Words that nothing took and that may matter, whatever else was recognised.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<String>,
    /// Words that nothing took and that hardly matter: an answer names them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The questions of the domains' own that it calls for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls_for: Vec<DomainQuestion>,
    /// How it leans on what was said before it.
    pub lean: ContextReference,
    /// What its phrases say, place by place: what the next question fills its empty places from.
    #[schemars(skip)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Value>,
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

    /// Whether it is about anything that a later question may lean on: a thing, a measure, a domain of
    /// which something is asked, or everything at once.
    pub(crate) fn is_of_something(&self) -> bool {
        let of_all = matches!(self.ask, QuestionKind::Summary | QuestionKind::Load);
        let of_domain = self.domain.is_some() && self.ask != QuestionKind::Overview;
        // "How many km": what is measured so is found when it is planned.
        let unit = self.places.as_ref().and_then(|places| places.get("unit"));
        let by_unit = unit.is_some() && self.ask == QuestionKind::Total;
        // Words that only notes know are looked for there.
        let noted = !self.unknown.is_empty() && self.places.is_some();
        !self.topics.is_empty()
            || self.measure.is_some()
            || self.together.is_some()
            || !self.figures.is_empty()
            || noted
            || of_domain
            || by_unit
            || of_all
    }

    /// Whether nothing of it was recognised: no topic, no measure, no days, no operation.
    pub fn is_blank(&self) -> bool {
        self.topics.is_empty()
            && self.measure.is_none()
            && self.together.is_none()
            && self.period.is_none()
            && self.by.is_none()
            && self.filter.is_none()
            && self.ask == QuestionKind::Overview
    }
}
