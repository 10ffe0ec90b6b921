//! One value of a note: in words, a clock, a part of one, a list, a range or a plain number.

use super::super::endings::{self, Ending};
use super::lists::{list, run};
use super::{NumericValue, ValueKind, next_is_times, number, sets_apart};
use quilto_text::{Script, Symbol, TokenKind, Tokens, UnitId, is_particles, lexicon};

/// What people divide things into.
const PARTS: [f64; 3] = [2.0, 3.0, 4.0];

/// A value at a place. Inside a chain, `rows` is the chain's first number: a comma list is taken
/// only if it has that many elements.
pub(super) fn operand(
    tokens: &Tokens,
    skip: &[bool],
    at: usize,
    rows: Option<f64>,
) -> Option<NumericValue> {
    let in_chain = rows.is_some();
    // "2:05/100m" follows from what else is told, and no unit is so large.
    let far = matches!(tokens.get(at)?.kind, TokenKind::Pace(pace) if pace.distance != 1.0);
    if *skip.get(at)? || far {
        return None;
    }
    let alone =
        |value: fn(&Tokens, usize) -> Option<NumericValue>| value(tokens, at).filter(|_| !in_chain);
    alone(worded)
        .or_else(|| timed(tokens, at))
        .or_else(|| alone(divided))
        .or_else(|| list(tokens, skip, at, rows))
        .or_else(|| run(tokens, skip, at).filter(|_| !in_chain))
        .or_else(|| range(tokens, at, in_chain))
        .or_else(|| plain(tokens, at, in_chain))
}

/// `half a mile`
fn worded(tokens: &Tokens, at: usize) -> Option<NumericValue> {
    let (value, unit, len) = in_words(tokens, at)?;
    Some(NumericValue {
        tokens: at..at + len,
        what: ValueKind::One(value),
        unit,
    })
}

/// `3:50`, `5:10/km`
fn timed(tokens: &Tokens, at: usize) -> Option<NumericValue> {
    let what = match tokens[at].kind {
        TokenKind::Clock(clock) => ValueKind::Clock {
            seconds: clock.seconds(),
            as_hours: clock.seconds_as_hours(),
        },
        TokenKind::Pace(pace) => ValueKind::Pace {
            seconds: pace.seconds,
            per: pace.per,
        },
        _ => return None,
    };
    Some(NumericValue {
        tokens: at..at + 1,
        what,
        unit: None,
    })
}

/// `1/2 banana`
fn divided(tokens: &Tokens, at: usize) -> Option<NumericValue> {
    let part = fraction(tokens, at)?;
    Some(NumericValue {
        tokens: at..at + 3,
        what: ValueKind::One(part),
        unit: None,
    })
}

/// `120-130`
fn range(tokens: &Tokens, at: usize, in_chain: bool) -> Option<NumericValue> {
    let range = tokens
        .range_at(at)
        .filter(|_| !next_is_times(tokens, at + 1))
        .filter(|range| !sets_apart(tokens, at, range.tokens))?;
    let end = at + range.tokens;
    let whole = !next_is_times(tokens, end) || in_chain;
    whole.then_some(NumericValue {
        tokens: at..end,
        what: ValueKind::Between {
            first: range.first.value,
            second: range.second.value,
            doubtful: range.doubtful,
        },
        unit: range.unit,
    })
}

fn plain(tokens: &Tokens, at: usize, in_chain: bool) -> Option<NumericValue> {
    let (value, unit) = number(&tokens[at])?;
    // `1.5"` is a length, and not one that a slot wants.
    let inches = tokens
        .get(at + 1)
        .is_some_and(|next| next.is(Symbol::Quote) && !next.spaced);
    let wanted = !inches || unit.is_some() || in_chain;
    wanted.then_some(NumericValue {
        tokens: at..at + 1,
        what: ValueKind::One(value),
        unit,
    })
}

/// "1/2 banana": a part of one, before the word for it.
pub(in super::super) fn fraction(tokens: &Tokens, at: usize) -> Option<f64> {
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
