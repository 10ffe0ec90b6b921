//! Several persons, and several hands.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use quilto_model::RunId;

use super::{all, day, note, one, parse, raws};
use crate::{SearchQuery, Spooled, Stores, UserId};

/// Nothing that one person keeps is seen by another, or by the owner.
pub fn persons_see_nothing_of_each_other(stores: &impl Stores) {
    let users = ["ann", "ann-2", "owner"].map(|name| UserId::new(name).unwrap());
    let run = RunId("run".into());
    for user in &users {
        let store = stores.of(user).unwrap();
        let written = one(&*store, note("2026-11-21", "10:30", &format!("of {user}")));
        store
            .save_parse(&written.id, &parse(user.as_str().len() as i64))
            .unwrap();
        store.update_global_context(user.as_str()).unwrap();
        store.update_import_ledger(user.as_str()).unwrap();
        let text = user.to_string();
        store
            .spool(
                &run,
                &Spooled {
                    text,
                    ..Spooled::default()
                },
            )
            .unwrap();
        let claim = store.claim(&run).unwrap();
        claim.save(user.as_str().as_bytes()).unwrap();
        assert!(store.take_job("habits", day("2026-11-21")).unwrap());
    }
    for user in &users {
        let store = stores.of(user).unwrap();
        let name = user.as_str();
        assert_eq!(raws(&all(&*store)), [format!("of {user}")]);
        assert_eq!(all(&*store)[0].parsed, Some(parse(name.len() as i64)));
        let query = SearchQuery {
            keywords: vec!["of".into()],
            ..SearchQuery::default()
        };
        assert_eq!(store.search(&query).unwrap().len(), 1);
        assert_eq!(store.recent(day("2027-01-01"), 9).unwrap().len(), 1);
        assert_eq!(store.global_context().unwrap(), name);
        assert_eq!(store.import_ledger().unwrap(), name);
        assert_eq!(store.spooled().unwrap()[0].1.text, name);
        assert_eq!(store.checkpoints().unwrap()[0].bytes, name.as_bytes());
    }
    let nobody = stores.of(&UserId::new("nobody").unwrap()).unwrap();
    assert_eq!(all(&*nobody), []);
    assert_eq!(nobody.checkpoints().unwrap(), []);
}

/// Many hands write at once, each its own notes: all are there, once and whole, and no reader ever
/// sees half of one.
pub fn many_write_at_once(stores: &impl Stores) {
    const WRITERS: usize = 8;
    const NOTES: usize = 5;
    let words =
        |writer, number| format!("begin {writer}/{number}\n## 10:30\nend {writer}/{number}");
    let write = |writer: usize| {
        let store = stores.of(&UserId::default()).unwrap();
        for number in 0..NOTES {
            let pair = [0, 1].map(|_| note("2026-11-21", "10:30", &words(writer, number)));
            let written = store.append(pair.to_vec()).unwrap();
            store.save_parse(&written[1].id, &parse(7)).unwrap();
            let read = store.entry(&written[1].id).unwrap().unwrap();
            assert_eq!((&read.raw, read.parsed), (&written[1].raw, Some(parse(7))));
        }
    };
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let store = stores.of(&UserId::default()).unwrap();
            while !done.load(Ordering::Relaxed) {
                let entries = all(&*store);
                assert!(entries.len().is_multiple_of(2), "half a call was seen");
                assert!(entries.iter().all(|e| e.raw.lines().count() == 3));
            }
        });
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| scope.spawn(move || write(writer)))
            .collect();
        let written: Vec<_> = writers.into_iter().map(|writer| writer.join()).collect();
        done.store(true, Ordering::Relaxed);
        reader.join().unwrap();
        assert!(written.iter().all(Result::is_ok));
    });
    let store = stores.of(&UserId::default()).unwrap();
    let entries = all(&*store);
    assert_eq!(entries.len(), 2 * WRITERS * NOTES);
    let names: BTreeSet<_> = entries.iter().map(|entry| &entry.id).collect();
    assert_eq!(names.len(), entries.len());
    for writer in 0..WRITERS {
        for number in 0..NOTES {
            let twice = entries.iter().filter(|e| e.raw == words(writer, number));
            assert_eq!(twice.count(), 2);
        }
    }
    assert_eq!(store.warnings(), Vec::<String>::new());
}
