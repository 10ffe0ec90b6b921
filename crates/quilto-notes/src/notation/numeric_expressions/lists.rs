//! Several numbers that are one value: joined by signs, or alike and parted by spaces only.

use std::ops::Range;

use super::super::endings::{self, Ending};
use super::{NumericValue, ValueKind, joint, next_is_times, number, parts_names, sets_apart};
use quilto_text::{Dimension, Symbol, Tokens, UnitId};

/// Numbers joined by one kind of sign. Two numbers joined by a dash are a list only when they fall,
/// two joined by a comma, slash or plus only when they are alike; more always are. A plus joins only
/// with blanks on both sides or none: `10 +5` adds to a level.
pub(super) fn list(
    tokens: &Tokens,
    skip: &[bool],
    start: usize,
    rows: Option<f64>,
) -> Option<NumericValue> {
    let (first, unit) = number(&tokens[start])?;
    let mut list = NumberList {
        tokens,
        skip,
        rows,
        start,
        sign: joint(tokens.get(start + 1)?)?,
        values: vec![first],
        unit,
        end: start + 1,
    };
    while list.take_next() {}
    list.leave_last_to_next();
    list.take_behind_and();
    (list.is_long_enough() && list.fits_rows()).then(|| NumericValue {
        tokens: start..list.end,
        what: ValueKind::Several {
            arrow: list.sign == Symbol::Arrow,
            values: list.values,
        },
        unit: list.unit,
    })
}

/// A list as far as it was read.
struct NumberList<'t> {
    tokens: &'t Tokens,
    skip: &'t [bool],
    /// The number of rows it is to be of, where it stands in a chain.
    rows: Option<f64>,
    start: usize,
    sign: Symbol,
    values: Vec<f64>,
    unit: Option<UnitId>,
    end: usize,
}

impl NumberList<'_> {
    /// Takes the sign and the number that follow; `false` at the end of the list.
    fn take_next(&mut self) -> bool {
        let next = self.end + 1;
        if self.tokens.get(self.end).and_then(joint) != Some(self.sign) {
            return false;
        }
        let Some((value, typed)) = self.tokens.get(next).and_then(number) else {
            return false;
        };
        if self.is_apart(next, typed) || self.is_of_chain(next, typed) || self.has_other_unit(typed)
        {
            return false;
        }
        self.values.push(value);
        self.end = next + 1;
        if typed.is_none() {
            return true;
        }
        self.unit = typed;
        self.sign != Symbol::Comma || same_again(self.tokens, self.end, typed)
    }

    /// Whether the next number is told of something else.
    fn is_apart(&self, next: usize, typed: Option<UnitId>) -> bool {
        let tokens = self.tokens;
        let lopsided = tokens[self.end].spaced != tokens[next].spaced;
        match self.sign {
            Symbol::Plus => lopsided || typed != self.unit,
            Symbol::Dash => self.values.len() == 1 && sets_apart(tokens, self.start, 3),
            // `25kg 15, 30kg 12`: the bare number goes with the unit before it.
            Symbol::Comma => {
                let before = self.start.checked_sub(1);
                let before = before.and_then(|before| number(&tokens[before]));
                self.unit.is_none()
                    && typed.is_some()
                    && before.is_some_and(|(_, before)| before == typed)
            }
            _ => false,
        }
    }

    /// `60x10/70x8`: whether the next number begins a chain of its own, or a date.
    fn is_of_chain(&self, next: usize, typed: Option<UnitId>) -> bool {
        let tokens = self.tokens;
        // `10/12/14kg x 12/10/8`: the list goes up to the sign, and another list follows it.
        let both = self.rows.is_none()
            && self.sign == Symbol::Slash
            && next_is_times(tokens, next + 1)
            && tokens.get(next + 3).and_then(joint) == Some(self.sign)
            && !next_is_times(tokens, next + 5);
        // `60-80-100 x 8`: the amount is that of each.
        // "60kg, 70kg, 80kg x5": so it is where each has its unit.
        let units = self.sign == Symbol::Comma && self.unit.is_some() && typed == self.unit;
        let each =
            self.rows.is_none() && self.values.len() > 1 && (self.sign != Symbol::Comma || units);
        self.skip[next] || (next_is_times(tokens, next + 1) && !both && !each)
    }

    /// `80kg, 5 strokes`: units differ.
    fn has_other_unit(&self, typed: Option<UnitId>) -> bool {
        let first = self.values.len() == 1;
        let differs = self.unit.is_some() && typed != self.unit && (typed.is_some() || first);
        differs && (typed.is_some() || self.sign == Symbol::Comma)
    }

    /// `35kg, 30kg from round 7`: the last is told of what follows.
    fn leave_last_to_next(&mut self) {
        let of_next = endings::is(self.tokens.norm(self.end), Ending::On);
        let comma = self.sign == Symbol::Comma;
        if self.values.len() > 1 && comma && self.unit.is_some() && of_next {
            self.values.pop();
            self.end -= 2;
        }
    }

    /// "12, 10 and 9"
    fn take_behind_and(&mut self) {
        let tokens = self.tokens;
        let sign = tokens.get(self.end).and_then(joint) == Some(self.sign);
        let and = self.end + usize::from(sign);
        if self.values.len() > 1
            && self.sign == Symbol::Comma
            && self.unit.is_none()
            && endings::is(tokens.norm(and), Ending::And)
            && let Some((value, None)) = tokens.get(and + 1).and_then(number)
            && !self.skip[and + 1]
            && !next_is_times(tokens, and + 2)
        {
            self.values.push(value);
            self.end = and + 2;
        }
    }

    fn is_long_enough(&self) -> bool {
        let alike = |a: f64, b: f64| a.min(b) * 2.0 >= a.max(b);
        match (self.values.as_slice(), self.sign) {
            ([_], _) => false,
            ([_, _], Symbol::Arrow) => true,
            // "100 - 5/5/5" is no list of two.
            ([a, b], Symbol::Dash) => {
                let ends = self.tokens.get(self.end).and_then(joint).is_none();
                a > b && (alike(*a, *b) || *a < 30.0) && ends
            }
            ([a, b], _) => alike(*a, *b),
            _ => true,
        }
    }

    fn fits_rows(&self) -> bool {
        match (self.rows, self.sign) {
            (Some(rows), Symbol::Comma) => self.values.len() as f64 == rows,
            _ => true,
        }
    }
}

/// Three or more bare numbers of a kind in a row, parted by spaces only (`8 8 6 5`). The last may
/// have a unit for all of them.
pub(super) fn run(tokens: &Tokens, skip: &[bool], start: usize) -> Option<NumericValue> {
    let (first, all) = number(&tokens[start])?;
    if let Some(unit) = all {
        return counted_run(tokens, skip, start, first, unit);
    }
    let digits = |at: usize| tokens.norm(at).starts_with(|c: char| c.is_ascii_digit());
    if !digits(start) {
        return None;
    }
    let mut values = vec![first];
    let mut unit = None;
    let mut at = start + 1;
    while let Some(token) = tokens.get(at)
        && token.spaced
        && !skip[at]
        && digits(at)
        // "100 120 140 x 12": the amount is that of each.
        && (!next_is_times(tokens, at + 1) || values.len() > 1)
        && (parts_names(tokens, at + 1)
            || tokens
                .get(at + 1)
                .and_then(joint)
                .is_none_or(|sign| sign == Symbol::Comma))
        && let Some((value, typed)) = number(token)
        && let Some(last) = values.last()
        && last.min(value) * 2.0 > last.max(value)
    {
        values.push(value);
        at += 1;
        if typed.is_some() {
            unit = typed;
            break;
        }
    }
    // "12 12 and 9"
    if values.len() == 2
        && endings::is(tokens.norm(at), Ending::And)
        && let Some((value, None)) = tokens.get(at + 1).and_then(number)
        && digits(at + 1)
        && !skip[at + 1]
        && !next_is_times(tokens, at + 2)
        && value.min(values[1]) * 2.0 > value.max(values[1])
    {
        values.push(value);
        at += 2;
    }
    in_a_row(start..at, values, unit)
}

/// Numbers that stand in a row, where they are three or more.
fn in_a_row(tokens: Range<usize>, values: Vec<f64>, unit: Option<UnitId>) -> Option<NumericValue> {
    (values.len() > 2).then_some(NumericValue {
        tokens,
        what: ValueKind::Several {
            values,
            arrow: false,
        },
        unit,
    })
}

/// Three or more counts of the same thing in a row (`6개 6개 5개`).
fn counted_run(
    tokens: &Tokens,
    skip: &[bool],
    start: usize,
    first: f64,
    unit: UnitId,
) -> Option<NumericValue> {
    if tokens.unit(unit).dimension != Dimension::Count {
        return None;
    }
    let mut values = vec![first];
    let mut at = start + 1;
    while let Some(token) = tokens.get(at)
        && token.spaced
        && !skip[at]
        && let Some((value, Some(typed))) = number(token)
        && typed == unit
    {
        values.push(value);
        at += 1;
    }
    in_a_row(start..at, values, Some(unit))
}

fn same_again(tokens: &Tokens, at: usize, unit: Option<UnitId>) -> bool {
    tokens.get(at).and_then(joint).is_some()
        && tokens
            .get(at + 1)
            .and_then(number)
            .is_some_and(|(_, typed)| typed == unit)
}
