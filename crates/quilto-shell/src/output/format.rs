//! Numbers and times as people read them.

use serde_json::Value;

pub use quilto::facts::format::{number, stopwatch};

/// A number field of an object.
pub fn field(object: &Value, name: &str) -> Option<f64> {
    object.get(name).and_then(Value::as_f64)
}

/// A text field of an object that is not empty.
pub fn text<'a>(object: &'a Value, name: &str) -> Option<&'a str> {
    object
        .get(name)
        .and_then(Value::as_str)
        .filter(|text| !text.is_empty())
}

/// The objects of a list field.
pub fn list<'a>(object: &'a Value, name: &str) -> &'a [Value] {
    object
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// A quantity field with its unit field: `80 kg`.
pub fn quantity(object: &Value, name: &str, unit: &str) -> Option<String> {
    let value = field(object, name)?;
    Some(match text(object, unit) {
        Some(unit) => format!("{} {unit}", number(value)),
        None => number(value),
    })
}
