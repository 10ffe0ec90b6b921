//! Words typed without their vowels ("wlkd", "sqt").

use quilto_domain::Vocabulary;

/// Shorter ones could be anything.
const SHORTEST: usize = 3;

/// A phrase with the vowels that were left out of its words, where the vocabulary has one word that fits each.
pub(super) fn put_in(vocabulary: &Vocabulary, phrase: &str) -> Option<String> {
    let lacks = |word: &str| {
        let letters = word.chars().all(|c| c.is_ascii_alphabetic());
        letters && word.len() >= SHORTEST && !word.chars().any(is_vowel)
    };
    let phrase = phrase.to_lowercase();
    if !phrase.split_whitespace().any(lacks) {
        return None;
    }
    let whole = |word: &str| {
        if !lacks(word) || vocabulary.words().any(|known| known == word) {
            return Some(word.to_owned());
        }
        let mut fitting = vocabulary.words().filter(|known| {
            known.starts_with(&word[..1])
                && known.chars().filter(|c| !is_vowel(*c)).eq(word.chars())
        });
        let only = fitting.next()?;
        fitting.next().is_none().then(|| only.to_owned())
    };
    let words: Option<Vec<String>> = phrase.split_whitespace().map(whole).collect();
    words.map(|words| words.join(" "))
}

fn is_vowel(c: char) -> bool {
    matches!(c, 'a' | 'e' | 'i' | 'o' | 'u')
}
