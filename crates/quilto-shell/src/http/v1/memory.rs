//! `/v1/context`: what was learned about the person. Plain Markdown, theirs to change.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::tag::{IfMatch, Tag};
use crate::http::{Server, body, query, work};
use crate::output::json::ContextObject;

/// What is to be known about the person from now on.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewContext {
    /// Markdown, whole.
    global_context: String,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/context", get(read).put(write))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("get", "/v1/context"),
        "memory",
        "What was learned about the person",
    )
    .gives::<ContextObject>("Context", "It, as Markdown")
    .tagged()
    .end();
    all.operation(
        ("put", "/v1/context"),
        "remember",
        "Change what was learned about the person",
    )
    .about("The whole text is replaced.")
    .held()
    .takes::<NewContext>(
        "NewContext",
        &json!({"global_context": "# Global Context\n"}),
    )
    .gives::<ContextObject>("Context", "As it is now")
    .tagged()
    .end();
}

/// What was learned.
pub fn learned(context: &Context<'_>) -> Result<Answer, Problem> {
    let global_context = context.store()?.global_context()?;
    Answer::of(&ContextObject { global_context })
}

async fn read(State(server): State<Arc<Server>>) -> Result<Answer, Problem> {
    work::answer(&server, |context| Ok(learned(context)?.tagged())).await
}

async fn write(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let expected = query::expected(&headers)?;
    let NewContext { global_context } = body::typed(&headers, body, &server.limits).await?;
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        replaced(&shared, context, &expected, &global_context)?;
        Ok(learned(context)?.tagged())
    })
    .await
}

/// Writes what is to be known from now on, if what was known is what the client saw.
pub fn replaced(
    server: &Server,
    context: &Context<'_>,
    expected: &IfMatch,
    text: &str,
) -> Result<(), Problem> {
    let _turn = server.change(context)?;
    let now = learned(context)?;
    let tag = Tag::of(now.text());
    if !expected.is(&tag) {
        let current = serde_json::from_str(now.text()).unwrap_or_default();
        let detail = "what was learned was changed since it was seen";
        return Err(Problem::new(Kind::Changed, detail).with_current(current, tag));
    }
    Ok(context.store()?.update_global_context(text)?)
}
