//! How a question is put: whether something is so, and which way it is asked to go.

use crate::model::ChangeDirection;
use quilto_language::questions::words;
use quilto_language::{Cues, Words};

/// Whether a sentence asks yes or no: it begins with its verb, or ends like such a question and has
/// no question word.
pub(super) fn whether(line: &Words) -> bool {
    let asking = &words().asking;
    let opens = line.iter().next();
    asking.maybe.hold(line)
        || opens.is_some_and(|word| asking.auxiliaries.is(&word.text))
        || line.iter().all(|word| !asking.wh.begin(&word.text))
            && line
                .iter()
                .any(|word| asking.whether_endings.end_of(&word.text))
}

/// Which way it is asked whether something goes.
pub(super) fn way_asked(line: &Words) -> Option<ChangeDirection> {
    let ways = words().ways.iter();
    let found = ways.filter_map(|(way, list)| Some((*way, list.find(line)?.weight)));
    found.max_by_key(|(_, weight)| *weight).map(|(way, _)| way)
}

/// Whether a word is the verb of "did I …", "have you …".
pub(super) fn after_auxiliary(line: &Words, i: usize) -> bool {
    let asking = &words().asking;
    let is = |back: usize, list: &Cues| {
        i.checked_sub(back)
            .is_some_and(|at| list.is(&line.at(at).text))
    };
    is(1, &asking.clause_starts) && is(2, &asking.auxiliaries)
}
