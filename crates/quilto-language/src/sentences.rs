//! Cutting a text into sentences without losing a byte.

use std::ops::Range;

/// One sentence of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence<'a> {
    /// Its words as typed, trimmed.
    pub text: &'a str,
    /// Where it stands in the whole text, in bytes.
    pub span: Range<usize>,
    /// Whether it ends in a question mark.
    pub asked: bool,
}

/// Cuts at line ends, and after `.`, `!`, `?`, `;` when white space follows, so that `82.5`,
/// `1.` at the head of a line, and `?` inside a word stay whole.
pub fn split(text: &str) -> Vec<Sentence<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = at + c.len_utf8();
        let next = chars.peek().map(|(_, c)| *c);
        let ends = match c {
            '\n' | '\r' | '\u{2028}' | '。' => true,
            '?' | '？' | '؟' | '!' | '！' => next.is_none_or(|n| !is_end_mark(n)),
            '.' | ';' | '…' => {
                next.is_none_or(char::is_whitespace) && !numbers_a_line(&text[from..at])
            }
            _ => false,
        };
        if ends {
            push(text, from..after, &mut found);
            from = after;
        }
    }
    push(text, from..text.len(), &mut found);
    found
}

fn is_end_mark(c: char) -> bool {
    matches!(
        c,
        '?' | '？' | '!' | '！' | '.' | '~' | ')' | '"' | '\'' | '”'
    )
}

/// Whether a piece is only marks, emoji or laughter ("ㅠㅠ") and belongs to the sentence before it.
fn says_nothing(piece: &str) -> bool {
    !piece
        .chars()
        .any(|c| c.is_alphanumeric() && !matches!(c, '\u{3130}'..='\u{318f}'))
}

/// Whether the text before a full stop is only a number: `1.` begins a list line.
fn numbers_a_line(before: &str) -> bool {
    let before = before.trim();
    !before.is_empty() && before.chars().all(|c| c.is_ascii_digit())
}

fn push<'a>(text: &'a str, span: Range<usize>, found: &mut Vec<Sentence<'a>>) {
    let part = &text[span.clone()];
    let trimmed = part.trim();
    if trimmed.is_empty() {
        return;
    }
    if let Some(last) = found.last_mut()
        && says_nothing(trimmed)
    {
        last.span.end = span.start + part.trim_end().len();
        last.text = &text[last.span.clone()];
        return;
    }
    let start = span.start + (part.len() - part.trim_start().len());
    let tail = trimmed.trim_end_matches([
        '!', '！', '.', '~', ')', '"', '\'', '”', ' ', 'ㅋ', 'ㅎ', 'ㅠ', 'ㅜ',
    ]);
    found.push(Sentence {
        text: trimmed,
        span: start..start + trimmed.len(),
        asked: tail.ends_with(['?', '？', '؟']),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|s| s.text).collect()
    }

    #[test]
    fn decimals_and_list_numbers_stay_whole() {
        assert_eq!(
            texts("shine 82.5 today. why?"),
            ["shine 82.5 today.", "why?"]
        );
        assert_eq!(texts("1. granite\n2. basalt"), ["1. granite", "2. basalt"]);
    }

    #[test]
    fn a_question_keeps_its_marks() {
        let sentences = split("광이 안 나네. 왜 그럴까?? ㅠㅠ");
        assert!(!sentences[0].asked);
        assert_eq!(sentences[1].text, "왜 그럴까?? ㅠㅠ");
        assert!(sentences[1].asked);
    }
}
