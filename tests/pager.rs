//! Long output at a terminal.

use crate::common::environment::Environment;
use crate::common::screen::Screen;

/// A home with more notes than a screen of 24 lines holds, and a pager that says so.
fn much() -> Environment {
    let mut env = Environment::new();
    let notes: String = (1..=30)
        .map(|day| format!("# 2026-10-{day:02}\nbench {day}kg 5x5\n"))
        .collect();
    let notes = env.file("notes.md", &notes);
    env.stdout(&["--yes", "import", notes.to_str().unwrap()]);
    let pager = env.file("pager.sh", "echo 'here is a pager'\ncat\n");
    let pager = format!("sh {}", pager.display());
    env.set("PATH", "/usr/bin:/bin").set("PAGER", &pager);
    env
}

fn shown(env: &Environment, args: &[&str]) -> String {
    let (shown, code) = Screen::open(env, 80, args).end();
    assert_eq!(code, Some(0), "{shown}");
    shown
}

#[test]
fn what_is_longer_than_the_screen_is_shown_by_the_pager() {
    let env = much();
    let all = shown(&env, &["history", "-n", "30"]);
    assert!(all.starts_with("here is a pager"), "{all}");
    for weight in ["1 kg", "30 kg"] {
        assert!(all.contains(weight), "{weight}: {all}");
    }
    let few = shown(&env, &["history", "-n", "2"]);
    assert!(!few.contains("here is a pager"), "{few}");
    assert!(few.contains("30 kg"), "{few}");
}

#[test]
fn where_nobody_turns_pages_there_is_no_pager() {
    let env = much();
    for args in [
        &["history", "-n", "30", "--no-pager"][..],
        &["history", "-n", "30", "--json"],
    ] {
        let all = shown(&env, args);
        assert!(!all.contains("here is a pager"), "{args:?}: {all}");
    }
    let piped = env.stdout(&["history", "-n", "30"]);
    assert!(!piped.contains("here is a pager"), "{piped}");
}

#[test]
fn a_pager_that_is_none_or_has_seen_enough_hides_nothing() {
    let mut env = much();
    for none in ["no-such-program", "", "cat", "'"] {
        let all = shown(env.set("PAGER", none), &["history", "-n", "30"]);
        assert!(
            all.contains("1 kg") && all.contains("30 kg"),
            "{none}: {all}"
        );
    }
    let head = shown(env.set("PAGER", "head -n 1"), &["history", "-n", "30"]);
    assert!(!head.contains("30 kg"), "{head}");
}
