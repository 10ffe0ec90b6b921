//! Days named on the command line: in digits or in words, always resolved to the past.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::DateRange;

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
        let from = self.from.as_deref().map(|t| days(t, today)).transpose()?;
        let to = self.to.as_deref().map(|t| days(t, today)).transpose()?;
        let (start, end) = match (from, to) {
            (None, None) => return Ok(None),
            (Some(from), Some(to)) => (from.start, to.end),
            (Some(from), None) => (from.start, today.max(from.end)),
            (None, Some(to)) => (NaiveDate::from_ymd_opt(1, 1, 1).unwrap_or(to.start), to.end),
        };
        if end < start {
            return Err(CliError::usage(format!(
                "--from {start} lies behind --to {end}"
            )));
        }
        Ok(Some(DateRange::new(start, end)))
    }
}

/// The day of `--date`.
pub fn day(text: &str, today: NaiveDate) -> Result<NaiveDate, CliError> {
    let days = days(text, today)?;
    if days.start == days.end {
        Ok(days.start)
    } else {
        Err(
            CliError::usage(format!("{text:?} is more than one day")).hint(format!(
                "name one day, such as {} or yesterday",
                days.end.min(today)
            )),
        )
    }
}

fn days(text: &str, _today: NaiveDate) -> Result<DateRange, CliError> {
    text.parse::<NaiveDate>()
        .map(DateRange::day)
        .map_err(|_| unknown(text))
}

fn unknown(text: &str) -> CliError {
    CliError::usage(format!("{text:?} is not a day we can read"))
        .hint("write it as 2026-11-20, or as yesterday, monday, 3 days ago")
}
