//! Lines that ask although nothing in their form does: a thing and what is asked of it ("granite record"),
//! what is measured without its value ("resting pulse yesterday"), and what else is wanted after a question
//! ("and in March", "점심은"). Which words may be left out is for the phrases to say: every other word has to
//! be of one.

use crate::engine::builtin::language::Words;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::{question, spelling};
use crate::text::{self, Symbol};

/// Longer lines tell something.
const LONGEST: usize = 8;

/// Longer lines do not lean on the question before them without saying so.
const FOLLOWING: usize = 4;

/// Whether a line, the whole input, asks by itself: nothing of it is told.
pub fn asks(line: &str, ground: Ground<'_>) -> bool {
    let Some(line) = may_ask(line, ground) else {
        return false;
    };
    let asked = question::read(&line, ground);
    let valued = text::read(&line)
        .iter()
        .any(|token| token.number().is_some());
    asked.unread.is_empty()
        && (asked.asks_and_tells_nothing(ground) || !valued && asked.names_measure_of_days())
}

/// Whether a line asks after a question: it goes on with that, or says how the answer is to be told.
pub fn follows(line: &str, ground: Ground<'_>) -> bool {
    let Some(line) = may_ask(line, ground) else {
        return false;
    };
    let words = Words::read(&line);
    let valued = text::read(&line)
        .iter()
        .any(|token| token.number().is_some());
    let goes_on = goes_on(&words) && (!valued || words.len() <= FOLLOWING);
    let asked = question::read(&line, ground);
    asked.unread.is_empty() && (goes_on && asked.says_anything() || asked.says_only_how())
}

/// A line as somebody would write it who takes care. A call ("granite record!") tells, and so do numbers that
/// multiply; "x10" alone narrows what is asked for.
fn may_ask(line: &str, ground: Ground<'_>) -> Option<String> {
    let called = line.trim_end().ends_with(['!', '.', '！', '。']);
    let short = Words::read(line).len() <= LONGEST;
    let tokens = text::read(line);
    let numbers = tokens.iter().filter(|token| token.number().is_some());
    let multiplied = numbers.count() > 1 && tokens.iter().any(|token| token.is(Symbol::Times));
    (!called && short && !multiplied).then(|| spelling::careful(line, ground.domains))
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
