//! Dates in words at the start of a heading, by the reader of dates that notes are read with.

use chrono::NaiveDate;

/// The day a text begins with, written in words and meaning one day whatever day it is read on
/// (`March 2, 2024`), and where it ends.
pub fn leading_in_words(_text: &str, _today: NaiveDate) -> Option<(NaiveDate, usize)> {
    None
}

/// How much of the start of a text names the weekday of a date.
pub fn leading_weekday(_text: &str, _date: NaiveDate) -> usize {
    0
}
