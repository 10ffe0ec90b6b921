//! Years, months and days as Korean writes them: number, then syllable.

use chrono::Datelike;

use super::calendar;
use super::scan::{Point, Scanner, full_year};
use super::words::{CalendarUnit, Meaning, PeriodThird};
use super::{DateGranularity, Form};
use crate::hangul::is_particles;

impl<'a> Scanner<'a> {
    /// `2019년 3월 15일`, `작년 3월`, `3월 초`, `3월 첫째 주`, `15일에`.
    pub(super) fn korean_calendar(&self, at: usize) -> Option<Point> {
        let mut next = at;
        let mut year = self.quantity(next, "year").and_then(full_year);
        if year.is_some() {
            next += 1;
        } else if let Some((Meaning::From(CalendarUnit::Year, away), end, 0)) = self.phrase(next) {
            year = Some(self.cx.today.year() + away);
            next = end;
        }
        let mut last = false;
        if year.is_none() && self.is("last", next) && self.bare(next + 1).is_some() {
            last = true;
            next += 1;
        }
        let Some((month, rest)) = self.korean_month(next) else {
            return self.lone_day(at);
        };
        let month_end = next + 2;
        let build = |end: usize, day: Option<u32>| match year {
            Some(year) => self.dated(at, end, year, month, day),
            None => self.partial(at, end, month, day),
        };
        if rest.is_empty()
            && let Some(day) = self.quantity(month_end, "day")
        {
            return build(month_end + 1, Some(day));
        }
        let mut point = build(month_end, None)?;
        if last && month == self.cx.today.month() {
            point.in_year(self.cx.today.year() - 1);
        }
        // 3월초, 3월 초에
        let (part, part_end) = if rest.is_empty() {
            (self.tokens.norm(month_end), month_end + 1)
        } else {
            (rest, month_end)
        };
        if let Some((part, tail)) = self.part_after(part) {
            point.ends = calendar::part(point.ends, part);
            point.grain = DateGranularity::Week;
            point.guessed = None;
            point.end = part_end;
            return Some(point.tail(tail));
        }
        if rest.is_empty()
            && let Some((week, end, tail)) = self.korean_week(month_end)
            && let Some(ends) = calendar::week_of(point.ends, week)
        {
            point.ends = ends;
            point.grain = DateGranularity::Week;
            point.guessed = None;
            point.end = end;
            return Some(point.tail(tail));
        }
        is_particles(rest).then(|| point.tail(rest.len()))
    }

    /// A number and 월: the month, and what stands behind 월 in the same word.
    pub(super) fn korean_month(&self, at: usize) -> Option<(u32, &'a str)> {
        let month = self.bare(at).filter(|month| (1..=12).contains(month))?;
        let word = self.tokens.norm(at + 1);
        let syllable = self
            .words
            .sets
            .get("month_words")?
            .iter()
            .find(|syllable| word.starts_with(syllable.as_str()))?;
        Some((month, &word[syllable.len()..]))
    }

    /// `초`, `말에`: the third of the month, and the bytes of particles behind it.
    pub(super) fn part_after(&self, word: &str) -> Option<(PeriodThird, usize)> {
        (1..=word.len())
            .rev()
            .filter(|cut| word.is_char_boundary(*cut))
            .find_map(|cut| {
                let part = self.words.parts_after.get(&word[..cut])?;
                is_particles(&word[cut..]).then_some((*part, word.len() - cut))
            })
    }

    /// `첫째 주`, `마지막 주에`: the week of the month.
    pub(super) fn korean_week(&self, at: usize) -> Option<(u32, usize, usize)> {
        let mut key = String::new();
        for end in at..(at + 2).min(self.tokens.len()) {
            key.push_str(self.tokens.norm(end));
            for cut in (1..=key.len())
                .rev()
                .filter(|cut| key.is_char_boundary(*cut))
            {
                if let Some(week) = self.words.ordinal_weeks.get(&key[..cut])
                    && is_particles(&key[cut..])
                {
                    return Some((*week, end + 1, key.len() - cut));
                }
            }
        }
        None
    }

    /// `15일에`: a day of the current or the last month that has it.
    pub(super) fn lone_day(&self, at: usize) -> Option<Point> {
        let day = self
            .quantity(at, "day")
            .filter(|day| (1..=31).contains(day))?;
        let digits = self
            .tokens
            .norm(at)
            .starts_with(|c: char| c.is_ascii_digit());
        if !digits || !self.joined(at + 1) || !self.is("day_suffixes", at + 1) {
            return None;
        }
        let today = self.cx.today;
        let date = (0..12).find_map(|back| {
            let month = calendar::shift_months(today.with_day(1)?, -back);
            month.with_day(day).filter(|date| *date <= today)
        })?;
        let point = Point::new(
            at,
            at + 1,
            (date, date),
            DateGranularity::Day,
            Form::Partial,
        );
        Some(point.doubtful(format!("taken as {date}")))
    }
}
