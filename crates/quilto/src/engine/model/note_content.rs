//! What a note states: its numbers, in every reading they can have, and its words.

use std::collections::HashSet;

use crate::domain::ActiveDomainContext;
use crate::text::{Dimension, Symbol, TokenKind, read};

/// The numbers and words of a note.
pub struct NoteContent {
    numbers: Vec<f64>,
    text: String,
    names: HashSet<String>,
    /// Numbers as they stand, one per place, those of dates left out.
    plain: Vec<Plain>,
}

/// A number as it stands.
struct Plain {
    number: f64,
    /// Of a time, how many seconds it is, with the parts before it: 6 hours, 30 minutes.
    seconds: Option<f64>,
    /// Of another quantity, how much it is in the unit that its kind is converted through.
    base: Option<f64>,
}

impl NoteContent {
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
                    // "7/10": the scale is no number of its own
                    let scale = at > 1
                        && tokens[at - 1].is(Symbol::Slash)
                        && matches!(tokens[at - 2].kind, TokenKind::Number(_));
                    // "A1", and "3셋": the label of a line, and a counter that is a number word too
                    let glued = !token.spaced
                        && at > 0
                        && match &tokens[at - 1].kind {
                            TokenKind::Number(before) => before.style != number.style,
                            TokenKind::Word(_) => tokens.norm(at - 1).chars().count() == 1,
                            _ => false,
                        };
                    if !in_date(at) && !scale && !glued {
                        plain.push(Plain {
                            number: number.value,
                            seconds: None,
                            base: None,
                        });
                    }
                }
                TokenKind::Quantity(quantity) => {
                    numbers.extend([quantity.number.value, quantity.value]);
                    let unit = tokens.unit(quantity.unit);
                    let time = unit.dimension == Dimension::Duration;
                    let seconds = time.then_some(quantity.value * unit.factor);
                    if let Some(seconds) = seconds {
                        numbers.extend([seconds, seconds / 60.0, seconds / 3600.0]);
                    }
                    let goes_on = at > 0
                        && matches!(&tokens[at - 1].kind, TokenKind::Quantity(before)
                            if tokens.unit(before.unit).dimension == Dimension::Duration);
                    if in_date(at) {
                        continue;
                    }
                    match (plain.last_mut(), seconds) {
                        (
                            Some(Plain {
                                seconds: Some(all), ..
                            }),
                            Some(more),
                        ) if goes_on => {
                            *all += more;
                        }
                        _ => plain.push(Plain {
                            number: quantity.number.value,
                            seconds,
                            base: (!time).then_some(quantity.value * unit.factor),
                        }),
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

    /// The numbers, in every reading.
    pub fn numbers(&self) -> &[f64] {
        &self.numbers
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
            .filter(|plain| {
                let scaled = |used: &f64| {
                    [1.0, 60.0, 3600.0].iter().any(|by| {
                        let time = plain.seconds.map(|seconds| seconds / by);
                        near(plain.number * by, *used) || time.is_some_and(|t| near(t, *used))
                    }) || plain.base.is_some_and(|base| {
                        [1e-3, 1.0, 1e3].iter().any(|by| near(base * by, *used))
                    })
                };
                !used.iter().any(scaled)
            })
            .map(|plain| plain.number)
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

/// The numbers that a piece of data tells: those in its fields, and its counts ("3 times 10" is a
/// list of three).
pub fn told_by(value: &serde_json::Value) -> Vec<f64> {
    let mut all = numbers_in(value);
    all.extend(counts_in(value));
    all
}

/// How long the lists of a piece of data are, and how often the same item follows itself in them.
fn counts_in(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Array(items) => {
            let runs = items.chunk_by(|one, next| one == next).map(<[_]>::len);
            #[allow(clippy::cast_precision_loss, reason = "lists of a note are short")]
            let own = runs.chain([items.len()]).map(|count| count as f64);
            own.chain(items.iter().flat_map(counts_in)).collect()
        }
        serde_json::Value::Object(fields) => fields.values().flat_map(counts_in).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn unused(note: &str, data: serde_json::Value) -> Vec<f64> {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        NoteContent::read(note, &ActiveDomainContext::default(), today).unused(&told_by(&data))
    }

    #[test]
    fn a_number_may_stand_as_it_is_as_a_count_or_as_a_time() {
        let rounds = json!([{"mass": 80}, {"mass": 80}, {"mass": 80}, {"mass": 90}]);
        assert_eq!(
            unused("80 kg, 3 times, then 90 kg", rounds.clone()),
            [] as [f64; 0]
        );
        assert_eq!(unused("80 kg, 5 times, then 90 kg", rounds), [5.0]);
        assert_eq!(
            unused("6 hours 30 minutes", json!({"hours": 6.5})),
            [] as [f64; 0]
        );
        assert_eq!(
            unused("6 hours 30 minutes", json!({"minutes": 390})),
            [] as [f64; 0]
        );
        assert_eq!(unused("6 hours 30 minutes", json!({"hours": 7})), [6.0]);
        assert_eq!(unused("2 lb", json!({"mass": 907.184_74})), [] as [f64; 0]);
        assert_eq!(
            unused("A1) 20\nA2) 30, 4셋", json!([20, 30, 4])),
            [] as [f64; 0]
        );
        assert_eq!(unused("shine 7/10", json!({"shine": 7})), [] as [f64; 0]);
        assert_eq!(unused("shine 7/10, cost 12", json!({"shine": 7})), [12.0]);
    }
}
