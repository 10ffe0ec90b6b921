//! `/history`: what was logged, newest first, and words to find in it.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use axum::routing::get;
use chrono::NaiveDate;
use serde::Serialize;

use super::entry_view::EntryView;
use super::form::Fields;
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::http::problem::Problem;
use crate::http::v1::entries::{self, EntriesAsked};
use crate::http::{Server, work};

/// Entries on one page.
const ON_PAGE: usize = 30;

/// Entries of a day.
#[derive(Serialize)]
struct DayOfHistory {
    date: NaiveDate,
    day: String,
    entries: Vec<EntryView>,
}

#[derive(Serialize)]
struct HistoryView {
    /// What was asked for.
    words: String,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    count: usize,
    searched_as: Vec<String>,
    days: Vec<DayOfHistory>,
    next: Option<String>,
    /// Whether anything was asked for.
    narrowed: bool,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/history", get(history))
}

async fn history(
    State(server): State<Arc<Server>>,
    reader: Reader,
    uri: Uri,
) -> Result<Response, Problem> {
    let fields = Fields::of_query(&uri)?;
    let asked = EntriesAsked {
        from: fields.day("from")?,
        to: fields.day("to")?,
        words: fields.get("words").map(str::to_owned),
        cursor: fields.get("cursor").map(str::to_owned),
        limit: ON_PAGE,
        ..EntriesAsked::default()
    };
    let view = work::answer(&server, move |context| {
        let words = PageWords::of(reader.language);
        let listed = entries::listed(context, &asked)?;
        let mut days: Vec<DayOfHistory> = Vec::new();
        for entry in EntryView::all(context, words, &listed.entries)? {
            match days.last_mut().filter(|day| day.date == entry.date) {
                Some(day) => day.entries.push(entry),
                None => days.push(DayOfHistory {
                    date: entry.date,
                    day: entry.day.clone(),
                    entries: vec![entry],
                }),
            }
        }
        Ok(HistoryView {
            narrowed: asked.words.is_some() || asked.from.is_some() || asked.to.is_some(),
            words: asked.words.unwrap_or_default(),
            from: asked.from,
            to: asked.to,
            count: listed.count,
            searched_as: listed.searched_as,
            days,
            next: listed.next,
        })
    });
    let view = view.await?;
    view::page(
        server.context().app,
        &reader,
        "history.html",
        "history",
        view,
    )
}
