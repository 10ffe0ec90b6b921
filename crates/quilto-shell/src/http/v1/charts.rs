//! `/v1/charts`, `/v1/charts.svg`: what `plot` draws.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use chrono::NaiveDate;
use quilto::model::{DateRange, GroupBy, Language};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::context::Context;
use crate::http::answer::Answer;
use crate::http::operation::Operations;
use crate::http::problem::{Kind, Problem};
use crate::http::{Server, query, work};
use crate::runs::chart_data::{self, ChartData, ChartObject};
use crate::runs::named_measure::{self, NamedMeasure};

/// Charts at once.
const CHARTS: usize = 8;
/// Letters that name what is drawn.
const LETTERS: usize = 300;
/// Points of one chart.
const POINTS: usize = 4_000;

/// What is drawn.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChartAsked {
    /// What to look at, then which of its measures, as `plot` takes it; several with a comma between
    /// them.
    #[schemars(length(min = 1, max = 300), regex(pattern = r"\S"))]
    pub of: String,
    /// What a point stands for; without it, what fits the days.
    pub by: Option<Span>,
    /// From this day on.
    pub from: Option<NaiveDate>,
    /// Up to and including this day.
    pub to: Option<NaiveDate>,
}

/// What a point stands for.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
pub enum Span {
    Day,
    Week,
    Month,
}

/// Charts as data.
#[derive(Serialize, JsonSchema)]
struct Charts<'a> {
    charts: Vec<ChartObject<'a>>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new()
        .route("/v1/charts", get(data))
        .route("/v1/charts.svg", get(svg))
}

pub fn describe(all: &mut Operations) {
    let unknown = (
        422,
        "Nothing of this name can be measured, or it is too much at once",
    );
    all.operation(("get", "/v1/charts"), "charts", "Values in time, as data")
        .asks::<ChartAsked>()
        .gives::<Charts<'_>>("Charts", "A chart for each thing that was named")
        .fails(&[unknown])
        .end();
    all.operation(("get", "/v1/charts.svg"), "drawn", "Values in time, drawn")
        .asks::<ChartAsked>()
        .gives_as(
            "The charts, one below the other; those without a value are left out",
            json!({"image/svg+xml": {"schema": {"type": "string"}}}),
        )
        .fails(&[unknown])
        .end();
}

async fn data(State(server): State<Arc<Server>>, uri: Uri) -> Result<Answer, Problem> {
    let asked: ChartAsked = query::read(&uri)?;
    work::answer(&server, move |context| {
        let drawn = drawn(context, &asked)?;
        let charts = drawn.iter();
        Answer::of(&Charts {
            charts: charts
                .map(|(measured, charted)| ChartObject::new(measured, charted))
                .collect(),
        })
    })
    .await
}

async fn svg(State(server): State<Arc<Server>>, uri: Uri) -> Result<Response, Problem> {
    let asked: ChartAsked = query::read(&uri)?;
    let job = move |context: &Context<'static>| {
        let mut drawn = drawn(context, &asked)?;
        drawn.retain(|(_, charted)| !charted.chart.points.is_empty());
        if drawn.is_empty() {
            let detail = "there is no value to draw in these days";
            return Err(Problem::new(Kind::Unfit, detail).hint("/v1/stats shows what there is"));
        }
        Ok(chart_data::svg(&drawn, Language::of(&asked.of)))
    };
    let text = work::answer(&server, job).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], text).into_response())
}

/// The charts that are asked for.
pub fn drawn(
    context: &Context<'_>,
    asked: &ChartAsked,
) -> Result<Vec<(NamedMeasure, ChartData)>, Problem> {
    if asked.of.trim().is_empty() || asked.of.chars().count() > LETTERS {
        let detail = format!("`of` names what to look at, in at most {LETTERS} letters");
        return Err(Problem::new(Kind::Unfit, detail).hint("/v1/stats shows what there is"));
    }
    let measured = named_measure::several(&context.domains(), &asked.of)
        .map_err(|error| Problem::asked(Kind::Unfit, &error))?;
    if measured.len() > CHARTS {
        let detail = format!("`of` names more than {CHARTS} things");
        return Err(Problem::new(Kind::Unfit, detail).hint("ask for some of them at a time"));
    }
    let by = asked.by.map(|span| match span {
        Span::Day => GroupBy::Day,
        Span::Week => GroupBy::Week,
        Span::Month => GroupBy::Month,
    });
    let period = period(context, asked)?;
    let charted = measured.into_iter().map(|measured| {
        let by_span = |by| chart_data::chart(context, &measured, period.as_ref(), by);
        let mut charted = by_span(by)?;
        // nobody said how many days a point is: as many as it takes
        for longer in [GroupBy::Week, GroupBy::Month] {
            if by.is_none() && charted.chart.points.len() > POINTS {
                charted = by_span(Some(longer))?;
            }
        }
        if charted.chart.points.len() > POINTS {
            let detail = format!("a chart would have more than {POINTS} points");
            return Err(Problem::new(Kind::Unfit, detail).hint("name fewer days, or by=month"));
        }
        Ok((measured, charted))
    });
    charted.collect()
}

/// The days that are named; `None` if none are.
fn period(context: &Context<'_>, asked: &ChartAsked) -> Result<Option<DateRange>, Problem> {
    let (None, None) = (asked.from, asked.to) else {
        let all = context.notes()?.span()?;
        let named = query::days(asked.from, asked.to, all)?;
        // days without notes are days all the same
        let lone = asked.from.or(asked.to).map(DateRange::day);
        return Ok(named.or(lone));
    };
    Ok(None)
}
