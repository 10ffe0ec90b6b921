//! Running: `5 km in 25:30 (5:06 /km)`.

use serde_json::Value;

use crate::output::Item;
use crate::output::format::{field, list, number, quantity, stopwatch, text};
use crate::output::labels::Labels;

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let runs = list(data, "runs").iter();
    runs.map(|one| run(one, labels)).collect()
}

fn run(run: &Value, labels: &Labels) -> Item {
    let mut parts: Vec<String> = distance_in_time(run, labels).into_iter().collect();
    if let Some(pace) = pace(run) {
        parts.push(pace);
    }
    parts.extend(intervals(run, labels));
    for (name, wording) in [
        ("heart_rate", "{n} bpm"),
        ("heart_rate_max", "{n} bpm max"),
        ("cadence", "{n} spm"),
        ("elevation_m", "{n} m up"),
        ("laps", "{n} laps"),
        ("speed_kmh", "{n} km/h"),
        ("incline_percent", "incline {n}"),
        ("kcal", "{n} kcal"),
    ] {
        if let Some(value) = field(run, name) {
            parts.push(labels.say(wording, &[("n", &number(value))]));
        }
    }
    for name in ["terrain", "weather"] {
        parts.extend(text(run, name).map(|word| labels.name(word)));
    }
    let splits = list(run, "splits").iter();
    let splits: Vec<String> = splits.filter_map(|one| split(one, labels)).collect();
    if !splits.is_empty() {
        parts.push(labels.say("splits {list}", &[("list", &splits.join(" "))]));
    }
    Item {
        subject: match text(run, "type") {
            Some(kind) => {
                let kind = labels.name(&kind.replace('_', " "));
                labels.say("run, {kind}", &[("kind", &kind)])
            }
            None => labels.word("run").to_owned(),
        },
        detail: parts.join(" · "),
        remarks: text(run, "notes").map(str::to_owned).into_iter().collect(),
        ..Item::default()
    }
}

/// `5 km in 25:30`, or whichever of the two there is.
pub(super) fn distance_in_time(object: &Value, labels: &Labels) -> Option<String> {
    let distance = quantity(object, "distance", "distance_unit");
    let time = field(object, "duration_seconds").map(stopwatch);
    match (distance, time) {
        (Some(distance), Some(time)) => Some(labels.say(
            "{distance} in {time}",
            &[("distance", &*distance), ("time", &*time)],
        )),
        (distance, time) => distance.or(time),
    }
}

/// `5:02`, or a share of the run with its pace: `7 mi at 6:27 /mi`.
fn split(split: &Value, labels: &Labels) -> Option<String> {
    let time = field(split, "duration_seconds").map(stopwatch);
    let pace = field(split, "pace_seconds").zip(text(split, "pace_unit"));
    let value =
        time.or_else(|| pace.map(|(pace, unit)| format!("{} /{unit}", stopwatch(pace.round()))))?;
    Some(match quantity(split, "distance", "distance_unit") {
        Some(distance) => labels.say(
            "{distance} at {value}",
            &[("distance", &*distance), ("value", &*value)],
        ),
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
    Some(format!("{} /{unit}", stopwatch(seconds.round())))
}

/// `6 × 800 m, rest 1:30`
pub(super) fn intervals(object: &Value, labels: &Labels) -> Vec<String> {
    list(object, "intervals")
        .iter()
        .map(|interval| {
            let count = field(interval, "count").map(|count| format!("{} ×", number(count)));
            let distance = quantity(interval, "distance", "distance_unit");
            let told: Vec<String> = count.into_iter().chain(distance).collect();
            let mut shown = told.join(" ");
            if let Some(stroke) = text(interval, "stroke") {
                shown.push_str(&format!(" {}", labels.name(stroke)));
            }
            for thing in list(interval, "equipment").iter().filter_map(Value::as_str) {
                shown.push_str(&format!(" {}", labels.name(thing)));
            }
            for (name, wording) in [
                ("duration_seconds", "{set} in {time}"),
                ("every_seconds", "{set} on {time}"),
                ("rest_seconds", "{set}, rest {time}"),
            ] {
                if let Some(time) = field(interval, name).map(stopwatch) {
                    shown = labels.say(wording, &[("set", &*shown), ("time", &*time)]);
                }
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
        let item = run(
            &json!({"distance": 5, "distance_unit": "km", "duration_seconds": 1530}),
            &Labels::ENGLISH,
        );
        assert_eq!(item.detail, "5 km in 25:30 · 5:06 /km");
    }

    #[test]
    fn a_share_of_a_run_is_a_split_with_its_pace() {
        let item = run(
            &json!({"distance": 13, "distance_unit": "mi", "splits": [
                {"distance": 7, "distance_unit": "mi", "pace_seconds": 387, "pace_unit": "mi"}
            ]}),
            &Labels::ENGLISH,
        );
        assert_eq!(item.detail, "13 mi · splits 7 mi at 6:27 /mi");
    }

    #[test]
    fn a_noted_pace_is_kept() {
        let item = run(
            &json!({"distance": 13, "distance_unit": "mi", "pace_seconds": 387, "pace_unit": "mi"}),
            &Labels::ENGLISH,
        );
        assert_eq!(item.detail, "13 mi · 6:27 /mi");
    }

    #[test]
    fn intervals_are_compact() {
        let item = run(
            &json!({"type": "interval", "intervals": [
                {"count": 6, "distance": 800, "distance_unit": "m", "rest_seconds": 90}
            ]}),
            &Labels::ENGLISH,
        );
        assert_eq!(
            (item.subject.as_str(), item.detail.as_str()),
            ("run, interval", "6 × 800 m, rest 1:30")
        );
    }
}
