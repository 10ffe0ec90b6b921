//! One date or period at a place of a text.

use chrono::{Datelike, NaiveDate};

use super::calendar::{self, Ends};
use super::words::{Meaning, Part, Stretch, Words, words};
use super::{DateContext, Form, Grain, Mode};
use crate::text::hangul::is_particles;
use crate::text::{Script, Symbol, Token, TokenKind, Tokens};

/// A date or period, before it is joined with others into a range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub first: usize,
    /// The token after the last.
    pub end: usize,
    /// Bytes at the end of the last token that are particles.
    pub tail: usize,
    pub ends: Ends,
    pub grain: Grain,
    pub form: Form,
    pub certain: bool,
    pub doubt: String,
    /// Month and day, where the year was guessed.
    pub guessed: Option<(u32, Option<u32>)>,
}

impl Point {
    fn new(first: usize, end: usize, ends: Ends, grain: Grain, form: Form) -> Self {
        Self {
            first,
            end,
            tail: 0,
            ends,
            grain,
            form,
            certain: true,
            doubt: String::new(),
            guessed: None,
        }
    }

    fn tail(mut self, tail: usize) -> Self {
        self.tail = tail;
        self
    }

    fn doubtful(mut self, doubt: String) -> Self {
        self.certain = false;
        self.doubt = doubt;
        self
    }

    /// The same month and day in another year.
    pub fn in_year(&mut self, year: i32) -> bool {
        let ends = match self.guessed {
            Some((month, None)) => calendar::month(year, month),
            Some((month, Some(day))) => {
                NaiveDate::from_ymd_opt(year, month, day).map(|day| (day, day))
            }
            None => None,
        };
        if let Some(ends) = ends {
            self.ends = ends;
        }
        ends.is_some()
    }
}

/// Looks for dates at places of a text.
pub(super) struct Scanner<'a> {
    pub tokens: &'a Tokens,
    pub cx: &'a DateContext,
    pub words: &'static Words,
}

impl<'a> Scanner<'a> {
    pub fn new(tokens: &'a Tokens, cx: &'a DateContext) -> Self {
        Self {
            tokens,
            cx,
            words: words(),
        }
    }

    /// Whether the token is one of a list's words.
    pub fn is(&self, list: &str, at: usize) -> bool {
        self.words.is(list, self.tokens.norm(at))
    }

    /// Whether the token before is one of a list's words.
    fn after(&self, list: &str, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.is(list, before))
    }

    pub fn symbol(&self, at: usize, symbol: Symbol) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(symbol))
    }

    fn joined(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| !token.spaced)
    }

    pub fn starts_line(&self, at: usize) -> bool {
        at.checked_sub(1).is_none_or(|before| {
            let token = self.tokens[before];
            let bullet = matches!(
                token.kind,
                TokenKind::Symbol(
                    Symbol::Dash | Symbol::Star | Symbol::Bullet | Symbol::Hash | Symbol::Open
                )
            );
            token.kind == TokenKind::Newline || (bullet && self.starts_line(before))
        })
    }

    /// A whole number without a unit.
    fn bare(&self, at: usize) -> Option<u32> {
        match self.tokens.get(at)?.kind {
            TokenKind::Number(number) if number.decimals == 0 => number.whole(),
            _ => None,
        }
    }

    /// A number written with four digits that can be a year.
    fn year(&self, at: usize) -> Option<i32> {
        let written = self.tokens.norm(at);
        let value = self.bare(at).filter(|_| written.len() == 4)?;
        i32::try_from(value)
            .ok()
            .filter(|year| (1900..=2100).contains(year))
    }

    /// A number with that unit.
    fn quantity(&self, at: usize, unit: &str) -> Option<u32> {
        let TokenKind::Quantity(quantity) = self.tokens.get(at)?.kind else {
            return None;
        };
        (&*self.tokens.unit(quantity.unit).name == unit && quantity.parts == 1)
            .then(|| quantity.number.whole())
            .flatten()
    }

    /// The date or period that begins at a token, if one does: the longest reading.
    pub fn point(&self, at: usize) -> Option<Point> {
        let readings = [
            self.numeric(at),
            self.korean_calendar(at),
            self.month_name(at),
            self.day_then_month(at),
            self.part_of(at),
            self.week_of(at),
            self.nth_of_year(at),
            self.counted(at),
            self.ago(at),
            self.weekday(at),
            self.phrase_point(at),
            self.slash_date(at),
            self.bare_year(at),
        ];
        // Of equally long readings the first counts.
        readings
            .into_iter()
            .flatten()
            .rev()
            .max_by_key(|point| (point.end, std::cmp::Reverse(point.tail)))
    }

    // ----- phrases

    /// The longest phrase at a token, the token after it, and the bytes of particles behind it.
    pub fn phrase(&self, at: usize) -> Option<(Meaning, usize, usize)> {
        let mut key = String::new();
        let mut best = None;
        for end in at..(at + 5).min(self.tokens.len()) {
            if !self.tokens[end].is_word()
                || (end > at && !self.tokens[end].spaced && self.hangul(end))
            {
                break;
            }
            let norm = self.tokens.norm(end);
            let before = key.len();
            key.push_str(
                norm.strip_suffix("'s")
                    .or(norm.strip_suffix("’s"))
                    .unwrap_or(norm),
            );
            if before > self.words.longest {
                break;
            }
            if let Some(meaning) = self.words.phrases.get(&key) {
                best = Some((*meaning, end + 1, 0));
                continue;
            }
            if self.hangul(end) {
                // A particle behind the phrase.
                let cut = key
                    .char_indices()
                    .rev()
                    .map(|(cut, _)| cut)
                    .take_while(|cut| *cut > before)
                    .filter(|cut| is_particles(&key[*cut..]))
                    .filter_map(|cut| Some((cut, *self.words.phrases.get(&key[..cut])?)))
                    .max_by_key(|(cut, _)| *cut);
                if let Some((cut, meaning)) = cut {
                    best = Some((meaning, end + 1, key.len() - cut));
                }
            }
        }
        best
    }

    fn hangul(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Word(Script::Hangul))
    }

    fn phrase_point(&self, at: usize) -> Option<Point> {
        let (meaning, end, tail) = self.phrase(at)?;
        let point = match meaning {
            Meaning::From(stretch, away) => {
                let away = if stretch == Stretch::Weekend && away == 0 && self.weekend_lies_ahead()
                {
                    -1
                } else {
                    away
                };
                let ends = calendar::stretch(self.cx.today, stretch, away)?;
                Point::new(at, end, ends, grain(stretch), Form::Relative)
            }
            Meaning::Rolling(0) => return None,
            Meaning::Rolling(days) => {
                let start = calendar::shift(self.cx.today, 1 - days);
                Point::new(at, end, (start, self.cx.today), Grain::Span, Form::Relative)
            }
            Meaning::Season(first) => self.season(at, end, first)?,
            Meaning::Quarter(quarter) => self.of_year(at, end, quarter * 3 - 2, 3)?,
            Meaning::Half(half) => self.of_year(at, end, half * 6 - 5, 6)?,
            _ => return None,
        };
        let tail = if point.end == end { tail } else { point.tail };
        Some(point.tail(tail))
    }

    fn weekend_lies_ahead(&self) -> bool {
        self.cx.today.weekday().num_days_from_monday() < 5
    }

    /// A season, in the northern hemisphere, by whole months. It wants a word before it or a year.
    fn season(&self, at: usize, end: usize, first: u32) -> Option<Point> {
        let year = self.year_after(end);
        let in_context = self.after("season_before", at) || self.hangul(at);
        if year.is_none() && !in_context {
            return None;
        }
        let before = self.year_word_before(at);
        let (from, year, end) = match (year, before) {
            (Some((year, end)), _) => (at, Some(year), end),
            (None, Some((from, year))) => (from, Some(year), end),
            _ => (at, None, end),
        };
        let year = year.unwrap_or_else(|| {
            let this = self.cx.today.year();
            match calendar::months(this, first, 3) {
                Some((start, _)) if start <= self.cx.today => this,
                _ => this - 1,
            }
        });
        let ends = calendar::months(year, first, 3)?;
        let point = Point::new(from, end, ends, Grain::Quarter, Form::Partial);
        Some(point.doubtful(format!("taken as {} to {}", ends.0, ends.1)))
    }

    /// Months of a year that may be named behind or before.
    fn of_year(&self, at: usize, end: usize, first: u32, count: i32) -> Option<Point> {
        let grain = Grain::Quarter;
        if let Some((year, end)) = self.year_after(end) {
            let ends = calendar::months(year, first, count)?;
            return Some(Point::new(at, end, ends, grain, Form::Calendar));
        }
        if let Some((from, year)) = self.year_word_before(at) {
            let ends = calendar::months(year, first, count)?;
            return Some(Point::new(from, end, ends, grain, Form::Calendar));
        }
        let this = calendar::months(self.cx.today.year(), first, count)?;
        let ends = if this.0 <= self.cx.today {
            this
        } else {
            calendar::months(self.cx.today.year() - 1, first, count)?
        };
        Some(Point::new(at, end, ends, grain, Form::Partial))
    }

    /// `2019`, `, 2019`, `of 2019`, `of last year` behind a token: the year and the token after it.
    fn year_after(&self, at: usize) -> Option<(i32, usize)> {
        let mut next = at;
        if self.symbol(next, Symbol::Comma) || self.is("of", next) {
            next += 1;
        }
        if let Some(year) = self.year(next) {
            // 2019x5 is no year.
            return (!self.symbol(next + 1, Symbol::Times)).then_some((year, next + 1));
        }
        if let Some(year) = self.quantity(next, "year") {
            return Some((i32::try_from(year).ok()?, next + 1));
        }
        match self.phrase(next) {
            Some((Meaning::From(Stretch::Year, away), end, _)) => {
                Some((self.cx.today.year() + away, end))
            }
            _ => None,
        }
    }

    /// `작년` or `2019년` right before a token: where it begins, and the year.
    fn year_word_before(&self, at: usize) -> Option<(usize, i32)> {
        let before = at.checked_sub(1)?;
        if let Some(year) = self.quantity(before, "year") {
            return Some((before, full_year(year)?));
        }
        match self.phrase(before) {
            Some((Meaning::From(Stretch::Year, away), end, _)) if end == at => {
                Some((before, self.cx.today.year() + away))
            }
            _ => None,
        }
    }

    // ----- digits

    /// Full dates, `2026-01`, and `2026. 1. 31.`
    fn numeric(&self, at: usize) -> Option<Point> {
        if let TokenKind::Date(date) = self.tokens.get(at)?.kind {
            let point = Point::new(at, at + 1, (date, date), Grain::Day, Form::Calendar);
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
                Grain::Day,
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
            return Some(Point::new(at, at + 3, ends, Grain::Month, Form::Calendar));
        }
        None
    }

    /// `11/20`, `11/20/25`. In a note only where a date is written: at the beginning of a line or
    /// after a word such as `on`.
    fn slash_date(&self, at: usize) -> Option<Point> {
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
        if goes_on || !(expected || headed || self.cx.mode == Mode::Question) {
            return None;
        }
        let (month, day, swapped) = match (a, b) {
            (1..=12, 1..=31) => (a, b, false),
            (13..=31, 1..=12) => (b, a, true),
            _ => return None,
        };
        let this = self.cx.today.year();
        let point = if let Some(short) = third {
            let year = full_year(short)?;
            // A pyramid of counts (`12/10/10`) lies far back.
            if self.tokens.norm(at + 4).len() != 2 || !(this - 10..=this + 1).contains(&year) {
                return None;
            }
            let date = NaiveDate::from_ymd_opt(year, month, day)?;
            Point::new(at, end, (date, date), Grain::Day, Form::Calendar)
        } else {
            let mut point = Point::new(
                at,
                end,
                (self.cx.today, self.cx.today),
                Grain::Day,
                Form::Partial,
            );
            point.guessed = Some((month, Some(day)));
            self.guess_year(&mut point)?;
            point
        };
        let open = !swapped && b <= 12 && a != b;
        Some(if open {
            let doubt = format!("{a}/{b} read as month first: {}", point.ends.0);
            point.doubtful(doubt)
        } else {
            point
        })
    }

    fn bare_year(&self, at: usize) -> Option<Point> {
        if let Some(year) = self.quantity(at, "year") {
            // 2019년
            let year = i32::try_from(year)
                .ok()
                .filter(|year| (1900..=2100).contains(year))?;
            let ends = calendar::year(year)?;
            return Some(Point::new(at, at + 1, ends, Grain::Year, Form::Calendar));
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
        Some(Point::new(at, at + 1, ends, Grain::Year, Form::Calendar))
    }

    // ----- months and days

    /// Gives a month (and day) without a year the latest one that is not ahead.
    fn guess_year(&self, point: &mut Point) -> Option<()> {
        let this = self.cx.today.year();
        // Eight years back to reach a leap day.
        (0..=8).find_map(|back| {
            let fits = point.in_year(this - back) && point.ends.0 <= self.cx.today;
            fits.then_some(())
        })
    }

    fn partial(&self, at: usize, end: usize, month: u32, day: Option<u32>) -> Option<Point> {
        let grain = if day.is_some() {
            Grain::Day
        } else {
            Grain::Month
        };
        let now = (self.cx.today, self.cx.today);
        let mut point = Point::new(at, end, now, grain, Form::Partial);
        point.guessed = Some((month, day));
        self.guess_year(&mut point)?;
        Some(point)
    }

    fn dated(
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
                Point::new(at, end, (date, date), Grain::Day, Form::Calendar)
            }
            None => {
                let ends = calendar::month(year, month)?;
                Point::new(at, end, ends, Grain::Month, Form::Calendar)
            }
        })
    }

    /// A day of the month: `3`, `3rd`; no count of anything.
    fn day(&self, at: usize) -> Option<u32> {
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
    fn month_name(&self, at: usize) -> Option<Point> {
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
        let known = !short || self.after("month_before", at) || self.beside_month(at, end);
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
    fn beside_month(&self, at: usize, end: usize) -> bool {
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

    /// `3 Nov 2025`, `3rd of November`.
    fn day_then_month(&self, at: usize) -> Option<Point> {
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

    /// `2019년 3월 15일`, `작년 3월`, `3월 초`, `3월 첫째 주`, `15일에`.
    fn korean_calendar(&self, at: usize) -> Option<Point> {
        let mut next = at;
        let mut year = self.quantity(next, "year").and_then(full_year);
        if year.is_some() {
            next += 1;
        } else if let Some((Meaning::From(Stretch::Year, away), end, 0)) = self.phrase(next) {
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
            point.grain = Grain::Week;
            point.guessed = None;
            point.end = part_end;
            return Some(point.tail(tail));
        }
        if rest.is_empty()
            && let Some((week, end, tail)) = self.korean_week(month_end)
            && let Some(ends) = calendar::week_of(point.ends, week)
        {
            point.ends = ends;
            point.grain = Grain::Week;
            point.guessed = None;
            point.end = end;
            return Some(point.tail(tail));
        }
        is_particles(rest).then(|| point.tail(rest.len()))
    }

    /// A number and 월: the month, and what stands behind 월 in the same word.
    fn korean_month(&self, at: usize) -> Option<(u32, &'a str)> {
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
    fn part_after(&self, word: &str) -> Option<(Part, usize)> {
        (1..=word.len())
            .rev()
            .filter(|cut| word.is_char_boundary(*cut))
            .find_map(|cut| {
                let part = self.words.parts_after.get(&word[..cut])?;
                is_particles(&word[cut..]).then_some((*part, word.len() - cut))
            })
    }

    /// `첫째 주`, `마지막 주에`: the week of the month.
    fn korean_week(&self, at: usize) -> Option<(u32, usize, usize)> {
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
    fn lone_day(&self, at: usize) -> Option<Point> {
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
        let point = Point::new(at, at + 1, (date, date), Grain::Day, Form::Partial);
        Some(point.doubtful(format!("taken as {date}")))
    }

    // ----- parts of a period

    /// `early March`, `the end of last month`.
    fn part_of(&self, at: usize) -> Option<Point> {
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
        if inner.grain < Grain::Month || inner.grain == Grain::Span {
            return None;
        }
        inner.ends = calendar::part(inner.ends, part);
        inner.first = at;
        inner.grain = if inner.grain == Grain::Month {
            Grain::Week
        } else {
            Grain::Quarter
        };
        inner.guessed = None;
        Some(inner)
    }

    /// A month, quarter or year, in the middle of a longer phrase.
    fn inner(&self, at: usize) -> Option<Point> {
        let year = || {
            let year = self.year(at)?;
            let ends = calendar::year(year)?;
            Some(Point::new(at, at + 1, ends, Grain::Year, Form::Calendar))
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
    fn week_of(&self, at: usize) -> Option<Point> {
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
                .filter(|point| point.grain == Grain::Day)?,
        };
        inner.ends = match number {
            Some(number) if inner.grain == Grain::Month => calendar::week_of(inner.ends, number)?,
            None => {
                let first = calendar::monday(inner.ends.0);
                (first, calendar::shift(first, 6))
            }
            _ => return None,
        };
        inner.first = at;
        inner.grain = Grain::Week;
        inner.guessed = None;
        Some(inner)
    }

    /// `first quarter of 2019`, `second half of last year`, `2019년 1분기`.
    fn nth_of_year(&self, at: usize) -> Option<Point> {
        if let TokenKind::Ordinal(place) = self.tokens.get(at)?.kind {
            let (first, count) = if self.is("quarter_words", at + 1) && place <= 4 {
                (place * 3 - 2, 3)
            } else if self.is("half_words", at + 1) && place <= 2 {
                let (year, _) = self.year_after(at + 2)?;
                let _ = year;
                (place * 6 - 5, 6)
            } else {
                return None;
            };
            return self.of_year(at, at + 2, first, count);
        }
        let mut next = at;
        let mut year = None;
        if let Some(named) = self.quantity(at, "year").and_then(full_year) {
            year = Some(named);
            next = at + 1;
        } else if let Some((Meaning::From(Stretch::Year, away), end, 0)) = self.phrase(at) {
            year = Some(self.cx.today.year() + away);
            next = end;
        }
        if let Some(year) = year
            && let Some((Meaning::Half(half), end, tail)) = self.phrase(next)
        {
            let ends = calendar::months(year, half * 6 - 5, 6)?;
            return Some(Point::new(at, end, ends, Grain::Quarter, Form::Calendar).tail(tail));
        }
        if let Some(year) = year
            && let Some((Meaning::Season(first), end, tail)) = self.phrase(next)
        {
            let ends = calendar::months(year, first, 3)?;
            let point = Point::new(at, end, ends, Grain::Quarter, Form::Calendar).tail(tail);
            return Some(point.doubtful(format!("taken as {} to {}", ends.0, ends.1)));
        }
        let quarter = self
            .bare(next)
            .filter(|quarter| (1..=4).contains(quarter))?;
        let word = self.tokens.norm(next + 1);
        let list = self.words.sets.get("quarter_words")?;
        let stem = list.iter().find(|stem| {
            self.hangul(next + 1) && word.strip_prefix(stem.as_str()).is_some_and(is_particles)
        })?;
        let point = match year {
            Some(year) => {
                let ends = calendar::months(year, quarter * 3 - 2, 3)?;
                Point::new(at, next + 2, ends, Grain::Quarter, Form::Calendar)
            }
            None => self.of_year(at, next + 2, quarter * 3 - 2, 3)?,
        };
        Some(point.tail(word.len() - stem.len()))
    }

    // ----- counting back

    /// A number of days, weeks, months or years: how many, of what, and the token after.
    fn count(&self, at: usize) -> Option<(i32, Stretch, usize)> {
        if let TokenKind::Quantity(quantity) = self.tokens.get(at)?.kind {
            let stretch = match &*self.tokens.unit(quantity.unit).name {
                "day" => Stretch::Day,
                "week" => Stretch::Week,
                "month" => Stretch::Month,
                "year" => Stretch::Year,
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
            return Some((i32::try_from(*days).ok()?, Stretch::Day, at + 1));
        }
        None
    }

    /// `3 days ago`, `a week ago`, `사흘 전에`.
    fn ago(&self, at: usize) -> Option<Point> {
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
                (days, Stretch::Day, at + 1, rest.len() - stem.len())
            }
        };
        let today = self.cx.today;
        let day = match stretch {
            Stretch::Day => calendar::shift(today, -i64::from(count)),
            Stretch::Week => calendar::shift(today, -7 * i64::from(count)),
            Stretch::Month => calendar::shift_months(today, -count),
            _ => calendar::shift_months(today, -count.checked_mul(12)?),
        };
        let whole = self.cx.mode == Mode::Question && stretch != Stretch::Day;
        let ends = if whole {
            calendar::stretch(day, stretch, 0)?
        } else {
            (day, day)
        };
        let grain = if whole { grain(stretch) } else { Grain::Day };
        let point = Point::new(at, next, ends, grain, Form::Relative).tail(tail);
        Some(if stretch == Stretch::Day || whole {
            point
        } else {
            point.doubtful(format!("taken as {day}"))
        })
    }

    /// `last 30 days`, `past year`, `최근 3개월간`.
    fn counted(&self, at: usize) -> Option<Point> {
        if !self.is("rolling_before", at) {
            return None;
        }
        let (count, stretch, next) = self.count(at + 1)?;
        let today = self.cx.today;
        let start = match stretch {
            Stretch::Day => calendar::shift(today, 1 - i64::from(count)),
            Stretch::Week => calendar::shift(today, 1 - 7 * i64::from(count)),
            Stretch::Month => calendar::shift(calendar::shift_months(today, -count), 1),
            _ => calendar::shift(calendar::shift_months(today, -count.checked_mul(12)?), 1),
        };
        Some(Point::new(
            at,
            next,
            (start, today),
            Grain::Span,
            Form::Relative,
        ))
    }

    // ----- days of the week

    fn weekday(&self, at: usize) -> Option<Point> {
        // last monday, 지난주 화요일, this friday
        let (mut from, mut away, mut next) = (at, None, at);
        if let Some((Meaning::From(Stretch::Week, weeks), end, 0)) = self.phrase(at) {
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
        // A weekday beside a full date says the same: Monday, March 3.
        let behind = if self.symbol(end, Symbol::Comma) {
            end + 1
        } else {
            end
        };
        if next == at
            && tail == 0
            && let Some(dated) = [
                self.numeric(behind),
                self.month_name(behind),
                self.day_then_month(behind),
                self.slash_date(behind),
            ]
            .into_iter()
            .flatten()
            .find(|point| point.grain == Grain::Day)
        {
            let mut dated = dated;
            dated.first = at;
            return Some(dated);
        }
        let mut end = end;
        let mut tail = tail;
        // monday last week
        if away.is_none()
            && next == at
            && let Some((Meaning::From(Stretch::Week, weeks), until, more)) = self.phrase(end)
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
        Some(Point::new(from, end, (day, day), Grain::Day, Form::Weekday).tail(tail))
    }
}

fn grain(stretch: Stretch) -> Grain {
    match stretch {
        Stretch::Day => Grain::Day,
        Stretch::Week => Grain::Week,
        Stretch::Weekend => Grain::Weekend,
        Stretch::Month => Grain::Month,
        Stretch::Quarter => Grain::Quarter,
        Stretch::Year => Grain::Year,
    }
}

/// `19` is 2019; four digits stay.
fn full_year(year: u32) -> Option<i32> {
    let year = i32::try_from(year).ok()?;
    match year {
        0..=99 => Some(2000 + year),
        1900..=2100 => Some(year),
        _ => None,
    }
}
