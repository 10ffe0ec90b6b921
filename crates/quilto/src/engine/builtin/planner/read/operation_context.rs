//! What of a question tells which operation it asks for, besides the cues of operations.

use crate::engine::builtin::planner::intent::QuestionKind;
use crate::engine::builtin::planner::measure::{MeasureMention, Naming};
use crate::engine::builtin::planner::operation::OperationContext;
use crate::engine::builtin::planner::relative_figures::RelativeTo;
use quilto_language::Language;
use quilto_language::cues::past_tense;
use quilto_language::questions::words;

use super::Reading;

/// The signs of a question.
pub(super) fn of(reading: &Reading<'_>) -> OperationContext {
    let signs = of_names(reading);
    let signs = of_measures(reading, signs);
    of_words(reading, signs)
}

/// What it names.
fn of_names(reading: &Reading<'_>) -> OperationContext {
    let names = &reading.names;
    let periods = &names.periods;
    OperationContext {
        topics: names.topics.len(),
        terms: names.topics.iter().filter(|topic| !topic.group).count(),
        periods: periods.len(),
        one_day: periods.len() == 1 && periods[0].days() == 1,
        by: reading.scope.by,
        bucket_noun: reading.scope.bucket_noun,
        domain: reading.domain.meant.is_some(),
        filter: reading.values.filter.is_some(),
        without: reading.scope.without.is_some(),
        stretches: names.counted.is_some(),
        ratio: matches!(names.against, Some(RelativeTo::Ratio(..))),
        took: matches!(names.against, Some(RelativeTo::Took(..))),
        ..OperationContext::default()
    }
}

/// What kind of measure it asks for.
fn of_measures(reading: &Reading<'_>, signs: OperationContext) -> OperationContext {
    let measures = &reading.measures;
    let chosen = |is: fn(&MeasureMention) -> bool| measures.chosen.as_ref().is_some_and(is);
    OperationContext {
        measure: measures.chosen.is_some() || reading.names.topic_measure.is_some(),
        amount: measures.all.iter().any(|named| named.weak),
        adds_up: chosen(|named| named.adds_up),
        counts: chosen(|named| named.counts),
        entries: chosen(|named| named.entries),
        plain: chosen(|named| named.naming == Naming::Plain),
        latest: chosen(|named| named.latest),
        measure_best: measures.has_naming(Naming::Best),
        measure_worst: measures.has_naming(Naming::Worst),
        ..signs
    }
}

/// How it is put.
fn of_words(reading: &Reading<'_>, signs: OperationContext) -> OperationContext {
    let cues = words();
    let (sentence, cued) = (&reading.sentence, &reading.measures.cued);
    let line = &sentence.marks.line;
    let korean = sentence.language() == Language::Korean;
    let auxiliary = line.iter().nth(line.opened());
    let auxiliary = auxiliary.is_some_and(|word| cues.asking.auxiliaries.is(&word.text));
    let wh = line.first();
    let wh = wh.is_some_and(|word| cues.asking.wh.is(&word.text));
    let which = asks_which(reading);
    let when = sentence.asks_when();
    let than = sets_against(reading);
    let chooses = auxiliary || which || when || korean;
    OperationContext {
        place: sentence.holds_free(&cues.place),
        either: signs.periods == 2 && chooses && sentence.holds_free(&cues.either),
        than,
        previous: !than
            && cued.has(QuestionKind::Compare)
            && sentence.holds_free(&cues.previous_period),
        days: sentence.holds_free(&cues.count_days),
        asks_verb: korean && line.last().is_some_and(|word| past_tense(&word.text)),
        wh: wh || korean && sentence.holds_free(&cues.asking.wh),
        which,
        most_often: sentence.holds_free(&cues.most_often),
        least_often: sentence.holds_free(&cues.least_often),
        how_went: sentence.holds_free(&cues.how_went) && !cued.has(QuestionKind::Trend),
        when,
        ..signs
    }
}

fn asks_which(reading: &Reading<'_>) -> bool {
    let cues = words();
    let sentence = &reading.sentence;
    let free = sentence.marks.free();
    // "What rock": a name is asked for, too.
    let what_thing = (1..sentence.marks.line.len()).any(|at| {
        let what = cues.asking.wh.is(sentence.word(at - 1));
        what && free(at) && sentence.knows(at)
    });
    what_thing && reading.measures.cued.has(QuestionKind::Trend) || sentence.holds_free(&cues.which)
}

/// Whether it asks for more than something else was. The particle that says it may hang on the days
/// themselves.
fn sets_against(reading: &Reading<'_>) -> bool {
    let (sentence, names) = (&reading.sentence, &reading.names);
    reading.values.filter.is_none()
        && (names.set_against_days(sentence.ground) || names.topics.len() >= 2)
        && sentence.holds(&words().than)
}
