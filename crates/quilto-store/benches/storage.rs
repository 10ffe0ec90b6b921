//! The store at size: 100,000 entries on 20,000 days.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot run should stop"
)]

use std::path::Path;
use std::sync::OnceLock;

use chrono::{Days, NaiveDate, NaiveTime};
use divan::Bencher;
use quilto_model::{DateRange, EntryKind, Parsed};
use quilto_store::{FileStore, LogStore, NewEntry, SearchQuery};
use serde_json::json;

fn main() {
    divan::main();
}

fn entries(days: u64, per_day: u32) -> Vec<NewEntry> {
    let first = NaiveDate::from_ymd_opt(1980, 1, 1).unwrap_or_default();
    let mut entries = Vec::new();
    for number in 0..days {
        for part in 0..per_day {
            let stone = ["granite", "basalt", "marble", "slate", "화강암"][(part % 5) as usize];
            let mut parsed = Parsed {
                engine: "builtin".into(),
                ..Parsed::default()
            };
            let polish = json!({"minutes": number % 50, "cloth": "felt", "shine": 8});
            parsed.domain_data.insert(
                "rocks".into(),
                json!({"name": stone, "polishes": [polish, polish, polish]}),
            );
            entries.push(NewEntry {
                date: first + Days::new(number),
                time: NaiveTime::from_hms_opt(8 + part % 12, 30, 0).unwrap_or_default(),
                kind: EntryKind::Note,
                raw: format!(
                    "{stone} polished 3x{} minutes with felt, shine 8, calm afterwards; dust {number}",
                    number % 50
                ),
                payload: None,
                parsed: Some(parsed),
            });
        }
    }
    entries
}

/// The large store, made once.
fn large() -> &'static Path {
    static HOME: OnceLock<tempfile::TempDir> = OnceLock::new();
    HOME.get_or_init(|| {
        let home = tempfile::tempdir().expect("a folder");
        let store = FileStore::open(home.path())
            .expect("a store")
            .without_sync();
        store.append(entries(20_000, 5)).expect("100,000 entries");
        home
    })
    .path()
}

fn fresh() -> (tempfile::TempDir, FileStore) {
    let home = tempfile::tempdir().expect("a folder");
    let store = FileStore::open(home.path()).expect("a store");
    (home, store)
}

fn search(bencher: Bencher, keyword: &str) {
    let store = FileStore::open(large()).expect("a store");
    let query = SearchQuery {
        keywords: vec![keyword.to_owned()],
        ..SearchQuery::default()
    };
    bencher.bench(|| store.search(&query).expect("a search"));
}

#[divan::bench(sample_count = 10)]
fn search_for_one_of_100_000(bencher: Bencher) {
    search(bencher, "Dust 12345");
}

#[divan::bench(sample_count = 10)]
fn search_for_one_of_100_000_in_korean(bencher: Bencher) {
    search(bencher, "화강석");
}

#[divan::bench(sample_count = 3)]
fn search_for_a_fifth_of_100_000(bencher: Bencher) {
    search(bencher, "basalt");
}

#[divan::bench(sample_count = 20)]
fn read_a_month_of_100_000_entries(bencher: Bencher) {
    let store = FileStore::open(large()).expect("a store");
    let first = NaiveDate::from_ymd_opt(2020, 3, 1).unwrap_or_default();
    let month = DateRange::new(first, first + Days::new(30));
    bencher.bench(|| store.entries_by_date_range(&month).expect("entries"));
}

#[divan::bench(sample_count = 3)]
fn read_all_100_000_entries(bencher: Bencher) {
    let store = FileStore::open(large()).expect("a store");
    let span = store.span().ok().flatten().expect("days");
    bencher.bench(|| store.entries_by_date_range(&span).expect("entries"));
}

#[divan::bench(sample_count = 20)]
fn the_five_newest_of_100_000_entries(bencher: Bencher) {
    let store = FileStore::open(large()).expect("a store");
    let today = NaiveDate::from_ymd_opt(2040, 1, 1).unwrap_or_default();
    bencher.bench(|| store.recent(today, 5).expect("entries"));
}

#[divan::bench(sample_count = 20)]
fn log_a_note_and_its_parse(bencher: Bencher) {
    bencher
        .with_inputs(|| (fresh(), entries(1, 1)))
        .bench_values(|((_home, store), mut new)| {
            let parsed = new[0].parsed.take().unwrap_or_default();
            let written = store.append(new).expect("a note");
            store.save_parse(&written[0].id, &parsed).expect("a parse");
        });
}

#[divan::bench(sample_count = 5)]
fn import_3_000_entries_on_1_000_days(bencher: Bencher) {
    bencher
        .with_inputs(|| (fresh(), entries(1_000, 3)))
        .bench_values(|((_home, store), new)| store.append(new).expect("entries"));
}
