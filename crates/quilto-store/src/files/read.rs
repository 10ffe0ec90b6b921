//! Reading days.

use std::sync::atomic::Ordering;

use chrono::NaiveDate;

use super::day::Day;
use super::each_day::each_day;
use super::index::{DayIndex, Unreadable};
use super::{FileStore, disk};
use crate::plan::{self, Days};
use crate::section::{self, Section};
use crate::view::Standing;
use crate::{StorageError, glob, ids};
use quilto_model::{DateRange, Entry, EntryId, Parsed};

/// Up to this many days of a range are opened by name; for more, the folders are listed.
const BY_NAME: i64 = 40;

impl FileStore {
    pub(super) fn read_range(
        &self,
        range: &DateRange,
        take: impl Fn(Day) -> Vec<Entry> + Sync,
    ) -> Result<Vec<Entry>, StorageError> {
        let _lock = self.reading()?;
        let days: Vec<NaiveDate> = if range.days() <= BY_NAME {
            range
                .start
                .iter_days()
                .take_while(|d| *d <= range.end)
                .collect()
        } else {
            self.days(Some(range))?
        };
        each_day(&days, |date, _| {
            Ok(self.readable_day(date)?.map(&take).unwrap_or_default())
        })
    }

    pub(super) fn read_pattern(&self, pattern: &str) -> Result<Vec<Entry>, StorageError> {
        let pattern = glob::Pattern::new(pattern)?;
        let _lock = self.reading()?;
        let mut days = self.days(None)?;
        days.retain(|date| pattern.matches(&section::raw_name(*date)));
        each_day(&days, |date, _| {
            let day = self.readable_day(date)?;
            Ok(day.map(Day::entries).unwrap_or_default())
        })
    }

    pub(super) fn read_entry(&self, id: &EntryId) -> Result<Option<Entry>, StorageError> {
        let _lock = self.reading()?;
        let mut days = OneByOne {
            store: self,
            last: None,
        };
        let Some((date, standing)) = plan::locate(id, &mut days)? else {
            return Ok(None);
        };
        let parsed = days.parse_of(date, &standing)?;
        Ok(Some(standing.entry.entry(
            date,
            section::source(date),
            parsed,
        )))
    }

    pub(super) fn read_recent(
        &self,
        until: NaiveDate,
        count: usize,
    ) -> Result<Vec<Entry>, StorageError> {
        let _lock = self.reading()?;
        let mut newest: Vec<Entry> = Vec::new();
        let folder = |e| disk::failed("read", &self.layout.raw_folder(), e);
        'days: for year in self.layout.years().map_err(folder)?.into_iter().rev() {
            for month in self.layout.months(year).map_err(folder)?.into_iter().rev() {
                let days = self.layout.days_of(year, month).map_err(folder)?;
                for date in days.into_iter().rev().filter(|date| *date <= until) {
                    if newest.len() >= count {
                        break 'days;
                    }
                    if let Some(day) = self.readable_day(date)? {
                        newest.extend(day.entries().into_iter().rev());
                    }
                }
            }
        }
        newest.truncate(count);
        newest.reverse();
        Ok(newest)
    }

    pub(super) fn read_span(&self) -> Result<Option<DateRange>, StorageError> {
        let _lock = self.reading()?;
        let folder = |e| disk::failed("read", &self.layout.raw_folder(), e);
        let mut ends = [None, None];
        for (end, reversed) in ends.iter_mut().zip([false, true]) {
            'search: for year in turned(self.layout.years().map_err(folder)?, reversed) {
                let months = self.layout.months(year).map_err(folder)?;
                for month in turned(months, reversed) {
                    let days = self.layout.days_of(year, month).map_err(folder)?;
                    if let Some(day) = turned(days, reversed).into_iter().next() {
                        *end = Some(day);
                        break 'search;
                    }
                }
            }
        }
        Ok(match ends {
            [Some(first), Some(last)] => Some(DateRange::new(first, last)),
            _ => None,
        })
    }

    pub(super) fn days(&self, period: Option<&DateRange>) -> Result<Vec<NaiveDate>, StorageError> {
        self.layout
            .days(period)
            .map_err(|e| disk::failed("read", &self.layout.raw_folder(), e))
    }

    /// A day to be read; `None` if it has no raw file, or one that cannot be read, which is said.
    fn readable_day(&self, date: NaiveDate) -> Result<Option<Day>, StorageError> {
        self.unless_unreadable(date, self.open_day(date))
    }

    /// Takes what cannot be read for nothing, and says so once.
    pub(super) fn unless_unreadable<T: Default>(
        &self,
        date: NaiveDate,
        read: Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let Err(StorageError::Io { path, source, .. }) = read else {
            return read;
        };
        if super::super::lock(&self.unreadable).insert(date) {
            let path = path.display();
            self.warn(format!(
                "{path} cannot be read ({source}); the notes of {date} are left out"
            ));
        }
        Ok(T::default())
    }

    /// A day from disk; `None` if it has no raw file. The caller holds a lock.
    pub(super) fn open_day(&self, date: NaiveDate) -> Result<Option<Day>, StorageError> {
        let Some(raw) = disk::read(&self.layout.raw(date))? else {
            return Ok(None);
        };
        self.days_opened.fetch_add(1, Ordering::Relaxed);
        self.day_of_bytes(date, &raw).map(Some)
    }

    /// A day whose raw file has been read, with its parsed file.
    pub(super) fn day_of_bytes(&self, date: NaiveDate, raw: &[u8]) -> Result<Day, StorageError> {
        let index = self.index(date)?;
        let frozen = index.is_none();
        let mut day = Day::new(date, raw, index.unwrap_or_default());
        day.frozen = frozen;
        Ok(day)
    }

    /// The parsed file of a day, or nothing if it cannot be used; `None` if it must not be
    /// replaced either.
    pub(super) fn index(&self, date: NaiveDate) -> Result<Option<DayIndex>, StorageError> {
        let path = self.layout.parsed(date);
        let shown = path.display();
        let bytes = match disk::read(&path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return Ok(Some(DayIndex::default())),
            Err(StorageError::Io { source, .. }) => {
                self.warn(format!(
                    "{shown} cannot be read ({source}); the notes of the day are whole"
                ));
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        match DayIndex::read(&bytes) {
            Ok(index) => Ok(Some(index)),
            Err(Unreadable::Newer(version)) => {
                self.warn(format!(
                    "{shown} was written by a newer version (form {version}) and is not read"
                ));
                Ok(None)
            }
            Err(Unreadable::Damaged(reason)) => {
                // The same bytes get the same name, so that nothing set aside before is lost.
                let aside = format!("{}.damaged-{}", shown, ids::bytes_hash(&bytes));
                let said = match std::fs::rename(&path, &aside) {
                    Ok(()) => format!("it was set aside as {aside}"),
                    Err(e) if disk::is_missing(&e) => "it was set aside".to_owned(),
                    Err(e) => format!("it cannot be set aside either: {e}"),
                };
                self.warn(format!(
                    "{shown} is damaged ({reason}); {said}; the notes of the day are whole, and \
                     want to be read again"
                ));
                Ok(Some(DayIndex::default()))
            }
        }
    }
}

fn turned<T>(mut items: Vec<T>, reversed: bool) -> Vec<T> {
    if reversed {
        items.reverse();
    }
    items
}

/// Days opened for looking one entry up, the last one kept.
pub(super) struct OneByOne<'a> {
    pub(super) store: &'a FileStore,
    pub(super) last: Option<(NaiveDate, Option<Day>)>,
}

impl OneByOne<'_> {
    pub(super) fn day(&mut self, date: NaiveDate) -> Result<Option<&mut Day>, StorageError> {
        let day = match self.last.take() {
            Some((last, day)) if last == date => day,
            _ => self.store.open_day(date)?,
        };
        Ok(self.last.insert((date, day)).1.as_mut())
    }
}

impl Days for OneByOne<'_> {
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError> {
        Ok(self
            .day(date)?
            .map(|day| day.sections.clone())
            .unwrap_or_default())
    }

    fn parse_of(
        &mut self,
        date: NaiveDate,
        standing: &Standing,
    ) -> Result<Option<Parsed>, StorageError> {
        Ok(self
            .day(date)?
            .and_then(|day| day.parse_at(&standing.place)))
    }
}
