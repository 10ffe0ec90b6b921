//! The person behind the training: sleep, mood, pain, weight.

use quilto::model::UnitPreferences;
use serde_json::Value;

use crate::output::Item;
use crate::output::format::{duration, field, list, number, quantity, text};

pub fn render(data: &Value, _units: &UnitPreferences) -> Vec<Item> {
    let mut items: Vec<Item> = list(data, "activities").iter().map(activity).collect();
    let mut parts = Vec::new();
    if let Some(hours) = field(data, "sleep_hours") {
        parts.push(format!("slept {} h", number(hours)));
    }
    for (name, label) in [
        ("sleep_quality", "sleep"),
        ("mood", "mood"),
        ("energy", "energy"),
        ("stress", "stress"),
    ] {
        parts.extend(text(data, name).map(|value| format!("{label} {value}")));
    }
    for name in ["soreness", "pain"] {
        let places: Vec<String> = texts(data, name)
            .into_iter()
            .map(|place| sided(data, place))
            .collect();
        if !places.is_empty() {
            parts.push(format!("{name}: {}", places.join(", ")));
        }
    }
    parts.extend(
        quantity(data, "bodyweight", "bodyweight_unit").map(|weight| format!("weighs {weight}")),
    );
    for (name, label) in [("resting_heart_rate", "bpm at rest"), ("steps", "steps")] {
        parts.extend(field(data, name).map(|value| format!("{} {label}", number(value))));
    }
    parts.extend(text(data, "place").map(|place| format!("at {place}")));
    parts.extend(texts(data, "tags").into_iter().map(str::to_owned));
    let notes = text(data, "notes").map(str::to_owned);
    if !parts.is_empty() || notes.is_some() {
        items.push(Item {
            detail: parts.join(" · "),
            remarks: notes.into_iter().collect(),
            ..Item::default()
        });
    }
    items
}

/// `left knee`, where the note says which one.
fn sided(data: &Value, place: &str) -> String {
    let side = data
        .get("sides")
        .and_then(|sides| sides.get(place))
        .and_then(Value::as_str);
    match side {
        Some("both") => format!("{place} (both)"),
        Some(side) => format!("{side} {place}"),
        None => place.to_owned(),
    }
}

fn texts<'a>(data: &'a Value, name: &str) -> Vec<&'a str> {
    list(data, name).iter().filter_map(Value::as_str).collect()
}

fn activity(activity: &Value) -> Item {
    let distance = quantity(activity, "distance", "distance_unit");
    let time = field(activity, "duration_seconds").map(duration);
    Item {
        subject: text(activity, "name").unwrap_or("?").to_owned(),
        detail: distance
            .into_iter()
            .chain(time)
            .collect::<Vec<_>>()
            .join(" · "),
        ..Item::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_state_is_one_line() {
        let data = json!({
            "sleep_hours": 6.5, "sleep_quality": "bad", "pain": ["knee", "lower back"],
            "sides": {"knee": "left"},
            "bodyweight": 82.5, "bodyweight_unit": "kg", "steps": 8000
        });
        let items = render(&data, &UnitPreferences::default());
        assert_eq!(
            items[0].detail,
            "slept 6.5 h · sleep bad · pain: left knee, lower back · weighs 82.5 kg · 8,000 steps"
        );
    }

    #[test]
    fn activities_stand_by_their_names() {
        let data = json!({"activities": [{"name": "Yoga", "duration_seconds": 1800}]});
        let items = render(&data, &UnitPreferences::default());
        assert_eq!(
            (items[0].subject.as_str(), items[0].detail.as_str()),
            ("Yoga", "30:00")
        );
    }
}
