//! Korean particles that change with the sound before them.

use quilto_text::closed_with;
use quilto_text::normalize::is_syllable;

/// The particle that fits after a word, from a pair such as `은/는`: the first after a final
/// consonant, the second after a vowel; `으로/로` also takes the second after ㄹ. Digits and Latin
/// letters count as Koreans read them aloud. Marks at the end of the word (a bracket) are skipped.
pub fn fitting<'p>(word: &str, pair: &'p str) -> &'p str {
    let Some((closed, open)) = pair.split_once('/') else {
        return pair;
    };
    let last = word.chars().rev().find(|c| c.is_alphanumeric());
    match last.map(ending) {
        Some(Ending::Rieul) if closed.starts_with('으') => open,
        Some(Ending::Closed | Ending::Rieul) => closed,
        _ => open,
    }
}

enum Ending {
    Open,
    Closed,
    Rieul,
}

fn ending(c: char) -> Ending {
    if is_syllable(c) {
        return match closed_with(c) {
            None => Ending::Open,
            Some('ㄹ') => Ending::Rieul,
            Some(_) => Ending::Closed,
        };
    }
    match c.to_ascii_lowercase() {
        '1' | '7' | '8' | 'l' | 'r' => Ending::Rieul,
        '0' | '3' | '6' | 'm' | 'n' | 'g' | 'k' | 'p' | 'b' | 'c' | 't' => Ending::Closed,
        _ => Ending::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn particles_follow_the_sound() {
        for (word, pair, fits) in [
            ("화강암", "은/는", "은"),
            ("돌멩이", "은/는", "는"),
            ("돌", "으로/로", "로"),
            ("화강암", "으로/로", "으로"),
            ("화강암 (매끈)", "이/가", "이"),
            ("10", "을/를", "을"),
            ("2", "을/를", "를"),
        ] {
            assert_eq!(fitting(word, pair), fits, "{word} {pair}");
        }
    }
}
