//! A bar for every week or month.

use super::Chart;
use super::scale::Scale;
use crate::ui::{DOUBT, SUBJECT};

/// Bars of one to eight eighths of a row.
const EIGHTHS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The widest a bar gets.
const WIDEST: usize = 8;

/// The rows of the chart, the highest first, and how many columns they take.
pub fn rows(chart: &Chart, scale: &Scale, columns: usize, rows: usize) -> (Vec<String>, usize) {
    let count = chart.points.len().max(1);
    let pitch = (columns / count).clamp(1, WIDEST);
    // a gap between bars where there is room for one
    let wide = if pitch > 1 { pitch - 1 } else { 1 };
    let gap = " ".repeat(pitch - wide);
    let best = chart.points.iter().rposition(|point| point.record);
    let mut drawn = Vec::with_capacity(rows);
    for row in (0..rows).rev() {
        let mut line = String::new();
        for (place, point) in chart.points.iter().enumerate() {
            let eighths = scale.height(point.value) * (rows * 8) as f64;
            // what is there shows, however little
            let least = if point.value > 0.0 { 1.0 } else { 0.0 };
            let eighths = eighths.round().max(least) as usize;
            let bar = match eighths.saturating_sub(row * 8).min(8) {
                0 => " ".repeat(wide),
                part => EIGHTHS[part - 1].to_string().repeat(wide),
            };
            let style = if best == Some(place) { DOUBT } else { SUBJECT };
            if bar.trim().is_empty() {
                line.push_str(&bar);
            } else {
                line.push_str(&format!("{style}{bar}{style:#}"));
            }
            line.push_str(&gap);
        }
        drawn.push(line.trim_end().to_owned());
    }
    (drawn, count * pitch)
}
