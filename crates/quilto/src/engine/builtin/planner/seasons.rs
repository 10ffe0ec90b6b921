//! Seasons without a year: the latest ones that have notes.

use chrono::{Datelike, Months, NaiveDate};

use crate::model::{DateRange, Intent};
use crate::text;
use crate::text::dates::{self, DateContext};
use quilto_language::Words;
use quilto_language::questions::words;

/// The months of a season.
const MONTHS: u32 = 3;

/// The seasons of a question that names no year ("spring or autumn"), and how many years back they are
/// meant.
pub(super) struct Seasons {
    named: Vec<DateRange>,
    years: u32,
}

impl Seasons {
    /// Those of the latest year in which all of them have begun to have notes, where the notes ended
    /// before them; none where they have not.
    pub(super) fn of(
        question: &str,
        today: NaiveDate,
        noted: &dyn Fn() -> Option<DateRange>,
    ) -> Self {
        let named = named(question, today);
        let first = named.iter().map(|days| days.start).min();
        let noted = first.and_then(|first| noted().filter(|noted| noted.end < first));
        // As many years back as it takes for all of them to begin before the notes end.
        let latest = named.iter().map(|days| days.start).max();
        let years = latest.zip(noted).map_or(0, |(latest, noted)| {
            let same = NaiveDate::from_ymd_opt(noted.end.year(), latest.month(), 1);
            let later = same.is_none_or(|start| start > noted.end);
            latest.year() - noted.end.year() + i32::from(later)
        });
        Self {
            named,
            years: u32::try_from(years).unwrap_or_default(),
        }
    }

    /// The reading of a question with its seasons in their year.
    pub(super) fn put(&self, mut intent: Intent) -> Intent {
        if self.years > 0 {
            for period in [&mut intent.period, &mut intent.other_period] {
                *period = period.take().map(|days| self.back(&days).unwrap_or(days));
            }
        }
        intent
    }

    /// Days that begin with a season and end with one, in their year.
    fn back(&self, days: &DateRange) -> Option<DateRange> {
        let begins = self.named.iter().find(|named| named.start == days.start)?;
        let ends = self.named.iter().find(|named| named.end == days.end)?;
        let back = |date: NaiveDate| date.checked_sub_months(Months::new(12 * self.years));
        let next = ends.start.checked_add_months(Months::new(MONTHS))?;
        Some(DateRange::new(back(begins.start)?, back(next)?.pred_opt()?))
    }
}

fn named(question: &str, today: NaiveDate) -> Vec<DateRange> {
    let found = dates::find(&text::read(question), &DateContext::question(today));
    let open = found.into_iter().filter(|found| {
        let said = question.get(found.span.start..found.span.end);
        let before = question.get(..found.span.start).unwrap_or_default();
        let before = before.split_whitespace().next_back().unwrap_or_default();
        is_season(&found.range, today) && !says_when(said.unwrap_or_default()) && !says_when(before)
    });
    open.map(|found| found.range).collect()
}

/// Whether days are three whole months, or as many of them as have passed.
fn is_season(days: &DateRange, today: NaiveDate) -> bool {
    let whole = days
        .start
        .checked_add_months(Months::new(MONTHS))
        .and_then(|next| next.pred_opt());
    days.start.day() == 1
        && days.start.month().is_multiple_of(MONTHS)
        && whole.is_some_and(|whole| days.end == whole || days.end == today && whole > today)
}

/// Whether words say which year is meant: a number, or a place before today ("last spring").
fn says_when(said: &str) -> bool {
    said.chars().any(char::is_numeric) || words().relative.hold(&Words::read(said))
}
