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

#[test]
fn typed_marks_of_version_control_cost_no_note() {
    let env = Environment::new();
    env.stdout(&["log", "<<<<<<< a\n||||||| b\nbench 80kg 5x5"]);
    env.stdout(&["log", "squat 100kg 5x5"]);
    env.stdout(&["log", "=======\n>>>>>>> c\nran 5k"]);
    let before = env.stdout(&["history", "--json"]);
    for _ in 0..2 {
        let said = env.run(&["doctor", "--fix"]);
        assert!(said.ends_with("All is well.\n--- exit 0\n"), "{said}");
        assert_eq!(env.stdout(&["history", "--json"]), before);
        // as an older version wrote them
        let old = env.raw("2026-11-21").replace("\n\\", "\n");
        env.file("home/logs/raw/2026/11/2026-11-21.md", &old);
    }
    assert!(!env.home().join("merged").exists());
}

#[test]
fn what_an_editor_leaves_brings_nothing_back_and_damage_is_seen() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.stdout(&["undo"]);
    let day = "home/logs/raw/2026/11/2026-11-21.md";
    env.file(day, &(env.raw("2026-11-21") + "\n\n   \n"));
    assert_eq!(env.stdout(&["history"]), "");
    env.file(day, &env.raw("2026-11-21").replace("\"}", "}"));
    let report = env.json(&["doctor", "--json"]);
    let kinds: Vec<_> = report["troubles"].as_array().unwrap().iter().collect();
    assert!(
        kinds.iter().any(|t| t["kind"] == "broken_section"),
        "{report:#}"
    );
}

#[test]
fn a_day_that_cannot_be_read_is_said_and_costs_only_itself() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    // whoever runs the tests may read everything, but not a folder
    std::fs::create_dir(env.home().join("logs/raw/2026/11/2026-11-20.md")).unwrap();
    for args in [
        &["ask", "heaviest bench?"][..],
        &["heaviest bench?"],
        &["history"],
        &["search", "bench"],
        &["export"],
        &["stats"],
    ] {
        let output = env.output(args);
        let said = env.show(&output);
        assert!(
            said.contains("80 kg") || said.contains("80kg") || args == ["stats"],
            "{said}"
        );
        assert!(
            said.contains("the notes of 2026-11-20 are left out"),
            "{said}"
        );
        assert_eq!(output.status.code(), Some(3), "{said}");
    }
    let said = env.run(&["log", "squat 100kg 5x5"]);
    assert!(
        said.contains("5 × 5 @ 100 kg") && said.ends_with("exit 0\n"),
        "{said}"
    );
    let report = env.json(&["doctor", "--json"]);
    assert_eq!(report["troubles"][0]["kind"], "unreadable", "{report:#}");
    assert_eq!(report["days"], 2);
}
