//! What a text holds before any domain looks at it: numbers, dates, and what is odd about it.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dates::{self, DateContext, Form};
use super::tokens::{NumberStyle, Tokens};
use quilto_vocabulary::normalize::{is_mark, is_zero_width};

/// Something found in a text: as written, and in one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Found")]
pub struct NormalizedMention {
    /// As written.
    pub original: String,
    /// A plain decimal number, or a date as `2026-01-09`.
    pub normalized: String,
}

/// Texts of fewer characters are pointed out: they are rarely meant.
const SHORT: usize = 2;
/// Lines of more characters are pointed out.
const LONG_LINE: usize = 1_000;
/// A text of so many characters that stops within a word was most likely cut off.
const CUT_OFF: usize = 5_000;
/// So many marks on one letter are decoration.
const MANY_MARKS: usize = 3;

/// Numbers written with digits, in order. The digits of dates, clock forms and ordinals are not
/// numbers.
pub fn numbers(tokens: &Tokens, today: NaiveDate) -> Vec<NormalizedMention> {
    let days = dates::find(tokens, &DateContext::note(today));
    tokens
        .iter()
        .enumerate()
        .filter(|(at, _)| {
            !days
                .iter()
                .any(|day| is_written_out(day) && day.tokens.contains(at))
        })
        .filter_map(|(_, token)| token.number())
        .filter(|number| number.style == NumberStyle::Digits)
        .map(|number| NormalizedMention {
            original: tokens.slice(number.span).to_owned(),
            normalized: plain(number.value),
        })
        .collect()
}

/// Days written out by the calendar, in order. Words such as `yesterday` are not among them.
pub fn dates(tokens: &Tokens, today: NaiveDate) -> Vec<NormalizedMention> {
    dates::find(tokens, &DateContext::note(today))
        .into_iter()
        .filter(|day| is_written_out(day) && day.is_day())
        .map(|day| NormalizedMention {
            original: tokens.slice(day.span).to_owned(),
            normalized: day.range.start.to_string(),
        })
        .collect()
}

fn is_written_out(day: &dates::DateMention) -> bool {
    matches!(day.form, Form::Calendar | Form::Partial)
}

/// A number without needless digits.
pub fn plain(value: f64) -> String {
    let rounded = format!("{value:.6}");
    rounded
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// Why a text cannot be read as a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unreadable {
    /// There is no text.
    EmptyContent,
    /// There is nothing but white space and characters that show nothing.
    WhitespaceOnly,
}

/// Whether a text holds anything to read.
pub fn unreadable(text: &str) -> Option<Unreadable> {
    if text.is_empty() {
        return Some(Unreadable::EmptyContent);
    }
    text.chars()
        .all(|c| c.is_whitespace() || c.is_control() || is_zero_width(c))
        .then_some(Unreadable::WhitespaceOnly)
}

/// Something odd about a text. It is read all the same.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// One character.
    InputTooShort,
    /// It ends within a word and is as long as things that get cut off.
    InputMayBeTruncated,
    /// A line of more than a thousand characters.
    ExtremelyLongLine,
    /// A fence of backticks or tildes that nothing closes.
    UnclosedCodeBlocks,
    /// Markdown signs that do not pair up.
    MalformedMarkdown,
    /// Characters that show nothing inside the text.
    ZeroWidthCharactersDetected,
    /// Letters under heaps of marks.
    CombiningDiacriticalMarksDetected,
    /// Mathematical, technical or game signs.
    SpecialUnicodeCharacters,
}

/// What is odd about a text.
pub fn warnings(text: &str) -> Vec<Warning> {
    if unreadable(text).is_some() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let trimmed = text.trim();
    if trimmed.chars().take(SHORT).count() < SHORT {
        found.push(Warning::InputTooShort);
    }
    if is_cut_off(text) {
        found.push(Warning::InputMayBeTruncated);
    }
    // Bytes first: counting characters of every line is for suspects only.
    let long = |line: &str| line.len() > LONG_LINE && line.chars().count() > LONG_LINE;
    if text.lines().any(long) {
        found.push(Warning::ExtremelyLongLine);
    }
    let fences = unclosed_fences(text);
    if fences {
        found.push(Warning::UnclosedCodeBlocks);
    }
    if fences || text.lines().any(has_open_code) {
        found.push(Warning::MalformedMarkdown);
    }
    if !text.is_ascii() {
        if has_hidden(text) {
            found.push(Warning::ZeroWidthCharactersDetected);
        }
        if has_heaped_marks(text) {
            found.push(Warning::CombiningDiacriticalMarksDetected);
        }
        if text.chars().any(is_special) {
            found.push(Warning::SpecialUnicodeCharacters);
        }
    }
    found
}

fn is_cut_off(text: &str) -> bool {
    text.len() > CUT_OFF
        && text.chars().count() > CUT_OFF
        && text.ends_with(|c: char| c.is_alphabetic())
}

/// Whether a fence is left open, by the rule of CommonMark: a fence is closed by one of the same sign
/// that is at least as long and has nothing behind it.
fn unclosed_fences(text: &str) -> bool {
    let mut open: Option<(char, usize)> = None;
    for line in text.lines() {
        let line = line.trim_start();
        let Some(sign) = line.chars().next().filter(|c| matches!(c, '`' | '~')) else {
            continue;
        };
        let length = line.chars().take_while(|c| *c == sign).count();
        let rest = &line[length..];
        if length < 3 {
            continue;
        }
        match open {
            None if !rest.contains('`') => open = Some((sign, length)),
            Some((opener, least))
                if opener == sign && length >= least && rest.trim().is_empty() =>
            {
                open = None;
            }
            _ => {}
        }
    }
    open.is_some()
}

/// A lone backtick in a line.
fn has_open_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with("```") && line.matches('`').count() % 2 == 1
}

/// Characters that show nothing. Joiners between emoji and a mark at the very beginning (byte order)
/// are usual.
fn has_hidden(text: &str) -> bool {
    let mut before = None;
    for c in text.trim_start_matches('\u{FEFF}').chars() {
        let joins_emoji = c == '\u{200D}'
            && before.is_some_and(|c: char| c as u32 >= 0x2190 && !c.is_alphabetic());
        if is_zero_width(c) && !joins_emoji {
            return true;
        }
        before = Some(c);
    }
    false
}

fn has_heaped_marks(text: &str) -> bool {
    let mut heap = 0;
    for c in text.chars() {
        heap = if is_mark(c) { heap + 1 } else { 0 };
        if heap >= MANY_MARKS {
            return true;
        }
    }
    false
}

/// Signs of mathematics, super- and subscripts, drawing, music and games. Arrows, currency, common
/// fractions and emoji are everyday signs in notes.
fn is_special(c: char) -> bool {
    matches!(
        c,
        '\u{2070}'..='\u{209F}' | '\u{2200}'..='\u{22FF}' | '\u{2300}'..='\u{23E8}'
        | '\u{2500}'..='\u{259F}' | '\u{2654}'..='\u{265F}' | '\u{2669}'..='\u{266F}'
        | '\u{1D100}'..='\u{1D1FF}' | '\u{1D400}'..='\u{1D7FF}'
    ) && !matches!(
        c,
        '\u{2248}'
            | '\u{2264}'
            | '\u{2265}'
            | '\u{231A}'
            | '\u{231B}'
            | '\u{23CE}'
            | '\u{23F0}'
            | '\u{2212}'
            | '\u{2219}'
            | '\u{223C}'
    )
}
