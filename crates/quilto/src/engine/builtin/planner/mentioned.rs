//! Words of a question that only the notes know: "runs with the dog".

use crate::engine::builtin::language::cues::is_hangul;
use crate::engine::builtin::language::questions::words;
use crate::model::DateRange;
use crate::text;

use super::ground::Mention;

/// What the planner may ask of the notes.
#[derive(Clone, Copy)]
pub struct Notes<'a> {
    /// The first and the last day that have any; asked where a question names seasons.
    pub span: &'a dyn Fn() -> Option<DateRange>,
    /// Whether a word stands in one; asked of words that nothing else knows.
    pub mention: &'a dyn Fn(&str) -> bool,
}

#[cfg(test)]
impl Notes<'static> {
    /// No notes at all.
    pub const NONE: Self = Self {
        span: &|| None,
        mention: &|_| false,
    };
}

/// Shorter words stand in too many others.
const LETTERS: usize = 3;
const SYLLABLES: usize = 2;

/// The words that phrases left and notes have.
pub(super) fn in_notes(left: impl Iterator<Item = String>, notes: Notes<'_>) -> Vec<Mention> {
    left.filter_map(|typed| mention(&typed, notes)).collect()
}

/// The first of some words that notes have.
pub(super) fn of_words<'w>(
    mut words: impl Iterator<Item = &'w str>,
    notes: Notes<'_>,
) -> Option<Mention> {
    words.find_map(|typed| mention(typed, notes))
}

fn mention(typed: &str, notes: Notes<'_>) -> Option<Mention> {
    // Several words say something together.
    let run = typed.contains(' ').then_some(typed);
    let mut forms = run.into_iter().chain(forms(typed));
    let word = forms.find(|word| (notes.mention)(word))?.to_owned();
    Some(Mention {
        typed: typed.to_owned(),
        word,
    })
}

/// What a word may stand in notes as: itself, or what is done by the verb that it ends with.
fn forms(typed: &str) -> Vec<&str> {
    let says_something = |word: &&str| {
        let letters = word.chars().count();
        let long = match word.chars().all(is_hangul) {
            true => letters >= SYLLABLES,
            false => letters >= LETTERS && word.chars().all(char::is_alphabetic),
        };
        long && !words_that_fill(word) && !text::says_nothing(word)
    };
    let ends = typed.char_indices().skip(SYLLABLES).map(|(at, _)| at);
    let stems = ends.filter_map(|at| {
        let (stem, rest) = typed.split_at(at);
        let hangul = rest.chars().all(is_hangul);
        (hangul && text::says_nothing(rest)).then_some(stem)
    });
    std::iter::once(typed)
        .chain(stems)
        .filter(says_something)
        .collect()
}

fn words_that_fill(word: &str) -> bool {
    words().filler.is(&word.to_lowercase())
}
