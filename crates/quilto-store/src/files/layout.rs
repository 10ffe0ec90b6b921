//! Where things lie under the home, and which days there are.

use std::path::{Path, PathBuf};

use chrono::{Datelike, NaiveDate};

use super::disk;
use crate::{ClaimKind, StorageError, section};
use quilto_model::DateRange;

/// The folders and files of a store.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) home: PathBuf,
    /// What is of this machine, and no part of the log: runs that wait, text in flight, jobs.
    pub(super) state: PathBuf,
}

impl Layout {
    pub(super) fn of(home: PathBuf) -> Self {
        let state = home.clone();
        Self { home, state }
    }

    pub(super) fn raw_folder(&self) -> PathBuf {
        self.home.join("logs/raw")
    }

    pub(super) fn raw(&self, date: NaiveDate) -> PathBuf {
        self.raw_folder().join(section::raw_name(date))
    }

    pub(super) fn parsed(&self, date: NaiveDate) -> PathBuf {
        self.home.join(section::parsed_source(date))
    }

    pub(super) fn context(&self) -> PathBuf {
        self.home.join("context/global.md")
    }

    /// The file of a document.
    pub(super) fn document(&self, key: &str) -> PathBuf {
        let of_machine = key.starts_with("spool/") || key.starts_with("jobs/");
        if of_machine { &self.state } else { &self.home }.join(key)
    }

    /// The folder of runs that wait, and that of requests and their answers.
    pub(super) fn claimed(&self, kind: ClaimKind) -> PathBuf {
        self.state.join(match kind {
            ClaimKind::Run => "sessions",
            ClaimKind::Request => "answers",
        })
    }

    pub(super) fn lock(&self) -> PathBuf {
        self.home.join(".lock")
    }

    pub(super) fn journal(&self) -> PathBuf {
        self.home.join(".journal")
    }

    /// Whether a file lies, or would lie, in the home when all links are followed.
    pub(super) fn holds(&self, path: &Path) -> bool {
        let Ok(home) = self.home.canonicalize() else {
            return false;
        };
        // what is not there yet is made as a plain file or folder; a link to nothing is there
        let there = path
            .ancestors()
            .find(|path| path.symlink_metadata().is_ok());
        there
            .and_then(|path| path.canonicalize().ok())
            .is_some_and(|path| path.starts_with(home))
    }

    /// The file of a path in the journal, to be written to.
    pub(super) fn writable(&self, relative: &str) -> Result<PathBuf, StorageError> {
        let path = self.home.join(relative);
        if self.holds(&path) {
            return Ok(path);
        }
        Err(StorageError::LeadsOut(path))
    }

    /// A path as it stands in the journal: relative to the home, with `/`.
    pub(super) fn relative(&self, path: &Path) -> String {
        let path = path.strip_prefix(&self.home).unwrap_or(path);
        path.iter()
            .map(|part| part.to_string_lossy())
            .collect::<Vec<_>>()
            .join("/")
    }

    /// The days that have a raw file, first to last. Only names are read.
    pub(super) fn days(&self, period: Option<&DateRange>) -> std::io::Result<Vec<NaiveDate>> {
        let mut days = Vec::new();
        for year in self.years()? {
            if period.is_some_and(|p| year < p.start.year() || year > p.end.year()) {
                continue;
            }
            for month in self.months(year)? {
                let at = (year, month);
                if period.is_some_and(|p| {
                    at < (p.start.year(), p.start.month()) || at > (p.end.year(), p.end.month())
                }) {
                    continue;
                }
                days.extend(self.days_of(year, month)?);
            }
        }
        if let Some(period) = period {
            days.retain(|day| period.contains(*day));
        }
        Ok(days)
    }

    /// The first and the last day that have a raw file. Only the folders at both ends are read.
    pub(super) fn span(&self) -> std::io::Result<Option<DateRange>> {
        let mut ends = [None, None];
        for (end, reversed) in ends.iter_mut().zip([false, true]) {
            'search: for year in turned(self.years()?, reversed) {
                for month in turned(self.months(year)?, reversed) {
                    let days = turned(self.days_of(year, month)?, reversed);
                    if let Some(day) = days.first() {
                        *end = Some(*day);
                        break 'search;
                    }
                }
            }
        }
        let [first, last] = ends;
        Ok(first
            .zip(last)
            .map(|(first, last)| DateRange::new(first, last)))
    }

    /// Years that have a folder, ascending.
    pub(super) fn years(&self) -> std::io::Result<Vec<i32>> {
        numbers(&self.raw_folder(), 4)
    }

    /// Months of a year that have a folder, ascending.
    pub(super) fn months(&self, year: i32) -> std::io::Result<Vec<u32>> {
        let months = numbers(&self.raw_folder().join(format!("{year:04}")), 2)?;
        Ok(months.into_iter().map(i32::cast_unsigned).collect())
    }

    /// Days of a month that have a file, ascending.
    pub(super) fn days_of(&self, year: i32, month: u32) -> std::io::Result<Vec<NaiveDate>> {
        let folder = self.raw_folder().join(format!("{year:04}/{month:02}"));
        let mut days: Vec<NaiveDate> = names(&folder)?
            .iter()
            .filter_map(|name| name.strip_suffix(".md"))
            .filter(|name| name.len() == "2026-01-01".len())
            .filter_map(|name| name.parse().ok())
            .filter(|day: &NaiveDate| day.year() == year && day.month() == month)
            .collect();
        days.sort_unstable();
        Ok(days)
    }
}

fn turned<T>(mut items: Vec<T>, reversed: bool) -> Vec<T> {
    if reversed {
        items.reverse();
    }
    items
}

fn numbers(folder: &Path, digits: usize) -> std::io::Result<Vec<i32>> {
    let mut numbers: Vec<i32> = names(folder)?
        .iter()
        .filter(|name| name.len() == digits && name.bytes().all(|b| b.is_ascii_digit()))
        .filter_map(|name| name.parse().ok())
        .collect();
    numbers.sort_unstable();
    Ok(numbers)
}

/// Names in a folder; none if there is no such folder.
pub(super) fn names(folder: &Path) -> std::io::Result<Vec<String>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if disk::is_missing(&e) => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    let mut names = Vec::new();
    for entry in entries {
        if let Ok(name) = entry?.file_name().into_string() {
            names.push(name);
        }
    }
    Ok(names)
}
