//! Stretches of the calendar. Weeks begin on Monday.

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};

use super::words::{CalendarUnit, PeriodThird};

/// First and last day.
pub(super) type Ends = (NaiveDate, NaiveDate);

/// A day so many days away; the day itself where the calendar ends.
pub(super) fn shift(date: NaiveDate, days: i64) -> NaiveDate {
    let by = Days::new(days.unsigned_abs());
    let moved = if days < 0 {
        date.checked_sub_days(by)
    } else {
        date.checked_add_days(by)
    };
    moved.unwrap_or(date)
}

/// The same day so many months away, or the last one of a shorter month.
pub(super) fn shift_months(date: NaiveDate, months: i32) -> NaiveDate {
    let by = Months::new(months.unsigned_abs());
    let moved = if months < 0 {
        date.checked_sub_months(by)
    } else {
        date.checked_add_months(by)
    };
    moved.unwrap_or(date)
}

/// The Monday of a day's week.
pub(super) fn monday(date: NaiveDate) -> NaiveDate {
    date.week(Weekday::Mon).first_day()
}

/// A month of a year.
pub(super) fn month(year: i32, month: u32) -> Option<Ends> {
    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
    Some((first, shift(shift_months(first, 1), -1)))
}

/// So many months from the first of one.
pub(super) fn months(year: i32, first: u32, count: i32) -> Option<Ends> {
    let first = NaiveDate::from_ymd_opt(year, first, 1)?;
    Some((first, shift(shift_months(first, count), -1)))
}

/// A year.
pub(super) fn year(year: i32) -> Option<Ends> {
    months(year, 1, 12)
}

/// The stretch so many away from the one that holds today.
pub(super) fn stretch(today: NaiveDate, stretch: CalendarUnit, away: i32) -> Option<Ends> {
    let start = shift_months(today.with_day(1)?, away);
    match stretch {
        CalendarUnit::Day => {
            let day = shift(today, i64::from(away));
            Some((day, day))
        }
        CalendarUnit::Week => {
            let first = shift(monday(today), 7 * i64::from(away));
            Some((first, shift(first, 6)))
        }
        CalendarUnit::Weekend => {
            let saturday = shift(monday(today), 7 * i64::from(away) + 5);
            Some((saturday, shift(saturday, 1)))
        }
        CalendarUnit::Month => month(start.year(), start.month()),
        CalendarUnit::Quarter => {
            let first = shift_months(
                today.with_day(1)?.with_month(today.month0() / 3 * 3 + 1)?,
                3 * away,
            );
            months(first.year(), first.month(), 3)
        }
        CalendarUnit::Year => year(today.year().checked_add(away)?),
    }
}

/// A third of a period: ten days of a month, a third of the days of anything else.
pub(super) fn part((start, end): Ends, part: PeriodThird) -> Ends {
    let days = (end - start).num_days() + 1;
    let third = if (28..=31).contains(&days) {
        10
    } else {
        days / 3
    };
    match part {
        PeriodThird::Early => (start, shift(start, third - 1)),
        PeriodThird::Mid => (shift(start, third), shift(start, 2 * third - 1)),
        PeriodThird::Late => (shift(start, 2 * third), end),
    }
}

/// Days 1–7, 8–14, 15–21, 22–28 and the rest of a month; 0 is its last seven days.
pub(super) fn week_of(month: Ends, week: u32) -> Option<Ends> {
    let (first, last) = month;
    match week {
        0 => Some((shift(last, -6), last)),
        1..=4 => Some((
            shift(first, i64::from(week) * 7 - 7),
            shift(first, i64::from(week) * 7 - 1),
        )),
        5 if shift(first, 28) <= last => Some((shift(first, 28), last)),
        _ => None,
    }
}
