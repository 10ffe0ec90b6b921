//! `/entry/{id}/forget`: asks once more before the words of a note are removed for good, and removes them.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use serde::Serialize;

use super::entry_view::EntryView;
use super::form::Fields;
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::tag::{IfMatch, Tag};
use crate::http::v1::{entry_state, forget};
use crate::http::{Server, work};

#[derive(Serialize)]
struct AskedView {
    entry: EntryView,
    /// The state of it that was seen; nothing of what was taken back.
    seen: String,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/entry/{id}/forget", get(asked).post(forgotten))
}

async fn asked(
    State(server): State<Arc<Server>>,
    reader: Reader,
    id: Part,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let view = work::answer(&server, move |context| {
        let words = PageWords::of(reader.language);
        let entry = forget::written(context, &id)?;
        let stands = entry_state::entry(context, &id).ok();
        let seen = stands
            .map(|entry| entry_state::answer(context, &entry))
            .transpose()?;
        let seen = seen.map(|answer| Tag::of(answer.text()).text().to_owned());
        Ok(AskedView {
            entry: EntryView::of(context, words, &entry, false),
            seen: seen.unwrap_or_default(),
        })
    });
    let view = view.await?;
    view::page(
        server.context().app,
        &reader,
        "forget.html",
        "history",
        view,
    )
}

async fn forgotten(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    if fields.get("for_good") != Some("yes") {
        return Err(Problem::new(
            Kind::Unfit,
            "it is not said that the words are to go for good",
        ));
    }
    let expected = IfMatch::of_form(fields.text("seen"));
    let shared = Arc::clone(&server);
    let day = work::answer(&server, move |context| {
        let day = forget::written(context, &id)?.date;
        forget::forgotten(&shared, context, &id, &expected)?;
        Ok(day)
    });
    Ok(view::see(&format!("/day/{}", day.await?)))
}
