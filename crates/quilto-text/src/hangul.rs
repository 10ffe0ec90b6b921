//! What Korean writing needs: particles that stick to a word, and syllables taken apart.

use super::lexicon;
use quilto_vocabulary::normalize::is_syllable;

/// Splits the particles off the beginning of what follows a noun: `로는시작` is `로는` and `시작`.
/// The first part is empty if it does not begin with a particle.
pub(super) fn split_particles(rest: &str) -> (&str, &str) {
    let core = lexicon::core();
    let mut at = 0;
    // Two particles can follow each other (`까지는`); three do not.
    for _ in 0..2 {
        let Some(particle) = core
            .particles
            .iter()
            .find(|particle| rest[at..].starts_with(particle.as_str()))
        else {
            break;
        };
        at += particle.len();
    }
    rest.split_at(at)
}

/// Whether what follows a noun in one run is only particles (`로`, `까지는`), or nothing.
pub fn is_particles(rest: &str) -> bool {
    let core = lexicon::core();
    let longest = core.particles.first().map_or(0, String::len);
    if rest.len() > 2 * longest {
        return false;
    }
    let known = |rest: &str| rest.is_empty() || core.known_particles.contains(rest);
    let mut cuts = rest.char_indices().map(|(at, _)| at);
    known(rest) || cuts.any(|at| known(&rest[at..]) && known(&rest[..at]))
}

/// Whether what follows a noun in one run may follow it: nothing, particles, or the beginning of a
/// verb (`했음`), with or without particles before it.
pub fn may_follow_noun(rest: &str) -> bool {
    let core = lexicon::core();
    let verb = |rest: &str| {
        core.tails
            .iter()
            .any(|tail| rest.starts_with(tail.as_str()))
    };
    is_particles(rest) || verb(rest) || {
        let (particles, rest) = split_particles(rest);
        !particles.is_empty() && (rest.is_empty() || verb(rest))
    }
}

/// Whether what follows a noun or stem is a whole ending that makes a verb or adjective of it.
pub fn is_verb_ending(rest: &str) -> bool {
    lexicon::core().verb_endings.contains(rest)
}

/// Whether a text is one of the grammatical particles that any noun, however short, may have (`를`,
/// `에서`).
pub fn is_josa(rest: &str) -> bool {
    lexicon::core().josa.contains(rest)
}

/// Where the grammatical particle at the end of a word begins; `None` if it has none. What stands
/// before it has at least two syllables, so that short nouns stay whole.
pub fn particle_tail(word: &str) -> Option<usize> {
    let (stem, _) = word.char_indices().nth(2)?;
    // only the end is looked at: what has no spaces can be as long as a picture
    let (tail, _) = word.char_indices().rev().take(LONGEST_JOSA).last()?;
    let start = stem.max(tail);
    let mut begins = word[start..].char_indices().map(|(at, _)| start + at);
    begins.find(|at| is_josa(&word[*at..]))
}

/// Syllables of the longest grammatical particle, or more.
const LONGEST_JOSA: usize = 8;

const INITIALS: [char; 19] = [
    'ㄱ', 'ㄲ', 'ㄴ', 'ㄷ', 'ㄸ', 'ㄹ', 'ㅁ', 'ㅂ', 'ㅃ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅉ', 'ㅊ', 'ㅋ',
    'ㅌ', 'ㅍ', 'ㅎ',
];
const VOWELS: [char; 21] = [
    'ㅏ', 'ㅐ', 'ㅑ', 'ㅒ', 'ㅓ', 'ㅔ', 'ㅕ', 'ㅖ', 'ㅗ', 'ㅘ', 'ㅙ', 'ㅚ', 'ㅛ', 'ㅜ', 'ㅝ', 'ㅞ',
    'ㅟ', 'ㅠ', 'ㅡ', 'ㅢ', 'ㅣ',
];
const FINALS: [char; 28] = [
    '\0', 'ㄱ', 'ㄲ', 'ㄳ', 'ㄴ', 'ㄵ', 'ㄶ', 'ㄷ', 'ㄹ', 'ㄺ', 'ㄻ', 'ㄼ', 'ㄽ', 'ㄾ', 'ㄿ', 'ㅀ',
    'ㅁ', 'ㅂ', 'ㅄ', 'ㅅ', 'ㅆ', 'ㅇ', 'ㅈ', 'ㅊ', 'ㅋ', 'ㅌ', 'ㅍ', 'ㅎ',
];

/// A text with its Korean syllables taken apart into letters, for comparing spellings.
pub fn jamo(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    letters(text, |letter| out.push(letter));
    out
}

/// Hands over the letters of a text one by one, Korean syllables taken apart.
pub fn letters(text: &str, mut each: impl FnMut(char)) {
    for c in text.chars() {
        if !is_syllable(c) {
            each(c);
            continue;
        }
        // Syllables are ordered by initial, vowel and final (Unicode 3.12).
        let index = c as usize - 0xAC00;
        each(INITIALS[index / 588]);
        each(VOWELS[index % 588 / 28]);
        let last = FINALS[index % 28];
        if last != '\0' {
            each(last);
        }
    }
}

/// The letter that closes a syllable, where one does.
pub fn closed_with(c: char) -> Option<char> {
    let last = FINALS[(c as usize).checked_sub(0xAC00)? % 28];
    (is_syllable(c) && last != '\0').then_some(last)
}

/// A syllable closed with ㅆ in place of ㅅ.
pub(crate) fn doubled(c: char) -> Option<char> {
    closed_with(c).filter(|last| *last == 'ㅅ')?;
    // One follows the other.
    char::from_u32(u32::from(c) + 1)
}

/// Whether the character is a letter that stands apart from a syllable.
pub(crate) fn is_letter(c: char) -> bool {
    ('ㄱ'..='ㅣ').contains(&c)
}

/// Whether a letter is a vowel.
pub(crate) fn is_vowel(letter: char) -> bool {
    VOWELS.contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_particle_is_found_at_the_end_of_a_word() {
        assert_eq!(particle_tail("화강암을"), Some("화강암".len()));
        assert_eq!(particle_tail("화강암에서"), Some("화강암".len()));
        assert_eq!(particle_tail("돌을"), None, "short nouns stay whole");
        assert_eq!(particle_tail("granite"), None);
        let long = "돌".repeat(50);
        assert_eq!(particle_tail(&format!("{long}을")), Some(long.len()));
        assert_eq!(particle_tail(""), None);
    }

    #[test]
    fn no_particle_is_longer_than_is_looked_for() {
        let josa = &lexicon::core().josa;
        assert!(!josa.is_empty());
        assert!(josa.iter().all(|one| one.chars().count() <= LONGEST_JOSA));
    }
}
