//! What a text holds, before any domain looks at it: numbers, dates, and what is odd about it.

use serde::{Deserialize, Serialize};

use super::tokens::{NumberStyle, Tokens};

/// Something found in a text: as written, and in one form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// As written.
    pub original: String,
    /// A plain decimal number, or a date as `2026-01-09`.
    pub normalized: String,
}

/// Numbers written with digits, in order. Digits of dates, clock forms and ordinals are not numbers.
pub fn numbers(tokens: &Tokens) -> Vec<Found> {
    tokens
        .iter()
        .filter_map(super::Token::number)
        .filter(|number| number.style == NumberStyle::Digits)
        .map(|number| Found {
            original: tokens.slice(number.span).to_owned(),
            normalized: plain(number.value),
        })
        .collect()
}

/// A number without needless digits.
pub fn plain(value: f64) -> String {
    let rounded = format!("{value:.6}");
    rounded
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}
