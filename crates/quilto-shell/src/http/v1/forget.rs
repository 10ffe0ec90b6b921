//! `/v1/entries/{id}/forget`: the words of a note removed for good. There is no way back, so the request
//! has to say that it means it.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use quilto::model::{Entry, EntryId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::entry_state;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::tag::IfMatch;
use crate::http::{Server, body, work};
use crate::runs::forget::{self, Forgotten};

/// That it is meant.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ForGood")]
struct ForgetRequest {
    /// True: nobody can have the words again.
    #[schemars(extend("const" = true))]
    for_good: bool,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/entries/{id}/forget", post(forget))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("post", "/v1/entries/{id}/forget"),
        "forget",
        "Remove the words of an entry for good",
    )
    .about(
        "For what should never have been written, also of an entry that was taken back. The words are \
         removed from the file, and from answers, runs and lines that hold them. There is no way back.",
    )
    .entry()
    .held()
    .takes::<ForgetRequest>("ForGood", &json!({"for_good": true}))
    .gives::<Forgotten>("Forgotten", "Its words are gone")
    .end();
}

async fn forget(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    let expected = query::expected(&headers)?;
    let ForgetRequest { for_good } = body::typed(&headers, body, &server.limits).await?;
    if !for_good {
        let problem = Problem::new(Kind::Unfit, "`for_good` is not true; nothing was forgotten");
        return Err(problem.hint("take the entry back instead: its words stay in the file then"));
    }
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        Answer::of(&forgotten(&shared, context, &id, &expected)?)
    })
    .await
}

/// The entry of that name, whether it stands or was taken back.
pub fn written(context: &Context<'_>, id: &EntryId) -> Result<Entry, Problem> {
    let written = forget::written(context, id)?;
    written.ok_or_else(|| {
        let detail = format!("no entry of the name {:?} was ever written", id.0);
        Problem::new(Kind::UnknownEntry, detail)
    })
}

/// Removes the words of an entry, if it is what the client saw.
pub fn forgotten(
    server: &Server,
    context: &Context<'_>,
    id: &EntryId,
    expected: &IfMatch,
) -> Result<Forgotten, Problem> {
    let _turn = server.change(context)?;
    let entry = match expected {
        IfMatch::Anything => written(context, id)?,
        expected => entry_state::seen(context, id, expected)?,
    };
    server.results.forget(&|text| forget::is_told(&entry, text));
    Ok(forget::for_good(context, &entry)?)
}
