//! What was learned about the person: shown, edited, and never rewritten where they wrote it.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn nothing_learned_is_said() {
    assert_snapshot!(Environment::new().run(&["context"]), @r"
    --- stderr
    Nothing was learned yet.
    --- exit 0
    ");
}

#[test]
fn an_editor_changes_it_and_lines_of_the_person_stay() {
    let mut env = Environment::new();
    let editor = env.file(
        "editor.sh",
        "#!/bin/sh\nprintf '# Global Context\\n\\nmy knee clicks\\n' > \"$1\"\n",
    );
    let mut command = env.command(&["context", "--edit"]);
    let output = command
        .env("EDITOR", format!("sh {}", editor.display()))
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", env.show(&output));
    env.at("2026-11-14T10:00").stdout(&["log", "bench 80 3x5"]);
    env.at("2026-11-20T10:00").stdout(&["log", "bench 90 3x5"]);
    let shown = env.stdout(&["context"]);
    assert!(shown.contains("my knee clicks"), "{shown}");
    assert!(shown.contains("Bench Press (Barbell): "), "{shown}");
    env.stdout(&["log", "bench 70 3x5"]);
    assert_eq!(env.stdout(&["context"]), shown, "nothing new was learned");
}

#[test]
fn the_first_command_of_a_day_looks_for_habits() {
    let mut env = Environment::new();
    for day in [
        "09-28", "10-05", "10-12", "10-19", "10-26", "11-02", "11-09", "11-16",
    ] {
        env.at(&format!("2026-{day}T18:00"))
            .stdout(&["log", "squat 100 5x5"]);
    }
    env.at("2026-11-21T10:30").stdout(&["log", "slept well"]);
    let shown = env.stdout(&["context"]);
    let habit = "- usual days of strength: Mon (likely; notes of 8 weeks; 2026-11-02)";
    assert!(shown.contains(habit), "{shown}");
}

#[test]
fn near_its_limit_the_oldest_lines_are_archived() {
    let mut env = Environment::new();
    env.config("max_global_context_tokens: 60\n");
    for (day, note) in [
        ("01", "bench 80 3x5"),
        ("02", "squat 100 3x5"),
        ("03", "deadlift 120 3x5"),
        ("04", "bench 90 3x5"),
        ("05", "slept well"),
    ] {
        env.at(&format!("2026-11-{day}T18:00"))
            .stdout(&["log", note]);
    }
    let archive = env.home().join("context/archive/2026-11.md");
    let archive = std::fs::read_to_string(archive).unwrap();
    assert!(archive.starts_with("- "), "{archive}");
    let shown = env.stdout(&["context"]);
    for line in archive.lines() {
        assert!(!shown.contains(line), "{line}");
    }
}

#[test]
fn units_that_were_stated_are_taken_and_settings_stand_over_them() {
    let env = Environment::new();
    let context = "# About me\n\n- I log weights in lb\n";
    env.file("home/context/global.md", context);
    let logged = env.json(&["--json", "log", "bench 185 5x5"]);
    let set = &logged["logged"]["domain_data"]["strength"]["exercises"][0]["sets"][0];
    assert_eq!(set["weight_unit"], "lb", "{logged}");
    let shown = env.stdout(&["heaviest bench?"]);
    assert!(shown.contains("185 lb"), "{shown}");
    // The line stays as it was typed, whatever is learned beside it.
    assert!(env.stdout(&["context"]).contains("- I log weights in lb\n"));
    let logged = env.json(&["--json", "--unit", "kg", "log", "squat 100 5x5"]);
    let set = &logged["logged"]["domain_data"]["strength"]["exercises"][0]["sets"][0];
    assert_eq!(set["weight_unit"], "kg", "{logged}");
}

#[test]
fn questions_corrections_and_notes_that_matter_are_remembered() {
    let mut env = Environment::new();
    env.at("2026-10-01T10:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-20T10:00")
        .stdout(&["log", "bench 85kg 5x5"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- best weight Bench Press (Barbell): 85 kg"),
        "{learned}"
    );
    assert!(
        learned.contains("- back to Bench Press (Barbell): "),
        "{learned}"
    );
    env.stdout(&["log", "squat 100kg 5x5"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- first Squat (Barbell): 2026-11-20"),
        "{learned}"
    );
    env.stdout(&["heaviest squat?"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- best weight Squat (Barbell): 100 kg"),
        "{learned}"
    );
    env.stdout(&["--yes", "actually squat was 220 lb not 100 kg"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- strength weight unit: lb (certain; correction; "),
        "{learned}"
    );
    // Saying the same again changes nothing.
    env.stdout(&["heaviest squat?"]);
    let once = env.stdout(&["context"]);
    env.stdout(&["heaviest squat?"]);
    assert_eq!(env.stdout(&["context"]), once);
}
