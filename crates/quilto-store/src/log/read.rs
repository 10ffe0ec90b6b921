//! Reading days.

use chrono::{Datelike, NaiveDate};
use quilto_model::{DateRange, Entry, EntryId, Parsed};

use super::day::Day;
use super::parallel::each_day;
use crate::StorageError;
use crate::backend::{Backend, Snapshot};
use crate::pattern::Pattern;
use crate::plan::{self, DayReader};
use crate::section::{self, Section};
use crate::view::CurrentEntry;

/// What stands on the days of a range.
pub(super) fn range(kept: &dyn Snapshot, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
    each_day(&kept.days(Some(range))?, |date, buffers| {
        standing(kept, date, &mut buffers.raw)
    })
}

/// Everything written on them.
pub(super) fn sections(kept: &dyn Snapshot, range: &DateRange) -> Result<Vec<Entry>, StorageError> {
    each_day(&kept.days(Some(range))?, |date, buffers| {
        let day = readable_day(kept, date, &mut buffers.raw)?;
        Ok(day.map(Day::everything).unwrap_or_default())
    })
}

/// What stands on a day.
fn standing(
    kept: &dyn Snapshot,
    date: NaiveDate,
    buffer: &mut Vec<u8>,
) -> Result<Vec<Entry>, StorageError> {
    if let Some(entries) = kept.at_hand(date) {
        return Ok(entries);
    }
    let day = readable_day(kept, date, buffer)?;
    Ok(day.map(Day::entries).unwrap_or_default())
}

pub(super) fn pattern(backend: &impl Backend, pattern: &str) -> Result<Vec<Entry>, StorageError> {
    let pattern = Pattern::new(pattern)?;
    let kept = backend.snapshot()?;
    let mut days = kept.days(None)?;
    days.retain(|date| pattern.matches(&section::raw_name(*date)));
    each_day(&days, |date, buffers| {
        standing(&*kept, date, &mut buffers.raw)
    })
}

pub(super) fn entry(kept: &dyn Snapshot, id: &EntryId) -> Result<Option<Entry>, StorageError> {
    let mut days = DayCache::of(kept);
    let Some((date, standing)) = plan::locate(id, &mut days)? else {
        return Ok(None);
    };
    let parsed = days.parse_of(date, &standing)?;
    let source = section::source(date);
    Ok(Some(standing.entry.entry(date, source, parsed)))
}

/// Goes back month by month, and asks how far only where this month does not have enough.
pub(super) fn recent(
    kept: &dyn Snapshot,
    until: NaiveDate,
    count: usize,
) -> Result<Vec<Entry>, StorageError> {
    let mut newest: Vec<Entry> = Vec::new();
    let mut buffer = Vec::new();
    let mut known = None;
    let mut end = until;
    while newest.len() < count {
        let start = end.with_day(1).unwrap_or(end);
        for date in kept
            .days(Some(&DateRange::new(start, end)))?
            .into_iter()
            .rev()
        {
            if newest.len() >= count {
                break;
            }
            newest.extend(standing(kept, date, &mut buffer)?.into_iter().rev());
        }
        let Some(before) = start.pred_opt() else {
            break;
        };
        let span = match known.take() {
            Some(span) => span,
            None => kept.span()?,
        };
        // years without a note are passed over
        match &span {
            Some(span) if span.start < start => end = before.min(span.end),
            _ => break,
        }
        known = Some(span);
    }
    newest.truncate(count);
    newest.reverse();
    Ok(newest)
}

pub(super) fn raw(kept: &dyn Snapshot, day: NaiveDate) -> Result<Option<Vec<u8>>, StorageError> {
    let mut text = Vec::new();
    Ok(kept.raw(day, &mut text)?.then_some(text))
}

/// A day to be read; `None` if it has no text, or one that cannot be read, which is said.
fn readable_day(
    kept: &dyn Snapshot,
    date: NaiveDate,
    buffer: &mut Vec<u8>,
) -> Result<Option<Day>, StorageError> {
    unless_unreadable(kept, date, open_day(kept, date, buffer))
}

/// Takes what cannot be read for nothing, where the backend lets it.
pub(super) fn unless_unreadable<T: Default>(
    kept: &dyn Snapshot,
    date: NaiveDate,
    read: Result<T, StorageError>,
) -> Result<T, StorageError> {
    match read {
        Err(error @ StorageError::Io { .. }) => {
            kept.unreadable(date, error)?;
            Ok(T::default())
        }
        read => read,
    }
}

/// A day as it is kept; `None` if it has no text.
pub(crate) fn open_day(
    kept: &dyn Snapshot,
    date: NaiveDate,
    buffer: &mut Vec<u8>,
) -> Result<Option<Day>, StorageError> {
    buffer.clear();
    match kept.raw(date, buffer)? {
        true => day_of_bytes(kept, date, buffer).map(Some),
        false => Ok(None),
    }
}

/// A day whose text has been read.
pub(crate) fn day_of_bytes(
    kept: &dyn Snapshot,
    date: NaiveDate,
    raw: &[u8],
) -> Result<Day, StorageError> {
    let index = kept.index(date)?;
    let frozen = index.is_none();
    let mut day = Day::new(date, raw, index.unwrap_or_default());
    day.frozen = frozen;
    Ok(day)
}

/// Days opened for looking one entry up, the last one kept.
pub(super) struct DayCache<'a> {
    kept: &'a dyn Snapshot,
    last: Option<(NaiveDate, Option<Day>)>,
}

impl<'a> DayCache<'a> {
    pub(super) fn of(kept: &'a dyn Snapshot) -> Self {
        Self { kept, last: None }
    }

    pub(super) fn day(&mut self, date: NaiveDate) -> Result<Option<&mut Day>, StorageError> {
        let day = match self.last.take() {
            Some((last, day)) if last == date => day,
            _ => open_day(self.kept, date, &mut Vec::new())?,
        };
        Ok(self.last.insert((date, day)).1.as_mut())
    }
}

impl DayReader for DayCache<'_> {
    fn sections(&mut self, date: NaiveDate) -> Result<Vec<Section>, StorageError> {
        let day = self.day(date)?;
        Ok(day.map(|day| day.sections.clone()).unwrap_or_default())
    }

    fn parse_of(
        &mut self,
        date: NaiveDate,
        standing: &CurrentEntry,
    ) -> Result<Option<Parsed>, StorageError> {
        let day = self.day(date)?;
        Ok(day.and_then(|day| day.parse_at(&standing.place)))
    }
}
