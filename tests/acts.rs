//! Only what the writer did makes data; all else is kept as typed and told as what it is.

use serde_json::Value;

use crate::common::environment::Environment;

/// The newest entry.
fn newest(env: &Environment) -> Value {
    let listed = env.stdout(&["history", "--json", "-n", "1"]);
    serde_json::from_str(listed.lines().last().unwrap()).unwrap()
}

#[test]
fn what_was_not_done_makes_no_data_and_is_told_as_what_it_is() {
    for (text, act, told) in [
        ("tomorrow squat 5x5 at 100", "plan", "a plan, not logged"),
        (
            "want to squat 140 for 5 by summer",
            "wish",
            "a wish or goal, not logged",
        ),
        (
            "my brother squatted 140 for 3",
            "other",
            "somebody else's, not logged",
        ),
        (
            "remind me to stretch for 10 min at 8",
            "request",
            "I can't do this",
        ),
        (
            "내일 스쿼트 100 5개 5세트 할 예정",
            "plan",
            "계획이라 기록하지 않았어요",
        ),
        (
            "형은 벤치 120 5개 했대",
            "other",
            "다른 사람 일이라 기록하지 않았어요",
        ),
    ] {
        let env = Environment::new();
        let shown = env.stdout(&[text]);
        assert!(shown.contains(told), "{text}: {shown}");
        let entry = newest(&env);
        assert_eq!(entry["text"], text);
        assert!(
            entry["domain_data"]
                .as_object()
                .is_none_or(|data| data.is_empty()),
            "{entry}"
        );
        assert_eq!(entry["held_back"][0]["act"], act, "{entry}");
    }
}

#[test]
fn what_was_done_beside_it_is_logged() {
    let env = Environment::new();
    let shown = env.stdout(&["squat 5x5 100, tomorrow bench 80 5x5"]);
    assert!(
        shown.contains("Squat (Barbell)") && shown.contains("a plan, not logged"),
        "{shown}"
    );
    let entry = newest(&env);
    let exercises = entry["domain_data"]["strength"]["exercises"]
        .as_array()
        .unwrap();
    assert_eq!(exercises.len(), 1, "{entry}");
    assert_eq!(entry["held_back"][0]["text"], "tomorrow bench 80 5x5");
}

#[test]
fn what_was_done_is_logged_though_no_sign_parts_it_from_the_rest() {
    for (text, act) in [
        ("swim 1km 32min tomorrow resting", "plan"),
        ("새벽수영 1km 32분걸림 내일은 쉴거임", "plan"),
        ("squat 5x5 100 my brother did 140 lol", "other"),
    ] {
        let env = Environment::new();
        env.stdout(&[text]);
        let entry = newest(&env);
        let data = entry["domain_data"].as_object();
        assert!(data.is_some_and(|data| !data.is_empty()), "{entry}");
        let held = entry["held_back"].as_array().into_iter().flatten();
        for held in held {
            assert_eq!(held["act"], act, "{entry}");
        }
    }
}

#[test]
fn a_wish_is_not_asked_about() {
    let env = Environment::new();
    let run: Value =
        serde_json::from_str(&env.stdout(&["--json", "want to bench 100 by june"])).unwrap();
    assert_eq!(run["input_type"], "log", "{run}");
}
