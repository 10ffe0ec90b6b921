//! Days named on the command line: in digits or in words, always resolved to the past.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::DateRange;
use quilto::text::dates::{DateContext, DateMention, find};
use quilto::text::{self, Tokens};

use crate::error::CliError;

/// `--from` and `--to`.
#[derive(Debug, Args)]
pub struct DaysArgs {
    /// From this day on: 2026-11-01, monday, "last month"
    #[arg(long, value_name = "DAY")]
    from: Option<String>,

    /// Up to and including this day
    #[arg(long, value_name = "DAY")]
    to: Option<String>,
}

impl DaysArgs {
    /// The days that are named; `None` if none are.
    pub fn range(&self, today: NaiveDate) -> Result<Option<DateRange>, CliError> {
        let days_of = |text| days(text, DateContext::question(today));
        let from = self.from.as_deref().map(days_of).transpose()?;
        let to = self.to.as_deref().map(days_of).transpose()?;
        let (start, end) = match (from, to) {
            (None, None) => return Ok(None),
            (Some(from), Some(to)) => (from.start, to.end),
            (Some(from), None) => (from.start, today.max(from.end)),
            (None, Some(to)) => (NaiveDate::from_ymd_opt(1, 1, 1).unwrap_or(to.start), to.end),
        };
        if end < start {
            return Err(
                CliError::usage(format!("--from {start} lies behind --to {end}"))
                    .hint("--from names the earlier day"),
            );
        }
        Ok(Some(DateRange::new(start, end)))
    }
}

/// The day of `--date`, if it is given: in the past where words leave it open.
pub fn named_day(text: Option<&str>, today: NaiveDate) -> Result<Option<NaiveDate>, CliError> {
    let Some(text) = text else { return Ok(None) };
    let days = days(text, DateContext::note(today))?;
    if days.start == days.end {
        return Ok(Some(days.start));
    }
    Err(CliError::usage(format!("{text:?} is more than one day"))
        .hint(format!("name one of {} to {}", days.start, days.end)))
}

/// The days a text names: the whole of it must be a date.
fn days(text: &str, context: DateContext) -> Result<DateRange, CliError> {
    let tokens = text::read(text);
    let found = find(&tokens, &context);
    match found.as_slice() {
        [mention] if covers(mention, &tokens) => Ok(mention.range.clone()),
        _ => Err(
            CliError::usage(format!("{text:?} is not a day we can read"))
                .hint("write it as 2026-11-20, or as yesterday, monday, 3 days ago"),
        ),
    }
}

/// Whether nothing but the date stands in the text.
fn covers(mention: &DateMention, tokens: &Tokens) -> bool {
    mention.tokens.start == 0 && mention.tokens.end == tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Saturday.
    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
    }

    #[test]
    fn a_day_lies_in_the_past() {
        for (text, day) in [
            ("2026-11-20", "2026-11-20"),
            ("yesterday", "2026-11-20"),
            ("어제", "2026-11-20"),
            ("today", "2026-11-21"),
            ("monday", "2026-11-16"),
            ("3 days ago", "2026-11-18"),
        ] {
            let named = named_day(Some(text), today()).unwrap().unwrap();
            assert_eq!(named.to_string(), day, "{text}");
        }
    }

    #[test]
    fn what_is_no_single_day_is_refused() {
        for text in ["last week", "blursday", "yesterday evening run", ""] {
            assert!(named_day(Some(text), today()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_may_be_open_at_either_end() {
        let range = |from: Option<&str>, to: Option<&str>| {
            let args = DaysArgs {
                from: from.map(str::to_owned),
                to: to.map(str::to_owned),
            };
            args.range(today())
        };
        let shown = |from, to| {
            let range = range(from, to).unwrap().unwrap();
            format!("{} {}", range.start, range.end)
        };
        assert_eq!(range(None, None).unwrap(), None);
        assert_eq!(shown(Some("last month"), None), "2026-10-01 2026-11-21");
        assert_eq!(shown(None, Some("2025")), "0001-01-01 2025-12-31");
        assert_eq!(
            shown(Some("2026-11-01"), Some("yesterday")),
            "2026-11-01 2026-11-20"
        );
        assert!(range(Some("2026-02-01"), Some("2026-01-01")).is_err());
    }
}
