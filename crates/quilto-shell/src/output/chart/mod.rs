//! Charts: values in time, drawn with letters in a terminal or written as an SVG file.
//!
//! Values come from the facts engine; here they only get a place on the screen.

mod bars;
mod canvas;
mod line;
mod scale;
mod svg;

use chrono::NaiveDate;
use quilto::domain::measures::Better;
use quilto::model::DateRange;

use crate::ui::{QUIET, padded, width_of};
use scale::Scale;
pub use svg::{figure, place_of, svg};

/// A value and the days it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The day, or the first and last day of the week or month.
    pub days: DateRange,
    /// The value, in the chart's unit.
    pub value: f64,
    /// Whether it was better than all before it.
    pub record: bool,
}

/// How values are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A line from day to day.
    Line,
    /// A bar per week or month: for what adds up.
    Bars,
}

/// What a chart shows.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Oldest first.
    pub points: Vec<Point>,
    /// The unit of the values.
    pub unit: Option<String>,
    /// How they are drawn.
    pub shape: Shape,
    /// Which values lie further up: where less is better, the scale is turned.
    pub better: Better,
}

impl Chart {
    /// The days it goes over.
    pub fn period(&self) -> Option<DateRange> {
        let (first, last) = self.points.first().zip(self.points.last())?;
        Some(DateRange::new(first.days.start, last.days.end))
    }
}

/// Marks every value that was better than all before it. The first one is where the counting
/// begins, and what is neither better nor worse has no records.
pub fn mark_records(points: &mut [Point], better: Better) {
    let mut best: Option<f64> = None;
    for point in points {
        let beats = |best: f64| match better {
            Better::Higher => point.value > best,
            Better::Lower => point.value < best,
            Better::Neutral => false,
        };
        point.record = best.is_some_and(beats);
        if point.record || best.is_none() {
            best = Some(point.value);
        }
    }
}

/// The chart as lines of at most `columns` columns, `rows` of them for the values and two below for
/// the days. Empty where there is nothing to draw or no room for it.
pub fn lines(chart: &Chart, columns: usize, rows: usize) -> Vec<String> {
    let Some(period) = chart.period() else {
        return Vec::new();
    };
    let scale = Scale::of(chart, rows);
    let labels: Vec<(usize, String)> = scale.labels(chart.unit.as_deref(), rows, chart.shape);
    let gutter = labels.iter().map(|(_, text)| width_of(text)).max();
    let gutter = gutter.unwrap_or(0);
    let room = columns.saturating_sub(gutter + 2);
    if room < 10 || rows < 2 {
        return Vec::new();
    }
    let (drawn, used) = match chart.shape {
        Shape::Line => (line::rows(chart, &scale, &period, room, rows), room),
        Shape::Bars => bars::rows(chart, &scale, room, rows),
    };
    let mut lines = Vec::with_capacity(rows + 2);
    for (row, cells) in drawn.into_iter().enumerate() {
        let label = labels.iter().find(|(at, _)| *at == row);
        let (text, edge) = match label {
            Some((_, text)) => (text.as_str(), '┤'),
            None => ("", '│'),
        };
        let blank = " ".repeat(gutter - width_of(text));
        lines.push(format!("{QUIET}{blank}{text} {edge}{QUIET:#}{cells}"));
    }
    let (ticks, names) = days_below(&period, chart.shape, used);
    let blank = " ".repeat(gutter + 1);
    lines.push(format!("{QUIET}{blank}└{ticks}{QUIET:#}"));
    lines.push(format!("{QUIET}{blank} {names}{QUIET:#}").trim_end().into());
    lines
}

/// The axis below: a line with ticks, and the days under them.
fn days_below(period: &DateRange, shape: Shape, columns: usize) -> (String, String) {
    let mut ticks = vec!['─'; columns];
    let mut names = String::new();
    for (day, name) in scale::days(period, columns / 12) {
        let at = column_of(day, period, columns);
        let wide = width_of(&name);
        // the last name may end where the chart ends
        let start = at.min(columns.saturating_sub(wide));
        let free = width_of(&names);
        if start < free + usize::from(free > 0) * 2 {
            continue;
        }
        names = padded(&names, start) + &name;
        if let Some(tick) = ticks.get_mut(at) {
            *tick = if shape == Shape::Line { '┬' } else { '┴' };
        }
    }
    (ticks.into_iter().collect(), names)
}

/// The column that a day lies in.
fn column_of(day: NaiveDate, period: &DateRange, columns: usize) -> usize {
    let last = columns.saturating_sub(1);
    (share_of(day, period) * last as f64).round() as usize
}

/// How far into a period a day lies, 0 to 1; a day alone stands in the middle.
fn share_of(day: NaiveDate, period: &DateRange) -> f64 {
    let whole = (period.end - period.start).num_days();
    if whole == 0 {
        return 0.5;
    }
    ((day - period.start).num_days() as f64 / whole as f64).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests;
