//! Reading text: every notation on its own line, and properties that hold for any text at all.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

mod days;
mod inspection;
mod periods;
mod properties;
mod tokens;

use chrono::NaiveDate;
use quilto_text::dates::{self, DateContext};
use quilto_text::read;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// The periods of a question asked on Saturday, 21 November 2026.
#[track_caller]
fn periods(text: &str, expected: &[(&str, &str, &str)]) {
    found(text, &DateContext::question(day("2026-11-21")), expected);
}

/// The days of a note written on Saturday, 21 November 2026.
#[track_caller]
fn days(text: &str, expected: &[(&str, &str, &str)]) {
    found(text, &DateContext::note(day("2026-11-21")), expected);
}

#[track_caller]
fn found(text: &str, cx: &DateContext, expected: &[(&str, &str, &str)]) {
    let tokens = read(text);
    let mentions = dates::find(&tokens, cx);
    let found: Vec<(&str, String, String)> = mentions
        .iter()
        .map(|found| {
            (
                tokens.slice(found.span),
                found.range.start.to_string(),
                found.range.end.to_string(),
            )
        })
        .collect();
    let found: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|(words, start, end)| (*words, start.as_str(), end.as_str()))
        .collect();
    assert_eq!(found, expected, "in {text:?}");
}
