//! What happens to names and parses when someone edits the files.

use std::fs;
use std::path::PathBuf;

use super::{FileStore, LogStore, Store};
use crate::contract::{about, all, day, note, parse};
use quilto_model::{DateRange, Entry, EntryId, EntryKind};

struct Home {
    folder: tempfile::TempDir,
    store: FileStore,
}

impl Home {
    /// A day with three notes, each with a parse of its own; the first two in one minute.
    fn with_notes() -> (Self, Vec<Entry>) {
        let home = Self::empty();
        let mut written = home
            .store
            .append(vec![
                note("2026-11-21", "10:30", "granite polished"),
                note("2026-11-21", "10:30", "basalt washed"),
                note("2026-11-21", "11:00", "marble hummed to"),
            ])
            .unwrap();
        for (entry, minutes) in written.iter_mut().zip(1..) {
            home.store.save_parse(&entry.id, &parse(minutes)).unwrap();
            entry.parsed = Some(parse(minutes));
        }
        (home, written)
    }

    fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap().without_sync();
        Self { folder, store }
    }

    fn raw(&self) -> PathBuf {
        self.folder.path().join("logs/raw/2026/11/2026-11-21.md")
    }

    fn parsed(&self) -> PathBuf {
        self.folder
            .path()
            .join("logs/parsed/2026/11/2026-11-21.json")
    }

    fn edit(&self, edit: impl FnOnce(String) -> String) {
        let text = fs::read_to_string(self.raw()).unwrap();
        let edited = edit(text.clone());
        assert_ne!(text, edited);
        // As editors do: a new file under the old name.
        let temporary = self.raw().with_extension("edited");
        fs::write(&temporary, edited).unwrap();
        fs::rename(temporary, self.raw()).unwrap();
    }

    fn write(&self, text: &[u8]) {
        fs::create_dir_all(self.raw().parent().unwrap()).unwrap();
        fs::write(self.raw(), text).unwrap();
    }

    fn ids(&self) -> Vec<EntryId> {
        all(&self.store).into_iter().map(|e| e.id).collect()
    }
}

const THREE: &str =
    "## 10:30\ngranite polished\n\n## 10:30\nbasalt washed\n\n## 11:00\nmarble hummed to\n\n";

#[test]
fn the_file_is_what_a_person_would_write() {
    let (home, _) = Home::with_notes();
    assert_eq!(fs::read_to_string(home.raw()).unwrap(), THREE);
}

#[test]
fn an_edited_note_keeps_its_name_and_wants_reading() {
    let (home, written) = Home::with_notes();
    home.edit(|text| text.replace("basalt washed", "basalt washed twice"));
    let entries = all(&home.store);
    assert_eq!(entries[1].id, written[1].id);
    assert_eq!(entries[1].raw, "basalt washed twice");
    assert_eq!(entries[1].parsed, None);
    assert_eq!((&entries[0], &entries[2]), (&written[0], &written[2]));
    home.store.save_parse(&written[1].id, &parse(7)).unwrap();
    assert_eq!(all(&home.store)[1].parsed, Some(parse(7)));
}

#[test]
fn a_note_edited_before_anything_was_read_keeps_its_name() {
    let home = Home::empty();
    let new = note("2026-11-21", "10:30", "granite");
    let written = home.store.append(vec![new]).unwrap();
    home.edit(|text| text.replace("granite", "granite, shine 8"));
    assert_eq!(home.ids(), [written[0].id.clone()]);
}

#[test]
fn a_note_that_something_speaks_of_keeps_its_name_without_the_parsed_file() {
    let (home, written) = Home::with_notes();
    let speaking = about(
        EntryKind::Correction,
        &written[2].id,
        "2026-11-21",
        "it was gneiss",
    );
    home.store.append(vec![speaking]).unwrap();
    home.edit(|text| text.replace("marble hummed to", "gneiss hummed to"));
    fs::remove_file(home.parsed()).unwrap();
    let names: Vec<EntryId> = written.into_iter().map(|entry| entry.id).collect();
    assert_eq!(home.ids(), names);
}

#[test]
fn blank_space_is_no_edit() {
    let (home, written) = Home::with_notes();
    home.edit(|text| {
        text.trim_end()
            .replace("\n## ", "\n\n\n## ")
            .replace('\n', "\r\n")
    });
    let entries = all(&home.store);
    let parses: Vec<_> = entries.into_iter().map(|e| (e.id, e.parsed)).collect();
    let expected: Vec<_> = written.into_iter().map(|e| (e.id, e.parsed)).collect();
    assert_eq!(parses, expected);
}

#[test]
fn inserted_notes_get_names_of_their_own() {
    let (home, written) = Home::with_notes();
    home.edit(|text| {
        format!("loose words\n\n## 10:30\nslate\n\n{text}")
            .replace("## 11:00", "## 10:30\nopal\n## 11:00")
    });
    let entries = all(&home.store);
    let known = |at: usize| entries.iter().find(|e| e.id == written[at].id).unwrap();
    assert_eq!(entries.len(), 6);
    for (at, before) in written.iter().enumerate() {
        assert_eq!(known(at), before);
    }
    assert_eq!(
        (entries[0].raw.as_str(), entries[0].time),
        ("loose words", None)
    );
    // The same names again when read again, and after the store has written beside them.
    let names = home.ids();
    let id = entries[1].id.clone();
    home.store.save_parse(&id, &parse(9)).unwrap();
    assert_eq!(home.ids(), names);
    home.edit(|text| {
        text.replace("slate", "slate, dusty")
            .replace("loose words", "loose")
    });
    assert_eq!(home.ids(), names);
}

#[test]
fn deleting_a_note_takes_only_that_one() {
    let (home, written) = Home::with_notes();
    home.edit(|text| text.replace("## 10:30\ngranite polished\n\n", ""));
    assert_eq!(all(&home.store), written[1..]);
    home.store
        .append(vec![note("2026-11-21", "10:30", "opal")])
        .unwrap();
    let entries = all(&home.store);
    assert_eq!(entries[..2], written[1..]);
    assert!(!written.iter().any(|w| w.id == entries[2].id));
    // Pasted back, it is itself again.
    home.edit(|text| format!("{text}## 10:30\ngranite polished\n"));
    assert_eq!(all(&home.store)[3], written[0]);
}

#[test]
fn another_order_and_another_minute_change_no_names() {
    let (home, written) = Home::with_notes();
    home.write(
        b"## 11:15\nmarble hummed to\n## 10:30\nbasalt washed\n## 10:30\ngranite polished\n",
    );
    let entries = all(&home.store);
    let names: Vec<_> = entries.iter().map(|e| &e.id).collect();
    assert_eq!(names, [&written[2].id, &written[1].id, &written[0].id]);
    assert!(entries.iter().all(|e| e.parsed.is_some()));
}

#[test]
fn making_two_notes_equal_does_not_swap_them() {
    let (home, written) = Home::with_notes();
    home.edit(|text| text.replace("granite polished", "basalt washed"));
    let entries = all(&home.store);
    assert_eq!(entries[0].id, written[0].id);
    assert_eq!(entries[1], written[1]);
}

#[test]
fn names_are_found_again_from_the_raw_file_alone() {
    let (home, written) = Home::with_notes();
    let twice = vec![note("2026-11-21", "10:30", "granite polished"); 2];
    home.store.append(twice).unwrap();
    home.store
        .append(vec![
            about(EntryKind::Moved, &written[1].id, "2026-11-19", ""),
            about(EntryKind::Undo, &written[2].id, "2026-11-22", ""),
        ])
        .unwrap();
    let before: Vec<_> = all(&home.store)
        .into_iter()
        .map(|e| (e.id, e.date, e.raw))
        .collect();
    assert_eq!(before.len(), 4);
    fs::remove_dir_all(home.folder.path().join("logs/parsed")).unwrap();
    let after: Vec<_> = all(&home.store)
        .into_iter()
        .map(|e| (e.id, e.date, e.raw))
        .collect();
    assert_eq!(after, before);
}

#[test]
fn a_file_written_by_hand_is_left_as_it_is() {
    let home = Home::empty();
    let text =
        "\u{feff}---\r\ntags: [a]\r\n---\r\n# Saturday\r\nrain\r\n\r\n## 9:30 granite\r\nshine 8";
    home.write(text.as_bytes());
    let entries = all(&home.store);
    let raws: Vec<_> = entries.iter().map(|e| e.raw.as_str()).collect();
    assert_eq!(raws, ["# Saturday\r\nrain", "granite\nshine 8"]);
    assert_eq!(fs::read(home.raw()).unwrap(), text.as_bytes());
    home.store.save_parse(&entries[0].id, &parse(1)).unwrap();
    home.store
        .append(vec![note("2026-11-21", "12:00", "basalt")])
        .unwrap();
    let now = fs::read_to_string(home.raw()).unwrap();
    assert_eq!(now, format!("{text}\r\n\r\n## 12:00\r\nbasalt\r\n\r\n"));
    assert_eq!(all(&home.store)[1].raw, "granite\nshine 8");
    assert_eq!(all(&home.store)[0].parsed, Some(parse(1)));
}

#[test]
fn a_torn_tail_does_not_eat_the_next_note() {
    let home = Home::empty();
    for torn in [
        &b"## 10:30 [imp"[..],
        b"## 10:30\ngranite \xed\x99",
        b"## 10:30 [undo]\n<!-- {\"target\": \"2026",
        b"---\nfront",
        b"#",
    ] {
        home.write(torn);
        home.store
            .append(vec![note("2026-11-21", "12:00", "basalt\n---\nwashed")])
            .unwrap();
        let entries = all(&home.store);
        assert_eq!(entries.last().unwrap().raw, "basalt\n---\nwashed");
        assert!(fs::read(home.raw()).unwrap().starts_with(torn));
        fs::remove_file(home.raw()).unwrap();
        fs::remove_file(home.parsed()).unwrap();
    }
}

#[test]
fn forgetting_touches_no_other_byte() {
    let home = Home::empty();
    let before = "\u{feff}---\r\na: b\r\n---\r\n";
    let after = "## 9:30 granite\r\nshine 8\r\n\r\n\r\n\r\n";
    let last = "## 11:00  basalt";
    home.write(format!("{before}secret loose\r\n{after}## 10:30\r\nsecret\r\n{last}").as_bytes());
    for entry in all(&home.store) {
        if entry.raw.contains("secret") {
            home.store.forget(&entry.id).unwrap();
        }
    }
    let now = fs::read_to_string(home.raw()).unwrap();
    let marker = "## 10:30\r\n[forgotten]\r\n<!-- {\"forgotten\":true} -->\r\n\r\n";
    assert_eq!(now, format!("{before}[forgotten]\n\n{after}{marker}{last}"));
    assert_eq!(all(&home.store).len(), 2);
    assert!(
        !fs::read_to_string(home.parsed())
            .unwrap()
            .contains("secret")
    );
}

#[test]
fn a_damaged_parse_is_set_aside_and_said() {
    let (home, written) = Home::with_notes();
    let good = fs::read(home.parsed()).unwrap();
    for damage in [
        &b""[..],
        b"{\"version\":1,\"entries\":{",
        b"[1,2]",
        b"\xff\xfe",
        &good[..90],
    ] {
        fs::write(home.parsed(), damage).unwrap();
        let entries = all(&home.store);
        let names: Vec<_> = entries.iter().map(|e| &e.id).collect();
        assert_eq!(names, written.iter().map(|e| &e.id).collect::<Vec<_>>());
        assert!(entries.iter().all(|e| e.parsed.is_none()));
        let warnings = home.store.warnings();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].contains("2026-11-21.json is damaged"),
            "{warnings:?}"
        );
        // Said once, and the bytes are still there.
        all(&home.store);
        assert_eq!(home.store.warnings(), Vec::<String>::new());
        let folder = home.parsed().parent().unwrap().to_owned();
        let kept = fs::read_dir(folder)
            .unwrap()
            .map(|entry| fs::read(entry.unwrap().path()).unwrap())
            .any(|bytes| bytes == damage);
        assert!(kept);
        home.store.save_parse(&written[0].id, &parse(1)).unwrap();
        assert_eq!(all(&home.store)[0], written[0]);
    }
}

#[test]
fn a_parse_of_a_newer_version_is_neither_read_nor_replaced() {
    let (home, written) = Home::with_notes();
    let newer = b"{\"version\":7,\"entries\":[\"quite other\"]}";
    fs::write(home.parsed(), newer).unwrap();
    assert_eq!(all(&home.store)[0].parsed, None);
    assert!(home.store.save_parse(&written[0].id, &parse(1)).is_err());
    home.store
        .append(vec![note("2026-11-21", "12:00", "opal")])
        .unwrap();
    assert_eq!(all(&home.store).len(), 4);
    assert_eq!(fs::read(home.parsed()).unwrap(), newer);
    assert!(!home.store.warnings().is_empty());
}

#[test]
fn a_folder_where_a_file_should_be_is_an_error_and_costs_nothing() {
    let (home, written) = Home::with_notes();
    let blocked = home.raw().with_file_name("2026-11-22.md");
    fs::create_dir(blocked).unwrap();
    let new = |date: &str| note(date, "10:00", "opal");
    let error = home
        .store
        .append(vec![
            new("2026-11-20"),
            new("2026-11-22"),
            new("2026-11-23"),
        ])
        .unwrap_err();
    assert!(error.to_string().contains("2026-11-22.md"), "{error}");
    let today = DateRange::day(day("2026-11-21"));
    assert_eq!(home.store.entries_by_date_range(&today).unwrap(), written);
    let before = DateRange::day(day("2026-11-20"));
    assert_eq!(home.store.entries_by_date_range(&before).unwrap(), []);
}

#[test]
fn words_are_safe_where_parses_cannot_be_written() {
    let home = Home::empty();
    fs::create_dir_all(home.folder.path().join("logs")).unwrap();
    fs::write(home.folder.path().join("logs/parsed"), "in the way").unwrap();
    let written = home
        .store
        .append(vec![note("2026-11-21", "10:00", "opal")])
        .unwrap();
    let warnings = home.store.warnings();
    let said = |text: &String| text.starts_with("the words are safe");
    assert!(warnings.iter().any(said), "{warnings:?}");
    assert_eq!(all(&home.store), written);
    assert!(!home.folder.path().join(".journal").exists());
}

#[test]
fn what_an_editor_leaves_at_the_end_brings_nothing_back() {
    for left in [
        "\n\n",
        "\n\n\n\n",
        "   ",
        "  \n\t\n",
        "\r\n\r\n",
        "and a thought",
    ] {
        let (home, written) = Home::with_notes();
        let undo = about(EntryKind::Undo, &written[2].id, "2026-11-21", "");
        let correction = about(EntryKind::Correction, &written[0].id, "2026-11-21", "no");
        for section in [undo, correction] {
            home.store.append(vec![section]).unwrap();
            home.edit(|text| text + left);
            fs::remove_file(home.parsed()).unwrap();
            assert_eq!(home.ids().len(), 2, "{left:?}");
        }
        let day = DateRange::day(day("2026-11-21"));
        let sections = home.store.sections(&day).unwrap();
        let counted = super::amendments(&sections, &written[0].id);
        assert_eq!(counted.len(), 1, "{left:?}");
        assert_eq!(counted[0].raw.contains("thought"), left.contains("thought"));
    }
}

#[test]
fn a_day_that_cannot_be_read_costs_only_itself() {
    let (home, written) = Home::with_notes();
    fs::create_dir(home.raw().with_file_name("2026-11-20.md")).unwrap();
    home.store
        .append(vec![note("2026-11-19", "10:30", "marble again")])
        .unwrap();
    let unreadable = [day("2026-11-20")];
    let reads: [fn(&FileStore) -> usize; 4] = [
        |store| all(store).len(),
        |store| store.recent(day("2026-11-21"), 9).unwrap().len(),
        |store| store.entries_by_pattern("2026/**").unwrap().len(),
        |store| {
            let all = DateRange::new(day("2026-11-19"), day("2026-11-21"));
            store.sections(&all).unwrap().len()
        },
    ];
    for read in reads {
        let store = FileStore::open(home.folder.path()).unwrap();
        assert_eq!(read(&store), written.len() + 1);
        assert_eq!(read(&store), written.len() + 1);
        let said = store.warnings();
        let once = |text: &String| text.contains("the notes of 2026-11-20 are left out");
        assert_eq!(said.iter().filter(|text| once(text)).count(), 1, "{said:?}");
        assert_eq!(store.unreadable_days(), unreadable);
    }
    let query = super::SearchQuery {
        keywords: vec!["marble".into()],
        ..Default::default()
    };
    assert_eq!(home.store.search(&query).unwrap().len(), 2);
    assert_eq!(home.store.unreadable_days(), unreadable);
    let health = home.store.health(|_, _| ()).unwrap();
    let found = health.findings.iter();
    let mut found = found.filter(|f| matches!(f.issue, super::HealthIssue::Unreadable(_)));
    assert!(found.next().is_some());
    home.store.conflicts().unwrap();
    // nothing is written where the words cannot be read
    let new = note("2026-11-20", "10:30", "marble");
    assert!(home.store.append(vec![new]).is_err());
}

#[test]
fn a_broken_payload_is_seen() {
    let (home, written) = Home::with_notes();
    let undo = about(EntryKind::Undo, &written[2].id, "2026-11-21", "");
    home.store.append(vec![undo]).unwrap();
    let broken = |home: &Home| {
        let findings = home.store.health(|_, _| ()).unwrap().findings;
        let mut found = findings.into_iter().map(|finding| finding.issue);
        found.find(|issue| matches!(issue, super::HealthIssue::Broken(_)))
    };
    assert_eq!(broken(&home), None);
    home.edit(|text| text.replace("\"target\"", "target"));
    assert_eq!(broken(&home), Some(super::HealthIssue::Broken(1)));
}

#[test]
fn a_correction_counts_for_a_note_that_is_no_text_any_more() {
    let (home, written) = Home::with_notes();
    let correction = about(EntryKind::Correction, &written[1].id, "2026-11-21", "no");
    home.store.append(vec![correction]).unwrap();
    let mut raw = fs::read(home.raw()).unwrap();
    let at = raw.windows(6).position(|w| w == b"basalt").unwrap();
    raw[at + 1] = 0xe9;
    home.write(&raw);
    fs::remove_file(home.parsed()).unwrap();
    let ids: Vec<EntryId> = written.into_iter().map(|e| e.id).collect();
    assert_eq!(home.ids(), ids);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_day() {
    let (home, written) = Home::with_notes();
    let pipe = home.raw().with_file_name("2026-11-20.md");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    assert_eq!(all(&home.store).len(), written.len());
}

#[test]
fn no_folder_is_made_for_a_year_that_nobody_lives_in() {
    let home = Home::empty();
    for date in ["-9999-01-01", "0001-01-01", "1066-10-14", "9999-01-01"] {
        let new = super::NewEntry {
            date: date.parse().unwrap(),
            ..note("2026-11-21", "10:30", "granite")
        };
        let error = home.store.append(vec![new]).unwrap_err();
        assert!(matches!(error, super::StorageError::NoSuchDay(_)));
        let mut section = home
            .store
            .append(vec![note("2026-11-21", "10:30", "granite")])
            .unwrap();
        section[0].date = date.parse().unwrap();
        assert!(home.store.restore(section).is_err());
    }
    let years = fs::read_dir(home.folder.path().join("logs/raw")).unwrap();
    assert_eq!(years.count(), 1);
}

#[test]
fn words_that_would_be_front_matter_get_a_time() {
    let home = Home::empty();
    let mut section = home
        .store
        .append(vec![note("2026-11-21", "10:30", "---\nfront: matter\n---")])
        .unwrap();
    section[0].date = day("2026-11-22");
    section[0].time = None;
    home.store.restore(section.clone()).unwrap();
    let read = home.store.sections(&DateRange::day(day("2026-11-22")));
    assert_eq!(read.unwrap()[0].raw, section[0].raw);
}

#[test]
fn a_question_about_a_month_opens_that_month() {
    let home = Home::empty();
    let year = DateRange::new(day("2026-01-01"), day("2026-12-31"));
    let days = year.start.iter_days().take(365);
    let notes = days.map(|date| note(&date.to_string(), "10:00", "granite"));
    home.store.append(notes.collect()).unwrap();
    let reader = FileStore::open(home.folder.path()).unwrap();
    let opened = |read: &dyn Fn()| {
        let before = reader.days_opened();
        read();
        reader.days_opened() - before
    };
    let march = DateRange::new(day("2026-03-01"), day("2026-03-31"));
    let quarter = DateRange::new(day("2026-03-01"), day("2026-05-31"));
    let read = |range: &DateRange| {
        assert_eq!(
            reader.entries_by_date_range(range).unwrap().len() as i64,
            range.days()
        )
    };
    assert_eq!(opened(&|| read(&march)), 31);
    assert_eq!(opened(&|| read(&quarter)), 92);
    assert_eq!(
        opened(&|| assert_eq!(reader.recent(day("2026-03-15"), 5).unwrap().len(), 5)),
        5
    );
    assert_eq!(
        opened(&|| assert_eq!(reader.entries_by_pattern("2026/02/**").unwrap().len(), 28)),
        28
    );
    assert_eq!(
        opened(&|| assert_eq!(reader.span().unwrap(), Some(year.clone()))),
        0
    );
    let id = all(&home.store)[200].id.clone();
    assert_eq!(opened(&|| assert!(reader.entry(&id).unwrap().is_some())), 1);
}
