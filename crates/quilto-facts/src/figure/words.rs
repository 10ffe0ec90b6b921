//! Words in notes.

use quilto_model::Entry;
use quilto_text::{is_syllable, normalize};

/// Words to find in notes: whole words, but for a plural s, in the order given; Hangul also inside of
/// longer words, which carry particles and compounds.
pub struct Words {
    words: String,
    inside: bool,
}

impl Words {
    pub fn new(words: &str) -> Self {
        let words = normalize(words.trim()).to_lowercase();
        Self {
            inside: words.chars().any(is_syllable),
            words,
        }
    }

    /// Whether a note tells of them. A plan or what somebody else did tells of nothing that happened.
    pub fn told_by(&self, entry: &Entry) -> bool {
        if self.words.is_empty() {
            return false;
        }
        let told = self.count(&entry.raw);
        let held_back = entry.parsed.iter().flat_map(|parsed| &parsed.held_back);
        told > held_back.map(|held| self.count(&held.text)).sum()
    }

    /// How often they stand in a text.
    fn count(&self, text: &str) -> usize {
        let text = normalize(text).to_lowercase();
        let found = text.match_indices(&self.words);
        found
            .filter(|(at, words)| self.inside || stands_alone(&text, *at, words.len()))
            .count()
    }
}

fn stands_alone(text: &str, at: usize, length: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = &text[at + length..];
    let ends = |text: &str| !text.starts_with(char::is_alphanumeric);
    let plural = after.strip_prefix('s').is_some_and(ends);
    before.is_none_or(|c| !c.is_alphanumeric()) && (ends(after) || plural)
}
