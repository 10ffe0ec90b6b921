//! Numbers and times as people read them.

use serde_json::Value;

pub use quilto::facts::format::number;

/// Seconds as a clock shows them: `45 s`, `25:30`, `1:05:00`.
pub fn duration(seconds: f64) -> String {
    if seconds < 60.0 {
        format!("{} s", number(seconds))
    } else {
        quilto::facts::format::clock(seconds)
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_read_like_a_clock() {
        assert_eq!(duration(45.0), "45 s");
        assert_eq!(duration(1530.0), "25:30");
        assert_eq!(duration(3900.0), "1:05:00");
    }
}
