//! What the grammar of the domains makes of a note, told of each of its tokens: the labelling learns where it may be
//! trusted.

use serde_json::Value;

use super::features::once;
use crate::notation::Reading;
use quilto_domain::Feature;
use quilto_text::{Symbol, TokenKind, Tokens};

/// Values that differ by no more are the same.
const NEAR: f64 = 1e-6;
/// What a figure is stored as may be counted in smaller units than it was typed in.
const FACTORS: [f64; 5] = [1.0, 60.0, 3600.0, 1000.0, 1.0 / 60.0];

/// A number of what was read, and where it stands there (`rocks.cuts`).
struct PathNumber<'r> {
    domain: &'r str,
    field: &'r str,
    /// What is counted of the field, where its number is not what it holds.
    counted: &'static str,
    value: f64,
}

/// What was read of each token.
pub(super) fn features<F: Feature>(tokens: &Tokens, read: &Reading) -> Vec<Vec<F>> {
    let leaves = leaves(read);
    let held = stretches(tokens, read.held_back.iter().map(|held| &*held.text));
    let unread = stretches(tokens, read.unread.iter().map(|unread| &*unread.text));
    let mut all = Vec::new();
    for at in 0..tokens.len() {
        let mut features: Vec<F> = Vec::new();
        let values = values(tokens, at);
        for value in &values {
            let same = leaves
                .iter()
                .filter(|leaf| (leaf.value - *value).abs() < NEAR);
            features.extend(
                same.map(|leaf| F::of(&["g ", leaf.domain, ".", leaf.field, leaf.counted])),
            );
        }
        if held[at] {
            features.push(F::of(&["g held"]));
        }
        if unread[at] {
            features.push(F::of(&["g unread"]));
        }
        if features.is_empty() && !values.is_empty() {
            features.push(F::of(&["g none"]));
        }
        all.push(once(features));
    }
    all
}

/// All numbers of a piece of data, and how many equal rows there are.
fn collect<'r>(
    value: &'r Value,
    domain: &'r str,
    field: &'r str,
    leaves: &mut Vec<PathNumber<'r>>,
) {
    let leaf = |counted, value| PathNumber {
        domain,
        field,
        counted,
        value,
    };
    match value {
        Value::Number(number) => leaves.extend(number.as_f64().map(|value| leaf("", value))),
        Value::Array(items) => {
            for run in items.chunk_by(|one, other| one == other) {
                leaves.push(leaf(" *", run.len() as f64));
            }
            leaves.push(leaf(" **", items.len() as f64));
            for item in items {
                collect(item, domain, field, leaves);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, domain, name, leaves);
            }
        }
        _ => {}
    }
}

/// All numbers of what was read.
pub(super) fn numbers(read: &Reading) -> Vec<f64> {
    leaves(read).iter().map(|leaf| leaf.value).collect()
}

fn leaves(read: &Reading) -> Vec<PathNumber<'_>> {
    let mut leaves = Vec::new();
    for (domain, data) in &read.domain_data {
        collect(data, domain, "", &mut leaves);
    }
    leaves
}

/// The values a token may be stored as.
pub(super) fn values(tokens: &Tokens, at: usize) -> Vec<f64> {
    let scaled = |value: f64| FACTORS.map(|factor| value * factor).to_vec();
    match &tokens[at].kind {
        TokenKind::Number(number) => {
            let mut values = scaled(number.value);
            values.extend(part_of_one(tokens, at));
            values
        }
        TokenKind::Quantity(quantity) => {
            let mut values = scaled(quantity.number.value);
            values.extend(scaled(quantity.value));
            values
        }
        TokenKind::Clock(clock) => vec![
            clock.seconds(),
            clock.seconds_as_hours(),
            clock.seconds_as_hours() / 3600.0,
        ],
        TokenKind::Pace(pace) => vec![pace.seconds],
        _ => Vec::new(),
    }
}

/// What a fraction is worth that a number is of: "1/2".
fn part_of_one(tokens: &Tokens, at: usize) -> Option<f64> {
    let slash = |at: usize| tokens.get(at).is_some_and(|token| token.is(Symbol::Slash));
    let plain = |at: usize| match tokens.get(at)?.kind {
        TokenKind::Number(number) => Some(number.value),
        _ => None,
    };
    let start = if slash(at + 1) {
        at
    } else {
        at.checked_sub(2)?
    };
    let (part, of) = (plain(start)?, plain(start + 2)?);
    (slash(start + 1) && part < of).then_some(part / of)
}

/// The tokens of stretches of the text that are given by their words.
fn stretches<'s>(tokens: &Tokens, texts: impl Iterator<Item = &'s str>) -> Vec<bool> {
    let mut inside = vec![false; tokens.len()];
    for text in texts {
        let Some(start) = tokens.text().find(text) else {
            continue;
        };
        for (token, inside) in tokens.iter().zip(&mut inside) {
            *inside |= token.span.start >= start && token.span.end <= start + text.len();
        }
    }
    inside
}
