//! Processes that are killed in the middle of writing: what they do, and what must be there
//! afterwards. How they are started and killed is the backend's test to know.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{DateRange, Entry, EntryId, EntryKind, Parsed};
use serde_json::json;

use crate::{NewEntry, Store, day_of};

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

/// What a process does that is to be killed: logs, reads, moves and undoes. `say` hears of each thing
/// once it is acknowledged, and must have passed it on when it returns.
pub fn act(store: &dyn Store, name: &str, say: &dyn Fn(&str)) {
    let log = |notes: Vec<NewEntry>| {
        let written = store.append(notes).unwrap();
        for entry in &written {
            say(&format!("logged {} {}", whole(entry).unwrap(), entry.id));
        }
        written
    };
    let first = log(vec![note(name, 0, day(0))]);
    store.save_parse(&first[0].id, &parse(name)).unwrap();
    say(&format!("parsed {}", first[0].id));
    let many = log((1..8).map(|n| note(name, n, day(n))).collect());
    let context = format!("begin {name} end");
    store.update_global_context(&context).unwrap();
    let about = |kind, target: &EntryId, date| NewEntry {
        kind,
        payload: Some(json!({"target": target})),
        raw: String::new(),
        ..note(name, 0, date)
    };
    let moved = about(EntryKind::Moved, &first[0].id, day(3));
    store.append(vec![moved]).unwrap();
    say(&format!("moved {}", first[0].id));
    let undone = many.last().unwrap();
    let undo = about(EntryKind::Undo, &undone.id, day(4));
    store.append(vec![undo]).unwrap();
    say(&format!("undone {}", undone.id));
}

/// What processes have said that they did.
#[derive(Debug, Default)]
pub struct Acknowledged {
    /// Name of the note → name of the entry.
    pub logged: BTreeMap<String, EntryId>,
    parsed: BTreeSet<EntryId>,
    moved: BTreeSet<EntryId>,
    undone: BTreeSet<EntryId>,
}

impl Acknowledged {
    /// Takes in what a process said; other lines are nobody's.
    pub fn hear(&mut self, said: &str) {
        for line in said.lines() {
            let words: Vec<_> = line.split(' ').collect();
            match words[..] {
                ["logged", name, id] => {
                    self.logged.insert(name.to_owned(), EntryId(id.to_owned()));
                }
                ["parsed", id] => drop(self.parsed.insert(EntryId(id.to_owned()))),
                ["moved", id] => drop(self.moved.insert(EntryId(id.to_owned()))),
                ["undone", id] => drop(self.undone.insert(EntryId(id.to_owned()))),
                _ => {}
            }
        }
    }

    /// Everything said is there, once, and nothing is there by half.
    pub fn check(&self, store: &dyn Store) {
        let mut found = BTreeMap::new();
        for entry in store.entries_by_date_range(&ever()).unwrap() {
            let name = whole(&entry).unwrap_or_else(|| panic!("half a note: {entry:?}"));
            let moved = entry.date != day_of(&entry.id).unwrap();
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
        for name in found.keys().filter_map(|name| name.strip_suffix("/1")) {
            let of_call = (2..7).filter(|n| found.contains_key(&format!("{name}/{n}")));
            assert_eq!(of_call.count(), 5, "{name}");
        }
        let context = store.global_context().unwrap();
        assert!(context.is_empty() || context.ends_with(" end"), "{context}");
        assert_eq!(store.warnings(), Vec::<String>::new());
    }
}

fn ever() -> DateRange {
    DateRange::new(day(0), day(4))
}
