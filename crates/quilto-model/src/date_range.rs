//! A span of days.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span of days, both ends included.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct DateRange {
    /// The first day.
    pub start: NaiveDate,
    /// The last day. Never before `start`.
    pub end: NaiveDate,
    /// How the user named it ("last week"), for wording the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl DateRange {
    /// Where days begin that nothing bounds: before all notes.
    pub const BEGINNING: NaiveDate = match NaiveDate::from_ymd_opt(1900, 1, 1) {
        Some(day) => day,
        None => NaiveDate::MIN,
    };

    /// All days up to one.
    pub fn until(date: NaiveDate) -> Self {
        Self::new(Self::BEGINNING, date)
    }

    /// Whether nothing bounds its beginning.
    pub fn is_open(&self) -> bool {
        self.start <= Self::BEGINNING
    }

    /// A range without a name. Swaps the ends if they come the wrong way round.
    pub fn new(start: NaiveDate, end: NaiveDate) -> Self {
        let (start, end) = if end < start {
            (end, start)
        } else {
            (start, end)
        };
        Self {
            start,
            end,
            description: None,
        }
    }

    /// The range of a single day.
    pub fn day(date: NaiveDate) -> Self {
        Self::new(date, date)
    }

    /// The same range, carrying the user's name for it.
    #[must_use]
    pub fn named(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Whether the day lies in the range.
    pub fn contains(&self, date: NaiveDate) -> bool {
        self.start <= date && date <= self.end
    }

    /// The range right before it: the month before a month, the week before a week and the year before a year,
    /// even one that is not over; else as many days. Nothing lies before days whose beginning nothing bounds.
    pub fn before(&self) -> Option<Self> {
        if self.is_open() {
            return None;
        }
        let first_of_month = self.start.day() == 1;
        let days = self.days();
        let within_year = days > 92 && self.start.year() == self.end.year();
        let of_year = days >= 365 || within_year;
        let from_monday = self.start.weekday() == Weekday::Mon;
        let start = if first_of_month && of_year && self.start.month() == 1 {
            self.start.checked_sub_months(Months::new(12))?
        } else if first_of_month && days <= 31 && self.start.month() == self.end.month() {
            self.start.checked_sub_months(Months::new(1))?
        } else if from_monday && (2..7).contains(&days) {
            self.start.checked_sub_days(Days::new(7))?
        } else {
            self.start
                .checked_sub_days(Days::new(days.unsigned_abs()))?
        };
        Some(Self::new(start, self.start.pred_opt()?))
    }

    /// All days behind it, up to `today`: none where it ends there.
    pub fn behind(&self, today: NaiveDate) -> Option<Self> {
        let next = self.end.succ_opt()?;
        (next <= today).then(|| Self::new(next, today))
    }

    /// The same days a year earlier; of whole years the one before.
    pub fn year_before(&self) -> Option<Self> {
        const NEARLY_A_YEAR: i64 = 300;
        if self.days() >= NEARLY_A_YEAR {
            return self.before();
        }
        let back = |day: NaiveDate| day.checked_sub_months(Months::new(12));
        Some(Self::new(back(self.start)?, back(self.end)?))
    }

    /// How many days it spans; at least 1.
    pub fn days(&self) -> i64 {
        (self.end - self.start).num_days() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_lies_before_days_that_nothing_bounds() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
        assert_eq!(DateRange::until(day(6)).before(), None);
        assert_eq!(DateRange::until(day(6)).year_before(), None);
        let week = DateRange::new(day(9), day(15));
        assert_eq!(week.before(), Some(DateRange::new(day(2), day(8))));
    }
}
