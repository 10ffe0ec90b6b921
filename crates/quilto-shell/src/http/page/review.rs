//! `/review`: notes of which something was not read, or only in doubt, to be looked over.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Serialize;

use super::entry_view::EntryView;
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::http::problem::Problem;
use crate::http::{Server, work};
use crate::runs::doubtful_notes::is_doubtful;
use crate::runs::stats;

/// Notes on one page: who mended these sees the next.
const ON_PAGE: usize = 30;

#[derive(Serialize)]
struct ReviewView {
    count: usize,
    /// Newest first.
    entries: Vec<EntryView>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/review", get(review))
}

async fn review(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let view = work::answer(&server, move |context| {
        let mut entries = stats::entries(context)?;
        entries.retain(is_doubtful);
        let count = entries.len();
        entries.reverse();
        entries.truncate(ON_PAGE);
        let words = PageWords::of(reader.language);
        Ok(ReviewView {
            count,
            entries: EntryView::all(context, words, &entries)?,
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "review.html", "more", view)
}
