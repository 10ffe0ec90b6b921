//! What labels name and count, and nothing that was read tells of.

use serde_json::Value;

use super::note::{InWords, Labelled};
use super::stretches::{Stretch, unread, words};
use super::{NOT, grammar};
use crate::engine::builtin::notation::Reading;
use crate::model::Unread;
use crate::text::{TokenKind, Tokens};

/// From this probability on of its label a name or figure is missed.
const SURE: f64 = 0.6;
/// The same of words of how the writer is.
const SAID: f64 = 0.4;
/// By no more of itself a figure is kept otherwise than it was typed.
const NEAR: f64 = 0.005;
/// Shorter texts, in bytes, are within any words.
const SHORTEST: usize = 4;

/// All texts of what was read and what is said of it, in lower case.
fn told(reading: &Reading) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for data in reading.domain_data.values() {
        texts(data, &mut told);
    }
    let beside = reading.unread.iter().map(|unread| &unread.text);
    let held = reading.held_back.iter().map(|held| &held.text);
    let said = beside.chain(held).chain(&reading.notes);
    told.extend(said.map(|text| text.to_lowercase()));
    told
}

/// Whether figures that the notation left are told by their labels: all of some words have one, and each figure in
/// them stands among the numbers that were read.
pub(super) fn is_labelled(
    tokens: &Tokens,
    labelled: &Labelled,
    known: &[f64],
    left: &Unread,
) -> bool {
    let Some(start) = tokens.text().find(&left.text) else {
        return false;
    };
    let end = start + left.text.len();
    let within = |at: &usize| {
        let span = tokens[*at].span;
        start <= span.start && span.end <= end
    };
    let has_label = |at: usize| {
        let mut own = labelled.stretches.iter();
        let own = own.find(|of| of.tokens.contains(&at));
        own.is_some_and(|of| of.role != NOT && labelled.likely_of(of) >= SURE)
    };
    let telling = (0..tokens.len())
        .filter(within)
        .filter(|at| !matches!(tokens[*at].kind, TokenKind::Symbol(_)));
    let telling: Vec<usize> = telling.collect();
    let values = telling.iter().map(|at| grammar::values(tokens, *at));
    let figures: Vec<Vec<f64>> = values.filter(|values| !values.is_empty()).collect();
    let is_told = |values: &Vec<f64>| values.iter().any(|value| stands_in(known, *value));
    !figures.is_empty() && figures.iter().all(is_told) && telling.into_iter().all(has_label)
}

/// Whether a value stands among others.
fn stands_in(known: &[f64], value: f64) -> bool {
    let mut known = known.iter();
    known.any(|one| (one - value).abs() <= NEAR * value.abs())
}

/// Figures of what was done and taken in that stand nowhere in what was read.
pub(super) fn figures(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &InWords,
    reading: &Reading,
    known: &[f64],
) -> Vec<Unread> {
    let told = told(reading);
    let is_told = |(stretch, values): &(Stretch, Vec<f64>)| {
        let own = words(tokens, &stretch.tokens).to_lowercase();
        let typed = stretch
            .tokens
            .clone()
            .flat_map(|at| grammar::values(tokens, at));
        let mut typed = typed.chain(values.iter().copied());
        told.iter().any(|text| text.contains(&own)) || typed.any(|value| stands_in(known, value))
    };
    let counts = |stretch: &Stretch| {
        let mut figures = stretch.tokens.clone();
        figures.any(|at| !grammar::values(tokens, at).is_empty())
    };
    let all = by_labels.figures.iter();
    let sure = all.filter(|(stretch, _)| counts(stretch) && labelled.likely_of(stretch) >= SURE);
    let lost = sure.filter(|figure| !is_told(figure));
    lost.map(|(stretch, _)| unread(tokens, &stretch.tokens))
        .collect()
}

/// Words of how the writer is that went into nothing, where nothing else tells of them.
pub(super) fn of_writer(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &InWords,
    reading: &Reading,
) -> Vec<Unread> {
    let told = told(reading);
    let lost = by_labels.unread.iter().filter(|range| {
        let own = words(tokens, range).to_lowercase();
        labelled.likely_at(range) >= SAID && !told.iter().any(|text| text.contains(&own))
    });
    lost.map(|range| unread(tokens, range)).collect()
}

/// Names of what was done and taken in that stand nowhere in what was read.
pub(super) fn names(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &InWords,
    reading: &Reading,
) -> Vec<Unread> {
    let told = told(reading);
    // Of some words only a part may be told of ("oatmeal with berries").
    let is_told = |words: &str| {
        let words = words.to_lowercase();
        let within = |text: &String| text.len() >= SHORTEST && words.contains(&**text);
        told.iter()
            .any(|text| text.contains(&words) || within(text))
    };
    let missed = |(stretch, names): &&(Stretch, Vec<String>)| {
        let own = words(tokens, &stretch.tokens);
        let told = names.iter().any(|name| is_told(name)) || is_told(own);
        labelled.likely_of(stretch) >= SURE && !told
    };
    let lost = by_labels.names.iter().filter(missed);
    lost.map(|(stretch, _)| unread(tokens, &stretch.tokens))
        .collect()
}

/// All texts of a piece of data, in lower case.
fn texts(value: &Value, all: &mut Vec<String>) {
    match value {
        Value::String(text) => all.push(text.to_lowercase()),
        Value::Array(list) => list.iter().for_each(|value| texts(value, all)),
        Value::Object(fields) => {
            for (name, value) in fields {
                all.push(name.replace('_', " "));
                texts(value, all);
            }
        }
        _ => {}
    }
}
