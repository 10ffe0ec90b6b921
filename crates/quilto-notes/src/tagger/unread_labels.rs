//! What labels name and count, and nothing that was read tells of.

use std::ops::Range;

use serde_json::Value;

use super::labelled_spans::{LabelledSpan, unread, words};
use super::note::{Labelled, LabelledReading};
use super::{NOT, grammar};
use crate::notation::Reading;
use quilto_model::Unread;
use quilto_text::{TokenKind, Tokens};

/// From this probability on of its label a figure is told by it.
const SURE: f64 = 0.6;

/// From which probability on of their labels words are missed.
pub(super) struct ConfidenceThresholds {
    /// Names and figures.
    told: f64,
    /// Words of how the writer is.
    said: f64,
    /// Up to this one figures within a remark are.
    kept: f64,
}

impl ConfidenceThresholds {
    pub const USUAL: Self = Self {
        told: SURE,
        said: 0.4,
        kept: 0.7,
    };
    /// In a note that is doubtful anyway.
    pub const IN_DOUBT: Self = Self {
        told: 0.2,
        said: 0.2,
        kept: 1.0,
    };
}

/// By no more of itself a figure is kept otherwise than it was typed.
const NEAR: f64 = 0.005;
/// Shorter texts, in bytes, are within any words.
const SHORTEST: usize = 4;

/// All texts of what was read and what is said of it, in lower case.
pub(super) fn told(reading: &Reading) -> Vec<String> {
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
    by_labels: &LabelledReading,
    reading: &Reading,
    known: &[f64],
    bounds: &ConfidenceThresholds,
) -> Vec<Unread> {
    let told = told(reading);
    let is_told = |(stretch, values): &(LabelledSpan, Vec<f64>)| {
        let own = words(tokens, &stretch.tokens).to_lowercase();
        let typed = stretch
            .tokens
            .clone()
            .flat_map(|at| grammar::values(tokens, at));
        let mut typed = typed.chain(values.iter().copied());
        told.iter().any(|text| text.contains(&own)) || typed.any(|value| stands_in(known, value))
    };
    let counts = |stretch: &LabelledSpan| {
        let mut figures = stretch.tokens.clone();
        figures.any(|at| !grammar::values(tokens, at).is_empty())
    };
    let all = by_labels.figures.iter();
    let sure =
        all.filter(|(stretch, _)| counts(stretch) && labelled.likely_of(stretch) >= bounds.told);
    let lost = sure.filter(|figure| !is_told(figure));
    lost.map(|(stretch, _)| unread(tokens, &stretch.tokens))
        .collect()
}

/// Figures within words that are only kept as typed, where that is not sure.
pub(super) fn figures_kept(
    tokens: &Tokens,
    labelled: &Labelled,
    is_kept: &dyn Fn(&str) -> bool,
    reading: &Reading,
    known: &[f64],
    bounds: &ConfidenceThresholds,
) -> Vec<Unread> {
    let told = |range: &Range<usize>| {
        let own = words(tokens, range);
        let mut unread = reading.unread.iter();
        unread.any(|of| of.text.contains(own) || own.contains(&of.text))
    };
    let lost = |at: usize| {
        let mut values = grammar::values(tokens, at).into_iter().peekable();
        values.peek().is_some() && !values.any(|value| stands_in(known, value))
    };
    let kept = labelled.stretches.iter().filter(|of| {
        is_kept(&of.role)
            && labelled.likely_of(of) <= bounds.kept
            && of.tokens.clone().any(lost)
            && !told(&of.tokens)
    });
    kept.map(|of| unread(tokens, &of.tokens)).collect()
}

/// Words of how the writer is that went into nothing, where nothing else tells of them.
pub(super) fn of_writer(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &LabelledReading,
    reading: &Reading,
    bounds: &ConfidenceThresholds,
) -> Vec<Unread> {
    let told = told(reading);
    let lost = by_labels.unread.iter().filter(|range| {
        let own = words(tokens, range).to_lowercase();
        labelled.likely_at(range) >= bounds.said && !told.iter().any(|text| text.contains(&own))
    });
    lost.map(|range| unread(tokens, range)).collect()
}

/// Names of what was done and taken in that stand nowhere in what was read.
pub(super) fn names(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &LabelledReading,
    reading: &Reading,
    bounds: &ConfidenceThresholds,
) -> Vec<Unread> {
    let told = told(reading);
    // Of some words only a part may be told of ("oatmeal with berries").
    let is_told = |words: &str| {
        let words = words.to_lowercase();
        let within = |text: &String| text.len() >= SHORTEST && words.contains(&**text);
        told.iter()
            .any(|text| text.contains(&words) || within(text))
    };
    let missed = |(stretch, names): &&(LabelledSpan, Vec<String>)| {
        let own = words(tokens, &stretch.tokens);
        let told = names.iter().any(|name| is_told(name)) || is_told(own);
        labelled.likely_of(stretch) >= bounds.told && !told
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
