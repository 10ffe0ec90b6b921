//! What a note states: its numbers, in every reading they can have, and its words.

use std::collections::HashSet;

use crate::domain::ActiveDomainContext;
use crate::text::{Dimension, Number, Quantity, Symbol, TokenKind, Tokens, read};

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
        let dates =
            crate::text::dates::find(&tokens, &crate::text::dates::DateContext::note(today));
        let in_date = |at: usize| dates.iter().any(|date| date.tokens.contains(&at));
        let mut plain = Vec::new();
        for at in (0..tokens.len()).filter(|at| !in_date(*at)) {
            add_plain(&mut plain, &tokens, at);
        }
        let names = domains.vocabulary().find(&tokens);
        Self {
            numbers: tokens
                .iter()
                .flat_map(|token| readings(&tokens, &token.kind))
                .collect(),
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

/// The numbers that a token may stand for.
fn readings(tokens: &Tokens, kind: &TokenKind) -> Vec<f64> {
    let times = |seconds: f64| [seconds, seconds / 60.0, seconds / 3600.0];
    match kind {
        TokenKind::Number(number) => vec![number.value],
        TokenKind::Quantity(quantity) => {
            let mut numbers = vec![quantity.number.value, quantity.value];
            let seconds = seconds(tokens, quantity);
            numbers.extend(seconds.into_iter().flat_map(times));
            numbers
        }
        TokenKind::Clock(clock) => {
            let all = [clock.seconds(), clock.seconds_as_hours()];
            all.into_iter().flat_map(times).collect()
        }
        TokenKind::Pace(pace) => vec![pace.seconds, pace.distance],
        _ => Vec::new(),
    }
}

/// How long a quantity of time is.
fn seconds(tokens: &Tokens, quantity: &Quantity) -> Option<f64> {
    let unit = tokens.unit(quantity.unit);
    (unit.dimension == Dimension::Duration).then_some(quantity.value * unit.factor)
}

/// Adds a number as it stands, or to the time that it goes on.
fn add_plain(plain: &mut Vec<Plain>, tokens: &Tokens, at: usize) {
    match &tokens[at].kind {
        TokenKind::Number(number) if !is_scale(tokens, at) && !is_glued(tokens, at, number) => {
            plain.push(Plain {
                number: number.value,
                seconds: None,
                base: None,
            });
        }
        TokenKind::Quantity(quantity) => {
            let seconds = seconds(tokens, quantity);
            let before = plain.last_mut().and_then(|last| last.seconds.as_mut());
            match (before, seconds) {
                (Some(all), Some(more)) if follows_time(tokens, at) => *all += more,
                _ => plain.push(Plain {
                    number: quantity.number.value,
                    seconds,
                    base: match seconds {
                        Some(_) => None,
                        None => Some(quantity.value * tokens.unit(quantity.unit).factor),
                    },
                }),
            }
        }
        _ => {}
    }
}

/// "7/10": the scale is no number of its own.
fn is_scale(tokens: &Tokens, at: usize) -> bool {
    at > 1
        && tokens[at - 1].is(Symbol::Slash)
        && matches!(tokens[at - 2].kind, TokenKind::Number(_))
}

/// "A1", and "3셋": the label of a line, and a counter that is a number word too.
fn is_glued(tokens: &Tokens, at: usize, number: &Number) -> bool {
    !tokens[at].spaced
        && at > 0
        && match &tokens[at - 1].kind {
            TokenKind::Number(before) => before.style != number.style,
            TokenKind::Word(_) => tokens.norm(at - 1).chars().count() == 1,
            _ => false,
        }
}

fn follows_time(tokens: &Tokens, at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &tokens[before].kind);
    matches!(before, Some(TokenKind::Quantity(before))
        if tokens.unit(before.unit).dimension == Dimension::Duration)
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
