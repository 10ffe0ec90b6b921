//! Dates in words at the start of a heading, by the reader of dates that notes are read with.

use chrono::{Datelike, NaiveDate};
use quilto::text;
use quilto::text::dates::{DateContext, DateMention, Form, find};

/// The day a text begins with, written in words and meaning the same day whenever it is read
/// (`March 2, 2024`), and where it ends.
pub fn leading_in_words(text: &str, today: NaiveDate) -> Option<(NaiveDate, usize)> {
    let (mention, end) = leading(text, today)?;
    (mention.form == Form::Calendar && mention.is_day()).then_some((mention.range.start, end))
}

/// How much of the start of a text names the weekday of a date.
pub fn leading_weekday(text: &str, date: NaiveDate) -> usize {
    leading(text, date)
        .filter(|(mention, _)| {
            mention.form == Form::Weekday && mention.range.end.weekday() == date.weekday()
        })
        .map_or(0, |(_, end)| end)
}

fn leading(text: &str, today: NaiveDate) -> Option<(DateMention, usize)> {
    let tokens = text::read(text);
    let mention = find(&tokens, &DateContext::note(today))
        .into_iter()
        .next()?;
    let end = mention.span.end;
    (mention.span.start == 0).then_some((mention, end))
}
