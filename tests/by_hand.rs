//! Notes that were written or changed by hand, in the files themselves.

use std::path::Path;

use crate::common::environment::Environment;

const DAY: &str = "home/logs/raw/2026/11/2026-11-21.md";

/// Changes words in today's file, as an editor would.
fn rewrite(env: &Environment, from: &str, to: &str) {
    let raw = env.raw("2026-11-21");
    assert!(raw.contains(from), "{raw}");
    env.file(DAY, &raw.replace(from, to));
}

#[test]
fn a_file_written_by_hand_counts_at_once() {
    let env = Environment::new();
    env.file(
        DAY,
        "---\ntitle: My day\n---\n# Saturday\n\nslept 7h before\n\n##  10:30\nbench 80kg 5x5\n\n## 11:15 squat 100kg 5x5\nand pull ups 3x8",
    );
    let answer = env.stdout(&["heaviest bench?"]);
    assert!(answer.contains("80 kg × 5, on 2026-11-21"), "{answer}");
    let history = env.stdout(&["history"]);
    for read in ["slept 7 h", "5 × 5 @ 100 kg", "Pull Up", "3 × 8"] {
        assert!(history.contains(read), "{read}: {history}");
    }
    assert!(env.run(&["doctor"]).contains("All is well."));
    assert!(env.stdout(&["stats"]).contains("Squat (Barbell)"));
}

#[test]
fn changed_words_are_read_again_under_their_name() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let id = |env: &Environment| env.json(&["history", "--json"])["entry_id"].clone();
    let before = id(&env);
    rewrite(&env, "80kg", "90kg");
    assert!(env.stdout(&["heaviest bench?"]).contains("90 kg"));
    assert_eq!(id(&env), before);
    // a record is one over what stands there now
    let said = env.stdout(&["bench 85kg 5x5"]);
    assert!(said.contains("record: 90 kg"), "{said}");
}

#[test]
fn a_correction_counts_as_long_as_its_words_do() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5, felt fine"]);
    env.stdout(&["--yes", "actually that was 85 not 80"]);
    rewrite(&env, "felt fine", "felt heavy");
    assert!(env.stdout(&["heaviest bench?"]).contains("85 kg"));
    rewrite(&env, "bench 80kg", "bench 95kg");
    assert!(env.stdout(&["heaviest bench?"]).contains("95 kg"));
}

#[test]
fn what_waits_for_approval_is_not_read_before() {
    let env = Environment::new();
    env.config("approval: always\n");
    let asked = env.run(&["log", "--no-input", "bench 80kg 5x5"]);
    assert!(asked.ends_with("--- exit 4\n"), "{asked}");
    let history = env.stdout(&["history"]);
    assert!(history.contains("bench 80kg 5x5"), "{history}");
    assert!(!history.contains("Bench Press"), "{history}");
    assert!(env.run(&["doctor", "--fix"]).contains("All is well."));
    assert!(!env.stdout(&["history"]).contains("Bench Press"));
    env.stdout(&["resume", "--approve"]);
    assert!(env.stdout(&["history"]).contains("Bench Press"));
}

#[test]
fn very_many_at_once_are_said_and_left_to_the_doctor() {
    let env = Environment::new();
    let minutes = (0..24).flat_map(|hour| (0..60).map(move |minute| (hour, minute)));
    let notes: String = minutes
        .take(301)
        .map(|(hour, minute)| format!("## {hour:02}:{minute:02}\nslept 7h\n\n"))
        .collect();
    env.file(DAY, &notes);
    let said = env.run(&["history", "-n", "301"]);
    assert!(said.contains("301 notes are not read yet"), "{said}");
    assert!(
        env.run(&["doctor", "--fix"])
            .contains("301 notes read again")
    );
}

#[test]
fn the_file_of_the_page_is_read_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/log-format.md");
    let page = std::fs::read_to_string(path).unwrap();
    let block = page.split("```markdown\n").nth(1).unwrap();
    let block = block.split("```").next().unwrap();
    let env = Environment::new();
    env.file(DAY, block);
    let history = env.stdout(&["history"]);
    assert!(history.contains("1 × 5 @ 145 kg"), "{history}");
    assert!(
        history.contains("corrected: actually that was 145 not 140"),
        "{history}"
    );
    // and it is the file that the same words make
    let mut typed = Environment::new();
    typed.stdout(&["deadlift 140kg x 5, felt easy"]);
    typed
        .at("2026-11-21T21:05")
        .stdout(&["--yes", "actually that was 145 not 140"]);
    assert_eq!(typed.raw("2026-11-21").trim(), block.trim());
}
