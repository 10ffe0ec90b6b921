//! Days as texts, and sections that move between stores.

use chrono::NaiveDate;
use quilto_model::{DateRange, EntryKind};

use super::{about, all, day, find, note, one, parse, raws, store_of};
use crate::{NewEntry, Stores, UserId};

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
