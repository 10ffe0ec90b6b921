//! Counting: back from today, days of the week, parts and places within a longer period.

use chrono::{Datelike, NaiveDate};

use super::calendar;
use super::scan::{Point, Scanner, full_year, grain};
use super::words::{CalendarUnit, Meaning};
use super::{DateGranularity, Form, Mode};
use crate::hangul::is_particles;
use crate::{Symbol, Token, TokenKind};

impl Scanner<'_> {
    /// `early March`, `the end of last month`.
    pub(super) fn part_of(&self, at: usize) -> Option<Point> {
        let mut key = String::new();
        let (mut found, mut next) = (None, at);
        for end in at..(at + 4).min(self.tokens.len()) {
            let word = self.tokens.norm(end);
            let hyphen = self.tokens[end].is(Symbol::Dash);
            if !self.tokens[end].is_word() && !hyphen {
                break;
            }
            if !hyphen {
                key.push_str(word);
            }
            if let Some(part) = self.words.parts.get(&key) {
                found = Some(*part);
                next = end + 1;
            }
        }
        let part = found?;
        if self.symbol(next, Symbol::Dash) || self.is("articles", next) {
            next += 1;
        }
        let mut inner = self.inner(next)?;
        if inner.grain < DateGranularity::Month || inner.grain == DateGranularity::Span {
            return None;
        }
        inner.ends = calendar::part(inner.ends, part);
        inner.first = at;
        inner.grain = if inner.grain == DateGranularity::Month {
            DateGranularity::Week
        } else {
            DateGranularity::Quarter
        };
        inner.guessed = None;
        Some(inner)
    }

    /// A month, quarter or year, in the middle of a longer phrase.
    pub(super) fn inner(&self, at: usize) -> Option<Point> {
        let year = || {
            let year = self.year(at)?;
            let ends = calendar::year(year)?;
            Some(Point::new(
                at,
                at + 1,
                ends,
                DateGranularity::Year,
                Form::Calendar,
            ))
        };
        let short = || {
            let (Meaning::ShortMonth(month), end, _) = self.phrase(at)? else {
                return None;
            };
            match self.year_after(end) {
                Some((year, end)) => self.dated(at, end, year, month, None),
                None => self.partial(at, end, month, None),
            }
        };
        self.month_name(at)
            .or_else(|| self.phrase_point(at))
            .or_else(short)
            .or_else(year)
    }

    /// `first week of March`, `last week of 2019-03`, `the week of March 3`.
    pub(super) fn week_of(&self, at: usize) -> Option<Point> {
        let (number, next) = match self.tokens.get(at)?.kind {
            TokenKind::Ordinal(place) => (Some(place), at + 1),
            _ if self.is("last_words", at) => (Some(0), at + 1),
            _ if self.is("week_words", at) => (None, at),
            _ => return None,
        };
        if !self.is("week_words", next) || !self.is("of", next + 1) {
            return None;
        }
        let mut start = next + 2;
        if self.is("of", start) {
            start += 1;
        }
        let mut inner = match number {
            Some(_) => self.inner(start)?,
            None => self
                .point(start)
                .filter(|point| point.grain == DateGranularity::Day)?,
        };
        inner.ends = match number {
            Some(number) if inner.grain == DateGranularity::Month => {
                calendar::week_of(inner.ends, number)?
            }
            None => {
                let first = calendar::monday(inner.ends.0);
                (first, calendar::shift(first, 6))
            }
            _ => return None,
        };
        inner.first = at;
        inner.grain = DateGranularity::Week;
        inner.guessed = None;
        Some(inner)
    }

    /// `first quarter of 2019`, `second half of last year`, `2019년 1분기`.
    pub(super) fn nth_of_year(&self, at: usize) -> Option<Point> {
        match self.tokens.get(at)?.kind {
            TokenKind::Ordinal(place) => self.ordinal_of_year(at, place),
            _ => self.named_part_of_year(at),
        }
    }

    /// `first quarter of 2019`, `second half of last year`
    fn ordinal_of_year(&self, at: usize, place: u32) -> Option<Point> {
        let is_half = |at: usize| self.is("half_words", at);
        if self.is("quarter_words", at + 1) && place <= 4 {
            return self.of_year(at, at + 2, place * 3 - 2, 3);
        }
        if is_half(at + 1) && place <= 2 {
            if self.year_after(at + 2).is_some() {
                return self.of_year(at, at + 2, place * 6 - 5, 6);
            }
            // Without a year a half is half of anything; "first half vs second half of 2021"
            // names it once.
            let others = (at + 3..=at + 5).filter(|other| self.is_ordinal(*other));
            let mut halves = others.filter(|other| is_half(other + 1));
            let year = halves.find_map(|other| self.year_after(other + 2));
            return half_of(at, at + 2, year?.0, place);
        }
        // "first and second half of 2021": the other one says of what.
        let half = self.is_ordinal(at + 2) && is_half(at + 3) && place <= 2;
        let (year, _) = half.then(|| self.year_after(at + 4))??;
        half_of(at, at + 1, year, place)
    }

    fn is_ordinal(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| matches!(token.kind, TokenKind::Ordinal(_)))
    }

    /// `2019년 상반기`, `작년 여름`, `2019년 1분기`
    fn named_part_of_year(&self, at: usize) -> Option<Point> {
        let (year, next) = self.year_before_part(at);
        let phrase = year.and_then(|year| Some((year, self.phrase(next)?)));
        match phrase {
            Some((year, (Meaning::Half(half), end, tail))) => {
                return Some(half_of(at, end, year, half)?.tail(tail));
            }
            Some((year, (Meaning::Season(first), end, tail))) => {
                let point = part_of_year(at, end, calendar::months(year, first, 3)?).tail(tail);
                let (from, to) = point.ends;
                return Some(point.doubtful(format!("taken as {from} to {to}")));
            }
            _ => {}
        }
        let quarter = self
            .bare(next)
            .filter(|quarter| (1..=4).contains(quarter))?;
        let word = self.tokens.norm(next + 1);
        let list = self.words.sets.get("quarter_words")?;
        let stem = list.iter().find(|stem| {
            self.hangul(next + 1) && word.strip_prefix(stem.as_str()).is_some_and(is_particles)
        })?;
        let first = quarter * 3 - 2;
        let point = match year {
            Some(year) => part_of_year(at, next + 2, calendar::months(year, first, 3)?),
            None => self.of_year(at, next + 2, first, 3)?,
        };
        Some(point.tail(word.len() - stem.len()))
    }

    /// The year that stands before the word for a part of one, and the token behind it.
    fn year_before_part(&self, at: usize) -> (Option<i32>, usize) {
        if let Some(named) = self.quantity(at, "year").and_then(full_year) {
            return (Some(named), at + 1);
        }
        match self.phrase(at) {
            Some((Meaning::From(CalendarUnit::Year, away), end, 0)) => {
                (Some(self.cx.today.year() + away), end)
            }
            _ => (None, at),
        }
    }

    /// A number of days, weeks, months or years: how many, of what, and the token after.
    pub(super) fn count(&self, at: usize) -> Option<(i32, CalendarUnit, usize)> {
        if let TokenKind::Quantity(quantity) = self.tokens.get(at)?.kind {
            let stretch = match &*self.tokens.unit(quantity.unit).name {
                "day" => CalendarUnit::Day,
                "week" => CalendarUnit::Week,
                "month" => CalendarUnit::Month,
                "year" => CalendarUnit::Year,
                _ => return None,
            };
            let whole = i32::try_from(quantity.number.whole()?).ok()?;
            return Some((whole, stretch, at + 1))
                .filter(|(count, ..)| (1..=10_000).contains(count));
        }
        if self.is("articles", at) {
            let unit = self.words.units.get(self.tokens.norm(at + 1))?;
            return Some((1, *unit, at + 2));
        }
        let word = self.tokens.norm(at);
        // 사흘, and 사흘간, 이틀전
        if let Some(days) = self.words.counts.get(word) {
            return Some((i32::try_from(*days).ok()?, CalendarUnit::Day, at + 1));
        }
        None
    }

    /// `3 days ago`, `a week ago`, `사흘 전에`.
    pub(super) fn ago(&self, at: usize) -> Option<Point> {
        let (count, stretch, next, tail) = match self.count(at) {
            Some((count, stretch, next)) => {
                let word = self.tokens.norm(next);
                let list = self.words.sets.get("ago")?;
                let stem = list.iter().find(|stem| {
                    word == stem.as_str()
                        || (self.hangul(next)
                            && word.strip_prefix(stem.as_str()).is_some_and(is_particles))
                })?;
                (count, stretch, next + 1, word.len() - stem.len())
            }
            None => {
                // 이틀전에
                let word = self.tokens.norm(at);
                let (days, rest) =
                    self.words.counts.iter().find_map(|(stem, days)| {
                        Some((*days, word.strip_prefix(stem.as_str())?))
                    })?;
                let list = self.words.sets.get("ago")?;
                let stem = list
                    .iter()
                    .find(|stem| rest.strip_prefix(stem.as_str()).is_some_and(is_particles))?;
                let days = i32::try_from(days).ok()?;
                (days, CalendarUnit::Day, at + 1, rest.len() - stem.len())
            }
        };
        let today = self.cx.today;
        let day = match stretch {
            CalendarUnit::Day => calendar::shift(today, -i64::from(count)),
            CalendarUnit::Week => calendar::shift(today, -7 * i64::from(count)),
            CalendarUnit::Month => calendar::shift_months(today, -count),
            _ => calendar::shift_months(today, -count.checked_mul(12)?),
        };
        let whole = self.cx.mode == Mode::Question && stretch != CalendarUnit::Day;
        let ends = if whole {
            calendar::stretch(day, stretch, 0)?
        } else {
            (day, day)
        };
        let grain = if whole {
            grain(stretch)
        } else {
            DateGranularity::Day
        };
        let point = Point::new(at, next, ends, grain, Form::Relative).tail(tail);
        Some(if stretch == CalendarUnit::Day || whole {
            point
        } else {
            point.doubtful(format!("taken as {day}"))
        })
    }

    /// `last 30 days`, `past year`, `최근 3개월간`.
    pub(super) fn counted(&self, at: usize) -> Option<Point> {
        if !self.is("rolling_before", at) {
            return None;
        }
        let (count, stretch, next) = self.count(at + 1)?;
        let today = self.cx.today;
        let start = match stretch {
            CalendarUnit::Day => calendar::shift(today, 1 - i64::from(count)),
            CalendarUnit::Week => calendar::shift(today, 1 - 7 * i64::from(count)),
            CalendarUnit::Month => calendar::shift(calendar::shift_months(today, -count), 1),
            _ => calendar::shift(calendar::shift_months(today, -count.checked_mul(12)?), 1),
        };
        Some(Point::new(
            at,
            next,
            (start, today),
            DateGranularity::Span,
            Form::Relative,
        ))
    }

    /// A date that says the same as the weekday before it: Monday, March 3.
    fn full_date_behind(&self, end: usize) -> Option<Point> {
        let behind = if self.symbol(end, Symbol::Comma) {
            end + 1
        } else {
            end
        };
        let dates = [
            self.numeric(behind),
            self.month_name(behind),
            self.day_then_month(behind),
            self.slash_date(behind),
        ];
        dates
            .into_iter()
            .flatten()
            .find(|point| point.grain == DateGranularity::Day)
    }

    pub(super) fn weekday(&self, at: usize) -> Option<Point> {
        // last monday, 지난주 화요일, this friday
        let (mut from, mut away, mut next) = (at, None, at);
        if let Some((Meaning::From(CalendarUnit::Week, weeks), end, 0)) = self.phrase(at) {
            away = Some(weeks);
            next = end;
        } else if self.is("last", at) || self.is("this", at) || self.is("next", at) {
            next = at + 1;
        }
        let (meaning, end, tail) = self.phrase(next)?;
        let number = match meaning {
            Meaning::Weekday(number) => number,
            Meaning::ShortWeekday(number) => {
                let beside = next > at
                    || (self.starts_line(next)
                        && !self.tokens.get(end).is_some_and(Token::is_word))
                    || self.after("weekday_before", next)
                    || self.day(end).is_some();
                if !beside {
                    return None;
                }
                number
            }
            _ => return None,
        };
        let plural = self.tokens.norm(end - 1).ends_with("days");
        if plural {
            return None;
        }
        if next == at
            && tail == 0
            && let Some(dated) = self.full_date_behind(end)
        {
            return Some(Point { first: at, ..dated });
        }
        let mut end = end;
        let mut tail = tail;
        // monday last week
        if away.is_none()
            && next == at
            && let Some((Meaning::From(CalendarUnit::Week, weeks), until, more)) = self.phrase(end)
        {
            away = Some(weeks);
            end = until;
            tail = more;
        }
        let today = self.cx.today;
        let in_week = |weeks: i32| {
            calendar::shift(
                calendar::monday(today),
                7 * i64::from(weeks) + i64::from(number) - 1,
            )
        };
        let day = if let Some(weeks) = away {
            in_week(weeks)
        } else if next > at && self.is("next", at) {
            let this = in_week(0);
            if this > today { this } else { in_week(1) }
        } else if next > at && self.is("this", at) {
            in_week(0)
        } else {
            let this = in_week(0);
            let strictly_before = next > at;
            let ahead = this > today || (strictly_before && this == today);
            if ahead { in_week(-1) } else { this }
        };
        if next > at && away.is_none() {
            from = at;
        }
        Some(Point::new(from, end, (day, day), DateGranularity::Day, Form::Weekday).tail(tail))
    }
}

fn half_of(at: usize, end: usize, year: i32, half: u32) -> Option<Point> {
    let ends = calendar::months(year, half * 6 - 5, 6)?;
    Some(part_of_year(at, end, ends))
}

fn part_of_year(at: usize, end: usize, ends: (NaiveDate, NaiveDate)) -> Point {
    Point::new(at, end, ends, DateGranularity::Quarter, Form::Calendar)
}
