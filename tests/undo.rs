//! Taking back, moving and forgetting.

use insta::assert_snapshot;

use crate::common::environment::Environment;

fn last_entry(env: &Environment) -> serde_json::Value {
    let shown = env.stdout(&["history", "--json", "-n", "1"]);
    serde_json::from_str(&shown).unwrap()
}

#[test]
fn the_last_note_is_taken_back_and_brought_again() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 3x5"]);
    env.stdout(&["log", "--date", "yesterday", "squat 100 5x5"]);
    assert_snapshot!(env.run(&["undo"]), @r"
    Taken back: the note of 2026-11-20 Fri 10:30  squat 100 5x5
    --- stderr
    To have it again: swealog undo 20261120-1030-kbkh
    --- exit 0
    ");
    assert_eq!(env.stdout(&["history", "--json"]).lines().count(), 1);
    let undo = env.raw("2026-11-20");
    assert!(
        undo.contains("squat 100 5x5") && undo.contains("[undo]"),
        "{undo}"
    );
}

#[test]
fn an_undo_is_undone() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 3x5"]);
    let data = last_entry(&env)["domain_data"].clone();
    let undone: serde_json::Value = env.json(&["undo", "--json"]);
    assert!(env.stdout(&["history", "--json"]).is_empty());
    env.stdout(&["undo", undone["entry_id"].as_str().unwrap()]);
    assert_eq!(last_entry(&env)["domain_data"], data);
}

#[test]
fn a_correction_is_taken_back() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 5x5"]);
    let before = last_entry(&env)["domain_data"].clone();
    for correction in [
        "actually that was 85 not 80",
        "no, it was 3 sets not 5",
        "no, it was 6 sets not 5",
    ] {
        env.stdout(&["--yes", correction]);
        assert_ne!(last_entry(&env)["domain_data"], before, "{correction}");
        assert!(env.stdout(&["undo"]).contains(correction));
        assert_eq!(last_entry(&env)["domain_data"], before, "{correction}");
    }
}

#[test]
fn an_older_correction_waits_for_the_newer_one() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 5x5"]);
    let first = env.json(&["--yes", "--json", "actually that was 85 not 80"]);
    env.stdout(&["--yes", "actually that was 90 not 85"]);
    let id = first["logged"]["entry_id"].as_str().unwrap();
    let shown = env.run(&["undo", id]);
    assert!(
        shown.contains("take the newer correction back first"),
        "{shown}"
    );
    assert_eq!(
        last_entry(&env)["domain_data"]["strength"]["exercises"][0]["sets"][0]["weight"],
        90
    );
}

#[test]
fn a_note_moves_to_another_day_and_back() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80 3x5"]);
    let entry = last_entry(&env);
    let id = entry["entry_id"].as_str().unwrap();
    let moved = env.stdout(&["move", id, "yesterday"]);
    assert_eq!(
        moved,
        "Moved from 2026-11-21 Sat to 2026-11-20 Fri: bench 80 3x5\n"
    );
    assert_eq!(last_entry(&env)["date"], "2026-11-20");
    assert_eq!(last_entry(&env)["domain_data"], entry["domain_data"]);
    env.stdout(&["undo"]);
    assert_eq!(last_entry(&env)["date"], "2026-11-21");
    let refused = env.run(&["move", id, "last week"]);
    assert!(refused.contains("is more than one day"), "{refused}");
    let unknown = env.run(&["move", "20261121-1030-zzzz", "yesterday"]);
    assert!(
        unknown.contains("there is no entry 20261121-1030-zzzz"),
        "{unknown}"
    );
}

#[test]
fn words_are_forgotten_for_good_after_asking() {
    let env = Environment::new();
    env.stdout(&["log", "my password is hunter2, bench 80 3x5"]);
    let id = last_entry(&env)["entry_id"].as_str().unwrap().to_owned();
    assert_snapshot!(env.run(&["forget", &id]), @r"
    --- stderr
    error: nothing was forgotten
    Hint: say --yes where you cannot be asked; there is no way back
    --- exit 2
    ");
    assert!(env.raw("2026-11-21").contains("hunter2"));
    env.stdout(&["forget", &id, "--yes"]);
    let raw = env.raw("2026-11-21");
    assert!(
        raw.contains("[forgotten]") && !raw.contains("hunter2"),
        "{raw}"
    );
    assert!(env.stdout(&["history", "--json"]).is_empty());
}

#[test]
fn nothing_to_undo_is_said() {
    let env = Environment::new();
    let shown = env.run(&["undo"]);
    assert!(
        shown.contains("there is nothing to undo") && shown.contains("exit 1"),
        "{shown}"
    );
    assert!(!env.home().exists());
}

#[test]
fn forgotten_words_are_gone_from_all_that_is_kept_beside_the_log() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let id = last_entry(&env)["entry_id"].as_str().unwrap().to_owned();
    // A run that saw the note waits, as does one that brought a note of its own.
    env.output(&["actually that was 85 not 80"]);
    env.output(&["my locker is 4711, squat 100kg 5x5. and why was I tired last week?"]);
    std::fs::write(
        env.state().join("repl_history"),
        "#V2\nmy locker is 4711, squat 100kg 5x5. and why was I tired last week?\n/help\n",
    )
    .unwrap();
    let secret = last_entry(&env)["entry_id"].as_str().unwrap().to_owned();
    env.stdout(&["forget", &secret, "--yes"]);
    for text in [files(&env.home()), files(&env.state())].concat() {
        assert!(!text.contains("4711"), "{text}");
    }
    let lines = std::fs::read_to_string(env.state().join("repl_history")).unwrap();
    assert_eq!(lines, "#V2\n/help\n");
    // The other run waits on; it goes with its own note.
    let waiting = env.stdout(&["sessions"]);
    assert!(waiting.contains("85 not 80"), "{waiting}");
    env.stdout(&["forget", &id, "--yes"]);
    assert!(env.stdout(&["sessions"]).is_empty());
}

/// The texts of all files under a folder.
fn files(folder: &std::path::Path) -> Vec<String> {
    let mut texts = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            texts.extend(files(&path));
        } else {
            let bytes = std::fs::read(&path).unwrap();
            texts.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    texts
}
