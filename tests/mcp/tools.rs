//! The list of tools, and calls that are none.

use serde_json::{Value, json};

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

fn tools(assistant: &mut Assistant) -> Vec<Value> {
    let listed = assistant.ask("tools/list", &json!({}));
    listed["result"]["tools"].as_array().unwrap().clone()
}

#[test]
fn every_tool_says_what_it_does_to_the_log() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let told: Vec<(String, bool, bool)> = tools(&mut assistant)
        .iter()
        .map(|tool| {
            let hints = &tool["annotations"];
            assert_eq!(hints["openWorldHint"], false, "{tool:#}");
            (
                tool["name"].as_str().unwrap().to_owned(),
                hints["readOnlyHint"].as_bool().unwrap(),
                hints["destructiveHint"].as_bool().unwrap(),
            )
        })
        .collect();
    let expected = [
        ("today", true, false),
        ("log_note", false, false),
        ("ask", true, false),
        ("entries", true, false),
        ("facts", true, false),
        ("correct", false, false),
        ("confirm", false, true),
        ("undo", false, true),
    ];
    assert_eq!(
        told,
        expected.map(|(name, reads, changes)| (name.to_owned(), reads, changes))
    );
}

#[test]
fn what_tools_take_is_plain_and_described() {
    let env = Environment::new();
    for tool in tools(&mut Assistant::start(&env)) {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool:#}");
        assert_eq!(schema["additionalProperties"], false, "{tool:#}");
        let text = schema.to_string();
        for word in ["$ref", "$defs", "null", "anyOf"] {
            assert!(!text.contains(word), "{word}: {tool:#}");
        }
        for (name, field) in schema["properties"].as_object().unwrap() {
            assert!(field["description"].is_string(), "{name}: {tool:#}");
            assert!(field["type"].is_string(), "{name}: {tool:#}");
        }
        assert!(
            tool["description"].as_str().unwrap().len() < 800,
            "{tool:#}"
        );
    }
}

#[test]
fn a_tool_that_is_none_names_those_there_are() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let answer = assistant.ask("tools/call", &json!({"name": "forget", "arguments": {}}));
    let error = &answer["error"];
    assert_eq!(error["code"], -32602, "{answer}");
    let said = error["message"].as_str().unwrap();
    assert!(
        said.contains("\"forget\"") && said.contains("log_note"),
        "{said}"
    );
    // and the conversation goes on
    assert_eq!(assistant.count(), 0);
}

/// Tool, arguments as JSON, and what is said about them.
const UNFIT: &[(&str, &str, &str)] = &[
    ("log_note", r#"{}"#, "missing field `text`"),
    (
        "log_note",
        r#"{"txt": "a"}"#,
        "unknown field `txt`, expected one of `text`",
    ),
    (
        "log_note",
        r#"{"text": " "}"#,
        "there are no words in \"text\"",
    ),
    ("log_note", r#"{"text": 80}"#, "invalid type: integer `80`"),
    (
        "log_note",
        r#"{"text": "a", "date": "monday"}"#,
        "`date` is a day such as",
    ),
    (
        "log_note",
        r#"{"text": "a", "date": "0800-01-01"}"#,
        "too far away",
    ),
    ("log_note", r#"{"text": "a", "key": 7}"#, "`key` is a text"),
    (
        "log_note",
        r#"{"text": "a", "key": ""}"#,
        "a key has 1 to 200 letters",
    ),
    (
        "ask",
        r#"{"question": ""}"#,
        "there are no words in \"question\"",
    ),
    ("entries", r#"{"limit": 51}"#, "a limit is 1 to 50"),
    (
        "entries",
        r#"{"from": "2026-11-21", "to": "2026-11-20"}"#,
        "lies behind",
    ),
    (
        "entries",
        r#"{"domain": "strenght"}"#,
        "there is no domain \"strenght\"",
    ),
    (
        "entries",
        r#"{"cursor": "x"}"#,
        "it is none that was given out",
    ),
    ("entries", r#"{"order": "best"}"#, "unknown variant `best`"),
    ("entries", r#"{"words": " "}"#, "there are no words"),
    (
        "confirm",
        r#"{"decision": "approve"}"#,
        "`session_id` is missing",
    ),
    ("undo", r#"{"id": "x"}"#, "unknown field `id`"),
    ("today", r#"{"date": "2026-11-20"}"#, "unknown field `date`"),
];

#[test]
fn arguments_that_do_not_fit_say_which() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    for (tool, arguments, says) in UNFIT {
        let given = serde_json::from_str(arguments).unwrap();
        let (problem, said) = assistant.refuses(tool, &given);
        let unfit = ["unfit", "bad-query"].contains(&&*problem);
        assert!(unfit, "{tool} {arguments}: {problem}");
        assert!(said.contains(says), "{tool} {arguments}: {said}");
    }
    assert_eq!(assistant.count(), 0);
}

#[test]
fn what_is_left_out_may_be_null() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let note = json!({"text": "bench 80kg 5x5", "date": null, "key": null});
    assistant.does("log_note", &note);
    assistant.does(
        "entries",
        &json!({"words": null, "from": null, "limit": null}),
    );
    assert_eq!(assistant.count(), 1);
}
