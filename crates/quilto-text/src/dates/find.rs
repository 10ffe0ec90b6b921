//! Dates and periods of a text, ranges of two ends joined.

use chrono::Datelike;

use super::scan::{Point, Scanner};
use super::{DateContext, DateGranularity, DateMention, Direction, Form, Mode, calendar};
use crate::{Span, Symbol, Tokens};
use quilto_model::DateRange;

/// The dates and periods of a text, in order; none overlaps another.
///
/// A month or day without a year is the latest that is not ahead of today. Weeks run from Monday to
/// Sunday. In a question a period that holds today ends today. Words that only look like dates
/// (`last set`, `may`, `second`) are passed over.
pub fn find(tokens: &Tokens, cx: &DateContext) -> Vec<DateMention> {
    let scanner = Scanner::new(tokens, cx);
    let mut found: Vec<DateMention> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match scanner.mention(at) {
            Some((point, open)) => {
                let end = point.end.max(at + 1);
                let first = point
                    .first
                    .max(found.last().map_or(0, |last| last.tokens.end));
                found.push(finished(&scanner, Point { first, ..point }, open));
                at = end;
            }
            None => at += 1,
        }
    }
    found
}

/// Which ends of a span are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct OpenEnds {
    start: bool,
    end: bool,
}

/// So many words behind "since" its day may stand.
const AS_FAR: usize = 6;

/// How a point bounds a span.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Since,
    After,
    Until,
    Before,
}

impl Scanner<'_> {
    /// The mention that begins at a token: a point, or two joined.
    fn mention(&self, at: usize) -> Option<(Point, OpenEnds)> {
        let none = OpenEnds::default();
        if self.is("between", at) || self.is("from", at) {
            if let Some(range) = self.point(at + 1).and_then(|first| self.range(first, true)) {
                return Some((Point { first: at, ..range }, none));
            }
            if self.is("from", at) && self.cx.mode == Mode::Question {
                return self.up_to_now(at);
            }
        }
        let signs = [
            ("since", Bound::Since),
            ("after", Bound::After),
            ("until", Bound::Until),
            ("before", Bound::Before),
        ];
        for (list, bound) in signs {
            let named = at + 1 + usize::from(self.is("the", at + 1));
            if self.is(list, at)
                && let Some(point) = self.point(at + 1).or_else(|| self.point(named))
            {
                return Some(self.bounded(Point { first: at, ..point }, bound));
            }
        }
        if self.is("since", at) && self.cx.mode == Mode::Question {
            return self.since_what(at);
        }
        let point = self.point(at)?;
        if let Some(range) = self.range(point.clone(), false) {
            return Some((range, none));
        }
        Some(self.with_suffix(point))
    }

    /// `since I came back in May`: since what was then, the first word of which stands there.
    fn since_what(&self, at: usize) -> Option<(Point, OpenEnds)> {
        let within = (at + 1..self.tokens.len()).take(AS_FAR);
        let mut words = within.take_while(|place| self.tokens[*place].is_word());
        let point = words.find_map(|place| self.point(place))?;
        Some(self.bounded(Point { first: at, ..point }, Bound::Since))
    }

    /// `from … up to now` or `from … on`, whose first word stands there.
    fn up_to_now(&self, at: usize) -> Option<(Point, OpenEnds)> {
        let mut point = self.point(at + 1)?;
        if self.is("from_after", point.end) {
            (point.first, point.end) = (at, point.end + 1);
            return Some(self.bounded(point, Bound::Since));
        }
        let to = point.end + usize::from(self.is("up", point.end));
        if !self.is("to", to) || !self.is("now", to + 1) {
            return None;
        }
        (point.first, point.end) = (at, to + 2);
        Some(self.bounded(point, Bound::Since))
    }

    /// `…부터`, `…까지`, `… 이후로` behind a point.
    fn with_suffix(&self, point: Point) -> (Point, OpenEnds) {
        let (word, end) = self.suffix(&point);
        let relative = point.form == Form::Relative;
        let bound = if self.words.is("since_after", &word) {
            Bound::Since
        } else if self.words.is("until_after", &word) {
            Bound::Until
        } else if self.words.is("before_after", &word) && !relative {
            Bound::Before
        } else {
            return (point, OpenEnds::default());
        };
        let tail = 0;
        self.bounded(Point { end, tail, ..point }, bound)
    }

    /// The span that a point bounds.
    fn bounded(&self, point: Point, bound: Bound) -> (Point, OpenEnds) {
        let (start, end) = point.ends;
        let up_to_now = |start| (start, self.cx.today.max(start));
        let ends = match bound {
            Bound::Since => up_to_now(start),
            Bound::After => up_to_now(calendar::shift(end, 1)),
            Bound::Until => (DateRange::BEGINNING, end),
            Bound::Before => (DateRange::BEGINNING, calendar::shift(start, -1)),
        };
        let open = OpenEnds {
            start: matches!(bound, Bound::Until | Bound::Before),
            end: matches!(bound, Bound::Since | Bound::After),
        };
        let grain = DateGranularity::Span;
        (
            Point {
                ends,
                grain,
                ..point
            },
            open,
        )
    }

    /// The particle at the end of a point or the word behind it, and the token after that.
    fn suffix(&self, point: &Point) -> (String, usize) {
        let last = self.tokens.norm(point.end.saturating_sub(1));
        if point.tail > 0 {
            let cut = last.len().saturating_sub(point.tail);
            return (last.get(cut..).unwrap_or("").to_owned(), point.end);
        }
        (self.tokens.norm(point.end).to_owned(), point.end + 1)
    }

    /// Two points that bound a span, the first given.
    fn range(&self, first: Point, between: bool) -> Option<Point> {
        let (suffix, after) = self.suffix(&first);
        let korean = self.words.is("range_after", &suffix);
        let word = self.tokens.norm(first.end);
        let sign = self.symbol(first.end, Symbol::Tilde) || self.symbol(first.end, Symbol::Dash);
        let joins = sign || self.words.is("to", word) || (between && self.words.is("and", word));
        let next = if joins {
            first.end + 1
        } else if korean {
            after
        } else {
            return None;
        };
        let mut second = match self.point(next) {
            Some(point) => point,
            // Nov 3-9, March 1 to 15, 3월 1일~15일
            None => self.bare_day(&first, next)?,
        };
        if korean && !joins {
            // Without 까지 two points are only named beside each other.
            let (closing, end) = self.suffix(&second);
            let closes = self.words.is("until_after", &closing);
            if !closes {
                return None;
            }
            second.end = end.max(second.end);
            second.tail = 0;
        } else if sign && !self.words.is("until_after", &self.suffix(&second).0) {
            // A dash between unlike things separates (2026-01-09 - monday).
            if first.grain != second.grain && first.guessed.is_none() && second.guessed.is_none() {
                return None;
            }
        } else if sign {
            let (_, end) = self.suffix(&second);
            second.end = end.max(second.end);
            second.tail = 0;
        }
        self.agree(first, second)
    }

    /// A day number that takes its month from the first end.
    fn bare_day(&self, first: &Point, at: usize) -> Option<Point> {
        if first.grain != DateGranularity::Day || first.form == Form::Weekday {
            return None;
        }
        let token = self.tokens.get(at)?;
        let day = match token.kind {
            crate::TokenKind::Ordinal(place) => place,
            _ => token.number()?.whole()?,
        };
        let unit = self.tokens.dimension(at).is_some()
            && !self
                .tokens
                .value_in(at, "day")
                .is_some_and(|value| value == f64::from(day));
        if unit || day <= first.ends.0.day() {
            return None;
        }
        let date = first.ends.0.with_day(day)?;
        Some(Point {
            first: at,
            end: at + 1,
            tail: 0,
            ends: (date, date),
            ..first.clone()
        })
    }

    /// Makes the years of two ends fit each other.
    fn agree(&self, mut first: Point, mut second: Point) -> Option<Point> {
        if first.guessed.is_some() && second.guessed.is_none() && second.form == Form::Calendar {
            let year = second.ends.0.year();
            if !first.in_year(year) || first.ends.0 > second.ends.1 {
                first.in_year(year - 1);
            }
        } else if second.guessed.is_some()
            && first.guessed.is_none()
            && first.form == Form::Calendar
        {
            let year = first.ends.0.year();
            if !second.in_year(year) || second.ends.1 < first.ends.0 {
                second.in_year(year + 1);
            }
        } else if first.guessed.is_some() && first.ends.0 > second.ends.1 {
            first.in_year(second.ends.0.year() - 1);
            if let Some((month, _)) = first.guessed
                && month <= second.ends.0.month()
            {
                first.in_year(second.ends.0.year());
            }
        }
        if first.form == Form::Weekday && first.ends.0 > second.ends.1 {
            first.ends.0 = calendar::shift(first.ends.0, -7);
        }
        if first.ends.0 > second.ends.1 {
            return None;
        }
        Some(Point {
            first: first.first,
            end: second.end,
            tail: second.tail,
            ends: (first.ends.0, second.ends.1),
            grain: DateGranularity::Span,
            form: first.form,
            certain: first.certain && second.certain,
            doubt: if first.certain {
                second.doubt
            } else {
                first.doubt
            },
            guessed: None,
        })
    }
}

fn finished(scanner: &Scanner<'_>, point: Point, open: OpenEnds) -> DateMention {
    let tokens = scanner.tokens;
    let range = point.first..point.end.min(tokens.len());
    let mut span = tokens.span_of(range.clone());
    let last = tokens.norm(range.end.saturating_sub(1));
    let tail = last
        .len()
        .checked_sub(point.tail)
        .and_then(|cut| last.get(cut..));
    if let Some(tail) = tail
        && tokens.slice(span).ends_with(tail)
    {
        span = Span {
            start: span.start,
            end: span.end - tail.len(),
        };
    }
    let (start, mut end) = point.ends;
    let today = scanner.cx.today;
    let holds_today = start <= today && today < end;
    if scanner.cx.mode == Mode::Question && holds_today && !open.start {
        end = today;
    }
    let words = tokens
        .slice(span)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    DateMention {
        span,
        tokens: range,
        range: DateRange::new(start, end).named(words),
        grain: point.grain,
        form: point.form,
        direction: if start > today {
            Direction::Future
        } else {
            Direction::Past
        },
        certain: point.certain,
        doubt: point.doubt,
    }
}
