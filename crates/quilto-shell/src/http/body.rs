//! The body of a request: JSON, not too large, and in time.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::rejection::{BytesRejection, FailedToBufferBody};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Limits;
use super::problem::{Kind, Problem};

/// Reads a body.
pub async fn json(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Value, Problem> {
    let bytes = of_json(headers, body, limits).await?;
    // serde names the line and the column
    serde_json::from_slice(&bytes).map_err(|error| Problem::new(Kind::BadJson, error.to_string()))
}

/// The bytes of a body that is said to be JSON.
pub async fn of_json(headers: &HeaderMap, body: Body, limits: &Limits) -> Result<Bytes, Problem> {
    if !is(headers, "application/json") {
        let detail = "the request has no Content-Type: application/json";
        return Err(Problem::new(Kind::NotJson, detail)
            .hint("send it with the header Content-Type: application/json"));
    }
    read(body, limits.body_size, limits).await
}

/// Reads a body of bytes, of which there may be so many.
pub async fn bytes(
    headers: &HeaderMap,
    body: Body,
    most: usize,
    limits: &Limits,
) -> Result<Bytes, Problem> {
    if !is(headers, "application/octet-stream") {
        // no form of a foreign page can say so
        let detail = "the request has no Content-Type: application/octet-stream";
        return Err(Problem::new(Kind::NotBytes, detail));
    }
    read(body, most, limits).await
}

/// Reads a body to its end.
pub async fn read(body: Body, most: usize, limits: &Limits) -> Result<Bytes, Problem> {
    let too_large = || {
        Problem::new(Kind::TooLarge, format!("a body has at most {most} bytes"))
            .hint("send long texts in parts")
    };
    if body.size_hint().lower() > most as u64 {
        return Err(too_large());
    }
    let time = match most > limits.body_size {
        true => limits.file,
        false => limits.body,
    };
    let mut request = Request::new(body);
    DefaultBodyLimit::max(most).apply(&mut request);
    let read = tokio::time::timeout(time, Bytes::from_request(request, &())).await;
    match read {
        Err(_) => {
            let detail = format!("it was not whole after {} s", time.as_secs_f32());
            Err(Problem::new(Kind::SlowBody, detail))
        }
        Ok(Err(BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_)))) => {
            Err(too_large())
        }
        Ok(Err(error)) => {
            let detail = format!("the body broke off: {error}");
            Err(Problem::new(Kind::BadRequest, detail))
        }
        Ok(Ok(bytes)) => Ok(bytes),
    }
}

/// Reads a body that says one thing.
pub async fn typed<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    limits: &Limits,
) -> Result<T, Problem> {
    let value = json(headers, body, limits).await?;
    if !value.is_object() {
        return Err(Problem::new(Kind::Unfit, "the body is not an object"));
    }
    serde_json::from_value(value).map_err(|error| Problem::new(Kind::Unfit, error.to_string()))
}

/// Whether the body is said to be of a kind. A form of a foreign page cannot say so of JSON.
fn is(headers: &HeaderMap, kind: &str) -> bool {
    let said = headers.get(header::CONTENT_TYPE);
    let said = said.and_then(|said| said.to_str().ok()).unwrap_or_default();
    let essence = said.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case(kind)
}
