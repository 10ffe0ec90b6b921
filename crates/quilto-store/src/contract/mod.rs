//! What every backend must keep to, for backends of other crates too: `contract_tests!` makes a test
//! of each case. Of [`Accounts`](crate::Accounts) the cases stand in `accounts`.
//!
//! ```
//! mod over_memory {
//!     quilto_store::contract_tests!(quilto_store::MemoryStores::default());
//! }
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a case that does not hold ends its test"
)]

pub mod accounts;
pub mod cases;
mod changing;
mod concurrency;
pub mod crash;
mod keeping;
mod model;
pub mod random_actions;
mod reading;
mod runs;
mod texts;

use std::sync::Arc;

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed};
use serde_json::json;

use crate::{LogStore, NewEntry, SearchQuery, Store, Stores, UserId};

/// Makes a test of each case. Takes an expression that makes [`Stores`](crate::Stores) which nobody
/// has written to.
#[macro_export]
macro_rules! contract_tests {
    ($stores:expr) => {
        $crate::contract_tests!(@cases $stores,
            an_empty_store_has_nothing,
            reads_by_range,
            words_come_back_as_typed,
            names_are_unique,
            payloads_are_kept,
            parses_are_saved,
            recent_is_the_newest,
            patterns_choose_days,
            search_finds_words,
            corrections_change_the_parse_only,
            undone_notes_are_left_out,
            moved_notes_stand_under_their_new_day,
            undoing_a_move_moves_back,
            a_section_without_its_target_is_refused,
            forgotten_words_are_gone_everywhere,
            context_is_replaced_whole,
            offsets_from_utc_are_kept_where_they_change,
            spooled_text_waits,
            a_run_is_worked_on_by_one_at_a_time,
            runs_wait_until_they_are_finished,
            requests_are_kept_apart_from_runs,
            a_daily_job_is_taken_by_one,
            a_day_is_edited_as_text,
            what_stands_outside_of_sections_is_kept,
            sections_move_to_another_store,
            the_import_ledger_is_replaced_whole,
            persons_see_nothing_of_each_other,
            many_write_at_once,
        );

        #[test]
        fn random_actions_do_as_the_model() {
            $crate::contract::random_actions::check(&|| $stores);
        }
    };
    (@cases $stores:expr, $($case:ident),* $(,)?) => {
        $(
            #[test]
            fn $case() {
                $crate::contract::cases::$case(&$stores);
            }
        )*
    };
}

/// A day.
pub fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// A minute.
pub fn at(text: &str) -> NaiveTime {
    NaiveTime::parse_from_str(text, "%H:%M").unwrap()
}

/// A note of a day and a minute.
pub fn note(date: &str, time: &str, raw: &str) -> NewEntry {
    NewEntry {
        date: day(date),
        time: at(time),
        kind: EntryKind::Note,
        raw: raw.to_owned(),
        payload: None,
        parsed: None,
    }
}

/// A section that speaks of another.
pub fn about(kind: EntryKind, target: &EntryId, date: &str, raw: &str) -> NewEntry {
    NewEntry {
        kind,
        payload: Some(json!({"target": target})),
        ..note(date, "21:00", raw)
    }
}

/// What may be understood of a note.
pub fn parse(minutes: i64) -> Parsed {
    let data =
        json!({"polishes": [{"minutes": minutes}, {"minutes": minutes}, {"minutes": 82.25}]});
    Parsed {
        confidence: 0.9,
        tags: vec!["mood:calm".into()],
        engine: "builtin".into(),
        ..Parsed::of("rocks", data)
    }
}

/// Everything that stands.
pub fn all(store: &(impl LogStore + ?Sized)) -> Vec<Entry> {
    let ever = DateRange::new(day("1990-01-01"), day("2090-01-01"));
    store.entries_by_date_range(&ever).unwrap()
}

fn one(store: &(impl LogStore + ?Sized), new: NewEntry) -> Entry {
    store.append(vec![new]).unwrap().pop().unwrap()
}

fn raws(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|e| e.raw.as_str()).collect()
}

fn store_of(stores: &impl Stores) -> Arc<dyn Store> {
    stores.of(&UserId::default()).unwrap()
}

fn find(store: &dyn Store, keywords: &[&str], match_all: bool) -> Vec<String> {
    let query = SearchQuery {
        keywords: keywords.iter().map(|k| (*k).to_owned()).collect(),
        period: None,
        match_all,
    };
    let found = store.search(&query).unwrap();
    found.into_iter().map(|e| e.raw).collect()
}
