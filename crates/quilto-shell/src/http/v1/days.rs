//! `/v1/days`: the days that have notes, and one day with all that stands in it.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
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
use crate::http::tag::{IfMatch, Tag};
use crate::http::{Server, body, work};
use crate::output::json::EntryObject;
use crate::runs::day_edit::{self, DayEdited};
use crate::runs::entry_amendments::EntryAmendments;

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

/// The text of a day from now on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewDay {
    /// The text of its file, whole.
    raw: String,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/days", get(list))
        .route("/v1/days/{date}", get(one).put(replace))
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
    .part("date", date.clone(), "The day")
    .gives::<DayObject<'_>>("Day", "The day")
    .tagged()
    .fails(&[
        (404, "Nothing was ever written on this day"),
        (422, "It is no day that notes can be of"),
    ])
    .end();
    all.operation(
        ("put", "/v1/days/{date}"),
        "edit_day",
        "Replace the text of a day",
    )
    .about("What has other words than before is read again.")
    .part("date", date, "The day")
    .held()
    .takes::<NewDay>("NewDay", &json!({"raw": "## 10:30\nwhat was noted\n"}))
    .gives::<DayEdited>("DayEdited", "What became of its notes")
    .fails(&[
        (404, "Nothing was ever written on this day"),
        (
            422,
            "It is no day that notes can be of, or there is no text",
        ),
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

/// What is told of a day, under the tag of this state of it.
pub fn day(context: &Context<'_>, date: NaiveDate) -> Result<Answer, Problem> {
    let (raw, entries) = standing(context, date)?.ok_or_else(|| unknown(date))?;
    let amendments = EntryAmendments::of_days(context, &entries)?;
    let object = DayObject {
        date,
        raw,
        entries: entries
            .iter()
            .map(|entry| amendments.object(entry))
            .collect(),
    };
    Ok(Answer::of(&object)?.tagged())
}

fn unknown(date: NaiveDate) -> Problem {
    let detail = format!("nothing was ever written on {date}");
    Problem::new(Kind::UnknownDay, detail)
}

async fn replace(
    State(server): State<Arc<Server>>,
    date: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let date = named(&query::part(date)?)?;
    let expected = query::expected(&headers)?;
    let NewDay { raw } = body::typed(&headers, body, &server.limits).await?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        Answer::of(&replaced(&shared, context, date, &expected, &raw)?)
    })
    .await
}

/// Writes another text for a day, if it is what the client saw, and reads again what has other words.
pub fn replaced(
    server: &Server,
    context: &Context<'_>,
    date: NaiveDate,
    expected: &IfMatch,
    raw: &str,
) -> Result<DayEdited, Problem> {
    if raw.trim().is_empty() {
        let problem = Problem::new(Kind::Unfit, "there is no text; nothing was changed");
        return Err(problem.hint("take single notes back instead"));
    }
    let _turn = server.change(context)?;
    let store = context.store()?;
    let before = store.raw_day(date)?.ok_or_else(|| unknown(date))?;
    if std::str::from_utf8(&before).is_err() {
        let problem = Problem::new(Kind::Unfit, "not all of the day is text in UTF-8");
        return Err(problem.hint("`edit` in the terminal keeps its bytes"));
    }
    let now = day(context, date)?;
    if !expected.is(&Tag::of(now.text())) {
        return Err(changed(&now));
    }
    let entries = store.entries_by_date_range(&DateRange::day(date))?;
    if !store.replace_raw_day(date, Some(&before), raw.as_bytes())? {
        return Err(changed(&day(context, date)?));
    }
    let changes = day_edit::take_in(context, &*store, date, &entries)?;
    Ok(DayEdited::of(date, &changes))
}

fn changed(now: &Answer) -> Problem {
    let current = serde_json::from_str(now.text()).unwrap_or_default();
    Problem::new(Kind::Changed, "the day was changed since it was seen")
        .with_current(current, Tag::of(now.text()))
}
