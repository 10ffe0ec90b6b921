//! `/v1/names`: words of the person's own, and what they stand for.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{delete, get};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::{Server, body, work};
use crate::runs::aliases::{self, AliasRemoved, AliasSaved, OwnName};

/// Letters of a word.
const LETTERS: usize = 200;

/// A word that is to stand for a name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewName {
    /// What is written.
    #[schemars(length(min = 1, max = 200))]
    alias: String,
    /// The name it stands for.
    #[schemars(length(min = 1, max = 200))]
    name: String,
}

/// Words of the person's own.
#[derive(Serialize, JsonSchema)]
struct Names {
    names: Vec<OwnName>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/names", get(list).post(give))
        .route("/v1/names/{word}", delete(take))
}

pub fn describe(all: &mut Operations) {
    all.operation(("get", "/v1/names"), "names", "Words of your own")
        .gives::<Names>("Names", "All of them")
        .end();
    all.operation(
        ("post", "/v1/names"),
        "name",
        "Let a word of yours stand for a name",
    )
    .about("Notes that hold a word which nobody knew before are read again.")
    .takes::<NewName>("NewName", &json!({"alias": "my word", "name": "the name"}))
    .gives::<AliasSaved>("Named", "It stands for that from now on")
    .end();
    all.operation(
        ("delete", "/v1/names/{word}"),
        "unname",
        "Take a word of yours away",
    )
    .part("word", json!({"type": "string"}), "The word")
    .gives::<AliasRemoved>("Unnamed", "It stands for nothing of yours any more")
    .fails(&[(404, "It is no word of yours")])
    .end();
}

async fn list(State(server): State<Arc<Server>>) -> Result<Answer, Problem> {
    work::answer(&server, |context| {
        let names = aliases::all(context)?;
        Answer::of(&Names { names })
    })
    .await
}

async fn give(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let NewName { alias, name } = body::typed(&headers, body, &server.limits).await?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        Answer::of(&given(&shared, context, &alias, &name)?)
    })
    .await
}

/// Lets a word stand for a name from now on.
pub fn given(
    server: &Server,
    context: &Context<'_>,
    alias: &str,
    name: &str,
) -> Result<AliasSaved, Problem> {
    let is_long = |text: &str| text.chars().count() > LETTERS;
    if is_long(alias) || is_long(name) {
        let detail = format!("a word and a name have at most {LETTERS} letters");
        return Err(Problem::new(Kind::Unfit, detail));
    }
    let _turn = server.change(context)?;
    let named = aliases::give(context, false, alias, name);
    let named = named.map_err(|error| Problem::of_asked(&error))?;
    server.learn()?;
    Ok(named)
}

async fn take(State(server): State<Arc<Server>>, word: Part) -> Result<Answer, Problem> {
    let word = query::part(word)?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let taken = aliases::take(context, false, &word)?.ok_or_else(|| {
            let detail = format!("{word:?} is no word of your own");
            Problem::new(Kind::UnknownName, detail)
        })?;
        shared.learn()?;
        Answer::of(&taken)
    })
    .await
}
