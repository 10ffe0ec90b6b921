//! `/entry/{id}` and what can be done about an entry: correct it in words, file it under another day,
//! take it back. All of it is appended, by the rules that programs have.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::{get, post};
use serde::Serialize;

use super::entry_view::EntryView;
use super::form::Fields;
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::http::events::Client;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::run::{self, InputOutcome};
use crate::http::tag::{IfMatch, Tag};
use crate::http::v1::{changes, entry_state, figures, names};
use crate::http::{Server, input, work};
use crate::runs::move_entry;

#[derive(Serialize)]
struct Shown {
    entry: Option<EntryView>,
    /// The state of it that was seen.
    seen: String,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/entry/{id}", get(entry))
        .route("/entry/{id}/correct", post(correct))
        .route("/entry/{id}/figures", post(other_figures))
        .route("/entry/{id}/move", post(move_to))
        .route("/undo", post(undo))
        .route("/name", post(name))
}

async fn entry(
    State(server): State<Arc<Server>>,
    reader: Reader,
    id: Part,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let view = work::answer(&server, move |context| {
        let words = PageWords::of(reader.language);
        let entry = entry_state::entry(context, &id)?;
        let seen = Tag::of(entry_state::answer(context, &entry)?.text());
        Ok(Shown {
            entry: EntryView::all_changeable(context, words, &[entry])?.pop(),
            seen: seen.text().to_owned(),
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "entry.html", "history", view)
}

async fn correct(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    let text = fields.text("text").to_owned();
    input::said(&text, "text")?;
    let outcome = work::answer(&server, move |context| {
        // a preview changes nothing, and its approval looks again
        let entry = entry_state::seen(context, &id, &expected)?;
        run::correction(context, &Client::patient(), text, entry, false)
    });
    let outcome = outcome.await?;
    Ok(view::see(&server.results.keep(outcome)))
}

/// Puts other figures in place of those that were tapped.
async fn other_figures(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    let wanted = fields.iter().filter_map(|(name, value)| {
        let path = name.strip_prefix("figure.")?;
        Some((path.to_owned(), value.to_owned()))
    });
    let wanted: Vec<(String, String)> = wanted.collect();
    let shared = Arc::clone(&server);
    let corrected = work::answer(&server, move |context| {
        figures::changed(&shared, context, &id, &expected, &wanted)
    });
    let outcome = InputOutcome::Corrected(Box::new(corrected.await?));
    Ok(view::see(&server.results.keep(outcome)))
}

async fn move_to(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::entry_id(id)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    let day = fields.day("date")?;
    let day = day.ok_or_else(|| Problem::new(Kind::Unfit, "there is no day to move it to"))?;
    let shared = Arc::clone(&server);
    let moved = work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let entry = entry_state::seen(context, &id, &expected)?;
        Ok(move_entry::to_day(context, &entry, day)?)
    });
    Ok(view::see(&format!("/day/{}", moved.await?.to)))
}

async fn undo(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let expected = IfMatch::of_form(fields.text("seen"));
    let id = fields.get("entry").map(str::to_owned);
    let id = id.ok_or_else(|| Problem::new(Kind::Unfit, "nothing is named to take back"))?;
    let shared = Arc::clone(&server);
    let undone = work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        if expected != IfMatch::Anything {
            entry_state::seen(context, &quilto::model::EntryId(id.clone()), &expected)?;
        }
        changes::undone(context, Some(&id))
    });
    let outcome = InputOutcome::Undone(Box::new(undone.await?));
    Ok(view::see(&server.results.keep(outcome)))
}

/// Lets a word stand for a name, and shows the entry it stood in.
async fn name(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let (alias, name) = (
        fields.text("alias").to_owned(),
        fields.text("name").to_owned(),
    );
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        names::given(&shared, context, &alias, &name)
    })
    .await?;
    let back = fields.get("entry").filter(|id| {
        let is_plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
        id.bytes().all(is_plain)
    });
    Ok(view::see(&match back {
        Some(id) => format!("/entry/{id}"),
        None => "/more".to_owned(),
    }))
}
