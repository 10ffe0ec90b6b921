//! `/day/{date}`: a day as it stands, each entry with what can be done about it, and the text itself.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use chrono::NaiveDate;
use serde::Serialize;

use super::entry_view::EntryView;
use super::form::Fields;
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::context::Context;
use crate::http::problem::Problem;
use crate::http::query::{self, Part};
use crate::http::tag::{IfMatch, Tag};
use crate::http::v1::days;
use crate::http::{Server, work};

#[derive(Serialize)]
struct DayView {
    date: NaiveDate,
    day: String,
    /// `2026-11`, where the calendar shows it.
    month: String,
    before: Option<NaiveDate>,
    after: Option<NaiveDate>,
    entries: Vec<EntryView>,
    /// The text of its file; nothing where nothing was ever written.
    raw: Option<String>,
    /// The state of it that was seen.
    seen: String,
    text: String,
    filed: Option<NaiveDate>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/day/{date}", get(day).post(edit))
}

async fn day(
    State(server): State<Arc<Server>>,
    reader: Reader,
    date: Part,
) -> Result<Response, Problem> {
    let date = days::named(&query::part(date)?)?;
    let view = work::answer(&server, move |context| {
        shown(context, PageWords::of(reader.language), date)
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "day.html", "calendar", view)
}

fn shown(context: &Context<'_>, words: PageWords, date: NaiveDate) -> Result<DayView, Problem> {
    let standing = days::standing(context, date)?;
    let (raw, entries) = match standing {
        Some((raw, entries)) => (Some(raw), entries),
        None => (None, Vec::new()),
    };
    let seen = match &raw {
        Some(_) => Tag::of(days::day(context, date)?.text()).text().to_owned(),
        None => String::new(),
    };
    let near = |day: Option<NaiveDate>| day.filter(|day| query::noted(*day).is_ok());
    Ok(DayView {
        date,
        day: words.date(date, context.moment.today),
        month: date.format("%Y-%m").to_string(),
        before: near(date.pred_opt()),
        after: near(date.succ_opt()),
        entries: EntryView::all_changeable(context, words, &entries)?,
        raw,
        seen,
        text: String::new(),
        filed: Some(date),
    })
}

/// Writes the text of the day as it was edited.
async fn edit(
    State(server): State<Arc<Server>>,
    date: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let date = days::named(&query::part(date)?)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    let text = fields.text("raw").to_owned();
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let text = with_lines_of(context, date, &text)?;
        days::replaced(&shared, context, date, &expected, &text)
    })
    .await?;
    Ok(view::see(&format!("/day/{date}")))
}

/// The text with its lines ended as those of the day are: a form has its own way.
fn with_lines_of(context: &Context<'_>, date: NaiveDate, text: &str) -> Result<String, Problem> {
    let plain = text.replace("\r\n", "\n");
    let before = context.store()?.raw_day(date)?.unwrap_or_default();
    let is_of_windows = before.windows(2).any(|pair| pair == b"\r\n");
    Ok(if is_of_windows {
        plain.replace('\n', "\r\n")
    } else {
        plain
    })
}
