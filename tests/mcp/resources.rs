//! What there is to know of the domains.

use serde_json::{Value, json};

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

fn read(assistant: &mut Assistant, uri: &str) -> String {
    let answer = assistant.ask("resources/read", &json!({"uri": uri}));
    let content = &answer["result"]["contents"][0];
    assert_eq!(content["uri"], uri, "{answer}");
    content["text"].as_str().unwrap().to_owned()
}

#[test]
fn every_resource_that_is_listed_can_be_read() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let listed = assistant.ask("resources/list", &json!({}));
    let listed = listed["result"]["resources"].as_array().unwrap().clone();
    assert!(listed.len() > 6, "{listed:#?}");
    for resource in listed {
        assert!(resource["description"].is_string(), "{resource}");
        let text = read(&mut assistant, resource["uri"].as_str().unwrap());
        assert!(text.len() > 100, "{resource}");
        assert!(text.len() < 64 << 10, "{resource}");
        if resource["mimeType"] == "application/json" {
            serde_json::from_str::<Value>(&text).unwrap();
        }
    }
}

#[test]
fn they_hold_measures_names_and_the_notation() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    assert!(read(&mut assistant, "swealog://measures").contains("e1rm"));
    assert!(
        read(&mut assistant, "swealog://vocabulary/strength").contains("Bench Press (Barbell)")
    );
    assert!(read(&mut assistant, "swealog://expressions").contains("longest_gap"));
    let notation = read(&mut assistant, "swealog://notation");
    let page = include_str!("../../docs/notation-cheat-sheet.md");
    assert!(
        page.ends_with(&notation),
        "crates/swealog/notation.md is not the end of the page"
    );
}

#[test]
fn one_that_is_none_is_told() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    for uri in [
        "swealog://nowhere",
        "file:///etc/passwd",
        "swealog://vocabulary/../measures",
    ] {
        let answer = assistant.ask("resources/read", &json!({"uri": uri}));
        let said = answer["error"]["message"].as_str().unwrap();
        assert!(said.contains("there is no resource"), "{said}");
    }
}
