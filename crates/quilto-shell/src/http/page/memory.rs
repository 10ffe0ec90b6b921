//! `/memory`: what was learned about the person, theirs to change.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use serde::Serialize;

use super::form::Fields;
use super::reader::Reader;
use super::view;
use crate::http::problem::Problem;
use crate::http::tag::{IfMatch, Tag};
use crate::http::v1::memory;
use crate::http::{Server, work};

#[derive(Serialize)]
struct MemoryView {
    learned: String,
    /// The state of it that was seen.
    seen: String,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/memory", get(read).post(write))
}

async fn read(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let view = work::answer(&server, |context| {
        Ok(MemoryView {
            learned: context.store()?.global_context()?,
            seen: Tag::of(memory::learned(context)?.text()).text().to_owned(),
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "memory.html", "more", view)
}

async fn write(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    // a form ends its lines otherwise
    let text = fields.text("learned").replace("\r\n", "\n");
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        memory::replaced(&shared, context, &expected, &text)
    })
    .await?;
    Ok(view::see("/memory"))
}
