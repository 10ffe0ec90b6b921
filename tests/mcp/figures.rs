//! Figures of one's own.

use serde_json::json;

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

#[test]
fn expressions_are_computed() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 85kg 5x5");
    let best = json!({"figure": {"domain": "strength", "measure": "weight", "op": "best"}});
    let to_go = json!({"difference": {"of": {"number": {"value": 100, "unit": "kg"}}, "minus": {"step": 1}}});
    let done = assistant.does("facts", &json!({"expressions": [best, to_go]}));
    assert_eq!(done["results"][0]["facts"][0]["value"], 85.0);
    assert_eq!(done["results"][0]["rests_on"]["entries"], json!([id]));
    let facts = done["results"][1]["facts"].as_array().unwrap();
    assert!(facts.iter().any(|fact| fact["value"] == 15.0), "{done:#}");
}

#[test]
fn without_expressions_it_says_what_there_is() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let listed = assistant.does("facts", &json!({}));
    let domains = listed["domains"].as_array().unwrap();
    let strength = domains
        .iter()
        .find(|domain| domain["domain"] == "strength")
        .unwrap();
    let weight = &strength["measures"][0];
    assert_eq!(
        (&weight["name"], &weight["unit"]),
        (&json!("weight"), &json!("kg"))
    );
    assistant.logs("bench 85kg 5x5, ran 5k in 25:30");
    assistant.does("facts", &json!({"expressions": [listed["example"]]}));
}

#[test]
fn what_is_given_is_bounded_and_counted() {
    let env = Environment::new();
    let notes: Vec<String> = (0..80)
        .map(|n| {
            format!(
                "# 2026-{:02}-{:02}\nbench {}kg 5x5\n",
                8 + n / 28,
                1 + n % 28,
                40 + n
            )
        })
        .collect();
    let file = env.file("notes/all.md", &notes.concat());
    env.stdout(&["--yes", "import", file.to_str().unwrap()]);
    let mut assistant = Assistant::start(&env);
    let series = json!({"figure": {"domain": "strength", "measure": "weight", "op": "series"}});
    let done = assistant.does("facts", &json!({"expressions": [series]}));
    let result = &done["results"][0];
    assert_eq!(
        result["rests_on"]["day_count"], 80,
        "{}",
        result["rests_on"]
    );
    for list in [
        &result["facts"],
        &result["rests_on"]["days"],
        &result["rests_on"]["entries"],
    ] {
        assert!(list.as_array().unwrap().len() <= 60);
    }
}

#[test]
fn what_cannot_be_computed_says_why() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let figure =
        |measure: &str| json!({"figure": {"domain": "strength", "measure": measure, "op": "best"}});
    let (problem, said) = assistant.refuses("facts", &json!({"expressions": [figure("wight")]}));
    assert_eq!(problem, "unfit");
    assert!(
        said.starts_with("expression 1: strength has no measure \"wight\""),
        "{said}"
    );
    let many = vec![figure("weight"); 17];
    assert!(
        assistant
            .refuses("facts", &json!({"expressions": many}))
            .1
            .contains("1 to 16")
    );
    let none = assistant.does("facts", &json!({"expressions": [figure("weight")]}));
    assert_eq!(none["results"][0]["refused"]["why"], "no_rows", "{none:#}");
}
