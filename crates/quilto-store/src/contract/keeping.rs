//! What is written comes back.

use quilto_model::{DateRange, Entry, EntryKind, RunId};
use serde_json::{Value, json};

use super::{about, all, day, note, one, parse, raws, store_of};
use crate::{NewEntry, Spooled, Stores, utc_offset};

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

/// What was learned is replaced.
pub fn context_is_replaced_whole(stores: &impl Stores) {
    let store = &*store_of(stores);
    store
        .update_global_context("# Known\n\nlikes granite")
        .unwrap();
    store.update_global_context("화강암\r\n").unwrap();
    assert_eq!(store.global_context().unwrap(), "화강암\r\n");
}

/// What is remembered of imports is replaced.
pub fn the_import_ledger_is_replaced_whole(stores: &impl Stores) {
    let store = &*store_of(stores);
    assert_eq!(store.import_ledger().unwrap(), "");
    store.update_import_ledger("{\"apps\": {}}").unwrap();
    store.update_import_ledger("{}").unwrap();
    assert_eq!(store.import_ledger().unwrap(), "{}");
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
