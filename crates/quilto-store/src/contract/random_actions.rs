//! Random lists of actions: a backend says at every step what the model says.

use std::fmt::Debug;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::test_runner::{Config, FileFailurePersistence, TestRunner};
use quilto_model::{Entry, EntryId, EntryKind};

use super::model::Model;
use super::{about, all, day, note, parse};
use crate::markdown::{self, DayFile};
use crate::{NewEntry, SearchQuery, StorageError, Store, Stores, UserId};

const DAYS: [&str; 4] = ["2025-12-31", "2026-01-01", "2026-01-02", "2026-02-28"];

#[derive(Clone, Debug)]
enum Action {
    Append(Vec<(usize, u8, String, Option<i64>)>),
    /// Of the entry at a place, wrapped around.
    SaveParse(usize, i64),
    Undo(usize),
    Correct(usize, usize),
    Move(usize, usize),
    Forget(usize),
    /// Other words for a section, written by an editor.
    HandEdit(usize, String),
    Reopen,
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("granite polished".to_owned()),
        2 => "[a-z]{1,5}( [a-z]{1,5}){0,2}",
        1 => "(## 10:30|\\\\|\n|\r\n|<!-- \\{\\} -->|화강암|x){0,4}",
    ]
}

fn action() -> impl Strategy<Value = Action> {
    let new = (
        0..DAYS.len(),
        0_u8..3,
        words(),
        proptest::option::of(1_i64..9),
    );
    prop_oneof![
        4 => proptest::collection::vec(new, 1..4).prop_map(Action::Append),
        2 => (0_usize..40, 1_i64..9).prop_map(|(at, n)| Action::SaveParse(at, n)),
        2 => (0_usize..40).prop_map(Action::Undo),
        1 => (0_usize..40, 0..DAYS.len()).prop_map(|(at, day)| Action::Correct(at, day)),
        2 => (0_usize..40, 0..DAYS.len()).prop_map(|(at, day)| Action::Move(at, day)),
        2 => (0_usize..40, words()).prop_map(|(at, text)| Action::HandEdit(at, text)),
        1 => (0_usize..40).prop_map(Action::Forget),
        1 => Just(Action::Reopen),
    ]
}

/// Does random actions on stores that nobody has written to, made anew for each list.
pub fn check<S: Stores>(stores: &dyn Fn() -> S) {
    let config = Config {
        cases: 64,
        failure_persistence: Some(Box::new(FileFailurePersistence::Off)),
        ..Config::default()
    };
    let lists = proptest::collection::vec(action(), 1..24);
    let done = TestRunner::new(config).run(&lists, |actions| {
        let stores = stores();
        let mut pair = Pair::of(&stores);
        for action in actions {
            pair.act(action);
            pair.compare();
        }
        Ok(())
    });
    if let Err(error) = done {
        panic!("{error}");
    }
}

/// Gives a section of a day other words, and touches no other byte.
fn edited(text: &str, entry: &Entry, place: usize, raw: &str) -> String {
    let file = DayFile::parse(text);
    let old = &file.sections[place];
    let start = old.heading.as_ptr() as usize - text.as_ptr() as usize;
    let end = start + old.heading.len() + old.body.len();
    let new = markdown::render_section(old.time, old.kind, raw, entry.payload.as_ref(), false);
    format!("{}{new}{}", &text[..start], &text[end..])
}

struct Pair<'s> {
    stores: &'s dyn Stores,
    store: Arc<dyn Store>,
    model: Model,
    edits: usize,
}

/// The same on both sides, also what is refused.
fn same<T: PartialEq + Debug>(ours: Result<T, StorageError>, theirs: Result<T, StorageError>) {
    match (ours, theirs) {
        (Ok(a), Ok(b)) => assert_eq!(a, b),
        (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
        (a, b) => panic!("{a:?} but {b:?}"),
    }
}

fn opened(stores: &dyn Stores) -> Arc<dyn Store> {
    stores.of(&UserId::default()).unwrap()
}

impl<'s> Pair<'s> {
    fn of(stores: &'s dyn Stores) -> Self {
        Self {
            stores,
            store: opened(stores),
            model: Model::default(),
            edits: 0,
        }
    }

    fn append(&mut self, new: Vec<NewEntry>) {
        same(self.store.append(new.clone()), self.model.append(new));
    }

    fn speak(&mut self, kind: EntryKind, of: &EntryId, on: usize, words: &str) {
        self.append(vec![about(kind, of, DAYS[on], words)]);
    }

    fn act(&mut self, action: Action) {
        let entries = self.model.all();
        let sections = self.model.sections();
        let entry = |at: usize| entries.get(at % entries.len().max(1)).cloned();
        let section = |at: usize| sections.get(at % sections.len().max(1)).cloned();
        match action {
            Action::Append(new) => {
                let new = new.into_iter().map(|(day, minute, raw, parsed)| NewEntry {
                    parsed: parsed.map(parse),
                    ..note(DAYS[day], &format!("10:3{minute}"), &raw)
                });
                self.append(new.collect());
            }
            Action::SaveParse(at, minutes) => {
                if let Some(entry) = entry(at) {
                    self.store.save_parse(&entry.id, &parse(minutes)).unwrap();
                    self.model.save_parse(&entry.id, &parse(minutes));
                }
            }
            Action::Undo(at) => {
                if let Some(section) = section(at) {
                    self.speak(EntryKind::Undo, &section.id, 0, "undo");
                }
            }
            Action::Correct(at, day) => {
                if let Some(entry) = entry(at) {
                    self.speak(EntryKind::Correction, &entry.id, day, "no, two");
                }
            }
            Action::Move(at, day) => {
                if let Some(entry) = entry(at) {
                    self.speak(EntryKind::Moved, &entry.id, day, "not then");
                }
            }
            Action::Forget(at) => {
                if let Some(entry) = entry(at) {
                    self.store.forget(&entry.id).unwrap();
                    self.model.forget(&entry.id);
                }
            }
            Action::HandEdit(at, text) => {
                if let Some(section) = section(at) {
                    self.edit_by_hand(&section, &sections, &text);
                }
            }
            Action::Reopen => self.store = opened(self.stores),
        }
    }

    fn edit_by_hand(&mut self, section: &Entry, sections: &[Entry], text: &str) {
        // Words that stood nowhere before: which of two equal notes was meant to be which is
        // nothing a text can say.
        self.edits += 1;
        let words = format!("{text}, edit {}", self.edits);
        let mut of_day = sections.iter().filter(|s| s.date == section.date);
        let place = of_day.position(|s| s.id == section.id).unwrap();
        let before = self.store.raw_day(section.date).unwrap().unwrap();
        let after = edited(str::from_utf8(&before).unwrap(), section, place, &words);
        let (date, before) = (section.date, Some(&before[..]));
        let replaced = self.store.replace_raw_day(date, before, after.as_bytes());
        assert!(replaced.unwrap());
        self.model.hand_edit(&section.id, &words);
    }

    fn compare(&self) {
        let (store, model) = (&*self.store, &self.model);
        assert_eq!(all(store), model.all());
        if let Some(span) = model.span() {
            let mut sections = [store.sections(&span).unwrap(), model.sections()];
            // what was read of sections that no longer stand is nobody's business
            let unread = |entry: &mut Entry| entry.parsed = None;
            sections.iter_mut().flatten().for_each(unread);
            let [ours, theirs] = sections;
            assert_eq!(ours, theirs);
        }
        assert_eq!(store.span().unwrap(), model.span());
        for (until, count) in [(DAYS[2], 3), (DAYS[3], 5), (DAYS[0], 1)] {
            let until = day(until);
            assert_eq!(
                store.recent(until, count).unwrap(),
                model.recent(until, count)
            );
        }
        let query = SearchQuery {
            keywords: vec!["GRANITE".into(), "edit".into()],
            ..SearchQuery::default()
        };
        assert_eq!(store.search(&query).unwrap(), model.search(&query));
        assert_eq!(store.warnings(), Vec::<String>::new());
    }
}
