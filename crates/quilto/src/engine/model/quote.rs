//! Words of the user's notes, as data in a prompt.
//!
//! Each line of a note carries a mark in front, as a quote in a letter does. So no line of a note can
//! look like a line of the prompt: there is no closing mark that a note could contain. What servers
//! read as control tokens (`<|im_start|>`, `[INST]`) is broken up, since some of them parse these
//! wherever they stand; and sentences that speak to a program are left out.

use crate::model::Entry;
use crate::text::is_zero_width;

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
    match quoted_lines(text) {
        lines if lines.is_empty() => MARK.to_owned(),
        lines => lines.join("\n"),
    }
}

/// The lines of a text, each behind its mark; none of a text in which nothing can be seen. For
/// whoever quotes a person's words to a program: `quoted` in a prompt, an assistant's tool elsewhere.
pub fn quoted_lines(text: &str) -> Vec<String> {
    text.split(ends_line)
        .map(|line| harmless(line.trim_end()))
        .filter(|line| !line.is_empty())
        .map(|line| format!("{MARK}{line}"))
        .collect()
}

/// What programs take for the end of a line, the old and rare ones too.
fn ends_line(c: char) -> bool {
    matches!(
        c,
        '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Of no width, turning the order of letters, or seen by programs only: nothing a reader would miss.
fn is_unseen(c: char) -> bool {
    is_zero_width(c) || matches!(c, '\u{2065}' | '\u{e0000}'..='\u{e007f}')
}

/// One line of foreign text, for a model: no line breaks, nothing that a server may take for a control
/// token, no letters that nobody sees.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Unseen letters go first: between `[` and `INST]` they would hide a token until they are gone.
    let mut rest = text.chars().filter(|c| !is_unseen(*c)).peekable();
    while let Some(c) = rest.next() {
        let next = rest.peek().copied();
        out.push(match c {
            // `< 5` stays; whatever could open a token does not.
            '<' if next.is_some_and(|next| !next.is_whitespace() && !next.is_numeric()) => '‹',
            '[' if matches!(next, Some('/' | 'I' | 'S' | 'A' | 'T')) => '［',
            // A space rather than nothing: what they stood between are two words.
            c if c.is_control() || ends_line(c) => ' ',
            c => c,
        });
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
        assert_eq!(
            harmless("[\u{200b}INST] [\u{e0041}/INST] <\u{ad}|end|>"),
            "［INST] ［/INST] ‹|end|>"
        );
        assert_eq!(harmless("one\ttwo\u{2028}three"), "one two three");
    }
}
