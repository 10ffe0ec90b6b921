//! `history`: what was logged, newest last.

use chrono::NaiveDate;
use clap::Args;
use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::entries;
use crate::runs::entry_amendments::EntryAmendments;
use crate::ui::Ui;

/// How many entries are shown where no days are named.
const DEFAULT_COUNT: usize = 10;

#[derive(Debug, Args)]
pub struct HistoryArgs {
    /// Show at most this many entries, the newest [default: 10 unless days are named]
    #[arg(short = 'n', long = "number", value_name = "N")]
    number: Option<usize>,

    #[command(flatten)]
    days: dates::DaysArgs,

    /// Show entries of this domain only
    #[arg(long, value_name = "NAME")]
    domain: Option<String>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &HistoryArgs) -> Result<Exit, CliError> {
    if let Some(domain) = &args.domain {
        context.domain(domain)?;
    }
    let in_domain = |entry: &Entry| {
        args.domain.as_ref().is_none_or(|domain| {
            entry
                .parsed
                .as_ref()
                .is_some_and(|parsed| parsed.domain_data.contains_key(domain))
        })
    };
    let store = context.notes()?;
    let named = args.days.range(context.moment.today)?;
    let count = args
        .number
        .or_else(|| named.is_none().then_some(DEFAULT_COUNT))
        .unwrap_or(usize::MAX);
    let mut entries = match &named {
        Some(range) => store.entries_by_date_range(range)?,
        None if args.domain.is_none() => store.recent(last_day(&*store)?, count)?,
        None => match store.span()? {
            Some(all) => store.entries_by_date_range(&all)?,
            None => Vec::new(),
        },
    };
    entries.retain(in_domain);
    entries.drain(..entries.len().saturating_sub(count));
    let amendments = EntryAmendments::of_days(context, &entries)?;
    context.warn_of_store(ui, &*store);
    if context.json {
        for entry in &entries {
            ui.json(&amendments.object(entry))?;
        }
        return Ok(Exit::Done);
    }
    if entries.is_empty() {
        ui.remark(&match named {
            Some(range) => format!("Nothing from {} to {}.", range.start, range.end),
            None => context.nothing_yet(),
        });
        return Ok(Exit::Done);
    }
    let style = |entry: &Entry| context.style_of(ui, entry);
    let today = context.moment.today;
    let lines = entries::lines(&entries, today, style, |entry, style| {
        amendments.lines(entry, style)
    });
    for line in lines {
        ui.line(&line)?;
    }
    Ok(Exit::Done)
}

/// The newest day that has a file: notes may be filed under days to come.
fn last_day(store: &dyn LogStore) -> Result<NaiveDate, CliError> {
    Ok(store
        .span()?
        .map_or(NaiveDate::MIN, |DateRange { end, .. }| end))
}
