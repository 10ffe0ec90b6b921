//! From a measure to a chart: the facts engine computes, the chart shows.

use chrono::NaiveDate;
use quilto::domain::measures::Better;
use quilto::facts;
use quilto::model::{
    DateRange, Entry, Fact, FactKind, FactOp, FactQuery, FactValue, GroupBy, Language, Quantity,
};
use quilto::storage::LogStore;
use schemars::JsonSchema;
use serde::Serialize;

use super::named_measure::NamedMeasure;
use crate::context::Context;
use crate::error::CliError;
use crate::output::chart::{self, Chart, Point, Shape, lines as draw, mark_records};
use crate::output::chart_words::ChartWords;
use crate::output::json::FactObject;
use crate::ui::Ui;

/// Days up to which sums are shown day by day.
const DAILY: i64 = 21;
/// A line is not easier to read for being wider than this.
pub const WIDEST: usize = 160;
/// Rows of a chart below an answer.
const SMALL: usize = 5;
/// Fewer values say more in words.
const FEW: usize = 4;
/// Days up to which sums are shown by week.
const WEEKLY: i64 = 7 * 60;

/// A measure over time.
pub struct ChartData {
    pub chart: Chart,
    /// What one point stands for.
    pub by: GroupBy,
    /// The record of the days shown, where a single value can be one.
    pub best: Option<Fact>,
}

impl ChartData {
    /// What one value stands for, and the days they go over.
    pub fn about(&self, language: Language) -> String {
        let unit = self.chart.unit.as_deref();
        let days = self.chart.period();
        ChartWords::of(language).about(self.by, unit, days.as_ref())
    }
}

/// The object of a chart: `plot --json`.
#[derive(Serialize, JsonSchema)]
pub struct ChartObject<'a> {
    domain: &'a str,
    /// What is looked at; null for all.
    subject: Option<&'a str>,
    measure: &'a str,
    unit: Option<&'a str>,
    /// `day`, `week` or `month`.
    by: &'static str,
    /// The record of these days; null where single values cannot be records.
    best: Option<FactObject<'a>>,
    /// Oldest first.
    points: Vec<PointObject>,
}

/// A value and the days it stands for.
#[derive(Serialize, JsonSchema)]
struct PointObject {
    from: NaiveDate,
    to: NaiveDate,
    value: f64,
    /// Whether it was better than all before it.
    record: bool,
}

impl<'a> ChartObject<'a> {
    pub fn new(measured: &'a NamedMeasure, charted: &'a ChartData) -> Self {
        let points = charted.chart.points.iter().map(|point| PointObject {
            from: point.days.start,
            to: point.days.end,
            value: point.value,
            record: point.record,
        });
        Self {
            domain: &measured.domain.name,
            subject: measured.subject.as_deref(),
            measure: &measured.name,
            unit: charted.chart.unit.as_deref(),
            by: match charted.by {
                GroupBy::Week => "week",
                GroupBy::Month => "month",
                _ => "day",
            },
            best: charted.best.as_ref().map(FactObject::from),
            points: points.collect(),
        }
    }
}

/// Charts as one SVG file, in the language of the words that asked for them.
pub fn svg(drawn: &[(NamedMeasure, ChartData)], language: Language) -> String {
    let charts: Vec<(&Chart, String, String)> = drawn
        .iter()
        .map(|(measured, charted)| {
            let about = measured.about_in(language);
            (&charted.chart, about, charted.about(language))
        })
        .collect();
    chart::svg(&charts)
}

/// The chart of a measure over the days of a range, or over all there are; a point stands for what is
/// wanted, or for what fits the days.
pub fn chart(
    context: &Context<'_>,
    measured: &NamedMeasure,
    period: Option<&DateRange>,
    wanted: Option<GroupBy>,
) -> Result<ChartData, CliError> {
    let store = context.notes()?;
    let days = match period {
        Some(days) => Some(days.clone()),
        None => store.span()?,
    };
    let entries = match &days {
        Some(days) => store.entries_by_date_range(days)?,
        None => Vec::new(),
    };
    let compute = |op, by| compute(context, measured, &entries, period, op, by);
    let measure = measured.measure();
    let better = measure.map_or(Better::Neutral, |measure| measure.better);
    let adds_up = measure.is_some_and(|measure| measure.aggregate.adds_up());
    let mut by = wanted.unwrap_or(GroupBy::Day);
    let (mut points, mut unit) = series(compute(FactOp::Series, Some(by)));
    if let (true, Some((first, last))) = (adds_up, points.first().zip(points.last())) {
        let length = DateRange::new(first.days.start, last.days.end).days();
        if length > DAILY && wanted.is_none() {
            by = if length > WEEKLY {
                GroupBy::Month
            } else {
                GroupBy::Week
            };
            (points, unit) = series(compute(FactOp::Series, Some(by)));
        }
        points = with_quiet_times(points, by);
    }
    mark_records(&mut points, better);
    // the best value of each of many kinds is no record of the whole
    let single = measure.is_some_and(|measure| measure.by.is_none());
    let best = if single && !adds_up && better != Better::Neutral {
        compute(FactOp::Best, None).into_iter().next()
    } else {
        None
    };
    let shape = if adds_up { Shape::Bars } else { Shape::Line };
    let chart = Chart {
        points,
        unit,
        shape,
        better,
    };
    Ok(ChartData { chart, by, best })
}

fn compute(
    context: &Context<'_>,
    measured: &NamedMeasure,
    entries: &[Entry],
    period: Option<&DateRange>,
    op: FactOp,
    by: Option<GroupBy>,
) -> Vec<Fact> {
    let query = FactQuery {
        subjects: measured.subjects(),
        period: period.cloned(),
        by,
        ..FactQuery::of(measured.domain.name.clone(), measured.name.clone(), op)
    };
    let units = context.units();
    facts::compute(
        &[query],
        entries,
        &context.domains().all(),
        units,
        context.moment.today,
    )
}

/// The values of a series, oldest first, and their unit.
fn series(facts: Vec<Fact>) -> (Vec<Point>, Option<String>) {
    // a rate over all buckets stands in none of them
    let facts = facts.into_iter().filter(|fact| fact.bucket.is_some());
    let mut unit = None;
    let points = facts.filter_map(|fact| {
        let FactValue::Number(value) = fact.value else {
            return None;
        };
        unit = fact.unit;
        Some(Point {
            days: fact.period?,
            value,
            record: false,
        })
    });
    let points = points.collect();
    (points, unit)
}

/// Weeks and months of which nothing is told have a place in a row of bars.
fn with_quiet_times(points: Vec<Point>, by: GroupBy) -> Vec<Point> {
    let mut whole: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        while let Some(last) = whole.last()
            && let Some(days) = next(&last.days, by)
            && days.start < point.days.start
        {
            whole.push(Point {
                days,
                value: 0.0,
                record: false,
            });
        }
        whole.push(point);
    }
    whole
}

/// The day, week or month after one.
fn next(days: &DateRange, by: GroupBy) -> Option<DateRange> {
    let start = days.end.succ_opt()?;
    let end = match by {
        GroupBy::Month => first_of_next_month(start)?.pred_opt()?,
        GroupBy::Week => start.checked_add_days(chrono::Days::new(6))?,
        _ => start,
    };
    Some(DateRange::new(start, end))
}

fn first_of_next_month(day: NaiveDate) -> Option<NaiveDate> {
    use chrono::Datelike;
    day.with_day(1)?.checked_add_months(chrono::Months::new(1))
}

/// A small chart for what was just told in words, where there are values enough.
pub fn below_answer(context: &Context<'_>, ui: &mut Ui, facts: &[Fact]) -> Result<(), CliError> {
    let (Some(columns), false) = (ui.columns(), context.json) else {
        return Ok(());
    };
    let Some((_, drawn)) = over_time(context, facts)? else {
        return Ok(());
    };
    ui.line("")?;
    for line in draw(&drawn.chart, columns.min(WIDEST / 2), SMALL) {
        ui.line(&line)?;
    }
    Ok(())
}

/// What was just told in words as a chart, where there are values enough.
pub fn over_time(
    context: &Context<'_>,
    facts: &[Fact],
) -> Result<Option<(NamedMeasure, ChartData)>, CliError> {
    let told = facts.iter().find_map(|fact| {
        let FactKind::Trend(Quantity::Measure(name)) = &fact.kind else {
            return None;
        };
        let domains = context.domains();
        let domain = domains.iter().find(|domain| domain.name == fact.domain)?;
        let subject = (fact.subject != domain.name).then_some(fact.subject.as_str());
        let measured = NamedMeasure::of(domain, subject, name)?;
        Some((measured, fact.period.clone()))
    });
    let Some((measured, period)) = told else {
        return Ok(None);
    };
    let drawn = chart(context, &measured, period.as_ref(), None)?;
    Ok((drawn.chart.points.len() >= FEW).then_some((measured, drawn)))
}
