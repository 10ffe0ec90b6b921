//! Copies that sync programs leave beside a file when two machines wrote to it, and the marks that
//! version control leaves in one: found, and merged.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use super::locked_home::LockedHome;
use super::{FileStore, context_merge, disk, layout};
use crate::backend::{Edit, Snapshot};
use crate::day_index::DayIndex;
use crate::log::day::Day;
use crate::log::restore::restore_day;
use crate::markdown::RawSection;
use crate::{RestoreReport, StorageError, ids, versions};

/// A file of the user's that lies there twice, or holds two versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The day it is of; `None` is the global context.
    pub date: Option<NaiveDate>,
    /// The copy, or the file with marks in it.
    pub path: PathBuf,
    /// Whether it is the file itself, with the marks of a merge in it.
    pub marked: bool,
}

impl FileStore {
    /// The copies and marked files among the raw files and of the global context. Reads every raw
    /// file.
    ///
    /// # Errors
    /// If a folder or file cannot be read.
    pub fn conflicts(&self) -> Result<Vec<Conflict>, StorageError> {
        let held = self.held()?;
        let mut conflicts = Vec::new();
        let failed = |e| disk::failed("read", &self.layout.raw_folder(), e);
        for year in self.layout.years().map_err(failed)? {
            for month in self.layout.months(year).map_err(failed)? {
                let folder = self
                    .layout
                    .raw_folder()
                    .join(format!("{year:04}/{month:02}"));
                let mut names = layout::names(&folder).map_err(failed)?;
                names.sort_unstable();
                for name in names {
                    let Some(stem) = name.strip_suffix(".md") else {
                        continue;
                    };
                    let Some((day, rest)) = stem.split_at_checked("2026-01-01".len()) else {
                        continue;
                    };
                    let Ok(date) = day.parse::<NaiveDate>() else {
                        continue;
                    };
                    let path = folder.join(&name);
                    let marked = rest.is_empty() && held.versions_of(date, &path).is_some();
                    if marked || is_of_a_copy(rest) {
                        let date = Some(date);
                        conflicts.push(Conflict { date, path, marked });
                    }
                }
            }
        }
        conflicts.extend(self.context_conflicts()?);
        Ok(conflicts)
    }

    fn context_conflicts(&self) -> Result<Vec<Conflict>, StorageError> {
        let own = self.layout.context();
        let folder = own.parent().unwrap_or(&self.layout.home);
        let mut names = layout::names(folder).map_err(|e| disk::failed("read", folder, e))?;
        names.sort_unstable();
        let mut conflicts = Vec::new();
        for name in names {
            let rest = name
                .strip_suffix(".md")
                .and_then(|n| n.strip_prefix("global"));
            let Some(rest) = rest else { continue };
            let path = folder.join(&name);
            let marked = rest.is_empty() && versions::versions(&text_of(&path)).is_some();
            if marked || is_of_a_copy(rest) {
                let date = None;
                conflicts.push(Conflict { date, path, marked });
            }
        }
        Ok(conflicts)
    }

    /// Brings what both sides hold into the file: what stands in both stays once, what stands in
    /// one is kept. The copy, or the file as it was, is put under `merged/` in the home. Of the
    /// global context lines are counted, of a day sections.
    ///
    /// # Errors
    /// As for any write; the copy stays where it is then.
    pub fn merge(&self, conflict: &Conflict) -> Result<RestoreReport, StorageError> {
        let mut restored = RestoreReport::default();
        let held = self.held_alone()?;
        let Some(bytes) = disk::read(&conflict.path)? else {
            return Ok(restored);
        };
        let Some(date) = conflict.date else {
            return self.merge_context(conflict, &bytes);
        };
        let index = held.index(date)?.unwrap_or_default();
        if conflict.marked {
            let Some([ours, theirs]) = held.versions_of(date, &conflict.path) else {
                return Ok(restored);
            };
            self.put_away(&conflict.path, &bytes)?;
            let text = ours.into_bytes();
            held.apply(vec![Edit::Rewrite { day: date, text }])?;
            let sections = Day::new(date, theirs.as_bytes(), index).everything();
            held.apply(restore_day(&held, date, sections, &mut restored)?)?;
            return Ok(restored);
        }
        let parsed_copy = self.parsed_copy(date, conflict);
        let index = match disk::read(&parsed_copy)? {
            Some(bytes) => DayIndex::read(&bytes).unwrap_or(index),
            None => index,
        };
        let sections = Day::new(date, &bytes, index).everything();
        held.apply(restore_day(&held, date, sections, &mut restored)?)?;
        self.put_away(&conflict.path, &bytes)?;
        self.disk.remove(&conflict.path)?;
        self.disk.remove(&parsed_copy)?;
        Ok(restored)
    }

    fn merge_context(
        &self,
        conflict: &Conflict,
        bytes: &[u8],
    ) -> Result<RestoreReport, StorageError> {
        let text = String::from_utf8_lossy(bytes);
        let own = self.layout.context();
        let [ours, theirs] = if let Some(versions) = versions::versions(&text) {
            versions
        } else {
            let ours = disk::read(&own)?.unwrap_or_default();
            [
                String::from_utf8_lossy(&ours).into_owned(),
                text.into_owned(),
            ]
        };
        let (merged, restored) = context_merge::merged(&ours, &theirs);
        self.put_away(&conflict.path, bytes)?;
        self.replace(&own, merged.as_bytes())?;
        if !conflict.marked {
            self.disk.remove(&conflict.path)?;
        }
        Ok(restored)
    }

    /// The copy of the parsed file that a sync program made of the same conflict, if any: only the
    /// names of some programs tell which belong together.
    fn parsed_copy(&self, date: NaiveDate, conflict: &Conflict) -> PathBuf {
        let name = conflict.path.file_stem().unwrap_or_default();
        let mut name = name.to_owned();
        name.push(".json");
        self.layout.parsed(date).with_file_name(name)
    }

    /// Keeps the bytes of a file under `merged/`.
    fn put_away(&self, path: &Path, bytes: &[u8]) -> Result<(), StorageError> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = self.layout.home.join("merged");
        let name = format!("{name}.{}", ids::bytes_hash(bytes));
        self.replace(&folder.join(name), bytes)
    }
}

impl LockedHome<'_> {
    /// The two versions of a day's file, if version control left marks in it.
    fn versions_of(&self, date: NaiveDate, path: &Path) -> Option<[String; 2]> {
        let text = text_of(path);
        let index = OnceCell::new();
        let as_stored = |section: &RawSection<'_>| {
            let index = index.get_or_init(|| self.index(date).ok().flatten().unwrap_or_default());
            let content = section.content();
            let hash = ids::content_hash(&content.raw, content.payload.as_ref());
            index
                .records
                .iter()
                .any(|(_, record)| record.raw_hash == hash)
        };
        versions::versions_of_day(&text, as_stored)
    }
}

/// The text of a file; one that cannot be read holds no marks to merge.
fn text_of(path: &Path) -> String {
    disk::lossy(disk::read(path).ok().flatten().unwrap_or_default())
}

/// Whether what follows the day in a name is what a sync program adds to the name of a copy:
/// Syncthing, Dropbox and Nextcloud, iCloud and others that count, Seafile.
fn is_of_a_copy(rest: &str) -> bool {
    let lower = rest.to_lowercase();
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let counted = lower
        .strip_prefix(' ')
        .map(|rest| rest.trim_start_matches('(').trim_end_matches(')'))
        .is_some_and(number);
    lower.starts_with(".sync-conflict-")
        || (lower.starts_with(" (") && lower.contains("conflict"))
        || lower.contains("conflicted copy")
        || counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LogStore;
    use crate::contract::{day, note};
    use quilto_model::{DateRange, Entry};

    fn home(raw: &str) -> (tempfile::TempDir, FileStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap().without_sync();
        let new = ["granite polished", "basalt washed"].map(|raw| note("2026-11-21", "10:30", raw));
        store.append(new.to_vec()).unwrap();
        if !raw.is_empty() {
            std::fs::write(folder.path().join(OWN), raw).unwrap();
        }
        (folder, store)
    }

    const OWN: &str = "logs/raw/2026/11/2026-11-21.md";
    const FIRST_TWO: &str = "## 10:30\ngranite polished\n\n## 10:30\nbasalt washed\n\n";

    fn raws(store: &FileStore) -> Vec<String> {
        let all = DateRange::new(day("2026-11-01"), day("2026-11-30"));
        let raw = |entry: Entry| entry.raw;
        store.sections(&all).unwrap().into_iter().map(raw).collect()
    }

    #[test]
    fn copies_of_sync_programs_are_known_by_their_names() {
        for name in [
            ".sync-conflict-20261121-103000-ABCDEFG",
            " (conflicted copy 2026-11-21 103000)",
            " (Anna's conflicted copy 2026-11-21)",
            " 2",
            " (1)",
            " (SFConflict name@example.org 2026-11-21-10-30-00)",
        ] {
            assert!(is_of_a_copy(name), "{name}");
        }
        for name in ["", "-draft", " notes", ".old"] {
            assert!(!is_of_a_copy(name), "{name}");
        }
    }

    #[test]
    fn a_copy_is_merged_and_put_away() {
        let (folder, store) = home("");
        let copy = "logs/raw/2026/11/2026-11-21.sync-conflict-20261121-103000-ABCDEFG.md";
        let theirs = "## 10:30\ngranite polished\n\n## 12:00\nmarble hummed to\n\n";
        std::fs::write(folder.path().join(copy), theirs).unwrap();
        let conflicts = store.conflicts().unwrap();
        assert_eq!(conflicts.len(), 1);
        let restored = store.merge(&conflicts[0]).unwrap();
        assert_eq!(restored, RestoreReport { added: 1, known: 1 });
        assert_eq!(
            raws(&store),
            ["granite polished", "basalt washed", "marble hummed to"]
        );
        assert_eq!(store.conflicts().unwrap(), []);
        let kept: Vec<_> = std::fs::read_dir(folder.path().join("merged"))
            .unwrap()
            .collect();
        assert_eq!(
            std::fs::read_to_string(kept[0].as_ref().unwrap().path()).unwrap(),
            theirs
        );
    }

    #[test]
    fn what_was_learned_on_both_sides_stays() {
        let (folder, store) = home("");
        let ours = "# Global Context\n\n## Facts\n- rocks: 12 (certain; note; 2026-11-20)\n- I like granite\n";
        store.update_global_context(ours).unwrap();
        let copy = folder
            .path()
            .join("context/global (conflicted copy 2026-11-21).md");
        let theirs = "# Global Context\n\n## Facts\n- rocks: 13 (certain; note; 2026-11-21)\n\n## Preferences\n- I hum at night\n";
        std::fs::write(&copy, theirs).unwrap();
        let conflicts = store.conflicts().unwrap();
        assert_eq!((conflicts.len(), conflicts[0].date), (1, None));
        let restored = store.merge(&conflicts[0]).unwrap();
        assert_eq!(restored, RestoreReport { added: 2, known: 0 });
        assert_eq!(
            store.global_context().unwrap(),
            "# Global Context\n\n## Facts\n- rocks: 13 (certain; note; 2026-11-21)\n- I like granite\n\n## Preferences\n- I hum at night\n"
        );
        assert!(!copy.exists());
        assert_eq!(store.conflicts().unwrap(), []);
        // and as version control leaves it
        let marked = "# Global Context\n\n## Facts\n<<<<<<< HEAD\n- I like granite\n=======\n- I like basalt\n>>>>>>> other\n";
        store.update_global_context(marked).unwrap();
        store.merge(&store.conflicts().unwrap()[0]).unwrap();
        assert_eq!(
            store.global_context().unwrap(),
            "# Global Context\n\n## Facts\n- I like granite\n- I like basalt\n"
        );
    }

    #[test]
    fn typed_marks_stay_words() {
        let (folder, store) = home("");
        let typed = [
            "<<<<<<< a\n||||||| b",
            "quartz",
            "=======\n>>>>>>> c",
            "<<<<<<< a\nx\n=======\ny\n>>>>>>> c",
        ];
        store
            .append(typed.map(|raw| note("2026-11-21", "10:31", raw)).to_vec())
            .unwrap();
        assert_eq!(raws(&store)[2..], typed);
        assert_eq!(store.conflicts().unwrap(), []);
        // as they were written before typed marks were escaped
        let old = std::fs::read_to_string(folder.path().join(OWN)).unwrap();
        let old = old.replace("\n\\<<", "\n<<").replace("\n\\||", "\n||");
        let old = old.replace("\n\\>>", "\n>>").replace("\n\\==", "\n==");
        std::fs::write(folder.path().join(OWN), &old).unwrap();
        assert_eq!(raws(&store)[2..], typed);
        assert_eq!(store.conflicts().unwrap(), []);
    }

    #[test]
    fn a_note_of_two_versions_waits_to_be_merged_whatever_is_done_before() {
        let (folder, store) = home("");
        let marked = "## 10:30\ngranite polished\n\n## 10:30\n<<<<<<< HEAD\nbasalt\n=======\nquartz\n>>>>>>> other\n";
        std::fs::write(folder.path().join(OWN), marked).unwrap();
        // it is read, and something is logged
        let unmerged = store.recent(day("2026-11-21"), 1).unwrap();
        let parse = crate::contract::parse(1);
        store.save_parse(&unmerged[0].id, &parse).unwrap();
        store
            .append(vec![note("2026-11-21", "10:31", "marble")])
            .unwrap();
        let conflicts = store.conflicts().unwrap();
        store.merge(&conflicts[0]).unwrap();
        assert_eq!(
            raws(&store),
            ["granite polished", "basalt", "marble", "quartz"]
        );
        assert_eq!(store.conflicts().unwrap(), []);
    }

    #[test]
    fn marks_of_version_control_are_merged() {
        let marked = format!(
            "{FIRST_TWO}<<<<<<< HEAD\n## 11:00\nquartz\n\n||||||| base\n=======\n## 12:00\nmarble\n\n>>>>>>> other\n"
        );
        let (_folder, store) = home(&marked);
        let conflicts = store.conflicts().unwrap();
        assert!(conflicts[0].marked);
        store.merge(&conflicts[0]).unwrap();
        assert_eq!(
            raws(&store),
            ["granite polished", "basalt washed", "quartz", "marble"]
        );
        assert_eq!(store.conflicts().unwrap(), []);
    }
}
