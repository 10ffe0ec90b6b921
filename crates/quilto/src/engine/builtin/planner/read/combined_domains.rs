//! Whether the entries of several domains are asked about as one.

use crate::engine::builtin::planner::intent::QuestionKind;
use crate::engine::builtin::planner::shared_words;
use crate::model::CombinedDomains;

use super::Reading;
use super::days::Days;
use super::decision::Decision;

/// The domains whose entries are asked about as one; what is asked becomes what entries can tell.
pub(super) fn settle(
    reading: &Reading<'_>,
    decision: &mut Decision,
    days: &Days,
) -> Option<CombinedDomains> {
    let (sentence, names) = (&reading.sentence, &reading.names);
    let domains = sentence.ground.domains;
    let says = |at: usize| reading.says(at);
    let line = &sentence.marks.line;
    let named = shared_words::asked(line, &says, domains, &sentence.own);
    let (together, words) = named.or_else(|| {
        // A day off is one without any of it.
        let days_off = decision.ask == QuestionKind::Off && reading.domain.words.is_empty();
        let whole = || shared_words::whole(sentence.language(), domains);
        Some((days_off.then(whole)??, 0..0))
    })?;
    let ask = shared_words::of_entries(decision.ask, days.other.is_some())?;
    let chosen = reading.measures.chosen.as_ref();
    let counted_only = chosen.is_none_or(|named| named.counts) && names.topic_measure.is_none();
    let subject = !names.topics.is_empty() || names.whole.is_some();
    let alone = !subject && reading.values.filter.is_none() && counted_only;
    if !alone || reading.is_strange_beside(&words) {
        return None;
    }
    decision.ask = ask;
    Some(together)
}
