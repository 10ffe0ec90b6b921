//! One date or period at a place of a text.

use std::cell::OnceCell;

use chrono::{Datelike, NaiveDate};

use super::calendar::{self, Ends};
use super::words::{CalendarUnit, Meaning, Words, words};
use super::{DateContext, DateGranularity, Form, Mode};
use crate::hangul::is_particles;
use crate::{Script, Symbol, TokenKind, Tokens};

/// A date or period, before it is joined with others into a range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub first: usize,
    /// The token after the last.
    pub end: usize,
    /// Bytes at the end of the last token that are particles.
    pub tail: usize,
    pub ends: Ends,
    pub grain: DateGranularity,
    pub form: Form,
    pub certain: bool,
    pub doubt: String,
    /// Month and day, where the year was guessed.
    pub guessed: Option<(u32, Option<u32>)>,
}

impl Point {
    pub(super) fn new(
        first: usize,
        end: usize,
        ends: Ends,
        grain: DateGranularity,
        form: Form,
    ) -> Self {
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

    pub(super) fn tail(mut self, tail: usize) -> Self {
        self.tail = tail;
        self
    }

    pub(super) fn doubtful(mut self, doubt: String) -> Self {
        self.certain = false;
        self.doubt = doubt;
        self
    }

    /// The same month and day in another year.
    pub(super) fn in_year(&mut self, year: i32) -> bool {
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
    /// The lists that the word of each token is in: most are in none.
    lists: Vec<&'static [&'static str]>,
    /// The phrase at each token, once it is looked for: many readings of a place do.
    phrases: Vec<OnceCell<Option<Phrase>>>,
}

/// What a phrase means, the token after it, and the bytes of particles behind it.
type Phrase = (Meaning, usize, usize);

impl<'a> Scanner<'a> {
    pub(super) fn new(tokens: &'a Tokens, cx: &'a DateContext) -> Self {
        let words = words();
        let lists = (0..tokens.len()).map(|at| words.lists(tokens.norm(at)));
        Self {
            tokens,
            cx,
            words,
            lists: lists.collect(),
            phrases: vec![OnceCell::new(); tokens.len()],
        }
    }

    /// Whether the token is one of a list's words.
    pub(super) fn is(&self, list: &str, at: usize) -> bool {
        self.lists
            .get(at)
            .is_some_and(|lists| lists.contains(&list))
    }

    /// Whether the token before is one of a list's words.
    pub(super) fn after(&self, list: &str, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.is(list, before))
    }

    pub(super) fn symbol(&self, at: usize, symbol: Symbol) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(symbol))
    }

    pub(super) fn joined(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| !token.spaced)
    }

    pub(super) fn starts_line(&self, at: usize) -> bool {
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
    pub(super) fn bare(&self, at: usize) -> Option<u32> {
        match self.tokens.get(at)?.kind {
            TokenKind::Number(number) if number.decimals == 0 => number.whole(),
            _ => None,
        }
    }

    /// A number written with four digits that can be a year.
    pub(super) fn year(&self, at: usize) -> Option<i32> {
        let written = self.tokens.norm(at);
        let value = self.bare(at).filter(|_| written.len() == 4)?;
        i32::try_from(value)
            .ok()
            .filter(|year| (1900..=2100).contains(year))
    }

    /// A number with that unit.
    pub(super) fn quantity(&self, at: usize, unit: &str) -> Option<u32> {
        let TokenKind::Quantity(quantity) = self.tokens.get(at)?.kind else {
            return None;
        };
        (&*self.tokens.unit(quantity.unit).name == unit && quantity.parts == 1)
            .then(|| quantity.number.whole())
            .flatten()
    }

    /// The date or period that begins at a token, if one does: the longest reading.
    pub(super) fn point(&self, at: usize) -> Option<Point> {
        let readings = [
            self.numeric(at),
            self.korean_calendar(at),
            self.month_name(at),
            self.days_then_month(at),
            self.day_then_month(at),
            self.day_of_month(at),
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

    /// The longest phrase at a token.
    pub(super) fn phrase(&self, at: usize) -> Option<Phrase> {
        *self
            .phrases
            .get(at)?
            .get_or_init(|| self.longest_phrase(at))
    }

    fn longest_phrase(&self, at: usize) -> Option<Phrase> {
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

    pub(super) fn hangul(&self, at: usize) -> bool {
        self.tokens
            .get(at)
            .is_some_and(|token| token.kind == TokenKind::Word(Script::Hangul))
    }

    pub(super) fn phrase_point(&self, at: usize) -> Option<Point> {
        let (meaning, end, tail) = self.phrase(at)?;
        let point = match meaning {
            Meaning::From(stretch, away) => {
                let away =
                    if stretch == CalendarUnit::Weekend && away == 0 && self.weekend_lies_ahead() {
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
                Point::new(
                    at,
                    end,
                    (start, self.cx.today),
                    DateGranularity::Span,
                    Form::Relative,
                )
            }
            Meaning::Season(first) => self.season(at, end, first)?,
            Meaning::Quarter(quarter) => self.of_year(at, end, quarter * 3 - 2, 3)?,
            Meaning::Half(half) => self.of_year(at, end, half * 6 - 5, 6)?,
            Meaning::Holiday(holiday) if self.cx.mode == Mode::Question => {
                self.holiday(at, end, holiday)?
            }
            _ => return None,
        };
        let tail = if point.end == end { tail } else { point.tail };
        Some(point.tail(tail))
    }

    pub(super) fn weekend_lies_ahead(&self) -> bool {
        self.cx.today.weekday().num_days_from_monday() < 5
    }

    /// A season, in the northern hemisphere, by whole months. It wants a word before it, a year or
    /// another season beside it.
    pub(super) fn season(&self, at: usize, end: usize, first: u32) -> Option<Point> {
        let year = self.year_after(end);
        let beside = |between: usize, other: usize| {
            self.is("season_or", between)
                && matches!(self.phrase(other), Some((Meaning::Season(_), ..)))
        };
        let in_context = self.after("season_before", at)
            || self.hangul(at)
            || beside(end, end + 1)
            || at.checked_sub(2).is_some_and(|other| beside(at - 1, other));
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
        let point = Point::new(from, end, ends, DateGranularity::Quarter, Form::Partial);
        Some(point.doubtful(format!("taken as {} to {}", ends.0, ends.1)))
    }

    /// Months of a year that may be named behind or before.
    pub(super) fn of_year(&self, at: usize, end: usize, first: u32, count: i32) -> Option<Point> {
        let grain = DateGranularity::Quarter;
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
    pub(super) fn year_after(&self, at: usize) -> Option<(i32, usize)> {
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
            Some((Meaning::From(CalendarUnit::Year, away), end, _)) => {
                Some((self.cx.today.year() + away, end))
            }
            _ => None,
        }
    }

    /// `작년` or `2019년` right before a token: where it begins, and the year.
    pub(super) fn year_word_before(&self, at: usize) -> Option<(usize, i32)> {
        let before = at.checked_sub(1)?;
        if let Some(year) = self.quantity(before, "year") {
            return Some((before, full_year(year)?));
        }
        match self.phrase(before) {
            Some((Meaning::From(CalendarUnit::Year, away), end, _)) if end == at => {
                Some((before, self.cx.today.year() + away))
            }
            _ => None,
        }
    }
}

pub(super) fn grain(stretch: CalendarUnit) -> DateGranularity {
    match stretch {
        CalendarUnit::Day => DateGranularity::Day,
        CalendarUnit::Week => DateGranularity::Week,
        CalendarUnit::Weekend => DateGranularity::Weekend,
        CalendarUnit::Month => DateGranularity::Month,
        CalendarUnit::Quarter => DateGranularity::Quarter,
        CalendarUnit::Year => DateGranularity::Year,
    }
}

/// `19` is 2019; four digits stay.
pub(super) fn full_year(year: u32) -> Option<i32> {
    let year = i32::try_from(year).ok()?;
    match year {
        0..=99 => Some(2000 + year),
        1900..=2100 => Some(year),
        _ => None,
    }
}
