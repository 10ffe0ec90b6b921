//! What pages look like and what they can do besides: a style sheet, two scripts, a sign, and what makes
//! them an app on a telephone. All of it is embedded.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderName, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::json;

use super::embedded::{DRAWN_ICONS, HTMX, ICON, SCRIPT, STYLE, version};
use super::reader::Reader;
use super::view;
use super::words::PageWords;
use crate::http::Server;
use crate::http::problem::{Kind, Problem};

/// These never change under one version, which their addresses name.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/assets/page.css", get(style))
        .route("/assets/htmx.min.js", get(htmx))
        .route("/assets/icon.svg", get(icon))
        .route("/assets/{name}", get(drawn_icon))
        .route("/page.js", get(script))
        .route("/manifest.webmanifest", get(manifest))
        .route("/offline", get(offline))
}

fn asset(kind: &'static str, keep: &'static str, text: impl IntoResponse) -> Response {
    let headers: [(HeaderName, &str); 2] =
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)];
    (headers, text).into_response()
}

async fn style() -> Response {
    asset("text/css; charset=utf-8", FOR_EVER, STYLE)
}

async fn htmx() -> Response {
    asset("text/javascript; charset=utf-8", FOR_EVER, HTMX)
}

async fn icon() -> Response {
    asset("image/svg+xml", FOR_EVER, ICON)
}

async fn drawn_icon(Path(name): Path<String>) -> Result<Response, Problem> {
    let named = |width: u16| format!("icon-{width}.png") == name;
    let known = DRAWN_ICONS.iter().find(|(width, _)| named(*width));
    let (_, bytes) = known.ok_or_else(|| {
        Problem::new(
            Kind::UnknownRoute,
            format!("there is nothing at /assets/{name}"),
        )
    })?;
    Ok(asset("image/png", FOR_EVER, *bytes))
}

/// The script is the service worker as well, which a browser looks for anew. It is told where it is and its
/// version, so that another one is another worker.
async fn script(State(server): State<Arc<Server>>) -> Response {
    let base = server.endpoint.base.as_str();
    let text = SCRIPT.replace("VERSION", version());
    let text = text.replace("PREFIX", base);
    asset("text/javascript; charset=utf-8", "no-cache", text)
}

async fn manifest(State(server): State<Arc<Server>>, reader: Reader) -> Response {
    let name = view::title(server.context().app.name);
    let base = server.endpoint.base.as_str();
    let icon = |purpose: &str| {
        let at = format!("{base}/assets/icon.svg?v={}", version());
        json!({"src": at, "sizes": "any", "type": "image/svg+xml", "purpose": purpose})
    };
    let drawn = DRAWN_ICONS.iter().map(|(width, _)| {
        let at = format!("{base}/assets/icon-{width}.png?v={}", version());
        json!({"src": at, "sizes": format!("{width}x{width}"), "type": "image/png"})
    });
    let icons: Vec<_> = [icon("any"), icon("maskable")]
        .into_iter()
        .chain(drawn)
        .collect();
    let start = format!("{base}/");
    let text = json!({
        "name": name, "short_name": name, "lang": reader.language.code(),
        "description": PageWords::of(reader.language).say("/about"),
        "id": start, "start_url": start, "scope": start, "display": "standalone",
        "background_color": "#faf9f7", "theme_color": "#faf9f7",
        "icons": icons,
    });
    asset("application/manifest+json", "no-cache", text.to_string())
}

/// What the service worker shows where there is no way to the server.
async fn offline(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    view::page(server.context().app, &reader, "offline.html", "", json!({}))
}
