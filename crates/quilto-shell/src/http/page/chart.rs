//! `/chart?of=`: values in time, drawn, and as a table beside.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use axum::routing::get;
use chrono::{Days, NaiveDate};
use quilto::facts::format::quantity;
use quilto::model::Language;
use serde::Serialize;

use super::form::Fields;
use super::reader::Reader;
use super::view;
use crate::http::problem::Problem;
use crate::http::v1::charts::{self, ChartAsked, Span};
use crate::http::{Server, work};
use crate::output::chart::{self, Point};
use crate::runs::chart_data::ChartData;
use crate::runs::chart_legend::legend;
use crate::runs::named_measure::NamedMeasure;

/// Spans to look at, by name and length in days.
const SPANS: &[(&str, Option<u64>)] = &[("quarter", Some(91)), ("year", Some(365)), ("all", None)];
/// Rows of a table.
const ROWS: usize = 400;

#[derive(Serialize)]
struct PointView {
    days: String,
    value: String,
    record: bool,
    /// Where its days are shown.
    place: String,
}

#[derive(Serialize)]
struct DrawnView {
    title: String,
    about: String,
    svg: String,
    legend: Vec<String>,
    /// Newest first.
    points: Vec<PointView>,
    /// Points that the table leaves out.
    more: usize,
}

#[derive(Serialize)]
struct ChartView {
    of: String,
    by: &'static str,
    span: &'static str,
    spans: Vec<&'static str>,
    drawn: Vec<DrawnView>,
}

pub fn routes() -> Router<Arc<Server>> {
    Router::new().route("/chart", get(chart))
}

async fn chart(
    State(server): State<Arc<Server>>,
    reader: Reader,
    uri: Uri,
) -> Result<Response, Problem> {
    let fields = Fields::of_query(&uri)?;
    let of = fields.get("of").unwrap_or_default().trim().to_owned();
    let (by, span_of_point) = by(fields.text("by"));
    let wanted = fields.text("span");
    let span = SPANS.iter().find(|(name, _)| *name == wanted);
    let (span, length) = *span.unwrap_or(&("all", None));
    let view = work::answer(&server, move |context| {
        let from = length.and_then(|days| context.moment.today.checked_sub_days(Days::new(days)));
        let asked = asked(of, span_of_point, from);
        let drawn = match asked.of.is_empty() {
            true => Vec::new(),
            false => charts::drawn(context, &asked)?,
        };
        // nothing was typed where a link was followed: the page has one language
        let language = match Language::of(&asked.of) {
            Language::English => reader.language,
            typed => typed,
        };
        let drawn = drawn.iter();
        Ok(ChartView {
            drawn: drawn
                .map(|(m, charted)| drawn_view(m, charted, language))
                .collect(),
            of: asked.of,
            by,
            span,
            spans: SPANS.iter().map(|(name, _)| *name).collect(),
        })
    });
    let view = view.await?;
    view::page(server.context().app, &reader, "chart.html", "figures", view)
}

fn asked(of: String, by: Option<Span>, from: Option<NaiveDate>) -> ChartAsked {
    ChartAsked {
        of,
        by,
        from,
        to: None,
    }
}

/// What a point stands for, by its word.
fn by(word: &str) -> (&'static str, Option<Span>) {
    match word {
        "day" => ("day", Some(Span::Day)),
        "week" => ("week", Some(Span::Week)),
        "month" => ("month", Some(Span::Month)),
        _ => ("", None),
    }
}

fn drawn_view(measured: &NamedMeasure, charted: &ChartData, language: Language) -> DrawnView {
    let title = measured.about_in(language);
    let legend = legend(charted, language);
    let chart = &charted.chart;
    let unit = chart.unit.as_deref();
    let view = |point: &Point| PointView {
        days: match point.days.start == point.days.end {
            true => point.days.start.to_string(),
            false => format!("{} – {}", point.days.start, point.days.end),
        },
        value: quantity(point.value, unit),
        record: point.record,
        place: chart::place_of(&point.days),
    };
    DrawnView {
        about: charted.about(language),
        svg: match chart.points.is_empty() {
            true => String::new(),
            false => chart::figure(chart, &title, &legend.join(" ")),
        },
        legend,
        points: chart.points.iter().rev().take(ROWS).map(view).collect(),
        more: chart.points.len().saturating_sub(ROWS),
        title,
    }
}
