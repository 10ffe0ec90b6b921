//! What is corrected, undone, moved and forgotten.

use quilto_model::{DateRange, Entry, EntryId, EntryKind};
use serde_json::json;

use super::{about, all, day, find, note, one, parse, raws, store_of};
use crate::{NewEntry, StorageError, Stores, amendments};

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
