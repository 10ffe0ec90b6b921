//! The cases, each over stores that nobody has written to.

use chrono::NaiveDate;
use quilto_model::{DateRange, Entry, EntryId, EntryKind, RunId};
use serde_json::{Value, json};

use super::{about, all, at, day, note, one, parse, raws};
use crate::{
    NewEntry, SearchQuery, Spooled, StorageError, Store, Stores, UserId, amendments, day_of,
    utc_offset,
};

pub use super::runs::{
    a_daily_job_is_taken_by_one, a_run_is_worked_on_by_one_at_a_time,
    runs_wait_until_they_are_finished,
};
pub use super::several::{many_write_at_once, persons_see_nothing_of_each_other};

fn store_of(stores: &impl Stores) -> std::sync::Arc<dyn Store> {
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

/// Whatever was typed comes back, byte for byte.
pub fn words_come_back_as_typed(stores: &impl Stores) {
    let store = &*store_of(stores);
    let words = [
        "granite polished",
        "",
        "two\n\nparagraphs\n",
        "\n\nblank lines around\n\n\n",
        "carriage\r\nreturns\r\n",
        "a lone return\r",
        "## 10:30\nlooks like a heading",
        "a line\n## 09:15 [undo]\n\\## 09:15\n\\\\## 9:15",
        "# title\n---\nfront: matter\n---",
        "<!-- {\"target\": \"x\"} -->",
        "text\n\\<!-- {\"a\": 1} -->",
        "```\n## 10:30\n```",
        "화강암 10분 닦음, 기분 좋음 🪨",
        "１０ minutes\u{200b}",
        "trailing backslash \\",
        "\\",
        "\u{feff}## 10:30",
        "## 25:00 is no time",
        "<<<<<<< HEAD\n||||||| b\n=======\n>>>>>>> c",
        "\\=======\r\n=======\r\n",
        "tab\t\u{0}nul",
    ];
    let written = store
        .append(words.map(|w| note("2026-11-21", "10:30", w)).to_vec())
        .unwrap();
    let read = all(store);
    assert_eq!(raws(&read), words);
    assert_eq!(read, written);
    for (entry, word) in read.iter().zip(words) {
        assert_eq!(store.entry(&entry.id).unwrap().unwrap().raw, word);
    }
}

/// No two entries have one name.
pub fn names_are_unique(stores: &impl Stores) {
    let store = &*store_of(stores);
    for _ in 0..3 {
        one(store, note("2026-11-21", "10:30", "hummed"));
    }
    store
        .append(vec![note("2026-11-21", "10:30", "hummed"); 3])
        .unwrap();
    let mut names: Vec<_> = all(store).into_iter().map(|e| e.id).collect();
    assert_eq!(names.len(), 6);
    names.sort();
    names.dedup();
    assert_eq!(names.len(), 6);
}

/// What words cannot carry is kept beside them.
pub fn payloads_are_kept(stores: &impl Stores) {
    let store = &*store_of(stores);
    let payload = json!({
        "identity": "a-->b <!-- c", "rows": [{"mass": 82.25, "note": "line\nbreak \\ \"quoted\""}],
        "long": 0.1 + 0.2, "none": null,
    });
    let written = one(
        store,
        NewEntry {
            kind: EntryKind::Imported,
            payload: Some(payload.clone()),
            parsed: Some(parse(10)),
            ..note("2026-11-21", "10:30", "granite\n## 10:31\n")
        },
    );
    let read = store.entry(&written.id).unwrap().unwrap();
    assert_eq!(read, written);
    assert_eq!(read.payload, Some(payload));
    assert_eq!(read.parsed, Some(parse(10)));
    assert_eq!(read.kind, EntryKind::Imported);
    // Without words.
    let bare = one(
        store,
        NewEntry {
            payload: Some(json!({"identity": "x"})),
            ..note("2026-11-21", "10:32", "")
        },
    );
    assert_eq!(store.entry(&bare.id).unwrap(), Some(bare));
}

/// What was understood is saved, and replaced.
pub fn parses_are_saved(stores: &impl Stores) {
    let store = &*store_of(stores);
    let first = one(store, note("2026-11-21", "10:30", "granite"));
    let second = one(store, note("2026-11-21", "10:30", "basalt"));
    assert_eq!(first.parsed, None);
    store.save_parse(&first.id, &parse(10)).unwrap();
    store.save_parse(&first.id, &parse(10)).unwrap();
    let entries = all(store);
    assert_eq!(entries[0].parsed, Some(parse(10)));
    assert_eq!(entries[1].parsed, None);
    store.save_parse(&second.id, &parse(3)).unwrap();
    store.save_parse(&first.id, &parse(20)).unwrap();
    assert_eq!(
        store.entry(&first.id).unwrap().unwrap().parsed,
        Some(parse(20))
    );
    assert_eq!(
        store.entry(&second.id).unwrap().unwrap().parsed,
        Some(parse(3))
    );
    // Nulls are left out, equal rows are not lost.
    let mut holes = parse(5);
    holes.domain_data["rocks"]["polishes"][0]["cloth"] = Value::Null;
    store.save_parse(&first.id, &holes).unwrap();
    assert_eq!(
        store.entry(&first.id).unwrap().unwrap().parsed,
        Some(parse(5))
    );
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

/// A correction leaves the words alone.
pub fn corrections_change_the_parse_only(stores: &impl Stores) {
    let store = &*store_of(stores);
    let granite = one(store, note("2026-11-21", "10:30", "granite 8 minutes"));
    store.save_parse(&granite.id, &parse(8)).unwrap();
    // Corrected the day after: it stands beside its target, and says when it was written.
    let correction = one(
        store,
        about(
            EntryKind::Correction,
            &granite.id,
            "2026-11-22",
            "it was 18",
        ),
    );
    assert_eq!(correction.date, day("2026-11-21"));
    assert_eq!(correction.payload.as_ref().unwrap()["on"], "2026-11-22");
    store.save_parse(&granite.id, &parse(18)).unwrap();

    let entries = all(store);
    assert_eq!(raws(&entries), ["granite 8 minutes"]);
    assert_eq!(entries[0].parsed, Some(parse(18)));
    let sections = store.sections(&DateRange::day(day("2026-11-21"))).unwrap();
    assert_eq!(raws(&sections), ["granite 8 minutes", "it was 18"]);
    assert_eq!(amendments(&sections, &granite.id), [&sections[1]]);

    let undo = one(
        store,
        about(EntryKind::Undo, &correction.id, "2026-11-23", ""),
    );
    let sections = store.sections(&DateRange::day(day("2026-11-21"))).unwrap();
    assert_eq!(amendments(&sections, &granite.id), Vec::<&Entry>::new());
    one(store, about(EntryKind::Undo, &undo.id, "2026-11-23", ""));
    let sections = store.sections(&DateRange::day(day("2026-11-21"))).unwrap();
    assert_eq!(amendments(&sections, &granite.id).len(), 1);
}

/// What was undone does not stand, and can be brought back.
pub fn undone_notes_are_left_out(stores: &impl Stores) {
    let store = &*store_of(stores);
    let granite = one(store, note("2026-11-21", "10:30", "granite"));
    let basalt = one(store, note("2026-11-21", "10:30", "basalt"));
    store.save_parse(&granite.id, &parse(8)).unwrap();
    let undo = one(
        store,
        about(EntryKind::Undo, &granite.id, "2026-11-25", "undo"),
    );
    assert_eq!(undo.date, day("2026-11-21"));
    assert_eq!(raws(&all(store)), ["basalt"]);
    assert_eq!(store.entry(&granite.id).unwrap(), None);
    assert_eq!(find(store, &["granite"], false), Vec::<String>::new());
    assert_eq!(
        raws(&store.recent(day("2026-12-01"), 9).unwrap()),
        ["basalt"]
    );
    let sections = store.sections(&DateRange::day(day("2026-11-21"))).unwrap();
    assert_eq!(raws(&sections), ["granite", "basalt", "undo"]);
    for gone in [
        about(EntryKind::Undo, &granite.id, "2026-11-25", ""),
        about(EntryKind::Moved, &granite.id, "2026-11-25", ""),
        about(EntryKind::Correction, &granite.id, "2026-11-25", ""),
    ] {
        let error = store.append(vec![gone]).unwrap_err();
        assert!(matches!(error, StorageError::NoSuchEntry(_)));
    }
    assert!(store.save_parse(&granite.id, &parse(1)).is_err());

    // And back, with its parse.
    one(store, about(EntryKind::Undo, &undo.id, "2026-11-25", ""));
    let entries = all(store);
    assert_eq!(raws(&entries), ["granite", "basalt"]);
    assert_eq!(entries[0].id, granite.id);
    assert_eq!(entries[0].parsed, Some(parse(8)));
    assert_eq!(entries[1].id, basalt.id);
}

/// What was moved stands under its new day, with all that belongs to it.
pub fn moved_notes_stand_under_their_new_day(stores: &impl Stores) {
    let store = &*store_of(stores);
    let granite = one(
        store,
        NewEntry {
            kind: EntryKind::Imported,
            payload: Some(json!({"identity": "g"})),
            parsed: Some(parse(8)),
            ..note("2026-11-21", "10:30", "granite\n## 10:31")
        },
    );
    one(store, note("2026-11-20", "23:00", "basalt"));
    let there = one(
        store,
        about(EntryKind::Moved, &granite.id, "2026-11-20", "was yesterday"),
    );
    assert_eq!(there.date, day("2026-11-20"));
    assert_eq!(there.kind, EntryKind::Moved);
    let expected = Entry {
        date: day("2026-11-20"),
        source: "logs/raw/2026/11/2026-11-20.md".into(),
        ..granite.clone()
    };
    assert_eq!(raws(&all(store)), ["basalt", "granite\n## 10:31"]);
    assert_eq!(all(store)[1], expected);
    assert_eq!(store.entry(&granite.id).unwrap(), Some(expected.clone()));
    let old = DateRange::day(day("2026-11-21"));
    assert_eq!(store.entries_by_date_range(&old).unwrap(), []);
    assert_eq!(
        raws(&store.sections(&old).unwrap()),
        ["granite\n## 10:31", "was yesterday"]
    );
    assert_eq!(find(store, &["granite"], false).len(), 1);

    // Its parse, corrections and undo follow it.
    store.save_parse(&granite.id, &parse(9)).unwrap();
    let correction = one(
        store,
        about(EntryKind::Correction, &granite.id, "2026-11-22", "nine"),
    );
    assert_eq!(correction.date, day("2026-11-20"));
    let moved = all(store).pop().unwrap();
    assert_eq!(moved.parsed, Some(parse(9)));

    // On to a third day, back home, away again.
    for (date, minutes) in [("2026-01-05", 9), ("2026-11-21", 10), ("2027-02-01", 11)] {
        one(store, about(EntryKind::Moved, &granite.id, date, ""));
        let now = store.entry(&granite.id).unwrap().unwrap();
        assert_eq!(now.date, day(date));
        assert_eq!(now.parsed, Some(parse(minutes)));
        assert_eq!((now.time, now.kind), (granite.time, granite.kind));
        assert_eq!(all(store).len(), 2);
        store.save_parse(&granite.id, &parse(minutes + 1)).unwrap();
    }
    let undo = one(store, about(EntryKind::Undo, &granite.id, "2027-02-02", ""));
    assert_eq!(undo.date, day("2027-02-01"));
    assert_eq!(raws(&all(store)), ["basalt"]);
}

/// An undone move is a move back.
pub fn undoing_a_move_moves_back(stores: &impl Stores) {
    let store = &*store_of(stores);
    let granite = one(store, note("2026-11-21", "10:30", "granite"));
    let there = one(
        store,
        about(EntryKind::Moved, &granite.id, "2026-11-20", ""),
    );
    one(store, about(EntryKind::Undo, &there.id, "2026-11-22", "no"));
    assert_eq!(all(store), std::slice::from_ref(&granite));
    // The marker in the old day's file names the same move.
    one(
        store,
        about(EntryKind::Moved, &granite.id, "2026-11-20", ""),
    );
    let old = store.sections(&DateRange::day(day("2026-11-21"))).unwrap();
    let marker = old.last().unwrap();
    assert_eq!(marker.kind, EntryKind::Moved);
    one(store, about(EntryKind::Undo, &marker.id, "2026-11-22", ""));
    assert_eq!(all(store), [granite]);
}

/// A call that is refused in part is refused as a whole.
pub fn a_section_without_its_target_is_refused(stores: &impl Stores) {
    let store = &*store_of(stores);
    let kept = one(store, note("2026-11-21", "10:30", "granite"));
    for kind in [EntryKind::Undo, EntryKind::Moved] {
        let new = NewEntry {
            kind,
            ..note("2026-11-21", "10:40", "of what?")
        };
        // All of one call are written, or none.
        let error = store
            .append(vec![note("2026-11-21", "10:39", "before"), new])
            .unwrap_err();
        assert!(matches!(error, StorageError::NoTarget(k) if k == kind));
    }
    let unknown = about(
        EntryKind::Correction,
        &EntryId("20261121-1030-none".into()),
        "2026-11-21",
        "",
    );
    let error = store.append(vec![unknown]).unwrap_err();
    assert!(matches!(error, StorageError::NoSuchEntry(_)));
    assert_eq!(all(store), [kept]);
}

/// What was forgotten is nowhere.
pub fn forgotten_words_are_gone_everywhere(stores: &impl Stores) {
    let store = &*store_of(stores);
    let kept = one(store, note("2026-11-21", "10:30", "basalt"));
    let secret = one(
        store,
        NewEntry {
            payload: Some(json!({"identity": "secret"})),
            parsed: Some(parse(8)),
            ..note("2026-11-21", "10:30", "granite, secret 123")
        },
    );
    one(
        store,
        about(EntryKind::Moved, &secret.id, "2026-11-20", "secret!"),
    );
    let correction = one(
        store,
        about(EntryKind::Correction, &secret.id, "2026-11-20", "secret?"),
    );
    one(
        store,
        about(EntryKind::Undo, &correction.id, "2026-11-20", "secret"),
    );
    let after = one(store, note("2026-11-20", "10:30", "marble"));
    store.forget(&secret.id).unwrap();
    assert_eq!(all(store), [after.clone(), kept.clone()]);
    assert_eq!(store.entry(&secret.id).unwrap(), None);
    assert_eq!(find(store, &["secret"], false), Vec::<String>::new());
    let sections = store
        .sections(&DateRange::new(day("2026-11-20"), day("2026-11-21")))
        .unwrap();
    assert_eq!(sections.len(), 7);
    assert!(!format!("{sections:?}").contains("secret"), "{sections:?}");
    assert!(
        sections
            .iter()
            .any(|s| s.id == secret.id && s.parsed.is_none())
    );
    // Again changes nothing; an unknown one is an error.
    store.forget(&secret.id).unwrap();
    assert_eq!(all(store), [after, kept]);
    let unknown = EntryId("20261121-1030-none".into());
    assert!(matches!(
        store.forget(&unknown),
        Err(StorageError::NoSuchEntry(_))
    ));
}

/// What was learned is replaced.
pub fn context_is_replaced_whole(stores: &impl Stores) {
    let store = &*store_of(stores);
    store
        .update_global_context("# Known\n\nlikes granite")
        .unwrap();
    store.update_global_context("화강암\r\n").unwrap();
    assert_eq!(store.global_context().unwrap(), "화강암\r\n");
}

/// Offsets from UTC are known of every note.
pub fn offsets_from_utc_are_kept_where_they_change(stores: &impl Stores) {
    let store = &*store_of(stores);
    let at_offset = |time: &str, offset: &str, raw: &str| NewEntry {
        payload: Some(json!({"utc": offset})),
        ..note("2026-10-25", time, raw)
    };
    // clocks go back: 02:30 comes twice
    let written = store
        .append(vec![
            at_offset("01:30", "+02:00", "granite"),
            at_offset("02:30", "+02:00", "granite"),
            at_offset("02:30", "+01:00", "granite"),
            at_offset("03:00", "+01:00", "basalt"),
            note("2026-10-25", "03:10", "of unknown hands"),
        ])
        .unwrap();
    let payloads: Vec<_> = written.iter().map(|e| e.payload.clone()).collect();
    let said = |offset: &str| Some(json!({"utc": offset}));
    assert_eq!(payloads, [said("+02:00"), None, said("+01:00"), None, None]);
    let offsets = |date: &str| -> Vec<Option<i32>> {
        let sections = store.sections(&DateRange::day(day(date))).unwrap();
        let entries = store
            .entries_by_date_range(&DateRange::day(day(date)))
            .unwrap();
        let offset = |e: &Entry| Some(utc_offset(&sections, &e.id)?.local_minus_utc() / 3600);
        entries.iter().map(offset).collect()
    };
    assert_eq!(offsets("2026-10-25"), [2, 2, 1, 1, 1].map(Some));
    assert_eq!(
        raws(&store.recent(day("2026-10-25"), 2).unwrap()),
        ["basalt", "of unknown hands"]
    );
    // a note that inherited its offset takes it along
    let target = &written[1].id;
    let moved = NewEntry {
        date: day("2026-10-24"),
        ..about(EntryKind::Moved, target, "2026-10-24", "")
    };
    one(store, moved);
    assert_eq!(offsets("2026-10-24"), [Some(2)]);
    assert_eq!(offsets("2026-10-25"), [2, 1, 1, 1].map(Some));
    let undo = about(EntryKind::Undo, &written[0].id, "2026-10-25", "");
    one(store, undo);
    assert_eq!(offsets("2026-10-25"), [1, 1, 1].map(Some));
    // a traveller, and a day without any
    let far = NewEntry {
        date: day("2026-10-26"),
        ..at_offset("09:00", "-03:30", "marble")
    };
    let written = store
        .append(vec![note("2026-10-26", "08:00", "opal"), far])
        .unwrap();
    let sections = store.sections(&DateRange::day(day("2026-10-26"))).unwrap();
    assert_eq!(utc_offset(&sections, &written[0].id), None);
    let last = utc_offset(&sections, &written[1].id).unwrap();
    assert_eq!(last.to_string(), "-03:30");
}

/// Text of a run waits under its name.
pub fn spooled_text_waits(stores: &impl Stores) {
    let store = &*store_of(stores);
    let (one, two) = (RunId("a/b ..\\c%".into()), RunId("둘".into()));
    let text = |text: &str| Spooled {
        text: text.into(),
        ..Spooled::default()
    };
    let last = Spooled {
        written: Some(day("2026-11-21")),
        day: Some(day("2026-11-20")),
        assume: Some(quilto_model::InputType::Log),
        ..text("<!-- {\"a\": 1} -->\ngranite!")
    };
    store.spool(&one, &text("granite?\r\n")).unwrap();
    assert_eq!(store.spooled().unwrap()[0].1, text("granite?\r\n"));
    store.spool(&two, &text("")).unwrap();
    store.spool(&one, &last).unwrap();
    let mut spooled = store.spooled().unwrap();
    spooled.sort_by(|left, right| left.0.cmp(&right.0));
    assert_eq!(spooled, [(one.clone(), last), (two.clone(), text(""))]);
    store.unspool(&one).unwrap();
    store.unspool(&one).unwrap();
    assert_eq!(store.spooled().unwrap(), [(two, text(""))]);
}

/// A day is edited as one text: what was not seen is not replaced, and names stay.
pub fn a_day_is_edited_as_text(stores: &impl Stores) {
    let store = &*store_of(stores);
    let date = day("2026-11-21");
    assert_eq!(store.raw_day(date).unwrap(), None);
    let begun = b"## 09:00\nbasalt\n";
    assert!(!store.replace_raw_day(date, Some(b""), begun).unwrap());
    assert!(store.replace_raw_day(date, None, begun).unwrap());
    assert_eq!(raws(&all(store)), ["basalt"]);
    let written = one(store, note("2026-11-21", "10:30", "granite polished"));
    store.save_parse(&written.id, &parse(8)).unwrap();
    let seen = store.raw_day(date).unwrap().unwrap();
    assert_eq!(seen, b"## 09:00\nbasalt\n\n## 10:30\ngranite polished\n\n");
    let edited = b"## 10:30\ngranite polished twice\n\n";
    assert!(store.replace_raw_day(date, Some(&seen), edited).unwrap());
    let entries = all(store);
    assert_eq!(raws(&entries), ["granite polished twice"]);
    assert_eq!(entries[0].id, written.id, "an edit keeps the name");
    assert_eq!(
        entries[0].parsed, None,
        "and nothing is understood of it yet"
    );
    // what was seen is no longer what is there
    assert!(!store.replace_raw_day(date, Some(&seen), b"").unwrap());
    assert!(!store.replace_raw_day(date, None, b"").unwrap());
    assert_eq!(store.raw_day(date).unwrap().as_deref(), Some(&edited[..]));
    let never = NaiveDate::from_ymd_opt(9999, 1, 1).unwrap();
    assert!(store.replace_raw_day(never, None, b"x").is_err());
}

/// Titles, front matter, bytes that are no text: they are nobody's note, and stay.
pub fn what_stands_outside_of_sections_is_kept(stores: &impl Stores) {
    let store = &*store_of(stores);
    let date = day("2026-11-21");
    let text = b"---\nmood: calm\n---\n\n# A day\n\n## 09:00 \r\n  basalt\xff\n\n\n\n";
    assert!(store.replace_raw_day(date, None, text).unwrap());
    let entries = all(store);
    assert_eq!(entries.len(), 1);
    store.save_parse(&entries[0].id, &parse(3)).unwrap();
    assert_eq!(store.raw_day(date).unwrap().unwrap(), text);
    one(store, note("2026-11-21", "10:30", "granite"));
    let after = store.raw_day(date).unwrap().unwrap();
    assert!(
        after.starts_with(text),
        "{}",
        String::from_utf8_lossy(&after)
    );
    assert_eq!(all(store)[0].parsed, Some(parse(3)));
    assert_eq!(find(store, &["mood"], false), Vec::<String>::new());
}

/// Sections that were read from one store can be written to another, names and all, and again.
pub fn sections_move_to_another_store(stores: &impl Stores) {
    let from = &*store_of(stores);
    let to = &*stores.of(&UserId::new("other").unwrap()).unwrap();
    let granite = one(
        from,
        NewEntry {
            parsed: Some(parse(8)),
            ..note("2026-11-21", "10:30", "granite")
        },
    );
    one(from, note("2026-11-21", "10:30", "granite"));
    let moved = about(EntryKind::Moved, &granite.id, "2026-11-20", "not then");
    one(from, moved);
    let ever = DateRange::new(day("2026-01-01"), day("2026-12-31"));
    let sections = from.sections(&ever).unwrap();
    let restored = to.restore(sections.clone()).unwrap();
    assert_eq!((restored.added, restored.known), (4, 0));
    assert_eq!(to.sections(&ever).unwrap(), sections);
    assert_eq!(all(to), all(from));
    let again = to.restore(sections.clone()).unwrap();
    assert_eq!((again.added, again.known), (0, 4));
    assert_eq!(to.sections(&ever).unwrap(), sections);
}

/// What is remembered of imports is replaced.
pub fn the_import_ledger_is_replaced_whole(stores: &impl Stores) {
    let store = &*store_of(stores);
    assert_eq!(store.import_ledger().unwrap(), "");
    store.update_import_ledger("{\"apps\": {}}").unwrap();
    store.update_import_ledger("{}").unwrap();
    assert_eq!(store.import_ledger().unwrap(), "{}");
}
