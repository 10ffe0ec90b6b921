//! Real processes on one store: killed in the middle of writing, and writing at once.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed};
use quilto_store::{FileStore, LogStore, NewEntry};
use serde_json::json;

/// What the child is to do; it does nothing without.
const HOME: &str = "QUILTO_TEST_HOME";
const NAME: &str = "QUILTO_TEST_NAME";
const KILL_AT: &str = "QUILTO_TEST_KILL_AT";

/// A note that shows whether it is whole.
fn note(name: &str, number: usize, date: NaiveDate) -> NewEntry {
    let filling = "granite polished, 화강암 ".repeat(number % 7);
    NewEntry {
        date,
        time: NaiveTime::from_hms_opt(10, (number % 3) as u32, 0).unwrap(),
        kind: EntryKind::Note,
        raw: format!("begin {name}/{number}\n## 10:30\n{filling}end {name}/{number}"),
        payload: None,
        parsed: None,
    }
}

/// The name and number of a note, if it is whole.
fn whole(entry: &Entry) -> Option<String> {
    let name = entry.raw.strip_prefix("begin ")?.lines().next()?;
    entry
        .raw
        .ends_with(&format!("end {name}"))
        .then(|| name.to_owned())
}

fn parse(name: &str) -> Parsed {
    let mut parsed = Parsed {
        engine: "builtin".into(),
        ..Parsed::default()
    };
    parsed
        .domain_data
        .insert("rocks".into(), json!({ "name": name, "mass": 82.25 }));
    parsed
}

fn day(number: usize) -> NaiveDate {
    let first = NaiveDate::from_ymd_opt(2026, 2, 26).unwrap();
    first + chrono::Days::new((number % 5) as u64)
}

/// Says that something returned `Ok`; only then may the parent count on it.
fn say(line: &str) {
    let mut out = std::io::stdout();
    // The test harness may have left a line open.
    writeln!(out, "\n{line}").unwrap();
    out.flush().unwrap();
}

/// The child's side: logs, reads, moves and undoes, and says what was acknowledged. Run by the
/// tests below, in a process of its own.
#[test]
#[ignore = "the child's side of the other tests"]
fn child() {
    let Ok(home) = std::env::var(HOME) else {
        return;
    };
    let name = std::env::var(NAME).unwrap();
    let kill_at: u64 = std::env::var(KILL_AT).unwrap().parse().unwrap();
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    let store = FileStore::open(home).unwrap().on_step(Arc::new(move || {
        if counted.fetch_add(1, Ordering::SeqCst) + 1 == kill_at {
            std::process::abort();
        }
    }));
    let log = |notes: Vec<NewEntry>| {
        let written = store.append(notes).unwrap();
        for entry in &written {
            say(&format!("logged {} {}", whole(entry).unwrap(), entry.id));
        }
        written
    };
    let first = log(vec![note(&name, 0, day(0))]);
    store.save_parse(&first[0].id, &parse(&name)).unwrap();
    say(&format!("parsed {}", first[0].id));
    let many = log((1..8).map(|n| note(&name, n, day(n))).collect());
    store
        .update_global_context(&format!("begin {name} end"))
        .unwrap();
    let about = |kind, target: &EntryId, date| NewEntry {
        kind,
        payload: Some(json!({"target": target})),
        raw: String::new(),
        ..note(&name, 0, date)
    };
    store
        .append(vec![about(EntryKind::Moved, &first[0].id, day(3))])
        .unwrap();
    say(&format!("moved {}", first[0].id));
    let undone = many.last().unwrap();
    store
        .append(vec![about(EntryKind::Undo, &undone.id, day(4))])
        .unwrap();
    say(&format!("undone {}", undone.id));
    say(&format!("steps {}", steps.load(Ordering::SeqCst)));
}

fn start(home: &Path, name: &str, kill_at: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .args(["--test-threads", "1"])
        .env(HOME, home)
        .env(NAME, name)
        .env(KILL_AT, kill_at.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What children have said they did.
#[derive(Default)]
struct Said {
    /// Name of the note → name of the entry.
    logged: BTreeMap<String, EntryId>,
    parsed: BTreeSet<EntryId>,
    moved: BTreeSet<EntryId>,
    undone: BTreeSet<EntryId>,
    steps: u64,
}

impl Said {
    fn hear(&mut self, output: &Output) {
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let words: Vec<_> = line.split(' ').collect();
            let id = |at: usize| EntryId(words[at].to_owned());
            match words[0] {
                "logged" => {
                    self.logged.insert(words[1].to_owned(), id(2));
                }
                "parsed" => drop(self.parsed.insert(id(1))),
                "moved" => drop(self.moved.insert(id(1))),
                "undone" => drop(self.undone.insert(id(1))),
                "steps" => self.steps = words[1].parse().unwrap(),
                _ => {}
            }
        }
    }

    /// Everything said is there, once, and nothing is there by half.
    fn check(&self, home: &Path) {
        let store = FileStore::open(home).unwrap();
        let ever = DateRange::new(
            NaiveDate::from_ymd_opt(2026, 1, 1).unwrap(),
            NaiveDate::from_ymd_opt(2026, 12, 31).unwrap(),
        );
        let mut found = BTreeMap::new();
        for entry in store.entries_by_date_range(&ever).unwrap() {
            let name = whole(&entry).unwrap_or_else(|| panic!("half a note: {entry:?}"));
            let moved = entry.date != quilto_store::day_of(&entry.id).unwrap();
            assert!(
                moved || !self.moved.contains(&entry.id),
                "{name} moved back"
            );
            assert!(
                entry.parsed.is_some() || !self.parsed.contains(&entry.id),
                "{name} lost its parse"
            );
            let twice = found.insert(name, entry);
            assert!(twice.is_none(), "twice: {twice:?}");
        }
        for (name, id) in &self.logged {
            match found.get(name) {
                Some(entry) => {
                    assert_eq!(&entry.id, id);
                    assert!(!self.undone.contains(id), "{name} is back");
                }
                // An undo may have been done without having been said.
                None => assert!(name.ends_with("/7"), "{name} is lost"),
            }
        }
        // A call for several notes is done whole or not at all.
        let children = found.keys().filter(|name| !name.starts_with("thread"));
        for name in children.filter_map(|name| name.strip_suffix("/1")) {
            let of_call = (2..7).filter(|n| found.contains_key(&format!("{name}/{n}")));
            assert_eq!(of_call.count(), 5, "{name}");
        }
        let context = store.global_context().unwrap();
        assert!(context.is_empty() || context.ends_with(" end"), "{context}");
        assert_eq!(store.warnings(), Vec::<String>::new());
    }
}

#[test]
fn killed_at_two_hundred_places_nothing_is_lost_or_halved() {
    let fresh = tempfile::tempdir().unwrap();
    let mut said = Said::default();
    said.hear(&start(fresh.path(), "whole", 0).wait_with_output().unwrap());
    said.check(fresh.path());
    assert_eq!((said.logged.len(), said.undone.len()), (8, 1));
    let steps = said.steps;
    assert!(steps > 100, "only {steps} places to stop at");

    // Every place in a fresh home, then on in homes that others have been killed in.
    let mut home = fresh;
    let mut kills = 0;
    // In a home that others were killed in, a child may come through with a step less and live; it
    // does not count, so a few more are started.
    for kill in 0..240 {
        if kills == 200 {
            break;
        }
        let at = kill % steps + 1;
        if kill < steps || kill % 10 == 0 {
            home = tempfile::tempdir().unwrap();
            said = Said::default();
        }
        let name = format!("k{kill}");
        let output = start(home.path(), &name, at).wait_with_output().unwrap();
        kills += usize::from(!output.status.success());
        said.hear(&output);
        said.check(home.path());
    }
    assert_eq!(kills, 200);
}

#[test]
fn processes_and_threads_that_write_at_once_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let mut said = Said::default();
    let children: Vec<_> = ["one", "two"]
        .map(|name| start(home.path(), name, 0))
        .into();
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let home = home.path();
            scope.spawn(move || {
                let store = FileStore::open(home).unwrap();
                for number in 0..5 {
                    let new = note(&format!("thread{writer}"), number, day(0));
                    let written = store.append(vec![new]).unwrap();
                    store.save_parse(&written[0].id, &parse("thread")).unwrap();
                    let read = store.entry(&written[0].id).unwrap().unwrap();
                    assert_eq!(read.raw, written[0].raw);
                    assert_eq!(read.parsed, Some(parse("thread")));
                }
            });
        }
        // Readers in between see whole notes only.
        let home = home.path();
        scope.spawn(move || {
            let store = FileStore::open(home).unwrap();
            for _ in 0..50 {
                let entries = store
                    .entries_by_date_range(&DateRange::new(day(0), day(4)))
                    .unwrap();
                assert!(entries.iter().all(|entry| whole(entry).is_some()));
            }
            assert_eq!(store.warnings(), Vec::<String>::new());
        });
    });
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        said.hear(&output);
    }
    assert_eq!(said.logged.len(), 16);
    said.check(home.path());
    let store = FileStore::open(home.path()).unwrap();
    let entries = store
        .entries_by_date_range(&DateRange::new(day(0), day(4)))
        .unwrap();
    let names: BTreeSet<_> = entries.iter().filter_map(whole).collect();
    for writer in 0..8 {
        for number in 0..5 {
            assert!(names.contains(&format!("thread{writer}/{number}")));
        }
    }
}
