//! Letters that a terminal would obey rather than show, made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a letter only acts: it moves, hides or turns around what stands beside it. Breaks of lines,
/// tabs, and what joins the parts of an emoji or of a script are not meant.
pub fn acts(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// The text with a symbol for each letter that acts.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            // the end of a line as some systems write it
            '\r' if letters.peek() == Some(&'\n') => {}
            c if acts(c) => push_symbol(&mut shown, c),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// The same, where colours are those of the parser of our own command line.
pub fn visible_but_colours(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\u{1b}') {
        shown.push_str(&visible(&rest[..at]));
        let length = colour(&rest[at..]);
        if length == 0 {
            push_symbol(&mut shown, '\u{1b}');
        }
        shown.push_str(&rest[at..at + length]);
        rest = &rest[at + length.max(1)..];
    }
    shown.push_str(&visible(rest));
    shown
}

/// The bytes of the colour that a text begins with; zero where it is anything else.
fn colour(text: &str) -> usize {
    let Some(codes) = text.strip_prefix("\u{1b}[") else {
        return 0;
    };
    let end = codes.find(|c: char| !c.is_ascii_digit() && c != ';');
    match end {
        Some(end) if codes[end..].starts_with('m') => "\u{1b}[m".len() + end,
        _ => 0,
    }
}

/// The old controls have pictures of their own; of the others the number is shown.
fn push_symbol(shown: &mut String, c: char) {
    let picture = match c {
        '\0'..='\u{1f}' => char::from_u32(u32::from(c) + 0x2400),
        '\u{7f}' => Some('\u{2421}'),
        _ => None,
    };
    match picture {
        Some(picture) => shown.push(picture),
        None => drop(write!(shown, "<U+{:04X}>", u32::from(c))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        for (text, shown) in [
            ("plain 바위 80kg\n\ttab", "plain 바위 80kg\n\ttab"),
            ("\u{1b}]52;c;aGk=\u{7}", "␛]52;c;aGk=␇"),
            ("\u{1b}[31mred\u{1b}[0m", "␛[31mred␛[0m"),
            (
                "\u{9b}2J\u{9d}0;title\u{9c}",
                "<U+009B>2J<U+009D>0;title<U+009C>",
            ),
            (
                "a\u{202e}b\u{2066}c\u{200b}d",
                "a<U+202E>b<U+2066>c<U+200B>d",
            ),
            ("one\r\ntwo\rthree\u{7f}\u{8}", "one\ntwo␍three␡␈"),
            ("👩\u{200d}🔬 नि\u{200c}", "👩\u{200d}🔬 नि\u{200c}"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown, "shown once is shown for good");
        }
    }

    #[test]
    fn of_what_the_parser_says_colours_stay() {
        let said = "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m '\u{1b}]0;t\u{7}' \u{1b}[2J \u{1b}[";
        let shown = "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m '␛]0;t␇' ␛[2J ␛[";
        assert_eq!(visible_but_colours(said), shown);
    }
}
