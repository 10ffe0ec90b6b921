//! What reading a note costs by its length: routing and parsing, with no model. Twice the words are
//! to take about twice the time.
//!
//! `cargo bench -p quilto --bench notes`
#![allow(clippy::unwrap_used, reason = "a benchmark of fixed input")]

use std::sync::Arc;

use chrono::NaiveDate;
use divan::counter::BytesCount;
use quilto::agents::{AgentContext, ParserInput, ResponseStyle, RouterInput};
use quilto::domain::{DomainSet, DomainSource};
use quilto::engine::builtin::{parse, route};
use quilto::model::{Conversation, UnitPreferences};

fn main() {
    divan::main();
}

const FILES: &[(&str, &str)] = &[
    (
        "domain.yaml",
        "{name: rocks, description: pet rocks and how they were polished}",
    ),
    (
        "vocabulary.yaml",
        "
terms:
  - {name: Granite, kind: rock, aliases: [granite, 화강암]}
  - {name: Pumice, kind: rock, aliases: [pumice, floating stone]}
  - {name: Smoky Quartz, kind: rock, aliases: [smoky quartz, smoky]}
  - {name: Basalt, kind: rock, aliases: [basalt, 현무암]}",
    ),
    (
        "notation.yaml",
        "
list: rocks
item: {kinds: [rock], name: name, rows: rounds}
slots:
  - {name: minutes, role: amount, dimension: duration, store: min}
  - {name: grit, role: level}",
    ),
];

/// A day as somebody writes who writes a lot, in both languages and with slips.
const LINES: &str = "granite 20 minutes, felt rough at first and then smooth\n\
    smoky quartz 3x10 after a long break; the cloth was wet again\n\
    현무암 15분 닦음, 어제보다 훨씬 나음\n\
    pumise 5 minutes because it floated away twice\n";

#[divan::bench(args = [1, 10, 100, 1000], sample_count = 10, sample_size = 1)]
fn read(bencher: divan::Bencher, times: usize) {
    let (set, errors) = DomainSet::new([DomainSource::embedded("rocks", FILES)]);
    assert!(errors.is_empty());
    let text = LINES.repeat(times);
    let day = NaiveDate::from_ymd_opt(2026, 3, 20).unwrap();
    let cx = AgentContext {
        domains: Arc::new(set.select_all()),
        now: day.and_hms_opt(12, 0, 0).unwrap(),
        today: day,
        units: UnitPreferences::default(),
        response_style: ResponseStyle::default(),
        meter: Default::default(),
    };
    let routing = RouterInput {
        raw_input: text.clone(),
        conversation: Conversation::default(),
        global_context: None,
    };
    let parsing = ParserInput {
        raw_input: text.clone(),
        date: day,
        time: cx.now.time(),
        recent_entries: Vec::new(),
        global_context: None,
        correction_target: None,
    };
    bencher
        .counter(BytesCount::of_str(&text))
        .bench(|| (route(&cx, &set, &routing, &|| None), parse(&cx, &parsing)));
}
