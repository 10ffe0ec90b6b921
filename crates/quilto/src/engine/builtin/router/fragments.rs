//! Lines that ask although nothing in their form does: a thing and what is asked of it ("granite record"),
//! what is measured without its value ("resting pulse yesterday"), and what else is wanted after a question
//! ("and in March", "점심은"). Which words may be left out is for the phrases to say: every other word has to
//! be of one.

use crate::engine::builtin::planner::question::{self, ParsedQuestion};
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::engine::builtin::planner::{Notes, spelling};
use crate::text::{self, Symbol};
use quilto_language::Words;
use quilto_language::questions::words;

/// Longer lines tell something.
const LONGEST: usize = 8;

/// Longer lines do not lean on the question before them without saying so.
const FOLLOWING: usize = 4;

/// Longer lines say more than what is measured.
const ALONE: usize = 3;

/// Longer lines tell something where a word of them is strange.
const STRANGE: usize = 2;

/// A line that may ask, as it was read.
pub struct Fragment<'g> {
    asked: ParsedQuestion,
    ground: ReadingContext<'g>,
    /// Whether a number stands in it.
    valued: bool,
    goes_on: bool,
    /// Whether a word of it is of no phrase.
    strange: bool,
    /// Whether it is no longer than the name of a measure.
    short: bool,
}

impl<'g> Fragment<'g> {
    /// What a line, the whole input, says as a fragment; none where it tells or a phrase left a word of it, but for one
    /// that only names something strange, as what else is asked about ("glarp는").
    pub fn of(line: &str, ground: ReadingContext<'g>) -> Option<Self> {
        let line = may_ask(line, ground)?;
        let asked = question::read(&line, ground);
        let tokens = text::read(&line);
        let valued = tokens.iter().any(|token| token.number().is_some());
        let words = Words::read(&line);
        let goes_on = goes_on(&words) && (!valued || words.len() <= FOLLOWING);
        let strange = !asked.unread.is_empty();
        (!strange || goes_on && !valued && words.len() <= STRANGE).then_some(Self {
            asked,
            ground,
            valued,
            goes_on,
            strange,
            short: words.len() <= ALONE,
        })
    }

    /// Whether it asks by itself: nothing of it is told.
    pub fn asks(&self) -> bool {
        let measured = || {
            self.asked.names_measure_of_days()
                || self.short && self.asked.names_measured_in_unit(self.ground)
        };
        let measured = !self.valued && measured();
        !self.strange && (measured || self.asked.asks_and_tells_nothing(self.ground))
    }

    /// Whether it asks after a question: it goes on with that, or says how the answer is to be told.
    pub fn follows(&self) -> bool {
        let goes_on = self.goes_on && (self.strange || self.asked.says_anything());
        goes_on || self.asked.says_only_how() || self.asked.says_only_when()
    }
}

/// A line as somebody would write it who takes care. A call ("granite record!") tells, and so do numbers that
/// multiply; "x10" alone narrows what is asked for.
fn may_ask(line: &str, ground: ReadingContext<'_>) -> Option<String> {
    let called = line.trim_end().ends_with(['!', '.', '！', '。']);
    let short = Words::read(line).len() <= LONGEST;
    let tokens = text::read(line);
    let numbers = tokens.iter().filter(|token| token.number().is_some());
    let multiplied = numbers.count() > 1 && tokens.iter().any(|token| token.is(Symbol::Times));
    (!called && short && !multiplied).then(|| spelling::careful(line, ground.domains, Notes::NONE))
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
