//! Which lists of cues speak in a text.

use std::ops::Range;

use crate::clause::Word;

/// What features begin with that a list of cues may hold.
pub(crate) const CUE: &str = "c=";
/// Cues have at most so many words.
const CUE_WORDS: usize = 4;
/// Cues that begin or end words have at most so many letters.
const CUE_LETTERS: usize = 5;

/// The lists that speak in a text, each with the words it speaks in.
pub(crate) struct CueMatches {
    found: Vec<(Range<usize>, String)>,
}

impl CueMatches {
    /// Looks for all cues. `lists_of` gives the lists that hold one.
    pub fn new(words: &[Word], lists_of: &dyn Fn(&str) -> Vec<String>) -> Self {
        let mut found = Vec::new();
        each(words, &mut |at, cue| {
            let lists = lists_of(cue).into_iter();
            found.extend(lists.map(|list| (at.clone(), list)));
        });
        Self { found }
    }

    /// The lists that speak within a stretch of words.
    pub fn within(&self, stretch: Range<usize>) -> impl Iterator<Item = (&Range<usize>, &str)> {
        let from = self
            .found
            .partition_point(|(words, _)| words.start < stretch.start);
        let found = self.found[from..].iter();
        let found = found.take_while(move |(words, _)| words.start < stretch.end);
        found
            .filter(move |(words, _)| words.end <= stretch.end)
            .map(|(words, list)| (words, &**list))
    }
}

/// Runs of words, beginnings and ends of words that a list of cues may hold.
fn each(words: &[Word], give: &mut dyn FnMut(Range<usize>, &str)) {
    let mut line = String::with_capacity(48);
    let mut put = |at: Range<usize>, parts: &[&str]| {
        line.clear();
        line.push_str(CUE);
        for part in parts {
            line.push_str(part);
        }
        give(at, &line);
    };
    let mut run = String::new();
    for (from, first) in words.iter().enumerate() {
        run.clear();
        for (at, word) in words.iter().enumerate().skip(from).take(CUE_WORDS) {
            if !run.is_empty() {
                run.push(' ');
            }
            run.push_str(&word.text);
            put(from..at + 1, &[&run]);
        }
        if !first.plain || first.text.is_ascii() {
            continue;
        }
        let letters = first.text.char_indices().map(|(at, _)| at).skip(1);
        for at in letters.take(CUE_LETTERS) {
            put(from..from + 1, &[&first.text[..at], "*"]);
        }
        put(from..from + 1, &[&first.text, "*"]);
        let second = words.get(from + 1).filter(|word| word.plain);
        let letters = first.text.char_indices().rev().map(|(at, _)| at);
        for at in letters.take(CUE_LETTERS) {
            let end = &first.text[at..];
            put(from..from + 1, &["*", end]);
            let Some(second) = second else {
                continue;
            };
            put(from..from + 2, &["*", end, " ", &second.text]);
            let letters = second.text.char_indices().map(|(at, _)| at).skip(1);
            for at in letters.take(CUE_LETTERS) {
                put(from..from + 2, &["*", end, " ", &second.text[..at], "*"]);
            }
        }
    }
}
