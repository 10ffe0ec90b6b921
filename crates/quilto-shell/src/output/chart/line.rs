//! A line from day to day.

use quilto::domain::measures::Better;
use quilto::model::DateRange;

use super::canvas::Canvas;
use super::scale::{Scale, dot_of};
use super::{Chart, share_of};

/// The sign of the best value.
pub const BEST: char = '★';
/// The sign of a value that was better than all before it.
pub const RECORD: char = '●';

/// The rows of the chart, the highest first.
pub fn rows(
    chart: &Chart,
    scale: &Scale,
    period: &DateRange,
    columns: usize,
    rows: usize,
) -> Vec<String> {
    let mut canvas = Canvas::new(columns, rows);
    let (wide, high) = canvas.size();
    let places: Vec<(usize, usize)> = chart
        .points
        .iter()
        .map(|point| {
            let x = share_of(point.days.start, period) * (wide - 1) as f64;
            (x.round() as usize, dot_of(scale.height(point.value), high))
        })
        .collect();
    if is_restless(&places, high) {
        for (x, y) in &places {
            for (right, down) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                canvas.dot((x + right).min(wide - 1), (y + down).min(high - 1));
            }
        }
    } else {
        for pair in places.windows(2) {
            canvas.line(pair[0], pair[1]);
        }
        if let [(x, y)] = places.as_slice() {
            canvas.mark(*x, *y, RECORD);
        }
    }
    let records = |point: &(usize, &(usize, usize))| chart.points[point.0].record;
    // the newest first: where two share a letter, the later one is the better one
    let marked: Vec<_> = places.iter().enumerate().filter(records).collect();
    for (number, (_, (x, y))) in marked.iter().rev().enumerate() {
        let best = number == 0 && chart.better != Better::Neutral;
        canvas.mark(*x, *y, if best { BEST } else { RECORD });
    }
    canvas.rows()
}

/// Whether a line from value to value would go up and down so often that it hides where they go.
fn is_restless(places: &[(usize, usize)], high: usize) -> bool {
    let ways = places.windows(2).map(|pair| pair[0].1.abs_diff(pair[1].1));
    ways.sum::<usize>() > high * 6
}
