//! Who may ask: checks before any work is done for a request.
//!
//! A page in the user's own browser can send requests to this machine. It may not get through: it
//! comes from another origin, or (with a name that suddenly points here, DNS rebinding) asks for a
//! host that is not ours.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Server;
use super::admission::Admission;
use super::endpoint::Authentication;
use super::problem::{Kind, Problem};
use super::session;

/// Paths that say nothing private.
const OPEN: &[&str] = &[
    "/healthz",
    "/openapi.json",
    "/sign-in",
    "/offline",
    "/page.js",
    "/manifest.webmanifest",
];
/// Below this lies what a page looks like.
const LOOKS: &str = "/assets/";

/// Lets a request through, or says why not.
pub async fn check(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    match refused(&server, &request) {
        Some(problem) => problem.into_response(),
        None => next.run(request).await,
    }
}

fn refused(server: &Server, request: &Request) -> Option<Problem> {
    let (uri, headers) = (request.uri(), request.headers());
    let host = match host(uri, headers) {
        Ok(host) => host,
        Err(problem) => return Some(problem),
    };
    if !server.endpoint.names.has(host.host()) {
        let detail = format!("{:?} is none of the server's names", host.host());
        return Some(
            Problem::new(Kind::WrongHost, detail)
                .hint("use its address; whoever runs it can add a name with --allow-host"),
        );
    }
    if is_foreign(headers, &host) && !is_link(request) {
        let detail = "the request comes from a page of another site";
        return Some(
            Problem::new(Kind::ForeignPage, detail)
                .hint("ask from a program, not from a page in a browser"),
        );
    }
    let open = OPEN.contains(&uri.path()) || uri.path().starts_with(LOOKS);
    match &server.endpoint.authentication {
        Authentication::Open => None,
        Authentication::Token(token) => {
            let given = bearer(headers);
            let fits = given.is_some_and(|given| token.is(given));
            match open || fits || session::is_open(token, headers) {
                true => None,
                false => Some(no_token(given.is_some())),
            }
        }
        Authentication::Accounts(_) => {
            let Some(admission) = request.extensions().get::<Admission>() else {
                return Some(no_token(false));
            };
            let refused = || admission.refuses(request.method(), uri.path());
            match open && !admission.is_over() {
                true => None,
                false => refused(),
            }
        }
    }
}

/// Why somebody is not let in: with a wrong token, or without any.
pub fn no_token(given: bool) -> Problem {
    let detail = match given {
        true => "the token is not the right one",
        false => "there is no token in the request",
    };
    Problem::new(Kind::NoToken, detail).hint("send it as Authorization: Bearer TOKEN")
}

/// The one host a request is for.
fn host(uri: &Uri, headers: &HeaderMap) -> Result<Authority, Problem> {
    let bad = |detail: &str| Problem::new(Kind::BadRequest, detail);
    let mut given = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (given.next(), given.next()) else {
        return Err(bad("a request has exactly one Host header"));
    };
    let host = host.to_str().ok().filter(|host| !host.contains('@'));
    let host: Option<Authority> = host.and_then(|host| host.parse().ok());
    let host = host.ok_or_else(|| bad("the Host header is not a host"))?;
    match uri.authority() {
        Some(named) if *named != host => Err(bad("the Host header and the path name two hosts")),
        _ => Ok(host),
    }
}

/// Whether a browser sends it for a page that is not ours.
fn is_foreign(headers: &HeaderMap, host: &Authority) -> bool {
    if let Some(site) = headers.get("sec-fetch-site")
        && !matches!(site.as_bytes(), b"none" | b"same-origin")
    {
        return true;
    }
    headers.get_all(header::ORIGIN).iter().any(|origin| {
        let origin = origin.to_str().unwrap_or_default();
        let (_, named) = origin.split_once("://").unwrap_or_default();
        !named.eq_ignore_ascii_case(host.as_str())
    })
}

/// Whether somebody follows a link to the first page, which is the same for all who do.
fn is_link(request: &Request) -> bool {
    let headers = request.headers();
    let says = |name, value: &str| headers.get(name).is_some_and(|said| said == value);
    request.method() == Method::GET
        && request
            .uri()
            .path_and_query()
            .is_some_and(|p| p.as_str() == "/")
        && says("sec-fetch-mode", "navigate")
        && says("sec-fetch-dest", "document")
}

/// Whether a browser says which page a request comes from: then the check above has seen it. A form can
/// be sent by any page, so one that does not say it is not taken.
pub fn names_its_page(headers: &HeaderMap) -> bool {
    headers.contains_key(header::ORIGIN) || headers.contains_key("sec-fetch-site")
}

/// The token in a request.
pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = given.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}
