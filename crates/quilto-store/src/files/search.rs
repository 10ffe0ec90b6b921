//! Searching all days: every file is read, only those with a hit are understood.

use std::sync::atomic::Ordering;

use chrono::NaiveDate;

use super::each_day::{Buffers, each_day};
use super::{FileStore, disk};
use crate::matching::{self, Matcher};
use crate::{SearchQuery, StorageError};
use quilto_model::Entry;

impl FileStore {
    pub(super) fn search_days(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        let Some(matcher) = Matcher::new(query) else {
            return Ok(Vec::new());
        };
        let _lock = self.reading()?;
        let days = self.days(query.period.as_ref())?;
        each_day(&days, |date, buffers| {
            self.search_day(date, &matcher, buffers)
        })
    }

    fn search_day(
        &self,
        date: NaiveDate,
        matcher: &Matcher,
        Buffers { raw, folded }: &mut Buffers,
    ) -> Result<Vec<Entry>, StorageError> {
        let found = disk::read_into(&self.layout.raw(date), raw);
        if !self.unless_unreadable(date, found)? {
            return Ok(Vec::new());
        }
        self.days_opened.fetch_add(1, Ordering::Relaxed);
        folded.clear();
        folded.extend_from_slice(raw);
        matching::fold(folded);
        if !matcher.matches(folded) {
            return Ok(Vec::new());
        }
        let mut entries = self.day_of_bytes(date, raw)?.entries();
        entries.retain(|entry| matcher.matches_text(&entry.raw));
        Ok(entries)
    }
}
