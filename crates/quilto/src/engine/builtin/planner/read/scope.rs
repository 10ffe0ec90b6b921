//! What a question narrows or tells apart: parts of the day, buckets, days without something.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::engine::builtin::planner::day_parts::{self, DayPartScope};
use crate::engine::builtin::planner::domain_words::KindReference;
use crate::model::{GroupBy, Part};
use quilto_language::questions::words;
use quilto_language::{Bucket, Cues, Words};

use super::asked_measures::AskedMeasures;
use super::names::Names;
use super::sentence::Sentence;

/// What a question narrows or tells apart.
pub(super) struct Scope {
    /// The part of the day or the week that it is about alone.
    pub(super) only: Option<Part>,
    /// The words for parts of the day or the week.
    part_words: Vec<Range<usize>>,
    /// The buckets by which something is told apart.
    pub(super) by: Option<GroupBy>,
    /// The bucket that is the thing asked for ("best week").
    pub(super) bucket_noun: Option<GroupBy>,
    /// How it speaks of the kinds of a domain's things.
    pub(super) of_kind: Option<KindReference>,
    /// Whether its measure tells of the night before its note.
    pub(super) of_night: bool,
    /// The words by which days are spoken of that had no such thing.
    pub(super) without: Option<Range<usize>>,
}

impl Scope {
    pub(super) fn of(sentence: &Sentence<'_>, names: &Names, measures: &AskedMeasures) -> Self {
        let marks = &sentence.marks;
        let chosen = measures.chosen.as_ref();
        let sums = chosen.is_some_and(|named| named.adds_up && !named.counts);
        let extremes = measures.has_extremes();
        let of_kind = sentence
            .own
            .of_kind(&marks.line)
            .filter(|kind| sums || extremes && *kind == KindReference::Per);
        let of_night = measures.are_of_night(sentence, names);
        let (part, part_words) = part(sentence, names, measures, of_night).unzip();
        let part_words: Vec<Range<usize>> = part_words.unwrap_or_default();
        let (only, apart) = match part {
            Some(DayPartScope::Only(part)) => (Some(part), None),
            Some(DayPartScope::Sides(by)) => (None, Some(by)),
            None => (None, None),
        };
        let free = |at: usize| {
            let in_part = part_words.iter().any(|words| words.contains(&at));
            marks.free()(at) && !measures.cued.covers(at) && !in_part
        };
        let by = apart
            .or_else(|| bucket(&words().by, &marks.line, &free))
            .or_else(|| of_kind.map(|_| GroupBy::Subject));
        let bucket_noun = bucket(&words().bucket_nouns, &marks.line, &free);
        Self {
            only,
            part_words,
            by,
            bucket_noun,
            of_kind,
            of_night,
            without: without(&marks.line, &marks.free()),
        }
    }

    /// Whether a word is one for a part of the day or the week, or for days without something.
    pub(super) fn says(&self, at: usize) -> bool {
        let mut words = self.part_words.iter().chain(&self.without);
        words.any(|words| words.contains(&at))
    }
}

fn part(
    sentence: &Sentence<'_>,
    names: &Names,
    measures: &AskedMeasures,
    of_night: bool,
) -> Option<(DayPartScope, Vec<Range<usize>>)> {
    let marks = &sentence.marks;
    let valued = measures.all.iter().any(|named| !named.counts);
    let around = day_parts::DayPartContext {
        cued: &measures.cued,
        measured: valued || names.topic_measure.is_some(),
        // Nights that are counted are no time of day.
        of_night: of_night || sentence.holds(&words().count_days),
        when: sentence.asks_when(),
    };
    day_parts::meant(&marks.line, &marks.free(), &around)
}

fn bucket(
    lists: &BTreeMap<Bucket, Cues>,
    line: &Words,
    free: &dyn Fn(usize) -> bool,
) -> Option<GroupBy> {
    let (bucket, _) = lists
        .iter()
        .filter_map(|(bucket, cues)| Some((bucket, cues.find_where(line, free)?)))
        .max_by_key(|(_, hit)| hit.weight)?;
    Some(match bucket {
        Bucket::Day => GroupBy::Day,
        Bucket::Week => GroupBy::Week,
        Bucket::Month => GroupBy::Month,
        Bucket::Year => GroupBy::Year,
        Bucket::Weekday => GroupBy::Weekday,
        Bucket::TimeOfDay => GroupBy::TimeOfDay,
        Bucket::Subject => GroupBy::Subject,
        Bucket::Group => GroupBy::Group,
    })
}

/// The words by which days are spoken of that had no such thing: "안 한 날", a verb between the two.
fn without(line: &Words, free: &dyn Fn(usize) -> bool) -> Option<Range<usize>> {
    let day = words().bucket_nouns.get(&Bucket::Day)?;
    (0..line.len()).find_map(|i| {
        let starts = free(i) && words().negations.is(&line.at(i).text);
        let at = (i + 2 < line.len()).then_some(i + 2)?;
        let noun = day.begin(&line.at(at).text);
        (starts && noun).then_some(i..at + 1)
    })
}
