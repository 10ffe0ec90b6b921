//! `/v1/entries/{id}/figures`: the figures of an entry one by one, to be changed without words.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::get;
use quilto::model::{EntryId, Language};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::entry_state;
use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::query::{self, Part};
use crate::http::tag::IfMatch;
use crate::http::{Server, body, work};
use crate::runs::figure_changes::{self, Corrected, FigureChangeError, FigureObject};

/// More figures than this are no tap any more.
const MOST: usize = 32;

/// The figures of an entry.
#[derive(Serialize, JsonSchema)]
struct FigureList {
    figures: Vec<FigureObject>,
}

/// What figures should be.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewFigures {
    /// Each by its path, as it would be typed: `85`, `185 lb`, `26:10`.
    #[schemars(extend("minProperties" = 1, "maxProperties" = 32))]
    figures: BTreeMap<String, String>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/v1/entries/{id}/figures", get(list).post(change))
}

pub fn describe(all: &mut Operations) {
    all.operation(
        ("get", "/v1/entries/{id}/figures"),
        "figures",
        "The figures of an entry, one by one",
    )
    .entry()
    .gives::<FigureList>("FigureList", "What was understood of it in numbers")
    .end();
    all.operation(
        ("post", "/v1/entries/{id}/figures"),
        "change_figures",
        "Change figures of an entry",
    )
    .about("A correction without words: appended, and undone by its `entry_id`.")
    .entry()
    .held()
    .takes::<NewFigures>(
        "NewFigures",
        &json!({"figures": {"rocks.stones[0].mass": "85"}}),
    )
    .gives::<Corrected>("Corrected", "They are others now")
    .end();
}

async fn list(State(server): State<Arc<Server>>, id: Part) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    work::answer(&server, move |context| {
        let entry = entry_state::entry(context, &id)?;
        let style = context.style_within(None, Language::English);
        Answer::of(&FigureList {
            figures: figure_changes::of_entry(&entry, &style),
        })
    })
    .await
}

async fn change(
    State(server): State<Arc<Server>>,
    id: Part,
    headers: HeaderMap,
    body: Body,
) -> Result<Answer, Problem> {
    let id = query::entry_id(id)?;
    let expected = query::expected(&headers)?;
    let NewFigures { figures } = body::typed(&headers, body, &server.limits).await?;
    let wanted: Vec<(String, String)> = figures.into_iter().collect();
    let shared = Arc::clone(&server);
    work::answer(&server, move |context| {
        Answer::of(&changed(&shared, context, &id, &expected, &wanted)?)
    })
    .await
}

/// Changes figures of an entry, if it is what the client saw.
pub fn changed(
    server: &Server,
    context: &Context<'_>,
    id: &EntryId,
    expected: &IfMatch,
    wanted: &[(String, String)],
) -> Result<Corrected, Problem> {
    if wanted.len() > MOST {
        let detail = format!("more than {MOST} figures at once; nothing was changed");
        return Err(Problem::new(Kind::Unfit, detail));
    }
    let _turn = server.change(context)?;
    let entry = entry_state::seen(context, id, expected)?;
    figure_changes::change(context, entry, wanted).map_err(|not| match not {
        FigureChangeError::NoFigure(path) => {
            let detail = format!("{id} has no figure at {path:?}; nothing was changed");
            Problem::new(Kind::Unfit, detail).hint("list its figures by GET on this path")
        }
        FigureChangeError::NoValue(typed) => {
            let detail = format!("{typed:?} is no value of this kind; nothing was changed");
            Problem::new(Kind::Unfit, detail)
                .hint("write one number, with a unit that fits or none")
        }
        FigureChangeError::Same => {
            Problem::new(Kind::Unfit, "they are that already; nothing was changed")
        }
        FigureChangeError::Failed(error) => Problem::of(&error),
    })
}
