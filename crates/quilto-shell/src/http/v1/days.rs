//! `/v1/days`: the days that have notes, and one day with all that stands in it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::routing::get;
use chrono::NaiveDate;
use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::page::{self, Order};
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, work};
use crate::output::json::EntryObject;
use crate::runs::amended::Amended;

/// Which days are wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct DaysAsked {
    /// From this day on.
    from: Option<NaiveDate>,
    /// Up to and including this day.
    to: Option<NaiveDate>,
    /// Which come first.
    #[serde(default)]
    order: Order,
    /// How many at most.
    #[serde(deserialize_with = "page::limit", default = "page::usual")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// Where to go on: `next` of the part before.
    cursor: Option<NaiveDate>,
}

/// A part of the days that have notes.
#[derive(Serialize, JsonSchema)]
struct DayPage {
    /// How many there are in all.
    count: usize,
    days: Vec<DayCount>,
    /// The cursor of the part behind it; left out where this is the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NaiveDate>,
}

/// A day that has notes.
#[derive(Clone, Serialize, JsonSchema)]
pub struct DayCount {
    pub date: NaiveDate,
    /// How many entries stand under it.
    pub entries: usize,
}

/// A day.
#[derive(Serialize, JsonSchema)]
struct DayObject<'a> {
    date: NaiveDate,
    /// The text of its file, with what was taken back and corrected.
    raw: String,
    /// The entries that stand under it, each with its reading.
    entries: Vec<EntryObject<'a>>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/days", get(list))
        .route("/v1/days/{date}", get(one))
}

pub fn describe(all: &mut Operations) {
    all.operation(("get", "/v1/days"), "days", "The days that have notes")
        .asks::<DaysAsked>()
        .gives::<DayPage>("DayPage", "A part of them")
        .end();
    let date = json!({"type": "string", "format": "date"});
    all.operation(
        ("get", "/v1/days/{date}"),
        "day",
        "A day: its text, its entries, what was read of them",
    )
    .part("date", date, "The day")
    .gives::<DayObject<'_>>("Day", "The day")
    .tagged()
    .fails(&[
        (404, "Nothing was ever written on this day"),
        (422, "It is no day that notes can be of"),
    ])
    .end();
}

async fn list(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: DaysAsked = query::read(&uri)?;
    work::answer(&server, move |context| {
        let store = context.notes()?;
        let entries = match query::days(asked.from, asked.to, store.span()?)? {
            Some(days) => store.entries_by_date_range(&days)?,
            None => Vec::new(),
        };
        Answer::of(&cut(counted(&entries), &asked))
    })
    .await
}

/// How many entries stand under each day, oldest first.
pub fn counted(entries: &[Entry]) -> Vec<DayCount> {
    let by_day = entries.chunk_by(|one, next| one.date == next.date);
    by_day
        .map(|of_day| DayCount {
            date: of_day[0].date,
            entries: of_day.len(),
        })
        .collect()
}

fn cut(mut days: Vec<DayCount>, asked: &DaysAsked) -> DayPage {
    let count = days.len();
    if asked.order == Order::Newest {
        days.reverse();
    }
    days.retain(|day| match (asked.cursor, asked.order) {
        (None, _) => true,
        (Some(last), Order::Newest) => day.date < last,
        (Some(last), Order::Oldest) => day.date > last,
    });
    let more = days.len() > asked.limit;
    days.truncate(asked.limit);
    let next = days.last().filter(|_| more).map(|day| day.date);
    DayPage { count, days, next }
}

async fn one(State(server): State<Arc<Server>>, date: Part) -> Result<Answer, Problem> {
    let date = named(&query::part(date)?)?;
    work::answer(&server, move |context| day(context, date)).await
}

/// The day that a path names.
pub fn named(text: &str) -> Result<NaiveDate, Problem> {
    let day = text.parse().map_err(|_| {
        let detail = format!("a day is written as 2026-11-20, not {text:?}");
        Problem::new(Kind::BadRequest, detail).hint("name the day by year, month and day")
    })?;
    query::noted(day)
}

/// A day as it stands: the text of its file, and its entries.
pub fn standing(
    context: &Context<'_>,
    date: NaiveDate,
) -> Result<Option<(String, Vec<Entry>)>, Problem> {
    let Some(raw) = context.store()?.raw_day(date)? else {
        return Ok(None);
    };
    let entries = context
        .notes()?
        .entries_by_date_range(&DateRange::day(date))?;
    Ok(Some((String::from_utf8_lossy(&raw).into_owned(), entries)))
}

fn day(context: &Context<'_>, date: NaiveDate) -> Result<Answer, Problem> {
    let (raw, entries) = standing(context, date)?.ok_or_else(|| {
        let detail = format!("nothing was ever written on {date}");
        Problem::new(Kind::UnknownDay, detail)
    })?;
    let amended = Amended::of_days(&*context.notes()?, &entries)?;
    let object = DayObject {
        date,
        raw,
        entries: entries.iter().map(|entry| amended.object(entry)).collect(),
    };
    Ok(Answer::of(&object)?.tagged())
}
