//! What the arguments of a tool may be, made of their types.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of a tool's arguments. It is kept plain, since some clients read only a part of JSON
/// Schema: everything stands where it is used, and what may be left out is never null.
pub fn of<T: JsonSchema>() -> Arc<JsonObject> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.meta_schema = None;
    settings.inline_subschemas = true;
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.remove("title");
    schema.remove("description");
    let mut object = match schema.to_value() {
        Value::Object(object) => object,
        _ => JsonObject::new(),
    };
    let fields = object
        .entry("properties")
        .or_insert_with(|| Value::Object(JsonObject::new()));
    let fields = fields.as_object_mut().into_iter();
    for field in fields.flat_map(|fields| fields.values_mut()) {
        if let Value::Object(field) = field {
            simplify(field);
        }
    }
    Arc::new(object)
}

fn simplify(field: &mut JsonObject) {
    if let Some(Value::Array(kinds)) = field.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [one] = kinds.as_slice() {
            let one = one.clone();
            field.insert("type".into(), one);
        }
    }
    if let Some(Value::Array(words)) = field.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    if let Some(Value::String(said)) = field.get_mut("description") {
        *said = said.replace('\n', " ");
    }
    field.retain(|name, value| match name.as_str() {
        "default" => !value.is_null(),
        // a size of numbers in memory says nothing here
        "format" => value != "uint",
        _ => true,
    });
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Stone {
        /// What it is
        /// called.
        name: String,
        /// How many.
        count: Option<usize>,
        kind: Option<Kind>,
    }

    #[derive(Deserialize, JsonSchema)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "only its schema is looked at")]
    enum Kind {
        Granite,
        Marble,
    }

    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}

    #[test]
    fn nothing_is_null_or_elsewhere() {
        let schema = of::<Stone>();
        assert_eq!(schema["required"], json!(["name"]));
        assert_eq!(schema["additionalProperties"], json!(false));
        assert_eq!(schema.get("title"), None);
        let fields = &schema["properties"];
        assert_eq!(fields["name"]["description"], "What it is called.");
        let count = json!({"type": "integer", "minimum": 0, "description": "How many."});
        assert_eq!(fields["count"], count);
        let kinds = json!({"type": "string", "enum": ["granite", "marble"]});
        assert_eq!(fields["kind"], kinds);
        assert_eq!(of::<Nothing>()["properties"], json!({}));
    }
}
