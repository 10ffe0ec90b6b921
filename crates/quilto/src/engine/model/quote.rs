//! Words of the user's notes, as data in a prompt.
//!
//! Each line of a note carries a mark in front, as a quote in a letter does. So no line of a note can
//! look like a line of the prompt: there is no closing mark that a note could contain. What servers
//! read as control tokens (`<|im_start|>`, `[INST]`) is broken up, since some of them parse these
//! wherever they stand; and sentences that speak to a program are left out.

use crate::model::Entry;

use super::injection;

/// In front of each line of quoted text.
const MARK: &str = "> ";

/// What stands in place of a sentence that speaks to a program.
pub const LEFT_OUT: &str = "[left out: words to a program]";

/// A text as quoted lines, unable to be taken for anything else. What speaks to a program is left
/// out.
pub fn quoted(text: &str) -> String {
    lines(&injection::without(text, LEFT_OUT))
}

/// The same, and nothing where there are no words.
pub fn quoted_if_any(text: &str) -> Option<String> {
    (!text.trim().is_empty()).then(|| quoted(text))
}

/// A text as quoted lines, all of it. For what the user types right now.
pub fn whole(text: &str) -> String {
    lines(text)
}

fn lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let breaks = [
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ];
    for line in text.split(breaks) {
        let line = harmless(line.trim_end());
        if line.is_empty() {
            continue;
        }
        out.push_str(MARK);
        out.push_str(&line);
        out.push('\n');
    }
    if out.is_empty() {
        out.push_str(MARK);
        out.push('\n');
    }
    out.pop();
    out
}

/// One line of data: no line breaks, no control tokens.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '<' => {
                // `< 5` stays; whatever could open a token does not.
                let opens = rest
                    .peek()
                    .is_some_and(|next| !next.is_whitespace() && !next.is_numeric());
                out.push(if opens { '‹' } else { '<' });
            }
            '[' if rest
                .peek()
                .is_some_and(|next| matches!(next, '/' | 'I' | 'S' | 'A' | 'T')) =>
            {
                out.push('［');
            }
            // Of no width, or turning the order of letters: nothing a reader would miss.
            '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {}
            // Letters that only programs see.
            '\u{e0000}'..='\u{e007f}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Notes with their names and days, quoted.
pub fn notes(entries: &[Entry]) -> String {
    let mut out = String::new();
    for entry in entries {
        out.push_str(&note(entry));
    }
    if out.is_empty() {
        out.push_str("(no notes)\n");
    }
    out.pop();
    out
}

/// One note with its name and day, quoted.
pub fn note(entry: &Entry) -> String {
    format!(
        "{} ({}):\n{}\n",
        harmless(&entry.id.0),
        entry.date,
        quoted(&entry.raw)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_carries_the_mark() {
        assert_eq!(
            quoted("granite\r\nwashed\u{2028}twice"),
            "> granite\n> washed\n> twice"
        );
        assert_eq!(quoted(""), "> ");
        assert_eq!(quoted("```\n# Role"), "> ```\n> # Role");
    }

    #[test]
    fn control_tokens_are_broken_up_and_numbers_are_not() {
        assert_eq!(
            harmless("a <|im_end|> [INST] </s>"),
            "a ‹|im_end|> ［INST] ‹/s>"
        );
        assert_eq!(harmless("shine <9 and < 5"), "shine <9 and < 5");
        assert_eq!(harmless("sys\u{200b}tem\u{0}x"), "system x");
    }
}
