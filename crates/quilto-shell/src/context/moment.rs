//! When the command runs, read from the clock once.

use chrono::{DateTime, Days, FixedOffset, Local, NaiveDate, NaiveDateTime, NaiveTime, Timelike};

use crate::error::CliError;

/// Local time, and the day that a late evening still belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    pub now: NaiveDateTime,
    /// How many minutes it is ahead of UTC; `None` where a moment was given without that.
    pub utc_offset: Option<i32>,
    pub today: NaiveDate,
}

impl Moment {
    /// The clock's moment, or the one that was given in its place.
    pub fn read(given: Option<&str>, day_ends: NaiveTime) -> Result<Self, CliError> {
        let (now, offset) = match given {
            Some(text) => parse(text).ok_or_else(|| {
                CliError::usage(format!("{text:?} is not a moment"))
                    .hint("write it as 2026-11-21T10:30")
            })?,
            None => with_offset(Local::now().fixed_offset()),
        };
        let now = now.with_nanosecond(0).unwrap_or(now);
        Ok(Self::at(now, offset, day_ends))
    }

    /// A moment, and the day it belongs to.
    pub fn at(now: NaiveDateTime, utc_offset: Option<i32>, day_ends: NaiveTime) -> Self {
        let before_end = now.time() < day_ends;
        let today = if before_end {
            now.date() - Days::new(1)
        } else {
            now.date()
        };
        Self {
            now,
            utc_offset,
            today,
        }
    }
}

fn with_offset(moment: DateTime<FixedOffset>) -> (NaiveDateTime, Option<i32>) {
    let minutes = moment.offset().local_minus_utc() / 60;
    (moment.naive_local(), Some(minutes))
}

fn parse(text: &str) -> Option<(NaiveDateTime, Option<i32>)> {
    ["%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M"]
        .iter()
        .find_map(|format| {
            let plain = NaiveDateTime::parse_from_str(text, format);
            let full = || DateTime::parse_from_str(text, &format!("{format}%:z"));
            plain
                .map(|now| (now, None))
                .or_else(|_| full().map(with_offset))
                .ok()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_late_evening_belongs_to_the_day_before() {
        let four = NaiveTime::from_hms_opt(4, 0, 0).unwrap();
        let today = |text: &str| Moment::read(Some(text), four).unwrap().today.to_string();
        assert_eq!(today("2026-11-21T00:30"), "2026-11-20");
        assert_eq!(today("2026-11-21T03:59"), "2026-11-20");
        assert_eq!(today("2026-11-21T04:00"), "2026-11-21");
        assert_eq!(today("2026-01-01T01:00"), "2025-12-31");
        assert!(Moment::read(Some("now"), four).is_err());
    }
}
