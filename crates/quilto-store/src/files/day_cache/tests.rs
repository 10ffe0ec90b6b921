//! Whatever becomes of the index and the home, what is read is what the home says.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use chrono::NaiveDate;
use proptest::prelude::*;
use quilto_model::{DateRange, Entry, EntryKind};

use crate::contract::{about, all, day, note, parse};
use crate::{FileStore, LogStore, SearchQuery, Store};

/// A home with an index beside it.
struct Home {
    folder: tempfile::TempDir,
    /// Whether files count as settled at once.
    late: bool,
}

/// A clock by which every file was left alone for long.
fn late() -> SystemTime {
    SystemTime::now() + Duration::from_secs(3600)
}

/// A clock that went wrong.
fn early() -> SystemTime {
    SystemTime::UNIX_EPOCH
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self {
            folder,
            late: false,
        }
    }

    fn settled() -> Self {
        Self {
            late: true,
            ..Self::new()
        }
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn plain(&self) -> FileStore {
        let home = self.folder.path().join("home");
        FileStore::open(home).unwrap().without_sync()
    }

    fn store(&self) -> FileStore {
        let mut store = self.plain().with_index(self.index());
        if let Some(index) = store.index.as_mut().filter(|_| self.late) {
            index.clock = late;
        }
        store
    }

    fn raw(&self, date: &str) -> PathBuf {
        let (year, month) = (&date[..4], &date[5..7]);
        let raw = self.folder.path().join("home/logs/raw");
        raw.join(format!("{year}/{month}/{date}.md"))
    }

    /// Puts a file in place as editors and sync programs do.
    fn put(&self, date: &str, text: &str) {
        let path = self.raw(date);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let new = path.with_extension("new");
        fs::write(&new, text).unwrap();
        fs::rename(new, path).unwrap();
    }

    /// What is read with the index is what is read without, and without opening a file if it is known.
    fn check(&self) -> Vec<Entry> {
        let (with, without) = (self.store(), self.plain());
        let entries = all(&without);
        assert_eq!(all(&with), entries);
        assert_eq!(all(&self.store()), entries);
        let until = day("2090-01-01");
        for count in [1, 3, 50] {
            assert_eq!(
                with.recent(until, count).unwrap(),
                without.recent(until, count).unwrap()
            );
        }
        assert_eq!(
            with.entries_by_pattern("2026/1*/**").unwrap(),
            without.entries_by_pattern("2026/1*/**").unwrap()
        );
        let warnings = |store: &FileStore| {
            let mut warnings = store.warnings();
            // told once, to whoever comes first
            warnings.retain(|warning| !warning.contains("open to other users"));
            warnings
        };
        assert_eq!(warnings(&with), warnings(&without));
        assert_eq!(with.unreadable_days(), without.unreadable_days());
        entries
    }

    /// How many days' files are read for everything.
    fn opened(&self) -> u64 {
        let store = self.store();
        all(&store);
        store.days_opened()
    }

    fn with_notes() -> Self {
        let home = Self::settled();
        let notes = ["2026-10-05", "2026-11-20", "2026-11-21"];
        let notes = notes.map(|date| note(date, "10:30", "granite polished"));
        for entry in home.store().append(notes.into()).unwrap() {
            home.store().save_parse(&entry.id, &parse(10)).unwrap();
        }
        home
    }

    fn index_files(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(self.index()).unwrap();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files
    }
}

#[test]
fn nothing_is_opened_again_before_it_changes() {
    let home = Home::with_notes();
    assert_eq!(home.opened(), 3);
    assert_eq!(home.opened(), 0);
    home.check();
    home.store()
        .append(vec![note("2026-11-20", "11:00", "basalt washed")])
        .unwrap();
    assert_eq!(home.opened(), 1);
    assert_eq!(home.opened(), 0);
    assert_eq!(home.check().len(), 4);
    assert_eq!(home.index_files().len(), 2);
}

#[test]
fn edits_by_hand_restored_files_and_lost_parses_are_noticed() {
    let home = Home::with_notes();
    home.check();
    let path = home.raw("2026-11-21");
    let before = fs::metadata(&path).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    // the same length, and the time of the last change set back to what it was
    home.put("2026-11-21", &text.replace("granite", "diorite"));
    let restored = fs::File::options().write(true).open(&path).unwrap();
    restored.set_modified(before.modified().unwrap()).unwrap();
    drop(restored);
    assert_eq!(fs::metadata(&path).unwrap().len(), before.len());
    assert!(
        home.check()
            .iter()
            .any(|entry| entry.raw.contains("diorite"))
    );
    home.put("2026-11-21", &text);
    assert!(home.check().iter().all(|entry| entry.parsed.is_some()));
    fs::remove_dir_all(home.folder.path().join("home/logs/parsed/2026/10")).unwrap();
    assert_eq!(home.check()[0].parsed, None);
    fs::remove_file(path).unwrap();
    assert_eq!(home.check().len(), 2);
    // what is gone from the home is gone from the index
    let kept = fs::read(&home.index_files()[1]).unwrap();
    assert!(!String::from_utf8_lossy(&kept).contains("20261121"));
}

#[test]
fn an_older_home_in_its_place_is_another_home() {
    let home = Home::with_notes();
    let place = home.folder.path().join("home");
    home.check();
    let copy = home.folder.path().join("copy");
    let copied = std::process::Command::new("cp")
        .args(["-a".as_ref(), place.as_os_str(), copy.as_os_str()])
        .status();
    let copied = copied.is_ok_and(|status| status.success());
    let new = note("2026-11-21", "12:00", "opal found");
    home.store().append(vec![new]).unwrap();
    assert_eq!(home.check().len(), 4);
    if copied {
        fs::rename(&place, home.folder.path().join("newer")).unwrap();
        fs::rename(copy, place).unwrap();
        assert_eq!(home.check().len(), 3);
    }
}

#[test]
fn a_clock_that_is_wrong_costs_time_only() {
    let home = Home::with_notes();
    let early_store = || {
        let mut store = home.store();
        store.index.as_mut().unwrap().clock = early;
        store
    };
    for _ in 0..2 {
        assert_eq!(all(&early_store()), all(&home.plain()));
    }
    // files that were changed just before are read, and what they hold is compared
    let text = fs::read_to_string(home.raw("2026-11-20")).unwrap();
    fs::write(home.raw("2026-11-20"), text.replace("granite", "diorite")).unwrap();
    assert_eq!(all(&early_store()), all(&home.plain()));
    fs::write(home.raw("2026-11-20"), text).unwrap();
    assert_eq!(all(&early_store()), all(&home.plain()));
}

#[test]
fn an_index_that_cannot_be_kept_is_done_without() {
    let home = Home::with_notes();
    // a file where the folder should be
    fs::write(home.index(), "in the way").unwrap();
    assert_eq!(home.check().len(), 3);
    fs::remove_file(home.index()).unwrap();
    home.check();
    // folders where its files should be
    for file in home.index_files() {
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
    }
    assert_eq!(home.check().len(), 3);
    fs::remove_dir_all(home.index()).unwrap();
    assert_eq!(home.check().len(), 3);
    assert_eq!(home.index_files().len(), 2);
}

#[test]
fn damage_of_the_home_is_told_each_time() {
    let home = Home::with_notes();
    home.check();
    let newer = "{\"version\":7,\"entries\":[]}";
    let parsed = home
        .folder
        .path()
        .join("home/logs/parsed/2026/11/2026-11-21.json");
    fs::write(parsed, newer).unwrap();
    for _ in 0..2 {
        let store = home.store();
        all(&store);
        assert_eq!(store.warnings().len(), 1);
    }
    home.check();
    fs::remove_file(home.raw("2026-11-20")).unwrap();
    fs::create_dir(home.raw("2026-11-20")).unwrap();
    for _ in 0..2 {
        let store = home.store();
        all(&store);
        assert_eq!(store.unreadable_days(), [day("2026-11-20")]);
    }
}

#[test]
fn forgotten_words_are_gone_from_the_index() {
    let home = Home::with_notes();
    let store = home.store();
    let entry = store
        .append(vec![note("2026-11-21", "12:00", "secret opal")])
        .unwrap()
        .remove(0);
    home.check();
    let left = home.index().join(".new-left");
    fs::write(&left, "secret opal").unwrap();
    let holds = || {
        home.index_files().iter().any(|file| {
            let bytes = fs::read(file).unwrap();
            String::from_utf8_lossy(&bytes).contains("secret")
        })
    };
    assert!(holds());
    store.forget(&entry.id).unwrap();
    assert!(!holds());
    home.check();
    assert!(!holds());
}

#[test]
fn other_sources_read_again() {
    let home = Home::with_notes();
    home.check();
    for file in home.index_files() {
        let mut bytes = fs::read(&file).unwrap();
        bytes[7] = b'0';
        fs::write(file, bytes).unwrap();
    }
    assert_eq!(home.opened(), 3);
    assert_eq!(home.opened(), 0);
}

/// What a person, an editor or a sync program may do.
#[derive(Clone, Debug)]
enum Act {
    Note(u32, String),
    Edit(u32, String),
    Delete(u32),
    LoseParses(u32),
    Undo(usize),
    Move(usize, u32),
    Forget(usize),
    Read(usize),
    LoseIndex,
    Look(u32, u32, String),
}

fn acts() -> impl Strategy<Value = Act> {
    let words = "[a-c가-나#\n ]{0,8}";
    let file = "(## 10:3[0-2]( \\[undo\\])?\n[a-c#<!>\n -]{0,12}\n){0,3}";
    let day = 1..6_u32;
    prop_oneof![
        (day.clone(), words).prop_map(|(day, words)| Act::Note(day, words)),
        (day.clone(), file).prop_map(|(day, text)| Act::Edit(day, text)),
        day.clone().prop_map(Act::Delete),
        day.clone().prop_map(Act::LoseParses),
        any::<usize>().prop_map(Act::Undo),
        (any::<usize>(), day.clone()).prop_map(|(at, day)| Act::Move(at, day)),
        any::<usize>().prop_map(Act::Forget),
        any::<usize>().prop_map(Act::Read),
        Just(Act::LoseIndex),
        (day.clone(), day, "[a-cA가\n\\\\# ]{1,3}")
            .prop_map(|(from, to, words)| Act::Look(from, to, words)),
    ]
}

fn date(number: u32) -> String {
    // over the end of a month
    let first: NaiveDate = day("2026-10-29");
    (first + chrono::Days::new(number.into())).to_string()
}

impl Home {
    fn act(&self, act: &Act) {
        let store = self.store();
        let some = |at: usize| {
            let entries = all(&self.plain());
            (!entries.is_empty()).then(|| entries[at % entries.len()].clone())
        };
        match act {
            Act::Note(at, words) => {
                store.append(vec![note(&date(*at), "10:31", words)]).ok();
            }
            Act::Edit(at, text) => self.put(&date(*at), text),
            Act::Delete(at) => drop(fs::remove_file(self.raw(&date(*at)))),
            Act::LoseParses(at) => {
                let raw = self.raw(&date(*at)).to_string_lossy().into_owned();
                let parsed = raw.replace("/raw/", "/parsed/").replace(".md", ".json");
                fs::remove_file(parsed).ok();
            }
            Act::Undo(at) => {
                if let Some(entry) = some(*at) {
                    let undo = about(EntryKind::Undo, &entry.id, &entry.date.to_string(), "");
                    store.append(vec![undo]).ok();
                }
            }
            Act::Move(at, to) => {
                if let Some(entry) = some(*at) {
                    let moved = about(EntryKind::Moved, &entry.id, &date(*to), "");
                    store.append(vec![moved]).ok();
                }
            }
            Act::Forget(at) => {
                if let Some(entry) = some(*at) {
                    store.forget(&entry.id).ok();
                }
            }
            Act::Read(at) => {
                if let Some(entry) = some(*at) {
                    store.save_parse(&entry.id, &parse(*at as i64 % 100)).ok();
                }
            }
            Act::LoseIndex => drop(fs::remove_dir_all(self.index())),
            Act::Look(from, to, words) => {
                let range = DateRange::new(day(&date(*from)), day(&date(*to)));
                let query = SearchQuery {
                    keywords: vec![words.clone()],
                    ..SearchQuery::default()
                };
                let plain = self.plain();
                assert_eq!(store.search(&query).unwrap(), plain.search(&query).unwrap());
                assert_eq!(
                    store.entries_by_date_range(&range).unwrap(),
                    plain.entries_by_date_range(&range).unwrap()
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever was done, and whenever it was looked at between.
    #[test]
    fn with_and_without_it_the_same_is_read(acts in prop::collection::vec(acts(), 1..24)) {
        let home = Home::new();
        for act in &acts {
            home.act(act);
        }
        home.check();
    }

    /// Wherever the index is damaged.
    #[test]
    fn damage_of_the_index_changes_nothing(
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let home = Home::with_notes();
        let entries = home.check();
        for file in home.index_files() {
            let mut bytes = fs::read(&file).unwrap();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
            fs::write(file, bytes).unwrap();
        }
        prop_assert_eq!(all(&home.store()), entries);
    }
}
