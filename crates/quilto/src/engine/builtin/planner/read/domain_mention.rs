//! The domain of which a question speaks in that domain's own words.

use std::ops::Range;

use crate::engine::builtin::planner::day_parts;

use super::asked_measures::AskedMeasures;
use super::names::Names;
use super::sentence::Sentence;

/// The domain of which a question speaks in that domain's own words.
pub(super) struct DomainMention {
    /// The domain, and the word for it.
    pub(super) meant: Option<(String, String)>,
    /// The domain's own words.
    pub(super) words: Range<usize>,
}

impl DomainMention {
    /// A name for everything of a domain comes before words that only remind of one.
    pub(super) fn of(sentence: &Sentence<'_>, names: &Names, measures: &AskedMeasures) -> Self {
        let (line, own) = (&sentence.marks.line, &sentence.own);
        let says = |at: usize| measures.leave(sentence, at);
        let timeless = |at: usize| says(at) && !day_parts::is_part(sentence.word(at));
        let own_words = own
            .meant(line, &timeless)
            .or_else(|| own.meant(line, &says));
        let words = own_words
            .as_ref()
            .map_or(0..0, |(_, hit)| hit.words.clone());
        let meant = names.whole.clone().or_else(|| {
            own_words.map(|(domain, hit)| {
                let typed: Vec<&str> = hit.words.map(|at| sentence.word(at)).collect();
                (domain, typed.join(" "))
            })
        });
        Self { meant, words }
    }
}
