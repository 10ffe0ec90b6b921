//! Schemas for servers that make a grammar of them.

use serde_json::{Value, json};

/// The schema with keys that may be null left to the model's choice, below the first level.
///
/// OpenAI's strict mode wants every key, so schemas come that way. A grammar (llama.cpp, Ollama, LM
/// Studio) takes either, and a model on one's own machine that writes ten nulls for each row of a list
/// takes four times as long. The first level stays whole: llama.cpp writes keys that must be there
/// before those that may be, and an agent's own keys have an order.
pub(super) fn grammar_schema(schema: &Value) -> Value {
    let mut schema = schema.clone();
    below(&mut schema);
    schema
}

fn below(schema: &mut Value) {
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for value in properties.values_mut() {
            relax(value);
        }
    }
    if let Some(items) = schema.get_mut("items") {
        relax(items);
    }
}

fn relax(schema: &mut Value) {
    if let Some(Value::Object(properties)) = schema.get("properties") {
        let must: Vec<&String> = properties
            .iter()
            .filter(|(_, value)| !may_be_null(value))
            .map(|(key, _)| key)
            .collect();
        schema["required"] = json!(must);
    }
    below(schema);
}

fn may_be_null(schema: &Value) -> bool {
    schema["type"]
        .as_array()
        .is_some_and(|types| types.iter().any(|kind| kind == "null"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_null_may_be_left_out_below_the_first_level() {
        let row = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "mass": {"type": ["number", "null"]}
            },
            "required": ["name", "mass"],
            "additionalProperties": false
        });
        let whole = json!({
            "type": "object",
            "properties": {
                "rows": {"type": "array", "items": row},
                "why": {"type": ["string", "null"]}
            },
            "required": ["rows", "why"],
            "additionalProperties": false
        });
        let lean = grammar_schema(&whole);
        assert_eq!(lean["required"], json!(["rows", "why"]));
        let row = &lean["properties"]["rows"]["items"];
        assert_eq!(row["required"], json!(["name"]));
        assert_eq!(
            row["properties"],
            whole["properties"]["rows"]["items"]["properties"]
        );
    }
}
