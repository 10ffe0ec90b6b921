//! stdout is the answer, stderr the rest; pipes, colour, and readers that go away.

use std::process::Stdio;

use insta::assert_snapshot;

use crate::common::environment::{Environment, feed};

#[test]
fn piped_text_is_one_note() {
    let env = Environment::new();
    assert_snapshot!(env.run_with_input(&[], "bench 80kg 5x5\nslept 7 hours\n".as_bytes()), @r"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
      slept 7 h
    --- exit 0
    ");
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
    // more than a pipe holds, so that the writer must notice
    let mut table = String::from("Date,Exercise Name,Set Order,Weight,Reps\n");
    for number in 0..600 {
        let (day, minute) = (1 + number / 60, number % 60);
        table.push_str(&format!(
            "2026-10-{day:02} 10:{minute:02}:00,Squat,1,{number},5\n"
        ));
    }
    env.file("strong.csv", &table);
    env.stdout(&["import", "strong.csv"]);
    for args in [
        &["history", "-n", "1000", "--json"][..],
        &["export"],
        &["export", "--format", "md"],
        &["export", "--format", "csv"],
        &["export", "--format", "strong-csv"],
    ] {
        let mut child = env.spawn(&mut env.command(args));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
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

#[test]
fn the_manual_has_a_page_for_every_command_with_its_examples_as_typed() {
    let env = Environment::new();
    let page = env.stdout(&["man"]);
    assert!(page.contains(".SH EXAMPLES\n.nf\n"), "{page}");
    env.stdout(&["man", "--dir", "pages"]);
    let page = |name: &str| std::fs::read_to_string(env.path().join("pages").join(name)).unwrap();
    for name in [
        "swealog.1",
        "swealog-plot.1",
        "swealog-config-check.1",
        "swealog-name.1",
    ] {
        assert!(page(name).starts_with(".ie"), "{name}");
    }
    let plot = page("swealog-plot.1");
    let (_, examples) = plot.split_once(".SH EXAMPLES").unwrap();
    assert!(examples.contains("\n  swealog plot bench\n"), "{examples}");
    assert!(!plot.contains("EXTRA"), "{plot}");
}

#[test]
fn who_wants_quiet_hears_what_was_asked_for_and_errors() {
    let env = Environment::new();
    assert_eq!(env.run(&["-q", "history"]), "--- exit 0\n");
    assert!(env.run(&["history"]).contains("--- stderr"));
    let logged = env.run(&["--quiet", "bench 80kg 5x5"]);
    assert!(logged.starts_with("Logged 2026-11-21"), "{logged}");
    assert!(!logged.contains("--- stderr"), "{logged}");
    let unknown = env.run(&["-q", "improt"]);
    assert!(
        unknown.contains("error: ") || unknown.contains("improt"),
        "{unknown}"
    );
    let refused = env.run(&["-q", "undo", "nothing-of-this-name"]);
    assert!(refused.contains("error: "), "{refused}");
    assert_eq!(env.output(&["-q", "-v", "history"]).status.code(), Some(2));
}

#[test]
fn who_wants_more_hears_each_step_and_then_what_the_program_does() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let steps = env.run(&["-v", "heaviest bench?"]);
    assert!(steps.contains("ROUTE"), "{steps}");
    assert!(!steps.contains("DEBUG"), "{steps}");
    assert!(env.run(&["heaviest bench?", "-vv"]).contains("DEBUG"));
}
