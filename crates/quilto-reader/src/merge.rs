//! Putting partial meanings together.

use serde_json::{Map, Value};

/// Two partial meanings as one. None where both fill a place and fill it differently. Lists grow by what
/// they do not hold; objects merge place by place.
pub(super) fn merge(one: &Value, other: &Value) -> Option<Value> {
    match (one, other) {
        (Value::Object(one), Value::Object(other)) => objects(one, other).map(Value::Object),
        (Value::Array(one), Value::Array(other)) => {
            let mut all = one.clone();
            all.extend(other.iter().filter(|item| !one.contains(item)).cloned());
            Some(Value::Array(all))
        }
        _ => (one == other).then(|| one.clone()),
    }
}

fn objects(one: &Map<String, Value>, other: &Map<String, Value>) -> Option<Map<String, Value>> {
    let mut all = one.clone();
    for (key, value) in other {
        let merged = match all.get(key) {
            Some(there) => merge(there, value)?,
            None => value.clone(),
        };
        all.insert(key.clone(), merged);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_are_filled_once_and_lists_grow() {
        let best = json!({"op": "best", "of": ["Granite"]});
        assert_eq!(
            merge(&best, &json!({"of": ["Basalt"], "when": 5})),
            Some(json!({"op": "best", "of": ["Granite", "Basalt"], "when": 5}))
        );
        assert_eq!(merge(&best, &best), Some(best.clone()));
        assert_eq!(merge(&best, &json!({})), Some(best.clone()));
        assert_eq!(merge(&best, &json!({"op": "last"})), None);
    }
}
