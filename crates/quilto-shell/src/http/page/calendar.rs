//! `/calendar`, `/calendar/{month}`: how much was noted on each day of a month.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use chrono::{Datelike, Days, Months, NaiveDate};
use quilto::model::{DateRange, Entry};
use quilto::storage::LogStore;
use serde::Serialize;
use serde_json::Value;

use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, work};

/// Shades of a day that has notes.
const SHADES: usize = 4;

/// A day of the calendar.
#[derive(Serialize)]
struct DayCell {
    date: NaiveDate,
    number: u32,
    /// The day in words.
    day: String,
    /// Entries on it.
    entries: usize,
    /// How much of it there is, from 0 to 4.
    shade: usize,
    is_today: bool,
    is_to_come: bool,
}

#[derive(Serialize)]
struct MonthView {
    month: String,
    before: Option<String>,
    after: Option<String>,
    /// Weeks from Monday on; days of other months are left open.
    weeks: Vec<Vec<Option<DayCell>>>,
    /// Days that have notes.
    days: usize,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/calendar", get(now))
        .route("/calendar/{month}", get(named))
}

async fn now(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    shown(server, reader, None).await
}

async fn named(
    State(server): State<Arc<Server>>,
    reader: Reader,
    month: Part,
) -> Result<Response, Problem> {
    let text = query::part(month)?;
    let first = format!("{text}-01").parse::<NaiveDate>().map_err(|_| {
        let detail = format!("{text:?} is no month");
        Problem::new(Kind::BadRequest, detail).hint("a month is written as 2026-11")
    })?;
    shown(server, reader, Some(query::noted(first)?)).await
}

async fn shown(
    server: Arc<Server>,
    reader: Reader,
    first: Option<NaiveDate>,
) -> Result<Response, Problem> {
    let view = work::answer(&server, move |context| {
        let today = context.moment.today;
        let first = first.or_else(|| today.with_day(1)).unwrap_or(today);
        month(context, PageWords::of(reader.language), first)
    });
    let view = view.await?;
    view::page(
        server.context().app,
        &reader,
        "calendar.html",
        "calendar",
        view,
    )
}

fn month(context: &Context<'_>, words: PageWords, first: NaiveDate) -> Result<MonthView, Problem> {
    let today = context.moment.today;
    let next = first.checked_add_months(Months::new(1));
    let last = next.and_then(|next| next.pred_opt()).unwrap_or(first);
    let entries = context
        .notes()?
        .entries_by_date_range(&DateRange::new(first, last))?;
    let mut noted: BTreeMap<NaiveDate, (usize, usize)> = BTreeMap::new();
    for entry in &entries {
        let of_day = noted.entry(entry.date).or_default();
        of_day.0 += 1;
        of_day.1 += things(entry);
    }
    let most = noted.values().map(|(_, things)| *things).max().unwrap_or(0);
    let cell = |date: NaiveDate| {
        let (entries, things) = noted.get(&date).copied().unwrap_or_default();
        DayCell {
            date,
            number: date.day(),
            day: words.date(date, today),
            entries,
            shade: (things * SHADES).div_ceil(most.max(1)),
            is_today: date == today,
            is_to_come: date > today,
        }
    };
    let open = first.weekday().num_days_from_monday() as usize;
    let days = first.iter_days().take_while(|day| *day <= last);
    let cells = std::iter::repeat_with(|| None).take(open);
    let mut cells: Vec<Option<DayCell>> = cells.chain(days.map(|day| Some(cell(day)))).collect();
    let mut weeks = Vec::new();
    while !cells.is_empty() {
        let rest = cells.split_off(cells.len().min(7));
        weeks.push(std::mem::replace(&mut cells, rest));
    }
    if let Some(last) = weeks.last_mut() {
        last.resize_with(7, || None);
    }
    let name = |day: NaiveDate| {
        query::noted(day)
            .ok()
            .map(|d| d.format("%Y-%m").to_string())
    };
    Ok(MonthView {
        month: words.month(first),
        before: first.checked_sub_days(Days::new(1)).and_then(name),
        after: next.and_then(name),
        weeks,
        days: noted.len(),
    })
}

/// How many things an entry holds: those in its lists, and at least itself.
fn things(entry: &Entry) -> usize {
    let data = entry
        .parsed
        .iter()
        .flat_map(|parsed| parsed.domain_data.values());
    let fields = data.filter_map(Value::as_object).flat_map(|of| of.values());
    fields
        .filter_map(Value::as_array)
        .map(Vec::len)
        .sum::<usize>()
        .max(1)
}
