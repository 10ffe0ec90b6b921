//! What a question wants to be done, from the cues it holds.

use std::ops::Range;

use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::language::{Hit, Words};
use crate::model::GroupBy;

use super::intent::QuestionKind;

/// The cues of operations that a sentence holds, the heaviest first, none on the words of another.
#[derive(Debug, Default)]
pub struct OperationCues(Vec<(QuestionKind, Hit)>);

impl OperationCues {
    /// Finds them on words for which `free` holds.
    pub fn find(line: &Words, free: &dyn Fn(usize) -> bool) -> Self {
        let mut taken = vec![false; line.len()];
        let mut found: Vec<(QuestionKind, Hit)> = Vec::new();
        loop {
            let open = |i: usize| free(i) && !taken[i];
            let best = words()
                .operations
                .iter()
                .filter(|(op, _)| found.iter().all(|(had, _)| had != *op))
                .filter_map(|(op, cues)| Some((*op, cues.find_where(line, &open)?)))
                .max_by_key(|(_, hit)| hit.weight);
            let Some((op, hit)) = best else {
                return Self(found);
            };
            for i in hit.words.clone() {
                taken[i] = true;
            }
            found.push((op, hit));
        }
    }

    /// Leaves out cues that are only a part of longer words with a meaning of their own ("count" in
    /// "highest count").
    #[must_use]
    pub fn outside(mut self, longer: &[Range<usize>]) -> Self {
        self.0.retain(|(_, hit)| {
            let inside = |words: &Range<usize>| {
                words.len() > hit.words.len()
                    && words.start <= hit.words.start
                    && hit.words.end <= words.end
            };
            !longer.iter().any(inside)
        });
        self
    }

    /// Whether none was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one was found.
    pub fn has(&self, op: QuestionKind) -> bool {
        self.0.iter().any(|(found, _)| *found == op)
    }

    /// Whether the cue of an operation says no more than a hit does.
    pub fn is_just(&self, op: QuestionKind, hit: &Hit) -> bool {
        self.0
            .iter()
            .any(|(found, cue)| *found == op && cue.words == hit.words && cue.weight <= hit.weight)
    }

    /// Whether an operation's cue stands on the words of a hit and says at least as much.
    pub fn outweighs(&self, hit: &Hit) -> bool {
        self.0.iter().any(|(_, cue)| {
            cue.words.start < hit.words.end
                && hit.words.start < cue.words.end
                && cue.weight >= hit.weight
        })
    }

    /// The words they cover.
    pub fn covers(&self, word: usize) -> bool {
        self.0.iter().any(|(_, hit)| hit.words.contains(&word))
    }
}

/// What else is known of the sentence.
#[derive(Clone, Copy, Debug, Default)]
pub struct OperationContext {
    /// How many topics it names.
    pub topics: usize,
    /// How many of them are single terms rather than groups.
    pub terms: usize,
    /// How many periods it names.
    pub periods: usize,
    /// Whether it speaks of the period before.
    pub previous: bool,
    /// Whether a stretch of days is what something is measured against ("more than last month").
    pub than: bool,
    /// Whether one of two stretches of days is to be chosen ("in May or in June?").
    pub either: bool,
    /// "where".
    pub place: bool,
    /// Buckets it names.
    pub by: Option<GroupBy>,
    /// Buckets named as the thing asked for ("best week").
    pub bucket_noun: Option<GroupBy>,
    /// Whether it speaks of a domain's own things without naming one.
    pub domain: bool,
    /// Whether a measure is named.
    pub measure: bool,
    /// Whether a measure is asked for by a question word ("how far").
    pub amount: bool,
    /// Whether that measure adds up over days (a sum or a count).
    pub adds_up: bool,
    /// Whether it counts rows or entries.
    pub counts: bool,
    /// Whether a word names a measure and asks for its best.
    pub measure_best: bool,
    /// Whether a word names a measure and asks for its worst.
    pub measure_worst: bool,
    /// Whether a value of a field is named.
    pub filter: bool,
    /// Whether it counts entries, that is how often anything was done.
    pub entries: bool,
    /// Whether days are counted ("how many days").
    pub days: bool,
    /// Whether it ends in a verb of the past, as yes-or-no questions in Korean do.
    pub asks_verb: bool,
    /// A question word.
    pub wh: bool,
    /// "which".
    pub which: bool,
    /// "most often".
    pub most_often: bool,
    /// "least often".
    pub least_often: bool,
    /// "how did it go".
    pub how_went: bool,
    /// "when".
    pub when: bool,
    /// Whether it names one single day.
    pub one_day: bool,
    /// Whether the measure is just named.
    pub plain: bool,
    /// Whether its newest value is its value.
    pub latest: bool,
    /// Whether two figures are named of which one is to be told in terms of the other.
    pub ratio: bool,
    /// Whether values are named of which the way from one to the other is asked.
    pub took: bool,
    /// Whether days are spoken of by what was not done on them ("안 한 날").
    pub without: bool,
    /// Whether weeks or months are counted by what happened in them.
    pub stretches: bool,
}

impl OperationContext {
    /// Whether all subjects are to be told by how they develop: "which is growing", "where am I stuck".
    pub fn ranks(&self, cued: &OperationCues) -> bool {
        let free = self.topics == 0 && self.by.is_none() && !self.filter;
        let free = free && (!self.measure || self.counts);
        (self.which || self.place)
            && free
            && self.bucket_noun.is_none()
            && cued.has(QuestionKind::Trend)
    }

    /// Whether the sentence speaks of a domain's doings as a whole.
    fn domain_or_entries(&self) -> bool {
        self.domain || self.entries
    }
}

/// Decides what is asked.
pub fn decide(cued: &OperationCues, with: OperationContext) -> QuestionKind {
    use QuestionKind as Op;
    let has = |op| cued.has(op);
    let best = with.measure_best || has(Op::Best);
    if with.ratio {
        return QuestionKind::Ratio;
    }
    if with.stretches {
        return QuestionKind::Stretches;
    }
    if with.took {
        return QuestionKind::Took;
    }
    if has(Op::Why) {
        return QuestionKind::Why;
    }
    if has(Op::Should) {
        return QuestionKind::Should;
    }
    let off = has(Op::Off) || with.without;
    if off && (with.periods > 0 || has(Op::Count) || with.without && with.when) && !best {
        return QuestionKind::Off;
    }
    if has(Op::Kinds) && (has(Op::Count) || with.which) && with.topics == 0 {
        return QuestionKind::Kinds;
    }
    if with.ranks(cued) {
        return QuestionKind::Trend;
    }
    let sides = with.topics >= 2 || with.periods >= 2 || with.previous;
    let of_day = with.by.is_some_and(GroupBy::is_part);
    let plain = cued
        .0
        .iter()
        .all(|(op, _)| matches!(op, Op::Best | Op::Ever | Op::Trend | Op::List));
    if of_day && plain {
        return QuestionKind::Compare;
    }
    if with.than
        || with.either && !has(Op::Count)
        || has(Op::Compare) && (sides || of_day || with.periods == 1)
    {
        return QuestionKind::Compare;
    }
    if has(Op::Streak) {
        return QuestionKind::Streak;
    }
    if has(Op::Gap) && !has(Op::Last) && !has(Op::Trend) {
        return QuestionKind::Gap;
    }
    if with.which
        && (with.most_often || with.least_often)
        && (!with.measure || with.counts)
        && with.bucket_noun.is_none()
    {
        return QuestionKind::Which;
    }
    // "the thing I did most": a name, though nothing says "which".
    let names = with.topics == 0 && !with.filter && (!with.measure || with.entries);
    if with.most_often
        && names
        && with.domain_or_entries()
        && with.bucket_noun.is_none()
        && !has(Op::Count)
        && !with.days
        && with.by.is_none()
        && !has(Op::Streak)
        && !has(Op::Compare)
    {
        return QuestionKind::Which;
    }
    if with.how_went && (with.periods > 0 || has(Op::Last)) && !best && !with.measure {
        return if has(Op::Last) && (with.topics > 0 || with.domain) {
            QuestionKind::Last
        } else {
            QuestionKind::List
        };
    }
    let counts = has(Op::Count) || has(Op::Often);
    let per = matches!(
        with.by,
        Some(GroupBy::Day | GroupBy::Week | GroupBy::Month | GroupBy::Year)
    );
    let of_days = with.days || with.counts || with.domain && !with.measure;
    let asked = counts || has(Op::Amount) || has(Op::Average) || of_days;
    if per && asked && !best && !has(Op::Trend) && !has(Op::Total) {
        if has(Op::Average) && (with.counts || !with.measure) {
            return QuestionKind::Average;
        }
        return if with.measure && !with.counts {
            QuestionKind::Average
        } else {
            QuestionKind::Often
        };
    }
    if has(Op::Trend) && !counts && !has(Op::Last) && !has(Op::First) && !has(Op::Total) {
        return QuestionKind::Trend;
    }
    if has(Op::Often) {
        return QuestionKind::Often;
    }
    // "when was the last one and how long": the last one tells both.
    if has(Op::Last) && with.amount && with.when && !best {
        return QuestionKind::Last;
    }
    if has(Op::Count) && best && !with.filter && with.bucket_noun.is_none() && !with.counts {
        return QuestionKind::Best;
    }
    if best && with.bucket_noun.is_some() && (with.entries || has(Op::Count) && !with.measure) {
        return QuestionKind::Best;
    }
    if has(Op::Count) {
        return match (with.measure, with.filter) {
            (true, true) if with.counts => QuestionKind::Total,
            (true, true) => QuestionKind::Best,
            (true, false) if with.adds_up || !best => QuestionKind::Total,
            _ if has(Op::Average) => QuestionKind::Average,
            _ => QuestionKind::Count,
        };
    }
    if has(Op::Average) {
        return QuestionKind::Average;
    }
    if has(Op::First) {
        return QuestionKind::First;
    }
    if has(Op::Last) && !(with.measure_best || with.measure_worst) {
        return QuestionKind::Last;
    }
    if with.measure_worst || has(Op::Worst) {
        return QuestionKind::Worst;
    }
    if best {
        return QuestionKind::Best;
    }
    if has(Op::Total) {
        return QuestionKind::Total;
    }
    // "how much do I weigh": a state is what it was last.
    if with.latest && with.plain && with.periods == 0 && !has(Op::List) {
        return QuestionKind::Last;
    }
    if has(Op::Amount) || with.amount {
        return amount(with);
    }
    if (has(Op::Ever) || with.asks_verb)
        && !with.when
        && !with.wh
        && (with.topics > 0 || with.filter || with.domain)
    {
        return if with.filter && with.periods == 0 {
            QuestionKind::First
        } else {
            QuestionKind::Ever
        };
    }
    if with.when {
        return if with.filter {
            QuestionKind::First
        } else {
            QuestionKind::Last
        };
    }
    if with.measure && with.adds_up && !with.counts && (with.periods > 0 || with.by.is_some()) {
        return QuestionKind::Total;
    }
    let counted = with.measure && with.plain && with.counts && !with.entries && with.topics > 0;
    if counted && !has(Op::List) && !with.one_day && with.periods > 0 {
        return QuestionKind::Total;
    }
    let buckets = matches!(
        with.by,
        Some(GroupBy::Weekday | GroupBy::TimeOfDay | GroupBy::Subject | GroupBy::Group)
    );
    if buckets && (with.entries || with.domain && !with.measure) && !has(Op::List) {
        return QuestionKind::Count;
    }
    // "polish days in May": how many.
    let days = with.bucket_noun == Some(GroupBy::Day) && !with.which && !with.when && !with.wh;
    if days && !has(Op::List) && with.periods > 0 && (with.domain || with.topics > 0) {
        return QuestionKind::Count;
    }
    if has(Op::List) || with.periods > 0 && (!with.measure || with.counts) {
        return QuestionKind::List;
    }
    QuestionKind::Overview
}

/// "How much": a sum where the measure adds up, else the most that was reached.
fn amount(with: OperationContext) -> QuestionKind {
    if with.adds_up || !with.measure && with.terms == 0 {
        QuestionKind::Total
    } else {
        QuestionKind::Best
    }
}
