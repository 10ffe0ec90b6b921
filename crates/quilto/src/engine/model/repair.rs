//! Holding an answer to its schema, and keeping what of it stands.

use serde_json::{Map, Value};

use super::schema::types_of;

/// The value as far as it fits the schema, with what did not fit named by path. `None` where nothing
/// of it can stand.
///
/// A field that does not fit becomes null where it may be absent, a list loses the items that do
/// not fit, and further keys are dropped. A number in quotes is a number.
pub fn fit(value: Value, schema: &Value, problems: &mut Vec<String>) -> Option<Value> {
    at(value, schema, "", problems)
}

fn at(value: Value, schema: &Value, path: &str, problems: &mut Vec<String>) -> Option<Value> {
    let types = types_of(schema);
    let place = if path.is_empty() { "the answer" } else { path };
    if value.is_null() && types.contains(&"null") {
        return Some(value);
    }
    let fitted = match value {
        Value::Object(fields) if types.contains(&"object") => {
            object(fields, schema, path, problems)
        }
        Value::Array(items) if types.contains(&"array") => {
            let of = schema.get("items").unwrap_or(&Value::Null);
            let items = items.into_iter().enumerate();
            let kept =
                items.filter_map(|(i, item)| at(item, of, &format!("{path}[{i}]"), problems));
            Some(Value::Array(kept.collect()))
        }
        value => scalar(value, schema, &types, place, problems),
    };
    if fitted.is_none() && types.contains(&"null") {
        return Some(Value::Null);
    }
    if fitted.is_none() && types.contains(&"array") {
        return Some(Value::Array(Vec::new()));
    }
    fitted
}

fn object(
    mut fields: Map<String, Value>,
    schema: &Value,
    path: &str,
    problems: &mut Vec<String>,
) -> Option<Value> {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return Some(Value::Object(fields));
    };
    for key in fields.keys() {
        if !properties.contains_key(key) {
            problems.push(format!("{} is no field here", join(path, key)));
        }
    }
    let mut kept = Map::new();
    let mut whole = true;
    for (key, of) in properties {
        let place = join(path, key);
        let value = match fields.shift_remove(key) {
            Some(value) => at(value, of, &place, problems),
            // Left out is as good as null.
            None if types_of(of).contains(&"null") => Some(Value::Null),
            // So is an empty list, in the items of a list that is written out.
            None if types_of(of).contains(&"array") && path.contains('[') => empty(of),
            None => {
                problems.push(format!("{place} is missing"));
                empty(of)
            }
        };
        match value {
            Some(value) => {
                kept.insert(key.clone(), value);
            }
            None => whole = false,
        }
    }
    whole.then_some(Value::Object(kept))
}

/// What stands for a field that is missing.
fn empty(schema: &Value) -> Option<Value> {
    let types = types_of(schema);
    if types.contains(&"array") {
        Some(Value::Array(Vec::new()))
    } else if types.contains(&"string") && schema.get("enum").is_none() {
        Some(Value::String(String::new()))
    } else {
        None
    }
}

fn scalar(
    value: Value,
    schema: &Value,
    types: &[&str],
    place: &str,
    problems: &mut Vec<String>,
) -> Option<Value> {
    let number = |text: &str| {
        let number: f64 = text.trim().parse().ok()?;
        serde_json::Number::from_f64(number).map(Value::Number)
    };
    let fits = |kind: &&str| match (*kind, &value) {
        ("string", Value::String(_))
        | ("number", Value::Number(_))
        | ("boolean", Value::Bool(_)) => true,
        ("integer", Value::Number(n)) => n.as_f64().is_some_and(|n| n.fract() == 0.0),
        _ => false,
    };
    let value = if types.iter().any(fits) {
        value
    } else if let Value::String(text) = &value
        && (types.contains(&"number") || types.contains(&"integer"))
        && let Some(number) = number(text)
    {
        number
    } else {
        problems.push(format!(
            "{place} is {}, not {}",
            name(&value),
            types.join(" or ")
        ));
        return None;
    };
    // 3.0 is a whole number too, and is written as one.
    let value = match &value {
        Value::Number(n) if types.contains(&"integer") && !n.is_i64() && !n.is_u64() => n
            .as_f64()
            .filter(|n| n.fract() == 0.0 && n.abs() < 9e15)
            .map_or(value.clone(), |n| Value::from(n as i64)),
        _ => value,
    };
    if let Some(Value::Array(allowed)) = schema.get("enum")
        && !allowed.contains(&value)
    {
        let folded = value.as_str().map(str::to_lowercase).map(Value::String);
        if let Some(folded) = folded.filter(|folded| allowed.contains(folded)) {
            return Some(folded);
        }
        let allowed: Vec<String> = allowed.iter().map(Value::to_string).collect();
        problems.push(format!(
            "{place} is {value}, not one of {}",
            allowed.join(", ")
        ));
        return None;
    }
    Some(value)
}

fn name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn schema() -> Value {
        super::super::schema::strict(&json!({
            "type": "object",
            "properties": {
                "rock": {"type": "string"},
                "shine": {"type": "integer"},
                "mood": {"type": "string", "enum": ["calm", "glad"]},
                "rounds": {"type": "array", "items": {
                    "type": "object",
                    "properties": {"minutes": {"type": "number"}},
                    "required": ["minutes"]
                }}
            },
            "required": ["rock"]
        }))
    }

    #[test]
    fn what_fits_is_left_as_it_is() {
        let mut problems = Vec::new();
        let value =
            json!({"rock": "granite", "shine": null, "mood": "calm", "rounds": [{"minutes": 3}]});
        let fitted = fit(value.clone(), &schema(), &mut problems);
        assert_eq!(fitted, Some(value));
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn what_may_be_null_may_be_left_out() {
        let mut problems = Vec::new();
        let fitted = fit(
            json!({"rock": "granite", "rounds": []}),
            &schema(),
            &mut problems,
        );
        assert_eq!(
            fitted,
            Some(json!({"rock": "granite", "shine": null, "mood": null, "rounds": []}))
        );
        assert!(problems.is_empty(), "{problems:?}");
    }

    #[test]
    fn what_does_not_fit_is_named_and_left_out() {
        let mut problems = Vec::new();
        let value = json!({
            "rock": "granite", "shine": "9", "mood": "cross", "colour": "grey",
            "rounds": [{"minutes": 3}, {"minutes": "long"}, 4]
        });
        let fitted = fit(value, &schema(), &mut problems).unwrap();
        assert_eq!(
            fitted,
            json!({"rock": "granite", "shine": 9, "mood": null, "rounds": [{"minutes": 3}]})
        );
        assert_eq!(
            problems,
            [
                "colour is no field here",
                "mood is \"cross\", not one of \"calm\", \"glad\", null",
                "rounds[1].minutes is a string, not number",
                "rounds[2] is a number, not object",
            ]
        );
    }

    #[test]
    fn without_what_must_be_there_nothing_stands() {
        let mut problems = Vec::new();
        assert_eq!(fit(json!("granite"), &schema(), &mut problems), None);
        assert_eq!(problems, ["the answer is a string, not object"]);
    }
}
