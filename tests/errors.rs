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

/// What goes wrong in a home with one note, and the status it ends with.
const WRONG: &[(&[&str], i32)] = &[
    (&["--config", "none.yaml", "history"], 1),
    (&["--unit", "kg", "--config", "broken.yaml", "history"], 1),
    (&["--home", "a-file", "log", "bench 80kg 5x5"], 1),
    (&["improt"], 2),
    (&[" "], 2),
    (&["--date", "someday", "bench 80kg 5x5"], 2),
    (&["--date", "last week", "log", "bench 80kg 5x5"], 2),
    (&["ask", "--date", "today", "heaviest bench?"], 2),
    (&["--date", "today", "history"], 2),
    (&["history", "--from", "today", "--to", "yesterday"], 2),
    (&["import", "nothing.csv"], 2),
    (&["export", "-o", "no/such/folder/x.json"], 1),
    (&["plot"], 2),
    (&["plot", "flute"], 2),
    (&["plot", "bench", "loudness"], 2),
    (&["plot", "bench", "--svg", "no/such/folder/x.svg"], 1),
    (&["stats", "flute"], 2),
    (&["resume"], 1),
    (&["resume", "20261121-103000-abcd"], 1),
    (&["undo", "nothing"], 1),
    (&["move", "nothing", "today"], 1),
    (&["forget", "nothing", "--yes"], 1),
    (&["edit", "2020-01-01"], 1),
    (&["edit", "today"], 2),
    (&["alias", "add", "뎃", "No Such Thing"], 2),
    (&["alias", "remove", "뎃"], 1),
    (&["target", "flute", "3"], 2),
    (&["target", "protein", "150", "miles"], 2),
    (&["target", "--remove"], 2),
    (&["target", "--remove", "protein"], 2),
    (&["demo", "--keep", "full"], 2),
    (&["domains", "check", "nowhere"], 2),
    (&["domains", "schema", "flute"], 2),
    (&["serve", "--host", "0.0.0.0"], 2),
    (&["serve", "--token-file", "nothing"], 1),
    (&["serve", "--host", "not a host"], 1),
    (&["config", "init", "--config", "broken.yaml"], 1),
    (&["man", "--dir", "a-file"], 1),
];

#[test]
fn every_error_says_what_to_do_next() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.file("a-file", "");
    env.file("full/there", "");
    env.file("broken.yaml", "units: {mass: stone}\n");
    for (args, status) in WRONG {
        let said = env.run(args);
        let first = said.lines().find(|line| line.starts_with("error: "));
        assert!(first.is_some(), "{args:?}\n{said}");
        assert!(
            said.lines().any(|line| line.starts_with("Hint: ")),
            "{args:?}\n{said}"
        );
        assert!(
            said.ends_with(&format!("--- exit {status}\n")),
            "{args:?}\n{said}"
        );
    }
}

/// Letters of Korean.
fn is_hangul(letter: char) -> bool {
    ('가'..='힣').contains(&letter)
}

#[test]
fn every_error_is_told_in_korean_where_the_place_is() {
    let mut env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    env.file("a-file", "");
    env.file("full/there", "");
    env.file("broken.yaml", "units: {mass: stone}\n");
    env.in_locale("ko_KR.UTF-8");
    for (args, status) in WRONG {
        let said = env.run(args);
        for heading in ["오류: ", "힌트: "] {
            let line = said.lines().find_map(|line| line.strip_prefix(heading));
            let line = line.unwrap_or_else(|| panic!("{args:?}: no {heading}\n{said}"));
            assert!(line.contains(is_hangul), "{args:?}\n{said}");
        }
        assert!(
            said.ends_with(&format!("--- exit {status}\n")),
            "{args:?}\n{said}"
        );
    }
}

#[test]
fn what_waits_and_is_damaged_says_what_to_do_next() {
    let env = Environment::new();
    let file = env.state().join("sessions/20261121-103000-abcd.json");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "{\"version\":1,").unwrap();
    for args in [&["sessions"][..], &["resume"]] {
        let said = env.run(args);
        assert!(said.contains("is not a saved session"), "{said}");
        assert!(said.contains("Hint: remove "), "{said}");
    }
    std::fs::write(&file, "{\"version\":99}").unwrap();
    assert!(env.run(&["resume"]).contains("Hint: ask again"));
}

#[test]
fn a_question_without_end_is_refused_and_a_note_of_any_length_is_kept() {
    let env = Environment::new();
    let asked = "how much bench 5x5 did zork 12 and blarg-7 on 3/4 ".repeat(200);
    let said = env.run_with_input(&["ask", "-"], asked.as_bytes());
    assert!(said.contains("more than 8,000 letters"), "{said}");
    assert!(!said.contains("I find"), "{said}");
    let noted = "how heavy was that\n".repeat(15_000);
    let said = env.run_with_input(&["-"], noted.as_bytes());
    assert!(said.contains("not read: how heavy was that"), "{said}");
    assert_eq!(env.raw("2026-11-21").matches("how heavy").count(), 15_000);
}

#[test]
fn a_name_of_digits_and_signs_is_told_once() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    let said = env.stdout(&["ask", &"5x".repeat(300)]);
    assert!(said.len() < 1500, "{said}");
}

#[cfg(not(feature = "mcp"))]
#[test]
fn a_build_that_knows_no_assistants() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["mcp"]), @r"
    --- stderr
    error: this build of swealog does not speak with assistants
    Hint: releases do; to build it so: cargo build --release -p swealog --features mcp
    --- exit 2
    ");
}
