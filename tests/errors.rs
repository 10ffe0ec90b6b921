//! A gallery: the smallest input for each error, and all that is said about it.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn a_slip_in_a_command_is_questioned_not_logged() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["improt"]), @"");
    assert!(!env.home().exists());
}

#[test]
fn blank_text_is_no_note() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["  "]), @"");
    assert_snapshot!(env.run_with_input(&[], b"\n\n"), @"");
}

#[test]
fn input_that_is_no_text() {
    let env = Environment::new();
    assert_snapshot!(env.run_with_input(&["log"], b"bench \xff\xfe"), @"");
}

#[test]
fn days_that_cannot_be_read() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "--date", "blursday", "bench 80x5"]), @"");
    assert_snapshot!(env.run(&["log", "--date", "last week", "bench 80x5"]), @"");
    assert_snapshot!(env.run(&["history", "--from", "2026-02-01", "--to", "2026-01-01"]), @"");
}

#[test]
fn unknown_options_and_domains() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["history", "--domain", "strenght"]), @"");
    assert_snapshot!(env.run(&["history", "--form", "monday"]), @"");
}

#[test]
fn a_home_that_is_a_file() {
    let env = Environment::new();
    let file = env.file("notes.txt", "mine");
    assert_snapshot!(env.run(&["--home", file.to_str().unwrap(), "bench 80kg 5x5"]), @"");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn a_moment_that_is_none() {
    let mut env = Environment::new();
    env.at("half past ten");
    assert_snapshot!(env.run(&["history"]), @"");
}
