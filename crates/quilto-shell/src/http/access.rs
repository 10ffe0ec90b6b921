//! One line in the log for each request: never its words, never its token.

use std::time::Instant;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;

/// Notes method, path, status and time of a request.
pub async fn log(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    // without the query, which could hold words
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let ms = begun.elapsed().as_millis();
    tracing::info!("{method} {path} {status} {ms} ms");
    response
}
