//! The examples of `docs/facts.md`, computed over the log that the page describes.
//! `UPDATE_DOCS=1 cargo test docs_` writes what they come to.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "tests say what they expect"
)]

mod common;

use std::path::Path;

use chrono::{Days, NaiveDate};
use quilto::domain::{ActiveDomainContext, DomainSet};
use quilto::facts::{compute_exprs, facts_of, format};
use quilto::model::{Entry, Expr, Fact, UnitPreferences};
use serde_json::json;

use self::common::note;

fn domains() -> ActiveDomainContext {
    let (mut set, _) = DomainSet::new([]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../domains");
    let problems = set.add_folder(&folder);
    assert!(problems.is_empty(), "{problems:?}");
    set.select_all()
}

fn log() -> Vec<Entry> {
    let start: NaiveDate = "2026-01-05".parse().unwrap();
    let mut entries = Vec::new();
    for week in 0..8u32 {
        let date = (start + Days::new(u64::from(week) * 7)).to_string();
        let set = json!({"weight": 60.0 + 2.5 * f64::from(week), "weight_unit": "kg", "reps": 5});
        let bench = json!({"exercises": [{"name": "Bench Press (Barbell)", "sets": [set]}]});
        entries.push(note("strength", &date, bench));
        let hours = if week % 2 == 0 { 8.0 } else { 5.5 };
        entries.push(note(
            "general_fitness",
            &date,
            json!({"sleep_hours": hours}),
        ));
    }
    for (date, kilometres, minutes) in [
        ("2026-01-06", 5.0, 30),
        ("2026-01-13", 10.0, 62),
        ("2026-02-17", 5.0, 28),
    ] {
        let run = json!({"distance": kilometres, "distance_unit": "km", "duration_seconds": minutes * 60});
        entries.push(note("running", date, json!({"runs": [run]})));
    }
    for (date, grams) in [
        ("2026-01-05", 140),
        ("2026-01-12", 140),
        ("2026-01-19", 140),
        ("2026-01-26", 90),
    ] {
        let meals = json!({"meals": [{"items": [{"name": "quark", "protein": grams}]}]});
        entries.push(note("nutrition", date, meals));
    }
    for (date, words) in [
        ("2026-02-01", "First day of my holiday"),
        ("2026-02-06", "holiday is over"),
    ] {
        let mut told = note("general_fitness", date, json!({}));
        told.raw = words.to_owned();
        told.parsed = None;
        entries.push(told);
    }
    entries
}

fn line(fact: &Fact) -> String {
    let mut text = format!("{}: {}", fact.kind, format::fact_value(fact));
    if let Some(slice) = format::part_of(fact) {
        text.push_str(&format!(" [{slice}]"));
    }
    if let Some(detail) = &fact.detail {
        text.push_str(&format!(" ({detail})"));
    }
    if let Some(date) = fact.date {
        text.push_str(&format!(" on {date}"));
    }
    text
}

fn comes_to(exprs: &str, domains: &ActiveDomainContext) -> String {
    let exprs: Vec<Expr> = serde_json::from_str(exprs).unwrap_or_else(|e| panic!("{e}: {exprs}"));
    let units = UnitPreferences::default();
    let today = "2026-03-01".parse().unwrap();
    let computed = compute_exprs(&exprs, &log(), domains, &units, today);
    // The last one is what was asked; the others are its steps.
    let last = computed.into_iter().next_back().zip(exprs.last());
    let facts = last.map(|(computed, expr)| facts_of(computed, expr, 0));
    let lines: Vec<String> = facts.iter().flatten().map(line).collect();
    lines.join("\n")
}

#[test]
fn docs_of_facts_show_what_its_examples_come_to() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/facts.md");
    let page = std::fs::read_to_string(&file).unwrap();
    let domains = domains();
    let mut blocks = page.split("```json\n");
    let mut written = blocks.next().unwrap().to_owned();
    for block in blocks {
        let (exprs, rest) = block.split_once("```\n```text\n").unwrap();
        let (_, rest) = rest.split_once("```\n").unwrap();
        let result = comes_to(exprs, &domains);
        written.push_str(&format!(
            "```json\n{exprs}```\n```text\n{result}\n```\n{rest}"
        ));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, written).unwrap();
        return;
    }
    assert_eq!(
        written, page,
        "docs/facts.md is out of date: write it again with `UPDATE_DOCS=1 cargo test docs_`"
    );
}
