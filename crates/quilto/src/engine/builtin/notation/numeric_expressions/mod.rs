//! The numbers of a note, taken together where they belong together: single values, lists, ranges
//! and compact chains (`5x5@80`).

use std::ops::Range;

use super::endings::{self, Ending};
use crate::text::{
    Dimension, Script, Symbol, Token, TokenKind, Tokens, UnitId, is_particles, lexicon,
};

/// More rows than this are no usual number of them.
const MOST_ALIKE: f64 = 8.0;
/// A chain of more parts than any form has is no notation.
const MOST_OPERANDS: usize = 20;

/// What people divide things into.
const PARTS: [f64; 3] = [2.0, 3.0, 4.0];

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

/// A value at a place. Inside a chain, `rows` is the chain's first number: a comma list is taken
/// only if it has that many elements.
fn operand(tokens: &Tokens, skip: &[bool], at: usize, rows: Option<f64>) -> Option<NumericValue> {
    if *skip.get(at)? {
        return None;
    }
    let in_chain = rows.is_some();
    let token = &tokens[at];
    let single = |what, unit| {
        Some(NumericValue {
            tokens: at..at + 1,
            what,
            unit,
        })
    };
    if !in_chain && let Some((value, unit, len)) = in_words(tokens, at) {
        return Some(NumericValue {
            tokens: at..at + len,
            what: ValueKind::One(value),
            unit,
        });
    }
    match token.kind {
        TokenKind::Clock(clock) => {
            return single(
                ValueKind::Clock {
                    seconds: clock.seconds(),
                    as_hours: clock.seconds_as_hours(),
                },
                None,
            );
        }
        // "2:05/100m" follows from what else is told, and no unit is so large.
        TokenKind::Pace(pace) if pace.distance != 1.0 => return None,
        TokenKind::Pace(pace) => {
            return single(
                ValueKind::Pace {
                    seconds: pace.seconds,
                    per: pace.per,
                },
                None,
            );
        }
        _ => {}
    }
    if let Some(part) = fraction(tokens, at).filter(|_| !in_chain) {
        return Some(NumericValue {
            tokens: at..at + 3,
            what: ValueKind::One(part),
            unit: None,
        });
    }
    if let Some(list) = list(tokens, skip, at, rows) {
        return Some(list);
    }
    if let Some(list) = run(tokens, skip, at).filter(|_| !in_chain) {
        return Some(list);
    }
    if let Some(range) = tokens
        .range_at(at)
        .filter(|_| !next_is_times(tokens, at + 1))
        .filter(|range| !sets_apart(tokens, at, range.tokens))
    {
        let end = at + range.tokens;
        if !next_is_times(tokens, end) || in_chain {
            return Some(NumericValue {
                tokens: at..end,
                what: ValueKind::Between {
                    first: range.first.value,
                    second: range.second.value,
                    doubtful: range.doubtful,
                },
                unit: range.unit,
            });
        }
    }
    let (value, unit) = number(token)?;
    // `1.5"` is a length, and not one that a slot wants.
    let inches = tokens
        .get(at + 1)
        .is_some_and(|next| next.is(Symbol::Quote) && !next.spaced);
    if inches && unit.is_none() && !in_chain {
        return None;
    }
    single(ValueKind::One(value), unit)
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

/// "1/2 banana": a part of one, before the word for it.
pub(super) fn fraction(tokens: &Tokens, at: usize) -> Option<f64> {
    let whole = |at: usize| {
        let token = tokens.get(at)?;
        let (number, unit) = number(token)?;
        (unit.is_none() && number.fract() == 0.0).then_some((number, token.spaced))
    };
    let slash = |at: usize| tokens.get(at).is_some_and(|token| token.is(Symbol::Slash));
    let ((part, _), (of, spaced)) = (whole(at)?, whole(at + 2)?);
    let named = tokens
        .get(at + 3)
        .is_some_and(|next| next.is_word() && next.spaced);
    let alone = !spaced && slash(at + 1) && (at == 0 || !slash(at - 1));
    (alone && named && part < of && PARTS.contains(&of)).then_some(part / of)
}

/// Amounts without a number: `an hour`, `half a mile`, `glass of …`, `반 개`. Gives value, unit and
/// tokens.
fn in_words(tokens: &Tokens, at: usize) -> Option<(f64, Option<UnitId>, usize)> {
    if !tokens[at].is_word() {
        return None;
    }
    let core = lexicon::core();
    let unit = |at: usize| {
        let token = tokens.get(at).filter(|token| token.is_word())?;
        let word = tokens.norm(at);
        let id = tokens.units().word(word).or_else(|| {
            let hangul = token.kind == TokenKind::Word(Script::Hangul);
            let (id, len) = tokens.units().prefix(word).filter(|_| hangul)?;
            is_particles(&word[len..]).then_some(id)
        })?;
        // "a day" and "a week" tell when or how often.
        let long = matches!(&*tokens.unit(id).name, "day" | "week" | "month" | "year");
        (!long).then_some(id)
    };
    let word = tokens.norm(at);
    let article = |at: usize| core.articles.contains(tokens.norm(at));
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    if let Some(part) = core.fractions.get(word) {
        let next = at + 1 + usize::from(article(at + 1));
        return match unit(next) {
            Some(id) => Some((*part, Some(id), next + 1 - at)),
            None if next > at + 1 => Some((*part, None, 2)),
            None => None,
        };
    }
    if article(at)
        && let Some(id) = unit(at + 1)
    {
        return Some((1.0, Some(id), 2));
    }
    // "glass of …" is one, "two more rounds of …" are not.
    let plural = word.ends_with('s') && !word.ends_with("ss");
    if endings::is(tokens.norm(at + 1), Ending::Of)
        && !plural
        && before.is_none_or(|token| number(token).is_none())
        && let Some(id) = unit(at)
    {
        return Some((1.0, Some(id), 1));
    }
    if core.half_after.contains(word)
        && let Some(id) = unit(at + 1)
    {
        return Some((0.5, Some(id), 2));
    }
    let half = core
        .half_after
        .iter()
        .find_map(|half| word.strip_prefix(half.as_str()))?;
    let (id, len) = tokens.units().prefix(half)?;
    is_particles(&half[len..]).then_some((0.5, Some(id), 1))
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

/// Numbers joined by one kind of sign. Two numbers joined by a dash are a list only when they fall,
/// two joined by a comma, slash or plus only when they are alike; more always are. A plus joins only
/// with blanks on both sides or none: `10 +5` adds to a level.
fn list(tokens: &Tokens, skip: &[bool], start: usize, rows: Option<f64>) -> Option<NumericValue> {
    let (first, mut unit) = number(&tokens[start])?;
    let sign = joint(tokens.get(start + 1)?)?;
    let mut values = vec![first];
    let mut at = start + 1;
    while tokens.get(at).and_then(joint) == Some(sign) {
        let next = at + 1;
        let Some(token) = tokens.get(next) else { break };
        let Some((value, typed)) = number(token) else {
            break;
        };
        let lopsided = sign == Symbol::Plus && tokens[at].spaced != token.spaced;
        if lopsided || (sign == Symbol::Plus && typed != unit) {
            break;
        }
        if sign == Symbol::Dash && values.len() == 1 && sets_apart(tokens, start, 3) {
            break;
        }
        // `25kg 15, 30kg 12`: the bare number goes with the unit before it.
        let behind = start
            .checked_sub(1)
            .and_then(|before| number(&tokens[before]));
        if sign == Symbol::Comma
            && unit.is_none()
            && typed.is_some()
            && behind.is_some_and(|(_, before)| before == typed)
        {
            break;
        }
        // `60x10/70x8`: the number begins a chain of its own.
        // `10/12/14kg x 12/10/8`: the list goes up to the sign, and another list follows it.
        let both = rows.is_none()
            && sign == Symbol::Slash
            && next_is_times(tokens, next + 1)
            && tokens.get(next + 3).and_then(joint) == Some(sign)
            && !next_is_times(tokens, next + 5);
        // `60-80-100 x 8`: the amount is that of each.
        // "60kg, 70kg, 80kg x5": so it is where each has its unit.
        let units = sign == Symbol::Comma && unit.is_some() && typed == unit;
        let each = rows.is_none() && values.len() > 1 && (sign != Symbol::Comma || units);
        if skip[next] || (next_is_times(tokens, next + 1) && !both && !each) {
            break;
        }
        // `80kg, 5 strokes`: units differ.
        let differs = unit.is_some() && typed != unit && (typed.is_some() || values.len() == 1);
        if differs && (typed.is_some() || sign == Symbol::Comma) {
            break;
        }
        values.push(value);
        at = next + 1;
        if typed.is_some() {
            unit = typed;
            if values.len() > 1 && sign == Symbol::Comma && !same_again(tokens, at, typed) {
                break;
            }
        }
    }
    // `35kg, 30kg from round 7`: the last is told of what follows.
    let of_next = endings::is(tokens.norm(at), Ending::On);
    if values.len() > 1 && sign == Symbol::Comma && unit.is_some() && of_next {
        values.pop();
        at -= 2;
    }
    // "12, 10 and 9"
    let and = at + usize::from(tokens.get(at).and_then(joint) == Some(sign));
    if values.len() > 1
        && sign == Symbol::Comma
        && unit.is_none()
        && endings::is(tokens.norm(and), Ending::And)
        && let Some((value, None)) = tokens.get(and + 1).and_then(number)
        && !skip[and + 1]
        && !next_is_times(tokens, and + 2)
    {
        values.push(value);
        at = and + 2;
    }
    let alike = |a: f64, b: f64| a.min(b) * 2.0 >= a.max(b);
    let enough = match (values.as_slice(), sign) {
        ([_], _) => false,
        ([_, _], Symbol::Arrow) => true,
        // "100 - 5/5/5" is no list of two.
        ([a, b], Symbol::Dash) => {
            a > b && (alike(*a, *b) || *a < 30.0) && tokens.get(at).and_then(joint).is_none()
        }
        ([a, b], Symbol::Comma) if rows.is_none() => alike(*a, *b),
        ([a, b], _) => alike(*a, *b),
        _ => true,
    };
    let fits = match (rows, sign) {
        (Some(rows), Symbol::Comma) => values.len() as f64 == rows,
        _ => true,
    };
    (enough && fits).then(|| NumericValue {
        tokens: start..at,
        what: ValueKind::Several {
            arrow: sign == Symbol::Arrow,
            values,
        },
        unit,
    })
}

/// Three or more bare numbers of a kind in a row, parted by spaces only (`8 8 6 5`). The last may
/// have a unit for all of them.
fn run(tokens: &Tokens, skip: &[bool], start: usize) -> Option<NumericValue> {
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
    (values.len() > 2).then_some(NumericValue {
        tokens: start..at,
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
    (values.len() > 2).then_some(NumericValue {
        tokens: start..at,
        what: ValueKind::Several {
            values,
            arrow: false,
        },
        unit: Some(unit),
    })
}

/// "rose 8 7 6 / quartz 70": a slash with blanks on both sides, before a word.
pub(super) fn parts_names(tokens: &Tokens, at: usize) -> bool {
    let (Some(sign), Some(next)) = (tokens.get(at), tokens.get(at + 1)) else {
        return false;
    };
    sign.is(Symbol::Slash) && sign.spaced && next.spaced && next.is_word()
}

fn same_again(tokens: &Tokens, at: usize, unit: Option<UnitId>) -> bool {
    tokens.get(at).and_then(joint).is_some()
        && tokens
            .get(at + 1)
            .and_then(number)
            .is_some_and(|(_, typed)| typed == unit)
}
