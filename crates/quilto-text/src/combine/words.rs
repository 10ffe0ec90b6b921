//! Numbers written with words.

use super::super::hangul::{is_particles, may_follow_noun};
use super::super::lex::RawKind;
use super::super::number_words::{self, Counting};
use super::super::tokens::{NumberStyle, Script, Symbol};
use super::super::units::{Dimension, UnitId};
use super::{Combiner, NumberMatch, UnitMatch, may_follow};

impl Combiner<'_> {
    pub(super) fn spelled(&mut self) -> bool {
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
        let number = NumberMatch {
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

    pub(super) fn is_pronoun(&self) -> bool {
        self.at
            .checked_sub(1)
            .and_then(|before| self.word_at(before))
            .is_some_and(|word| self.core.pronoun_before_one.contains(word))
    }

    /// `half an hour`, `half a cup`: a part is a number only with a unit behind it.
    pub(super) fn part_of_unit(&mut self, part: f64) -> bool {
        let this = self.raw[self.at];
        let mut next = self.at + 1;
        if self
            .word_at(next)
            .is_some_and(|word| self.core.articles.contains(word))
        {
            next += 1;
        }
        let Some(found) = self.unit_at(next) else {
            return false;
        };
        let number = NumberMatch {
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

    pub(super) fn korean(&mut self) -> bool {
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
            let read = NumberMatch {
                value: number.value,
                decimals: u8::from(number.value.fract() != 0.0),
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
                if let Some(found) = self.unit_at(self.at + 1)
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
                    UnitMatch {
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
    pub(super) fn is_hour(&self, rest: &str) -> bool {
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
    pub(super) fn is_no_number(&self, run: &str) -> bool {
        run.char_indices()
            .skip(1)
            .take(3)
            .map(|(at, _)| at)
            .chain([run.len()])
            .any(|end| self.core.not_numbers.contains(&run[..end]) && may_follow_noun(&run[end..]))
    }

    pub(super) fn is_measure(&self, unit: UnitId) -> bool {
        !matches!(self.units.unit(unit).dimension, Dimension::Count)
    }

    /// Whether this way of counting goes with a unit: 이 번 and 두 일 do not.
    pub(super) fn counts(&self, counting: Counting, syllables: usize, found: UnitMatch) -> bool {
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
}

/// Syllables that a native Korean number can begin with.
const NATIVE_INITIALS: &str = "하한둘두셋세석넷네넉너다대여일아열스서마쉰예";
