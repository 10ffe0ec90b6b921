//! Random lists of actions: the files say at every step what memory says.

use std::fs;

use proptest::prelude::*;

use super::contract::{about, all, day, note, parse};
use super::markdown::{self, DayFile};
use super::{FileStore, LogStore, MemoryStore, NewEntry, SearchQuery};
use quilto_model::{DateRange, Entry, EntryKind};

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

fn everything(store: &dyn LogStore) -> Vec<Entry> {
    let ever = DateRange::new(day("1990-01-01"), day("2090-01-01"));
    let mut sections = store.sections(&ever).unwrap();
    // What was read of sections that no longer stand is nobody's business.
    sections.iter_mut().for_each(|entry| entry.parsed = None);
    sections
}

/// Gives a section of a day's file other words, and touches no other byte.
fn edit_file(store: &FileStore, entry: &Entry, place: usize, raw: &str) {
    let path = store.home().join(&entry.source);
    let text = fs::read_to_string(&path).unwrap();
    let file = DayFile::parse(&text);
    let old = &file.sections[place];
    let start = old.heading.as_ptr() as usize - text.as_ptr() as usize;
    let end = start + old.heading.len() + old.body.len();
    let new = markdown::render_section(old.time, old.kind, raw, entry.payload.as_ref(), false);
    fs::write(&path, format!("{}{new}{}", &text[..start], &text[end..])).unwrap();
}

struct Pair {
    folder: tempfile::TempDir,
    files: FileStore,
    memory: MemoryStore,
    edits: usize,
}

impl Pair {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let files = FileStore::open(folder.path()).unwrap().without_sync();
        Self {
            folder,
            files,
            memory: MemoryStore::new(),
            edits: 0,
        }
    }

    fn append(&self, new: Vec<NewEntry>) {
        let in_files = self.files.append(new.clone());
        let in_memory = self.memory.append(new);
        match (in_files, in_memory) {
            (Ok(a), Ok(b)) => assert_eq!(a, b),
            (Err(a), Err(b)) => assert_eq!(a.to_string(), b.to_string()),
            (a, b) => panic!("{a:?} but {b:?}"),
        }
    }

    fn act(&mut self, action: Action) {
        let entries = all(&self.memory);
        let sections = everything(&self.memory);
        let entry = |at: usize| entries.get(at % entries.len().max(1)).cloned();
        let section = |at: usize| sections.get(at % sections.len().max(1)).cloned();
        match action {
            Action::Append(new) => self.append(
                new.into_iter()
                    .map(|(day, minute, raw, parsed)| NewEntry {
                        parsed: parsed.map(parse),
                        ..note(DAYS[day], &format!("10:3{minute}"), &raw)
                    })
                    .collect(),
            ),
            Action::SaveParse(at, minutes) => {
                if let Some(entry) = entry(at) {
                    self.files.save_parse(&entry.id, &parse(minutes)).unwrap();
                    self.memory.save_parse(&entry.id, &parse(minutes)).unwrap();
                }
            }
            Action::Undo(at) => {
                if let Some(section) = section(at) {
                    self.append(vec![about(EntryKind::Undo, &section.id, DAYS[0], "undo")]);
                }
            }
            Action::Correct(at, day) => {
                if let Some(entry) = entry(at) {
                    let kind = EntryKind::Correction;
                    self.append(vec![about(kind, &entry.id, DAYS[day], "no, two")]);
                }
            }
            Action::Move(at, day) => {
                if let Some(entry) = entry(at) {
                    let kind = EntryKind::Moved;
                    self.append(vec![about(kind, &entry.id, DAYS[day], "not then")]);
                }
            }
            Action::Forget(at) => {
                if let Some(entry) = entry(at) {
                    self.files.forget(&entry.id).unwrap();
                    self.memory.forget(&entry.id).unwrap();
                }
            }
            Action::HandEdit(at, text) => {
                if let Some(section) = section(at) {
                    // Words that stood nowhere before: which of two equal notes was meant to be
                    // which is nothing a file can say.
                    self.edits += 1;
                    let text = format!("{text}, edit {}", self.edits);
                    let place = sections
                        .iter()
                        .filter(|s| s.date == section.date)
                        .position(|s| s.id == section.id)
                        .unwrap();
                    edit_file(&self.files, &section, place, &text);
                    self.memory.hand_edit(&section.id, &text);
                }
            }
            Action::Reopen => {
                self.files = FileStore::open(self.folder.path()).unwrap().without_sync();
            }
        }
    }

    fn compare(&self) {
        assert_eq!(all(&self.files), all(&self.memory));
        assert_eq!(everything(&self.files), everything(&self.memory));
        let until = day(DAYS[2]);
        assert_eq!(
            self.files.recent(until, 3).unwrap(),
            self.memory.recent(until, 3).unwrap()
        );
        let query = SearchQuery {
            keywords: vec!["GRANITE".into(), "edit".into()],
            ..SearchQuery::default()
        };
        assert_eq!(
            self.files.search(&query).unwrap(),
            self.memory.search(&query).unwrap()
        );
        assert_eq!(self.files.warnings(), Vec::<String>::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn files_and_memory_agree(actions in proptest::collection::vec(action(), 1..24)) {
        let mut pair = Pair::new();
        for action in actions {
            pair.act(action);
            pair.compare();
        }
    }
}
