//! `/v1/imports`: a file is sent once, looked at, and then brought in.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::post;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::import_reply::ImportReply;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::events::{self, Client};
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::Part;
use crate::http::uploads::{self, Upload};
use crate::http::{Server, body, query, work};
use crate::runs::importing::report;

/// How a file is called.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NameAsked {
    /// The name of the file, which may tell what it is and of which day.
    #[schemars(length(min = 1, max = 100), regex(pattern = r"^[^./\\:-][^/\\:]*$"))]
    name: String,
}

/// A file that is kept.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportObject {
    /// By what it is asked for.
    id: String,
    name: String,
    /// What came in of it, or with `dry_run` what would, as `import --json` tells it.
    #[schemars(schema_with = "object")]
    import: Value,
}

/// A file that is not kept any more.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "LetGo")]
struct DiscardedImport {
    /// By what it was asked for.
    let_go: String,
}

fn object(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "object"})
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/imports", post(send))
        .route("/v1/imports/{id}", post(bring_in).delete(let_go))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("post", "/v1/imports"),
        "imports",
        "Send a file of notes, or an export of another app, and see what would come in",
    )
    .about("It is kept for an hour, and nothing of it comes in before that is said.")
    .asks::<NameAsked>()
    .takes_as(json!({"application/octet-stream": {}}))
    .gives::<ImportObject>("Import", "What would come in")
    .end();
    let events = "Server-sent events, where the client accepts them: `progress` events, then one `result` \
        with the object of JSON, or one `problem`.";
    let import = all.sent::<ImportObject>("Import");
    all.operation(
        ("post", "/v1/imports/{id}"),
        "bringIn",
        "Bring in a file that was sent, or see what would come in by another reading",
    )
    .about(
        "What it leaves open stands in `questions`; each answer names a `flag`, which is a field here. \
         The file is let go once nothing of it is open any more.",
    )
    .part(
        "id",
        json!({"type": "string"}),
        "The `id` of the file that was sent",
    )
    .takes::<ImportReply>("ImportSaid", &json!({"days": "day-first"}))
    .gives_as(
        "What came in, or would",
        json!({
            "application/json": {"schema": import},
            "text/event-stream": {"schema": {"type": "string", "description": events}},
        }),
    )
    .fails(&[(404, "No such file is kept")])
    .end();
    all.operation(
        ("delete", "/v1/imports/{id}"),
        "letGoOfImport",
        "Let go of a file that was sent",
    )
    .part(
        "id",
        json!({"type": "string"}),
        "The `id` of the file that was sent",
    )
    .gives::<DiscardedImport>("ImportLetGo", "It is not kept any more")
    .fails(&[(404, "No such file is kept")])
    .end();
}

async fn send(
    State(server): State<Arc<Server>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let asked: NameAsked = query::read(&uri)?;
    uploads::file_name(&asked.name)?;
    let most = server.limits.file_size;
    let file = body::bytes(&headers, body, most, &server.limits).await?;
    let shared = Arc::clone(&server);
    let looked = work::answer(&server, move |context| {
        let upload = Upload::new(&asked.name, &file)?;
        let reply = ImportReply {
            dry_run: true,
            ..ImportReply::default()
        };
        let object = brought_in(context, &Client::patient(), &upload, &reply)?;
        shared.uploads.keep(upload);
        Ok(object)
    });
    Answer::of(&looked.await?)
}

async fn bring_in(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let id = query::part(id)?;
    let reply: ImportReply = body::typed(&headers, body, &server.limits).await?;
    let upload = server.uploads.get(&id)?;
    let shared = Arc::clone(&server);
    let job = move |context: &Context<'static>, client: &Client| {
        let object = brought_in(context, client, &upload, &reply)?;
        let is_open = |questions: &Value| questions.as_array().is_some_and(|all| !all.is_empty());
        if !reply.dry_run && !is_open(&object.import["questions"]) {
            shared.uploads.let_go(&upload.id);
        }
        let text = crate::output::json::text(&object);
        text.map_err(|error| Problem::new(Kind::Failed, error.to_string()))
    };
    events::answer(server, &headers, job).await
}

fn brought_in(
    context: &Context<'_>,
    client: &Client,
    upload: &Upload,
    reply: &ImportReply,
) -> Result<ImportObject, Problem> {
    let summary = reply.bring_in(context, client, upload)?;
    let import = report::object(reply.dry_run, &summary).to_string();
    let import = serde_json::from_str(&upload.without_folder(&import));
    Ok(ImportObject {
        id: upload.id.clone(),
        name: upload.name.clone(),
        import: import.map_err(|error| Problem::new(Kind::Failed, error.to_string()))?,
    })
}

async fn let_go(State(server): State<Arc<Server>>, id: Part) -> Result<Answer, Problem> {
    let id = query::part(id)?;
    server.uploads.get(&id)?;
    server.uploads.let_go(&id);
    Answer::of(&DiscardedImport { let_go: id })
}
