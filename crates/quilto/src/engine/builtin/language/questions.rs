//! How questions are put, in every language the lexicon has.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::text::lexicon;

use super::cues::Cues;

/// `questions.yaml` as it is written, one file per language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    asking: Asking<Vec<String>>,
    correcting: Correcting<Vec<String>>,
    operations: BTreeMap<Ask, Vec<String>>,
    when: Vec<String>,
    which: Vec<String>,
    most_often: Vec<String>,
    least_often: Vec<String>,
    how_went: Vec<String>,
    count_days: Vec<String>,
    by: BTreeMap<Bucket, Vec<String>>,
    bucket_nouns: BTreeMap<Bucket, Vec<String>>,
    previous_period: Vec<String>,
    at_words: Vec<String>,
    at_least: Vec<String>,
    above: Vec<String>,
    below: Vec<String>,
    per_row: Vec<String>,
    per_kind: Vec<String>,
    each_suffix: Vec<String>,
    relative: Vec<String>,
    aim: Vec<String>,
    at_most: Vec<String>,
    follow_ups: Vec<String>,
    joins: Vec<String>,
    other_person: Vec<String>,
    filler: Vec<String>,
    predicate_endings: Vec<String>,
    states_unit: Vec<String>,
    next_time: Vec<String>,
    states_days: Vec<String>,
}

/// Cues that tell a question from a note.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asking<T> {
    /// Question words.
    pub wh: T,
    /// Verbs that stand before the subject in a question.
    pub auxiliaries: T,
    /// Words after a question word that make it a clause instead.
    pub clause_starts: T,
    /// Words that open a sentence without saying anything.
    pub openers: T,
    /// Cues that always ask.
    pub always: T,
    /// Requests ("show me").
    pub requests: T,
    /// Cues that ask only with a question mark.
    pub maybe: T,
    /// Sentence endings that ask.
    pub endings: T,
    /// Sentence endings that tell.
    pub telling_endings: T,
    /// Endings of a clause that may be a note before a question.
    pub clause_endings: T,
    /// Words that end like that and do not tell.
    pub not_telling: T,
    /// Noun phrases that ask when no quantity stands beside them.
    pub phrases: T,
}

/// Cues that tell a correction.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Correcting<T> {
    /// How corrections begin.
    pub starts: T,
    /// Enough by themselves.
    pub sure: T,
    /// What points back at something said before.
    pub points_back: T,
    /// What stands between the new and the old value.
    pub contrast: T,
    /// Openers that make a bare value ("no, 85") a correction of what was just said.
    pub bare: T,
    /// "the first", "the second" and so on, of rows.
    pub row_nth: Vec<T>,
    /// "the last", of rows.
    pub row_last: T,
}

/// What is asked. The lexicon has cues for all of them but the last two, which follow from what
/// else a question names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
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
    /// Which subject most or least often.
    Which,
    /// What a subject looks like as a whole: nothing more exact was asked.
    Overview,
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

/// The cues of all languages together: people mix them in one sentence.
#[derive(Debug, Default)]
pub struct QuestionWords {
    /// Cues that tell a question from a note.
    pub asking: Asking<Cues>,
    /// Cues that tell a correction.
    pub correcting: Correcting<Cues>,
    /// What is wanted.
    pub operations: BTreeMap<Ask, Cues>,
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
    /// "my best week".
    pub bucket_nouns: BTreeMap<Bucket, Cues>,
    /// "than the last one".
    pub previous_period: Cues,
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
    /// Someone else than the user.
    pub other_person: Cues,
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
        let mut words = QuestionWords::default();
        match lexicon::read::<File>("questions") {
            Ok(files) => files.into_iter().for_each(|(_, file)| words.add(file)),
            Err(error) => tracing::error!(%error, "the questions of the lexicon cannot be read"),
        }
        words
    })
}

impl QuestionWords {
    fn add(&mut self, file: File) {
        let File {
            asking,
            correcting,
            operations,
            when,
            which,
            most_often,
            least_often,
            how_went,
            count_days,
            by,
            bucket_nouns,
            previous_period,
            at_words,
            at_least,
            above,
            below,
            per_row,
            per_kind,
            each_suffix,
            relative,
            aim,
            at_most,
            follow_ups,
            joins,
            other_person,
            filler,
            predicate_endings,
            states_unit,
            states_days,
            next_time,
        } = file;
        let add = |to: &mut Cues, from: Vec<String>| to.extend(Cues::new(&from));
        add(&mut self.asking.wh, asking.wh);
        add(&mut self.asking.auxiliaries, asking.auxiliaries);
        add(&mut self.asking.clause_starts, asking.clause_starts);
        add(&mut self.asking.openers, asking.openers);
        add(&mut self.asking.always, asking.always);
        add(&mut self.asking.requests, asking.requests);
        add(&mut self.asking.maybe, asking.maybe);
        add(&mut self.asking.endings, asking.endings);
        add(&mut self.asking.telling_endings, asking.telling_endings);
        add(&mut self.asking.clause_endings, asking.clause_endings);
        add(&mut self.asking.not_telling, asking.not_telling);
        add(&mut self.asking.phrases, asking.phrases);
        add(&mut self.correcting.starts, correcting.starts);
        add(&mut self.correcting.sure, correcting.sure);
        add(&mut self.correcting.points_back, correcting.points_back);
        add(&mut self.correcting.contrast, correcting.contrast);
        add(&mut self.correcting.bare, correcting.bare);
        for (at, cues) in correcting.row_nth.into_iter().enumerate() {
            if self.correcting.row_nth.len() == at {
                self.correcting.row_nth.push(Cues::default());
            }
            if let Some(nth) = self.correcting.row_nth.get_mut(at) {
                add(nth, cues);
            }
        }
        add(&mut self.correcting.row_last, correcting.row_last);
        for (operation, cues) in operations {
            add(self.operations.entry(operation).or_default(), cues);
        }
        for (bucket, cues) in by {
            add(self.by.entry(bucket).or_default(), cues);
        }
        for (bucket, cues) in bucket_nouns {
            add(self.bucket_nouns.entry(bucket).or_default(), cues);
        }
        add(&mut self.when, when);
        add(&mut self.which, which);
        add(&mut self.most_often, most_often);
        add(&mut self.least_often, least_often);
        add(&mut self.how_went, how_went);
        add(&mut self.count_days, count_days);
        add(&mut self.previous_period, previous_period);
        add(&mut self.at_words, at_words);
        add(&mut self.at_least, at_least);
        add(&mut self.at_most, at_most);
        add(&mut self.above, above);
        add(&mut self.below, below);
        add(&mut self.per_row, per_row);
        add(&mut self.per_kind, per_kind);
        add(&mut self.each_suffix, each_suffix);
        add(&mut self.relative, relative);
        add(&mut self.aim, aim);
        add(&mut self.follow_ups, follow_ups);
        add(&mut self.joins, joins);
        add(&mut self.other_person, other_person);
        add(&mut self.filler, filler);
        add(&mut self.states_unit, states_unit);
        add(&mut self.states_days, states_days);
        add(&mut self.next_time, next_time);
        add(&mut self.predicate_endings, predicate_endings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_reads() {
        let files = lexicon::read::<File>("questions").unwrap();
        assert_eq!(files.len(), lexicon::languages().len());
    }
}
