//! `history`: what was logged, newest last.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry::Vacant;

use chrono::NaiveDate;
use clap::Args;
use quilto::agents::CorrectionDelta;
use quilto::model::{DateRange, Entry, EntryKind};
use quilto::storage::{LogStore, amendments, utc_offset};
use serde_json::Value;

use crate::cli::dates;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::json::{AmendmentObject, EntryObject};
use crate::output::note_echo::Style;
use crate::output::{changes, entries};
use crate::ui::{QUIET, Ui, excerpt};

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
    let amended = Amended::of_days(&*store, &entries)?;
    context.warn_of_store(ui, &*store);
    if context.json {
        for entry in &entries {
            let mut object = EntryObject::from(entry);
            object.utc_offset = amended.utc_offset(entry);
            let corrections = amended
                .of(entry)
                .filter(|section| section.kind == EntryKind::Correction);
            object.corrections = corrections.map(AmendmentObject::from).collect();
            ui.json(&object)?;
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
        amended.lines(entry, style)
    });
    for line in lines {
        ui.line(&line)?;
    }
    Ok(Exit::Done)
}

/// What was corrected in the days that are shown.
struct Amended {
    days: BTreeMap<NaiveDate, Vec<Entry>>,
}

impl Amended {
    fn of_days(store: &dyn LogStore, entries: &[Entry]) -> Result<Self, CliError> {
        let mut days = BTreeMap::new();
        for day in entries.iter().map(|entry| entry.date) {
            if let Vacant(place) = days.entry(day) {
                place.insert(store.sections(&DateRange::day(day))?);
            }
        }
        Ok(Self { days })
    }

    fn sections(&self, entry: &Entry) -> &[Entry] {
        self.days.get(&entry.date).map_or(&[], Vec::as_slice)
    }

    fn of<'a>(&'a self, entry: &Entry) -> impl Iterator<Item = &'a Entry> {
        amendments(self.sections(entry), &entry.id).into_iter()
    }

    fn utc_offset(&self, entry: &Entry) -> Option<String> {
        let offset = utc_offset(self.sections(entry), &entry.id)?;
        Some(offset.to_string())
    }

    /// The words of each correction, and what they changed.
    fn lines(&self, entry: &Entry, style: &Style<'_>) -> Vec<String> {
        let data = entry.parsed.clone().unwrap_or_default().domain_data;
        let data = Value::Object(data);
        let mut lines = Vec::new();
        for section in self.of(entry) {
            let words = excerpt(&section.raw, 60);
            let id = format!("{QUIET}{}{QUIET:#}", section.id);
            if section.kind == EntryKind::Confirmed {
                lines.push(format!("confirmed: {words}  {id}"));
                continue;
            }
            lines.push(format!("corrected: {words}  {id}"));
            let delta = section.payload.as_ref().and_then(|p| p.get("delta"));
            let delta = delta.and_then(|delta| serde_json::from_value(delta.clone()).ok());
            let delta: Vec<CorrectionDelta> = delta.unwrap_or_default();
            let changes = changes::lines(&data, &delta, style);
            lines.extend(changes.into_iter().map(|change| format!("  {change}")));
        }
        lines
    }
}

/// The newest day that has a file: notes may be filed under days to come.
fn last_day(store: &dyn LogStore) -> Result<NaiveDate, CliError> {
    Ok(store
        .span()?
        .map_or(NaiveDate::MIN, |DateRange { end, .. }| end))
}
