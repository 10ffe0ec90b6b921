//! Contracts as schemas that any provider can hold a model to.
//!
//! Servers with a grammar of their own (llama.cpp, Ollama, vLLM) take a small part of JSON Schema,
//! and each a different one. What all of them take is this: everything inline; every key required,
//! and nullable where it may be absent, because keys come in the order of `properties` only then; no
//! further keys; plain types, `enum`, `items`. Bounds, patterns and formats are left out here and
//! checked on the answer instead.

use std::fmt::Write as _;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// Nested deeper than this a schema is taken for a recursive one, which no grammar here can hold.
const DEEPEST: usize = 16;

/// The schema of a contract.
pub fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|s| {
        s.inline_subschemas = true;
        s.meta_schema = None;
    });
    strict(
        &settings
            .into_generator()
            .into_root_schema_for::<T>()
            .to_value(),
    )
}

/// Any schema in the form that all servers take.
pub fn strict(schema: &Value) -> Value {
    let none = Map::new();
    let shared = ["$defs", "definitions"]
        .iter()
        .find_map(|key| schema.get(key)?.as_object())
        .unwrap_or(&none);
    plain(schema, shared, 0)
}

fn has_free_keys(schema: &Value) -> bool {
    schema.get("properties").is_none()
        && schema
            .get("additionalProperties")
            .is_some_and(Value::is_object)
}

fn plain(schema: &Value, shared: &Map<String, Value>, depth: usize) -> Value {
    let Some(given) = schema.as_object().filter(|_| depth < DEEPEST) else {
        // Anything at all: what can be written as one value.
        return json!({"type": ["string", "number", "boolean", "null"]});
    };
    let mut given = given.clone();
    let described = given.get("description").cloned();
    if let Some(target) = given.get("$ref").and_then(Value::as_str) {
        let name = target.rsplit('/').next().unwrap_or_default();
        let mut out = plain(shared.get(name).unwrap_or(&Value::Null), shared, depth + 1);
        if let (Some(text), Some(out)) = (described, out.as_object_mut()) {
            out.insert("description".into(), text);
        }
        return out;
    }
    for key in ["anyOf", "oneOf", "allOf"] {
        if let Some(Value::Array(options)) = given.shift_remove(key) {
            let mut out = one_of(&options, shared, depth);
            if let (Some(text), Some(out)) = (described, out.as_object_mut()) {
                out.insert("description".into(), text);
            }
            return out;
        }
    }
    let mut out = Map::new();
    if let Some(text) = described {
        out.insert("description".into(), text);
    }
    if let Some(value) = given.get("const") {
        out.insert("enum".into(), json!([value]));
    }
    for key in ["type", "enum"] {
        if let Some(value) = given.get(key) {
            out.insert(key.into(), value.clone());
        }
    }
    if let Some(Value::Object(properties)) = given.get("properties") {
        let required = given.get("required").and_then(Value::as_array);
        let is_required =
            |key: &str| required.is_some_and(|keys| keys.iter().any(|k| k.as_str() == Some(key)));
        let mut all = Map::new();
        // Keys of one's own cannot be held to a schema: they are for the built-in engine to write.
        let written = properties.iter().filter(|(_, value)| !has_free_keys(value));
        for (key, value) in written {
            // What has a default of its own, or is a list, need not be null to be left out.
            let default = value
                .get("default")
                .is_some_and(|default| !default.is_null());
            let value = plain(value, shared, depth + 1);
            let list = value.get("type").and_then(Value::as_str) == Some("array");
            let value = if is_required(key) || list || default {
                value
            } else {
                nullable(value)
            };
            all.insert(key.clone(), value);
        }
        let keys: Vec<&String> = all.keys().collect();
        out.insert("required".into(), json!(keys));
        out.insert("properties".into(), Value::Object(all));
        out.insert("additionalProperties".into(), json!(false));
    }
    if let Some(items) = given.get("items") {
        out.insert("items".into(), plain(items, shared, depth + 1));
    }
    if out.keys().all(|key| key == "description") {
        let anything = plain(&Value::Null, shared, depth);
        if let Value::Object(anything) = anything {
            out.extend(anything);
        }
    }
    Value::Object(out)
}

/// One schema for several: null beside one makes that one nullable, constants become an `enum`,
/// plain types become a list of types. Objects beside each other become one that has the keys of all,
/// each of which may be null.
fn one_of(options: &[Value], shared: &Map<String, Value>, depth: usize) -> Value {
    let is_null = |option: &Value| option.get("type").and_then(Value::as_str) == Some("null");
    let may_be_null = options.iter().any(is_null);
    let rest: Vec<Value> = options
        .iter()
        .filter(|option| !is_null(option))
        .map(|option| plain(option, shared, depth + 1))
        .collect();
    let values: Vec<&Value> = rest
        .iter()
        .filter_map(|option| option.get("enum")?.as_array())
        .flatten()
        .collect();
    let one = if rest.len() > 1 && rest.iter().all(|option| option.get("enum").is_some()) {
        json!({"type": "string", "enum": values})
    } else if rest.len() > 1 && rest.iter().all(|option| option.get("properties").is_none()) {
        let mut types: Vec<Value> = Vec::new();
        for kind in rest.iter().flat_map(types_of) {
            let kind = Value::from(kind);
            if !types.contains(&kind) {
                types.push(kind);
            }
        }
        json!({"type": types})
    } else if rest.len() > 1 && rest.iter().all(|option| option.get("properties").is_some()) {
        keys_of_all(rest)
    } else {
        rest.into_iter()
            .next()
            .unwrap_or_else(|| json!({"type": "null"}))
    };
    if may_be_null { nullable(one) } else { one }
}

fn keys_of_all(options: Vec<Value>) -> Value {
    let mut all = Map::new();
    for mut option in options {
        let described = option.get("description").cloned();
        let Some(Value::Object(properties)) = option.get_mut("properties").map(Value::take) else {
            continue;
        };
        let alone = properties.len() == 1;
        for (key, value) in properties {
            let mut value = nullable(value);
            if let (true, Some(text), Some(fields)) = (alone, &described, value.as_object_mut()) {
                fields.insert("description".into(), text.clone());
            }
            all.entry(key).or_insert(value);
        }
    }
    let keys: Vec<&String> = all.keys().collect();
    json!({
        "type": "object",
        "required": keys,
        "properties": all,
        "additionalProperties": false,
    })
}

/// The type names of a schema.
pub(super) fn types_of(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The schema with null allowed.
pub(super) fn nullable(mut schema: Value) -> Value {
    let mut types: Vec<String> = types_of(&schema).into_iter().map(str::to_owned).collect();
    if types.is_empty() || types.iter().any(|kind| kind == "null") {
        return schema;
    }
    types.push("null".to_owned());
    if let Some(fields) = schema.as_object_mut() {
        fields.insert("type".into(), json!(types));
        if let Some(Value::Array(values)) = fields.get_mut("enum") {
            values.push(Value::Null);
        }
    }
    schema
}

/// The schema without some of its keys, for an agent that has no use for them just now.
pub(super) fn without(mut schema: Value, keys: &[&str]) -> Value {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|key, _| !keys.contains(&key.as_str()));
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|key| key.as_str().is_none_or(|key| !keys.contains(&key)));
    }
    schema
}

/// The schema with another one under a key.
pub fn with(mut schema: Value, key: &str, value: Value) -> Value {
    if let Some(Value::Object(properties)) = schema.get_mut("properties")
        && let Some(place) = properties.get_mut(key)
    {
        let described = place.get("description").cloned();
        *place = value;
        if let (Some(text), Some(place)) = (described, place.as_object_mut()) {
            place.entry("description").or_insert(text);
        }
    }
    schema
}

/// What in a schema some server would refuse or ignore, by its path; nothing for one that
/// [`strict`] made.
pub fn problems(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    lint(schema, "$", &mut found);
    found
}

const ALLOWED: &[&str] = &[
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "description",
];

fn lint(schema: &Value, path: &str, found: &mut Vec<String>) {
    let Some(fields) = schema.as_object() else {
        found.push(format!("{path}: {schema} is no schema object"));
        return;
    };
    for key in fields.keys().filter(|key| !ALLOWED.contains(&key.as_str())) {
        found.push(format!("{path}: {key}"));
    }
    let types = types_of(schema);
    if types.is_empty() {
        found.push(format!("{path}: no type"));
    }
    if types.contains(&"object") {
        let Some(Value::Object(properties)) = fields.get("properties") else {
            found.push(format!("{path}: an object with free keys"));
            return;
        };
        let keys: Vec<&String> = properties.keys().collect();
        if fields.get("required") != Some(&json!(keys)) {
            found.push(format!("{path}: not all keys are required, in order"));
        }
        if fields.get("additionalProperties") != Some(&json!(false)) {
            found.push(format!("{path}: further keys are allowed"));
        }
        for (key, value) in properties {
            lint(value, &format!("{path}.{key}"), found);
        }
    }
    if types.contains(&"array") {
        match fields.get("items") {
            Some(items) => lint(items, &format!("{path}[]"), found),
            None => found.push(format!("{path}: a list of anything")),
        }
    }
}

/// The schema in words, for the prompt: a grammar that holds the model tells it nothing of what
/// the keys mean. An object that has the keys of an earlier one names that one.
pub(super) fn outline(schema: &Value) -> String {
    let mut out = String::new();
    object(schema, 0, &mut Vec::new(), &mut out);
    out.trim_end().to_owned()
}

fn object<'s>(
    schema: &'s Value,
    depth: usize,
    shown: &mut Vec<(&'s Value, &'s str)>,
    out: &mut String,
) {
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return;
    };
    for (key, value) in properties {
        let _ = write!(out, "{}- `{key}` ({})", "  ".repeat(depth), kind(value));
        let inner = value.get("items").unwrap_or(value);
        let keys = inner.get("properties");
        let same = keys.and_then(|keys| shown.iter().find(|(known, _)| *known == keys));
        if let Some(text) = value.get("description").and_then(Value::as_str) {
            let _ = write!(
                out,
                ": {}",
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            );
        }
        match same {
            Some((_, first)) => {
                let _ = writeln!(out, " Keys as in `{first}` above.");
            }
            None => {
                out.push('\n');
                shown.extend(keys.map(|keys| (keys, key.as_str())));
                object(inner, depth + 1, shown, out);
            }
        }
    }
}

fn kind(schema: &Value) -> String {
    let null = types_of(schema).contains(&"null");
    let mut text = match schema.get("enum").and_then(Value::as_array) {
        Some(values) => values
            .iter()
            .filter_map(Value::as_str)
            .collect::<Vec<_>>()
            .join(" | "),
        None => types_of(schema)
            .into_iter()
            .filter(|kind| *kind != "null")
            .map(|kind| match kind {
                "array" => {
                    let items = schema.get("items").map(kind_of_items).unwrap_or_default();
                    format!("list of {items}")
                }
                other => other.to_owned(),
            })
            .collect::<Vec<_>>()
            .join(" or "),
    };
    if null {
        text.push_str(", or null");
    }
    text
}

fn kind_of_items(items: &Value) -> String {
    if items.get("properties").is_some() {
        "objects".to_owned()
    } else {
        kind(items)
    }
}
