//! What a question asks to be done, decided step by step.

use std::ops::Range;

use crate::engine::builtin::planner::domain_words::{DomainWords, KindReference};
use crate::engine::builtin::planner::intent::{MeasureRef, QuestionKind};
use crate::engine::builtin::planner::measure::{self, MeasureMention, Naming};
use crate::engine::builtin::planner::operation::{OperationContext, decide};
use crate::engine::builtin::planner::reading_context::WordCoverage;
use crate::engine::builtin::planner::summary_questions::SummaryQuestion;
use crate::model::GroupBy;
use crate::text::{TokenKind, Tokens};
use quilto_language::questions::words;

use super::{Reading, operation_context, summary};

/// What a question asks to be done.
pub(super) struct Decision {
    pub(super) ask: QuestionKind,
    pub(super) by: Option<GroupBy>,
    /// Whether it asks for a day.
    pub(super) when: bool,
    pub(super) signs: OperationContext,
    /// How many are wanted.
    pub(super) limit: Option<u32>,
    /// Whether it asks for what is still to come.
    pub(super) to_come: bool,
    /// The sum of bests that is asked for.
    pub(super) sum: Option<MeasureRef>,
    /// The measure that has a record for each of its values.
    pub(super) by_value: Option<MeasureRef>,
    pub(super) aim: TargetMention,
    /// What is asked of everything, and the words that say so.
    pub(super) of_everything: Option<SummaryQuestion>,
    pub(super) of_everything_words: Range<usize>,
}

/// A target that something is set against.
#[derive(Default)]
pub(super) struct TargetMention {
    pub(super) is_asked: bool,
    pub(super) words: Range<usize>,
    /// Whether it is asked whether what was done is enough.
    pub(super) enough: bool,
    /// Whether it is today's.
    pub(super) of_today: bool,
}

impl Decision {
    /// A later step may overrule an earlier one.
    pub(super) fn of(reading: &Reading<'_>) -> Self {
        let mut decision = Self::begin(reading);
        let of_everything = summary::asked(reading, decision.signs);
        decision.count_days();
        decision.operation(reading);
        decision.of_kinds(reading);
        decision.sum_of_bests(reading);
        decision.records_by_value(reading);
        decision.against_aim(reading);
        decision.usual_weekdays(reading);
        if let Some((what, hit)) = of_everything
            && !reading.is_strange_beside(&hit.words)
        {
            decision.ask_of_everything(reading, what, hit.words);
        }
        decision.drop_bucket_noun(reading);
        decision.spread_over_rows(reading);
        decision
    }

    fn begin(reading: &Reading<'_>) -> Self {
        let sentence = &reading.sentence;
        let signs = operation_context::of(reading);
        Self {
            ask: QuestionKind::default(),
            by: signs.by,
            when: signs.when,
            signs,
            limit: limit(&sentence.tokens, &sentence.marks, &sentence.own),
            // "when is the next one": what is to be done, not what was.
            to_come: signs.when && sentence.holds_free(&words().next_time),
            sum: None,
            by_value: None,
            aim: TargetMention::default(),
            of_everything: None,
            of_everything_words: 0..0,
        }
    }

    /// Days that are counted are no values of the measure beside them.
    fn count_days(&mut self) {
        let signs = &mut self.signs;
        if signs.days && !signs.measure_best && !signs.measure_worst {
            (signs.measure, signs.adds_up, signs.counts) = (false, false, false);
        }
    }

    fn operation(&mut self, reading: &Reading<'_>) {
        let measures = &reading.measures;
        let domains = reading.sentence.ground.domains;
        let valued = measures.valued(&reading.names);
        let sums_up = valued.is_none_or(|of| measure::has_total(of, domains));
        self.ask = match (decide(&measures.cued, self.signs), self.limit) {
            _ if self.to_come => QuestionKind::Should,
            (QuestionKind::Last, Some(_)) => QuestionKind::List,
            // Values that do not add up have no sum: of one day the value is meant, else the usual one.
            (QuestionKind::Total, _) if !sums_up => match self.signs.one_day {
                true => QuestionKind::Best,
                false => QuestionKind::Average,
            },
            (ask, _) => ask,
        };
    }

    /// "which rock got the most water": the sums of all of them, the largest first.
    fn of_kinds(&mut self, reading: &Reading<'_>) {
        use QuestionKind as Op;
        match (reading.scope.of_kind, self.ask) {
            (Some(KindReference::Which), Op::Best | Op::Which) => self.ask = Op::Total,
            (Some(KindReference::Per), Op::Overview | Op::List)
                if reading.measures.has_extremes() =>
            {
                self.ask = Op::Best;
            }
            _ => {}
        }
    }

    fn sum_of_bests(&mut self, reading: &Reading<'_>) {
        let domains = reading.sentence.ground.domains;
        let chosen = reading.measures.chosen.as_ref();
        let total = self.ask == QuestionKind::Total;
        let unvalued = total && chosen.is_none() && reading.values.filter.is_none();
        self.sum = chosen
            .map(|named| named.measure.clone())
            .filter(|of| measure::is_sum(of, domains))
            .or_else(|| measure::sum_of(&reading.names.topics, domains).filter(|_| unvalued))
            .or_else(|| unvalued.then(|| sum_alone(reading))?);
        if self.sum.is_some() {
            self.ask = QuestionKind::Total;
        }
    }

    /// "my granite records": one for each value that has its own.
    fn records_by_value(&mut self, reading: &Reading<'_>) {
        let (sentence, measures) = (&reading.sentence, &reading.measures);
        let marks = &sentence.marks;
        let hit = words().records.find_where(&marks.line, &marks.free());
        let asked = hit.is_some_and(|hit| match self.ask {
            QuestionKind::List => reading.names.periods.is_empty(),
            QuestionKind::Best => measures.cued.is_just(QuestionKind::Best, &hit),
            _ => false,
        });
        let chosen = measures.chosen.as_ref();
        let plainly_named = chosen.is_some_and(|named| named.naming == Naming::Plain);
        let one_value = reading.values.filter.is_some() || self.limit.is_some();
        if asked && !plainly_named && !one_value {
            self.by_value = measure::by_value(&reading.names.topics, sentence.ground.domains);
        }
        if self.by_value.is_some() {
            self.ask = QuestionKind::Best;
        }
    }

    /// What a day came to, or days came to on average, is set against the target.
    fn against_aim(&mut self, reading: &Reading<'_>) {
        let (sentence, signs) = (&reading.sentence, &self.signs);
        let hit = words().aim.find(&sentence.marks.line);
        let aim_words = hit.map_or(0..0, |hit| hit.words);
        // "Enough" is asked of what a domain tells per day, and over more days than today.
        let per_day =
            |named: &MeasureMention| measure::told_per_day(&named.measure, sentence.ground.domains);
        let per_day = reading.measures.chosen.as_ref().is_some_and(per_day);
        let enough = per_day && sentence.holds(&words().enough);
        let sums = signs.measure && signs.adds_up && !signs.counts;
        let is_asked = (enough || !aim_words.is_empty()) && sums;
        let of_today = is_asked && reading.names.periods.is_empty() && !enough;
        if is_asked {
            self.ask = match of_today || signs.one_day {
                true => QuestionKind::Total,
                false => QuestionKind::Average,
            };
        }
        self.aim = TargetMention {
            is_asked,
            words: aim_words,
            enough,
            of_today,
        };
    }

    /// "when do I usually polish": the weekdays on which it was done.
    fn usual_weekdays(&mut self, reading: &Reading<'_>) {
        let weekly = self.by == Some(GroupBy::Weekday);
        let days_noun = reading.scope.bucket_noun == Some(GroupBy::Day)
            && !self.signs.days
            && reading.measures.all.is_empty();
        let average = reading.measures.cued.has(QuestionKind::Average);
        let usually = average && (self.when || weekly || days_noun);
        let on_days = weekly && !self.when && self.ask == QuestionKind::Overview;
        if reading.names.periods.is_empty() && (usually || on_days) {
            self.ask = QuestionKind::Count;
            self.by = Some(GroupBy::Weekday);
            self.when = false;
        }
    }

    fn ask_of_everything(
        &mut self,
        reading: &Reading<'_>,
        what: SummaryQuestion,
        said: Range<usize>,
    ) {
        use QuestionKind as Op;
        let signs = &self.signs;
        let stretches = !reading.names.periods.is_empty() || signs.than || signs.previous;
        let open = matches!(self.ask, Op::Overview | Op::Trend | Op::Ever);
        (self.ask, self.by) = match &what {
            SummaryQuestion::Summary => (Op::Summary, None),
            SummaryQuestion::Load => (Op::Load, None),
            SummaryQuestion::Progress(_, each) if stretches => {
                (Op::Compare, each.then_some(GroupBy::Subject))
            }
            SummaryQuestion::Progress(..) if open => (Op::Trend, None),
            SummaryQuestion::Progress(..) => (self.ask, self.by),
        };
        self.of_everything = Some(what);
        self.of_everything_words = said;
    }

    /// A bucket is the thing asked for only where one of them stands out.
    fn drop_bucket_noun(&mut self, reading: &Reading<'_>) {
        use QuestionKind as Op;
        let signs = &mut self.signs;
        let outstanding = matches!(self.ask, Op::Best | Op::Worst | Op::Which);
        let best = reading.measures.cued.has(Op::Best);
        if !(outstanding && (signs.which || best || signs.most_often)) {
            signs.bucket_noun = None;
        }
        // "top 3 granite days": each record has its day.
        let summed = signs.most_often || signs.adds_up;
        let records = !reading.names.topics.is_empty() && !summed && self.limit.is_some();
        let extreme = (signs.measure_best || signs.measure_worst) && !signs.adds_up;
        if signs.bucket_noun == Some(GroupBy::Day) && (records || extreme) {
            signs.bucket_noun = None;
        }
    }

    fn spread_over_rows(&mut self, reading: &Reading<'_>) {
        use QuestionKind as Op;
        let spread = matches!(
            self.ask,
            Op::Average | Op::Often | Op::Count | Op::Total | Op::Overview | Op::List
        );
        if let Some(per) = reading.measures.per.filter(|_| spread) {
            (self.ask, self.by) = (Op::Average, Some(per));
        }
    }
}

/// The sum of bests that a question means which names nothing else.
fn sum_alone(reading: &Reading<'_>) -> Option<MeasureRef> {
    let (sentence, names) = (&reading.sentence, &reading.names);
    let nothing = names.topics.is_empty()
        && names.periods.is_empty()
        && reading.domain.meant.is_none()
        && reading.scope.by.is_none();
    if !nothing {
        return None;
    }
    let sum = measure::alone(sentence.ground.domains, &sentence.marks.line)?;
    let understood = |at: usize| reading.measures.cued.covers(at);
    sentence.unknown(&understood).is_empty().then_some(sum)
}

/// How many are wanted: a small bare number right before a word for what is counted ("last 3
/// polishes").
fn limit(tokens: &Tokens, marks: &WordCoverage, own: &DomainWords) -> Option<u32> {
    const MOST: u32 = 50;
    tokens.iter().find_map(|token| {
        let over = marks.line.touching(&(token.span.start..token.span.end));
        let counter = |i: usize| words().counters.is(&marks.line.at(i).text);
        let number = match &token.kind {
            TokenKind::Number(number) => *number,
            // "3번", in one.
            TokenKind::Quantity(quantity) if over.len() == 2 && counter(over.end - 1) => {
                quantity.number
            }
            _ => return None,
        };
        let next = over.end;
        let counted = counter(next - 1)
            || next < marks.line.len()
                && (own.know(&marks.line.at(next).text) || marks.taken[next] || counter(next));
        let free = over.clone().all(|i| !marks.taken[i]);
        number
            .whole()
            .filter(|n| free && counted && !over.is_empty() && (1..=MOST).contains(n))
    })
}
