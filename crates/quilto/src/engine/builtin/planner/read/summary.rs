//! What a question asks of everything at once.

use crate::engine::builtin::planner::operation::OperationContext;
use crate::engine::builtin::planner::summary_questions::{self, QuestionContext, SummaryQuestion};
use crate::model::DateRange;
use quilto_language::Hit;

use super::Reading;

/// What is asked of everything, if anything is, and the words that say it.
pub(super) fn asked(
    reading: &Reading<'_>,
    signs: OperationContext,
) -> Option<(SummaryQuestion, Hit)> {
    let (sentence, names) = (&reading.sentence, &reading.names);
    let chosen = reading.measures.chosen.as_ref();
    let meant = reading.domain.meant.as_ref();
    let of = names
        .topics
        .first()
        .map(|topic| topic.domain.as_str())
        .or(chosen.map(|named| named.measure.domain.as_str()))
        .or(meant.map(|(domain, _)| domain.as_str()));
    summary_questions::asked(&QuestionContext {
        line: &sentence.marks.line,
        free: &sentence.marks.free(),
        cued: &reading.measures.cued,
        with: signs,
        domains: sentence.ground.domains,
        of,
        days: names.periods.first().map(DateRange::days),
    })
}
