//! Any domain's data in words, for domains without a renderer of their own.

use serde_json::{Map, Value};

use super::Item;
use super::format::{number, stopwatch};
use super::labels::Labels;

/// A list of objects gives one item each; what stands beside the lists gives one more.
pub fn render(data: &Value, labels: &Labels) -> Vec<Item> {
    let Value::Object(fields) = data else {
        return Vec::new();
    };
    let mut items = Vec::new();
    for (key, value) in fields {
        if let Some(objects) = objects(value) {
            items.extend(objects.map(|object| item(&words(key), object, labels)));
        }
    }
    let rest: Map<String, Value> = fields
        .iter()
        .filter(|(_, value)| objects(value).is_none())
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let rest = item("", &rest, labels);
    if !rest.detail.is_empty() || !rest.remarks.is_empty() {
        items.push(rest);
    }
    items
}

/// The objects of a list that holds nothing else.
fn objects(value: &Value) -> Option<impl Iterator<Item = &Map<String, Value>>> {
    let list = value.as_array()?;
    (!list.is_empty() && list.iter().all(Value::is_object))
        .then(|| list.iter().filter_map(Value::as_object))
}

fn item(kind: &str, fields: &Map<String, Value>, labels: &Labels) -> Item {
    let name = fields.get("name").and_then(Value::as_str).unwrap_or(kind);
    let mut item = Item {
        subject: labels.name(name),
        name: name.to_owned(),
        ..Item::default()
    };
    let mut details = Vec::new();
    for (key, value) in fields {
        let is_unit_of = key
            .strip_suffix("_unit")
            .is_some_and(|quantity| fields.contains_key(quantity));
        match (key.as_str(), value) {
            ("name", _) | (_, Value::Null) => {}
            ("notes" | "session_notes", Value::String(notes)) => item.remarks.push(notes.clone()),
            _ if is_unit_of => {}
            _ => details.push(detail(key, value, fields, labels)),
        }
    }
    item.detail = details.join(" · ");
    item
}

fn detail(key: &str, value: &Value, fields: &Map<String, Value>, labels: &Labels) -> String {
    let name = |key: &str| labels.word(&words(key)).to_owned();
    if let (Some(time), Some(seconds)) = (key.strip_suffix("_seconds"), value.as_f64()) {
        return format!("{} {}", name(time), stopwatch(seconds));
    }
    let unit = fields
        .get(&format!("{key}_unit"))
        .and_then(Value::as_str)
        .map(|unit| format!(" {unit}"))
        .unwrap_or_default();
    match value {
        Value::Bool(true) => name(key),
        Value::Bool(false) => labels.say("not {what}", &[("what", &name(key))]),
        _ => format!("{} {}{unit}", name(key), plain(value, labels)),
    }
}

fn plain(value: &Value, labels: &Labels) -> String {
    let plain = |value| plain(value, labels);
    match value {
        Value::Null => String::new(),
        Value::Bool(yes) => labels.word(if *yes { "yes" } else { "no" }).into(),
        Value::Number(n) => n.as_f64().map_or_else(|| n.to_string(), number),
        Value::String(text) => labels.name(text),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| detail(key, value, fields, labels))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

fn words(key: &str) -> String {
    key.replace('_', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_shape_is_put_into_words() {
        let data = serde_json::json!({
            "rocks": [
                {"name": "granite", "mass": 120.5, "mass_unit": "g", "polish_seconds": 600, "wet": true},
                {"name": "slate", "notes": "hummed to"}
            ],
            "mood": "calm",
            "tools": ["cloth", "wax"]
        });
        let items = render(&data, &Labels::ENGLISH);
        let shown: Vec<String> = items
            .iter()
            .map(|i| format!("{}|{}|{}", i.subject, i.detail, i.remarks.join(";")))
            .collect();
        assert_eq!(
            shown,
            [
                "granite|mass 120.5 g · polish 10:00 · wet|",
                "slate||hummed to",
                "|mood calm · tools cloth, wax|"
            ]
        );
    }
}
