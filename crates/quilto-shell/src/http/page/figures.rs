//! `/figures`: records, streaks, this week against the last.

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
use crate::runs::stats;
use crate::runs::stats_words::{self, DomainStats};

#[derive(Serialize)]
struct FiguresView {
    domains: Vec<DomainStats>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/figures", get(figures))
}

async fn figures(State(server): State<Arc<Server>>, reader: Reader) -> Result<Response, Problem> {
    let view = work::answer(&server, move |context| {
        let entries = stats::entries(context)?;
        let sections = stats::sections(context, None, &entries);
        let told = sections
            .iter()
            .map(|section| stats_words::told(section, reader.language));
        Ok(FiguresView {
            domains: told.collect(),
        })
    });
    let view = view.await?;
    view::page(
        server.context().app,
        &reader,
        "figures.html",
        "figures",
        view,
    )
}
