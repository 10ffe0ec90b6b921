//! What every backend must keep to: one suite, run over files and over memory.

use chrono::{NaiveDate, NaiveTime};
use serde_json::{Value, json};

use super::{
    FileStore, LogStore, MemoryStore, NewEntry, SearchQuery, Spooled, StorageError, amendments,
    day_of, utc_offset,
};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed, RunId};

pub(super) fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

pub(super) fn at(text: &str) -> NaiveTime {
    NaiveTime::parse_from_str(text, "%H:%M").unwrap()
}

pub(super) fn note(date: &str, time: &str, raw: &str) -> NewEntry {
    NewEntry {
        date: day(date),
        time: at(time),
        kind: EntryKind::Note,
        raw: raw.to_owned(),
        payload: None,
        parsed: None,
    }
}

pub(super) fn about(kind: EntryKind, target: &EntryId, date: &str, raw: &str) -> NewEntry {
    NewEntry {
        kind,
        payload: Some(json!({"target": target})),
        ..note(date, "21:00", raw)
    }
}

pub(super) fn parse(minutes: i64) -> Parsed {
    let mut parsed = Parsed {
        confidence: 0.9,
        tags: vec!["mood:calm".into()],
        engine: "builtin".into(),
        ..Parsed::default()
    };
    parsed.domain_data.insert(
        "rocks".into(),
        json!({"polishes": [{"minutes": minutes}, {"minutes": minutes}, {"minutes": 82.25}]}),
    );
    parsed
}

pub(super) fn all(store: &dyn LogStore) -> Vec<Entry> {
    store
        .entries_by_date_range(&DateRange::new(day("1990-01-01"), day("2090-01-01")))
        .unwrap()
}

fn one(store: &dyn LogStore, new: NewEntry) -> Entry {
    store.append(vec![new]).unwrap().pop().unwrap()
}

fn raws(entries: &[Entry]) -> Vec<&str> {
    entries.iter().map(|e| e.raw.as_str()).collect()
}

fn find(store: &dyn LogStore, keywords: &[&str], match_all: bool) -> Vec<String> {
    let query = SearchQuery {
        keywords: keywords.iter().map(|k| (*k).to_owned()).collect(),
        period: None,
        match_all,
    };
    let found = store.search(&query).unwrap();
    found.into_iter().map(|e| e.raw).collect()
}

fn reads_by_range(store: &dyn LogStore) {
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

fn an_empty_store_has_nothing(store: &dyn LogStore) {
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

fn words_come_back_as_typed(store: &dyn LogStore) {
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

fn names_are_unique(store: &dyn LogStore) {
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

fn payloads_are_kept(store: &dyn LogStore) {
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

fn parses_are_saved(store: &dyn LogStore) {
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

fn recent_is_the_newest(store: &dyn LogStore) {
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

fn patterns_choose_days(store: &dyn LogStore) {
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

fn search_finds_words(store: &dyn LogStore) {
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

fn corrections_change_the_parse_only(store: &dyn LogStore) {
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

fn undone_notes_are_left_out(store: &dyn LogStore) {
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

fn moved_notes_stand_under_their_new_day(store: &dyn LogStore) {
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

fn undoing_a_move_moves_back(store: &dyn LogStore) {
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

fn a_section_without_its_target_is_refused(store: &dyn LogStore) {
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

fn forgotten_words_are_gone_everywhere(store: &dyn LogStore) {
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

fn context_is_replaced_whole(store: &dyn LogStore) {
    store
        .update_global_context("# Known\n\nlikes granite")
        .unwrap();
    store.update_global_context("화강암\r\n").unwrap();
    assert_eq!(store.global_context().unwrap(), "화강암\r\n");
}

fn offsets_from_utc_are_kept_where_they_change(store: &dyn LogStore) {
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

fn spooled_text_waits(store: &dyn LogStore) {
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

macro_rules! suite {
    ($($case:ident),* $(,)?) => {
        mod over_memory {
            $(#[test] fn $case() { super::$case(&super::MemoryStore::new()); })*
        }
        mod over_files {
            $(#[test] fn $case() {
                let home = tempfile::tempdir().unwrap();
                let store = super::FileStore::open(home.path()).unwrap().without_sync();
                super::$case(&store);
                assert_eq!(super::LogStore::warnings(&store), Vec::<String>::new());
            })*
        }
    };
}

suite!(
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
    spooled_text_waits,
    offsets_from_utc_are_kept_where_they_change,
);
