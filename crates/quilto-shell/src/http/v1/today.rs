//! `/v1/today`: the day at a glance, for a small display or a widget.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use chrono::NaiveDate;
use quilto::model::{DateRange, Language, UnitPreferences};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::Serialize;

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::Problem;
use crate::http::{Server, work};
use crate::output::json::EntryObject;
use crate::runs::entry_amendments::EntryAmendments;
use crate::runs::own_targets::{self, TargetProgress};
use crate::runs::stats::{self, WeeksObject};
use crate::runs::usual::{self, UsualDomain};
use crate::runs::waiting_runs::{self, WaitingRun};

/// Notes of the days before that are given.
const LATEST: usize = 4;

/// The day at a glance.
#[derive(Serialize, JsonSchema)]
struct Today<'a> {
    /// The day that notes go to now.
    date: NaiveDate,
    time: String,
    /// The units of bare numbers, and of answers.
    units: Units<'a>,
    /// What stands under this day, oldest first.
    entries: Vec<EntryObject<'a>>,
    /// The newest notes of the days before, newest first.
    latest: Vec<EntryObject<'a>>,
    /// What is usual on this weekday, by the person's memory and their notes of the last eight weeks.
    usual: Vec<UsualDomain>,
    /// This week so far beside the whole of the last one.
    weeks: Vec<Week<'a>>,
    targets: Vec<TargetProgress>,
    /// Runs that wait for a word of the person's, newest first.
    waiting: Vec<WaitingRun>,
}

/// The units of the person.
#[derive(Serialize, JsonSchema)]
struct Units<'a> {
    mass: &'a str,
    distance: &'a str,
}

impl<'a> From<&'a UnitPreferences> for Units<'a> {
    fn from(units: &'a UnitPreferences) -> Self {
        Self {
            mass: &units.mass,
            distance: &units.distance,
        }
    }
}

/// What was done this week of one domain.
#[derive(Serialize, JsonSchema)]
struct Week<'a> {
    domain: &'a str,
    measures: Vec<WeeksObject<'a>>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/today", get(today))
}

pub fn describe(all: &mut Operations) {
    all.operation(("get", "/v1/today"), "today", "The day at a glance")
        .gives::<Today<'_>>(
            "Today",
            "Its notes, the latest before, what is usual, this week beside the last, targets, and what waits",
        )
        .end();
}

async fn today(State(server): State<Arc<Server>>) -> Result<Answer, Problem> {
    work::answer(&server, at_a_glance).await
}

fn at_a_glance(context: &Context<'static>) -> Result<Answer, Problem> {
    let store = context.notes()?;
    let moment = context.moment;
    let entries = store.entries_by_date_range(&DateRange::day(moment.today))?;
    let latest = match moment.today.pred_opt() {
        Some(yesterday) => store.recent(yesterday, LATEST)?,
        None => Vec::new(),
    };
    let amendments = EntryAmendments::of_days(context, &[&*entries, &*latest].concat())?;
    let sections = stats::sections(context, None, &stats::entries(context)?);
    let with_weeks = sections.iter().filter(|section| !section.weeks.is_empty());
    Answer::of(&Today {
        date: moment.today,
        time: moment.now.format("%H:%M").to_string(),
        units: context.units().into(),
        entries: entries
            .iter()
            .map(|entry| amendments.object(entry))
            .collect(),
        latest: latest
            .iter()
            .rev()
            .map(|entry| amendments.object(entry))
            .collect(),
        usual: usual::on(context, moment.today, Language::English)?,
        weeks: with_weeks
            .map(|section| Week {
                domain: &section.domain.name,
                measures: section.weeks.iter().map(WeeksObject::from).collect(),
            })
            .collect(),
        targets: own_targets::on(context, moment.today)?,
        waiting: waiting_runs::newest_first(context)?,
    })
}
