//! Doing the same for many days, on all cores where there are enough of them.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::NaiveDate;

use crate::{StorageError, lock};
use quilto_model::Entry;

/// Fewer days than this are not worth a second thread.
const WORTH_A_THREAD: usize = 200;
/// Days that a thread takes at once.
const CHUNK: usize = 64;

/// Memory that a thread uses again for every day.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(crate) raw: Vec<u8>,
    pub(crate) folded: Vec<u8>,
}

/// What `work` gives for each day, put together in the order of the days.
pub(crate) fn each_day(
    days: &[NaiveDate],
    work: impl Fn(NaiveDate, &mut Buffers) -> Result<Vec<Entry>, StorageError> + Sync,
) -> Result<Vec<Entry>, StorageError> {
    if days.len() < WORTH_A_THREAD {
        let mut buffers = Buffers::default();
        let mut entries = Vec::new();
        for date in days {
            entries.append(&mut work(*date, &mut buffers)?);
        }
        return Ok(entries);
    }
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let failed = Mutex::new(None);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut buffers = Buffers::default();
                loop {
                    let at = next.fetch_add(CHUNK, Ordering::Relaxed);
                    let Some(chunk) = days.get(at..) else { break };
                    let mut entries = Vec::new();
                    for date in chunk.iter().take(CHUNK) {
                        match work(*date, &mut buffers) {
                            Ok(mut more) => entries.append(&mut more),
                            Err(error) => {
                                lock(&failed).get_or_insert(error);
                                next.store(days.len(), Ordering::Relaxed);
                            }
                        }
                    }
                    lock(&found).insert(at, entries);
                }
            });
        }
    });
    if let Some(error) = lock(&failed).take() {
        return Err(error);
    }
    let found = std::mem::take(&mut *lock(&found));
    // moved in blocks: one by one, years of entries cost as much again as reading them
    let mut all = Vec::with_capacity(found.values().map(Vec::len).sum());
    for mut entries in found.into_values() {
        all.append(&mut entries);
    }
    Ok(all)
}
