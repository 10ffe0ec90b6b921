//! What a question names: days, subjects, measures, and figures that are set against each other.

use crate::engine::builtin::planner::intent::{MeasureRef, QuestionKind};
use crate::engine::builtin::planner::measure::{self, MeasureMention, Naming};
use crate::engine::builtin::planner::periods::{periods, same_part};
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::engine::builtin::planner::relative_figures::{self, RelativeTo};
use crate::engine::builtin::planner::subjects::topics;
use crate::engine::builtin::planner::{counted_periods, day_parts, topic_roles};
use crate::engine::builtin::topics::Topic;
use crate::model::{CountedPeriods, DateRange, RowFilter};
use quilto_language::questions::words;

use super::sentence::Sentence;

/// What a question names.
pub(super) struct Names {
    pub(super) periods: Vec<DateRange>,
    /// Its topics; once they are sorted, only what rows are about.
    pub(super) topics: Vec<Topic>,
    /// The domain that a topic names as a whole, and the word for it.
    pub(super) whole: Option<(String, String)>,
    /// The measure that a topic stands for.
    pub(super) topic_measure: Option<MeasureRef>,
    /// Every naming of a measure, whatever else its words are.
    pub(super) measures: Vec<MeasureMention>,
    /// The domain of whose things it speaks in that domain's own words.
    pub(super) spoken: Option<String>,
    /// The weeks or months that it counts.
    pub(super) counted: Option<CountedPeriods>,
    pub(super) against: Option<RelativeTo>,
}

impl Names {
    /// Finds them, and takes the words of all but measures and domains: those may mean more.
    pub(super) fn take(sentence: &mut Sentence<'_>) -> Self {
        let domains = sentence.ground.domains;
        let periods = periods(&sentence.tokens, sentence.ground.today, &mut sentence.marks);
        let mut topics = topics(
            &sentence.tokens,
            domains,
            &sentence.own,
            &mut sentence.marks,
        );
        sentence.mend();
        let marks = &sentence.marks;
        // Before values are: a number may be part of a measure's name, and no value of it.
        let measures = measure::named(&domains.modules, &marks.line, &marks.free());
        let spoken = spoken(sentence);
        topic_roles::special(&mut topics, domains, &measures, spoken.as_deref());
        let counted = take_counted(sentence);
        let against = take_way(sentence, &topics)
            .or_else(|| relative_figures::ratio(&sentence.marks.line, &topics, &measures));
        Self {
            periods,
            topics,
            whole: None,
            topic_measure: None,
            measures,
            spoken,
            counted,
            against,
        }
    }

    /// Sorts topics by what they mean; those that stand for values are given back.
    pub(super) fn sort(&mut self, ground: ReadingContext<'_>) -> Vec<(RowFilter, String)> {
        let sorted = topic_roles::sort(std::mem::take(&mut self.topics), ground);
        self.topics = sorted.subjects;
        self.whole = sorted.whole;
        self.topic_measure = sorted.measure;
        sorted.values
    }

    /// The domains of the measures that are just named.
    pub(super) fn measured_domains(&self) -> Vec<&str> {
        let plain = self.measures.iter();
        let plain = plain.filter(|named| named.naming == Naming::Plain);
        plain.map(|named| named.measure.domain.as_str()).collect()
    }

    /// Whether a word belongs to a longer name of a measure.
    pub(super) fn measure_has(&self, at: usize) -> bool {
        let inside =
            |named: &MeasureMention| named.hit.words.len() > 1 && named.hit.words.contains(&at);
        self.measures.iter().any(inside)
    }

    /// Whether the days it names are what today's are set against, rather than two subjects against
    /// each other.
    pub(super) fn set_against_days(&self, ground: ReadingContext<'_>) -> bool {
        let today = ground.today;
        self.topics.len() < 2
            && match self.periods.as_slice() {
                [then] => then.end < today,
                [one, other] => {
                    let now = |period: &DateRange| period.contains(today);
                    let alike = |then: &DateRange, of: &DateRange| {
                        same_part(then, today).is_some_and(|(now, _)| now.start == of.start)
                    };
                    now(one) && !now(other) && alike(other, one)
                        || now(other) && !now(one) && alike(one, other)
                }
                _ => false,
            }
    }
}

fn spoken(sentence: &Sentence<'_>) -> Option<String> {
    let (line, free) = (&sentence.marks.line, sentence.marks.free());
    // A time of day may be another domain's word.
    let timeless = |at: usize| free(at) && !day_parts::is_part(sentence.word(at));
    sentence
        .own
        .meant(line, &timeless)
        .or_else(|| sentence.own.meant(line, &free))
        .map(|(domain, _)| domain)
}

fn take_counted(sentence: &mut Sentence<'_>) -> Option<CountedPeriods> {
    let line = &sentence.marks.line;
    let (counted, said) = counted_periods::asked(&sentence.tokens, line, &sentence.own)?;
    said.into_iter().for_each(|at| sentence.marks.take(at));
    Some(counted)
}

/// The values between which the question asks for the way.
fn take_way(sentence: &mut Sentence<'_>, topics: &[Topic]) -> Option<RelativeTo> {
    let marks = &sentence.marks;
    words()
        .operations
        .get(&QuestionKind::Took)?
        .find(&marks.line)?;
    let (way, values) = relative_figures::took(
        &sentence.tokens,
        sentence.ground,
        topics,
        &marks.line,
        &marks.free(),
    )?;
    values.into_iter().for_each(|at| sentence.marks.take(at));
    Some(way)
}
