//! A JSON value on one short line: keys in order, no quotes, equal neighbours of a list once.

use serde_json::Value;

/// The value on a line.
pub(crate) fn compact(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => line(text),
        Value::Array(items) => format!("[{}]", list(items)),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            let fields = fields
                .iter()
                .map(|(name, value)| format!("{name} {}", compact(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Bool(_) | Value::Number(_) => value.to_string(),
    }
}

fn list(items: &[Value]) -> String {
    let runs = items.chunk_by(|left, right| left == right).map(|run| {
        let item = run.first().map(compact).unwrap_or_default();
        match run.len() {
            1 => item,
            times => format!("{times} × {item}"),
        }
    });
    runs.collect::<Vec<_>>().join(", ")
}

/// A text with its line breaks shown.
pub(crate) fn line(text: &str) -> String {
    text.trim_end().replace('\n', "⏎").replace('\r', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_one_short_line() {
        let value = serde_json::json!({"b": "x\ny", "a": [{"n": 1}, {"n": 1}, null]});
        assert_eq!(compact(&value), "{a [2 × {n 1}, -], b x⏎y}");
    }
}
