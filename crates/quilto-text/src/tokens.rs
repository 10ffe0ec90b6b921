//! The parts of a text: words, numbers, quantities, clock forms, signs.

use std::ops::Range;
use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};

use super::units::{Dimension, Unit, UnitId, UnitTable};

/// A stretch of the original text, in bytes; both ends lie on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// A span that holds both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether the two share a byte.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Its length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds nothing.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self {
            start: range.start,
            end: range.end,
        }
    }
}

/// Which letters a word is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Script {
    /// Latin letters, with or without accents; may hold digits inside (`vo2max`, `b12`).
    Latin,
    /// Korean syllables or letters.
    Hangul,
    /// Any other.
    Other,
}

/// How a number was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberStyle {
    /// With digits, a fraction sign included.
    Digits,
    /// With words (`twenty-five`, `다섯`), or digits and a word (`5백`).
    Words,
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// What it says. Never negative: a sign is a token of its own.
    pub value: f64,
    /// Digits after the decimal sign; 0 for a whole number.
    pub decimals: u8,
    /// How it was written.
    pub style: NumberStyle,
    /// The number alone, without the unit of a quantity.
    pub span: Span,
}

impl Number {
    /// The value as a whole number, if it is one.
    pub fn whole(&self) -> Option<u32> {
        let fits = self.value.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&self.value);
        fits.then_some(self.value as u32)
    }
}

/// A number with its unit. Parts that follow each other are added up (`1h20m` is 80 min).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quantity {
    /// The value in `unit`.
    pub value: f64,
    /// The unit; of several parts, the smallest.
    pub unit: UnitId,
    /// The (first) number as typed.
    pub number: Number,
    /// How many parts it was written in: 2 for `1h20m`.
    pub parts: u8,
}

/// Numbers joined by colons or by minute and second signs: a time of day, or a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The numbers, most significant first.
    pub parts: [u32; 3],
    /// How many of them were written: 2 or 3.
    pub len: u8,
    /// Hundredths after a point (`1:02.35`), as typed; 0 where there are none.
    pub hundredths: u8,
    /// Whether it was written with signs that only a duration has (`6'27"`).
    pub duration_only: bool,
}

impl Clock {
    /// Read as a duration in seconds: `m:ss` or `h:mm:ss`.
    pub fn seconds(&self) -> f64 {
        let [a, b, c] = self.parts.map(f64::from);
        let whole = if self.len == 3 {
            a * 3600.0 + b * 60.0 + c
        } else {
            a * 60.0 + b
        };
        whole + f64::from(self.hundredths) / 100.0
    }

    /// Read as hours and minutes (`1:30` is an hour and a half), in seconds.
    pub fn seconds_as_hours(&self) -> f64 {
        if self.len == 3 {
            self.seconds()
        } else {
            self.seconds() * 60.0
        }
    }

    /// Read as a time of day, if it can be one.
    pub fn time_of_day(&self) -> Option<NaiveTime> {
        if self.duration_only || self.hundredths != 0 {
            return None;
        }
        let second = if self.len == 3 { self.parts[2] } else { 0 };
        NaiveTime::from_hms_opt(self.parts[0], self.parts[1], second)
    }
}

/// Time per distance (`5:30/km`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Seconds for `distance` times `per`.
    pub seconds: f64,
    /// How many units: 1, or 100 in `1:45/100m`.
    pub distance: f64,
    /// The unit of distance.
    pub per: UnitId,
}

/// A sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// `×`, or `x` and `*` next to a number.
    Times,
    /// `@`.
    At,
    /// `+`.
    Plus,
    /// `-`, `–`, `−` and their kin, whatever they mean where they stand.
    Dash,
    /// `→`, `->`, `=>`, `>` between spaces.
    Arrow,
    /// `~`, `〜`, `≈`.
    Tilde,
    /// `/`.
    Slash,
    /// `,`, `、`.
    Comma,
    /// `.`, `。`.
    Period,
    /// `…`, `...`, `..`.
    Ellipsis,
    /// `:`.
    Colon,
    /// `;`.
    Semicolon,
    /// `?`.
    Question,
    /// `!`.
    Exclamation,
    /// An opening bracket.
    Open,
    /// A closing bracket.
    Close,
    /// A quotation mark or apostrophe.
    Quote,
    /// `=`.
    Equals,
    /// `&`.
    And,
    /// `#`.
    Hash,
    /// `*`, not between numbers.
    Star,
    /// `•`, `·`.
    Bullet,
    /// `|`.
    Bar,
    /// `$`, `€`, `₩` and their kin.
    Currency,
    /// Anything else: emoji, drawing, mathematics.
    Other(char),
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TokenKind {
    /// A run of letters.
    Word(Script),
    /// A bare number.
    Number(Number),
    /// A number with its unit.
    Quantity(Quantity),
    /// A place in an order: `2nd`, `third`, `첫`, `세번째`.
    Ordinal(u32),
    /// `25:30`, `1:02:03`, `6'27"`.
    Clock(Clock),
    /// A time of day that says so itself: `7:30am`, `오전 7시`.
    Time(NaiveTime),
    /// `5:30/km`, `8:15 min/mile`.
    Pace(Pace),
    /// A full date in digits: `2026-01-09`, `31.01.2026`, `2026.1.31`.
    Date(NaiveDate),
    /// A sign.
    Symbol(Symbol),
    /// The end of a line.
    Newline,
}

/// One part of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token {
    /// Where it stands in the original text.
    pub span: Span,
    /// What it is.
    pub kind: TokenKind,
    /// Whether white space or the beginning of the text stands before it.
    pub spaced: bool,
    /// Where its normal form stands in the normalised text.
    pub(super) norm: (usize, usize),
}

impl Token {
    /// The number it holds, bare or with a unit.
    pub fn number(&self) -> Option<&Number> {
        match &self.kind {
            TokenKind::Number(number) => Some(number),
            TokenKind::Quantity(quantity) => Some(&quantity.number),
            _ => None,
        }
    }

    /// Whether it is this sign.
    pub fn is(&self, symbol: Symbol) -> bool {
        self.kind == TokenKind::Symbol(symbol)
    }

    /// Whether it is a word of any script.
    pub fn is_word(&self) -> bool {
        matches!(self.kind, TokenKind::Word(_))
    }

    /// Whether a clause ends with it: a line end or a sign that closes a sentence or its part.
    pub fn ends_clause(&self) -> bool {
        match self.kind {
            TokenKind::Newline => true,
            TokenKind::Symbol(symbol) => matches!(
                symbol,
                Symbol::Period
                    | Symbol::Ellipsis
                    | Symbol::Comma
                    | Symbol::Semicolon
                    | Symbol::Question
                    | Symbol::Exclamation
            ),
            _ => false,
        }
    }

    /// Whether a sentence ends with it.
    pub fn ends_sentence(&self) -> bool {
        self.ends_clause() && !self.is(Symbol::Comma) && !self.is(Symbol::Semicolon)
    }
}

/// Two numbers that bound something: `120-130`, `3~5`, `30인가 35`, `8 to 10`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    /// The number named first.
    pub first: Number,
    /// The number named second.
    pub second: Number,
    /// The unit, if either has one.
    pub unit: Option<UnitId>,
    /// How many tokens it takes.
    pub tokens: usize,
    /// Whether the words mean that the writer does not know which (`30인가 35`, `3 or 4`).
    pub doubtful: bool,
}

/// A text and its tokens.
#[derive(Clone, Debug)]
pub struct Tokens {
    pub(super) text: String,
    pub(super) norm: String,
    pub(super) tokens: Vec<Token>,
    pub(super) units: Arc<UnitTable>,
    pub(super) ends: Ends,
}

/// The tokens that end something, in order.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    clauses: Vec<usize>,
    sentences: Vec<usize>,
    lines: Vec<usize>,
}

impl Ends {
    pub(super) fn of(tokens: &[Token]) -> Self {
        let all = |ends: fn(&Token) -> bool| {
            let tokens = tokens.iter().enumerate();
            tokens
                .filter(|(_, token)| ends(token))
                .map(|(at, _)| at)
                .collect()
        };
        Self {
            clauses: all(Token::ends_clause),
            sentences: all(Token::ends_sentence),
            lines: all(|token| token.kind == TokenKind::Newline),
        }
    }
}

impl std::ops::Deref for Tokens {
    type Target = [Token];

    fn deref(&self) -> &[Token] {
        &self.tokens
    }
}

impl Tokens {
    /// The original text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The normal form of a token; empty beyond the last.
    pub fn norm(&self, index: usize) -> &str {
        self.tokens
            .get(index)
            .and_then(|token| self.norm.get(token.norm.0..token.norm.1))
            .unwrap_or("")
    }

    /// The normal form of a stretch of tokens, with what stood between them.
    pub fn norm_of(&self, range: std::ops::Range<usize>) -> &str {
        let Some(tokens) = self.tokens.get(range) else {
            return "";
        };
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => self.norm.get(first.norm.0..last.norm.1).unwrap_or(""),
            _ => "",
        }
    }

    /// The original words of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The span of a stretch of tokens.
    pub fn span_of(&self, range: std::ops::Range<usize>) -> Span {
        let tokens = self.tokens.get(range).unwrap_or(&[]);
        match (tokens.first(), tokens.last()) {
            (Some(first), Some(last)) => first.span.join(last.span),
            _ => Span::default(),
        }
    }

    /// The units the text was read with.
    pub fn units(&self) -> &Arc<UnitTable> {
        &self.units
    }

    /// The unit of a quantity or pace of this text.
    pub fn unit(&self, id: UnitId) -> &Unit {
        self.units.unit(id)
    }

    /// The value of a token in another unit, if it is a quantity of that unit's dimension.
    pub fn value_in(&self, index: usize, unit: &str) -> Option<f64> {
        let TokenKind::Quantity(quantity) = self.tokens.get(index)?.kind else {
            return None;
        };
        self.units
            .convert(quantity.value, &self.unit(quantity.unit).name, unit)
    }

    /// The dimension of the quantity at a token.
    pub fn dimension(&self, index: usize) -> Option<&Dimension> {
        match &self.tokens.get(index)?.kind {
            TokenKind::Quantity(quantity) => Some(&self.unit(quantity.unit).dimension),
            _ => None,
        }
    }

    /// The tokens of the clause that a token stands in, without the sign that ends it.
    pub fn clause(&self, index: usize) -> std::ops::Range<usize> {
        self.stretch(index, &self.ends.clauses)
    }

    /// The tokens of the sentence that a token stands in, without the sign that ends it.
    pub fn sentence(&self, index: usize) -> std::ops::Range<usize> {
        self.stretch(index, &self.ends.sentences)
    }

    /// The tokens of the line that a token stands in.
    pub fn line(&self, index: usize) -> std::ops::Range<usize> {
        self.stretch(index, &self.ends.lines)
    }

    fn stretch(&self, index: usize, ends: &[usize]) -> std::ops::Range<usize> {
        let index = index.min(self.tokens.len());
        let next = ends.partition_point(|end| *end < index);
        let start = next.checked_sub(1).map_or(0, |last| ends[last] + 1);
        let end = ends.get(next).copied().unwrap_or(self.tokens.len());
        start..end
    }
}
