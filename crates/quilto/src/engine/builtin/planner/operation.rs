//! What a question wants to be done, from the cues it holds.

use std::ops::Range;

use crate::model::GroupBy;
use quilto_language::questions::words;
use quilto_language::{Hit, Words};

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

/// Decides what is asked: the first that fits.
pub fn decide(cued: &OperationCues, with: OperationContext) -> QuestionKind {
    let best = with.measure_best || cued.has(QuestionKind::Best);
    let choice = OperationChoice { cued, with, best };
    choice
        .said_alone()
        .or_else(|| choice.comparison())
        .or_else(|| choice.run_of_days())
        .or_else(|| choice.done_most_often())
        .or_else(|| choice.how_it_went())
        .or_else(|| choice.per_bucket())
        .or_else(|| choice.development())
        .or_else(|| choice.last_with_amount())
        .or_else(|| choice.count())
        .or_else(|| choice.extreme_or_sum())
        .or_else(|| choice.amount())
        .or_else(|| choice.whether_or_when())
        .unwrap_or_else(|| choice.without_cue())
}

/// What tells of a question what is asked.
struct OperationChoice<'a> {
    cued: &'a OperationCues,
    with: OperationContext,
    /// Whether the best is asked for.
    best: bool,
}

impl OperationChoice<'_> {
    fn has(&self, op: QuestionKind) -> bool {
        self.cued.has(op)
    }

    /// What is asked whatever else a question holds.
    fn said_alone(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        if with.ratio {
            return Some(Op::Ratio);
        }
        if with.stretches {
            return Some(Op::Stretches);
        }
        if with.took {
            return Some(Op::Took);
        }
        if self.has(Op::Why) {
            return Some(Op::Why);
        }
        if self.has(Op::Should) {
            return Some(Op::Should);
        }
        let off = self.has(Op::Off) || with.without;
        let days = with.periods > 0 || self.has(Op::Count) || with.without && with.when;
        if off && days && !self.best {
            return Some(Op::Off);
        }
        if self.has(Op::Kinds) && (self.has(Op::Count) || with.which) && with.topics == 0 {
            return Some(Op::Kinds);
        }
        with.ranks(self.cued).then_some(Op::Trend)
    }

    fn comparison(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        let sides = with.topics >= 2 || with.periods >= 2 || with.previous;
        let of_day = with.by.is_some_and(GroupBy::is_part);
        let plain = self
            .cued
            .0
            .iter()
            .all(|(op, _)| matches!(op, Op::Best | Op::Ever | Op::Trend | Op::List));
        let compares = of_day && plain
            || with.than
            || with.either && !self.has(Op::Count)
            || self.has(Op::Compare) && (sides || of_day || with.periods == 1);
        compares.then_some(Op::Compare)
    }

    /// Days in a row, or between.
    fn run_of_days(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        if self.has(Op::Streak) {
            return Some(Op::Streak);
        }
        let gap = self.has(Op::Gap) && !self.has(Op::Last) && !self.has(Op::Trend);
        gap.then_some(Op::Gap)
    }

    /// The name of what was done most or least often.
    fn done_most_often(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        if with.bucket_noun.is_some() {
            return None;
        }
        let extreme = with.most_often || with.least_often;
        let asked = with.which && extreme && (!with.measure || with.counts);
        // "the thing I did most": a name, though nothing says "which".
        let names = with.topics == 0 && !with.filter && (!with.measure || with.entries);
        let thing = with.most_often
            && names
            && with.domain_or_entries()
            && !self.has(Op::Count)
            && !with.days
            && with.by.is_none()
            && !self.has(Op::Streak)
            && !self.has(Op::Compare);
        (asked || thing).then_some(Op::Which)
    }

    fn how_it_went(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        let last = self.has(Op::Last);
        let asked = with.how_went && (with.periods > 0 || last) && !self.best && !with.measure;
        let one = last && (with.topics > 0 || with.domain);
        asked.then_some(if one { Op::Last } else { Op::List })
    }

    /// How often or how much per day, week, month or year.
    fn per_bucket(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        let per = matches!(
            with.by,
            Some(GroupBy::Day | GroupBy::Week | GroupBy::Month | GroupBy::Year)
        );
        let of_days = with.days || with.counts || with.domain && !with.measure;
        let cued = [Op::Count, Op::Often, Op::Amount, Op::Average];
        let asked = of_days || cued.into_iter().any(|op| self.has(op));
        let other = self.best || self.has(Op::Trend) || self.has(Op::Total);
        if !per || !asked || other {
            return None;
        }
        let counts = with.counts || !with.measure;
        Some(if counts && !self.has(Op::Average) {
            Op::Often
        } else {
            Op::Average
        })
    }

    /// How something develops, or how often it is done.
    fn development(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let others = [Op::Count, Op::Often, Op::Last, Op::First, Op::Total];
        if self.has(Op::Trend) && !others.into_iter().any(|op| self.has(op)) {
            return Some(Op::Trend);
        }
        self.has(Op::Often).then_some(Op::Often)
    }

    /// "when was the last one and how long": the last one tells both.
    fn last_with_amount(&self) -> Option<QuestionKind> {
        let with = &self.with;
        let both = self.has(QuestionKind::Last) && with.amount && with.when && !self.best;
        both.then_some(QuestionKind::Last)
    }

    /// "How many", unless it asks for the best of such numbers.
    fn count(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        let count = self.has(Op::Count);
        let value = count && !with.filter && with.bucket_noun.is_none() && !with.counts;
        let bucket = with.bucket_noun.is_some() && (with.entries || count && !with.measure);
        if self.best && (value || bucket) {
            return Some(Op::Best);
        }
        count.then(|| match (with.measure, with.filter) {
            (true, true) if with.counts => Op::Total,
            (true, true) => Op::Best,
            (true, false) if with.adds_up || !self.best => Op::Total,
            _ if self.has(Op::Average) => Op::Average,
            _ => Op::Count,
        })
    }

    /// One value of several, or what they come to.
    fn extreme_or_sum(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        if self.has(Op::Average) {
            return Some(Op::Average);
        }
        if self.has(Op::First) {
            return Some(Op::First);
        }
        if self.has(Op::Last) && !(with.measure_best || with.measure_worst) {
            return Some(Op::Last);
        }
        if with.measure_worst || self.has(Op::Worst) {
            return Some(Op::Worst);
        }
        if self.best {
            return Some(Op::Best);
        }
        if self.has(Op::Total) {
            return Some(Op::Total);
        }
        // "how much do I weigh": a state is what it was last.
        let state = with.latest && with.plain && with.periods == 0 && !self.has(Op::List);
        state.then_some(Op::Last)
    }

    /// "How much": a sum where the measure adds up, else the most that was reached.
    fn amount(&self) -> Option<QuestionKind> {
        let with = &self.with;
        let sums = with.adds_up || !with.measure && with.terms == 0;
        let asked = self.has(QuestionKind::Amount) || with.amount;
        asked.then_some(if sums {
            QuestionKind::Total
        } else {
            QuestionKind::Best
        })
    }

    /// Whether something ever was, or when.
    fn whether_or_when(&self) -> Option<QuestionKind> {
        use QuestionKind as Op;
        let with = &self.with;
        let ever = (self.has(Op::Ever) || with.asks_verb) && !with.when && !with.wh;
        if ever && (with.topics > 0 || with.filter || with.domain) {
            return Some(if with.filter && with.periods == 0 {
                Op::First
            } else {
                Op::Ever
            });
        }
        with.when
            .then_some(if with.filter { Op::First } else { Op::Last })
    }

    /// What is meant where no word asks for it.
    fn without_cue(&self) -> QuestionKind {
        use QuestionKind as Op;
        let with = &self.with;
        let list = self.has(Op::List);
        let dated = with.periods > 0;
        if with.measure && with.adds_up && !with.counts && (dated || with.by.is_some()) {
            return Op::Total;
        }
        let counted = with.measure && with.plain && with.counts && !with.entries && with.topics > 0;
        if counted && !list && !with.one_day && dated {
            return Op::Total;
        }
        let buckets = matches!(
            with.by,
            Some(GroupBy::Weekday | GroupBy::TimeOfDay | GroupBy::Subject | GroupBy::Group)
        );
        if buckets && (with.entries || with.domain && !with.measure) && !list {
            return Op::Count;
        }
        // "polish days in May": how many.
        let days = with.bucket_noun == Some(GroupBy::Day) && !with.which && !with.when && !with.wh;
        if days && !list && dated && (with.domain || with.topics > 0) {
            return Op::Count;
        }
        if list || dated && (!with.measure || with.counts) {
            return Op::List;
        }
        Op::Overview
    }
}
