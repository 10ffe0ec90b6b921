//! Swimming: `10 × 100 m freestyle on 1:30`.

use quilto::model::UnitPreferences;
use serde_json::Value;

use super::runs::intervals;
use crate::output::Item;
use crate::output::format::{duration, field, list, number, quantity, text};

pub fn render(data: &Value, _units: &UnitPreferences) -> Vec<Item> {
    list(data, "swims").iter().map(swim).collect()
}

fn swim(swim: &Value) -> Item {
    let mut parts = Vec::new();
    let distance = quantity(swim, "distance", "distance_unit");
    let time = field(swim, "duration_seconds").map(duration);
    parts.extend(match (distance, time) {
        (Some(distance), Some(time)) => Some(format!("{distance} in {time}")),
        (distance, time) => distance.or(time),
    });
    if let Some(laps) = field(swim, "laps") {
        parts.push(format!("{} laps", number(laps)));
    }
    if let Some(pool) = quantity(swim, "pool_length", "pool_unit") {
        parts.push(format!("{pool} pool"));
    }
    if swim.get("open_water").and_then(Value::as_bool) == Some(true) {
        parts.push("open water".into());
    }
    parts.extend(intervals(swim));
    parts.extend(field(swim, "heart_rate").map(|bpm| format!("{} bpm", number(bpm))));
    let equipment: Vec<&str> = list(swim, "equipment")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    if !equipment.is_empty() {
        parts.push(format!("with {}", equipment.join(", ")));
    }
    Item {
        subject: match text(swim, "stroke") {
            Some(stroke) => format!("swim, {stroke}"),
            None => "swim".into(),
        },
        detail: parts.join(" · "),
        remarks: text(swim, "notes").map(str::to_owned).into_iter().collect(),
        ..Item::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_set_of_intervals_is_compact() {
        let item = swim(
            &json!({"stroke": "freestyle", "distance": 1000, "distance_unit": "m",
            "intervals": [{"count": 10, "distance": 100, "distance_unit": "m", "every_seconds": 90}],
            "equipment": ["pull buoy"]}),
        );
        assert_eq!(item.subject, "swim, freestyle");
        assert_eq!(item.detail, "1,000 m · 10 × 100 m on 1:30 · with pull buoy");
    }
}
