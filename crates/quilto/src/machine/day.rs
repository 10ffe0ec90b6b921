//! The day a note belongs to, when the caller was not told one.

use chrono::NaiveDate;

use crate::text;

/// The day the note's own words name, else `today`.
pub(crate) fn of_note(words: &str, today: NaiveDate) -> NaiveDate {
    let named = text::dates::note_day(&text::read(words), today);
    named.map_or(today, |mention| mention.range.start)
}
