//! Commands whose process died in the middle: what they left is read by the next one.

use std::path::PathBuf;

use crate::common::environment::Environment;

/// What a process leaves that died while it worked on a text.
fn mark(env: &Environment, text: &str) -> PathBuf {
    let folder = env.state().join("underway");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("20261121-102900-1a2b.json");
    let begun = serde_json::json!({"text": text, "today": "2026-11-21", "day": null});
    std::fs::write(&path, begun.to_string()).unwrap();
    path
}

/// The raw words of a note that nothing read.
fn unread(env: &Environment, words: &str) {
    let folder = env.home().join("logs/raw/2026/11");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(
        folder.join("2026-11-21.md"),
        format!("## 10:29\n{words}\n\n"),
    )
    .unwrap();
}

#[test]
fn a_note_that_was_appended_and_not_read_is_read_by_the_next_command() {
    let env = Environment::new();
    unread(&env, "bench 80kg 5x5");
    let path = mark(&env, "bench 80kg 5x5");
    let shown = env.run(&["history"]);
    assert!(shown.contains("read now"), "{shown}");
    assert!(shown.contains("5 × 5 @ 80 kg"), "{shown}");
    assert!(!path.exists());
    assert_eq!(env.raw("2026-11-21").matches("bench").count(), 1);
    let again = env.run(&["history"]);
    assert!(
        !again.contains("read now") && again.contains("80 kg"),
        "{again}"
    );
}

#[test]
fn a_text_that_was_not_appended_waits_to_be_resumed() {
    let env = Environment::new();
    mark(&env, "bench 80kg 5x5");
    let shown = env.run(&["sessions"]);
    assert!(shown.contains("bench 80kg 5x5"), "{shown}");
    assert!(env.stdout(&["resume"]).contains("5 × 5 @ 80 kg"));
    assert_eq!(env.raw("2026-11-21").matches("bench").count(), 1);
    assert!(env.stdout(&["sessions"]).is_empty());
}

#[test]
fn what_another_process_still_works_on_is_left_to_it() {
    let env = Environment::new();
    unread(&env, "bench 80kg 5x5");
    let path = mark(&env, "bench 80kg 5x5");
    let held = std::fs::File::open(&path).unwrap();
    held.lock().unwrap();
    assert!(!env.run(&["history"]).contains("read now"));
    assert!(path.exists());
    drop(held);
    assert!(env.run(&["history"]).contains("read now"));
}

#[test]
fn a_command_that_ends_leaves_no_mark() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.stdout(&["squat 100kg 5x5"]);
    env.output(&["actually that was 95 not 100"]);
    let left = std::fs::read_dir(env.state().join("underway")).unwrap();
    assert_eq!(left.count(), 0);
}

#[test]
fn a_text_that_is_gone_on_with_later_keeps_its_day() {
    for (day, words, filed) in [
        (Some("2026-11-10"), "bench 80kg 5x5", "2026-11-10"),
        (None, "bench 80kg 5x5", "2026-11-21"),
        (None, "yesterday: bench 80kg 5x5", "2026-11-20"),
    ] {
        let mut env = Environment::new();
        let path = mark(&env, words);
        let begun = serde_json::json!({
            "text": words, "today": "2026-11-21", "day": day, "assume": "log",
        });
        std::fs::write(path, begun.to_string()).unwrap();
        assert!(env.stdout(&["sessions"]).contains("bench"));
        env.at("2026-11-25T09:00");
        let said = env.stdout(&["resume"]);
        assert!(said.contains("5 × 5 @ 80 kg"), "{said}");
        assert!(env.raw(filed).contains("bench"), "{words}: {said}");
        assert_eq!(env.raw("2026-11-25"), "");
    }
}

/// What cannot be asked to stop in between is not waited for.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_run_that_cannot_hear_it() {
    use std::io::{BufRead, BufReader};
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let lock = std::fs::File::create(env.home().join(".lock")).unwrap();
    lock.lock().unwrap();
    let mut child = env.spawn(&mut env.command(&["log", "squat 100kg 5x5"]));
    let mut said = String::new();
    let mut err = BufReader::new(child.stderr.take().unwrap());
    err.read_line(&mut said).unwrap();
    assert!(said.contains("Waiting for"), "{said}");
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(lock);
    assert!(!env.raw("2026-11-21").contains("squat"));
}
