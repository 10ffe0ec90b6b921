//! `/sign-in`, `/sign-out`: who shows the token once needs it no more for a while.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::Response;
use axum::routing::{get, post};
use serde::Serialize;

use super::form::Fields;
use super::reader::{self, Reader};
use super::view;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, session};

#[derive(Serialize)]
struct SignInView {
    /// Where to go then.
    to: String,
    wrong: bool,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/sign-in", get(ask).post(sign_in))
        .route("/sign-out", post(sign_out))
}

/// The path of the form for somebody who wanted to see a path of ours.
pub fn place_for(path: &str) -> String {
    match is_ours(path) && path != "/" {
        true => format!("/sign-in?to={path}"),
        false => "/sign-in".to_owned(),
    }
}

/// Whether a text is a path of this server and nothing more: never a way to another one.
fn is_ours(path: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'-' | b'.' | b'_');
    path.starts_with('/') && !path.contains("//") && path.bytes().all(is_plain)
}

async fn ask(
    State(server): State<Arc<Server>>,
    reader: Reader,
    uri: Uri,
) -> Result<Response, Problem> {
    if server.door.token.is_none() {
        return Ok(view::see("/"));
    }
    let fields = Fields::of_query(&uri)?;
    form(&server, &reader, fields.text("to"), false)
}

fn form(server: &Server, reader: &Reader, to: &str, wrong: bool) -> Result<Response, Problem> {
    let to = if is_ours(to) { to } else { "/" }.to_owned();
    let reader = Reader {
        signed_in: false,
        ..*reader
    };
    let view = SignInView { to, wrong };
    view::page(server.context().app, &reader, "sign_in.html", "", view)
}

async fn sign_in(
    State(server): State<Arc<Server>>,
    reader: Reader,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let to = fields.text("to");
    let Some(token) = &server.door.token else {
        return Ok(view::see("/"));
    };
    if !token.is(fields.text("token").trim()) {
        let mut response = form(&server, &reader, to, true)?;
        *response.status_mut() = Problem::new(Kind::NoToken, "").status();
        return Ok(response);
    }
    let cookie = session::begun(token, reader::is_https(&server, &headers));
    Ok(with_cookie(
        view::see(if is_ours(to) { to } else { "/" }),
        cookie,
    ))
}

async fn sign_out(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    Fields::read(&headers, body, &server.limits).await?;
    let cookie = session::ended(reader::is_https(&server, &headers));
    Ok(with_cookie(view::see("/sign-in"), cookie))
}

fn with_cookie(mut response: Response, cookie: Option<HeaderValue>) -> Response {
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_away() {
        for path in ["/", "/day/2026-11-20", "/page.js"] {
            assert!(is_ours(path), "{path}");
        }
        for path in [
            "",
            "//rocks.example",
            "/\\rocks.example",
            "https://rocks.example",
            "/a?b",
        ] {
            assert!(!is_ours(path), "{path}");
        }
    }
}
