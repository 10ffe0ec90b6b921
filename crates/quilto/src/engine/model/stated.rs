//! What a note states: its numbers, in every reading they can have, and its words.

use std::collections::HashSet;

use crate::domain::ActiveDomainContext;
use crate::text::{Dimension, TokenKind, read};

/// The numbers and words of a note.
pub struct Stated {
    numbers: Vec<f64>,
    text: String,
    names: HashSet<String>,
    /// Numbers as they stand, one per place, those of dates left out.
    plain: Vec<f64>,
}

impl Stated {
    /// Reads a note.
    pub fn read(text: &str, domains: &ActiveDomainContext, today: chrono::NaiveDate) -> Self {
        let tokens = read(text);
        let mut numbers = Vec::new();
        let mut plain = Vec::new();
        let dates =
            crate::text::dates::find(&tokens, &crate::text::dates::DateContext::note(today));
        let in_date = |at: usize| dates.iter().any(|date| date.tokens.contains(&at));
        for (at, token) in tokens.iter().enumerate() {
            match &token.kind {
                TokenKind::Number(number) => {
                    numbers.push(number.value);
                    if !in_date(at) {
                        plain.push(number.value);
                    }
                }
                TokenKind::Quantity(quantity) => {
                    numbers.extend([quantity.number.value, quantity.value]);
                    if !in_date(at) {
                        plain.push(quantity.number.value);
                    }
                    let unit = tokens.unit(quantity.unit);
                    if unit.dimension == Dimension::Duration {
                        let seconds = quantity.value * unit.factor;
                        numbers.extend([seconds, seconds / 60.0, seconds / 3600.0]);
                    }
                }
                TokenKind::Clock(clock) => {
                    for seconds in [clock.seconds(), clock.seconds_as_hours()] {
                        numbers.extend([seconds, seconds / 60.0, seconds / 3600.0]);
                    }
                }
                TokenKind::Pace(pace) => numbers.extend([pace.seconds, pace.distance]),
                _ => {}
            }
        }
        let names = domains.vocabulary().find(&tokens);
        Self {
            numbers,
            plain,
            text: squashed(text),
            names: names
                .into_iter()
                .map(|found| found.mention.term.to_string())
                .collect(),
        }
    }

    /// Takes in numbers that code worked out from the note.
    pub fn also(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.numbers.extend(numbers);
    }

    /// Whether the note states a number, in one of its readings.
    pub fn says_number(&self, number: f64) -> bool {
        let near = |known: &f64| (known - number).abs() <= 1e-6 * known.abs().max(1.0);
        self.numbers.iter().any(near)
    }

    /// Whether the note holds these words, or names the thing they name.
    pub fn says(&self, words: &str) -> bool {
        self.names.contains(words)
            || words
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty())
                .all(|word| self.text.contains(&squashed(word)))
    }

    /// Numbers of the note, dates aside, that none of these are a reading of.
    pub fn unused(&self, used: &[f64]) -> Vec<f64> {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-6 * a.abs().max(1.0);
        self.plain
            .iter()
            .copied()
            .filter(|number| {
                let scaled = |used: &f64| {
                    [1.0, 60.0, 3600.0]
                        .iter()
                        .any(|by| near(number * by, *used))
                };
                !used.iter().any(scaled)
            })
            .collect()
    }
}

fn squashed(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// All numbers of a piece of data.
pub fn numbers_in(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => items.iter().flat_map(numbers_in).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(numbers_in).collect(),
        serde_json::Value::Number(number) => number.as_f64().into_iter().collect(),
        _ => Vec::new(),
    }
}
