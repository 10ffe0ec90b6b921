//! First pass: runs of letters, numbers, signs. No words are understood yet.

use chrono::NaiveDate;

use super::numerals;
use super::tokens::{Clock, Script, Symbol};
use super::units::{Dimension, UnitTable};
use quilto_vocabulary::normalize::{Normalized, is_syllable};

/// What a raw token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RawKind {
    Word(Script),
    Number { value: f64, decimals: u8 },
    Clock(Clock),
    Date(NaiveDate),
    Symbol(Symbol),
    Newline,
}

/// A raw token over the normalised text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RawToken {
    pub kind: RawKind,
    pub start: usize,
    pub end: usize,
    pub spaced: bool,
}

impl RawToken {
    pub(super) fn is_number(&self) -> bool {
        matches!(self.kind, RawKind::Number { .. })
    }

    pub(super) fn is(&self, symbol: Symbol) -> bool {
        self.kind == RawKind::Symbol(symbol)
    }
}

/// The letters a character belongs to; `None` for what is no letter.
pub(super) fn script(c: char) -> Option<Script> {
    if c.is_ascii() {
        return c.is_ascii_alphabetic().then_some(Script::Latin);
    }
    if is_syllable(c) || matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}') {
        return Some(Script::Hangul);
    }
    if !c.is_alphabetic() || numerals::fraction(c).is_some() {
        return None;
    }
    // Superscript letters and circled ones are signs, not spelling.
    if matches!(c, '\u{2070}'..='\u{209F}' | '\u{2460}'..='\u{24FF}' | '\u{1F100}'..='\u{1F1FF}') {
        return None;
    }
    Some(match c {
        '\u{00AA}'..='\u{024F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latin,
        _ => Script::Other,
    })
}

/// Cuts a text into raw tokens.
/// Words of Hangul end at the places of `apart`, too, in bytes of the original.
pub(super) fn lex(normalized: &Normalized, units: &UnitTable, apart: &[usize]) -> Vec<RawToken> {
    let text = normalized.text();
    let mut raw: Vec<RawToken> = Vec::with_capacity(text.len() / 4 + 4);
    let mut at = 0;
    let mut spaced = true;
    while let Some(c) = text[at..].chars().next() {
        if c == '\n' || c == '\r' {
            let end = at + if text[at..].starts_with("\r\n") { 2 } else { 1 };
            raw.push(RawToken {
                kind: RawKind::Newline,
                start: at,
                end,
                spaced,
            });
            at = end;
            spaced = true;
            continue;
        }
        if c.is_whitespace() || c.is_control() {
            at += c.len_utf8();
            spaced = true;
            continue;
        }
        let (kind, end) = next(text, at, c, &raw, units);
        let ends_before = |end: usize| {
            let cut = |end: &usize| {
                apart
                    .binary_search(&normalized.original(*end, *end).start)
                    .is_ok()
            };
            let letters = text[at..end].char_indices().skip(1);
            letters.map(|(letter, _)| at + letter).find(cut)
        };
        let hangul = kind == RawKind::Word(Script::Hangul) && !apart.is_empty();
        let cut = hangul.then(|| ends_before(end)).flatten();
        let end = cut.unwrap_or(end);
        raw.push(RawToken {
            kind,
            start: at,
            end,
            spaced,
        });
        at = end;
        spaced = cut.is_some();
    }
    settle_times(text, &mut raw);
    raw
}

/// A longer run of digits is a code of something, not a number.
const MOST_DIGITS: usize = 15;

fn next(text: &str, at: usize, c: char, raw: &[RawToken], units: &UnitTable) -> (RawKind, usize) {
    let rest = &text[at..];
    let before = raw.last().filter(|last| last.end == at);
    let starts_number = c.is_ascii_digit()
        || (c == '.'
            && rest[1..].starts_with(|c: char| c.is_ascii_digit())
            && before
                .is_none_or(|last| !last.is_number() && !matches!(last.kind, RawKind::Word(_))));
    let run = rest.bytes().take_while(u8::is_ascii_digit).count();
    if run > MOST_DIGITS {
        return (RawKind::Word(Script::Other), at + run);
    }
    if starts_number {
        let joined_to_word = before.is_some_and(|last| matches!(last.kind, RawKind::Word(_)));
        if !joined_to_word && let Some((date, len)) = numerals::date(rest) {
            return (RawKind::Date(date), at + len);
        }
        if let Some((clock, len)) = numerals::clock(rest) {
            return (RawKind::Clock(clock), at + len);
        }
        let measured = |end: usize| {
            unit_after(text, at + end, units)
                .is_some_and(|dimension| *dimension != Dimension::Count)
        };
        if let Some(digits) = numerals::number(rest, in_list(raw, at), measured) {
            let mut value = digits.value;
            let mut decimals = digits.decimals;
            let mut end = at + digits.len;
            // `1½`
            if let Some(sign) = text[end..].chars().next()
                && let Some(part) = numerals::fraction(sign)
            {
                value += part;
                decimals = 3;
                end += sign.len_utf8();
            }
            return (RawKind::Number { value, decimals }, end);
        }
    }
    if let Some(value) = numerals::fraction(c) {
        return (RawKind::Number { value, decimals: 3 }, at + c.len_utf8());
    }
    if let Some(script) = script(c) {
        return word(text, at, script, before.is_some(), units);
    }
    symbol(rest, c, before, at)
}

/// Whether a number and a comma stand right before, without a space: `100,110,` goes on with numbers.
fn in_list(raw: &[RawToken], at: usize) -> bool {
    let [.., number, comma] = raw else {
        return false;
    };
    comma.is(Symbol::Comma) && comma.end == at && number.is_number() && number.end == comma.start
}

fn run_end(text: &str, at: usize, of: Script) -> usize {
    text[at..]
        .char_indices()
        .find(|(_, c)| script(*c) != Some(of))
        .map_or(text.len(), |(len, _)| at + len)
}

fn word(
    text: &str,
    at: usize,
    script: Script,
    joined: bool,
    units: &UnitTable,
) -> (RawKind, usize) {
    let mut end = run_end(text, at, script);
    let kind = RawKind::Word(script);
    if script != Script::Latin {
        return (kind, end);
    }
    // a.m., p.m.
    if matches!(&text[at..end], "a" | "p") && text[end..].starts_with(".m") {
        let after = run_end(text, end + 1, Script::Latin);
        if after == end + 2 {
            return (kind, after);
        }
    }
    // don't, farmer's
    loop {
        let mut rest = text[end..].chars();
        match (rest.next(), rest.next()) {
            (Some('\'' | '’'), Some(next)) if self::script(next) == Some(script) => {
                let quote = text[end..].chars().next().map_or(1, char::len_utf8);
                end = run_end(text, end + quote, script);
            }
            _ => break,
        }
    }
    // b12, vo2max: digits that belong to a word. `granite80` and `x5` are not of that kind.
    if !joined {
        let digits = text[end..].bytes().take_while(u8::is_ascii_digit).count();
        let after = run_end(text, end + digits, Script::Latin);
        let run = &text[at..end];
        let tail = &text[end + digits..after];
        let one_letter = run.len() == 1 && run != "x" && tail.is_empty() && digits > 0;
        let closed = |at: usize| !text[at..].starts_with(['.', ':', ',', '/']);
        if one_letter && closed(after) {
            return (kind, after);
        }
        let inside = (1..=2).contains(&digits)
            && run.len() <= 3
            && !tail.is_empty()
            && tail != "x"
            && units.prefix(tail).is_none_or(|(_, len)| len < tail.len());
        if inside && run != "x" && !is_ordinal_suffix(tail) {
            return (kind, after);
        }
    }
    (kind, end)
}

fn is_ordinal_suffix(tail: &str) -> bool {
    super::lexicon::core().ordinal_suffixes.contains(tail)
}

/// The dimension of the unit that a number ending at `at` has, judged by the letters alone.
fn unit_after<'a>(text: &str, at: usize, units: &'a UnitTable) -> Option<&'a Dimension> {
    let rest = text[at..].trim_start_matches(' ');
    let first = rest.chars().next()?;
    let run = &rest[..run_end(rest, 0, script(first)?)];
    let (unit, len) = units.prefix(run)?;
    let whole = len == run.len() || script(first) == Some(Script::Hangul);
    whole.then(|| &units.unit(unit).dimension)
}

fn symbol(rest: &str, c: char, before: Option<&RawToken>, at: usize) -> (RawKind, usize) {
    for arrow in ["-->", "->", "=>", "~>", "→", "⇒", "➡", "➔", "▶"] {
        if rest.starts_with(arrow) {
            return (RawKind::Symbol(Symbol::Arrow), at + arrow.len());
        }
    }
    let dots = rest.bytes().take_while(|b| *b == b'.').count();
    if dots > 1 {
        return (RawKind::Symbol(Symbol::Ellipsis), at + dots);
    }
    let after_number = before.is_some_and(RawToken::is_number);
    let symbol = match c {
        '×' | '✕' | '✖' | '╳' => Symbol::Times,
        '@' => Symbol::At,
        '+' => Symbol::Plus,
        '-' | '‐' | '‑' | '‒' | '–' | '—' | '−' | '―' => Symbol::Dash,
        '>' if after_number && rest[1..].starts_with(|c: char| c.is_ascii_digit()) => Symbol::Arrow,
        '~' | '〜' | '∼' | '≈' => Symbol::Tilde,
        '/' => Symbol::Slash,
        ',' | '、' | '،' => Symbol::Comma,
        '.' | '。' => Symbol::Period,
        '…' => Symbol::Ellipsis,
        ':' => Symbol::Colon,
        ';' => Symbol::Semicolon,
        '?' => Symbol::Question,
        '!' => Symbol::Exclamation,
        '(' | '[' | '{' | '「' | '『' | '《' | '<' => Symbol::Open,
        ')' | ']' | '}' | '」' | '』' | '》' | '>' => Symbol::Close,
        '\'' | '"' | '‘' | '’' | '“' | '”' | '′' | '″' | '`' => Symbol::Quote,
        '=' => Symbol::Equals,
        '&' => Symbol::And,
        '#' => Symbol::Hash,
        '*' => Symbol::Star,
        '•' | '·' | '∙' | '‧' | 'ㆍ' => Symbol::Bullet,
        '|' => Symbol::Bar,
        '$' | '€' | '£' | '¥' | '₩' => Symbol::Currency,
        other => Symbol::Other(other),
    };
    (RawKind::Symbol(symbol), at + c.len_utf8())
}

/// `x` and `*` beside a number multiply, and "by" between two.
fn settle_times(text: &str, raw: &mut [RawToken]) {
    for index in 0..raw.len() {
        let this = raw[index];
        let next = raw.get(index + 1).is_some_and(RawToken::is_number);
        let before = index
            .checked_sub(1)
            .and_then(|before| raw.get(before))
            .copied();
        let counted = before.is_some_and(|raw| raw.is_number());
        let multiplies = match this.kind {
            RawKind::Word(Script::Latin) if &text[this.start..this.end] == "x" => next || counted,
            // "3 by 8"
            RawKind::Word(Script::Latin) if &text[this.start..this.end] == "by" => next && counted,
            RawKind::Symbol(Symbol::Star) => {
                next && before.is_some_and(|raw| {
                    raw.is_number() || (matches!(raw.kind, RawKind::Word(_)) && !this.spaced)
                })
            }
            _ => false,
        };
        if multiplies {
            raw[index].kind = RawKind::Symbol(Symbol::Times);
        }
    }
}
