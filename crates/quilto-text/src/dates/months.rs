//! Months and days by the calendar, in digits and names.

use chrono::{Datelike, Days, NaiveDate, Weekday};

use super::calendar;
use super::scan::{Point, Scanner, full_year};
use super::words::{Holiday, Meaning};
use super::{DateGranularity, Form, Mode};
use crate::{Symbol, TokenKind};

/// Rows, laps and tries are rarely counted beyond this.
const MOST_COUNTED: u32 = 12;

/// A day so many days back is one of lately.
const RECENT: u64 = 60;

/// So many days ago a day may be that only its place names.
const LATELY: i64 = 31;

impl Scanner<'_> {
    /// Full dates, `2026-01`, and `2026. 1. 31.`
    pub(super) fn numeric(&self, at: usize) -> Option<Point> {
        if let TokenKind::Date(date) = self.tokens.get(at)?.kind {
            let point = Point::new(
                at,
                at + 1,
                (date, date),
                DateGranularity::Day,
                Form::Calendar,
            );
            let written = self.tokens.norm(at);
            let open = !written.contains('.')
                && !written.starts_with(|c: char| {
                    c.is_ascii_digit() && written.find(['/', '-']) == Some(4)
                })
                && date.day() <= 12
                && date.day() != date.month();
            return Some(if open {
                point.doubtful(format!("{written} read as month first: {date}"))
            } else {
                point
            });
        }
        let year = self.year(at)?;
        if self.symbol(at + 1, Symbol::Period)
            && let Some(month) = self.bare(at + 2)
            && self.symbol(at + 3, Symbol::Period)
            && let Some(day) = self.bare(at + 4)
            && let Some(date) = NaiveDate::from_ymd_opt(year, month, day)
        {
            return Some(Point::new(
                at,
                at + 5,
                (date, date),
                DateGranularity::Day,
                Form::Calendar,
            ));
        }
        let sign = self.symbol(at + 1, Symbol::Dash) || self.symbol(at + 1, Symbol::Slash);
        let tight = self.joined(at + 1) && self.joined(at + 2);
        let more = self.tokens.get(at + 3).is_some_and(|token| {
            !token.spaced && matches!(token.kind, TokenKind::Symbol(Symbol::Dash | Symbol::Slash))
        });
        if sign && tight && !more && self.tokens.norm(at + 2).len() == 2 {
            let ends = calendar::month(year, self.bare(at + 2)?)?;
            return Some(Point::new(
                at,
                at + 3,
                ends,
                DateGranularity::Month,
                Form::Calendar,
            ));
        }
        None
    }

    /// `11/20`, `11/20/25`. In a note only where a date is written: at the beginning of a line, at the
    /// end of one behind a compact form, or after a word such as `on`.
    pub(super) fn slash_date(&self, at: usize) -> Option<Point> {
        let (a, b) = (self.bare(at)?, self.bare(at + 2)?);
        let tight =
            self.symbol(at + 1, Symbol::Slash) && self.joined(at + 1) && self.joined(at + 2);
        let inside = at.checked_sub(1).is_some_and(|before| {
            matches!(
                self.tokens[before].kind,
                TokenKind::Symbol(Symbol::Slash | Symbol::Times | Symbol::At | Symbol::Currency)
            )
        });
        if !tight || inside {
            return None;
        }
        let expected = self.after("on", at)
            || self.after("month_before", at)
            || self.after("weekday_before", at);
        let headed = self.starts_line(at);
        let third =
            (self.symbol(at + 3, Symbol::Slash) && self.joined(at + 3) && self.joined(at + 4))
                .then(|| self.bare(at + 4))
                .flatten();
        let end = if third.is_some() { at + 5 } else { at + 3 };
        let goes_on = self.tokens.get(end).is_some_and(|token| {
            token.is(Symbol::Times)
                || (token.is(Symbol::Slash) && !token.spaced)
                || (token.is(Symbol::At) && !token.spaced)
        });
        let tails = self.tokens.line(at).end == end && self.is_behind_chain(at);
        if goes_on || !(expected || headed || tails || self.cx.mode == Mode::Question) {
            return None;
        }
        let (month, day, swapped) = match (a, b) {
            (1..=12, 1..=31) => (a, b, false),
            (13..=31, 1..=12) => (b, a, true),
            _ => return None,
        };
        // What only its place names was lately, whichever comes first.
        let placed = !(expected || headed || self.cx.mode == Mode::Question);
        let (month, day) = match placed {
            true => [(month, day), (b, a)]
                .into_iter()
                .find(|(month, day)| self.is_lately(*month, *day))?,
            false => (month, day),
        };
        let this = self.cx.today.year();
        let point = if let Some(short) = third {
            let year = full_year(short)?;
            // A pyramid of counts (`12/10/10`) lies far back.
            if self.tokens.norm(at + 4).len() != 2 || !(this - 10..=this + 1).contains(&year) {
                return None;
            }
            let date = NaiveDate::from_ymd_opt(year, month, day)?;
            Point::new(at, end, (date, date), DateGranularity::Day, Form::Calendar)
        } else {
            let mut point = Point::new(
                at,
                end,
                (self.cx.today, self.cx.today),
                DateGranularity::Day,
                Form::Partial,
            );
            point.guessed = Some((month, Some(day)));
            self.guess_year(&mut point)?;
            if !expected && self.is_fraction(at) && self.is_long_past(&point) {
                return None;
            }
            point
        };
        let open = !swapped && b <= 12 && a != b;
        Some(if open {
            let first = if month == a { "month" } else { "day" };
            let doubt = format!("{a}/{b} read as {first} first: {}", point.ends.0);
            point.doubtful(doubt)
        } else {
            point
        })
    }

    /// Whether a day without its year was not long ago.
    fn is_lately(&self, month: u32, day: u32) -> bool {
        let today = self.cx.today;
        let years = [today.year(), today.year() - 1];
        let mut days = years
            .into_iter()
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day));
        days.any(|day| (0..=LATELY).contains(&(today - day).num_days()))
    }

    /// `150x3 11/20`: no list goes on behind a compact form.
    fn is_behind_chain(&self, at: usize) -> bool {
        let times = at.checked_sub(2);
        let number = at >= 2 && self.bare(at - 1).is_some();
        number
            && self.tokens[at].spaced
            && times.is_some_and(|times| self.symbol(times, Symbol::Times))
    }

    /// `1/2 loaf`, `3/4 hour`: a part right before a word.
    fn is_fraction(&self, at: usize) -> bool {
        let parts = matches!(
            (self.bare(at), self.bare(at + 2)),
            (Some(1), Some(2..=4)) | (Some(2), Some(3)) | (Some(3), Some(4))
        );
        let behind = self.tokens.get(at + 3);
        parts && behind.is_some_and(|next| next.is_word() && next.spaced)
    }

    /// Whether nobody would write a day without its year any more.
    fn is_long_past(&self, point: &Point) -> bool {
        self.cx.mode == Mode::Note && point.ends.1 + Days::new(RECENT) < self.cx.today
    }

    /// Whether `21년` in a question names a year rather than counts years (`21년 동안`, `21년 전`).
    fn names_short_year(&self, at: usize) -> bool {
        let own = self.tokens.norm(at);
        let next = self.tokens.norm(at + 1);
        self.cx.mode == Mode::Question
            && own.ends_with('년')
            && !["동안", "전", "간", "째", "넘", "만", "된", "이상"]
                .iter()
                .any(|word| next.starts_with(word))
    }

    pub(super) fn bare_year(&self, at: usize) -> Option<Point> {
        if let Some(year) = self.quantity(at, "year") {
            // 2019년; 21년 in a question
            let year = i32::try_from(year).ok().and_then(|year| {
                let short = (10..=self.cx.today.year() % 100).contains(&year);
                match year {
                    1900..=2100 => Some(year),
                    _ if short && self.names_short_year(at) => Some(2000 + year),
                    _ => None,
                }
            })?;
            let ends = calendar::year(year)?;
            return Some(Point::new(
                at,
                at + 1,
                ends,
                DateGranularity::Year,
                Form::Calendar,
            ));
        }
        let year = self.year(at)?;
        if self.cx.mode == Mode::Note && !(self.after("month_before", at) && self.after("of", at)) {
            return None;
        }
        let beside = |at: usize| {
            matches!(
                self.tokens.get(at).map(|token| token.kind),
                Some(TokenKind::Symbol(
                    Symbol::Times | Symbol::At | Symbol::Slash
                ))
            )
        };
        if year > self.cx.today.year() || beside(at + 1) || (at > 0 && beside(at - 1)) {
            return None;
        }
        let ends = calendar::year(year)?;
        Some(Point::new(
            at,
            at + 1,
            ends,
            DateGranularity::Year,
            Form::Calendar,
        ))
    }

    /// Gives a month (and day) without a year the latest one that is not ahead.
    pub(super) fn guess_year(&self, point: &mut Point) -> Option<()> {
        let this = self.cx.today.year();
        // Eight years back to reach a leap day.
        (0..=8).find_map(|back| {
            let fits = point.in_year(this - back) && point.ends.0 <= self.cx.today;
            fits.then_some(())
        })
    }

    /// The last time of a day that comes back each year.
    pub(super) fn holiday(&self, at: usize, end: usize, holiday: Holiday) -> Option<Point> {
        let (month, weekday, nth) = match holiday {
            Holiday::Fixed(month, day) => return self.partial(at, end, month, Some(day)),
            Holiday::Nth(month, weekday, nth) => (month, weekday, u8::try_from(nth).ok()?),
        };
        let weekday = Weekday::try_from(u8::try_from(weekday.checked_sub(1)?).ok()?).ok()?;
        let in_year = |year| NaiveDate::from_weekday_of_month_opt(year, month, weekday, nth);
        let this = self.cx.today.year();
        let mut dates = [this, this - 1].into_iter().filter_map(in_year);
        let date = dates.find(|date| *date <= self.cx.today)?;
        Some(Point::new(
            at,
            end,
            (date, date),
            DateGranularity::Day,
            Form::Partial,
        ))
    }

    pub(super) fn partial(
        &self,
        at: usize,
        end: usize,
        month: u32,
        day: Option<u32>,
    ) -> Option<Point> {
        let grain = if day.is_some() {
            DateGranularity::Day
        } else {
            DateGranularity::Month
        };
        let now = (self.cx.today, self.cx.today);
        let mut point = Point::new(at, end, now, grain, Form::Partial);
        point.guessed = Some((month, day));
        self.guess_year(&mut point)?;
        Some(point)
    }

    pub(super) fn dated(
        &self,
        at: usize,
        end: usize,
        year: i32,
        month: u32,
        day: Option<u32>,
    ) -> Option<Point> {
        Some(match day {
            Some(day) => {
                let date = NaiveDate::from_ymd_opt(year, month, day)?;
                Point::new(at, end, (date, date), DateGranularity::Day, Form::Calendar)
            }
            None => {
                let ends = calendar::month(year, month)?;
                Point::new(at, end, ends, DateGranularity::Month, Form::Calendar)
            }
        })
    }

    /// A day of the month: `3`, `3rd`; no count of anything.
    pub(super) fn day(&self, at: usize) -> Option<u32> {
        let value = match self.tokens.get(at)?.kind {
            TokenKind::Ordinal(place) => place,
            TokenKind::Number(_) => self.bare(at)?,
            _ => return None,
        };
        let counted = matches!(
            self.tokens.get(at + 1).map(|token| token.kind),
            Some(TokenKind::Symbol(
                Symbol::Times | Symbol::At | Symbol::Slash
            ))
        );
        (!counted && (1..=31).contains(&value)).then_some(value)
    }

    /// `March`, `March 3`, `March 3rd, 2019`, `March 2019`.
    /// "On the 19th": that day of this month, or of the last one where it lies ahead. A small number
    /// may count something else ("on the 3rd round") unless the clause ends with it.
    pub(super) fn day_of_month(&self, at: usize) -> Option<Point> {
        let announced = self.is("the", at) && self.after("weekday_before", at);
        let TokenKind::Ordinal(day) = self.tokens.get(at + 1).filter(|_| announced)?.kind else {
            return None;
        };
        // "On the 19th of June" names its month.
        if self.day_then_month(at + 1).is_some() {
            return None;
        }
        let next = self.tokens.get(at + 2);
        let ends = next.is_none_or(|next| !next.is_word());
        let digits = self
            .tokens
            .norm(at + 1)
            .starts_with(|c: char| c.is_ascii_digit());
        let today = self.cx.today;
        let in_month = |from: NaiveDate| NaiveDate::from_ymd_opt(from.year(), from.month(), day);
        let date = in_month(today)
            .filter(|date| *date <= today)
            .or_else(|| in_month(calendar::shift_months(today.with_day(1)?, -1)))?;
        (digits && (ends || day > MOST_COUNTED)).then(|| {
            Point::new(
                at,
                at + 2,
                (date, date),
                DateGranularity::Day,
                Form::Partial,
            )
        })
    }

    pub(super) fn month_name(&self, at: usize) -> Option<Point> {
        let (meaning, end, tail) = self.phrase(at)?;
        let (month, short) = match meaning {
            Meaning::Month(month) => (month, false),
            Meaning::ShortMonth(month) => (month, true),
            _ => return None,
        };
        // A dot after an abbreviation.
        let next = if short && self.symbol(end, Symbol::Period) && self.day(end + 1).is_some() {
            end + 1
        } else {
            end
        };
        if tail == 0
            && let Some(day) = self.day(next)
        {
            let spelled = self.tokens.norm(next).len() <= 4;
            if let Some((year, end)) = self.year_after(next + 1) {
                return self.dated(at, end, year, month, Some(day));
            }
            let fits = !short || spelled;
            if fits && let Some(point) = self.partial(at, next + 1, month, Some(day)) {
                return Some(point);
            }
        }
        if let Some((year, end)) = self.year_after(end) {
            return self.dated(at, end, year, month, None);
        }
        if let Some((from, year)) = self.year_word_before(at) {
            return Some(self.dated(from, end, year, month, None)?.tail(tail));
        }
        let question = self.cx.mode == Mode::Question && !self.is("month_is_word", at);
        let known =
            !short || question || self.after("month_before", at) || self.beside_month(at, end);
        if !known {
            return None;
        }
        let mut point = self.partial(at, end, month, None)?.tail(tail);
        let current = month == self.cx.today.month();
        if current && self.after("last", at) {
            point.in_year(self.cx.today.year() - 1);
        }
        if self.after("last", at) || self.after("this", at) {
            point.first = at - 1;
        }
        Some(point)
    }

    /// Whether another month is named across an `and`, `to` or `vs`: `march and april`.
    pub(super) fn beside_month(&self, at: usize, end: usize) -> bool {
        let joins =
            |at: usize| self.is("and", at) || self.is("to", at) || self.is("month_before", at);
        let is_month = |at: usize| {
            matches!(
                self.phrase(at),
                Some((Meaning::Month(_) | Meaning::ShortMonth(_), ..))
            )
        };
        (joins(end) && is_month(end + 1)) || (at >= 2 && joins(at - 1) && is_month(at - 2))
    }

    /// `26-30 oct`: two days of one month.
    pub(super) fn days_then_month(&self, at: usize) -> Option<Point> {
        let asks = self.cx.mode == Mode::Question;
        let first = self.day(at).filter(|_| asks)?;
        let between = self.symbol(at + 1, Symbol::Dash) || self.is("to", at + 1);
        let last = between.then(|| self.day_then_month(at + 2))??;
        let start = last.ends.0.with_day(first)?;
        (start < last.ends.0).then_some(Point {
            first: at,
            ends: (start, last.ends.1),
            grain: DateGranularity::Span,
            guessed: None,
            ..last
        })
    }

    /// `3 Nov 2025`, `3rd of November`.
    pub(super) fn day_then_month(&self, at: usize) -> Option<Point> {
        let day = self.day(at)?;
        let next = if self.is("of", at + 1) {
            at + 2
        } else {
            at + 1
        };
        let (meaning, end, tail) = self.phrase(next)?;
        let (Meaning::Month(month) | Meaning::ShortMonth(month)) = meaning else {
            return None;
        };
        if tail == 0
            && let Some((year, end)) = self.year_after(end)
        {
            return self.dated(at, end, year, month, Some(day));
        }
        self.partial(at, end, month, Some(day))
    }
}
