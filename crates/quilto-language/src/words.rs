//! The words of a sentence, as cues are compared with them.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::hangul::{ended, is_hangul};
use quilto_text::time_limit;
use quilto_text::{is_syllable, is_zero_width};

/// One word: letters of one script, or digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Normalised: NFKC, lower case, no zero-width characters, a straight apostrophe.
    pub text: String,
    /// Where it stands in the text it was read from, in bytes.
    pub span: Range<usize>,
    /// Whether white space or a mark stands before it, rather than a letter of another script.
    pub spaced: bool,
}

/// Which letters a text has, folded into 64 bits: two letters may share one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Letters(u64);

impl Letters {
    /// Those of a text.
    pub fn of(text: &str) -> Self {
        text.chars()
            .map(|c| Self(1 << (u32::from(c) % 64)))
            .collect()
    }

    /// Whether all of others may be among them.
    pub fn hold(self, others: Self) -> bool {
        others.0 & !self.0 == 0
    }
}

impl FromIterator<Self> for Letters {
    fn from_iter<I: IntoIterator<Item = Self>>(letters: I) -> Self {
        Self(letters.into_iter().fold(0, |all, letters| all | letters.0))
    }
}

/// The words of a text in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    items: Vec<Word>,
    letters: Letters,
    opened: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Digit,
    Hangul,
    Letter,
}

fn class(c: char) -> Option<Class> {
    // What is asked first is what needs no character table.
    if is_hangul(c) {
        Some(Class::Hangul)
    } else if c.is_numeric() {
        Some(Class::Digit)
    } else if c.is_alphabetic() {
        Some(Class::Letter)
    } else {
        None
    }
}

fn invisible(c: char) -> bool {
    c == '\u{fe0f}' || is_zero_width(c)
}

fn apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2bc}')
}

/// Whether a sign says on which side of a number something lies.
fn is_bound(c: char) -> bool {
    matches!(c, '<' | '>' | '≤' | '≥')
}

impl Words {
    /// Reads the words of a text. A `*` between spaces is kept as a word of its own, for cues, and so
    /// are signs that bound a number.
    pub fn read(text: &str) -> Self {
        time_limit::check();
        let mut items: Vec<Word> = Vec::new();
        let mut open: Option<(usize, Class)> = None;
        let mut spaced = true;
        let mut next_spaced = true;
        let mut chars = text.char_indices().peekable();
        let close = |items: &mut Vec<Word>, from: usize, to: usize, spaced: bool| {
            items.push(Word {
                text: normalise(&text[from..to]),
                span: from..to,
                spaced,
            });
        };
        while let Some((at, c)) = chars.next() {
            let follows = chars.peek().map(|(_, c)| *c);
            let inside = invisible(c)
                || is_mark(c)
                || apostrophe(c) && follows.is_some_and(|f| f.is_alphabetic());
            if inside && open.is_some() {
                continue;
            }
            match (class(c), open) {
                (Some(now), Some((_, was))) if now == was => {}
                (Some(now), was) => {
                    if let Some((from, _)) = was {
                        close(&mut items, from, at, spaced);
                        next_spaced = false;
                    }
                    open = Some((at, now));
                    spaced = next_spaced;
                    next_spaced = false;
                }
                (None, was) => {
                    if let Some((from, _)) = was {
                        close(&mut items, from, at, spaced);
                        open = None;
                    }
                    if c == '*' || is_bound(c) {
                        close(&mut items, at, at + c.len_utf8(), true);
                    }
                    next_spaced = true;
                }
            }
        }
        if let Some((from, _)) = open {
            close(&mut items, from, text.len(), spaced);
        }
        let letters = items.iter().map(|word| Letters::of(&word.text)).collect();
        Self {
            items,
            letters,
            opened: 0,
        }
    }

    /// The letters of all words.
    pub fn letters(&self) -> Letters {
        self.letters
    }

    /// Skips words at its beginning for which this holds.
    pub(super) fn opened_by_each(mut self, opens: impl Fn(&str) -> bool) -> Self {
        while self.opened + 1 < self.items.len() && opens(&self.items[self.opened].text) {
            self.opened += 1;
        }
        self
    }

    /// Reads a verb that joins the next clause, at the end, as the one that ends its own.
    #[must_use]
    pub fn ended(mut self) -> Self {
        let last = self.items.len().checked_sub(1);
        let verb = last.and_then(|last| Some((last, ended(&self.items.get(last)?.text)?)));
        if let Some((last, verb)) = verb {
            self.respell(last, verb);
        }
        self
    }

    /// Where the sentence begins once openers are skipped.
    pub fn opened(&self) -> usize {
        self.opened
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// One of them.
    pub fn at(&self, index: usize) -> &Word {
        &self.items[index]
    }

    /// Spells a word otherwise, where it stands.
    pub fn respell(&mut self, index: usize, text: String) {
        if let Some(word) = self.items.get_mut(index) {
            word.text = text;
            self.letters = self
                .items
                .iter()
                .map(|word| Letters::of(&word.text))
                .collect();
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Word> {
        self.items.iter()
    }

    /// The first one after openers.
    pub fn first(&self) -> Option<&Word> {
        self.items.get(self.opened)
    }

    /// The last one.
    pub fn last(&self) -> Option<&Word> {
        self.items.last()
    }

    /// Whether any is Hangul.
    pub fn hangul(&self) -> bool {
        self.items.iter().any(|w| w.text.chars().any(is_hangul))
    }

    /// The words that a span of the text touches.
    pub fn touching(&self, span: &Range<usize>) -> Range<usize> {
        let first = self.items.partition_point(|w| w.span.end <= span.start);
        let end = self.items.partition_point(|w| w.span.start < span.end);
        if first < end { first..end } else { 0..0 }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{1160}'..='\u{11ff}')
}

/// NFKC, lower case, no zero-width characters, a straight apostrophe.
pub fn normalise(text: &str) -> String {
    if text.chars().all(|c| c.is_ascii() || is_syllable(c)) {
        return text.to_ascii_lowercase();
    }
    text.chars()
        .filter(|c| !invisible(*c))
        .map(|c| if apostrophe(c) { '\'' } else { c })
        .nfkc()
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        Words::read(text).iter().map(|w| w.text.clone()).collect()
    }

    #[test]
    fn scripts_and_digits_are_words_of_their_own() {
        assert_eq!(texts("Granite는 ３번?"), ["granite", "는", "3", "번"]);
        assert_eq!(texts("what’s 3x10"), ["what's", "3", "x", "10"]);
        assert_eq!(texts("돌\u{200b}멩이"), ["돌멩이"]);
    }

    #[test]
    fn spans_point_into_the_text_as_typed() {
        let text = "…ＧＲＡＮＩＴＥ, 돌!";
        let words = Words::read(text);
        assert_eq!(&text[words.at(0).span.clone()], "ＧＲＡＮＩＴＥ");
        assert_eq!(words.at(0).text, "granite");
        assert_eq!(&text[words.at(1).span.clone()], "돌");
    }

    #[test]
    fn decomposed_hangul_is_one_word() {
        let text: String = "돌멩이".nfd().collect();
        assert_eq!(texts(&text), ["돌멩이"]);
    }
}
