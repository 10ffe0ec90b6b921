//! A gallery: the smallest input for each error, and all that is said about it.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn a_slip_in_a_command_is_questioned_not_logged() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["improt"]), @r#"
    --- stderr
    error: "improt" is not a command; nothing was logged
    Hint: did you mean `swealog import`? To log the word: swealog -- improt
    --- exit 2
    "#);
    assert!(!env.home().exists());
}

#[test]
fn blank_text_is_no_note() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["  "]), @r"
    --- stderr
    error: there are no words in this
    Hint: type a note or a question; --help shows examples
    --- exit 2
    ");
    assert_snapshot!(env.run_with_input(&[], b"\n\n"), @r"
    --- stderr
    error: there are no words in this
    Hint: type a note or a question; --help shows examples
    --- exit 2
    ");
}

#[test]
fn input_that_is_no_text() {
    let env = Environment::new();
    assert_snapshot!(env.run_with_input(&["log"], b"bench \xff\xfe"), @r"
    --- stderr
    error: standard input is not UTF-8 text
    Caused by: invalid utf-8 sequence of 1 bytes from index 6
    Hint: convert it first, for example with iconv -t UTF-8
    --- exit 1
    ");
}

#[test]
fn days_that_cannot_be_read() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "--date", "blursday", "bench 80x5"]), @r#"
    --- stderr
    error: "blursday" is not a day we can read
    Hint: write it as 2026-11-20, or as yesterday, monday, 3 days ago
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["log", "--date", "last week", "bench 80x5"]), @r#"
    --- stderr
    error: "last week" is more than one day
    Hint: name one of 2026-11-09 to 2026-11-15
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["history", "--from", "2026-02-01", "--to", "2026-01-01"]), @r"
    --- stderr
    error: --from 2026-02-01 lies behind --to 2026-01-01
    Hint: --from names the earlier day
    --- exit 2
    ");
}

#[test]
fn unknown_options_and_domains() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["history", "--domain", "strenght"]), @r#"
    --- stderr
    error: there is no domain "strenght"
    Hint: did you mean "strength"?
    --- exit 2
    "#);
    assert_snapshot!(env.run(&["history", "--form", "monday"]), @r"
    --- stderr
    error: unexpected argument '--form' found

      tip: a similar argument exists: '--from'

    Usage: swealog history --from <DAY>

    For more information, try '--help'.
    --- exit 2
    ");
}

#[test]
fn a_home_that_is_a_file() {
    let env = Environment::new();
    let file = env.file("notes.txt", "mine");
    assert_snapshot!(env.run(&["--home", file.to_str().unwrap(), "bench 80kg 5x5"]), @r"
    --- stderr
    error: cannot open [DIR]/notes.txt
    Caused by: not a directory
    Hint: choose a folder you may write to with --home DIR
    --- exit 1
    ");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn a_moment_that_is_none() {
    let mut env = Environment::new();
    env.at("half past ten");
    assert_snapshot!(env.run(&["history"]), @r#"
    --- stderr
    error: "half past ten" is not a moment
    Hint: write it as 2026-11-21T10:30
    --- exit 2
    "#);
}
