//! `/v1/targets`: what a day, a week or a month should come to, and what it has come to.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{delete, get};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, body, work};
use crate::runs::own_targets::{self, TargetObject, TargetProgress, TargetRemoved};

/// Letters of what a target is named by.
const LETTERS: usize = 200;

/// What something should come to, in words.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewTarget {
    /// What, and how much of it a day, a week or a month.
    #[schemars(length(min = 1, max = 200))]
    target: String,
}

/// Targets of the person.
#[derive(Serialize, JsonSchema)]
struct Targets {
    targets: Vec<TargetProgress>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/targets", get(list).post(give))
        .route("/v1/targets/{measure}", delete(take))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("get", "/v1/targets"),
        "targets",
        "What a day, a week or a month should come to, and has come to",
    )
    .gives::<Targets>("Targets", "All of them")
    .end();
    all.operation(
        ("post", "/v1/targets"),
        "aim",
        "Set what a day, a week or a month should come to",
    )
    .about("It takes the place of a target of the same measure.")
    .takes::<NewTarget>("NewTarget", &json!({"target": "entries 4 a week"}))
    .gives::<TargetObject>("Target", "It is what counts from now on")
    .end();
    all.operation(
        ("delete", "/v1/targets/{measure}"),
        "unaim",
        "Take a target away",
    )
    .part(
        "measure",
        json!({"type": "string"}),
        "Words that name what it is of",
    )
    .gives::<TargetRemoved>("TargetRemoved", "There is no target of this any more")
    .fails(&[
        (404, "There is no target of this"),
        (422, "Nothing that adds up goes by this name"),
    ])
    .end();
}

async fn list(State(server): State<Arc<Server>>) -> Result<Answer, Problem> {
    work::answer(&server, |context| {
        let targets = own_targets::on(context, context.moment.today)?;
        Answer::of(&Targets { targets })
    })
    .await
}

async fn give(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let NewTarget { target } = body::typed(&headers, body, &server.limits).await?;
    named(&target)?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let given = own_targets::give(context, &target);
        let given = given.map_err(|error| Problem::of_asked(&error))?;
        Answer::of(&TargetObject::from(&given))
    })
    .await
}

async fn take(State(server): State<Arc<Server>>, measure: Part) -> Result<Answer, Problem> {
    let measure = query::part(measure)?;
    named(&measure)?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let taken = own_targets::take(context, &measure);
        let taken = taken.map_err(|error| Problem::of_asked(&error))?;
        Answer::of(&taken.map_err(|measure| {
            let detail = format!("there is no target for {measure}");
            Problem::new(Kind::UnknownTarget, detail)
        })?)
    })
    .await
}

/// A target is named in a few words.
fn named(words: &str) -> Result<(), Problem> {
    if words.chars().count() > LETTERS {
        let detail = format!("a target has at most {LETTERS} letters");
        return Err(Problem::new(Kind::Unfit, detail));
    }
    Ok(())
}
