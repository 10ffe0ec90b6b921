//! What a word in Hangul is, by its syllables.

pub use quilto_model::is_hangul;
use quilto_text::{closed_with, particle_tail};

/// A Hangul word without the particle that hangs on it.
pub fn bare(word: &str) -> &str {
    particle_tail(word).map_or(word, |at| word.get(..at).unwrap_or(word))
}

/// Whether a stem of a verb is of the past: its last syllable closes with ㅆ.
pub fn is_past_stem(stem: &str) -> bool {
    stem.chars().last().and_then(closed_with) == Some('ㅆ')
}

/// Whether a word is a verb of the past that joins a clause to the next one ("했고").
pub fn joins_clauses(word: &str) -> bool {
    ended(word).is_some()
}

/// A verb of the past that joins clauses, ended instead: "했고" as "했어".
pub fn ended(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('고')?;
    is_past_stem(stem).then(|| format!("{stem}어"))
}
