//! Commands that are typed as words: obeyed where a person types, never logged, never obeyed elsewhere.

use insta::assert_snapshot;
use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::Server;

/// The notes that stand.
fn notes(env: &Environment) -> usize {
    env.stdout(&["history", "-n", "99", "--json"])
        .lines()
        .count()
}

#[test]
fn a_command_word_does_what_it_says() {
    let env = Environment::new();
    for (said, left) in [
        ("delete that", 0),
        ("undo!", 0),
        ("방금거 지워줘", 0),
        ("취소", 0),
        ("list", 1),
        ("today", 1),
        ("오늘", 1),
        ("help", 1),
        ("도움말", 1),
        ("status", 1),
        ("quit", 1),
        ("그만", 1),
    ] {
        env.stdout(&["bench 80kg 5x5"]);
        let shown = env.run(&[said]);
        assert!(shown.ends_with("--- exit 0\n"), "{said}: {shown}");
        assert_eq!(notes(&env), left, "{said}: {shown}");
        if left > 0 {
            env.stdout(&["undo"]);
        }
    }
    assert!(env.stdout(&["help"]).contains("Usage: swealog"));
}

#[test]
fn a_conversation_of_a_pipe_obeys_what_begins_with_a_slash_only() {
    let env = Environment::new();
    let lines = "bench 80kg 5x5\n/history\ndelete that last one\nhlep\n/quit\nsquat 100kg 5x5\n";
    assert_snapshot!(env.run_with_input(&["repl"], lines.as_bytes()), @r#"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
    2026-11-21 Sat
      10:30  bench 80kg 5x5  20261121-1030-mqvc
             Bench Press (Barbell)  5 × 5 @ 80 kg
    --- stderr
    error: "delete that last one" is a command, which a pipe cannot give; nothing was logged
    Hint: did you mean `/undo`? To log the word: /log delete that last one
    error: "hlep" is not a command; nothing was logged
    Hint: did you mean `/help`? To log the word: /log hlep
    --- exit 2
    "#);
    assert_eq!(notes(&env), 1);
}

#[test]
fn what_no_log_can_do_is_told_so_and_kept() {
    let env = Environment::new();
    for (said, told) in [
        (
            "send this to my coach",
            "I can't do this, so it is kept as a note",
        ),
        (
            "play some music",
            "I can't do this, so it is kept as a note",
        ),
        ("코치한테 보내줘", "제가 할 수 없는 일이라 메모로 남겼어요"),
    ] {
        let shown = env.stdout(&[said]);
        assert!(shown.contains(told), "{said}: {shown}");
        assert!(env.raw("2026-11-21").contains(said));
    }
    let shown = env.stdout(&["play tennis 1h"]);
    assert!(!shown.contains("I can't do this"), "{shown}");
}

#[test]
fn what_names_a_note_to_take_back_is_told_how() {
    let env = Environment::new();
    env.stdout(&["squat 100kg 5x5"]);
    for said in [
        "delete my squat from today",
        "please remove my squat from today",
        "delete yesterday's run",
        "오늘 스쿼트 지워줘",
        "어제 달리기 기록 삭제해주세요",
    ] {
        let shown = env.run(&[said]);
        assert!(
            shown.contains("does not say which note; nothing was logged"),
            "{shown}"
        );
        assert!(
            shown.contains("`swealog undo NAME` takes it back"),
            "{shown}"
        );
        assert!(shown.ends_with("--- exit 2\n"), "{said}: {shown}");
    }
    assert_eq!(notes(&env), 1);
    // deeds are none
    for said in [
        "remove bench dust and wiped the bike",
        "removed the plates after squat 100kg 3x3",
    ] {
        let before = notes(&env);
        env.run(&["log", said]);
        assert_eq!(notes(&env), before + 1, "{said}");
    }
    assert!(env.stdout(&["version"]).starts_with("swealog "));
}

#[test]
fn a_slip_is_no_note() {
    let env = Environment::new();
    for said in ["hlep", "udno", "histroy", "delte that", "statsu", "exti"] {
        let shown = env.run(&[said]);
        assert!(shown.contains("nothing was logged"), "{said}: {shown}");
        assert!(shown.ends_with("--- exit 2\n"), "{said}: {shown}");
    }
    assert!(!env.home().exists());
    env.stdout(&["--", "hlep"]);
    assert_eq!(notes(&env), 1, "unless it is said to be one");
}

#[test]
fn what_comes_from_elsewhere_is_never_obeyed() {
    let env = Environment::new();
    env.stdout(&["bench 80kg 5x5"]);
    for (args, input) in [(&["log"][..], "undo"), (&["log"], "delete that")] {
        env.run_with_input(args, input.as_bytes());
    }
    env.stdout(&["log", "undo"]);
    assert_eq!(notes(&env), 4);
    let shown = env.run_with_input(&[], b"undo\n");
    assert!(shown.ends_with("--- exit 2\n"), "{shown}");
    assert_eq!(notes(&env), 4);
}

#[test]
fn over_http_only_words_that_a_person_typed_are_obeyed() {
    let env = Environment::new();
    let server = Server::start(&env);
    server.run(&json!({"text": "bench 80kg 5x5"}));
    server.run(&json!({"text": "undo"}));
    assert_eq!(notes(&env), 2, "a program's words are words");
    let undone = server.run(&json!({"text": "delete that", "typed": true}));
    assert!(undone["undone"].is_string(), "{undone}");
    assert_eq!(notes(&env), 1);
    for text in ["help", "hlep", "today"] {
        let refused = server.input(&json!({"text": text, "typed": true}));
        assert_eq!((refused.status, notes(&env)), (422, 1), "{refused:?}");
    }
    server.run(&json!({"text": "squat 100kg 5x5", "typed": true}));
    assert_eq!(notes(&env), 2);
}

#[cfg(unix)]
mod at_a_terminal {
    use super::notes;
    use crate::common::environment::Environment;
    use crate::common::screen::{ENTER, Screen};

    const MEANT: &str = "Did you mean the command";
    const ASKED: &str = "Enter for neither] ";

    #[test]
    fn a_conversation_obeys_them() {
        let env = Environment::new();
        env.stdout(&["bench 80kg 5x5"]);
        let mut screen = Screen::open(&env, 80, &["repl"]);
        screen.until("> ");
        screen.says("scrap that");
        screen.until("Taken back: the note of");
        screen.until("> ");
        screen.says("quit");
        let (_, exit) = screen.end();
        assert_eq!((exit, notes(&env)), (Some(0), 0));
    }

    #[test]
    fn a_slip_is_asked_about() {
        let env = Environment::new();
        env.stdout(&["bench 80kg 5x5"]);
        for (word, key, shown, left) in [
            ("histroy", "y", "bench 80kg 5x5", 1),
            ("hlep", ENTER, "nothing is logged", 1),
            ("hlep", "l", "Logged", 2),
        ] {
            let mut screen = Screen::open(&env, 80, &[word]);
            let asked = screen.until(ASKED);
            assert!(asked.contains(MEANT), "{asked}");
            screen.says(key.trim());
            let (said, exit) = screen.end();
            assert!(said.contains(shown), "{word}: {said}");
            assert_eq!((exit, notes(&env)), (Some(0), left), "{word}");
        }
    }

    #[test]
    fn a_command_with_a_slip_is_asked_about_too() {
        let env = Environment::new();
        env.stdout(&["bench 80kg 5x5"]);
        let mut screen = Screen::open(&env, 80, &["serach", "bench"]);
        screen.until(ASKED);
        screen.says("y");
        let (said, _) = screen.end();
        assert!(said.contains("1 entry"), "{said}");
        assert_eq!(notes(&env), 1);
    }
}
