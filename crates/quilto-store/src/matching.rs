//! Finding words in notes, without regard to case, width and Unicode form.

use memchr::memmem::Finder;
use quilto_vocabulary::normalize::is_zero_width;
use unicode_normalization::UnicodeNormalization;

use super::SearchQuery;

/// The words of a search, made ready.
pub(crate) struct Matcher {
    finders: Vec<Finder<'static>>,
    all: bool,
}

impl Matcher {
    /// `None` if there is nothing to look for.
    pub(crate) fn new(query: &SearchQuery) -> Option<Self> {
        let mut finders = Vec::new();
        for keyword in &query.keywords {
            let mut folded = keyword.trim().as_bytes().to_vec();
            fold(&mut folded);
            if !folded.is_empty() {
                finders.push(Finder::new(&folded).into_owned());
            }
        }
        (!finders.is_empty()).then_some(Self {
            finders,
            all: query.match_all,
        })
    }

    /// Whether folded text holds what is looked for.
    pub(crate) fn matches(&self, folded: &[u8]) -> bool {
        let mut found = self.finders.iter().map(|f| f.find(folded).is_some());
        if self.all {
            found.all(|found| found)
        } else {
            found.any(|found| found)
        }
    }

    /// Whether a text as typed does.
    pub(crate) fn matches_text(&self, text: &str) -> bool {
        let mut bytes = text.as_bytes().to_vec();
        fold(&mut bytes);
        self.matches(&bytes)
    }
}

/// Folds text in place: NFKC, lower case, nothing of zero width.
///
/// ASCII and whole Hangul syllables, which is what nearly all notes are made of, need only their
/// ASCII letters turned; other text is worked out letter by letter.
pub(crate) fn fold(bytes: &mut Vec<u8>) {
    if is_simple(bytes) {
        bytes.make_ascii_lowercase();
        return;
    }
    let text = String::from_utf8_lossy(bytes);
    let lower = |c: char| c.to_lowercase();
    // Lowering can bring out new combinations, and composing new capitals: twice is enough.
    let folded: String = text
        .nfkc()
        .filter(|c| !is_zero_width(*c))
        .flat_map(lower)
        .nfkc()
        .collect();
    *bytes = folded.into_bytes();
}

/// Whether text is ASCII and Hangul syllables (U+AC00 to U+D7A3) only.
fn is_simple(bytes: &[u8]) -> bool {
    if bytes.is_ascii() {
        return true;
    }
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        if first.is_ascii() {
            rest = tail;
            continue;
        }
        let syllable = match rest {
            [a, b, c, ..] => [*a, *b, *c],
            _ => return false,
        };
        if !([0xEA, 0xB0, 0x80]..=[0xED, 0x9E, 0xA3]).contains(&syllable) {
            return false;
        }
        rest = &rest[3..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(keyword: &str, text: &str) -> bool {
        let query = SearchQuery {
            keywords: vec![keyword.to_owned()],
            ..SearchQuery::default()
        };
        Matcher::new(&query).unwrap().matches_text(text)
    }

    #[test]
    fn form_does_not_matter() {
        assert!(found("Granite", "polished GRANITE"));
        assert!(found("화강암", "오늘 화강암 닦음"));
        // Letters apart (as some systems name files), whole in the note, and the other way round.
        let apart: String = "화강암".nfd().collect();
        assert!(found(&apart, "오늘 화강암 닦음"));
        assert!(found("화강암", &format!("오늘 {apart} 닦음")));
        assert!(found("GRÜN", "der grüne Stein"));
        assert!(found("80g", "８０ｇ dust"));
        assert!(found("８０ｇ", "80G dust"));
        assert!(found("granite", "gra\u{200b}nite"));
        assert!(!found("granite", "basalt"));
        assert!(!found("화강", "화 강"));
    }

    #[test]
    fn blank_words_look_for_nothing() {
        let query = SearchQuery {
            keywords: vec![" ".into(), String::new()],
            ..SearchQuery::default()
        };
        assert!(Matcher::new(&query).is_none());
    }
}
