//! The person behind the training: sleep, mood, pain, weight.

use serde_json::Value;

use crate::output::Item;
use crate::output::format::{field, list, number, quantity, text};
use crate::output::labels::Labels;

pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let mut items = Vec::new();
    let mut parts = Vec::new();
    if let Some(hours) = field(data, "sleep_hours") {
        parts.push(labels.say("slept {n} h", &[("n", &number(hours))]));
    }
    for (name, label) in [
        ("sleep_quality", "sleep"),
        ("mood", "mood"),
        ("energy", "energy"),
        ("stress", "stress"),
    ] {
        let state = |value| format!("{} {}", labels.word(label), labels.name(value));
        parts.extend(text(data, name).map(state));
    }
    for name in ["soreness", "pain"] {
        let places: Vec<String> = texts(data, name)
            .into_iter()
            .map(|place| sided(data, place, labels))
            .collect();
        if !places.is_empty() {
            parts.push(format!("{}: {}", labels.word(name), places.join(", ")));
        }
    }
    if let Some(weight) = quantity(data, "bodyweight", "bodyweight_unit") {
        parts.push(labels.say("weighs {weight}", &[("weight", &weight)]));
    }
    for (name, wording) in [
        ("resting_heart_rate", "{n} bpm at rest"),
        ("steps", "{n} steps"),
    ] {
        if let Some(value) = field(data, name) {
            parts.push(labels.say(wording, &[("n", &number(value))]));
        }
    }
    if let Some(place) = text(data, "place") {
        parts.push(labels.say("at {place}", &[("place", &labels.name(place))]));
    }
    let tags = texts(data, "tags").into_iter();
    parts.extend(tags.map(|tag| labels.name(tag)));
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
fn sided(data: &Value, place: &str, labels: &Labels) -> String {
    let part = labels.name(place);
    let side = data
        .get("sides")
        .and_then(|sides| sides.get(place))
        .and_then(Value::as_str);
    match side {
        Some(side @ "both") => format!("{part} ({})", labels.name(side)),
        Some(side) => format!("{} {part}", labels.name(side)),
        None => part,
    }
}

fn texts<'a>(data: &'a Value, name: &str) -> Vec<&'a str> {
    list(data, name).iter().filter_map(Value::as_str).collect()
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
        let items = render(&data, &Labels::ENGLISH);
        assert_eq!(
            items[0].detail,
            "slept 6.5 h · sleep bad · pain: left knee, lower back · weighs 82.5 kg · 8,000 steps"
        );
    }
}
