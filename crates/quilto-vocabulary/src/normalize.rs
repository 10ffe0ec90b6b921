//! One written form for text that can be typed in many: the basis of every comparison.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// More marks than this on one letter are decoration, not spelling, and are all dropped.
const MAX_MARKS: usize = 2;

/// A text in its normal form, with the way back to the original bytes.
///
/// The form is NFKC per cluster, lower case, without zero-width characters, soft hyphens,
/// direction controls and stray combining marks. Signs whose NFKC form would change what a number
/// says (`½`, `²`) and single Korean letters (`ㅋㅋ`) stay as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Normalized {
    text: String,
    /// Start and end of the original cluster behind each normalised byte; `None` when every byte
    /// stands where it stood.
    map: Option<Vec<(u32, u32)>>,
}

impl Normalized {
    /// Normalises a text. Any text is fine; beyond 4 GiB spans saturate.
    pub fn new(original: &str) -> Self {
        if original.chars().all(|c| c.is_ascii() || is_syllable(c)) {
            return Self {
                text: original.to_ascii_lowercase(),
                map: None,
            };
        }
        let mut text = String::with_capacity(original.len());
        let mut map = Vec::with_capacity(original.len());
        let mut at = 0;
        while let Some(c) = original[at..].chars().next() {
            let before = text.len();
            let rest = &original[at..];
            let mut end = at + c.len_utf8();
            if !is_ignored(c) {
                end = at + cluster_len(rest);
                push_cluster(&original[at..end], &mut text);
            }
            let place = (clamp(at), clamp(end));
            map.extend(std::iter::repeat_n(place, text.len() - before));
            at = end;
        }
        Self {
            text,
            map: Some(map),
        }
    }

    /// The normalised text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a stretch of the normalised text stood in the original, in bytes. Both ends lie on
    /// character boundaries of the original.
    pub fn original(&self, start: usize, end: usize) -> Range<usize> {
        let Some(map) = &self.map else {
            return start..end;
        };
        if start >= end {
            let at = match map.get(start) {
                Some(place) => place.0 as usize,
                None => map.last().map_or(0, |place| place.1 as usize),
            };
            return at..at;
        }
        let start = map.get(start).map_or(0, |place| place.0 as usize);
        let end = map.get(end - 1).map_or(0, |place| place.1 as usize);
        start..end
    }

    /// The normalised text, without the way back.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// A text in its normal form, where the way back is not needed.
pub fn normalize(text: &str) -> String {
    Normalized::new(text).into_text()
}

fn clamp(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether the character is a whole Korean syllable.
pub fn is_syllable(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

/// Whether the character is a joining Korean letter, of which decomposed syllables are made.
fn is_joining_jamo(c: char) -> bool {
    ('\u{1100}'..='\u{11FF}').contains(&c)
}

/// Characters that show nothing and mean nothing to a reader of notes.
pub fn is_zero_width(c: char) -> bool {
    matches!(
        c,
        '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{180E}'
    )
}

fn is_ignored(c: char) -> bool {
    is_zero_width(c) || is_variation_selector(c) || is_mark(c)
}

fn is_variation_selector(c: char) -> bool {
    matches!(c, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether the character is a mark that joins the letter before it.
pub fn is_mark(c: char) -> bool {
    !c.is_ascii()
        && (canonical_combining_class(c) != 0
            || matches!(c, '\u{0300}'..='\u{036F}' | '\u{20D0}'..='\u{20FF}'))
}

/// Compatibility characters that must not be folded: `½` would become `1⁄2` and so join a digit
/// before it, `10²` would become `102`, and `ㅎㅏ` would melt into one syllable.
fn keeps_its_form(c: char) -> bool {
    matches!(
        c,
        '\u{00BC}'..='\u{00BE}' | '\u{2150}'..='\u{215F}' | '\u{2189}' | '\u{00B2}' | '\u{00B3}'
        | '\u{00B9}' | '\u{2070}'..='\u{209F}' | '\u{3131}'..='\u{318E}' | '\u{2460}'..='\u{24FF}'
        | '\u{1F100}'..='\u{1F1FF}'
    )
}

/// Bytes of the first cluster: a character with the marks and joining letters that follow it.
fn cluster_len(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, first)) = chars.next() else {
        return 0;
    };
    let syllable = is_syllable(first) || is_joining_jamo(first);
    for (at, c) in chars {
        if is_mark(c) || is_variation_selector(c) {
            continue;
        }
        // Vowels and finals join what is before them; an initial begins anew.
        if syllable && ('\u{1160}'..='\u{11FF}').contains(&c) {
            continue;
        }
        return at;
    }
    text.len()
}

fn push_cluster(cluster: &str, out: &mut String) {
    let Some(first) = cluster.chars().next() else {
        return;
    };
    let single = cluster.len() == first.len_utf8();
    if single && first.is_ascii() {
        out.push(first.to_ascii_lowercase());
        return;
    }
    if single && is_syllable(first) || keeps_its_form(first) {
        out.push(first);
        return;
    }
    let marks = cluster.chars().filter(|c| is_mark(*c)).count();
    let decorated = marks > MAX_MARKS;
    let dropped = |c: char| is_variation_selector(c) || (decorated && is_mark(c));
    let letters = cluster.chars().filter(|c| !dropped(*c));
    let start = out.len();
    out.extend(
        letters
            .nfkc()
            .filter(|c| !is_ignored(*c))
            .flat_map(char::to_lowercase)
            .filter(|c| !is_mark(*c)),
    );
    let folded = &out[start..];
    // `㎏` is letters and stays one word; `㈱` or `㏂` would become several tokens over one sign.
    let one_word = folded.chars().count() <= 1 || folded.chars().all(char::is_alphabetic);
    if !one_word {
        out.truncate(start);
        out.push(first);
    } else if folded
        .chars()
        .all(|c| c.is_whitespace() && c != '\n' && c != '\r')
    {
        // The ideographic and other wide spaces are spaces.
        let spaces = folded.chars().count();
        out.truncate(start);
        out.extend(std::iter::repeat_n(' ', spaces));
    }
}
