//! What is read, and in which order.

use quilto_model::{DateRange, EntryId};

use super::{all, at, day, find, note, one, parse, raws, store_of};
use crate::{SearchQuery, StorageError, Stores, day_of};

/// Entries are read by days, oldest first.
pub fn reads_by_range(stores: &impl Stores) {
    let store = &*store_of(stores);
    store
        .append(vec![
            note("2026-11-22", "09:00", "basalt hummed to"),
            note("2026-11-21", "10:30", "granite polished 3x10 minutes"),
            note("2026-12-01", "08:00", "washed all"),
            note("2026-11-21", "08:15", "typed later, for earlier"),
        ])
        .unwrap();
    let november = DateRange::new(day("2026-11-01"), day("2026-11-30"));
    let entries = store.entries_by_date_range(&november).unwrap();
    // Oldest day first, then by place in the file.
    assert_eq!(
        raws(&entries),
        [
            "granite polished 3x10 minutes",
            "typed later, for earlier",
            "basalt hummed to"
        ]
    );
    assert_eq!(entries[0].date, day("2026-11-21"));
    assert_eq!(entries[0].time, Some(at("10:30")));
    assert_eq!(entries[0].source, "logs/raw/2026/11/2026-11-21.md");
    assert!(entries[0].id.0.starts_with("20261121-1030-"));
    assert_eq!(day_of(&entries[0].id), Some(day("2026-11-21")));
    let empty = DateRange::day(day("2026-10-01"));
    assert_eq!(store.entries_by_date_range(&empty).unwrap(), []);
    assert_eq!(
        store.span().unwrap(),
        Some(DateRange::new(day("2026-11-21"), day("2026-12-01")))
    );
}

/// A store begins empty; what is not there is said or refused.
pub fn an_empty_store_has_nothing(stores: &impl Stores) {
    let store = &*store_of(stores);
    assert_eq!(all(store), []);
    assert_eq!(store.span().unwrap(), None);
    assert_eq!(store.recent(day("2026-11-21"), 3).unwrap(), []);
    assert_eq!(store.global_context().unwrap(), "");
    assert_eq!(store.spooled().unwrap(), []);
    assert_eq!(find(store, &["granite"], false), Vec::<String>::new());
    assert_eq!(store.append(Vec::new()).unwrap(), []);
    for name in ["20261121-1030-xxxx", "nonsense", ""] {
        let id = EntryId(name.into());
        assert_eq!(store.entry(&id).unwrap(), None);
        let error = store.save_parse(&id, &parse(1)).unwrap_err();
        assert!(matches!(error, StorageError::NoSuchEntry(_)));
    }
}

/// The newest come from the end, oldest first.
pub fn recent_is_the_newest(stores: &impl Stores) {
    let store = &*store_of(stores);
    for (date, raw) in [
        ("2025-12-31", "a"),
        ("2026-01-02", "b"),
        ("2026-01-02", "c"),
        ("2026-03-01", "d"),
    ] {
        one(store, note(date, "10:00", raw));
    }
    let recent = |until: &str, count| {
        let entries = store.recent(day(until), count).unwrap();
        raws(&entries).concat()
    };
    assert_eq!(recent("2026-03-01", 10), "abcd");
    assert_eq!(recent("2026-03-01", 2), "cd");
    assert_eq!(recent("2026-02-28", 2), "bc");
    assert_eq!(recent("2026-02-28", 1), "c");
    assert_eq!(recent("2026-01-01", 1), "a");
    assert_eq!(recent("2025-12-30", 1), "");
    assert_eq!(recent("2026-03-01", 0), "");
}

/// Patterns choose days by the names of their files.
pub fn patterns_choose_days(stores: &impl Stores) {
    let store = &*store_of(stores);
    for date in ["2025-11-21", "2026-11-01", "2026-11-21", "2026-12-01"] {
        one(store, note(date, "10:00", date));
    }
    let by = |pattern: &str| {
        let entries = store.entries_by_pattern(pattern).unwrap();
        entries.into_iter().map(|e| e.raw).collect::<Vec<_>>()
    };
    assert_eq!(by("2026/11/**"), ["2026-11-01", "2026-11-21"]);
    assert_eq!(by("2026/*/2026-*-01.md"), ["2026-11-01", "2026-12-01"]);
    assert_eq!(by("**/*-21.md"), ["2025-11-21", "2026-11-21"]);
    assert_eq!(by("*.md"), Vec::<String>::new());
    assert!(matches!(
        store.entries_by_pattern("["),
        Err(StorageError::BadPattern { .. })
    ));
}

/// Search finds words without regard to case, in one note.
pub fn search_finds_words(stores: &impl Stores) {
    let store = &*store_of(stores);
    for (date, raw) in [
        ("2026-11-20", "GRANITE polished, shine 8"),
        ("2026-11-21", "화강암 10분 닦음"),
        ("2026-11-21", "basalt washed; granite too"),
        ("2026-12-02", "grüner Stein"),
    ] {
        one(store, note(date, "10:00", raw));
    }
    assert_eq!(
        find(store, &["granite"], false),
        ["GRANITE polished, shine 8", "basalt washed; granite too"]
    );
    assert_eq!(
        find(store, &["Granite", "basalt"], true),
        ["basalt washed; granite too"]
    );
    assert_eq!(
        find(store, &["화강암", "GRÜN"], false),
        ["화강암 10분 닦음", "grüner Stein"]
    );
    // The words must stand in the note, not in another of the day or in a heading.
    assert_eq!(
        find(store, &["화강암", "basalt"], true),
        Vec::<String>::new()
    );
    assert_eq!(find(store, &["10:00"], false), Vec::<String>::new());
    assert_eq!(find(store, &["", " "], false), Vec::<String>::new());
    assert_eq!(find(store, &[], true), Vec::<String>::new());
    let query = SearchQuery {
        keywords: vec!["granite".into()],
        period: Some(DateRange::day(day("2026-11-21"))),
        match_all: false,
    };
    assert_eq!(store.search(&query).unwrap().len(), 1);
}
