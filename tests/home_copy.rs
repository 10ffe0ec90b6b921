//! A home that is copied to another folder.

use crate::common::environment::Environment;

/// Notes of two days, and the arguments that copy them.
fn noted() -> (Environment, String) {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.stdout(&["log", "--date", "yesterday", "ran 5k in 25:00"]);
    let copy = env.path().join("copy").display().to_string();
    (env, copy)
}

fn copied(env: &Environment, to: &str) -> String {
    env.run(&["home", "copy", &env.home().display().to_string(), to])
}

#[test]
fn what_lies_beside_the_notes_comes_along_and_replaces_nothing() {
    let (env, to) = noted();
    env.stdout(&["target", "protein", "120 a day"]);
    env.file("home/aliases.yaml", "strength: {}\n");
    let said = copied(&env, &to);
    assert!(
        said.contains("Copied 2 days") && said.ends_with("--- exit 0\n"),
        "{said}"
    );
    for file in ["targets.yaml", "aliases.yaml"] {
        let read = |home: &str| std::fs::read(env.path().join(home).join(file)).unwrap();
        assert_eq!(read("copy"), read("home"), "{file}");
    }
    let own = "protein: 90 g a day\n";
    env.file("copy/targets.yaml", own);
    let said = copied(&env, &to);
    assert!(
        said.contains("0 days") && said.contains("2 were there already"),
        "{said}"
    );
    assert!(said.contains("[DIR]/copy/targets.yaml differs"), "{said}");
    let kept = std::fs::read_to_string(env.path().join("copy/targets.yaml"));
    assert_eq!(kept.unwrap(), own);
}

#[test]
fn what_was_read_anew_is_copied_anew_and_what_is_damaged_is_told() {
    let (env, to) = noted();
    env.file(
        "home/logs/parsed/2026/11/2026-11-20.json",
        "{\"version\":1,\"entr",
    );
    let said = copied(&env, &to);
    assert!(
        said.contains("what was understood of 2026-11-20 is damaged"),
        "{said}"
    );
    assert!(said.contains("Copied 2 days"), "{said}");
    assert!(
        !env.path()
            .join("copy/logs/parsed/2026/11/2026-11-20.json")
            .exists()
    );
    let copy = |args: &[&str]| env.stdout(&[&["--home", &to], args].concat());
    env.stdout(&["reparse", "--yes"]);
    let said = copied(&env, &to);
    assert!(
        said.contains("2 were there already, 1 of them understood anew"),
        "{said}"
    );
    let export = ["export", "--format", "json"];
    assert_eq!(copy(&export), env.stdout(&export));
}
