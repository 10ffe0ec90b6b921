//! Running: `5 km in 25:30 (5:06 /km)`.

use quilto::model::UnitPreferences;
use serde_json::Value;

use crate::output::Item;
use crate::output::format::{duration, field, list, number, quantity, text};

pub fn render(data: &Value, _units: &UnitPreferences) -> Vec<Item> {
    list(data, "runs").iter().map(run).collect()
}

fn run(run: &Value) -> Item {
    let mut parts = Vec::new();
    let distance = quantity(run, "distance", "distance_unit");
    let time = field(run, "duration_seconds").map(duration);
    parts.extend(match (distance, time) {
        (Some(distance), Some(time)) => Some(format!("{distance} in {time}")),
        (distance, time) => distance.or(time),
    });
    if let Some(pace) = pace(run) {
        parts.push(pace);
    }
    parts.extend(intervals(run));
    for (name, label) in [
        ("heart_rate", "bpm"),
        ("heart_rate_max", "bpm max"),
        ("cadence", "spm"),
        ("elevation_m", "m up"),
    ] {
        if let Some(value) = field(run, name) {
            parts.push(format!("{} {label}", number(value)));
        }
    }
    for name in ["terrain", "weather"] {
        parts.extend(text(run, name).map(str::to_owned));
    }
    let splits: Vec<String> = list(run, "splits").iter().filter_map(split).collect();
    if !splits.is_empty() {
        parts.push(format!("splits {}", splits.join(" ")));
    }
    Item {
        subject: match text(run, "type") {
            Some(kind) => format!("run, {}", kind.replace('_', " ")),
            None => "run".into(),
        },
        detail: parts.join(" · "),
        remarks: text(run, "notes").map(str::to_owned).into_iter().collect(),
        ..Item::default()
    }
}

/// `5:02`, or a share of the run with its pace: `7 mi at 6:27 /mi`.
fn split(split: &Value) -> Option<String> {
    let time = field(split, "duration_seconds").map(duration);
    let pace = field(split, "pace_seconds").zip(text(split, "pace_unit"));
    let value = time.or_else(|| pace.map(|(pace, unit)| format!("{} /{unit}", duration(pace))))?;
    Some(match quantity(split, "distance", "distance_unit") {
        Some(distance) => format!("{distance} at {value}"),
        None => value,
    })
}

/// The pace as noted, else the one distance and time give.
fn pace(run: &Value) -> Option<String> {
    let noted = field(run, "pace_seconds").zip(text(run, "pace_unit"));
    let computed = || {
        let (distance, seconds) = field(run, "distance").zip(field(run, "duration_seconds"))?;
        let unit = text(run, "distance_unit").filter(|unit| matches!(*unit, "km" | "mi"))?;
        (distance > 0.0).then(|| (seconds / distance, unit))
    };
    let (seconds, unit) = noted.or_else(computed)?;
    Some(format!("{} /{unit}", duration(seconds)))
}

/// `6 × 800 m, rest 1:30`
pub(super) fn intervals(object: &Value) -> Vec<String> {
    list(object, "intervals")
        .iter()
        .map(|interval| {
            let count = field(interval, "count").map(|count| format!("{} ×", number(count)));
            let distance = quantity(interval, "distance", "distance_unit");
            let told: Vec<String> = count.into_iter().chain(distance).collect();
            let mut shown = told.join(" ");
            if let Some(stroke) = text(interval, "stroke") {
                shown.push_str(&format!(" {stroke}"));
            }
            if let Some(seconds) = field(interval, "duration_seconds") {
                shown.push_str(&format!(" in {}", duration(seconds)));
            }
            if let Some(seconds) = field(interval, "every_seconds") {
                shown.push_str(&format!(" on {}", duration(seconds)));
            }
            if let Some(seconds) = field(interval, "rest_seconds") {
                shown.push_str(&format!(", rest {}", duration(seconds)));
            }
            shown
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn distance_time_and_pace_stand_together() {
        let item = run(&json!({"distance": 5, "distance_unit": "km", "duration_seconds": 1530}));
        assert_eq!(item.detail, "5 km in 25:30 · 5:06 /km");
    }

    #[test]
    fn a_share_of_a_run_is_a_split_with_its_pace() {
        let item = run(&json!({"distance": 13, "distance_unit": "mi", "splits": [
            {"distance": 7, "distance_unit": "mi", "pace_seconds": 387, "pace_unit": "mi"}
        ]}));
        assert_eq!(item.detail, "13 mi · splits 7 mi at 6:27 /mi");
    }

    #[test]
    fn a_noted_pace_is_kept() {
        let item = run(
            &json!({"distance": 13, "distance_unit": "mi", "pace_seconds": 387, "pace_unit": "mi"}),
        );
        assert_eq!(item.detail, "13 mi · 6:27 /mi");
    }

    #[test]
    fn intervals_are_compact() {
        let item = run(&json!({"type": "interval", "intervals": [
            {"count": 6, "distance": 800, "distance_unit": "m", "rest_seconds": 90}
        ]}));
        assert_eq!(
            (item.subject.as_str(), item.detail.as_str()),
            ("run, interval", "6 × 800 m, rest 1:30")
        );
    }
}
