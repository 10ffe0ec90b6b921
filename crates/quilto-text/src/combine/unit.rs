//! Units after numbers: quantities, quantities in parts, paces.

use super::super::hangul::{is_particles, may_follow_noun};
use super::super::lex::{RawKind, RawToken};
use super::super::tokens::{Pace, Quantity, Script, Symbol, TokenKind};
use super::super::units::{Dimension, UnitId};
use super::{Combiner, NumberMatch, UnitMatch, may_follow};

/// How much of a stone a pound is.
const POUND_OF_STONE: f64 = 1.0 / 14.0;

impl Combiner<'_> {
    /// The unit that begins at a raw index, for a number that ends at `end`.
    pub(super) fn unit_at(&self, index: usize) -> Option<UnitMatch> {
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
                follows.then_some(UnitMatch {
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
                    return Some(UnitMatch {
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
                Some(UnitMatch {
                    unit,
                    whole: 0,
                    end: next.start + stem.len(),
                })
            }
            RawKind::Symbol(Symbol::Other(_)) if !next.spaced => {
                if let Some(after) = self.raw.get(index + 1).filter(|raw| !raw.spaced)
                    && let Some(unit) = self.units.word(&self.text[next.start..after.end])
                {
                    return Some(UnitMatch {
                        unit,
                        whole: 2,
                        end: after.end,
                    });
                }
                let unit = self.units.word(run)?;
                Some(UnitMatch {
                    unit,
                    whole: 1,
                    end: next.end,
                })
            }
            _ => None,
        }
    }

    /// `km/h`
    pub(super) fn slashed_unit(&self, index: usize) -> Option<UnitMatch> {
        let first = self.raw.get(index)?;
        self.raw
            .get(index + 1)
            .filter(|raw| raw.is(Symbol::Slash) && !raw.spaced)?;
        let last = self
            .raw
            .get(index + 2)
            .filter(|raw| matches!(raw.kind, RawKind::Word(_)) && !raw.spaced)?;
        let unit = self.units.word(&self.text[first.start..last.end])?;
        Some(UnitMatch {
            unit,
            whole: 3,
            end: last.end,
        })
    }

    /// Moves past a unit, leaving what follows it in the same run.
    pub(super) fn take(&mut self, found: UnitMatch) {
        self.at += found.whole;
        if found.whole == 0 {
            self.raw[self.at].start = found.end;
            self.raw[self.at].spaced = false;
            if self.str(&self.raw[self.at]) == "x" {
                self.raw[self.at].kind = RawKind::Symbol(Symbol::Times);
            }
        }
    }

    pub(super) fn quantity(&mut self, read: NumberMatch, found: UnitMatch) {
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

    /// `20m30s` counts minutes: an `m` with seconds right behind it. `100m 58.4s` does not: so many
    /// minutes would be told in hours.
    pub(super) fn minutes_not_metres(&self, quantity: &mut Quantity) {
        if &*self.units.unit(quantity.unit).name != "m" {
            return;
        }
        const HOUR: f64 = 60.0;
        let next = self.raw.get(self.at);
        let apart = next.is_some_and(|raw| raw.spaced) && quantity.value >= HOUR;
        let seconds = next.is_some_and(RawToken::is_number)
            && !apart
            && self
                .unit_at(self.at + 1)
                .is_some_and(|found| &*self.units.unit(found.unit).name == "s");
        if seconds && let Some(min) = self.units.id("min") {
            quantity.unit = min;
        }
    }

    /// A further, smaller part of a quantity: `20m` after `1h`.
    pub(super) fn next_part(&mut self, quantity: &Quantity) -> Option<(f64, UnitId, usize)> {
        let unit = self.units.unit(quantity.unit);
        // 27 minutes and 40 seconds
        let joined = unit.dimension == Dimension::Duration
            && self
                .word_at(self.at)
                .is_some_and(|word| self.core.number_joiners.contains(word));
        let restore = self.at;
        self.at += usize::from(joined);
        let part = self.smaller_part(quantity, joined);
        if part.is_none() {
            self.at = restore;
        }
        part
    }

    fn smaller_part(&mut self, quantity: &Quantity, joined: bool) -> Option<(f64, UnitId, usize)> {
        let unit = self.units.unit(quantity.unit);
        let next = *self.raw.get(self.at)?;
        let RawKind::Number { value, .. } = next.kind else {
            return None;
        };
        let found = self.unit_at(self.at + 1);
        let Some(found) = found else {
            if joined {
                return None;
            }
            // 13st 9
            if &*unit.name == "st" && value * POUND_OF_STONE < 1.0 {
                let pounds = self.units.id("lb")?;
                self.at += 1;
                return Some((value, pounds, next.end));
            }
            // 1h20; "1h 20" where nothing else can be meant
            let closed = self.raw.get(self.at + 1).is_none_or(|after| {
                matches!(
                    after.kind,
                    RawKind::Newline
                        | RawKind::Symbol(Symbol::Comma | Symbol::Period | Symbol::Close)
                )
            });
            let minutes = &*unit.name == "h"
                && (!next.spaced || closed)
                && next.end - next.start == 2
                && value < 60.0;
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

    /// `두 시간 반`, `한병반`
    pub(super) fn half_after(&mut self, unit: UnitId) -> Option<(f64, usize)> {
        let counts = self.units.unit(unit).dimension == Dimension::Count;
        let next = *self.raw.get(self.at)?;
        let run = self.word_at(self.at)?;
        let half = self
            .core
            .half_after
            .iter()
            .find(|half| run.starts_with(half.as_str()))?;
        let rest = &run[half.len()..];
        // "한공기 반만" is half of one.
        if !is_particles(rest) || counts && !rest.is_empty() {
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
    pub(super) fn pace(&mut self, seconds: f64) -> Option<(Pace, usize)> {
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
        if let Some(RawToken {
            kind: RawKind::Number { value, decimals: 0 },
            ..
        }) = self.raw.get(next).copied()
        {
            distance = value;
            next += 1;
        }
        let found = self.unit_at(next)?;
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
}
