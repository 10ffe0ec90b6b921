//! The scales of a chart: round values at the side, days below.

use chrono::{Datelike, Days, NaiveDate};
use quilto::domain::measures::Better;
use quilto::facts::format::{quantity, time_of};
use quilto::model::DateRange;

use super::canvas::DOTS;
use super::{Chart, Shape};

/// Steps of values that count by tens.
const TENS: &[f64] = &[1.0, 2.0, 2.5, 5.0, 10.0];
/// Steps of times in seconds, up to a day.
const TIMES: &[f64] = &[
    1.0, 2.0, 5.0, 10.0, 15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0,
    14_400.0, 28_800.0, 86_400.0,
];

/// From the lowest line of a chart to the highest.
pub struct Scale {
    pub low: f64,
    pub high: f64,
    step: f64,
    /// Whether small values lie above.
    turned: bool,
}

impl Scale {
    /// Round ends around all values; bars begin at nothing.
    pub fn of(chart: &Chart, rows: usize) -> Self {
        let values = chart.points.iter().map(|point| point.value);
        let (mut low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        if chart.shape == Shape::Bars {
            low = low.min(0.0);
        }
        let wanted = (rows / 3).clamp(2, 5) as f64;
        let span = if high > low {
            high - low
        } else {
            high.abs().max(1.0) * 0.2
        };
        let step = step(
            (span / wanted).max(f64::MIN_POSITIVE),
            chart.unit.as_deref(),
        );
        let (mut from, mut to) = ((low / step).floor() * step, (high / step).ceil() * step);
        if from == to {
            from -= if chart.shape == Shape::Bars {
                0.0
            } else {
                step
            };
            to += step;
        }
        Self {
            low: from,
            high: to,
            step,
            turned: chart.better == Better::Lower && chart.shape == Shape::Line,
        }
    }

    /// How high a value lies, 0 to 1.
    pub fn height(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        if self.turned { 1.0 - share } else { share }
    }

    /// Round values: each with its height.
    pub fn marks(&self) -> Vec<(f64, f64)> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count)
            .map(|number| self.low + self.step * number as f64)
            .map(|value| (value, self.height(value)))
            .collect()
    }

    /// The names of round values, each with the row it stands in; no two in one row.
    pub fn labels(&self, unit: Option<&str>, rows: usize, shape: Shape) -> Vec<(usize, String)> {
        let last = rows.saturating_sub(1);
        let mut labels: Vec<(usize, String)> = Vec::new();
        for (value, height) in self.marks() {
            let row = match shape {
                Shape::Line => dot_of(height, rows * DOTS) / DOTS,
                Shape::Bars => last - (height * last as f64).round() as usize,
            };
            if labels.iter().all(|(taken, _)| *taken != row) {
                labels.push((row, quantity(value, unit)));
            }
        }
        labels
    }
}

/// The dot, counted from above, that lies at a height of 0 to 1.
pub fn dot_of(height: f64, dots: usize) -> usize {
    ((1.0 - height) * dots.saturating_sub(1) as f64).round() as usize
}

/// The smallest round step that is not far below another.
fn step(least: f64, unit: Option<&str>) -> f64 {
    if let Some((seconds, _)) = unit.and_then(time_of) {
        let found = TIMES.iter().find(|step| **step >= least * seconds * 0.8);
        if let Some(step) = found {
            return step / seconds;
        }
    }
    let power = 10f64.powf(least.log10().floor());
    let found = TENS.iter().find(|step| **step * power >= least * 0.8);
    found.unwrap_or(&10.0) * power
}

/// Days to name below a chart, at most about `most`: firsts of months where there are several
/// months, else days at equal distances.
pub fn days(period: &DateRange, most: usize) -> Vec<(NaiveDate, String)> {
    let most = most.max(2);
    let length = usize::try_from(period.days()).unwrap_or(1);
    if length > 75 {
        return months(period, most);
    }
    let apart = [1, 2, 7, 14, 28, 56]
        .into_iter()
        .find(|apart| length.div_ceil(*apart) <= most)
        .unwrap_or(56);
    let every = u64::try_from(apart).unwrap_or(1);
    (0..)
        .map_while(|number| period.start.checked_add_days(Days::new(number * every)))
        .take_while(|day| *day <= period.end)
        .map(|day| (day, day.format("%m-%d").to_string()))
        .collect()
}

fn months(period: &DateRange, most: usize) -> Vec<(NaiveDate, String)> {
    let number = |day: NaiveDate| day.year() * 12 + i32::try_from(day.month0()).unwrap_or(0);
    let (first, last) = (number(period.start), number(period.end));
    let count = usize::try_from(last - first + 1).unwrap_or(1);
    let apart = [1, 2, 3, 6, 12, 24, 60]
        .into_iter()
        .find(|apart| count.div_ceil(*apart) <= most)
        .unwrap_or(120);
    let every = i32::try_from(apart).unwrap_or(12);
    (first..=last)
        .filter(|month| month.rem_euclid(every) == 0 || every == 1)
        .filter_map(|month| {
            let month0 = u32::try_from(month.rem_euclid(12)).ok()?;
            NaiveDate::from_ymd_opt(month.div_euclid(12), month0 + 1, 1)
        })
        .filter(|day| *day >= period.start)
        .map(|day| (day, day.format("%Y-%m").to_string()))
        .collect()
}
