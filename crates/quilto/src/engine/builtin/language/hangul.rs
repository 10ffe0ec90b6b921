//! What a word in Hangul is, by its syllables.

use crate::text::particle_tail;

/// A Hangul word without the particle that hangs on it.
pub fn bare(word: &str) -> &str {
    particle_tail(word).map_or(word, |at| word.get(..at).unwrap_or(word))
}

/// Whether a Hangul word is a verb in the past: a syllable that closes with ㅆ before one of the
/// endings of verbs ("봤어", "썼나요").
pub fn past_tense(word: &str) -> bool {
    const SSANG_SIOT: u32 = 20;
    const ENDINGS: &[&str] = &[
        "어", "어요", "지", "지요", "죠", "나", "나요", "니", "냐", "더라", "는지", "던",
    ];
    ENDINGS.iter().any(|ending| {
        let stem = word
            .strip_suffix(ending)
            .and_then(|stem| stem.chars().last());
        stem.is_some_and(|c| {
            is_hangul(c)
                && ('가'..='힣').contains(&c)
                && (u32::from(c) - u32::from('가')) % 28 == SSANG_SIOT
        })
    })
}

/// Whether a word is a verb of the past that joins a clause to the next one ("했고").
pub fn joins_clauses(word: &str) -> bool {
    ended(word).is_some()
}

/// A verb of the past that joins clauses, ended instead: "했고" as "했어".
pub fn ended(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('고')?;
    let past = past_tense(&format!("{stem}어"));
    past.then(|| format!("{stem}어"))
}

/// Whether a character is a Hangul syllable or letter.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')
}
