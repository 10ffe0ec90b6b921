//! Searching all days: every file is read, only those with a hit are understood.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::NaiveDate;

use super::{FileStore, disk};
use crate::model::Entry;
use crate::storage::matching::{self, Matcher};
use crate::storage::{SearchQuery, StorageError, lock};

/// Fewer days than this are not worth a second thread.
const WORTH_A_THREAD: usize = 200;
/// Days that a thread takes at once.
const CHUNK: usize = 64;

impl FileStore {
    pub(super) fn search_days(&self, query: &SearchQuery) -> Result<Vec<Entry>, StorageError> {
        let Some(matcher) = Matcher::new(query) else {
            return Ok(Vec::new());
        };
        let _lock = self.reading()?;
        let days = self.days(query.period.as_ref())?;
        let threads = if days.len() < WORTH_A_THREAD {
            1
        } else {
            std::thread::available_parallelism().map_or(1, usize::from)
        };
        let next = AtomicUsize::new(0);
        let found = Mutex::new(BTreeMap::new());
        let failed = Mutex::new(None);
        let work = || {
            let mut raw = Vec::new();
            let mut folded = Vec::new();
            loop {
                let at = next.fetch_add(CHUNK, Ordering::Relaxed);
                let Some(chunk) = days.get(at..) else { break };
                for date in chunk.iter().take(CHUNK) {
                    match self.search_day(*date, &matcher, &mut raw, &mut folded) {
                        Ok(entries) if entries.is_empty() => {}
                        Ok(entries) => {
                            lock(&found).insert(*date, entries);
                        }
                        Err(error) => {
                            lock(&failed).get_or_insert(error);
                            next.store(days.len(), Ordering::Relaxed);
                        }
                    }
                }
            }
        };
        if threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            });
        }
        if let Some(error) = lock(&failed).take() {
            return Err(error);
        }
        let found = std::mem::take(&mut *lock(&found));
        Ok(found.into_values().flatten().collect())
    }

    fn search_day(
        &self,
        date: NaiveDate,
        matcher: &Matcher,
        raw: &mut Vec<u8>,
        folded: &mut Vec<u8>,
    ) -> Result<Vec<Entry>, StorageError> {
        if !disk::read_into(&self.layout.raw(date), raw)? {
            return Ok(Vec::new());
        }
        self.days_opened.fetch_add(1, Ordering::Relaxed);
        folded.clear();
        folded.extend_from_slice(raw);
        matching::fold(folded);
        if !matcher.matches(folded) {
            return Ok(Vec::new());
        }
        let entries = self.day_of_bytes(date, raw)?.entries();
        Ok(entries
            .into_iter()
            .filter(|entry| matcher.matches_text(&entry.raw))
            .collect())
    }
}
