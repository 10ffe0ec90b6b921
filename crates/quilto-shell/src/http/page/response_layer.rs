//! What every response of the server gets on its way out: a problem becomes a page for who reads pages,
//! browsers are told what they may not do, and what is text is squeezed.

use std::io::Write as _;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::reader::Reader;
use super::{problems, sign_in, today, view};
use crate::http::Server;
use crate::http::problem::{Kind, Problem};
use crate::http::proxy::BasePath;

/// Nothing from elsewhere, nothing written into a page, no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// Shorter texts are not worth it.
const SHORT: usize = 512;

/// Answers a request as a browser should have it.
pub async fn finish_response(
    State(server): State<Arc<Server>>,
    request: Request,
    next: Next,
) -> Response {
    let reader = Reader::of(&server, request.headers());
    let on_page = problems::is_told_on_page(request.headers());
    let squeezes = takes_gzip(request.headers());
    let asked_for = (request.method() == Method::GET).then(|| request.uri().clone());
    let mut response = next.run(request).await;
    if on_page && let Some(problem) = response.extensions_mut().remove::<Problem>() {
        response = match asked_for {
            Some(uri) if problem.kind() == Kind::NoToken => {
                view::see(&sign_in::place_for(uri.path()))
            }
            _ => match problems::page(server.context().app, &reader, &problem) {
                Ok(mut page) => {
                    told_besides(&response, &mut page);
                    page
                }
                Err(_) => response,
            },
        };
    }
    guarded(response.headers_mut());
    led_below(server.endpoint.base, response.headers_mut());
    match squeezes {
        true => squeezed(response).await,
        false => response,
    }
}

/// What the headers of a problem tell, on its page too.
fn told_besides(problem: &Response, page: &mut Response) {
    for name in [header::RETRY_AFTER, today::OTHER_PERSON] {
        if let Some(value) = problem.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
}

/// Leads to where the browser finds our paths.
fn led_below(base: BasePath, headers: &mut HeaderMap) {
    let place = headers.get(header::LOCATION);
    let place = place.and_then(|place| place.to_str().ok());
    let below = place
        .filter(|place| place.starts_with('/'))
        .map(|place| HeaderValue::from_str(&format!("{}{place}", base.as_str())));
    if let Some(Ok(below)) = below {
        headers.insert(header::LOCATION, below);
    }
}

fn guarded(headers: &mut HeaderMap) {
    let text = HeaderValue::from_static;
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, text("nosniff"));
    if kind(headers).starts_with("text/html") {
        headers.insert(header::CONTENT_SECURITY_POLICY, text(POLICY));
        // a form has to say where it comes from, so not none at all
        headers.insert(header::REFERRER_POLICY, text("same-origin"));
        headers.insert("cross-origin-opener-policy", text("same-origin"));
        headers.insert(header::CACHE_CONTROL, text("no-cache, private"));
    }
}

fn kind(headers: &HeaderMap) -> &str {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default()
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let taken = headers.get_all(header::ACCEPT_ENCODING).iter();
    let mut taken = taken
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    taken.any(|way| way.trim() == "gzip" || way.trim().starts_with("gzip;q=1"))
}

/// Squeezes what a page is made of. What goes out bit by bit, and what programs get, stays as it is.
async fn squeezed(response: Response) -> Response {
    let is_text = ["text/html", "text/css", "text/javascript", "image/svg+xml"];
    let of_page = is_text
        .iter()
        .any(|text| kind(response.headers()).starts_with(text));
    if !of_page || response.headers().contains_key(header::CONTENT_ENCODING) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        return Response::from_parts(parts, Body::empty());
    };
    if bytes.len() < SHORT {
        return Response::from_parts(parts, Body::from(bytes));
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    let squeezed = gzip.write_all(&bytes).and_then(|()| gzip.finish());
    let Ok(squeezed) = squeezed else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let headers = &mut parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(squeezed))
}
