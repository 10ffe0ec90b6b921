//! `/v1/stats`: what `stats` tells.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::routing::get;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, query, work};
use crate::runs::stats::{self, StatsObject};

/// Whose figures are wanted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StatsAsked {
    /// Only this domain.
    domain: Option<String>,
}

/// The figures of the domains that have notes.
#[derive(Serialize, JsonSchema)]
struct Stats<'a> {
    domains: Vec<StatsObject<'a>>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/stats", get(all_figures))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("get", "/v1/stats"),
        "stats",
        "Records, streaks, and this week against the last",
    )
    .asks::<StatsAsked>()
    .gives::<Stats<'_>>("Stats", "A part for each domain that has notes")
    .fails(&[(422, "There is no domain of this name")])
    .end();
}

async fn all_figures(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: StatsAsked = query::read(&uri)?;
    work::answer(&server, move |context| {
        let only = asked.domain.as_deref().map(|name| context.domain(name));
        let only = only
            .transpose()
            .map_err(|error| Problem::asked(Kind::Unfit, &error))?;
        let entries = stats::entries(context)?;
        let sections = stats::sections(context, only.as_deref(), &entries);
        Answer::of(&Stats {
            domains: sections.iter().map(StatsObject::from).collect(),
        })
    })
    .await
}
