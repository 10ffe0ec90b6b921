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
        let state = |value| {
            let degree = degree(data, name).map_or(String::new(), |degree| format!(" ({degree})"));
            format!("{} {}{degree}", labels.word(label), labels.name(value))
        };
        parts.extend(text(data, name).map(state));
    }
    for name in ["soreness", "pain", "swelling", "pain_free"] {
        let places: Vec<String> = texts(data, name)
            .into_iter()
            .map(|place| sided(data, place, labels))
            .collect();
        if !places.is_empty() {
            let name = name.replace('_', " ");
            parts.push(format!("{}: {}", labels.word(&name), places.join(", ")));
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
    let values = ["measured", "medicine"]
        .into_iter()
        .flat_map(|name| list(data, name));
    parts.extend(values.map(|one| measured(one, labels)));
    if let Some(place) = text(data, "place") {
        parts.push(labels.say("at {place}", &[("place", &labels.name(place))]));
    }
    let tags = ["symptoms", "tags"]
        .into_iter()
        .flat_map(|name| texts(data, name));
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
    let part = match side {
        Some(side @ "both") => format!("{part} ({})", labels.name(side)),
        Some(side) => format!("{} {part}", labels.name(side)),
        None => part,
    };
    let severity = data
        .get("severity")
        .and_then(|all| all.get(place)?.as_str());
    match (degree(data, place), severity) {
        (Some(degree), _) => format!("{part} {degree}"),
        (None, Some(severity)) => format!("{part} ({})", labels.name(severity)),
        (None, None) => part,
    }
}

/// `3/10`: how much of it there is.
fn degree(data: &Value, of: &str) -> Option<String> {
    let degree = data.get("degrees")?.get(of)?.as_f64()?;
    Some(format!("{}/10", number(degree)))
}

/// `blood pressure 128/82`, `body fat 22.5 %`, `ibuprofen 2`.
fn measured(one: &Value, labels: &Labels) -> String {
    let name = labels.name(text(one, "name").unwrap_or("?"));
    let value = field(one, "value").map(number);
    match (value, field(one, "over"), text(one, "unit")) {
        (Some(value), Some(over), _) => format!("{name} {value}/{}", number(over)),
        (Some(value), _, Some(unit)) => format!("{name} {value} {unit}"),
        (Some(value), ..) => format!("{name} {value}"),
        (None, ..) => name,
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
            "sides": {"knee": "left"}, "degrees": {"knee": 3}, "severity": {"lower back": "slight"}, "pain_free": ["hip"],
            "measured": [{"name": "blood pressure", "value": 128, "over": 82}],
            "bodyweight": 82.5, "bodyweight_unit": "kg", "steps": 8000
        });
        let items = render(&data, &Labels::ENGLISH);
        assert_eq!(
            items[0].detail,
            "slept 6.5 h · sleep bad · pain: left knee 3/10, lower back (slight) · pain free: hip · weighs 82.5 kg · 8,000 steps · blood pressure 128/82"
        );
    }
}
