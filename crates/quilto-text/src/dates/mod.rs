//! Dates in words and digits.
//!
//! Notes speak of the past: `monday` in a note is the last one. Questions speak of periods: `march` is
//! the whole month.

mod calendar;
mod counting;
mod find;
mod korean;
mod months;
mod note;
mod scan;
mod weekdays;
mod words;

pub use find::find;
pub use note::{NoteSection, day_by_day, note_day, says_when, sections};
pub use weekdays::weekdays_named;

use chrono::NaiveDate;

use super::Span;
use quilto_model::DateRange;

/// What the words are said in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A note: words name the day it happened on, which lies in the past.
    Note,
    /// A question: words name periods.
    Question,
}

/// What resolving dates needs to know.
#[derive(Clone, Copy, Debug)]
pub struct DateContext {
    /// The day the words were said.
    pub today: NaiveDate,
    /// What they were said in.
    pub mode: Mode,
}

impl DateContext {
    /// For a note written on that day.
    pub fn note(today: NaiveDate) -> Self {
        Self {
            today,
            mode: Mode::Note,
        }
    }

    /// For a question asked on that day.
    pub fn question(today: NaiveDate) -> Self {
        Self {
            today,
            mode: Mode::Question,
        }
    }
}

/// How long the thing is that the words name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DateGranularity {
    /// One day.
    Day,
    /// Saturday and Sunday.
    Weekend,
    /// A week, Monday to Sunday, or a part of a month.
    Week,
    /// A month.
    Month,
    /// Three months, a season or half a year.
    Quarter,
    /// A year.
    Year,
    /// A span with two named ends, or a number of days.
    Span,
}

/// How the words name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// By the calendar, with a year: `2026-01-09`, `March 2019`, `2026년 3월 15일`.
    Calendar,
    /// By the calendar, the year left to guess: `Nov 3`, `in March`, `3월`.
    Partial,
    /// Seen from today: `yesterday`, `3 days ago`, `last week`.
    Relative,
    /// By the name of a day: `monday`.
    Weekday,
}

/// Where the named span lies, seen from the day of speaking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// It begins on the day of speaking or before.
    Past,
    /// It begins after the day of speaking: a plan, not a note's day.
    Future,
}

/// A date or period found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct DateMention {
    /// The words.
    pub span: Span,
    /// The tokens that the span touches.
    pub tokens: std::ops::Range<usize>,
    /// The days, described by the words themselves.
    pub range: DateRange,
    /// How long it is by its words.
    pub grain: DateGranularity,
    /// How the words name it.
    pub form: Form,
    /// Where it lies.
    pub direction: Direction,
    /// Whether it can be read in another way; `doubt` then says which was taken.
    pub certain: bool,
    /// What was assumed, for the user to read; empty if nothing was.
    pub doubt: String,
}

impl DateMention {
    /// Whether it names exactly one day.
    pub fn is_day(&self) -> bool {
        self.range.start == self.range.end
    }
}
