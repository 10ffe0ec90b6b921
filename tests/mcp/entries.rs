//! Notes as they are looked up.

use serde_json::{Value, json};

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

fn notes(found: &Value) -> Vec<&str> {
    let entries = found["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|entry| entry["note"].as_str().unwrap())
        .collect()
}

#[test]
fn notes_are_found_by_day_domain_and_words() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-19", "ran 5k in 25:30"]);
    env.stdout(&["log", "bench 80kg 5x5"]);
    let mut assistant = Assistant::start(&env);
    let mut found = |asked: Value| assistant.does("entries", &asked);
    assert_eq!(
        notes(&found(json!({}))),
        ["> bench 80kg 5x5", "> ran 5k in 25:30"]
    );
    assert_eq!(
        notes(&found(json!({"to": "2026-11-20"}))),
        ["> ran 5k in 25:30"]
    );
    assert_eq!(
        notes(&found(json!({"domain": "strength"}))),
        ["> bench 80kg 5x5"]
    );
    assert_eq!(
        notes(&found(json!({"order": "oldest", "limit": 1}))),
        ["> ran 5k in 25:30"]
    );
    let by_name = found(json!({"words": "bench press"}));
    assert_eq!(notes(&by_name), ["> bench 80kg 5x5"]);
    assert_eq!(by_name["searched_as"], json!(["Bench Press (Barbell)"]));
    assert_eq!(
        notes(&found(json!({"words": "run bench", "any": true}))).len(),
        2
    );
    assert_eq!(found(json!({"from": "2027-01-01"}))["count"], 0);
}

#[test]
fn long_lists_come_in_parts() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    for n in 0..25 {
        assistant.logs(&format!("bench {}kg 5x5", 80 + n));
    }
    let first = assistant.does("entries", &json!({}));
    assert_eq!((&first["count"], &first["given"]), (&json!(25), &json!(20)));
    let rest = assistant.does("entries", &json!({"cursor": first["next"]}));
    assert_eq!((&rest["count"], &rest["given"]), (&json!(25), &json!(5)));
    assert!(rest.get("next").is_none(), "{rest:#}");
    assert_eq!(notes(&rest)[4], "> bench 80kg 5x5");
}

#[test]
fn long_notes_are_cut_and_fewer_of_them_given() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let long = "today was a day like any other, and so it went on. ".repeat(200);
    for n in 0..20 {
        assistant.logs(&format!("day {n}: {long}"));
    }
    let found = assistant.does("entries", &json!({}));
    assert!(
        found.to_string().len() < 41_000,
        "{}",
        found.to_string().len()
    );
    let given = found["given"].as_u64().unwrap();
    assert!((1..20).contains(&given), "{given}");
    assert_eq!(found["count"], 20);
    for note in notes(&found) {
        assert!(note.ends_with(" more letters]"), "{note}");
    }
    // none is lost between the parts
    let (mut seen, mut cursor) = (given, found["next"].clone());
    while cursor.is_string() {
        let part = assistant.does("entries", &json!({"cursor": cursor}));
        seen += part["given"].as_u64().unwrap();
        cursor = part["next"].clone();
    }
    assert_eq!(seen, 20);
}
