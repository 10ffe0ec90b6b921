//! `/settings`: the settings in effect, some of them to change, and the language of the pages.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use axum::routing::{get, post};
use quilto::model::Language;
use serde::Serialize;
use serde_json::Value;

use super::form::Fields;
use super::reader::{self, Reader};
use super::view;
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, work};
use crate::settings::{self, Origin, SettingsError};

/// What is told of models.
const MODELS: &[&str] = &["llm.default_provider", "llm.offline"];

/// What a person changes on the page, and what each can be; nothing where it is typed.
const CHANGEABLE: &[(&str, &[&str])] = &[
    ("units.mass", &["kg", "lb"]),
    ("units.distance", &["km", "mi"]),
    ("day_ends", &[]),
    ("response_style", &["concise", "detailed"]),
    ("approval", &["never", "corrections", "uncertain", "always"]),
];

/// How long a browser keeps the language, in seconds: a year.
const KEPT: u64 = 365 * 24 * 60 * 60;

/// A setting.
#[derive(Serialize)]
struct SettingView {
    key: String,
    value: String,
    /// Where its value comes from.
    origin: String,
}

/// A setting to change.
#[derive(Serialize)]
struct ChangeView {
    key: &'static str,
    value: String,
    choices: &'static [&'static str],
    /// What counts more than the file that is changed here.
    held_by: Option<String>,
}

#[derive(Serialize)]
struct SettingsView {
    settings: Vec<SettingView>,
    /// None where they are those of all persons on the server.
    changes: Vec<ChangeView>,
    /// The language that was chosen, if one was.
    chosen: Option<&'static str>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/settings", get(show).post(change))
        .route("/language", post(choose_language))
}

async fn show(
    State(server): State<Arc<Server>>,
    reader: Reader,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let is_owned = server.person.is_none();
    let view = work::answer(&server, move |context| {
        Ok(SettingsView {
            settings: in_effect(context),
            changes: if is_owned {
                changeable(context)
            } else {
                Vec::new()
            },
            chosen: reader::chosen_language(&headers).map(Language::code),
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "settings.html", "more", view)
}

fn in_effect(context: &Context<'_>) -> Vec<SettingView> {
    // where things lie, and how models are reached, is the business of who runs the server
    let is_shown = |key: &str| {
        let of_models = key.starts_with("llm.") && !MODELS.contains(&key);
        key != "home" && !of_models
    };
    let all = context.settings.effective.iter();
    let shown = all.filter(|setting| is_shown(&setting.key));
    let views = shown.map(|setting| SettingView {
        key: setting.key.clone(),
        value: in_words(&setting.value),
        origin: setting.origin.to_string(),
    });
    views.collect()
}

fn changeable(context: &Context<'_>) -> Vec<ChangeView> {
    let all = &context.settings.effective;
    let views = CHANGEABLE.iter().filter_map(|(key, choices)| {
        let setting = all.iter().find(|setting| setting.key == *key)?;
        let is_held = !matches!(setting.origin, Origin::Default | Origin::File(_));
        Some(ChangeView {
            key,
            value: in_words(&setting.value),
            choices,
            held_by: is_held.then(|| setting.origin.to_string()),
        })
    });
    views.collect()
}

fn in_words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "–".to_owned(),
        other => other.to_string(),
    }
}

async fn change(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    if server.person.is_some() {
        let detail = "these settings are those of all persons on the server";
        return Err(Problem::new(Kind::Unfit, detail).hint("whoever runs it can change them"));
    }
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        let _turn = shared.change(context)?;
        let before = changeable(context);
        let is_new = |row: &&ChangeView| {
            let typed = fields.get(row.key);
            row.held_by.is_none() && typed.is_some_and(|typed| typed.trim() != row.value)
        };
        for row in before.iter().filter(is_new) {
            let changed = settings::change(&context.sources, row.key, fields.get(row.key));
            changed.map_err(refused)?;
        }
        Ok(shared.learn()?)
    })
    .await?;
    Ok(view::see("/settings"))
}

fn refused(error: SettingsError) -> Problem {
    let is_unfit = matches!(error, SettingsError::Invalid { .. });
    let error = crate::error::CliError::from(error);
    match is_unfit {
        true => Problem::asked(Kind::Unfit, &error),
        false => Problem::of(&error),
    }
}

/// Keeps the language of the pages in the browser, or lets it follow the browser again.
async fn choose_language(
    State(server): State<Arc<Server>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let fields = Fields::read(&headers, body, &server.limits).await?;
    let code = fields.get("language").unwrap_or_default();
    let known = Language::ALL.into_iter().find(|known| known.code() == code);
    let (code, lasts) = known.map_or(("", 0), |known| (known.code(), KEPT));
    let name = reader::LANGUAGE_COOKIE;
    let base = server.endpoint.base.as_str();
    let cookie = format!("{name}={code}; Path={base}/; Max-Age={lasts}; HttpOnly; SameSite=Strict");
    let mut response = view::see("/settings");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}
