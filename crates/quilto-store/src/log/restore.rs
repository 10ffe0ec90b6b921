//! Writing sections that stood in another store, as they stood there: names, parses and all.

use std::collections::{BTreeMap, HashMap};

use chrono::{NaiveDate, NaiveTime};
use quilto_model::{Entry, EntryId};

use super::day::Day;
use super::read;
use super::write::parsed_edit;
use crate::backend::{Backend, Edit, Snapshot};
use crate::day_index::Record;
use crate::section::Section;
use crate::{RestoreReport, StorageError, has_files, ids, repeated_rows};

/// Days written in one go.
const DAYS: usize = 200;

pub(super) fn restore(
    backend: &impl Backend,
    sections: Vec<Entry>,
) -> Result<RestoreReport, StorageError> {
    let mut by_day: BTreeMap<NaiveDate, Vec<Entry>> = BTreeMap::new();
    for section in sections {
        by_day.entry(section.date).or_default().push(section);
    }
    let mut restored = RestoreReport::default();
    let mut days = by_day.into_iter().peekable();
    while days.peek().is_some() {
        let kept = backend.transaction()?;
        let mut edits = Vec::new();
        for (date, sections) in days.by_ref().take(DAYS) {
            edits.extend(restore_day(&*kept, date, sections, &mut restored)?);
        }
        kept.commit(edits)?;
    }
    Ok(restored)
}

/// The edits that bring sections into a day.
pub(crate) fn restore_day(
    kept: &dyn Snapshot,
    date: NaiveDate,
    sections: Vec<Entry>,
    restored: &mut RestoreReport,
) -> Result<Vec<Edit>, StorageError> {
    has_files(date)?;
    let mut day = match read::open_day(kept, date, &mut Vec::new())? {
        Some(day) => day,
        None => read::day_of_bytes(kept, date, b"")?,
    };
    let (length, index_before) = (day.length, day.index.clone());
    day.register();
    let text = merge_into(&mut day, sections, restored);
    let mut edits = Vec::new();
    if !text.is_empty() {
        let day = date;
        edits.push(Edit::Append { day, length, text });
    }
    if !day.frozen && day.index != index_before {
        edits.push(parsed_edit(kept, &day)?);
    }
    Ok(edits)
}

/// Adds what is missing in a day, and gives the text to append to its file.
fn merge_into(day: &mut Day, sections: Vec<Entry>, restored: &mut RestoreReport) -> String {
    let mut text = String::new();
    let mut matched = vec![false; day.sections.len()];
    let mut renamed: HashMap<String, EntryId> = HashMap::new();
    for entry in sections {
        let (name, parsed) = (entry.id, entry.parsed.map(repeated_rows::without_nulls));
        let mut section = Section {
            id: name.clone(),
            time: entry.time,
            kind: entry.kind,
            raw: entry.raw,
            payload: entry.payload,
        };
        if let Some(new) = section
            .target()
            .and_then(|target| renamed.get(target))
            .cloned()
            && let Some(payload) = section.payload.as_mut().and_then(|p| p.as_object_mut())
        {
            payload.insert("target".into(), new.0.into());
        }
        let hash = section.hash();
        let there = (0..matched.len()).find(|at| {
            let known = &day.sections[*at];
            !matched[*at] && same_place(known, &section) && known.hash() == hash
        });
        if let Some(at) = there {
            matched[at] = true;
            restored.known += 1;
            let place = day.sections[at].id.clone();
            if place != name {
                renamed.insert(name.0, place.clone());
            }
            if let Some(parsed) = parsed
                && day.parse_at(&place).is_none()
            {
                day.set_parse(&place, parsed);
            }
            continue;
        }
        let taken = |name: &str| {
            day.sections.iter().any(|known| known.id.0 == name)
                || day
                    .index
                    .records
                    .iter()
                    .any(|(id, record)| id.0 == name && record.raw_hash != hash)
        };
        if name.0.is_empty() || taken(&name.0) {
            section.id = ids::new_id(entry.date, section.time, &hash, taken);
            renamed.insert(name.0, section.id.clone());
        }
        restored.added += 1;
        text.push_str(&add(day, section, parsed));
    }
    text
}

fn add(day: &mut Day, mut section: Section, parsed: Option<quilto_model::Parsed>) -> String {
    // the record of a section that was cut out and comes back is made anew
    day.index.records.retain(|(id, _)| *id != section.id);
    let alone = section.time.is_none() && day.sections.is_empty() && day.length == 0;
    let loose = alone.then(|| day.add_loose(&section)).flatten();
    let text = loose.unwrap_or_else(|| {
        section.time.get_or_insert(NaiveTime::MIN);
        day.add(&section)
    });
    if let Some(parsed) = parsed {
        let record = Record::of(&section, Some(parsed));
        day.index.set(&section.id, record);
    }
    text
}

/// Whether two sections are of one kind and minute. Words without a time may have been given
/// midnight.
fn same_place(a: &Section, b: &Section) -> bool {
    a.kind == b.kind && a.time.unwrap_or(NaiveTime::MIN) == b.time.unwrap_or(NaiveTime::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{about, day, note, parse};
    use crate::{FileStore, LogStore, NewEntry, Store};
    use quilto_model::{DateRange, EntryKind};

    fn store() -> (tempfile::TempDir, FileStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap().without_sync();
        (folder, store)
    }

    fn everything(store: &FileStore) -> Vec<Entry> {
        let all = DateRange::new(day("1900-01-01"), day("2200-01-01"));
        store.sections(&all).unwrap()
    }

    /// Notes, equal notes, an edited one, a correction, an undo, a move, words without a time.
    fn lived_in() -> (tempfile::TempDir, FileStore) {
        let (folder, store) = store();
        std::fs::create_dir_all(folder.path().join("logs/raw/2026/11")).unwrap();
        let raw = folder.path().join("logs/raw/2026/11/2026-11-21.md");
        std::fs::write(&raw, "found a pebble\n\\## 10:00 is no heading\n\n").unwrap();
        let written = store
            .append(vec![
                NewEntry {
                    parsed: Some(parse(3)),
                    ..note("2026-11-21", "10:30", "granite polished")
                },
                note("2026-11-21", "10:30", "granite polished"),
                note("2026-11-21", "11:00", "basalt washed\r\ntwice"),
                note("2026-11-22", "09:00", "marble hummed to"),
            ])
            .unwrap();
        let text = std::fs::read_to_string(&raw).unwrap();
        std::fs::write(&raw, text.replace("basalt", "gneiss")).unwrap();
        store.save_parse(&written[2].id, &parse(5)).unwrap();
        let moved = NewEntry {
            date: day("2026-11-20"),
            ..about(
                EntryKind::Moved,
                &written[3].id,
                "2026-11-20",
                "that was friday",
            )
        };
        store.append(vec![moved]).unwrap();
        let amended = vec![
            about(
                EntryKind::Correction,
                &written[2].id,
                "2026-11-23",
                "no, once",
            ),
            about(
                EntryKind::Undo,
                &written[1].id,
                "2026-11-21",
                "took it back",
            ),
        ];
        store.append(amended).unwrap();
        (folder, store)
    }

    #[test]
    fn another_home_holds_the_same_afterwards() {
        let (_a, from) = lived_in();
        let (_b, to) = store();
        let sections = everything(&from);
        let restored = to.restore(sections.clone()).unwrap();
        assert_eq!(
            restored,
            RestoreReport {
                added: sections.len(),
                known: 0
            }
        );
        assert_eq!(everything(&to), sections);
        let all = DateRange::new(day("1900-01-01"), day("2200-01-01"));
        assert_eq!(
            to.entries_by_date_range(&all).unwrap(),
            from.entries_by_date_range(&all).unwrap()
        );
    }

    #[test]
    fn doing_it_twice_changes_nothing() {
        let (_a, store) = lived_in();
        let sections = everything(&store);
        let restored = store.restore(sections.clone()).unwrap();
        assert_eq!(
            restored,
            RestoreReport {
                added: 0,
                known: sections.len()
            }
        );
        assert_eq!(everything(&store), sections);
    }

    #[test]
    fn a_name_that_another_note_bears_is_given_anew_and_followed() {
        let (_a, ours) = store();
        let (_b, theirs) = store();
        let first = ours
            .append(vec![note("2026-11-21", "10:30", "granite")])
            .unwrap();
        theirs.restore(first.clone()).unwrap();
        let path = theirs.home().join("logs/raw/2026/11/2026-11-21.md");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("granite", "granite, twice")).unwrap();
        let speaking = about(
            EntryKind::Correction,
            &first[0].id,
            "2026-11-21",
            "no, basalt",
        );
        theirs.append(vec![speaking]).unwrap();
        ours.restore(everything(&theirs)).unwrap();
        let merged = everything(&ours);
        assert_eq!(merged.len(), 3);
        assert_eq!(merged[0], first[0]);
        assert_eq!(merged[1].raw, "granite, twice");
        let target = merged[2].payload.as_ref().unwrap()["target"].as_str();
        assert_eq!(target, Some(merged[1].id.0.as_str()));
    }
}
