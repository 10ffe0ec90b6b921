//! Logging and asking, as a person does.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn a_note_is_stored_as_typed_and_shown_as_understood() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["bench 80kg 5x5 felt heavy, slept bad"]), @"");
    assert_snapshot!(env.raw("2026-11-21"), @"");
}

#[test]
fn words_need_no_quotes() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["bench", "80kg", "5x5"]), @"");
}

#[test]
fn the_day_comes_from_the_option_or_the_words_and_is_echoed() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "--date", "2026-11-18", "squat 100kg 3x5"]), @"");
    assert_snapshot!(env.run(&["log", "--date", "monday", "squat 100kg 3x5"]), @"");
    assert_snapshot!(env.run(&["yesterday ran 5k in 25:30"]), @"");
    assert_snapshot!(env.run(&["어제 스쿼트 100kg 5x5"]), @"");
}

#[test]
fn a_question_is_answered_and_not_logged() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-18T18:00")
        .stdout(&["log", "bench 85kg 3x3"]);
    env.at("2026-11-21T10:30");
    assert_snapshot!(env.run(&["what is my heaviest bench?"]), @"");
    assert_snapshot!(env.run(&["ask", "벤치 최고 기록은?"]), @"");
    assert_snapshot!(env.run(&["ask", "heaviest deadlift"]), @"");
    assert_eq!(env.raw("2026-11-21"), "");
}

#[test]
fn a_note_with_a_question_is_both() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-21T10:30");
    assert_snapshot!(env.run(&["bench 85kg 3x3 today. is that my heaviest bench?"]), @"");
    assert!(env.raw("2026-11-21").contains("bench 85kg 3x3"));
}

#[test]
fn parse_stores_nothing() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["parse", "bench 80kg 5x5, ran 5k in 25:30"]), @"");
    assert_snapshot!(env.run_with_input(&["parse"], "벤치 80kg 5x5\n".as_bytes()), @"");
    assert!(!env.home().exists());
}

#[test]
fn words_that_begin_like_a_command_can_be_forced() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["--", "log", "run", "5k", "in", "the", "woods"]), @"");
    assert!(env.raw("2026-11-21").contains("log run 5k in the woods"));
}

#[test]
fn what_nothing_understands_is_kept_all_the_same() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "qwzx blorf"]), @"");
    assert!(env.raw("2026-11-21").contains("qwzx blorf"));
}

#[test]
fn two_processes_that_log_at_once_lose_nothing() {
    let env = Environment::new();
    let children: Vec<_> = (0..12)
        .map(|number| {
            env.spawn(&mut env.command(&["log", &format!("note number {number} of many")]))
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", env.show(&output));
    }
    let raw = env.raw("2026-11-21");
    for number in 0..12 {
        assert!(
            raw.contains(&format!("note number {number} of many")),
            "{raw}"
        );
    }
}
