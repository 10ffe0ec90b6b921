//! A note is echoed in the language it is written in.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn sets_and_state_are_told_in_korean() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["벤치 80kg 5x5, 어제 7시간 잠"]), @"");
    assert_snapshot!(env.run(&["벤치 82.5kg 3x3, 왼쪽 무릎 아픔, 체중 80kg"]), @"");
    assert_snapshot!(env.run(&["풀업 보조 20kg 8, 8, 6"]), @"");
}

#[test]
fn runs_swims_and_meals_are_told_in_korean() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["5km 러닝 25분 30초 심박 150, 비"]), @"");
    assert_snapshot!(env.run(&["자유형 8x50 1분 사이클, 패들 사용"]), @"");
    assert_snapshot!(env.run(&["아침 계란 2개랑 닭가슴살 100g"]), @"");
}

#[test]
fn what_nothing_understands_is_kept_and_said_so() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["log", "그냥 적어 두는 말"]), @"");
    assert!(env.raw("2026-11-21").contains("그냥 적어 두는 말"));
}

#[test]
fn corrections_and_what_is_taken_back_are_told_in_korean() {
    let env = Environment::new();
    env.stdout(&["log", "벤치 80kg 5x5"]);
    assert_snapshot!(env.run(&["--no-input", "아니 85kg였어"]), @"");
    assert_snapshot!(env.run(&["resume", "--approve"]), @"");
    assert_snapshot!(env.run(&["undo"]), @"");
}

#[test]
fn lists_of_notes_speak_the_language_of_each() {
    let env = Environment::new();
    env.stdout(&["log", "squat 100kg 3x5"]);
    env.stdout(&["log", "스쿼트 100kg 5x5, 잠 설침"]);
    assert_snapshot!(env.run(&["history"]), @"");
    assert_snapshot!(env.run(&["parse", "데드 140kg 1x3"]), @"");
}

#[test]
fn what_programs_read_does_not_change_with_the_language() {
    let env = Environment::new();
    let korean = env.json(&["log", "--json", "벤치 80kg 5x5"]);
    let english = env.json(&["log", "--json", "bench 80kg 5x5"]);
    assert_eq!(
        korean["logged"]["domain_data"],
        english["logged"]["domain_data"]
    );
    let keys = |value: &serde_json::Value| {
        let object = value.as_object().unwrap();
        object.keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&korean), keys(&english));
}
