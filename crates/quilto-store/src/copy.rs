//! Copying all that is kept of a person to another backend, byte for byte.

use chrono::{Datelike, NaiveDate};
use quilto_model::DateRange;

use crate::backend::{Backend, Edit, Snapshot};
use crate::day_index::{DayIndex, Unreadable};
use crate::log::{CONTEXT, LEDGER};
use crate::{Claim, ClaimKind, StorageError};

/// What became of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CopyReport {
    /// Days that were copied.
    pub days: usize,
    /// Days that were there already, the same.
    pub known: usize,
    /// Those of them of which something else was understood meanwhile, which was copied.
    pub refreshed: usize,
    /// Other texts that were copied: what was learned, imports, runs that wait.
    pub others: usize,
    /// Days of which it cannot be read what was understood: their words were copied alone, and want to be read again.
    pub damaged: Vec<NaiveDate>,
}

/// Copies everything that one backend keeps to another: the text of each day, byte for byte, what was
/// understood of it, documents, and runs that wait. What is there already and the same is passed over,
/// so that a copy that was cut off is gone on with; what was understood of the same text is as it is here. Answers to
/// requests are of a day, and stay. `progress` hears how many days of how many are done.
///
/// # Errors
/// `Occupied` where something else stands in its place; that stays as it is, and so does what was copied
/// before.
pub fn copy(
    from: &dyn Backend,
    to: &dyn Backend,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CopyReport, StorageError> {
    let mut copied = CopyReport::default();
    let kept = from.snapshot()?;
    let days = kept.days(None)?;
    // month by month, which the other side gives at once
    let mut done = 0;
    for days_of in days.chunk_by(|one, other| month(*one) == month(*other)) {
        copy_days(&*kept, to, days_of, &mut copied)?;
        done += days_of.len();
        progress(done, days.len());
    }
    let mut keys = vec![CONTEXT.to_owned(), LEDGER.to_owned()];
    for folder in ["context/archive", "spool", "jobs"] {
        keys.extend(kept.keys(folder)?);
    }
    for key in keys {
        let Some(bytes) = kept.document(&key)? else {
            continue;
        };
        match to.document(&key)? {
            Some(there) if there == bytes => {}
            // a job done on either side was done
            Some(_) if key.starts_with("jobs/") => {}
            Some(_) => return Err(StorageError::Occupied(key)),
            None => {
                to.transaction()?.put(&key, Some(&bytes))?;
                copied.others += 1;
            }
        }
    }
    drop(kept);
    for run in from.saved(ClaimKind::Run)? {
        let claimed = || StorageError::Claimed(run.run.clone());
        let claim: Box<dyn Claim> = to.claim_of(ClaimKind::Run, &run.run)?.ok_or_else(claimed)?;
        match claim.load()? {
            Some(there) if there.bytes == run.bytes => {}
            Some(_) => return Err(StorageError::Occupied(format!("session {}", run.run))),
            None => {
                claim.save(&run.bytes)?;
                copied.others += 1;
            }
        }
    }
    Ok(copied)
}

fn month(day: NaiveDate) -> (i32, u32) {
    (day.year(), day.month())
}

/// Copies days of one month. A day is there when its text is, which is written last.
fn copy_days(
    kept: &dyn Snapshot,
    to: &dyn Backend,
    days: &[NaiveDate],
    copied: &mut CopyReport,
) -> Result<(), StorageError> {
    let (Some(first), Some(last)) = (days.first(), days.last()) else {
        return Ok(());
    };
    let (mut texts, mut parses) = (Vec::new(), Vec::new());
    {
        let there = to.snapshot()?;
        there.days(Some(&DateRange::new(*first, *last)))?;
        for day in days {
            let (mut raw, mut other) = (Vec::new(), Vec::new());
            kept.raw(*day, &mut raw)?;
            let is_known = there.raw(*day, &mut other)?;
            if is_known && other != raw {
                return Err(StorageError::Occupied(day.to_string()));
            }
            let parsed = match parsed(kept, *day)? {
                Ok(parsed) => parsed,
                Err(Damaged) => {
                    copied.damaged.push(*day);
                    None
                }
            };
            if is_known {
                copied.known += 1;
                let before = there.parsed(*day)?;
                let differs = |json: &String| before.as_deref() != Some(json.as_bytes());
                let changed = parsed.filter(differs);
                copied.refreshed += usize::from(changed.is_some());
                parses.extend(changed.map(|json| Edit::Parsed { day: *day, json }));
                continue;
            }
            copied.days += 1;
            texts.push(Edit::Rewrite {
                day: *day,
                text: raw,
            });
            parses.extend(parsed.map(|json| Edit::Parsed { day: *day, json }));
        }
    }
    if !parses.is_empty() {
        to.transaction()?.commit(parses)?;
    }
    // bytes that are no text go one by one
    let is_text =
        |edit: &Edit| matches!(edit, Edit::Rewrite { text, .. } if str::from_utf8(text).is_ok());
    let (texts, odd): (Vec<_>, Vec<_>) = texts.into_iter().partition(is_text);
    if !texts.is_empty() {
        to.transaction()?.commit(texts)?;
    }
    for edit in odd {
        to.transaction()?.commit(vec![edit])?;
    }
    Ok(())
}

/// What was understood of a day cannot be read.
struct Damaged;

/// What was understood of a day, of whatever version, if it can be read at all.
fn parsed(
    kept: &dyn Snapshot,
    day: NaiveDate,
) -> Result<Result<Option<String>, Damaged>, StorageError> {
    let Some(bytes) = kept.parsed(day)? else {
        return Ok(Ok(None));
    };
    Ok(match DayIndex::read(&bytes) {
        Err(Unreadable::Damaged(_)) => Err(Damaged),
        // a database takes no other text
        _ => String::from_utf8(bytes).map(Some).map_err(|_| Damaged),
    })
}

#[cfg(test)]
mod tests {
    use quilto_model::RunId;

    use super::*;
    use crate::contract::{day, note, parse};
    use crate::{FileStore, LogStore, MemoryStore, NewEntry, RunStore, Store, section};

    fn filled() -> MemoryStore {
        let store = MemoryStore::new();
        let parsed = Some(parse(10));
        let notes = ["2026-10-30", "2026-11-20", "2026-11-21"];
        let notes = notes.map(|date| NewEntry {
            parsed: parsed.clone(),
            ..note(date, "10:30", "granite")
        });
        store.append(notes.to_vec()).unwrap();
        let text: &[u8] = b"# not a note\n\n## 10:30\nodd \xff bytes\n";
        store
            .replace_raw_day(day("2026-11-22"), None, text)
            .unwrap();
        store.update_global_context("likes granite").unwrap();
        store
            .archive_global_context("2026-10", "liked basalt")
            .unwrap();
        store.update_import_ledger("{}").unwrap();
        store
            .claim(&RunId("run".into()))
            .unwrap()
            .save(b"run")
            .unwrap();
        store
    }

    fn copied(from: &dyn Backend, to: &dyn Backend) -> Result<CopyReport, StorageError> {
        copy(from, to, &mut |_, _| ())
    }

    #[test]
    fn everything_goes_to_files_and_back_byte_for_byte() {
        let folder = tempfile::tempdir().unwrap();
        let files = FileStore::open(folder.path()).unwrap().without_sync();
        let (first, last) = (filled(), MemoryStore::new());
        assert_eq!(copied(&first, &files).unwrap().days, 4);
        assert_eq!(copied(&files, &last).unwrap().days, 4);
        for date in ["2026-10-30", "2026-11-20", "2026-11-21", "2026-11-22"].map(day) {
            assert_eq!(last.raw_day(date).unwrap(), first.raw_day(date).unwrap());
            let parsed = |store: &MemoryStore| store.snapshot().unwrap().parsed(date).unwrap();
            assert_eq!(parsed(&last), parsed(&first));
        }
        let documents = |store: &MemoryStore| {
            let kept = store.snapshot().unwrap();
            let archive = kept.document("context/archive/2026-10.md").unwrap();
            (
                store.global_context().unwrap(),
                store.import_ledger().unwrap(),
                archive,
            )
        };
        assert_eq!(documents(&last), documents(&first));
        assert_eq!(last.checkpoints().unwrap(), first.checkpoints().unwrap());
    }

    #[test]
    fn what_was_understood_anew_of_the_same_words_is_copied_again() {
        let (first, last) = (filled(), MemoryStore::new());
        copied(&first, &last).unwrap();
        let id = &first.recent(day("2026-11-20"), 1).unwrap()[0].id;
        first.save_parse(id, &parse(20)).unwrap();
        let more = copied(&first, &last).unwrap();
        assert_eq!((more.days, more.known, more.refreshed), (0, 4, 1));
        let there = last.entry(id).unwrap().unwrap();
        assert_eq!(there.parsed, Some(parse(20)));
        assert_eq!(copied(&first, &last).unwrap().refreshed, 0);
    }

    #[test]
    fn what_is_damaged_of_what_was_understood_is_told_and_keeps_nothing_else_back() {
        let folder = tempfile::tempdir().unwrap();
        let (files, last) = (
            FileStore::open(folder.path()).unwrap().without_sync(),
            MemoryStore::new(),
        );
        copied(&filled(), &files).unwrap();
        let file = |date: &str| folder.path().join(section::parsed_source(day(date)));
        std::fs::write(file("2026-11-20"), b"{\"version\":1,\"entr").unwrap();
        std::fs::write(
            file("2026-11-21"),
            b"{\"version\":1,\"entries\":{},\"x\":\"\xff\"}",
        )
        .unwrap();
        let newer = b"{\"version\":999,\"all\":\"is other\"}";
        std::fs::write(file("2026-10-30"), newer).unwrap();
        let told = copied(&files, &last).unwrap();
        assert_eq!(told.days, 4);
        assert_eq!(told.damaged, ["2026-11-20", "2026-11-21"].map(day));
        for date in ["2026-10-30", "2026-11-20", "2026-11-21", "2026-11-22"].map(day) {
            assert_eq!(last.raw_day(date).unwrap(), files.raw_day(date).unwrap());
        }
        let there = last.snapshot().unwrap();
        assert_eq!(there.parsed(day("2026-11-20")).unwrap(), None);
        assert_eq!(there.parsed(day("2026-10-30")).unwrap().unwrap(), newer);
    }

    #[test]
    fn a_copy_is_gone_on_with_and_changes_nothing_else() {
        let (first, last) = (filled(), MemoryStore::new());
        copied(&first, &last).unwrap();
        first
            .append(vec![note("2026-11-23", "10:30", "opal")])
            .unwrap();
        let more = copied(&first, &last).unwrap();
        assert_eq!((more.days, more.known, more.others), (1, 4, 0));
        last.append(vec![note("2026-11-23", "10:31", "basalt")])
            .unwrap();
        let before = last.raw_day(day("2026-11-23")).unwrap();
        let error = copied(&first, &last).unwrap_err();
        assert!(matches!(error, StorageError::Occupied(_)), "{error}");
        assert_eq!(last.raw_day(day("2026-11-23")).unwrap(), before);
    }
}
