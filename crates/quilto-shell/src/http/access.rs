//! One line in the log for each request: never its words, never its token, never who sent it.

use std::sync::Arc;

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;

use super::Server;

/// Notes method, path, status and time of a request, and counts it.
pub async fn log(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    // as it is described, without what a client put in: names, days and the query could be words
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let path = match &matched {
        Some(path) => path.as_str().to_owned(),
        None => request.uri().path().to_owned(),
    };
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let took = begun.elapsed();
    if let Some(metrics) = &server.watch.metrics {
        let path = matched.as_ref().map(MatchedPath::as_str);
        metrics.request(&method, path, status, took);
    }
    let ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    match server.watch.by_field {
        true => tracing::info!(%method, path, status, ms, "request"),
        false => tracing::info!("{method} {path} {status} {ms} ms"),
    }
    response
}
