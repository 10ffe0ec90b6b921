//! How questions are put, in every language the lexicon has.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use quilto_model::{ChangeDirection, EventSide, QuestionKind};
use quilto_text::lexicon;

use super::cues::Cues;
use super::words::Words;

/// "Since the move", "before it": on which side of what is told of days lie.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSideCues {
    since: Cues,
    before: Cues,
    until: Cues,
    after: Cues,
}

impl EventSideCues {
    /// The side that words say.
    pub fn side(&self, line: &Words) -> Option<EventSide> {
        let says = |cues: &Cues| {
            let mut words = line.iter();
            cues.hold(line) || words.any(|word| cues.end_of(&word.text))
        };
        let sides = [
            (&self.since, EventSide::Since),
            (&self.before, EventSide::Before),
            (&self.until, EventSide::Until),
            (&self.after, EventSide::After),
        ];
        let mut said = sides.into_iter().filter(|(cues, _)| says(cues));
        said.next().map(|(_, side)| side)
    }
}

/// Cues that tell a question from a note.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionCues {
    /// Question words.
    pub wh: Cues,
    /// Verbs that stand before the subject in a question.
    pub auxiliaries: Cues,
    /// Words after a question word that make it a clause instead.
    pub clause_starts: Cues,
    /// Words that open a sentence without saying anything.
    pub openers: Cues,
    /// Cues that always ask.
    pub always: Cues,
    /// Requests ("show me").
    pub requests: Cues,
    /// Cues that ask only with a question mark.
    pub maybe: Cues,
    /// Sentence endings that ask.
    pub endings: Cues,
    /// Sentence endings that ask yes or no.
    pub whether_endings: Cues,
    /// Endings that ask about a thing, before a question mark.
    pub what_about: Cues,
    /// Sentence endings that tell.
    pub telling_endings: Cues,
    /// Endings of a clause that may be a note before a question.
    pub clause_endings: Cues,
    /// Words that end like that and do not tell.
    pub not_telling: Cues,
    /// Noun phrases that ask when no quantity stands beside them.
    pub phrases: Cues,
}

/// Cues that tell a correction.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectionCues {
    /// How corrections begin.
    pub starts: Cues,
    /// Enough by themselves.
    pub sure: Cues,
    /// What points back at something said before.
    pub points_back: Cues,
    /// What stands between the new and the old value.
    pub contrast: Cues,
    /// Openers that make a bare value ("no, 85") a correction of what was just said.
    pub bare: Cues,
    /// Between a thing and its value, after such an opener ("no, the granite was 85").
    pub copulas: Cues,
    /// "the first", "the second" and so on, of rows, from 1.
    pub row_nth: BTreeMap<usize, Cues>,
    /// "the last", of rows.
    pub row_last: Cues,
}

/// A bucket of time or kind that a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the cues of the lexicon")]
pub enum Bucket {
    Day,
    Week,
    Month,
    Year,
    Weekday,
    TimeOfDay,
    Subject,
    Group,
}

/// A part of the week or of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names are the cues of the lexicon")]
pub enum PartWord {
    Weekday,
    Weekend,
    Morning,
    Afternoon,
    Evening,
    Night,
    Monday,
    Tuesday,
    Wednesday,
    Thursday,
    Friday,
    Saturday,
    Sunday,
}

/// The cues of all languages together: people mix them in one sentence.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuestionWords {
    /// Cues that tell a question from a note.
    pub asking: QuestionCues,
    /// Cues that tell a correction.
    pub correcting: CorrectionCues,
    /// What is wanted.
    pub operations: BTreeMap<QuestionKind, Cues>,
    /// A day is asked for.
    pub when: Cues,
    /// "which X": a name is asked for.
    pub which: Cues,
    /// "the most", of how often.
    pub most_often: Cues,
    /// "the least", of how often.
    pub least_often: Cues,
    /// "how did it go".
    pub how_went: Cues,
    /// What leaves some of it out.
    pub narrows: Cues,
    /// The night that ended this morning.
    pub last_night: Cues,
    /// A stretch of days is to be summed up.
    pub sums_up: Cues,
    /// The same, where whole stretches of days are named and nothing else.
    pub how_was: Cues,
    /// Whether it is more than one can bear.
    pub too_much: Cues,
    /// The usual time from one to the next.
    pub between: Cues,
    /// The last weeks.
    pub lately: Cues,
    /// Whether so much will do.
    pub enough: Cues,
    /// "how many weeks".
    pub count_stretches: BTreeMap<Bucket, Cues>,
    /// What days are counted by, behind a number.
    pub times: Cues,
    /// Between a part of some days and those days ("the first week of").
    pub part_of: Cues,
    /// "since I came back".
    pub since_break: Cues,
    /// What stands behind a number of times.
    pub counters: Cues,
    /// "where".
    pub place: Cues,
    /// What does not develop.
    pub stuck: Cues,
    /// Records in the plural.
    pub records: Cues,
    /// "or", between stretches of days.
    pub either: Cues,
    /// "how many days".
    pub count_days: Cues,
    /// Words of a line that says which unit someone writes in.
    pub states_unit: Cues,
    /// "the next one", of a time that is asked for.
    pub next_time: Cues,
    /// Words of a line that says on which weekdays something is usually done.
    pub states_days: Cues,
    /// "per week".
    pub by: BTreeMap<Bucket, Cues>,
    /// What names the days of a target and means something else elsewhere.
    pub target_spans: BTreeMap<Bucket, Cues>,
    /// What may stand in a target and says nothing of it.
    pub target_filler: Cues,
    /// "on weekends": one part of the week or the day.
    pub parts: BTreeMap<PartWord, Cues>,
    /// "my best week".
    pub bucket_nouns: BTreeMap<Bucket, Cues>,
    /// "Since the move": on which side of what is told of.
    pub sides: EventSideCues,
    /// "than the last one".
    pub previous_period: Cues,
    /// "the month before", after a question that named its days.
    pub step_back: Cues,
    /// The time before the one that was told.
    pub time_before: Cues,
    /// "since then": the days after the one that was told.
    pub since_told: Cues,
    /// "that day", "the day before that": the day the answer before tells of, and days beside it.
    pub answer_days: BTreeMap<i64, Cues>,
    /// "not", before a verb that says what a day is without.
    pub negations: Cues,
    /// "it", of what was spoken of before.
    pub points_at: Cues,
    /// What stands before the thing that another is measured in ("how many times my …").
    pub measured_in: Cues,
    /// What stands before a unit that an answer is wanted in ("in kg").
    pub unit_before: Cues,
    /// What hangs on such a unit.
    pub unit_after: Cues,
    /// "than", before what something is measured against.
    pub than: Cues,
    /// What goes on today.
    pub now: Cues,
    /// Which way something is said to go.
    pub ways: BTreeMap<ChangeDirection, Cues>,
    /// Which of two grows more.
    pub faster: Cues,
    /// "at 5".
    pub at_words: Cues,
    /// "at least".
    pub at_least: Cues,
    /// "at most".
    pub at_most: Cues,
    /// "more than": the value itself does not count.
    pub above: Cues,
    /// "less than".
    pub below: Cues,
    /// Words that place a period from today.
    pub relative: Cues,
    /// The target of a day.
    pub aim: Cues,
    /// What somebody wants to reach.
    pub wants: Cues,
    /// "per", before what rows are called.
    pub per_row: Cues,
    /// "per", before a kind of things.
    pub per_kind: Cues,
    /// What hangs on a kind of things that is told one by one.
    pub each_suffix: Cues,
    /// "and what about".
    pub follow_ups: Cues,
    /// Between two questions.
    pub joins: Cues,
    /// Words that carry nothing to search for.
    pub filler: Cues,
    /// Endings of verbs.
    pub predicate_endings: Cues,
}

/// The cues, read on first use. A file that does not parse leaves the cues empty; a test holds that
/// all do.
pub fn words() -> &'static QuestionWords {
    static WORDS: OnceLock<QuestionWords> = OnceLock::new();
    WORDS.get_or_init(|| {
        lexicon::merged("questions").unwrap_or_else(|error| {
            tracing::error!(%error, "the questions of the lexicon cannot be read");
            QuestionWords::default()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads() {
        let files = lexicon::read::<QuestionWords>("questions").unwrap();
        assert_eq!(files.len(), lexicon::languages().len());
    }
}
