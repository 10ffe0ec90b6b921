//! Lines that ask although nothing in their form does: what is measured without its value ("resting
//! pulse yesterday"), and what else is wanted after a question ("and in March", "점심은").

use crate::engine::builtin::language::Words;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::question;
use crate::text;

/// Longer lines tell something.
const WORDS: usize = 6;

/// Longer lines do not lean on the question before them without saying so.
const FOLLOWING: usize = 4;

/// Whether a line, the whole input, asks so. A number is a value, and a call ("sleep!") tells. Which words
/// may be left out is for the phrases to say: every other word has to be of one.
pub fn asks(line: &str, ground: Ground<'_>, follows: bool) -> bool {
    let called = line.trim_end().ends_with(['!', '.', '！', '。']);
    let words = Words::read(line);
    if called || words.len() > WORDS {
        return false;
    }
    let valued = text::read(line)
        .iter()
        .any(|token| token.number().is_some());
    let few = !valued || words.len() <= FOLLOWING;
    let leans = follows && few && goes_on(&words);
    if !leans && valued {
        return false;
    }
    let line = text::with_care(line);
    let asked = question::read(&line, ground);
    let goes_on = leans && !asked.frames.is_empty() || follows && asked.says_only_how();
    asked.unread.is_empty() && (asked.names_measure_of_days() || goes_on)
}

/// Whether a line goes on with what was asked: "and …", "what about …", "…은".
fn goes_on(line: &Words) -> bool {
    let cues = words();
    let says = line
        .iter()
        .rev()
        .find(|word| !text::says_nothing(&word.text));
    let topic = says.is_some_and(|word| cues.asking.what_about.end_of(&word.text));
    topic || cues.follow_ups.hold(line)
}
