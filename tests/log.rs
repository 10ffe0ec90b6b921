//! Logging and asking, as a person does.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn a_note_is_stored_as_typed_and_shown_as_understood() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["bench 80kg 5x5 felt heavy, slept bad"]), @r"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
                             felt heavy
      sleep bad
    --- exit 0
    ");
    assert_snapshot!(env.raw("2026-11-21"), @r"
    ## 10:30
    bench 80kg 5x5 felt heavy, slept bad
    ");
}

#[test]
fn words_need_no_quotes() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["bench", "80kg", "5x5"]), @r"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
    --- exit 0
    ");
}

#[test]
fn the_day_comes_from_the_option_or_the_words_and_is_echoed() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "--date", "2026-11-18", "squat 100kg 3x5"]), @r"
    Logged 2026-11-18 Wed 10:30
      Squat (Barbell)  3 × 5 @ 100 kg
                       volume 1,500 kg · estimated one-rep max 116.7 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["log", "--date", "monday", "squat 100kg 3x5"]), @r"
    Logged 2026-11-16 Mon 10:30
      Squat (Barbell)  3 × 5 @ 100 kg
                       volume 1,500 kg · estimated one-rep max 116.7 kg
    --- exit 0
    ");
    assert_snapshot!(env.run(&["yesterday ran 5k in 25:30"]), @r"
    Logged 2026-11-20 Fri 10:30
      run  5 km in 25:30 · 5:06 /km
    --- exit 0
    ");
    assert_snapshot!(env.run(&["어제 스쿼트 100kg 5x5"]), @r"
    기록했어요: 2026-11-20 (금) 10:30
      스쿼트  5 × 5 @ 100 kg
              볼륨 2,500 kg · 추정 1rm 116.7 kg
              지난번 2026-11-18: 3 × 5 @ 100 kg
              최고 기록: 100 kg, 2026-11-16
    --- exit 0
    ");
}

#[test]
fn a_question_is_answered_and_not_logged() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-18T18:00")
        .stdout(&["log", "bench 85kg 3x3"]);
    env.at("2026-11-21T10:30");
    assert_snapshot!(env.run(&["what is my heaviest bench?"]), @r"
    Your best Bench Press (Barbell) is 85 kg × 3, on 2026-11-18.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["ask", "벤치 최고 기록은?"]), @r"
    벤치프레스 최고 기록은 85 kg × 3, 2026-11-18에 세웠어요.
    --- exit 0
    ");
    assert_snapshot!(env.run(&["ask", "heaviest deadlift"]), @r"
    I find no Deadlift (Barbell) in your notes.
    --- exit 0
    ");
    assert_eq!(env.raw("2026-11-21"), "");
}

#[test]
fn a_note_with_a_question_is_both() {
    let mut env = Environment::new();
    env.at("2026-11-14T18:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-21T10:30");
    assert_snapshot!(env.run(&["bench 85kg 3x3 today. is that my heaviest bench?"]), @r"
    Logged 2026-11-21 Sat 10:30
      Bench Press (Barbell)  3 × 3 @ 85 kg
                             volume 765 kg · estimated one-rep max 93.5 kg
                             last time, 2026-11-14: 5 × 5 @ 80 kg
                             new record: 85 kg (before: 80 kg, 2026-11-14)

    Yes, a record. Your best Bench Press (Barbell) is 85 kg × 3, on 2026-11-21.
    --- exit 0
    ");
    assert!(env.raw("2026-11-21").contains("bench 85kg 3x3"));
}

#[test]
fn parse_stores_nothing() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["parse", "bench 80kg 5x5, ran 5k in 25:30"]), @r"
    2026-11-21 Sat 10:30  (nothing is logged)
      run                    5 km in 25:30 · 5:06 /km
      Bench Press (Barbell)  5 × 5 @ 80 kg
                             volume 2,000 kg · estimated one-rep max 93.3 kg
    --- exit 0
    ");
    assert_snapshot!(env.run_with_input(&["parse"], "벤치 80kg 5x5\n".as_bytes()), @r"
    2026-11-21 (토) 10:30  (기록하지 않았어요)
      벤치프레스  5 × 5 @ 80 kg
                  볼륨 2,000 kg · 추정 1rm 93.3 kg
    --- exit 0
    ");
    assert!(!env.home().exists());
}

#[test]
fn words_that_begin_like_a_command_can_be_forced() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["--", "log", "run", "5k", "in", "the", "woods"]), @r"
    Logged 2026-11-21 Sat 10:30
      run  5 km
    --- exit 0
    ");
    assert!(env.raw("2026-11-21").contains("log run 5k in the woods"));
}

#[test]
fn what_nothing_understands_is_kept_all_the_same() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "qwzx blorf"]), @r"
    Logged 2026-11-21 Sat 10:30
      nothing in it was understood as data
      not read: qwzx blorf
    --- exit 0
    ");
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

#[test]
fn a_day_before_the_command_counts_too_and_is_never_ignored() {
    let env = Environment::new();
    let logged = env.stdout(&["--date", "2026-11-18", "log", "squat 100kg 3x5"]);
    assert!(logged.starts_with("Logged 2026-11-18 Wed"), "{logged}");
    let refused = env.output(&["--date", "2026-11-18", "history"]);
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn what_was_felt_is_a_note_though_it_names_a_measure_and_a_day() {
    let env = Environment::new();
    for note in [
        "legs are sore from yesterday",
        "no knee pain today",
        "어제 잠을 잘 못 잤다",
    ] {
        let run = env.json(&["--json", note]);
        assert_eq!(run["input_type"], "log", "{note}: {run}");
        assert_eq!(run["status"], "logged", "{note}: {run}");
    }
}
