//! What changes an entry: taking back, moving, correcting. All of it is appended, and can be taken
//! back in turn.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{delete, post};
use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::entry_state;
use crate::app::App;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::events::Client;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, body, input, run, work};
use crate::output::json::RunObject;
use crate::runs::move_entry::{self, Moved};
use crate::runs::undo::{self, UndoError, UndoResult};

/// Where an entry is moved to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MoveTo {
    /// The day it belongs to.
    #[serde(deserialize_with = "input::day")]
    #[schemars(with = "NaiveDate")]
    date: Option<NaiveDate>,
}

/// What is wrong with an entry.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Correction {
    /// What is wrong and what is right, in words.
    #[schemars(length(min = 1), regex(pattern = r"\S"))]
    text: String,
    /// Whether it is written at once, without a preview.
    #[serde(default)]
    approved: bool,
}

/// What is taken back.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TakeBack")]
struct UndoRequest {
    /// The entry or section; without it, what was written last.
    entry_id: Option<String>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/entries/{id}", delete(gone))
        .route("/v1/entries/{id}/move", post(moved))
        .route("/v1/entries/{id}/corrections", post(corrected))
        .route("/v1/undo", post(taken_back))
}

pub fn describe(all: &mut Operations, app: &App) {
    all.operation(
        ("delete", "/v1/entries/{id}"),
        "delete",
        "Take an entry back",
    )
    .about("Its words stay in the file; to have it again, undo `entry_id` of the answer.")
    .entry()
    .held()
    .gives::<UndoResult>("Undone", "It counts no more")
    .fails(&[(409, "Another took it back meanwhile")])
    .end();
    all.operation(
        ("post", "/v1/entries/{id}/move"),
        "move",
        "File an entry under another day",
    )
    .entry()
    .held()
    .takes::<MoveTo>("MoveTo", &json!({"date": "2026-11-20"}))
    .gives::<Moved>("Moved", "It stands under that day")
    .end();
    all.operation(
        ("post", "/v1/entries/{id}/corrections"),
        "correct",
        "Correct an entry in words",
    )
    .about(
        "The run shows a preview and waits; the decision goes to `/input` with its `session_id`. With \
         `approved` it is written at once.",
    )
    .entry()
    .held()
    .takes::<Correction>("Correction", &json!({"text": app.sample_note}))
    .gives::<RunObject<'_>>("Run", "What the run came to")
    .end();
    all.operation(("post", "/v1/undo"), "undo", "Take something back")
        .about("A note, a move, a correction, or what took one of them back.")
        .takes::<UndoRequest>("TakeBack", &json!({}))
        .gives::<UndoResult>("Undone", "It counts no more")
        .fails(&[
            (404, "Nothing of this name was ever written"),
            (
                409,
                "It was taken back already, or something newer rests on it",
            ),
        ])
        .end();
}

async fn gone(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    let expected = query::expected(&headers)?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        entry_state::seen(context, &id, &expected)?;
        Answer::of(&undone(context, Some(&id.0))?)
    })
    .await
}

async fn moved(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    let expected = query::expected(&headers)?;
    let to: MoveTo = body::typed(&headers, body, &server.limits).await?;
    let day = to
        .date
        .ok_or_else(|| Problem::new(Kind::Unfit, "there is no day in \"date\""))?;
    let day = query::noted(day)?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let entry = entry_state::seen(context, &id, &expected)?;
        Answer::of(&move_entry::to_day(context, &entry, day)?)
    })
    .await
}

async fn corrected(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    let expected = query::expected(&headers)?;
    let Correction { text, approved } = body::typed(&headers, body, &server.limits).await?;
    input::said(&text, "text")?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        // a preview changes nothing, and its approval looks again
        let _turn = approved.then(|| shared.change(context)).transpose()?;
        let entry = entry_state::seen(context, &id, &expected)?;
        let outcome = run::correction(context, &Client::patient(), text, entry, approved)?;
        Ok(Answer::written(outcome.object()?))
    })
    .await
}

async fn taken_back(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let UndoRequest { entry_id } = body::typed(&headers, body, &server.limits).await?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        Answer::of(&undone(context, entry_id.as_deref())?)
    })
    .await
}

/// Takes back what has that name; without a name, what was written last.
pub fn undone(context: &Context<'_>, name: Option<&str>) -> Result<UndoResult, Problem> {
    undo::undo(context, name).map_err(|not| match not {
        UndoError::Unknown(error) => Problem::new(Kind::UnknownEntry, error.in_one_line()),
        UndoError::Refused(error) => Problem::new(Kind::NotUndone, error.in_one_line()),
        UndoError::Failed(error) => Problem::of(&error),
    })
}
