//! `today`: what an assistant should know before anything else.

use quilto::model::{DateRange, UnitPreferences};
use quilto::storage::LogStore;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Effect, ToolRow, arguments, given as told};
use crate::context::Context;
use crate::http::problem::Problem;
use crate::mcp::notes::NoteObject;
use crate::mcp::quoted::quoted;
use crate::mcp::{outcome, schema};
use crate::runs::entry_amendments::EntryAmendments;
use crate::runs::stats::{self, WeeksObject};

/// Notes of the day and waiting runs that are given.
const MOST: usize = 20;

pub const TOOL: ToolRow = ToolRow {
    name: "today",
    title: "Today at a glance",
    about,
    arguments: schema::of::<TodayArgs>,
    effect: Effect::Reads,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct TodayArgs {}

#[derive(Serialize)]
struct Today<'a> {
    /// The day that notes go to now.
    date: chrono::NaiveDate,
    weekday: String,
    time: String,
    /// The units of bare numbers, and of answers.
    units: &'a UnitPreferences,
    entry_count: usize,
    entries: Vec<NoteObject<'a>>,
    weeks: Vec<Week<'a>>,
    waiting_count: usize,
    waiting: Vec<Waiting>,
}

/// What was done this week of one domain.
#[derive(Serialize)]
struct Week<'a> {
    domain: &'a str,
    measures: Vec<WeeksObject<'a>>,
}

/// A run that waits for a word of the person's.
#[derive(Serialize)]
struct Waiting {
    session_id: String,
    /// What was said, quoted.
    said: String,
    next: String,
}

fn about(context: &Context<'_>) -> String {
    format!(
        "What day it is for {}, the person's units, what they logged today, this week beside the last, \
         and what waits for their word. Call it first.",
        context.app.name
    )
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let TodayArgs {} = arguments(given)?;
    let store = context.notes()?;
    let moment = context.moment;
    let entries = store.entries_by_date_range(&DateRange::day(moment.today))?;
    let amendments = EntryAmendments::of_days(context, &entries)?;
    let all = match store.span()? {
        Some(days) => store.entries_by_date_range(&days)?,
        None => Vec::new(),
    };
    let sections = stats::sections(context, None, &all);
    let waiting = waiting(context)?;
    let newest = entries.len().saturating_sub(MOST);
    told(&Today {
        date: moment.today,
        weekday: moment.today.format("%A").to_string(),
        time: moment.now.format("%H:%M").to_string(),
        units: context.units(),
        entry_count: entries.len(),
        entries: entries[newest..]
            .iter()
            .map(|entry| NoteObject::of(entry, Some(&amendments)))
            .collect(),
        weeks: sections
            .iter()
            .filter(|section| !section.weeks.is_empty())
            .map(|section| Week {
                domain: &section.domain.name,
                measures: section.weeks.iter().map(WeeksObject::from).collect(),
            })
            .collect(),
        waiting_count: waiting.len(),
        waiting: waiting.into_iter().rev().take(MOST).collect(),
    })
}

/// The runs that wait, oldest first.
fn waiting(context: &Context<'_>) -> Result<Vec<Waiting>, Problem> {
    let runs = context
        .checkpoints()?
        .list()
        .map_err(crate::error::CliError::from)?;
    let mut waiting = Vec::new();
    for run in runs.into_iter().filter_map(|waiting| waiting.run.ok()) {
        let Some((_, ask)) = run.ask() else { continue };
        waiting.push(Waiting {
            session_id: run.id().0.clone(),
            said: quoted(&run.input().text),
            next: outcome::next(&run.id().0, ask),
        });
    }
    Ok(waiting)
}
