//! `/said/{id}`: what came of what was typed, and the answer to what it asks.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::form::Fields;
use super::outcome_view::OutcomeView;
use super::reader::Reader;
use super::steps;
use super::today::{self, TodayView};
use super::view;
use crate::context::Context;
use crate::http::events::Client;
use crate::http::input::{Answers, Input};
use crate::http::problem::Problem;
use crate::http::query::{self, Part};
use crate::http::run::{self, InputOutcome};
use crate::http::{Server, work};

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/said/{id}", get(shown).post(answered))
}

async fn shown(
    State(server): State<Arc<Server>>,
    reader: Reader,
    id: Part,
) -> Result<Response, Problem> {
    let id = query::part(id)?;
    let kept = server.results.get(&id);
    today::shown(&server, reader, move |context, words| {
        let outcome = match kept {
            Some(outcome) => outcome,
            // begun elsewhere, or before the server was started: perhaps it waits
            None => Arc::new(asked_again(context, id)?),
        };
        let view = OutcomeView::of(context, words, &outcome)?;
        TodayView::of(context, words, Some(view))
    })
    .await
}

/// What a run that waits asks.
fn asked_again(context: &Context<'_>, id: String) -> Result<InputOutcome, Problem> {
    let nothing = Answers {
        session_id: id,
        text: None,
        answers: None,
        decline: false,
    };
    run::outcome_of(context, &Client::patient(), Input::Answers(nothing))
}

async fn answered(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::part(id)?;
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let input = Input::read(reply(&id, &fields))?;
    let client = Client::watched(steps::watched(&server, &fields));
    let outcome = work::answer(&server, move |context| {
        run::outcome_of(context, &client, input)
    });
    let outcome = outcome.await?;
    Ok(view::see(&server.results.keep(outcome)))
}

/// What a form says to a run, as a program would.
fn reply(id: &str, fields: &Fields) -> Value {
    let mut reply = json!({"session_id": id});
    let answers = fields.iter().filter_map(|(name, value)| {
        let question = name.strip_prefix("answer.")?;
        let said = !value.trim().is_empty();
        said.then(|| (question.to_owned(), Value::from(value)))
    });
    let answers: Map<String, Value> = answers.collect();
    if let Some(decision) = fields.get("decision") {
        reply["approval_id"] = fields.text("approval_id").into();
        reply["decision"] = decision.into();
        if decision == "refine" {
            reply["refinement"] = fields.text("refinement").into();
        }
    } else if fields.get("decline").is_some() {
        reply["decline"] = true.into();
    } else if let Some(chosen) = fields.get("choice") {
        reply["text"] = chosen.into();
    } else if !answers.is_empty() {
        reply["answers"] = answers.into();
    }
    reply
}
