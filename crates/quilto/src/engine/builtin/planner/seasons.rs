//! Seasons without a year: the latest ones that have notes.

use chrono::{Datelike, Months, NaiveDate};

use crate::model::DateRange;
use crate::text;
use crate::text::dates::{self, DateContext};

/// The months of a season.
const MONTHS: i64 = 3;

/// The question with its seasons ("spring or autumn") put into the latest year in which all of them
/// have begun to have notes, where the notes ended before them; as it is where they have not.
pub fn with_notes(
    question: &str,
    today: NaiveDate,
    noted: &dyn Fn() -> Option<DateRange>,
) -> String {
    let tokens = text::read(question);
    let mut seasons: Vec<(std::ops::Range<usize>, DateRange)> = Vec::new();
    for found in dates::find(&tokens, &DateContext::question(today)) {
        let span = found.span.start..found.span.end;
        let said = question.get(span.clone()).unwrap_or_default();
        let before = question.get(..span.start).unwrap_or_default();
        let before = before.split_whitespace().next_back().unwrap_or_default();
        if is_season(&found.range, today) && !says_when(said) && !says_when(before) {
            seasons.push((span, found.range));
        }
    }
    let Some(first) = seasons.iter().map(|(_, days)| days.start).min() else {
        return question.to_owned();
    };
    let Some(noted) = noted().filter(|noted| noted.end < first) else {
        return question.to_owned();
    };
    // As many years back as it takes for all of them to begin before the notes end.
    let latest = seasons.iter().map(|(_, days)| days.start).max();
    let years = latest.map_or(0, |latest| {
        let years = latest.year() - noted.end.year();
        let same = NaiveDate::from_ymd_opt(noted.end.year(), latest.month(), 1);
        years + i32::from(same.is_none_or(|start| start > noted.end))
    });
    let Ok(months) = u32::try_from(years * 12) else {
        return question.to_owned();
    };
    let back = |date: NaiveDate| date.checked_sub_months(Months::new(months));
    let mut text = question.to_owned();
    for (span, days) in seasons.into_iter().rev() {
        let whole = days.start.checked_add_months(Months::new(MONTHS as u32));
        let end = whole.and_then(|next| back(next)?.pred_opt());
        if let (Some(start), Some(end)) = (back(days.start), end) {
            text.replace_range(span, &format!("{start} ~ {end}"));
        }
    }
    text
}

/// Whether days are three whole months, or as many of them as have passed.
fn is_season(days: &DateRange, today: NaiveDate) -> bool {
    let whole = days
        .start
        .checked_add_months(Months::new(MONTHS as u32))
        .and_then(|next| next.pred_opt());
    days.start.day() == 1
        && days.start.month().is_multiple_of(3)
        && whole.is_some_and(|whole| days.end == whole || days.end == today && whole > today)
}

/// Whether words say which year is meant: a number, or a place before today ("last spring").
fn says_when(said: &str) -> bool {
    use crate::engine::builtin::language::Words;
    use crate::engine::builtin::language::questions::words;
    said.chars().any(char::is_numeric) || words().relative.hold(&Words::read(said))
}
