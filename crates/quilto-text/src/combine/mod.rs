//! Second pass: number words, units, durations, paces, ordinals and times of day.

mod number;
mod time;
mod unit;
mod words;

use std::sync::Arc;

use super::hangul::{is_particles, may_follow_noun, split_particles};
use super::lex::{RawKind, RawToken};
use super::lexicon::{self, Core};
use super::number_words;
use super::tokens::{NumberStyle, Script, Span, Token, TokenKind};
use super::units::{UnitId, UnitTable};
use quilto_vocabulary::normalize::Normalized;

/// Makes tokens of raw ones.
pub(super) fn combine(
    normalized: &Normalized,
    raw: Vec<RawToken>,
    units: &Arc<UnitTable>,
) -> Vec<Token> {
    let mut combiner = Combiner {
        text: normalized.text(),
        normalized,
        units,
        core: lexicon::core(),
        out: Vec::with_capacity(raw.len()),
        raw,
        at: 0,
    };
    while combiner.at < combiner.raw.len() {
        combiner.step();
    }
    combiner.out
}

struct Combiner<'a> {
    text: &'a str,
    normalized: &'a Normalized,
    units: &'a UnitTable,
    core: &'static Core,
    raw: Vec<RawToken>,
    at: usize,
    out: Vec<Token>,
}

/// A number that was read, before its unit is looked for.
#[derive(Clone, Copy)]
struct NumberMatch {
    value: f64,
    decimals: u8,
    style: NumberStyle,
    start: usize,
    end: usize,
    spaced: bool,
}

/// A unit found after a number.
#[derive(Clone, Copy)]
struct UnitMatch {
    unit: UnitId,
    /// Raw tokens it takes wholly.
    whole: usize,
    /// Where it ends; inside the next raw token if it takes only a part of that.
    end: usize,
}

impl<'a> Combiner<'a> {
    pub(super) fn step(&mut self) {
        let this = self.raw[self.at];
        match this.kind {
            RawKind::Newline => self.plain(TokenKind::Newline),
            RawKind::Symbol(symbol) => self.plain(TokenKind::Symbol(symbol)),
            RawKind::Date(date) => {
                self.plain(TokenKind::Date(date));
                self.skip_iso_time_mark();
            }
            RawKind::Clock(_) => self.clock(),
            RawKind::Number { value, decimals } => {
                let number = NumberMatch {
                    value,
                    decimals,
                    style: NumberStyle::Digits,
                    start: this.start,
                    end: this.end,
                    spaced: this.spaced,
                };
                self.at += 1;
                self.number(number);
            }
            RawKind::Word(Script::Latin) => {
                if !self.spelled() {
                    self.word(Script::Latin);
                }
            }
            RawKind::Word(Script::Hangul) => {
                if !self.korean() {
                    self.word(Script::Hangul);
                }
            }
            RawKind::Word(Script::Other) => self.plain(TokenKind::Word(Script::Other)),
        }
    }

    pub(super) fn str(&self, raw: &RawToken) -> &'a str {
        &self.text[raw.start..raw.end]
    }

    /// The word at a raw index.
    pub(super) fn word_at(&self, index: usize) -> Option<&'a str> {
        let raw = self.raw.get(index)?;
        matches!(raw.kind, RawKind::Word(_)).then(|| self.str(raw))
    }

    pub(super) fn push(&mut self, kind: TokenKind, start: usize, end: usize, spaced: bool) {
        let mut span = Span::from(self.normalized.original(start, end));
        // A cut between characters that were written as one leaves them with the first token.
        if let Some(last) = self.out.last() {
            span.start = span.start.max(last.span.end);
            span.end = span.end.max(span.start);
        }
        self.out.push(Token {
            span,
            kind,
            spaced,
            norm: (start, end),
        });
    }

    pub(super) fn plain(&mut self, kind: TokenKind) {
        let this = self.raw[self.at];
        self.push(kind, this.start, this.end, this.spaced);
        self.at += 1;
    }

    pub(super) fn word(&mut self, script: Script) {
        let this = self.raw[self.at];
        if let Some(place) = self.core.ordinals.get(self.str(&this)) {
            let kind = TokenKind::Ordinal(*place);
            self.plain(kind);
            return;
        }
        if script == Script::Hangul && self.ordinal_prefix(&this) {
            return;
        }
        self.plain(TokenKind::Word(script));
    }

    /// `첫세트`, `세번째로`: an ordinal word with something attached that may follow it.
    pub(super) fn ordinal_prefix(&mut self, this: &RawToken) -> bool {
        let run = self.str(this);
        let found = (1..run.len().min(self.core.longest_ordinal + 1))
            .rev()
            .filter(|end| run.is_char_boundary(*end))
            .find_map(|end| Some((end, *self.core.ordinals.get(&run[..end])?)));
        let Some((end, place)) = found else {
            return false;
        };
        let rest = &run[end..];
        let counted = self
            .units
            .prefix(rest)
            .is_some_and(|(_, len)| may_follow_noun(&rest[len..]));
        let sticks = end > 3 && is_particles(rest);
        if !counted && !sticks {
            return false;
        }
        self.push(
            TokenKind::Ordinal(place),
            this.start,
            this.start + end,
            this.spaced,
        );
        self.raw[self.at].start += end;
        self.raw[self.at].spaced = false;
        true
    }

    /// Particles right behind a number or unit become words of their own: `로시작` → `로`, `시작`.
    pub(super) fn split_following(&mut self) {
        let Some(next) = self.raw.get(self.at).copied() else {
            return;
        };
        if next.spaced || next.kind != RawKind::Word(Script::Hangul) {
            return;
        }
        let (particles, rest) = split_particles(self.str(&next));
        if particles.is_empty() || rest.is_empty() {
            return;
        }
        let end = next.start + particles.len();
        self.push(TokenKind::Word(Script::Hangul), next.start, end, false);
        self.raw[self.at].start = end;
        self.raw[self.at].spaced = false;
    }
}

/// Whether what follows a unit in a run may do so: particles, verbs, or a further number word.
fn may_follow(rest: &str, core: &Core) -> bool {
    may_follow_noun(rest) || !number_words::korean(core, rest).is_empty()
}

fn whole(number: &NumberMatch) -> Option<u32> {
    (number.decimals == 0 && number.value <= f64::from(u32::MAX)).then_some(number.value as u32)
}
