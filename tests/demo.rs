//! The made-up year, and what helps people find their way.

use crate::common::environment::Environment;
use crate::common::server::{Reply, Server};

#[test]
fn a_demo_answers_and_leaves_the_real_home_alone() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let before = env.raw("2026-11-21");
    let said = env.stdout(&["demo", "--keep", "kept", "--json"]);
    let mut objects = said.lines().map(|line| serde_json::from_str(line).unwrap());
    let import: serde_json::Value = objects.next().unwrap();
    assert!(import["imported"].as_u64().unwrap() > 500, "{import}");
    assert_eq!(import["rejected"], serde_json::json!([]));
    let answers: Vec<serde_json::Value> = objects.collect();
    assert_eq!(answers.len(), 4);
    assert!(
        answers.iter().all(|answer| answer["status"] == "answered"),
        "{said}"
    );
    // the story of the year: it is stuck, and sleep goes with it
    let facts = answers[1]["facts"].as_array().unwrap();
    let value = |name: &str| {
        let fact = facts.iter().find(|fact| fact["name"] == name).unwrap();
        fact["value"].clone()
    };
    assert_eq!(value("trend of weight"), "plateau");
    assert!(value("association of sleep with weight").as_f64().unwrap() > 0.5);
    assert_eq!(env.raw("2026-11-21"), before);
    assert_eq!(env.stdout(&["history", "--json"]).lines().count(), 1);
    every_line_is_understood(&env);
    let again = env.run(&["demo", "--keep", "kept"]);
    assert!(again.contains("name a new folder"), "{again}");
}

fn every_line_is_understood(env: &Environment) {
    let notes = env.stdout(&["--home", "kept", "history", "--json", "-n", "5000"]);
    assert!(notes.lines().count() > 500);
    for line in notes.lines() {
        let note: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(
            !note["domain_data"].as_object().unwrap().is_empty(),
            "{line}"
        );
    }
}

#[test]
fn a_demo_asks_no_model_whatever_is_set() {
    let env = Environment::new();
    let model = Server::replying(Reply::status(500, "{}"));
    let demo = env
        .command(&["demo", "--keep", "kept"])
        .env("SWEALOG_LLM_DEFAULT_PROVIDER", "openai_compatible")
        .env(
            "SWEALOG_LLM_PROVIDERS_OPENAI_COMPATIBLE_API_BASE",
            format!("{}/v1", model.address()),
        )
        .output();
    let shown = env.show(&demo.unwrap());
    assert!(shown.ends_with("--- exit 0\n"), "{shown}");
    assert!(!shown.contains("without the model"), "{shown}");
    assert!(model.sent().is_empty());
}

#[test]
fn a_manual_page_for_every_command() {
    let env = Environment::new();
    let page = env.stdout(&["man"]);
    assert!(
        page.contains(".TH swealog 1") && page.contains("made\\-up year"),
        "{page}"
    );
    env.stdout(&["man", "--dir", "man1"]);
    let pages = std::fs::read_dir(env.path().join("man1")).unwrap().count();
    assert!(pages > 20, "{pages}");
    assert!(!env.home().exists());
}
