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
