//! How many days "lately" is, for who reads a question, plans it or asks back.

use chrono::{Days, NaiveDate};

use crate::model::DateRange;

/// The days that "lately" means.
pub const RECENT: u64 = 28;

/// The days before today that a question is about which names none.
pub fn lately(today: NaiveDate) -> Option<DateRange> {
    const DAYS: u64 = 14;
    let start = today.checked_sub_days(Days::new(DAYS - 1))?;
    Some(DateRange::new(start, today))
}
