//! Looking a home over: what is there, and what wants care. Nothing is changed by looking.

use std::path::{Path, PathBuf};

use super::{FileStore, disk, journal, layout};
use crate::StorageError;
use crate::day_index::{DayIndex, Unreadable};
use crate::log::day::Day;
use quilto_model::EntryKind;

/// Something that wants care.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HealthIssue {
    /// A parsed file that cannot be read, and why. Opening its day sets it aside.
    DamagedParse(String),
    /// A file written by a newer version, which is left alone.
    NewerForm,
    /// A raw file that is not UTF-8 text.
    NotText,
    /// A file that cannot be read, and why.
    Unreadable(String),
    /// Sections whose payload cannot be read, how many: they do not do what they were written for.
    Broken(usize),
    /// Notes without a parse of their words, how many.
    Unread(usize),
    /// A write that was interrupted; the next write finishes it.
    InterruptedWrite,
    /// What an interrupted write left beside the file it was to replace.
    Leftover,
}

/// Where, and what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, relative to the home.
    pub path: String,
    /// What is the matter.
    pub issue: HealthIssue,
}

/// The state of a home.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Days with a file.
    pub days: usize,
    /// Sections in them.
    pub sections: usize,
    /// Bytes of the raw files.
    pub raw_bytes: u64,
    /// Bytes of the parsed files.
    pub parsed_bytes: u64,
    /// What wants care.
    pub findings: Vec<Finding>,
    /// Files set aside as damaged earlier, relative to the home.
    pub set_aside: Vec<String>,
}

impl FileStore {
    /// Looks every day's files over. `told` hears how many of how many days are done.
    ///
    /// # Errors
    /// If a folder or file cannot be read.
    pub fn health(&self, mut told: impl FnMut(usize, usize)) -> Result<Health, StorageError> {
        let mut health = Health::default();
        let mut find = |path: &Path, issue| {
            health.findings.push(Finding {
                path: self.layout.relative(path),
                issue,
            });
        };
        if journal::is_pending(&self.layout) {
            find(&self.layout.journal(), HealthIssue::InterruptedWrite);
        }
        let (mut sections, mut raw_bytes, mut parsed_bytes) = (0, 0, 0);
        let folder = |e| disk::failed("read", &self.layout.raw_folder(), e);
        let days = self.layout.days(None).map_err(folder)?;
        for (done, date) in days.iter().enumerate() {
            told(done, days.len());
            let raw_path = self.layout.raw(*date);
            let raw = match disk::read(&raw_path) {
                Ok(raw) => raw.unwrap_or_default(),
                Err(error) => {
                    find(&raw_path, unreadable(error)?);
                    continue;
                }
            };
            raw_bytes += raw.len() as u64;
            if std::str::from_utf8(&raw).is_err() {
                find(&raw_path, HealthIssue::NotText);
            }
            let parsed_path = self.layout.parsed(*date);
            let parsed = match disk::read(&parsed_path) {
                Ok(parsed) => parsed,
                Err(error) => {
                    find(&parsed_path, unreadable(error)?);
                    continue;
                }
            };
            parsed_bytes += parsed.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let index = match parsed.as_deref().map(DayIndex::read) {
                None => DayIndex::default(),
                Some(Ok(index)) => index,
                Some(Err(Unreadable::Damaged(reason))) => {
                    find(&parsed_path, HealthIssue::DamagedParse(reason));
                    DayIndex::default()
                }
                Some(Err(Unreadable::Newer(_))) => {
                    find(&parsed_path, HealthIssue::NewerForm);
                    continue;
                }
            };
            let day = Day::new(*date, &raw, index);
            sections += day.sections.len();
            if day.broken > 0 {
                find(&raw_path, HealthIssue::Broken(day.broken));
            }
            let unread = day.entries();
            let unread = unread.iter().filter(|entry| {
                entry.parsed.is_none()
                    && matches!(entry.kind, EntryKind::Note | EntryKind::Imported)
            });
            let count = unread.count();
            if count > 0 {
                find(&raw_path, HealthIssue::Unread(count));
            }
        }
        for path in self.beside(&["tmp"])? {
            find(&path, HealthIssue::Leftover);
        }
        health.days = days.len();
        health.sections = sections;
        health.raw_bytes = raw_bytes;
        health.parsed_bytes = parsed_bytes;
        let aside = self.beside(&["damaged"])?;
        health.set_aside = aside
            .iter()
            .map(|path| self.layout.relative(path))
            .collect();
        Ok(health)
    }

    /// Removes what interrupted writes left, and finishes one that is pending.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn clear_leftovers(&self) -> Result<(), StorageError> {
        let _lock = self.writing()?;
        for path in self.beside(&["tmp"])? {
            self.disk.remove(&path)?;
        }
        Ok(())
    }

    /// Files in the months' folders whose names have an ending, or `.ending-` in them.
    fn beside(&self, endings: &[&str]) -> Result<Vec<PathBuf>, StorageError> {
        let mut found = Vec::new();
        for (year, month) in self.months_with_files()? {
            let month = format!("{year:04}/{month:02}");
            let parsed = self.layout.home.join("logs/parsed").join(&month);
            for folder in [self.layout.raw_folder().join(&month), parsed] {
                let names = layout::names(&folder).map_err(|e| disk::failed("read", &folder, e))?;
                let fits = |name: &String| {
                    endings.iter().any(|ending| {
                        name.ends_with(&format!(".{ending}"))
                            || name.contains(&format!(".{ending}-"))
                    })
                };
                found.extend(names.into_iter().filter(fits).map(|name| folder.join(name)));
            }
        }
        found.sort_unstable();
        Ok(found)
    }

    fn months_with_files(&self) -> Result<Vec<(i32, u32)>, StorageError> {
        let failed = |e| disk::failed("read", &self.layout.raw_folder(), e);
        let mut months = Vec::new();
        for year in self.layout.years().map_err(failed)? {
            for month in self.layout.months(year).map_err(failed)? {
                months.push((year, month));
            }
        }
        Ok(months)
    }
}

fn unreadable(error: StorageError) -> Result<HealthIssue, StorageError> {
    match error {
        StorageError::Io { source, .. } => Ok(HealthIssue::Unreadable(source.to_string())),
        other => Err(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LogStore;
    use crate::contract::{note, parse};

    #[test]
    fn a_home_is_looked_over_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap().without_sync();
        let written = store
            .append(vec![
                note("2026-11-20", "10:30", "granite polished"),
                note("2026-11-21", "10:30", "basalt washed"),
            ])
            .unwrap();
        store.save_parse(&written[0].id, &parse(1)).unwrap();
        store.save_parse(&written[1].id, &parse(2)).unwrap();
        let health = store.health(|_, _| ()).unwrap();
        assert_eq!((health.days, health.sections), (2, 2));
        assert_eq!(health.findings, []);

        let parsed = folder.path().join("logs/parsed/2026/11");
        std::fs::write(parsed.join("2026-11-20.json"), "{\"version\":1,").unwrap();
        std::fs::write(parsed.join("2026-11-21.json.tmp"), "").unwrap();
        let found: Vec<(String, String)> = store
            .health(|_, _| ())
            .unwrap()
            .findings
            .into_iter()
            .map(|finding| (finding.path, format!("{:?}", finding.issue)))
            .collect();
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(found[0].1.starts_with("DamagedParse"));
        assert_eq!(found[1].1, "Unread(1)");
        assert_eq!(found[2].1, "Leftover");
        assert!(
            parsed.join("2026-11-20.json").exists(),
            "looking changes nothing"
        );
        store.clear_leftovers().unwrap();
        assert!(!parsed.join("2026-11-21.json.tmp").exists());
    }
}
