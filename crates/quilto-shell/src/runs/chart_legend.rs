//! What stands out in a chart, in words.

use quilto::engine::builtin::phrases;
use quilto::facts::format::{fact_value, quantity};
use quilto::model::{Fact, Language};
use quilto::text::template::Template;

use super::chart_data::ChartData;
use crate::output::chart::{Point, Shape};
use crate::output::chart_words::ChartWords;

/// What stands out, in words.
pub fn legend(charted: &ChartData, language: Language) -> Vec<String> {
    let words = ChartWords::of(language);
    let chart = &charted.chart;
    let unit = chart.unit.as_deref();
    let at = |wording: &Template, point: &Point| {
        let value = quantity(point.value, unit);
        let when = words.when(charted.by, &point.days);
        wording.fill(&[("what", &*value), ("when", &*when)])
    };
    let mut lines = Vec::new();
    let records = chart.points.iter().filter(|point| point.record).count();
    let greatest = chart.points.iter().rfind(|point| point.record);
    match (chart.shape, &charted.best) {
        (Shape::Line, Some(best)) => {
            let sign = if records == 0 { "" } else { "★ " };
            let value = record_in_words(best, language);
            lines.push(format!("{sign}{}", words.best.fill(&[("what", &value)])));
            match records.saturating_sub(1) {
                0 => {}
                count => lines.push(format!("● {}", words.records(count))),
            }
        }
        (Shape::Bars, _) => lines.extend(greatest.map(|point| at(&words.most, point))),
        _ => {}
    }
    lines.extend(chart.points.last().map(|point| at(&words.last, point)));
    lines
}

/// `85 kg × 5 on 2026-07-13`
pub fn first_record_in_words(best: &Fact, language: Language) -> String {
    let value = match best.detail.as_deref() {
        None | Some("") => fact_value(best),
        Some(row) => row.to_owned(),
    };
    match best.date {
        Some(day) => {
            let fill = [("what", value), ("date", day.to_string())];
            phrases(language).say("record_on", &fill)
        }
        None => value,
    }
}

/// `85 kg × 5 on 2026-07-13, again on 2026-07-20`
fn record_in_words(best: &Fact, language: Language) -> String {
    let words = first_record_in_words(best, language);
    match best.again.is_empty() {
        true => words,
        false => ChartWords::of(language).again(&words, &best.again_in_words()),
    }
}
