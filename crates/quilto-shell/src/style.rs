//! How parts of a line look.
//!
//! In a text a look is a mark, and becomes colour only where the text goes out. So an escape sequence
//! in somebody's words can never pass for one of ours.

use std::fmt::{self, Write as _};

use anstyle::AnsiColor;

/// How a part of a line looks: `{STYLE}` begins it, `{STYLE:#}` ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Style(char);

/// Dates, times and other things to find a line by.
pub const HEADING: Style = Style('\u{fdd1}');
/// Names of what was logged.
pub const SUBJECT: Style = Style('\u{fdd2}');
/// Side remarks.
pub const QUIET: Style = Style('\u{fdd3}');
/// What wants a second look.
pub const DOUBT: Style = Style('\u{fdd4}');
/// What went wrong.
pub const ERROR: Style = Style('\u{fdd5}');

/// Ends every style. The marks are characters that no text interchanges.
const END: char = '\u{fdd0}';

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(if f.alternate() { END } else { self.0 })
    }
}

/// The sequence that a mark stands for.
fn sequence(mark: char) -> Option<String> {
    const PLAIN: anstyle::Style = anstyle::Style::new();
    let style = match Style(mark) {
        HEADING => PLAIN.bold(),
        SUBJECT => AnsiColor::Cyan.on_default(),
        QUIET => PLAIN.dimmed(),
        DOUBT => AnsiColor::Yellow.on_default(),
        ERROR => AnsiColor::Red.on_default().bold(),
        Style(END) => return Some(anstyle::Reset.to_string()),
        Style(_) => return None,
    };
    Some(style.to_string())
}

/// The text with colours for its marks.
pub fn coloured(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match sequence(c) {
            Some(sequence) => shown.push_str(&sequence),
            None => shown.push(c),
        }
    }
    shown
}

/// The text without its marks.
pub fn plain(text: &str) -> String {
    text.chars().filter(|c| !is_mark(*c)).collect()
}

/// Whether a letter is a mark of ours.
pub fn is_mark(c: char) -> bool {
    (END..=ERROR.0).contains(&c)
}
