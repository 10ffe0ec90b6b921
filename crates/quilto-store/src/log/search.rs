//! Searching all days: every text is read, only those with a hit are understood.

use chrono::NaiveDate;
use quilto_model::Entry;

use super::parallel::{Buffers, each_day};
use super::read;
use crate::backend::{Backend, Snapshot};
use crate::matching::{self, Matcher};
use crate::{SearchQuery, StorageError};

pub(super) fn search(
    backend: &impl Backend,
    query: &SearchQuery,
) -> Result<Vec<Entry>, StorageError> {
    let Some(matcher) = Matcher::new(query) else {
        return Ok(Vec::new());
    };
    let kept = backend.snapshot()?;
    let days = kept.days(query.period.as_ref())?;
    each_day(&days, |date, buffers| {
        search_day(&*kept, date, &matcher, buffers)
    })
}

fn search_day(
    kept: &dyn Snapshot,
    date: NaiveDate,
    matcher: &Matcher,
    Buffers { raw, folded }: &mut Buffers,
) -> Result<Vec<Entry>, StorageError> {
    raw.clear();
    let found = kept.raw(date, raw);
    if !read::unless_unreadable(kept, date, found)? {
        return Ok(Vec::new());
    }
    folded.clear();
    folded.extend_from_slice(raw);
    matching::fold(folded);
    if !matcher.matches(folded) {
        return Ok(Vec::new());
    }
    let mut entries = read::day_of_bytes(kept, date, raw)?.entries();
    entries.retain(|entry| matcher.matches_text(&entry.raw));
    Ok(entries)
}
