//! The shapes of `--json`, as documented in docs/json.md.

use serde_json::{Value, json};

use crate::common::environment::Environment;

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn parse_gives_every_field_and_itemised_sets() {
    let env = Environment::new();
    let parsed = env.json(&["parse", "--json", "bench 80kg 5x5"]);
    assert_eq!(
        keys(&parsed),
        [
            "input_type",
            "date",
            "timestamp",
            "tags",
            "domain_data",
            "confidence",
            "uncertain_fields",
            "extraction_notes",
            "numbers",
            "dates",
            "warnings",
            "schema_version"
        ]
    );
    assert_eq!(parsed["input_type"], "log");
    assert_eq!(parsed["date"], "2026-11-21");
    assert_eq!(parsed["timestamp"], "2026-11-21T10:30:00");
    let exercise = &parsed["domain_data"]["strength"]["exercises"][0];
    assert_eq!(exercise["name"], "Bench Press (Barbell)");
    let set = json!({"weight": 80, "weight_unit": "kg", "reps": 5});
    assert_eq!(exercise["sets"], json!([set, set, set, set, set]));
}

#[test]
fn parse_names_the_numbers_and_dates_of_any_text() {
    let env = Environment::new();
    let parsed = env.json(&["parse", "--json", "paid 1.299,50 euros on 03.02.2026"]);
    let found = |original: &str, normalized: &str| json!([{"original": original, "normalized": normalized}]);
    assert_eq!(parsed["numbers"], found("1.299,50", "1299.5"));
    assert_eq!(parsed["dates"], found("03.02.2026", "2026-02-03"));
}

#[test]
fn a_bare_weight_is_in_the_unit_asked_for() {
    let env = Environment::new();
    let parsed = env.json(&["parse", "--json", "--unit", "lb", "bench 185 3x5"]);
    let set = &parsed["domain_data"]["strength"]["exercises"][0]["sets"][0];
    assert_eq!(
        (&set["weight"], &set["weight_unit"]),
        (&json!(185), &json!("lb"))
    );
}

#[test]
fn a_logged_note_carries_its_entry() {
    let env = Environment::new();
    let run = env.json(&["--json", "bench 80kg 5x5"]);
    assert_eq!(
        keys(&run),
        [
            "session_id",
            "input_type",
            "status",
            "logged",
            "path",
            "model_calls",
            "elapsed_ms",
            "schema_version"
        ]
    );
    assert_eq!(run["status"], "logged");
    assert_eq!(run["model_calls"], 0);
    assert_eq!(run["logged"]["date"], "2026-11-21");
    let id = run["logged"]["entry_id"].as_str().unwrap();
    let entry: Value = serde_json::from_str(&env.stdout(&["history", "--json"])).unwrap();
    assert_eq!(entry["entry_id"], id);
    assert_eq!(entry["text"], "bench 80kg 5x5");
    assert_eq!(entry["domain_data"], run["logged"]["domain_data"]);
}

#[test]
fn an_answer_carries_its_facts_and_citations() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-21T10:30");
    let run = env.json(&["ask", "--json", "heaviest bench?"]);
    assert_eq!(run["status"], "answered");
    assert_eq!(run["input_type"], "query");
    assert!(run["answer"].as_str().unwrap().contains("80"));
    assert_eq!(run["citations"][0]["date"], "2026-11-14");
    assert_eq!(run["citations"][0]["quote"], "bench 80kg 5x5");
    let fact = &run["facts"][0];
    assert_eq!(fact["value"], 80.0);
    assert_eq!(fact["unit"], "kg");
    assert_eq!(fact["date"], "2026-11-14");
    assert_eq!(fact["subject"], "Bench Press (Barbell)");
    assert!(run.get("logged").is_none());
}

#[test]
fn domains_are_one_object_a_line() {
    let env = Environment::new();
    let shown = env.stdout(&["domains", "--json"]);
    let names: Vec<Value> = shown
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["name"].clone())
        .collect();
    assert_eq!(
        names,
        [
            "general_fitness",
            "movement",
            "nutrition",
            "running",
            "strength",
            "swimming"
        ]
    );
}

#[test]
fn every_object_says_which_version_it_is_of() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    for args in [
        &["parse", "bench 80kg 5x5"][..],
        &["ask", "heaviest bench?"],
        &["history"],
        &["stats"],
        &["config"],
        &["doctor"],
        &["domains"],
        &["users", "add", "ann", "--no-password"],
        &["users", "list"],
    ] {
        let shown = env.stdout(&[&["--json"], args].concat());
        assert!(!shown.is_empty(), "{args:?}");
        for line in shown.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["schema_version"], 1, "{args:?}: {line}");
        }
    }
}

#[test]
fn an_entry_of_a_day_to_come_says_that_it_is_a_plan() {
    let mut env = Environment::new();
    let plan = env.json(&["log", "--json", "--date", "2026-11-23", "bench 80kg 5x5"]);
    assert_eq!(plan["logged"]["planned"], true, "{plan}");
    let done = env.json(&["log", "--json", "bench 80kg 5x5"]);
    assert_eq!(done["logged"].get("planned"), None, "{done}");
    let read = env.json(&["parse", "--json", "--date", "2026-11-23", "bench 80kg 5x5"]);
    assert_eq!(read["planned"], true, "{read}");
    for command in [&["history", "--json"][..], &["search", "bench", "--json"]] {
        for entry in env.objects(command) {
            let to_come = entry["date"] == "2026-11-23";
            let planned = entry.get("planned").is_some_and(|planned| planned == true);
            assert_eq!(planned, to_come, "{entry}");
        }
    }
    // it counts once the day is here
    env.at("2026-11-23T09:00");
    let here = env.stdout(&["history", "--json"]);
    assert!(!here.contains("planned"), "{here}");
}
