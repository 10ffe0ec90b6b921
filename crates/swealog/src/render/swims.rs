//! Swimming: `10 × 100 m freestyle on 1:30`.

use serde_json::Value;

use super::runs::{distance_in_time, intervals};
use crate::output::Item;
use crate::output::format::{field, list, number, quantity, text};
use crate::output::labels::Labels;

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let swims = list(data, "swims").iter();
    swims.map(|one| swim(one, labels)).collect()
}

fn swim(swim: &Value, labels: &Labels) -> Item {
    let mut parts: Vec<String> = distance_in_time(swim, labels).into_iter().collect();
    if let Some(laps) = field(swim, "laps") {
        parts.push(labels.say("{n} laps", &[("n", &number(laps))]));
    }
    if let Some(pool) = quantity(swim, "pool_length", "pool_unit") {
        parts.push(labels.say("{length} pool", &[("length", &pool)]));
    }
    if swim.get("open_water").and_then(Value::as_bool) == Some(true) {
        parts.push(labels.word("open water").into());
    }
    parts.extend(intervals(swim, labels));
    if let Some(bpm) = field(swim, "heart_rate") {
        parts.push(labels.say("{n} bpm", &[("n", &number(bpm))]));
    }
    let equipment: Vec<String> = list(swim, "equipment")
        .iter()
        .filter_map(Value::as_str)
        .map(|thing| labels.name(thing))
        .collect();
    if !equipment.is_empty() {
        parts.push(labels.say("with {things}", &[("things", &equipment.join(", "))]));
    }
    Item {
        subject: match text(swim, "stroke") {
            Some(stroke) => labels.say("swim, {stroke}", &[("stroke", &labels.name(stroke))]),
            None => labels.word("swim").to_owned(),
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
            &Labels::ENGLISH,
        );
        assert_eq!(item.subject, "swim, freestyle");
        assert_eq!(item.detail, "1,000 m · 10 × 100 m on 1:30 · with pull buoy");
    }
}
