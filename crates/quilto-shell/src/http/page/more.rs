//! `/more`: what else there is, and words of one's own.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use serde::Serialize;

use super::reader::Reader;
use super::view;
use crate::http::problem::Problem;
use crate::http::{Server, work};
use crate::runs::aliases::{self, OwnName};

#[derive(Serialize)]
struct MoreView {
    /// Forms that everything can be taken out in.
    forms: Vec<&'static str>,
    names: Vec<OwnName>,
    /// Who is signed in, where there are accounts.
    person: Option<String>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/more", get(more))
}

async fn more(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let person = server.person.as_ref().map(ToString::to_string);
    let view = work::answer(&server, |context| {
        let forms = context.app.exporters.iter().map(|exporter| exporter.name);
        Ok(MoreView {
            forms: forms.collect(),
            names: aliases::all(context)?,
            person,
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "more.html", "more", view)
}
