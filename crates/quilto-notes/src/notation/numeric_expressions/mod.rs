//! The numbers of a note, taken together where they belong together: single values, lists, ranges
//! and compact chains (`5x5@80`).

mod lists;
mod operands;

use std::ops::Range;

pub(super) use operands::fraction;
use operands::operand;
use quilto_text::{Dimension, Symbol, Token, TokenKind, Tokens, UnitId};

/// More rows than this are no usual number of them.
const MOST_ALIKE: f64 = 8.0;
/// A chain of more parts than any form has is no notation.
const MOST_OPERANDS: usize = 20;

/// A value as written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumericValue {
    pub tokens: Range<usize>,
    pub what: ValueKind,
    /// The unit as typed; of a list, the one at its end or beginning.
    pub unit: Option<UnitId>,
}

/// The number or numbers of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueKind {
    One(f64),
    /// `8, 6, 5` or `60/70/80`, or with `arrow`: `40→50`.
    Several {
        values: Vec<f64>,
        arrow: bool,
    },
    /// `120-130`; with `doubtful`: one of the two (`30인가 35`).
    Between {
        first: f64,
        second: f64,
        doubtful: bool,
    },
    /// Colons or minute signs, in seconds; also read as hours and minutes.
    Clock {
        seconds: f64,
        as_hours: f64,
    },
    /// Seconds per unit of distance.
    Pace {
        seconds: f64,
        per: UnitId,
    },
}

impl NumericValue {
    /// The number, if it is a single one.
    pub fn one(&self) -> Option<f64> {
        match &self.what {
            ValueKind::One(value) => Some(*value),
            ValueKind::Clock { seconds, .. } => Some(*seconds),
            _ => None,
        }
    }
}

/// Numbers that are read together.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NumericExpression {
    pub tokens: Range<usize>,
    /// The operands joined by `x`; a single one for a plain value.
    pub operands: Vec<NumericValue>,
    /// What follows an `@` directly.
    pub at: Option<NumericValue>,
    /// Whether an `x` stands before the first operand (`x5`).
    pub led: bool,
    /// Whether a `+` behind the operands says that it was so many or more (`5+`).
    pub or_more: bool,
}

impl NumericExpression {
    /// The value, if the piece is a plain one.
    pub fn plain(&self) -> Option<&NumericValue> {
        match (self.operands.as_slice(), &self.at, self.led) {
            ([only], None, false) => Some(only),
            _ => None,
        }
    }
}

/// All pieces of a text, in order. Tokens for which `skip` says so belong to dates and the like.
pub(super) fn pieces(tokens: &Tokens, skip: &[bool]) -> Vec<NumericExpression> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let piece = if skip[at] {
            None
        } else {
            piece_at(tokens, skip, at)
        };
        match piece {
            Some(piece) => {
                at = piece.tokens.end;
                found.push(piece);
            }
            None => at += 1,
        }
    }
    unit_of_all(tokens, &mut found);
    found
}

/// "405x3 365x5 315x8 lbs": the unit at the end is that of the first number of each pair.
fn unit_of_all(tokens: &Tokens, pieces: &mut [NumericExpression]) {
    let typed = |value: &NumericValue| value.unit.map(|unit| &tokens.unit(unit).dimension);
    let pair = |piece: &NumericExpression| match piece.operands.as_slice() {
        [first, second] if piece.at.is_none() && !piece.led && first.unit.is_none() => first
            .one()
            .zip(second.one())
            .filter(|(first, second)| first > second),
        _ => None,
    };
    let beside = |before: &NumericExpression, next: &NumericExpression| {
        let between = before.tokens.end..next.tokens.start;
        between.len() < 2 && between.into_iter().all(|at| tokens[at].is(Symbol::Comma))
    };
    for last in 1..pieces.len() {
        let ends = pieces[last].operands.last();
        let mass = ends.is_some_and(|value| typed(value) == Some(&Dimension::Mass));
        if !mass || pair(&pieces[last]).is_none() {
            continue;
        }
        let mut first = last;
        while first > 0
            && beside(&pieces[first - 1], &pieces[first])
            && pair(&pieces[first - 1]).is_some()
            && pieces[first - 1].operands[1].unit.is_none()
        {
            first -= 1;
        }
        if first == last {
            continue;
        }
        let unit = pieces[last].operands[1].unit.take();
        for piece in &mut pieces[first..=last] {
            piece.operands[0].unit = unit;
        }
    }
}

fn piece_at(tokens: &Tokens, skip: &[bool], start: usize) -> Option<NumericExpression> {
    let mut at = start;
    let mut operands: Vec<NumericValue> = Vec::new();
    let led = tokens[at].is(Symbol::Times);
    if led {
        at += 1;
    }
    if !tokens.get(at).is_some_and(|token| token.is(Symbol::At)) {
        let first = operand(tokens, skip, at, None)?;
        at = first.tokens.end;
        operands.push(first);
        loop {
            let times = at + usize::from(shortened(tokens, at, operands.last()));
            if !tokens
                .get(times)
                .is_some_and(|token| token.is(Symbol::Times))
            {
                break;
            }
            let rows = operands.first().and_then(NumericValue::one);
            let Some(next) = operand(tokens, skip, times + 1, rows) else {
                break;
            };
            at = next.tokens.end;
            operands.push(next);
            if operands.len() > MOST_OPERANDS {
                return None;
            }
        }
    }
    let mut sign = None;
    // "3+@125", "5+ (8)": so many or more
    let or_more = !operands.is_empty()
        && tokens
            .get(at)
            .is_some_and(|token| token.is(Symbol::Plus) && !token.spaced)
        && tokens
            .get(at + 1)
            .is_none_or(|next| next.spaced || number(next).is_none());
    at += usize::from(or_more);
    let mut end = at;
    if tokens.get(at).is_some_and(|token| token.is(Symbol::At)) {
        let rows = operands.first().and_then(NumericValue::one);
        // "3+ @ 125 -> 6": what it came to is no level.
        let came = or_more && tokens.get(at + 2).and_then(joint) == Some(Symbol::Arrow);
        let value = if came {
            single_at(tokens, at + 1)
        } else {
            operand(tokens, skip, at + 1, rows)
        };
        if let Some(value) = value {
            end = value.tokens.end;
            sign = Some(value);
        }
    }
    if sign.is_none() {
        fold_again(&mut operands, led);
    }
    (!operands.is_empty() || sign.is_some()).then_some(NumericExpression {
        tokens: start..end,
        operands,
        at: sign,
        led,
        or_more,
    })
}

/// A plain number at a place.
fn single_at(tokens: &Tokens, at: usize) -> Option<NumericValue> {
    let (value, unit) = number(tokens.get(at)?)?;
    Some(NumericValue {
        tokens: at..at + 1,
        what: ValueKind::One(value),
        unit,
    })
}

/// "100 x5 x5 x4", "x5 x5 x4": the signs lead the amounts of one row each. No form has so many parts
/// otherwise.
fn fold_again(operands: &mut Vec<NumericValue>, led: bool) {
    let first = usize::from(!led);
    let Some([begin, .., end]) = operands.get(first..) else {
        return;
    };
    let tokens = begin.tokens.start..end.tokens.end;
    let again = &operands[first..];
    let bare = again.iter().all(|value| value.unit.is_none());
    let values: Vec<f64> = again.iter().filter_map(NumericValue::one).collect();
    // "x10 x10": so many rows of so many are rather two rows.
    let twice = matches!(values.as_slice(), [a, b] if a == b && *a > MOST_ALIKE);
    if again.len() < 3 && !twice || !bare || values.len() < again.len() {
        return;
    }
    operands.truncate(first);
    operands.push(NumericValue {
        tokens,
        what: ValueKind::Several {
            values,
            arrow: false,
        },
        unit: None,
    });
}

/// Whether a unit was shortened with a period before an `x` ("10 lbs. x 5").
fn shortened(tokens: &Tokens, at: usize, before: Option<&NumericValue>) -> bool {
    let is = |at: usize, symbol| tokens.get(at).is_some_and(|token| token.is(symbol));
    before.is_some_and(|value| value.unit.is_some())
        && is(at, Symbol::Period)
        && is(at + 1, Symbol::Times)
}

/// "45kg — 12/12/10": a dash between blanks behind a unit, before numbers without one.
fn sets_apart(tokens: &Tokens, at: usize, len: usize) -> bool {
    let typed = |at: usize| {
        tokens
            .get(at)
            .and_then(number)
            .is_some_and(|(_, unit)| unit.is_some())
    };
    let dash = tokens
        .get(at + 1)
        .is_some_and(|token| token.is(Symbol::Dash) && token.spaced);
    let listed = tokens.get(at + len).and_then(joint).is_some();
    dash && typed(at) && !typed(at + len - 1) && listed
}

fn next_is_times(tokens: &Tokens, at: usize) -> bool {
    let next = tokens.get(at);
    next.is_some_and(|token| token.is(Symbol::Times) || token.is(Symbol::At))
}

fn number(token: &Token) -> Option<(f64, Option<UnitId>)> {
    match token.kind {
        TokenKind::Number(number) => Some((number.value, None)),
        TokenKind::Quantity(quantity) => Some((quantity.value, Some(quantity.unit))),
        _ => None,
    }
}

/// Which sign joins the numbers of a list.
fn joint(token: &Token) -> Option<Symbol> {
    match token.kind {
        TokenKind::Symbol(
            symbol @ (Symbol::Comma | Symbol::Slash | Symbol::Dash | Symbol::Arrow | Symbol::Plus),
        ) => Some(symbol),
        _ => None,
    }
}

/// "rose 8 7 6 / quartz 70": a slash with blanks on both sides, before a word.
pub(super) fn parts_names(tokens: &Tokens, at: usize) -> bool {
    let (Some(sign), Some(next)) = (tokens.get(at), tokens.get(at + 1)) else {
        return false;
    };
    sign.is(Symbol::Slash) && sign.spaced && next.spaced && next.is_word()
}
