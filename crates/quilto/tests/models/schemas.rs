//! What models are held to can be held by any server.

use quilto::agents::*;
use quilto::engine::model::schema;
use quilto::model::{FactQuery, RetrievalInstruction};
use serde_json::{Value, json};

fn keys(schema: &Value) -> Vec<&str> {
    let properties = schema["properties"].as_object().unwrap();
    properties.keys().map(String::as_str).collect()
}

#[test]
fn every_contract_is_one_that_all_servers_take() {
    // The retriever writes nothing: what it is told is what a model writes.
    let all = [
        ("router", schema::of::<RouterOutput>()),
        ("planner", schema::of::<PlannerOutput>()),
        ("retriever", schema::of::<RetrievalInstruction>()),
        ("retriever's facts", schema::of::<FactQuery>()),
        ("analyzer", schema::of::<AnalyzerOutput>()),
        ("synthesizer", schema::of::<SynthesizerOutput>()),
        ("evaluator", schema::of::<EvaluatorOutput>()),
        ("clarifier", schema::of::<ClarifierOutput>()),
        (
            "parser",
            schema::with(
                schema::of::<ParserOutput>(),
                "domain_data",
                schema::strict(&json!({"type": "object", "properties": {}})),
            ),
        ),
        ("observer", schema::of::<ObserverOutput>()),
    ];
    for (name, schema) in all {
        let problems = schema::problems(&schema);
        assert!(problems.is_empty(), "{name}: {problems:?}\n{schema:#}");
    }
}

#[test]
fn the_verdict_comes_last() {
    for schema in [
        schema::of::<AnalyzerOutput>(),
        schema::of::<EvaluatorOutput>(),
    ] {
        assert!(keys(&schema).last().unwrap().ends_with("verdict"));
        assert_eq!(schema["required"], json!(keys(&schema)));
    }
    let dimension = &schema::of::<EvaluatorOutput>()["properties"]["dimensions"]["items"];
    assert_eq!(keys(dimension).last(), Some(&"verdict"));
}

#[test]
fn what_a_server_would_refuse_is_made_plain() {
    let given = json!({
        "$schema": "x", "title": "Rock", "type": "object",
        "properties": {
            "mass": {"type": "number", "minimum": 0, "format": "double"},
            "mood": {"anyOf": [{"$ref": "#/$defs/Mood"}, {"type": "null"}]},
            "kind": {"oneOf": [{"const": "pet", "description": "kept"}, {"const": "wild"}]},
            "size": {"type": "integer", "default": 3}
        },
        "required": ["mass"],
        "$defs": {"Mood": {"type": "string", "enum": ["calm"]}}
    });
    let plain = schema::strict(&given);
    assert_eq!(
        plain,
        json!({
            "type": "object",
            "required": ["mass", "mood", "kind", "size"],
            "properties": {
                "mass": {"type": "number"},
                "mood": {"type": ["string", "null"], "enum": ["calm", null]},
                "kind": {"type": ["string", "null"], "enum": ["pet", "wild", null]},
                "size": {"type": "integer"}
            },
            "additionalProperties": false
        })
    );
    assert!(schema::problems(&plain).is_empty());
    assert!(!schema::problems(&given).is_empty());
}

#[test]
fn a_schema_that_goes_round_in_a_circle_ends() {
    let given = json!({
        "type": "object", "properties": {"inside": {"$ref": "#/$defs/Rock"}},
        "$defs": {"Rock": {"type": "object", "properties": {"inside": {"$ref": "#/$defs/Rock"}}}}
    });
    assert!(schema::problems(&schema::strict(&given)).is_empty());
}
