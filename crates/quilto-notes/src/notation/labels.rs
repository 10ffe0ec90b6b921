//! Digits that name a part of a plan ("day 2:", "week 3", "W3D1") or one of many ("#12", "no. 5") and measure nothing.

use super::endings::{self, Ending};
use quilto_text::{Dimension, Symbol, TokenKind, Tokens, Unit};

/// Marks the tokens of such digits.
pub(super) fn mark(tokens: &Tokens, skip: &mut [bool]) {
    for at in 0..tokens.len() {
        let label = match tokens[at].kind {
            TokenKind::Number(number) => {
                number.decimals == 0
                    && (names_a_day(tokens, at)
                        || in_a_word(tokens, at)
                        || led(tokens, at)
                        || is_numbered(tokens, at))
            }
            // "3 days in a row", and the words of "week 3 day 2" taken together
            TokenKind::Quantity(quantity) => is_calendar(tokens.unit(quantity.unit)),
            _ => false,
        };
        skip[at] |= label;
    }
}

fn is_calendar(unit: &Unit) -> bool {
    const DAY: f64 = 86_400.0;
    match unit.dimension {
        Dimension::Duration => unit.factor >= DAY,
        Dimension::Months => true,
        _ => false,
    }
}

/// "day 2", "week 3": the number behind the word for one of them.
fn names_a_day(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else {
        return false;
    };
    let word = tokens.norm(before);
    let unit = match tokens[before].kind {
        TokenKind::Word(_) => tokens.units().word(word),
        TokenKind::Quantity(quantity) => Some(quantity.unit),
        _ => None,
    };
    let counted = tokens
        .get(at + 1)
        .is_some_and(|next| next.is(Symbol::Times) || next.is(Symbol::At));
    let one = word.is_ascii() && !word.ends_with('s');
    one && !counted && unit.is_some_and(|unit| is_calendar(tokens.unit(unit)))
}

/// "3일차": the number before what sticks to it.
fn led(tokens: &Tokens, at: usize) -> bool {
    let next = tokens.get(at + 1).filter(|next| !next.spaced);
    next.is_some() && endings::begins(tokens.norm(at + 1), &[Ending::Label])
}

/// "W3D1": the last digit of a word of letters and digits.
fn in_a_word(tokens: &Tokens, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| {
        let digit = tokens.norm(before).contains(|c: char| c.is_ascii_digit());
        !tokens[at].spaced && tokens[before].is_word() && digit
    })
}

/// "#12", "no. 5": the number behind a sign that says which one of many it is.
pub(crate) fn is_numbered(tokens: &Tokens, at: usize) -> bool {
    let Some(sign) = at.checked_sub(1) else {
        return false;
    };
    let glued = !tokens[at].spaced && tokens[sign].is(Symbol::Hash);
    // In "35#5" the sign is the unit of what stands before it.
    let begins = sign == 0 || tokens[sign].spaced || tokens[sign - 1].kind == TokenKind::Newline;
    let worded = sign.checked_sub(1).is_some_and(|word| {
        let sign = &tokens[sign];
        !sign.spaced
            && sign.is(Symbol::Period)
            && endings::is(tokens.norm(word), Ending::NumberSign)
    });
    let counted = tokens
        .get(at + 1)
        .is_some_and(|next| next.is(Symbol::Times));
    !counted && (glued && begins || worded)
}
