//! Dates as people head their notes with them, by the reader of dates that notes are read with; and
//! moments as apps write them.

use super::{YEARS, leading_date};
use chrono::{Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
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

/// The local time as an app writes it: year first, or a day with the name of its month
/// (`28 Mar 2024, 17:29`, `Mar 28, 2024, 5:29 PM`). An offset behind it is left aside, so that no
/// day ever shifts. A day without a clock is noon.
pub fn moment(text: &str) -> Option<NaiveDateTime> {
    moment_in(text, None).ok()
}

/// The same in a file whose days in digits are written in an order: programs for tables save them as
/// the country of their person does. Else what is wrong with it.
pub fn moment_in(text: &str, order: Option<DayOrder>) -> Result<NaiveDateTime, String> {
    let text = text.trim();
    let (date, rest) = match (leading_date(text), in_digits(text)) {
        (Some((date, end)), _) => (Some(date), &text[end..]),
        (None, Some(digits)) => match digits.order.or(order) {
            Some(order) => (digits.date(order), digits.rest),
            // a year of two digits may as well stand first
            None if digits.short_year => (None, ""),
            None => return Err(format!("{text:?} may be two days; {YEAR_FIRST}")),
        },
        (None, None) => named_month(text).map_or((None, ""), |(date, rest)| (Some(date), rest)),
    };
    date.and_then(|date| at_clock(date, rest))
        .ok_or_else(|| format!("{text:?} is not a date"))
}

const YEAR_FIRST: &str = "save its dates with the year first, as 2026-10-05";

/// The moment of a day that the clock behind it shows.
pub fn at_clock(date: NaiveDate, rest: &str) -> Option<NaiveDateTime> {
    let lower = rest.to_lowercase();
    let noon = NaiveTime::MIN + TimeDelta::hours(12);
    let Some(start) = lower.find(|c: char| c.is_ascii_digit()) else {
        return lower.trim().is_empty().then(|| date.and_time(noon));
    };
    let clock = &lower[start..];
    let end = clock
        .find(|c: char| !(c.is_ascii_digit() || c == ':'))
        .unwrap_or(clock.len());
    let mut parts = clock[..end].split(':').map(|part| part.parse::<u32>().ok());
    let hour = parts.next()??;
    let minute = parts.next()??;
    let second = parts.next().unwrap_or(Some(0))?;
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let hour = match hour {
        12 if says(&["am", "a.m", "오전"]) => 0,
        1..=11 if says(&["pm", "p.m", "오후"]) => hour + 12,
        hour => hour,
    };
    Some(date.and_time(NaiveTime::from_hms_opt(hour, minute, second)?))
}

/// Which of the first two numbers of a day in digits is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DayOrder {
    /// The first one.
    DayFirst,
    /// The second one.
    MonthFirst,
}

/// What the days of a file show of the order of their numbers: only one of two can be above 12.
#[derive(Debug, Default)]
pub struct OrderOfDays {
    /// Whether a year of two digits is known to stand last.
    short_years: bool,
    day_first: bool,
    month_first: bool,
}

impl OrderOfDays {
    /// Of a file in which years of two digits stand last, or may not.
    pub fn of(short_years: bool) -> Self {
        Self {
            short_years,
            ..Self::default()
        }
    }

    /// Looks at one of them.
    pub fn sees(&mut self, text: &str) {
        if let Some(digits) = in_digits(text.trim())
            && digits.order.is_none()
            && (self.short_years || !digits.short_year)
        {
            self.day_first |= digits.first > 12;
            self.month_first |= digits.second > 12;
        }
    }

    /// The order, where they show one.
    pub fn seen(&self) -> Option<DayOrder> {
        match (self.day_first, self.month_first) {
            (true, false) => Some(DayOrder::DayFirst),
            (false, true) => Some(DayOrder::MonthFirst),
            _ => None,
        }
    }
}

/// Whether a text begins with a day in digits that may be two.
pub fn may_be_two(text: &str) -> bool {
    in_digits(text.trim()).is_some_and(|digits| digits.order.is_none() && !digits.short_year)
}

/// A day in digits with the year last, at the start of a text.
struct InDigits<'a> {
    first: u32,
    second: u32,
    year: i32,
    /// Whether the year has two digits.
    short_year: bool,
    /// Where the way it is written shows it: dots stand behind a day.
    order: Option<DayOrder>,
    /// What follows it.
    rest: &'a str,
}

impl InDigits<'_> {
    fn date(&self, order: DayOrder) -> Option<NaiveDate> {
        let (day, month) = match order {
            DayOrder::DayFirst => (self.first, self.second),
            DayOrder::MonthFirst => (self.second, self.first),
        };
        NaiveDate::from_ymd_opt(self.year, month, day)
    }
}

fn in_digits(text: &str) -> Option<InDigits<'_>> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || matches!(c, '/' | '.' | '-')))
        .unwrap_or(text.len());
    let (day, rest) = text.split_at(end);
    let sign = day.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = day.split(sign).collect();
    let [first, second, year] = parts[..] else {
        return None;
    };
    let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.len() <= 2);
    let short_year = year.len() == 2;
    let year = year
        .parse()
        .ok()
        .filter(|_| short_year || year.len() == 4)?;
    let year = if short_year { 2000 + year } else { year };
    YEARS.contains(&year).then_some(())?;
    Some(InDigits {
        first: number(first)?,
        second: number(second)?,
        year,
        short_year,
        order: (sign == '.' && !short_year).then_some(DayOrder::DayFirst),
        rest,
    })
}

/// Beginnings of the names of months in several languages, the longer ones first.
const MONTHS: &[(&str, u32)] = &[
    ("juin", 6),
    ("juil", 7),
    ("jan", 1),
    ("ene", 1),
    ("gen", 1),
    ("feb", 2),
    ("fev", 2),
    ("fév", 2),
    ("mar", 3),
    ("mär", 3),
    ("mrz", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("may", 5),
    ("mai", 5),
    ("mag", 5),
    ("maj", 5),
    ("mei", 5),
    ("jun", 6),
    ("giu", 6),
    ("jul", 7),
    ("lug", 7),
    ("aug", 8),
    ("ago", 8),
    ("aoû", 8),
    ("sep", 9),
    ("set", 9),
    ("oct", 10),
    ("okt", 10),
    ("ott", 10),
    ("out", 10),
    ("nov", 11),
    ("dec", 12),
    ("dez", 12),
    ("dic", 12),
    ("déc", 12),
];

/// A day with the name of its month at the start of a text, and what follows it.
fn named_month(text: &str) -> Option<(NaiveDate, &str)> {
    let (mut day, mut month, mut year) = (None, None, None);
    let mut at = 0;
    for word in text.split_inclusive([' ', ',', '-', '/', '\u{a0}', '\u{202f}']) {
        at += word.len();
        let bare = word
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        if let Ok(number) = bare.parse::<u32>() {
            match number {
                1900..=2200 => year = i32::try_from(number).ok(),
                1..=31 if day.is_none() => day = Some(number),
                _ => return None,
            }
        } else if let Some((_, number)) = MONTHS.iter().find(|(name, _)| bare.starts_with(name)) {
            month = Some(*number);
        }
        if let (Some(day), Some(month), Some(year)) = (day, month, year) {
            return Some((NaiveDate::from_ymd_opt(year, month, day)?, &text[at..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_several_apps() {
        for text in [
            "2024-03-28 17:29:00",
            "2024-03-28T17:29",
            "2024-03-28 17:29:00 +0900",
            "28 Mar 2024, 17:29",
            "Mar 28, 2024, 5:29 PM",
            "28 März 2024, 17:29",
            "28 mars 2024, 17:29",
            "2024년 3월 28일 오후 5:29",
        ] {
            let moment = moment(text).map(|moment| moment.to_string());
            assert_eq!(moment.as_deref(), Some("2024-03-28 17:29:00"), "{text}");
        }
        assert_eq!(
            moment("2024-03-28").map(|m| m.to_string()).as_deref(),
            Some("2024-03-28 12:00:00")
        );
        assert_eq!(
            moment("12 Jan 2024, 12:05 AM")
                .map(|m| m.to_string())
                .as_deref(),
            Some("2024-01-12 00:05:00")
        );
        for text in [
            "yesterday",
            "",
            "28/03/2024",
            "31.02.2024",
            "2024-03-28 soon",
            "2024-03-28 25:00",
        ] {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    #[test]
    fn days_in_digits_are_read_in_the_order_of_their_file() {
        let order = |texts: &[&str]| {
            let mut order = OrderOfDays::default();
            texts.iter().for_each(|text| order.sees(text));
            order.seen()
        };
        let american = order(&["10/5/2026 18:30", "10/25/2026 7:00"]);
        assert_eq!(american, Some(DayOrder::MonthFirst));
        let british = order(&["05/10/2026 18:30", "25/10/2026 07:00"]);
        assert_eq!(british, Some(DayOrder::DayFirst));
        assert_eq!(order(&["05/10/2026", "2026-10-25"]), None);
        assert_eq!(order(&["25/10/2026", "10/25/2026"]), None);
        assert_eq!(order(&["26/10/05"]), None, "the year may stand first");
        let read = |text, order| moment_in(text, order).map(|m| m.to_string());
        for (text, order) in [
            ("10/5/2026 18:30", american),
            ("10/5/2026 6:30 PM", american),
            ("05/10/2026 18:30", british),
            ("05-10-2026 18:30", british),
            ("05.10.2026 18:30", None),
        ] {
            assert_eq!(
                read(text, order),
                Ok("2026-10-05 18:30:00".into()),
                "{text}"
            );
        }
        assert!(read("05/10/2026", None).is_err_and(|why| why.contains("may be two days")));
        assert!(read("25/10/2026", american).is_err_and(|why| why.contains("not a date")));
    }
}
