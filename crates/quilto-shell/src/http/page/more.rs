//! `/more`, `/settings`: what else there is, words of one's own, and the settings in effect.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Serialize;
use serde_json::Value;

use super::reader::Reader;
use super::view;
use crate::http::problem::Problem;
use crate::http::{Server, work};
use crate::runs::own_names::{self, OwnName};

/// What is told of models.
const MODELS: &[&str] = &["llm.default_provider", "llm.offline"];

#[derive(Serialize)]
struct MoreView {
    /// Forms that everything can be taken out in.
    forms: Vec<&'static str>,
    names: Vec<OwnName>,
    /// Who is signed in, where there are accounts.
    person: Option<String>,
}

/// A setting.
#[derive(Serialize)]
struct SettingView {
    key: String,
    value: String,
    /// Where its value comes from.
    origin: String,
}

#[derive(Serialize)]
struct SettingsView {
    settings: Vec<SettingView>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/more", get(more))
        .route("/settings", get(settings))
}

async fn more(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let person = server.person.as_ref().map(ToString::to_string);
    let view = work::answer(&server, |context| {
        let forms = context.app.exporters.iter().map(|exporter| exporter.name);
        Ok(MoreView {
            forms: forms.collect(),
            names: own_names::all(context)?,
            person,
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "more.html", "more", view)
}

async fn settings(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let context = server.context();
    // where things lie, and how models are reached, is the business of who runs the server
    let is_shown = |key: &str| {
        let of_models = key.starts_with("llm.") && !MODELS.contains(&key);
        key != "home" && !of_models
    };
    let all = context.settings.effective.iter();
    let settings = all.filter(|setting| is_shown(&setting.key)).map(|setting| {
        let value = match &setting.value {
            Value::String(text) => text.clone(),
            Value::Null => "–".to_owned(),
            other => other.to_string(),
        };
        SettingView {
            key: setting.key.clone(),
            value,
            origin: setting.origin.to_string(),
        }
    });
    let view = SettingsView {
        settings: settings.collect(),
    };
    view::page(context.app, &reader, "settings.html", "more", view)
}
