//! Looking a home over.

use crate::common::environment::Environment;

#[test]
fn a_home_that_is_well() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let said = env.run(&["doctor"]);
    assert!(said.contains("Notes     1 section on 1 day,"), "{said}");
    assert!(said.ends_with("All is well.\n--- exit 0\n"), "{said}");
}

#[test]
fn what_wants_care_is_named_and_mended() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.stdout(&["log", "--date", "yesterday", "ran 5k"]);
    let day = "home/logs/raw/2026/11/2026-11-21";
    env.file(
        &format!("{day}.sync-conflict-20261121-103000-ABCDEFG.md"),
        "## 10:30\nbench 80kg 5x5\n\n## 12:00\nsquat 100kg 3x5\n\n",
    );
    env.file(
        "home/logs/parsed/2026/11/2026-11-20.json",
        "{\"version\":1,\"entr",
    );
    let found = env.run(&["doctor"]);
    assert!(found.ends_with("--- exit 1\n"), "{found}");
    let report = env.json(&["doctor", "--json"]);
    let kinds: Vec<&str> = report["troubles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|trouble| trouble["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["conflict", "damaged_reading", "unread"]);
    let mended = env.run(&["doctor", "--fix"]);
    assert!(
        mended.contains("2026-11-21: 1 note brought in, 1 there already"),
        "{mended}"
    );
    assert!(mended.contains("2 notes read again"), "{mended}");
    assert!(mended.contains("All is well.\n"), "{mended}");
    assert!(mended.ends_with("--- exit 0\n"), "{mended}");
    let history = env.stdout(&["history"]);
    assert_eq!(history.matches("Bench Press").count(), 1, "{history}");
    assert!(history.contains("Squat"), "{history}");
    assert!(history.contains("5 km"), "{history}");
}

#[test]
fn copies_of_what_was_learned_are_merged() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.stdout(&["heaviest bench?"]);
    let copy = env.file(
        "home/context/global.sync-conflict-20261121-103000-ABCDEFG.md",
        "# Global Context\n\n## Preferences\n- I log weights in lb\n",
    );
    let found = env.run(&["doctor"]);
    assert!(
        found.contains("is a second version of what was learned about you"),
        "{found}"
    );
    let mended = env.run(&["doctor", "--fix"]);
    assert!(
        mended.contains("what was learned about you: 1 line brought in, 0 there already"),
        "{mended}"
    );
    assert!(!copy.exists());
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("80 kg") && learned.contains("- I log weights in lb"),
        "{learned}"
    );
}

#[test]
fn corrections_outlive_the_readings() {
    let env = Environment::new();
    env.stdout(&["log", "ran 5k in 25:30"]);
    env.stdout(&["--yes", "actually that run was 6k"]);
    let before = env.stdout(&["history", "--json"]);
    std::fs::remove_dir_all(env.home().join("logs/parsed")).unwrap();
    let mended = env.run(&["doctor", "--fix"]);
    assert!(mended.contains("1 note read again"), "{mended}");
    assert_eq!(env.stdout(&["history", "--json"]), before);
}

#[test]
fn targets_that_cannot_be_read_cost_no_note_and_are_told() {
    let env = Environment::new();
    env.file("home/targets.yaml", "protein: [150 g\n");
    let said = env.run(&["bench 80kg 5x5"]);
    assert!(said.starts_with("Logged "), "{said}");
    assert!(
        said.contains("warning: targets.yaml cannot be understood"),
        "{said}"
    );
    assert!(
        said.contains("Hint: a line of it looks like this"),
        "{said}"
    );
    assert!(said.ends_with("--- exit 0\n"), "{said}");
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
    let report = env.json(&["doctor", "--json"]);
    assert_eq!(report["troubles"][0]["kind"], "targets", "{report:#}");
}
