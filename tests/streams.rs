//! stdout is the answer, stderr the rest; pipes, colour, and readers that go away.

use std::process::Stdio;

use insta::assert_snapshot;

use crate::common::environment::{Environment, feed};

#[test]
fn piped_text_is_one_note() {
    let env = Environment::new();
    assert_snapshot!(env.run_with_input(&[], "bench 80kg 5x5\nslept 7 hours\n".as_bytes()), @"");
    assert!(
        env.raw("2026-11-21")
            .contains("bench 80kg 5x5\nslept 7 hours")
    );
}

#[test]
fn colour_is_for_terminals_unless_asked_for() {
    let env = Environment::new();
    let plain = env.stdout(&["bench 80kg 5x5"]);
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    let coloured = env.stdout(&["--color", "always", "bench 80kg 5x5"]);
    assert!(coloured.contains('\u{1b}'), "{coloured:?}");
    let output = env
        .command(&["--color", "never", "improt"])
        .env("CLICOLOR_FORCE", "1")
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains('\u{1b}'));
    let output = env
        .command(&["history"])
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    assert!(!String::from_utf8_lossy(&output.stdout).contains('\u{1b}'));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let env = Environment::new();
    for number in 0..40 {
        env.stdout(&["log", &format!("bench {number}kg 5x5")]);
    }
    let mut child = env.spawn(&mut env.command(&["history", "-n", "1000", "--json"]));
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn windows_line_ends_and_wide_digits_survive() {
    let env = Environment::new();
    let child = env.spawn(env.command(&["log"]).stdin(Stdio::piped()));
    let output = feed(child, "벤치 １００kg 5x5\r\n메모\r\n".as_bytes());
    assert!(output.status.success(), "{}", env.show(&output));
    assert!(env.raw("2026-11-21").contains("벤치 １００kg 5x5\r\n메모"));
}

#[test]
fn completions_are_static() {
    let env = Environment::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(env.stdout(&["completions", shell]).contains("swealog"));
    }
    assert!(!env.home().exists());
}
