//! Searching all days: every text is read, only those with a hit are understood. Where a day is at hand,
//! its entries are looked at instead.

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
    // over the end of a line, the words of a note are not what stands in the file
    let in_lines = query
        .keywords
        .iter()
        .all(|k| !k.trim().contains(['\n', '\r']));
    each_day(&days, |date, buffers| {
        let holds = |words: &str| matcher.matches_text(words);
        let at_hand = in_lines.then(|| kept.found_at_hand(date, &holds)).flatten();
        at_hand.map_or_else(|| search_day(&*kept, date, &matcher, buffers), Ok)
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
