//! What a rule means: a value in which names stand for what its nodes mean.
//!
//! `"$n"` is the meaning of the node `n`, `"$n.field"` a field of it; `"$n|3"` is 3 where there is no such
//! node. What comes to nothing is left out.

use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

/// The meaning of a template, with what its names stand for. None where it comes to nothing.
pub(crate) fn fill(template: &Value, named: &FxHashMap<&str, &Value>) -> Option<Value> {
    match template {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => of_name(name, named),
            None => Some(template.clone()),
        },
        Value::Array(items) => Some(Value::Array(
            items.iter().filter_map(|item| fill(item, named)).collect(),
        )),
        Value::Object(fields) => {
            let filled = fields
                .iter()
                .filter_map(|(key, value)| Some((key.clone(), fill(value, named)?)));
            let filled: Map<String, Value> = filled.collect();
            (!filled.is_empty() || fields.is_empty()).then_some(Value::Object(filled))
        }
        Value::Null => None,
        other => Some(other.clone()),
    }
}

fn of_name(name: &str, named: &FxHashMap<&str, &Value>) -> Option<Value> {
    let (path, default) = match name.split_once('|') {
        Some((path, default)) => (path, Some(default)),
        None => (name, None),
    };
    let mut parts = path.split('.');
    let mut value = parts.next().and_then(|name| named.get(name).copied());
    for part in parts {
        value = value.and_then(|value| value.get(part));
    }
    let default = || default.and_then(|default| serde_json::from_str(default).ok());
    value.cloned().or_else(default)
}

/// The names in a template.
pub(crate) fn names(template: &Value) -> Vec<&str> {
    match template {
        Value::String(text) => {
            let name = text.strip_prefix('$');
            let name = name.and_then(|name| name.split(['.', '|']).next());
            name.into_iter().collect()
        }
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(fields) => fields.values().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_filled_and_what_is_missing_is_left_out() {
        let week = json!({"of": "week"});
        let three = json!(3);
        let named: FxHashMap<&str, &Value> = [("unit", &week), ("n", &three)].into_iter().collect();
        for (template, filled) in [
            (
                json!({"back": "$n", "of": "$unit.of"}),
                Some(json!({"back": 3, "of": "week"})),
            ),
            (
                json!({"back": "$m|1", "of": "$m"}),
                Some(json!({"back": 1})),
            ),
            (json!(["$n", "$m", "as is"]), Some(json!([3, "as is"]))),
            (json!({"of": "$m"}), None),
            (json!({}), Some(json!({}))),
        ] {
            assert_eq!(fill(&template, &named), filled, "{template}");
        }
        assert_eq!(
            names(&json!({"a": "$n|1", "b": ["$unit.of", "x"]})),
            ["n", "unit"]
        );
    }
}
