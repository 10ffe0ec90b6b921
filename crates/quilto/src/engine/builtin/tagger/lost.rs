//! What labels name and nothing that was read tells of.

use serde_json::Value;

use super::items::{Stretch, unread, words};
use super::note::{InWords, Labelled};
use crate::engine::builtin::notation::Reading;
use crate::model::Unread;
use crate::text::Tokens;

/// From this probability on of its label a name is missed.
const SURE: f64 = 0.6;
/// Shorter texts, in bytes, are within any words.
const SHORTEST: usize = 4;

/// Names of what was done and taken in that stand nowhere in what was read.
pub(super) fn names(
    tokens: &Tokens,
    labelled: &Labelled,
    by_labels: &InWords,
    reading: &Reading,
) -> Vec<Unread> {
    let mut told: Vec<String> = Vec::new();
    for data in reading.domain_data.values() {
        texts(data, &mut told);
    }
    let beside = reading.unread.iter().map(|unread| &unread.text);
    let held = reading.held_back.iter().map(|held| &held.text);
    let said = beside.chain(held).chain(&reading.notes);
    told.extend(said.map(|text| text.to_lowercase()));
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
