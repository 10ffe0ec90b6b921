//! `/sign-in`, `/sign-out`: who shows the token once, or name and password of an account, needs it no more
//! for a while.

use std::sync::Arc;

use axum::Extension;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;

use super::form::Fields;
use super::reader::{self, Reader};
use super::view;
use crate::http::endpoint::Authentication;
use crate::http::problem::{Kind, Problem};
use crate::http::proxy::ClientAddress;
use crate::http::{Server, account_session, session};

#[derive(Serialize)]
struct SignInView {
    /// Where to go then.
    to: String,
    /// Whether name and password are asked for.
    accounts: bool,
    /// The name that was typed.
    name: String,
    /// Why it was not taken.
    refused: Option<&'static str>,
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
    if !server.endpoint.authentication.is_there() {
        return Ok(view::see("/"));
    }
    let fields = Fields::of_query(&uri)?;
    form(&server, &reader, &fields, None)
}

fn form(
    server: &Server,
    reader: &Reader,
    fields: &Fields,
    refused: Option<&'static str>,
) -> Result<Response, Problem> {
    let to = fields.text("to");
    let to = if is_ours(to) { to } else { "/" }.to_owned();
    let reader = Reader {
        signed_in: false,
        ..*reader
    };
    let view = SignInView {
        to,
        accounts: server.endpoint.authentication.accounts().is_some(),
        name: fields.text("name").to_owned(),
        refused,
    };
    view::page(server.context().app, &reader, "sign_in.html", "", view)
}

async fn sign_in(
    State(server): State<Arc<Server>>,
    Extension(ClientAddress(from)): Extension<ClientAddress>,
    reader: Reader,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let place = cookie_place(&server, &headers);
    let cookie = match &server.endpoint.authentication {
        Authentication::Open => return Ok(view::see("/")),
        Authentication::Token(token) => token
            .is(fields.text("token").trim())
            .then(|| session::begun(token, place)),
        Authentication::Accounts(accounts) => {
            let (name, password) = (fields.text("name"), fields.text("password"));
            let begun = account_session::begin(&server, accounts, from, name, password);
            match begun.await {
                Ok(begun) => begun.map(|secret| session::of_account(secret.text(), place)),
                Err(problem) if problem.kind() == Kind::TooMany => {
                    return refused(form(&server, &reader, &fields, Some("often"))?, problem);
                }
                Err(problem) => return Err(problem),
            }
        }
    };
    let Some(cookie) = cookie else {
        let wrong = form(&server, &reader, &fields, Some("wrong"))?;
        return refused(wrong, Problem::new(Kind::NoToken, ""));
    };
    let to = fields.text("to");
    Ok(with_cookie(
        view::see(if is_ours(to) { to } else { "/" }),
        cookie,
    ))
}

/// The form with the status and the headers of a problem, but for what asks a browser for a password in a
/// way of its own.
pub fn refused(mut form: Response, problem: Problem) -> Result<Response, Problem> {
    let told = problem.into_response();
    *form.status_mut() = told.status();
    if let Some(wait) = told.headers().get(header::RETRY_AFTER) {
        let headers = form.headers_mut();
        headers.insert(header::RETRY_AFTER, wait.clone());
    }
    Ok(form)
}

async fn sign_out(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    Fields::read(&headers, body, &server.limits).await?;
    if let Some(accounts) = server.endpoint.authentication.accounts() {
        account_session::end(accounts, &headers).await?;
    }
    let cookie = session::ended(cookie_place(&server, &headers));
    Ok(with_cookie(view::see("/sign-in"), cookie))
}

/// Where cookies of who signs in are sent.
pub fn cookie_place(server: &Server, headers: &HeaderMap) -> session::Place {
    session::Place {
        safe: reader::is_https(server, headers),
        base: server.endpoint.base,
    }
}

/// A response that sets a cookie.
pub fn with_cookie(mut response: Response, cookie: Option<HeaderValue>) -> Response {
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
