//! `explain` lays open how a text is read, and stores nothing.

use serde_json::{Value, json};

use crate::common::environment::Environment;

/// The strings of a list.
fn strings(list: &Value) -> Vec<&str> {
    let items = list.as_array().unwrap().iter();
    items.map(|item| item.as_str().unwrap()).collect()
}

#[test]
fn a_question_that_is_covered_names_its_phrases_and_leaves_nothing_unread() {
    let env = Environment::new();
    let explained = env.json(&["explain", "--json", "best bench in march?"]);
    assert_eq!(explained["input_type"], "query");
    assert!(explained.get("told").is_none(), "{explained}");
    let asked = &explained["asked"];
    let question = &asked["questions"][0];
    let phrases = strings(&question["phrases"]);
    let begin = |typed: &str| phrases.iter().any(|line| line.starts_with(typed));
    for typed in ["best = ", "bench = ", "in march = "] {
        assert!(begin(typed), "{typed}: {phrases:?}");
    }
    assert_eq!(question["unread"], json!([]));
    let frame = &question["frames"][0];
    assert_eq!(frame["of"][0]["name"], "Bench Press (Barbell)");
    assert_ne!(question["instead"]["frames"][0], *frame);
    assert!(question["instead"]["margin"].as_f64().unwrap() >= 0.0);
    let intent = &asked["planned"][0]["intent"];
    assert_eq!(intent["ask"], "best");
    assert_eq!(intent["period"]["start"], "2026-03-01");
    assert!(intent.get("unread").is_none(), "{intent}");
    let shown = env.stdout(&["explain", "best bench in march?"]);
    for line in [
        "Taken for a question  (nothing is logged)",
        "  domains: strength (named)",
        "Asked: best bench in march?",
        "  no word was left unread",
        "Planned: best bench in march?",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}: {shown}");
    }
}

#[test]
fn a_word_that_nobody_knows_is_listed_as_unread() {
    let env = Environment::new();
    let text = "what is my best flurbish bench?";
    let explained = env.json(&["explain", "--json", text]);
    let asked = &explained["asked"];
    assert_eq!(asked["questions"][0]["unread"], json!(["flurbish"]));
    assert_eq!(asked["planned"][0]["intent"]["unread"], json!(["flurbish"]));
    let shown = env.stdout(&["explain", text]);
    assert!(shown.contains("\n  not read: flurbish\n"), "{shown}");
}

#[test]
fn a_plan_in_a_note_is_told_as_a_plan() {
    let env = Environment::new();
    let text = "bench 80kg 5x5, tomorrow legs";
    let explained = env.json(&["explain", "--json", text]);
    assert_eq!(explained["input_type"], "log");
    let clauses = &explained["clauses"];
    let likeliest = |at: usize| {
        (
            &clauses[at]["acts"][0]["act"],
            &clauses[at]["holds_no_data"],
        )
    };
    assert_eq!(likeliest(0), (&json!("done"), &json!(false)));
    assert_eq!(clauses[1]["text"], "tomorrow legs");
    assert_eq!(likeliest(1), (&json!("plan"), &json!(true)));
    // the rest is what `parse` says
    let parsed = env.object(&["parse", "--json", text]);
    assert_eq!(explained["told"], parsed);
    let shown = env.stdout(&["explain", text]);
    assert!(shown.ends_with(&env.stdout(&["parse", text])), "{shown}");
}

#[test]
fn a_note_with_a_question_is_read_in_its_two_parts() {
    let env = Environment::new();
    let text = "bench 80kg 5x5. what is my best squat?";
    let explained = env.json(&["explain", "--json", text]);
    assert_eq!(explained["input_type"], "both");
    assert_eq!(explained["log_portion"], "bench 80kg 5x5.");
    let questions = &explained["asked"]["questions"];
    assert_eq!(questions[0]["text"], "what is my best squat?");
    assert_eq!(explained["told"]["held_back"], Value::Null);
    let exercises = &explained["told"]["domain_data"]["strength"]["exercises"];
    assert_eq!(exercises.as_array().unwrap().len(), 1);
}

#[test]
fn a_text_is_explained_in_its_language_and_for_a_day() {
    let env = Environment::new();
    let shown = env.stdout(&["explain", "지난달에 몇 키로 뛰었어?"]);
    assert!(
        shown.starts_with("물음으로 읽었어요  (기록하지 않았어요)\n"),
        "{shown}"
    );
    let args = [
        "explain",
        "--json",
        "--date",
        "2025-05-10",
        "how far did I run last month?",
    ];
    let explained = env.json(&args);
    let intent = &explained["asked"]["planned"][0]["intent"];
    assert_eq!(intent["period"]["start"], "2025-04-01");
}

#[test]
fn explain_stores_nothing() {
    let env = Environment::new();
    for text in [
        "best bench in march?",
        "bench 80kg 5x5, tomorrow legs",
        "2026-11-19: bench 80kg 5x5\n2026-11-20: ran 5k",
        "actually that was 82.5 not 80",
    ] {
        env.stdout(&["explain", text]);
        env.stdout(&["explain", "--json", text]);
    }
    assert!(!env.home().exists());
    assert!(!env.path().join("state").exists());
}
