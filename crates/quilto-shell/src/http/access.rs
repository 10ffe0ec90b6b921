//! One line in the log for each request: never its words, never its token.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;

/// Notes method, path, status and time of a request.
pub async fn log(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    // as it is described, without what a client put in: names, days and the query could be words
    let path = match request.extensions().get::<MatchedPath>() {
        Some(path) => path.as_str().to_owned(),
        None => request.uri().path().to_owned(),
    };
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let ms = begun.elapsed().as_millis();
    tracing::info!("{method} {path} {status} {ms} ms");
    response
}
