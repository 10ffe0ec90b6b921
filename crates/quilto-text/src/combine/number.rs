//! What a number is made of, and what may follow it: scales, fractions, ordinal endings.

use super::super::hangul::is_particles;
use super::super::lex::{RawKind, RawToken};
use super::super::number_words;
use super::super::tokens::{Number, NumberStyle, Script, Symbol, TokenKind};
use super::{Combiner, NumberMatch, may_follow, whole};

impl Combiner<'_> {
    pub(super) fn number(&mut self, mut number: NumberMatch) {
        self.multiply(&mut number);
        self.fraction(&mut number);
        if self.ordinal(&number) || self.hour(&number) {
            return;
        }
        if let Some(found) = self.unit_at(self.at) {
            self.quantity(number, found);
            return;
        }
        self.push_number(number);
        self.split_following();
    }

    pub(super) fn push_number(&mut self, read: NumberMatch) {
        let number = self.finished(read);
        self.push(TokenKind::Number(number), read.start, read.end, read.spaced);
    }

    pub(super) fn finished(&self, read: NumberMatch) -> Number {
        Number {
            value: read.value,
            decimals: read.decimals,
            style: read.style,
            span: self.normalized.original(read.start, read.end).into(),
        }
    }

    /// `5백`, `2만5천`, `2 hundred`.
    pub(super) fn multiply(&mut self, number: &mut NumberMatch) {
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
                    && self.unit_at(self.at + 1).is_none();
                if myriad_alone || !(counted || ends) {
                    break;
                }
                last = *scale;
                number.value *= f64::from(*scale);
                number.style = NumberStyle::Words;
                number.end = next.start + c.len_utf8();
                if rest.is_empty() {
                    self.at += 1;
                } else {
                    self.raw[self.at].start = number.end;
                    self.raw[self.at].spaced = false;
                }
                if let Some(RawToken {
                    kind: RawKind::Number { value, .. },
                    end,
                    ..
                }) = self.raw.get(self.at).copied().filter(|raw| !raw.spaced)
                    && rest.is_empty()
                    && value < f64::from(*scale)
                {
                    let upper = number.value;
                    let mut lower = NumberMatch {
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
    pub(super) fn fraction(&mut self, number: &mut NumberMatch) {
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
            let unit = self.unit_at(at + 2)?;
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
        if let Some(RawToken {
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
    pub(super) fn ordinal(&mut self, number: &NumberMatch) -> bool {
        let Some(place) = whole(number) else {
            return false;
        };
        let Some(next) = self
            .raw
            .get(self.at)
            .copied()
            .filter(|raw| matches!(raw.kind, RawKind::Word(_)))
        else {
            return false;
        };
        let run = self.str(&next);
        // `세 번째` is often written apart; `2 nd` never is.
        let apart =
            next.spaced && (next.kind != RawKind::Word(Script::Hangul) || run.chars().count() < 2);
        if apart {
            return false;
        }
        // `11st` is a weight.
        let of_one =
            !self.core.ordinal_of_one.contains(run) || place % 10 == 1 && place % 100 != 11;
        if self.core.ordinal_suffixes.contains(run) && of_one {
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
}
