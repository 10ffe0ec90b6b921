//! The words of a question that nothing explains.

use crate::engine::builtin::planner::question_form::after_auxiliary;
use crate::engine::builtin::planner::topic_roles;
use crate::engine::builtin::topics::Topic;
use quilto_language::questions::words;

use super::Reading;
use super::decision::Decision;

/// The words that nothing explains, and the topics that they are part of.
pub(super) struct UnknownWords {
    /// All topics: also those that are named by what is done with them.
    pub(super) topics: Vec<Topic>,
    pub(super) unknown: Vec<String>,
}

impl UnknownWords {
    pub(super) fn of(reading: &Reading<'_>, decision: &Decision) -> Self {
        let sentence = &reading.sentence;
        let line = &sentence.marks.line;
        let understood = |at: usize| is_understood(reading, decision, at);
        let mut unknown = sentence.unknown(&understood);
        // "how many grains did I sieve": the measure is asked for, and the verb is no name.
        // Nor is it one beside a name ("how many pebbles did I drop").
        let verb = |at: usize| after_auxiliary(line, at);
        if reading.measures.chosen.is_some() || unknown.iter().any(|(at, _)| !verb(*at)) {
            unknown.retain(|(at, _)| !verb(*at));
        }
        let topics = topic_roles::lengthened(reading.names.topics.clone(), line, &unknown);
        let (topics, unknown) =
            topic_roles::stemmed(topics, unknown, line, sentence.ground.domains);
        Self { topics, unknown }
    }
}

fn is_understood(reading: &Reading<'_>, decision: &Decision, at: usize) -> bool {
    let cues = words();
    let word = reading.sentence.word(at);
    let aim = &decision.aim;
    let of_aim =
        aim.is_asked && (aim.words.contains(&at) || cues.aim.begin(word) || cues.at_least.is(word));
    reading.knows(at)
        || decision.of_everything_words.contains(&at)
        || reading.scope.says(at)
        || cues.lately.is(word)
        || of_aim
        || decision.to_come && cues.next_time.is(word)
        || reading.scope.of_kind.is_some() && cues.each_suffix.before(word).is_some()
}
