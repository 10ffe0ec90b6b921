//! A conversation, line by line from a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::common::environment::{Environment, feed};

#[test]
fn lines_of_a_pipe_are_notes_questions_and_commands() {
    let env = Environment::new();
    let lines = "\
bench 80kg 5x5
squat 100kg 5x5

heaviest bench?
and squats?
/history -n 1
/undo
/search squat
/json
how many sets of bench?
/quit
never read
";
    let child = env.spawn(env.command(&["repl"]).stdin(Stdio::piped()));
    let output = feed(child, lines.as_bytes());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", env.show(&output));
    assert!(
        said.contains("best Bench Press (Barbell) is 80 kg"),
        "{said}"
    );
    assert!(said.contains("best Squat (Barbell) is 100 kg"), "{said}");
    assert!(said.contains("Taken back: the note of"), "{said}");
    let last: serde_json::Value = serde_json::from_str(said.lines().last().unwrap()).unwrap();
    assert_eq!(last["facts"][0]["value"], 5.0);
    assert!(!said.contains("> "), "a pipe has no prompt: {said}");
    assert!(!env.raw("2026-11-21").contains("never read"));
}

#[test]
fn a_line_that_fails_does_not_end_it() {
    let env = Environment::new();
    let lines = b"/histroy\n/plot nothing at all\n/plot\nbench 80kg 5x5\n";
    assert_snapshot!(env.run_with_input(&["repl"], lines), @r#"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
    --- stderr
    error: there is no command /histroy
    Hint: did you mean /history? /help lists all
    error: there is nothing named "nothing at all" to measure
    Hint: name a thing you log, or a measure such as bodyweight, activity distance, kcal, distance, weight
    error: name what to look at
    Hint: `stats` shows what there is; `plot --help` has examples
    --- exit 2
    "#);
}

#[test]
fn a_line_of_a_pipe_that_changed_nothing_is_told_by_the_exit_code() {
    let env = Environment::new();
    let said = env.run_with_input(
        &["repl"],
        b"actually the squat was 100 not 90\nbench 80kg 5x5\n",
    );
    assert!(said.contains("no note fits this correction"), "{said}");
    assert!(said.contains("5 × 5 @ 80 kg"), "{said}");
    assert!(said.ends_with("--- exit 1\n"), "{said}");
}

#[test]
fn the_help_of_a_conversation() {
    let env = Environment::new();
    let said = env.run_with_input(&["repl"], b"/help\n");
    for name in [
        "/history", "/undo", "/context", "/trace", "/json", "/quit", "/plot",
    ] {
        assert!(said.contains(name), "{name}: {said}");
    }
    assert!(!env.home().exists());
}

/// An interrupt between two lines: what was logged is there, and the exit code says what happened.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_everything_whole() {
    let env = Environment::new();
    let mut child = env.spawn(env.command(&["repl"]).stdin(Stdio::piped()));
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"bench 80kg 5x5\n").unwrap();
    let mut first = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut first).unwrap();
    assert!(first.starts_with("Logged"), "{first}");
    let pid = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    drop(stdin);
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
    let objects = env.stdout(&["history", "--json"]);
    let entry: serde_json::Value = serde_json::from_str(objects.trim()).unwrap();
    assert_eq!(entry["text"], "bench 80kg 5x5");
}

#[test]
fn that_day_is_the_one_that_the_answer_told() {
    let env = Environment::new();
    for (day, note) in [
        ("2026-11-10", "squat 120kg 3x5"),
        ("2026-11-10", "slept 6h"),
        ("2026-11-12", "squat 100kg 3x5"),
        ("2026-11-12", "slept 8h"),
    ] {
        env.run(&["log", "--date", day, note]);
    }
    let lines = b"best squat?\nhow much did I sleep that day?\nand the day before that?\n";
    let said = env.run_with_input(&["repl"], lines);
    assert!(said.contains("6 h"), "{said}");
    assert!(!said.contains("8 h"), "{said}");
}
