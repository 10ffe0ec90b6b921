//! `/v1/export`: what `export` takes out, bit by bit.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::NaiveDate;
use futures_util::stream;
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{Instant, timeout_at};

use crate::context::Context;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, connections, query, work};
use crate::runs::export_selection::{self, ExportSelection};

/// Bytes in one go.
const CHUNK: usize = 64 * 1024;
/// Goes that may wait for a slow client.
const WAITING: usize = 4;

/// What is taken out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExportAsked {
    /// The form; json keeps everything and can be brought in again.
    #[serde(default = "usual")]
    format: String,
    /// From this day on.
    from: Option<NaiveDate>,
    /// Up to and including this day.
    to: Option<NaiveDate>,
}

fn usual() -> String {
    "json".to_owned()
}

/// A bit of it, or why it cannot go on.
type Chunk = Result<Bytes, Problem>;

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/export", get(export))
}

pub fn describe(all: &mut Operations) {
    let text = json!({"schema": {"type": "string"}});
    all.operation(
        ("get", "/v1/export"),
        "export",
        "Take out what was logged, for other programs or a backup",
    )
    .asks::<ExportAsked>()
    .gives_as(
        "All of it, bit by bit; one that breaks off is not whole",
        json!({
            "application/json": {"schema": {"type": "object"}},
            "text/csv": text,
            "text/markdown": text,
            "text/plain": text,
        }),
    )
    .fails(&[(422, "There is no format of this name")])
    .end();
}

async fn export(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Problem> {
    let asked: ExportAsked = query::read(&uri)?;
    let kind = kind(&asked.format);
    let active_request = connections::active_request();
    let (sender, mut receiver) = channel::<Chunk>(WAITING);
    let deadline = Instant::now() + server.limits.run;
    tokio::spawn(async move {
        let (chunks, runtime) = (sender.clone(), Handle::current());
        let job = move |context: &Context<'static>| {
            let out = ExportStream {
                chunks,
                runtime,
                deadline,
            };
            write(context, &asked, out)
        };
        if let Err(problem) = work::run(&server, job).await {
            // who does not wait any more is told nothing
            timeout_at(deadline, sender.send(Err(problem))).await.ok();
        }
    });
    // what goes wrong before anything is written is told as a problem
    let first = match receiver.recv().await {
        Some(first) => first?,
        None => Bytes::new(),
    };
    let chunks = stream::unfold(
        (Some(first), receiver, active_request),
        |state| async move {
            let (first, mut receiver, active_request) = state;
            let chunk = match first {
                Some(first) => Ok(first),
                None => receiver.recv().await?,
            };
            let chunk = chunk.map_err(|_| io::Error::other("the export breaks off"));
            Some((chunk, (None, receiver, active_request)))
        },
    );
    Ok(([(header::CONTENT_TYPE, kind)], Body::from_stream(chunks)).into_response())
}

/// What a form is called on the way.
fn kind(format: &str) -> &'static str {
    match format.rsplit('-').next() {
        Some("json") => "application/json",
        Some("csv") => "text/csv; charset=utf-8",
        Some("md") => "text/markdown; charset=utf-8",
        _ => "text/plain; charset=utf-8",
    }
}

fn write(context: &Context<'_>, asked: &ExportAsked, out: ExportStream) -> Result<(), Problem> {
    let exporter = export_selection::exporter(context, &asked.format)
        .map_err(|error| Problem::asked(Kind::Unfit, &error).hint(forms(context)))?;
    let all = context.notes()?.span()?;
    let named = query::days(asked.from, asked.to, all)?;
    // days without notes are days all the same
    let lone = asked.from.or(asked.to).map(quilto::model::DateRange::day);
    let selection = ExportSelection::of(context, named.or(lone))?;
    let mut out = BufWriter::with_capacity(CHUNK, out);
    let written = (exporter.write)(&selection.holdings(context), &mut out);
    written.and_then(|()| out.flush()).map_err(|error| {
        let detail = format!("the export could not be written: {}", error.kind());
        Problem::new(Kind::Failed, detail)
    })
}

fn forms(context: &Context<'_>) -> String {
    let forms = context.app.exporters.iter().map(|exporter| exporter.name);
    format!("there are {}", forms.collect::<Vec<_>>().join(", "))
}

/// Where an export goes: to the client, who may be slow, but not for ever.
struct ExportStream {
    chunks: Sender<Chunk>,
    runtime: Handle,
    deadline: Instant,
}

impl Write for ExportStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let chunk = self.chunks.send(Ok(Bytes::copy_from_slice(bytes)));
        match self.runtime.block_on(timeout_at(self.deadline, chunk)) {
            Ok(Ok(())) => Ok(bytes.len()),
            Ok(Err(_)) => Err(io::ErrorKind::BrokenPipe.into()),
            Err(_) => Err(io::ErrorKind::TimedOut.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
