//! `/v1/import`: what `import` brings in, sent as the body.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use axum::routing::post;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::import_reply::{Days, Distance, ImportReply, Mark, Mass};
use crate::context::Context;
use crate::http::events::{self, Client};
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::uploads::{self, Upload};
use crate::http::{Server, body, query};
use crate::output::json::text;
use crate::runs::importing::Part;
use crate::runs::importing::report;

/// What is said of a file. The names are those of the flags that questions about it name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ImportAsked {
    /// The name of the file, which may tell what it is and of which day.
    #[schemars(length(min = 1, max = 100), regex(pattern = r"^[^./\\:-][^/\\:]*$"))]
    name: String,
    /// Only say what would come in.
    #[serde(default)]
    dry_run: bool,
    /// What columns hold: date=Datum,distance:km=Strecke,notes=Bemerkung.
    map: Option<String>,
    /// Read 1,234 with this as the decimal mark.
    decimal: Option<Mark>,
    /// Read 5/10/2026 in this order.
    days: Option<Days>,
    /// Columns of numbers to leave out, each on a line.
    #[serde(default)]
    ignore_column: String,
    /// Columns that the file may lack, each on a line.
    #[serde(default)]
    accept_missing: String,
    /// Take values that cannot be.
    #[serde(default)]
    accept_odd: bool,
    /// Take what is certain without asking.
    #[serde(default)]
    yes: bool,
    /// The unit of masses that name none.
    mass: Option<Mass>,
    /// The unit of distances that name none.
    distance: Option<Distance>,
}

impl ImportAsked {
    fn reply(&self) -> ImportReply {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        ImportReply {
            dry_run: self.dry_run,
            map: self.map.iter().cloned().collect(),
            decimal: self.decimal,
            days: self.days,
            ignore_column: lines(&self.ignore_column),
            accept_missing: lines(&self.accept_missing),
            accept_odd: self.accept_odd,
            yes: self.yes,
            mass: self.mass,
            distance: self.distance,
        }
    }
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/import", post(import))
}

pub fn describe(all: &mut Operations) {
    let part = all.sent::<Part>("ImportProgress");
    let events = format!(
        "Server-sent events, where the client accepts them: `progress` events ({part}), then one \
         `result` with the object of JSON, or one `problem`."
    );
    all.operation(
        ("post", "/v1/import"),
        "import",
        "Bring in a file of notes, or an export of another app",
    )
    .about(
        "What a file leaves open stands in `questions`, and nothing of it comes in; each answer names a \
         `flag`, which is a parameter here. What is there already is not doubled.",
    )
    .asks::<ImportAsked>()
    .takes_as(json!({"application/octet-stream": {}}))
    .gives_as(
        "What came in, as `import --json` tells it",
        json!({
            "application/json": {"schema": {"type": "object"}},
            "text/event-stream": {"schema": {"type": "string", "description": events}},
        }),
    )
    .end();
}

async fn import(
    State(server): State<Arc<Server>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let asked: ImportAsked = query::read(&uri)?;
    uploads::file_name(&asked.name)?;
    let most = server.limits.file_size;
    let file = body::bytes(&headers, body, most, &server.limits).await?;
    let job = move |context: &_, client: &_| bring_in(context, client, &asked, &file);
    events::answer(server, &headers, job).await
}

fn bring_in(
    context: &Context<'_>,
    client: &Client,
    asked: &ImportAsked,
    file: &Bytes,
) -> Result<String, Problem> {
    let upload = Upload::new(&asked.name, file)?;
    let summary = asked.reply().bring_in(context, client, &upload)?;
    let object = text(&report::object(asked.dry_run, &summary))
        .map_err(|error| Problem::new(Kind::Failed, error.to_string()))?;
    Ok(upload.without_folder(&object))
}
