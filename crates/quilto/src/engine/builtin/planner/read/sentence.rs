//! The words of a question, and what is asked of them again and again.

use std::ops::Range;
use std::sync::Arc;

use crate::engine::builtin::planner::domain_words::DomainWords;
use crate::engine::builtin::planner::reading_context::{ReadingContext, WordCoverage};
use crate::engine::builtin::planner::{spelling, subjects, units};
use crate::facts::units_over;
use crate::model::UnitPreferences;
use crate::text::{self, Tokens};
use quilto_language::questions::words;
use quilto_language::{Cues, Language, Words};

/// A question before its context counts.
pub(super) struct Opening {
    marks: WordCoverage,
    /// Whether it speaks of the days since a break alone.
    after_break: bool,
    /// The unit it wants its answer in, and the words that say so.
    unit: Option<(String, String)>,
}

impl Opening {
    /// Takes the words for a break and for a unit.
    pub(super) fn take(question: &str) -> Self {
        let line = Words::read(question)
            .ended()
            .opened_by(&words().asking.openers);
        let mut marks = WordCoverage {
            taken: vec![false; line.len()],
            line,
        };
        // Its words may name other things ("back").
        let break_words = words().since_break.find(&marks.line).map(|hit| hit.words);
        let after_break = break_words.is_some();
        marks.take(break_words.unwrap_or_default());
        let unit = units::asked(&marks.line).map(|(unit, at)| {
            let typed = typed(question, &marks.line, &at).unwrap_or_default();
            marks.take(at);
            (unit, typed)
        });
        Self {
            marks,
            after_break,
            unit,
        }
    }

    /// The preferred units, but for the one that is asked for.
    pub(super) fn units_over(&self, preferred: &UnitPreferences) -> UnitPreferences {
        let unit = self.unit.as_ref();
        units_over(preferred, unit.map(|(unit, _)| unit.as_str()))
    }
}

/// The words of a question, and what they are read with.
pub(super) struct Sentence<'a> {
    pub(super) question: &'a str,
    pub(super) ground: ReadingContext<'a>,
    pub(super) tokens: Tokens,
    pub(super) marks: WordCoverage,
    /// The domains' own words.
    pub(super) own: Arc<DomainWords>,
    pub(super) after_break: bool,
    pub(super) unit: Option<(String, String)>,
}

impl<'a> Sentence<'a> {
    pub(super) fn new(question: &'a str, opening: Opening, ground: ReadingContext<'a>) -> Self {
        Self {
            question,
            ground,
            tokens: text::read(question),
            marks: opening.marks,
            own: DomainWords::of(ground.domains),
            after_break: opening.after_break,
            unit: opening.unit,
        }
    }

    pub(super) fn language(&self) -> Language {
        Language::of(self.question)
    }

    /// Puts misspelled words right.
    pub(super) fn mend(&mut self) {
        let WordCoverage { line, taken } = &mut self.marks;
        spelling::mend(line, taken, self.ground.domains, &self.own);
    }

    /// Whether it holds words of a list, whatever else they are.
    pub(super) fn holds(&self, list: &Cues) -> bool {
        list.hold(&self.marks.line)
    }

    /// Whether it holds words of a list that are nothing else.
    pub(super) fn holds_free(&self, list: &Cues) -> bool {
        list.find_where(&self.marks.line, &self.marks.free())
            .is_some()
    }

    /// Whether it asks for a day.
    pub(super) fn asks_when(&self) -> bool {
        self.holds(&words().when)
    }

    /// A word of it.
    pub(super) fn word(&self, at: usize) -> &str {
        &self.marks.line.at(at).text
    }

    /// Whether a word is one of a domain's own.
    pub(super) fn knows(&self, at: usize) -> bool {
        self.own.know(self.word(at))
    }

    /// Words of it, as typed.
    pub(super) fn typed(&self, words: &Range<usize>) -> Option<String> {
        typed(self.question, &self.marks.line, words)
    }

    /// The words that nothing explains, and where they stand.
    pub(super) fn unknown(&self, understood: &dyn Fn(usize) -> bool) -> Vec<(usize, String)> {
        subjects::unknown(self.question, &self.marks, understood)
    }
}

fn typed(question: &str, line: &Words, words: &Range<usize>) -> Option<String> {
    let start = line.at(words.start).span.start;
    let end = line.at(words.end - 1).span.end;
    question.get(start..end).map(str::to_owned)
}
