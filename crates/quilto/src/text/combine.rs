//! Second pass: number words, units, durations, paces, ordinals and times of day.

use std::sync::Arc;

use chrono::NaiveTime;

use super::hangul::{is_particles, may_follow_noun, split_particles};
use super::lex::{Raw, RawKind};
use super::lexicon::{self, Core, DayHalf};
use super::normalize::Normalized;
use super::number_words::{self, Counting};
use super::tokens::{Number, NumberStyle, Pace, Quantity, Script, Symbol, Token, TokenKind};
use super::units::{Dimension, UnitId, UnitTable};

/// Makes tokens of raw ones.
pub(super) fn combine(
    normalized: &Normalized,
    raw: Vec<Raw>,
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
    raw: Vec<Raw>,
    at: usize,
    out: Vec<Token>,
}

/// A number that was read, before its unit is looked for.
#[derive(Clone, Copy)]
struct Read {
    value: f64,
    decimals: u8,
    style: NumberStyle,
    start: usize,
    end: usize,
    spaced: bool,
}

/// A unit found after a number.
#[derive(Clone, Copy)]
struct Found {
    unit: UnitId,
    /// Raw tokens it takes wholly.
    whole: usize,
    /// Where it ends; inside the next raw token if it takes only a part of that.
    end: usize,
}

impl<'a> Combiner<'a> {
    fn step(&mut self) {
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
                let number = Read {
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

    fn str(&self, raw: &Raw) -> &'a str {
        &self.text[raw.start..raw.end]
    }

    /// The word at a raw index.
    fn word_at(&self, index: usize) -> Option<&'a str> {
        let raw = self.raw.get(index)?;
        matches!(raw.kind, RawKind::Word(_)).then(|| self.str(raw))
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize, spaced: bool) {
        self.out.push(Token {
            span: self.normalized.original(start, end),
            kind,
            spaced,
            norm: (start, end),
        });
    }

    fn plain(&mut self, kind: TokenKind) {
        let this = self.raw[self.at];
        self.push(kind, this.start, this.end, this.spaced);
        self.at += 1;
    }

    fn word(&mut self, script: Script) {
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
    fn ordinal_prefix(&mut self, this: &Raw) -> bool {
        let run = self.str(this);
        let found = (1..run.len())
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
        if !counted && !(end > 3 && is_particles(rest)) {
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

    // ----- numbers in words

    fn spelled(&mut self) -> bool {
        let this = self.raw[self.at];
        let first = self.str(&this);
        if let Some(part) = self.core.fractions.get(first).copied() {
            return self.part_of_unit(part);
        }
        let starts = self.core.numbers.contains_key(first) || self.core.articles.contains(first);
        if !starts {
            return false;
        }
        // Indexes of the words from here on, hyphens between them left out.
        let mut places = Vec::new();
        let mut index = self.at;
        while places.len() < 12 {
            let Some(raw) = self.raw.get(index) else {
                break;
            };
            match raw.kind {
                RawKind::Word(Script::Latin) => places.push(index),
                RawKind::Symbol(Symbol::Dash) if !raw.spaced && !places.is_empty() => {}
                _ => break,
            }
            index += 1;
        }
        let read = number_words::spelled(self.core, |at| {
            places.get(at).and_then(|place| self.word_at(*place))
        });
        let Some(read) = read else { return false };
        let Some(last) = places.get(read.words - 1).copied() else {
            return false;
        };
        if read.words == 1 && read.value == 1.0 && self.is_pronoun() {
            return false;
        }
        let number = Read {
            value: read.value,
            decimals: if read.fraction { 2 } else { 0 },
            style: NumberStyle::Words,
            start: this.start,
            end: self.raw[last].end,
            spaced: this.spaced,
        };
        self.at = last + 1;
        self.number(number);
        true
    }

    fn is_pronoun(&self) -> bool {
        self.at
            .checked_sub(1)
            .and_then(|before| self.word_at(before))
            .is_some_and(|word| self.core.pronoun_before_one.contains(word))
    }

    /// `half an hour`, `half a cup`: a part is a number only with a unit behind it.
    fn part_of_unit(&mut self, part: f64) -> bool {
        let this = self.raw[self.at];
        let mut next = self.at + 1;
        if self
            .word_at(next)
            .is_some_and(|word| self.core.articles.contains(word))
        {
            next += 1;
        }
        let Some(found) = self.unit_at(next, this.end) else {
            return false;
        };
        let number = Read {
            value: part,
            decimals: 2,
            style: NumberStyle::Words,
            start: this.start,
            end: this.end,
            spaced: this.spaced,
        };
        self.at = next;
        self.quantity(number, found);
        true
    }

    fn korean(&mut self) -> bool {
        let this = self.raw[self.at];
        let run = self.str(&this);
        let Some(first) = run.chars().next() else {
            return false;
        };
        let possible = self.core.sino_digits.contains_key(&first)
            || self.core.sino_scales.contains_key(&first)
            || NATIVE_INITIALS.contains(first);
        if !possible || self.is_no_number(run) {
            return false;
        }
        for number in number_words::korean(self.core, run) {
            let read = Read {
                value: f64::from(number.value),
                decimals: 0,
                style: NumberStyle::Words,
                start: this.start,
                end: this.start + number.len,
                spaced: this.spaced,
            };
            let rest = &run[number.len..];
            let syllables = number.len / 3;
            if rest.is_empty() {
                // The counter may stand apart: 다섯 개. A lone 이 or 일 is no number then.
                let fits = number.counting == Counting::Native || syllables > 1;
                if let Some(found) = self.unit_at(self.at + 1, this.end)
                    && (fits || self.is_measure(found.unit))
                    && run != "이"
                    && self.counts(number.counting, syllables, found)
                {
                    self.at += 1;
                    self.number(read);
                    return true;
                }
                if number.alone {
                    self.at += 1;
                    self.number(read);
                    return true;
                }
                continue;
            }
            if let Some((unit, len)) = self.units.prefix(rest)
                && may_follow(&rest[len..], self.core)
                && self.counts(
                    number.counting,
                    syllables,
                    Found {
                        unit,
                        whole: 0,
                        end: read.end + len,
                    },
                )
            {
                self.raw[self.at].start = read.end;
                self.raw[self.at].spaced = false;
                self.number(read);
                return true;
            }
            let hour = number.counting == Counting::Native && self.is_hour(rest);
            if hour || (number.alone && is_particles(rest)) {
                self.raw[self.at].start = read.end;
                self.raw[self.at].spaced = false;
                self.number(read);
                return true;
            }
        }
        false
    }

    /// Whether `시` follows a number word: `두시`, `일곱시반에`.
    fn is_hour(&self, rest: &str) -> bool {
        self.core.hour_words.iter().any(|word| {
            rest.strip_prefix(word.as_str()).is_some_and(|rest| {
                let half = self
                    .core
                    .half_after
                    .iter()
                    .find_map(|half| rest.strip_prefix(half.as_str()));
                is_particles(half.unwrap_or(rest))
            })
        })
    }

    /// Runs that only look like numbers (`이번`), with or without particles.
    fn is_no_number(&self, run: &str) -> bool {
        run.char_indices()
            .skip(1)
            .take(3)
            .map(|(at, _)| at)
            .chain([run.len()])
            .any(|end| self.core.not_numbers.contains(&run[..end]) && may_follow_noun(&run[end..]))
    }

    fn is_measure(&self, unit: UnitId) -> bool {
        !matches!(self.units.unit(unit).dimension, Dimension::Count)
    }

    /// Whether this way of counting goes with a unit: 이 번 and 두 일 do not.
    fn counts(&self, counting: Counting, syllables: usize, found: Found) -> bool {
        let unit = self.units.unit(found.unit);
        let start = found.end.saturating_sub(3);
        let word = self.text.get(start..found.end).unwrap_or("");
        match counting {
            Counting::Sino => {
                syllables > 1
                    || !self
                        .core
                        .native_counters
                        .iter()
                        .any(|c| word.ends_with(c.as_str()))
            }
            Counting::Native => {
                unit.dimension == Dimension::Count
                    || !self.core.sino_units.iter().any(|c| word == c.as_str())
            }
        }
    }

    // ----- what follows a number

    fn number(&mut self, mut number: Read) {
        self.multiply(&mut number);
        self.fraction(&mut number);
        if self.ordinal(&number) || self.hour(&number) {
            return;
        }
        if let Some(found) = self.unit_at(self.at, number.end) {
            self.quantity(number, found);
            return;
        }
        self.push_number(number);
        self.split_following();
    }

    fn push_number(&mut self, read: Read) {
        let number = self.finished(read);
        self.push(TokenKind::Number(number), read.start, read.end, read.spaced);
    }

    fn finished(&self, read: Read) -> Number {
        Number {
            value: read.value,
            decimals: read.decimals,
            style: read.style,
            span: self.normalized.original(read.start, read.end),
        }
    }

    /// `5백`, `2만5천`, `2 hundred`.
    fn multiply(&mut self, number: &mut Read) {
        if number.style == NumberStyle::Digits {
            if let Some(scale) = self
                .word_at(self.at)
                .and_then(|word| self.core.scales.get(word))
            {
                number.value *= f64::from(*scale);
                number.style = NumberStyle::Words;
                number.end = self.raw[self.at].end;
                self.at += 1;
                return;
            }
            let mut last = u32::MAX;
            while let Some(next) = self.raw.get(self.at).copied() {
                if next.spaced || next.kind != RawKind::Word(Script::Hangul) {
                    break;
                }
                let run = self.str(&next);
                let Some(c) = run.chars().next() else { break };
                let Some(scale) = self.core.sino_scales.get(&c).filter(|s| **s < last) else {
                    break;
                };
                let rest = &run[c.len_utf8()..];
                let more = self
                    .raw
                    .get(self.at + 1)
                    .filter(|raw| rest.is_empty() && !raw.spaced && raw.is_number());
                let counted = self
                    .units
                    .prefix(rest)
                    .is_some_and(|(_, len)| may_follow(&rest[len..], self.core));
                let ends = rest.is_empty() || (*scale < 10_000 && is_particles(rest));
                // 80만 says "only 80" when nothing is counted.
                let myriad_alone = *scale == 10_000
                    && !counted
                    && more.is_none()
                    && self.unit_at(self.at + 1, next.end).is_none();
                if myriad_alone || !(counted || ends) {
                    break;
                }
                last = *scale;
                number.value = number.value * f64::from(*scale);
                number.style = NumberStyle::Words;
                number.end = next.start + c.len_utf8();
                if rest.is_empty() {
                    self.at += 1;
                } else {
                    self.raw[self.at].start = number.end;
                    self.raw[self.at].spaced = false;
                }
                if let Some(Raw {
                    kind: RawKind::Number { value, .. },
                    end,
                    ..
                }) = self.raw.get(self.at).copied().filter(|raw| !raw.spaced)
                    && rest.is_empty()
                    && value < f64::from(*scale)
                {
                    let upper = number.value;
                    let mut lower = Read {
                        value,
                        end,
                        style: NumberStyle::Digits,
                        ..*number
                    };
                    self.at += 1;
                    self.multiply(&mut lower);
                    number.value = upper + lower.value;
                    number.end = lower.end;
                    return;
                }
            }
        }
    }

    /// `1/2 cup`, `1 1/2 cups`, `3 and a half hours`.
    fn fraction(&mut self, number: &mut Read) {
        let words = |at: usize| self.word_at(self.at + at);
        if let Some((part, count)) = number_words::added_fraction(self.core, 0, &words)
            && number.decimals == 0
        {
            number.value += part;
            number.decimals = 2;
            number.style = NumberStyle::Words;
            self.at += count;
            number.end = self.raw[self.at - 1].end;
            return;
        }
        let ratio = |at: usize| -> Option<(f64, usize)> {
            let slash = self
                .raw
                .get(at)
                .filter(|raw| raw.is(Symbol::Slash) && !raw.spaced)?;
            let below = self.raw.get(at + 1).filter(|raw| !raw.spaced)?;
            let RawKind::Number { value, decimals: 0 } = below.kind else {
                return None;
            };
            let usual = [2.0, 3.0, 4.0, 5.0, 8.0].contains(&value);
            let _ = slash;
            let unit = self.unit_at(at + 2, below.end)?;
            let calendar = matches!(
                self.units.unit(unit.unit).name.as_ref(),
                "day" | "month" | "year" | "week"
            );
            (usual && !calendar).then_some((value, below.end))
        };
        if number.decimals == 0
            && let Some((below, end)) = ratio(self.at)
            && number.value < below
        {
            number.value /= below;
            number.decimals = 3;
            number.end = end;
            self.at += 2;
            return;
        }
        if let Some(Raw {
            kind:
                RawKind::Number {
                    value: above,
                    decimals: 0,
                },
            spaced: true,
            ..
        }) = self.raw.get(self.at).copied()
            && number.decimals == 0
            && let Some((below, end)) = ratio(self.at + 1)
            && above < below
        {
            number.value += above / below;
            number.decimals = 3;
            number.end = end;
            self.at += 3;
        }
    }

    /// `2nd`, `3번째`.
    fn ordinal(&mut self, number: &Read) -> bool {
        let Some(place) = whole(number) else {
            return false;
        };
        let Some(next) = self
            .raw
            .get(self.at)
            .copied()
            .filter(|raw| matches!(raw.kind, RawKind::Word(_)) && !raw.spaced)
        else {
            return false;
        };
        let run = self.str(&next);
        if self.core.ordinal_suffixes.contains(run) {
            self.at += 1;
            self.push(
                TokenKind::Ordinal(place),
                number.start,
                next.end,
                number.spaced,
            );
            return true;
        }
        let suffix = self
            .core
            .ordinal_suffixes
            .iter()
            .filter(|suffix| {
                next.kind == RawKind::Word(Script::Hangul) && run.starts_with(suffix.as_str())
            })
            .max_by_key(|suffix| suffix.len());
        let Some(suffix) = suffix else { return false };
        let end = next.start + suffix.len();
        self.push(TokenKind::Ordinal(place), number.start, end, number.spaced);
        self.raw[self.at].start = end;
        self.raw[self.at].spaced = false;
        true
    }

    /// `7am`, `7시`, `오후 7시 30분`.
    fn hour(&mut self, number: &Read) -> bool {
        let Some(hour) = whole(number).filter(|hour| *hour <= 24) else {
            return false;
        };
        if let Some(half) = self
            .word_at(self.at)
            .and_then(|word| self.core.after_hour.get(word))
        {
            let Some(time) = time(hour, 0, Some(*half)) else {
                return false;
            };
            let end = self.raw[self.at].end;
            self.at += 1;
            self.push(TokenKind::Time(time), number.start, end, number.spaced);
            return true;
        }
        let Some(next) = self.raw.get(self.at).copied() else {
            return false;
        };
        if next.kind != RawKind::Word(Script::Hangul) {
            return false;
        }
        let run = self.str(&next);
        let Some(word) = self
            .core
            .hour_words
            .iter()
            .find(|word| run.starts_with(word.as_str()))
        else {
            return false;
        };
        let mut rest = &run[word.len()..];
        let longer_unit = self
            .units
            .prefix(run)
            .is_some_and(|(_, len)| len > word.len());
        let half_hour = self
            .core
            .half_after
            .iter()
            .find(|half| rest.starts_with(half.as_str()));
        if let Some(half) = half_hour {
            rest = &rest[half.len()..];
        }
        if longer_unit || !is_particles(rest) || (next.spaced && !rest.is_empty()) {
            return false;
        }
        let mut minute = if half_hour.is_some() { 30 } else { 0 };
        let mut end = next.end - rest.len();
        let mut taken = rest.is_empty();
        if taken {
            self.at += 1;
            if let Some((more, until, whole)) = self.minute(end) {
                minute = more;
                end = until;
                taken = whole;
                if !whole {
                    self.at += 1;
                } else {
                    self.at += 2;
                }
            } else {
                taken = true;
            }
        }
        if !taken {
            self.raw[self.at].start = end;
            self.raw[self.at].spaced = false;
        }
        let half = self.out.last().and_then(|token| {
            let word = &self.text[token.norm.0..token.norm.1];
            self.core.before_hour.get(word).copied()
        });
        match time(hour, minute, half) {
            Some(time) => {
                self.push(TokenKind::Time(time), number.start, end, number.spaced);
                self.split_following();
            }
            None => self.push_number(*number),
        }
        true
    }

    /// The minutes after an hour: their number, where they end, and whether the raw word ends there.
    fn minute(&self, _after: usize) -> Option<(u32, usize, bool)> {
        let number = self.raw.get(self.at)?;
        let RawKind::Number { value, decimals: 0 } = number.kind else {
            return None;
        };
        let found = self.unit_at(self.at + 1, number.end)?;
        if &*self.units.unit(found.unit).name != "min" || value >= 60.0 {
            return None;
        }
        Some((value as u32, found.end, found.whole == 1))
    }

    /// The unit that begins at a raw index, for a number that ends at `end`.
    fn unit_at(&self, index: usize, _number_end: usize) -> Option<Found> {
        let next = self.raw.get(index)?;
        let run = self.str(next);
        match next.kind {
            RawKind::Word(Script::Hangul) => {
                let (unit, len) = self.units.prefix(run)?;
                let rest = &run[len..];
                // 보다, 만큼: a particle that only begins like a unit.
                let particle = self
                    .core
                    .particles
                    .iter()
                    .any(|particle| particle.len() > len && run.starts_with(particle.as_str()));
                if particle || self.core.not_units.contains(run) {
                    return None;
                }
                let follows = if next.spaced {
                    is_particles(rest) || (!rest.is_empty() && len > 3 && may_follow_noun(rest))
                } else {
                    // A unit of two syllables is one whatever verb follows it without a space.
                    len > 3 || may_follow(rest, self.core)
                };
                follows.then_some(Found {
                    unit,
                    whole: usize::from(rest.is_empty()),
                    end: next.start + len,
                })
            }
            RawKind::Word(_) => {
                if let Some(found) = self.slashed_unit(index) {
                    return Some(found);
                }
                if let Some(unit) = self.units.word(run) {
                    if next.spaced && self.core.units_joined_only.contains(run) {
                        return None;
                    }
                    return Some(Found {
                        unit,
                        whole: 1,
                        end: next.end,
                    });
                }
                // 80kgx5
                let stem = run.strip_suffix('x').filter(|_| !next.spaced)?;
                let unit = self.units.word(stem)?;
                self.raw
                    .get(index + 1)
                    .filter(|raw| raw.is_number() && !raw.spaced)?;
                Some(Found {
                    unit,
                    whole: 0,
                    end: next.start + stem.len(),
                })
            }
            RawKind::Symbol(Symbol::Other(_)) if !next.spaced => {
                if let Some(after) = self.raw.get(index + 1).filter(|raw| !raw.spaced)
                    && let Some(unit) = self.units.word(&self.text[next.start..after.end])
                {
                    return Some(Found {
                        unit,
                        whole: 2,
                        end: after.end,
                    });
                }
                let unit = self.units.word(run)?;
                Some(Found {
                    unit,
                    whole: 1,
                    end: next.end,
                })
            }
            _ => None,
        }
    }

    /// `km/h`
    fn slashed_unit(&self, index: usize) -> Option<Found> {
        let first = self.raw.get(index)?;
        self.raw
            .get(index + 1)
            .filter(|raw| raw.is(Symbol::Slash) && !raw.spaced)?;
        let last = self
            .raw
            .get(index + 2)
            .filter(|raw| matches!(raw.kind, RawKind::Word(_)) && !raw.spaced)?;
        let unit = self.units.word(&self.text[first.start..last.end])?;
        Some(Found {
            unit,
            whole: 3,
            end: last.end,
        })
    }

    /// Moves past a unit, leaving what follows it in the same run.
    fn take(&mut self, found: Found) {
        self.at += found.whole;
        if found.whole == 0 {
            self.raw[self.at].start = found.end;
            self.raw[self.at].spaced = false;
            if self.str(&self.raw[self.at]) == "x" {
                self.raw[self.at].kind = RawKind::Symbol(Symbol::Times);
            }
        }
    }

    fn quantity(&mut self, read: Read, found: Found) {
        let number = self.finished(read);
        let mut quantity = Quantity {
            value: read.value,
            unit: found.unit,
            number,
            parts: 1,
        };
        let mut end = found.end;
        self.take(found);
        self.minutes_not_metres(&mut quantity);
        while let Some((value, unit, until)) = self.next_part(&quantity) {
            quantity.value = self
                .units
                .convert(
                    quantity.value,
                    &self.units.unit(quantity.unit).name,
                    &self.units.unit(unit).name,
                )
                .unwrap_or(quantity.value)
                + value;
            quantity.unit = unit;
            quantity.parts = quantity.parts.saturating_add(1);
            end = until;
        }
        if let Some((half, until)) = self.half_after(quantity.unit) {
            quantity.value += half;
            end = until;
        }
        let seconds = self
            .units
            .convert(quantity.value, &self.units.unit(quantity.unit).name, "s");
        if let Some(seconds) = seconds
            && let Some((pace, until)) = self.pace(seconds)
        {
            self.push(TokenKind::Pace(pace), read.start, until, read.spaced);
            self.split_following();
            return;
        }
        self.push(TokenKind::Quantity(quantity), read.start, end, read.spaced);
        self.split_following();
    }

    /// `20m30s` counts minutes: an `m` with seconds right behind it.
    fn minutes_not_metres(&self, quantity: &mut Quantity) {
        if &*self.units.unit(quantity.unit).name != "m" {
            return;
        }
        let seconds = self.raw.get(self.at).is_some_and(Raw::is_number)
            && self
                .unit_at(self.at + 1, 0)
                .is_some_and(|found| &*self.units.unit(found.unit).name == "s");
        if seconds && let Some(min) = self.units.id("min") {
            quantity.unit = min;
        }
    }

    /// A further, smaller part of a quantity: `20m` after `1h`.
    fn next_part(&mut self, quantity: &Quantity) -> Option<(f64, UnitId, usize)> {
        let unit = self.units.unit(quantity.unit);
        let next = *self.raw.get(self.at)?;
        let RawKind::Number { value, .. } = next.kind else {
            return None;
        };
        let found = self.unit_at(self.at + 1, next.end);
        let Some(found) = found else {
            // 1h20
            let minutes =
                &*unit.name == "h" && !next.spaced && next.end - next.start == 2 && value < 60.0;
            let min = self.units.id("min").filter(|_| minutes)?;
            self.at += 1;
            return Some((value, min, next.end));
        };
        let mut smaller = self.units.unit(found.unit);
        let mut id = found.unit;
        if unit.dimension == Dimension::Duration && &*smaller.name == "m" {
            id = self.units.id("min")?;
            smaller = self.units.unit(id);
        }
        let clock_like = unit.dimension != Dimension::Duration || unit.factor <= 3600.0;
        let continues = smaller.dimension == unit.dimension
            && smaller.factor < unit.factor
            && clock_like
            && matches!(
                unit.dimension,
                Dimension::Duration | Dimension::Mass | Dimension::Distance
            )
            && value * smaller.factor < unit.factor
            && (unit.dimension == Dimension::Duration || matches!(&*unit.name, "lb" | "ft" | "st"));
        if !continues {
            return None;
        }
        self.at += 1;
        self.take(found);
        Some((value, id, found.end))
    }

    /// `두 시간 반`
    fn half_after(&mut self, unit: UnitId) -> Option<(f64, usize)> {
        if self.units.unit(unit).dimension == Dimension::Count {
            return None;
        }
        let next = *self.raw.get(self.at)?;
        let run = self.word_at(self.at)?;
        let half = self
            .core
            .half_after
            .iter()
            .find(|half| run.starts_with(half.as_str()))?;
        let rest = &run[half.len()..];
        if !is_particles(rest) {
            return None;
        }
        let end = next.start + half.len();
        if rest.is_empty() {
            self.at += 1;
        } else {
            self.raw[self.at].start = end;
            self.raw[self.at].spaced = false;
        }
        Some((0.5, end))
    }

    /// `/km`, `per mile`, `min/km` after a duration.
    fn pace(&mut self, seconds: f64) -> Option<(Pace, usize)> {
        let sign = self.raw.get(self.at)?;
        let per = sign.is(Symbol::Slash)
            || self
                .word_at(self.at)
                .is_some_and(|word| self.core.per.contains(word));
        if !per {
            return None;
        }
        let mut next = self.at + 1;
        let mut distance = 1.0;
        if let Some(Raw {
            kind: RawKind::Number { value, decimals: 0 },
            ..
        }) = self.raw.get(next).copied()
        {
            distance = value;
            next += 1;
        }
        let found = self.unit_at(next, 0)?;
        if self.units.unit(found.unit).dimension != Dimension::Distance || distance <= 0.0 {
            return None;
        }
        self.at = next;
        self.take(found);
        let pace = Pace {
            seconds,
            distance,
            per: found.unit,
        };
        Some((pace, found.end))
    }

    fn clock(&mut self) {
        let this = self.raw[self.at];
        let RawKind::Clock(clock) = this.kind else {
            return;
        };
        self.at += 1;
        if let Some(half) = self
            .word_at(self.at)
            .and_then(|word| self.core.after_hour.get(word))
            && let Some(time) = time(clock.parts[0], clock.parts[1], Some(*half))
        {
            let end = self.raw[self.at].end;
            self.at += 1;
            self.push(TokenKind::Time(time), this.start, end, this.spaced);
            return;
        }
        // 8:15 min/mile
        let restore = self.at;
        if let Some(found) = self.unit_at(self.at, this.end)
            && &*self.units.unit(found.unit).name == "min"
            && found.whole == 1
        {
            self.at += 1;
        }
        if let Some((pace, end)) = self.pace(clock.seconds()) {
            self.push(TokenKind::Pace(pace), this.start, end, this.spaced);
            self.split_following();
            return;
        }
        self.at = restore;
        self.push(TokenKind::Clock(clock), this.start, this.end, this.spaced);
        self.split_following();
    }

    /// `2026-01-09T10:30`
    fn skip_iso_time_mark(&mut self) {
        let joined = |raw: Option<&Raw>| raw.is_some_and(|raw| !raw.spaced);
        if self.word_at(self.at) == Some("t")
            && joined(self.raw.get(self.at))
            && joined(self.raw.get(self.at + 1))
        {
            self.at += 1;
        }
    }

    /// Particles right behind a number or unit become words of their own: `로시작` → `로`, `시작`.
    fn split_following(&mut self) {
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

/// Syllables that a native Korean number can begin with.
const NATIVE_INITIALS: &str = "하한둘두셋세석넷네넉다여일아열스서마쉰예";

/// Whether what follows a unit in a run may do so: particles, verbs, or a further number word.
fn may_follow(rest: &str, core: &Core) -> bool {
    may_follow_noun(rest) || !number_words::korean(core, rest).is_empty()
}

fn whole(number: &Read) -> Option<u32> {
    (number.decimals == 0 && number.value <= f64::from(u32::MAX)).then_some(number.value as u32)
}

fn time(hour: u32, minute: u32, half: Option<DayHalf>) -> Option<NaiveTime> {
    let hour = match half {
        None => hour,
        Some(_) if hour > 12 => hour,
        Some(DayHalf::Am) => hour % 12,
        Some(DayHalf::Pm) => hour % 12 + 12,
        Some(DayHalf::Night) if hour >= 6 && hour < 12 => hour + 12,
        Some(DayHalf::Night) => hour % 12,
    };
    NaiveTime::from_hms_opt(hour % 24, minute, 0)
}
