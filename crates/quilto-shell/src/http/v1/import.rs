//! `/v1/import`: what `import` brings in, sent as the body.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use crate::context::Context;
use crate::error::CliError;
use crate::http::answer::Answer;
use crate::http::events::{self, Client};
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, body, connections, query, work};
use crate::import::question::Decimal;
use crate::import::{Bounds, Choices, DayOrder};
use crate::output::json::text;
use crate::runs::importing::{self, GivenUnits, Part, ToImport, report};
use crate::ui::{Color, Ui};

/// Letters of a file's name.
const LETTERS: usize = 100;

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
    /// What columns hold: date=Datum,exercise=Übung,weight:kg=Gewicht.
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

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Mark {
    Comma,
    Point,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Days {
    DayFirst,
    MonthFirst,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Mass {
    Kg,
    Lb,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
enum Distance {
    Km,
    Mi,
}

impl ImportAsked {
    fn choices(&self) -> Choices {
        let lines = |text: &str| text.lines().map(str::to_owned).collect();
        Choices {
            decimal: self.decimal.map(|mark| match mark {
                Mark::Comma => Decimal::Comma,
                Mark::Point => Decimal::Point,
            }),
            days: self.days.map(|order| match order {
                Days::DayFirst => DayOrder::DayFirst,
                Days::MonthFirst => DayOrder::MonthFirst,
            }),
            ignored: lines(&self.ignore_column),
            missing: lines(&self.accept_missing),
            odd: self.accept_odd,
            maps: self.map.iter().cloned().collect(),
            guessed: self.yes,
        }
    }

    fn units(&self) -> GivenUnits {
        GivenUnits {
            mass: self.mass.map(|unit| match unit {
                Mass::Kg => "kg".to_owned(),
                Mass::Lb => "lb".to_owned(),
            }),
            distance: self.distance.map(|unit| match unit {
                Distance::Km => "km".to_owned(),
                Distance::Mi => "mi".to_owned(),
            }),
        }
    }

    /// The name of the file, which must be one in any folder.
    fn file(&self) -> Result<&str, Problem> {
        let name = self.name.as_str();
        let is_plain = |c: char| !c.is_control() && !matches!(c, '/' | '\\' | ':');
        let is_file = name.chars().all(is_plain)
            && !name.starts_with(['.', '-'])
            && (1..=LETTERS).contains(&name.chars().count());
        match is_file {
            true => Ok(name),
            false => {
                let detail = format!("`name` is the name of a file, of at most {LETTERS} letters");
                Err(Problem::new(Kind::Unfit, detail).hint("leave out the folders: notes.csv"))
            }
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
    asked.file()?;
    let most = server.limits.file_size;
    let file = body::bytes(&headers, body, most, &server.limits).await?;
    let at_work = connections::at_work();
    if events::wanted(&headers) {
        let job = move |context: &_, client: &_| bring_in(context, client, &asked, &file);
        return Ok(events::stream(server, at_work, job));
    }
    let job = move |context: &_| bring_in(context, &Client::patient(), &asked, &file);
    let came = work::run(&server, job).await?;
    Ok(Answer::written(came).into_response())
}

fn bring_in(
    context: &Context<'_>,
    client: &Client,
    asked: &ImportAsked,
    file: &Bytes,
) -> Result<String, Problem> {
    let folder = tempfile::tempdir().map_err(|error| unkept(&error))?;
    let path: PathBuf = folder.path().join(asked.file()?);
    std::fs::write(&path, file).map_err(|error| unkept(&error))?;
    let what = ToImport {
        paths: std::slice::from_ref(&path),
        dry_run: asked.dry_run,
        choices: asked.choices(),
        units: asked.units(),
        bounds: Bounds::SENT,
    };
    // nothing is asked and nothing is shown where a server runs
    let mut ui = Ui::new(Color::Never);
    let told = |part: Part| client.tell(&part);
    let summary = importing::bring_in(context, &mut ui, what, &told)
        .map_err(|error| Problem::of_asked(&error))?;
    let object = text(&report::object(asked.dry_run, &summary))
        .map_err(|error| Problem::new(Kind::Failed, error.to_string()))?;
    Ok(without(&object, folder.path()))
}

/// The text without the folder that the file was read in: it has none for the client.
fn without(object: &str, folder: &Path) -> String {
    let folder = folder.join("").display().to_string();
    object.replace(&folder, "")
}

fn unkept(error: &std::io::Error) -> Problem {
    let failed = CliError::failed(format!(
        "the file could not be kept for now: {}",
        error.kind()
    ))
    .hint("the disk for temporary files may be full");
    Problem::of(&failed)
}
