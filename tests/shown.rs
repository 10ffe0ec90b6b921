//! What a person is shown is in words: names that only programs use stay in `--json`.

use serde_json::json;

use crate::common::environment::Environment;
use crate::common::server::Server;
use crate::model_runs::{self, WHY, agent, journal, said, well};

/// What a person writes in their settings may be told them as they wrote it.
const OF_SETTINGS: &str = "openai_compatible";

/// Words such as `days_since`, which nobody typed.
fn keys(shown: &str) -> Vec<&str> {
    let is_letter = |c: char| c.is_ascii_lowercase() || c == '_';
    let words = shown.split(|c: char| !is_letter(c));
    let is_key = |word: &&str| word.trim_matches('_').contains('_') && *word != OF_SETTINGS;
    words.filter(is_key).collect()
}

fn lived_in() -> Environment {
    let mut env = journal();
    for (day, note) in [
        ("2026-11-15T09:00", "ran 5k in 25:30, slept 7h, mood 4/5"),
        (
            "2026-11-16T09:00",
            "ran 8k 44:10, oatmeal 80g with 2 eggs, 9000 steps",
        ),
        (
            "2026-11-17T09:00",
            "pull ups 3x8, plank 1:00, swam 1km in 24:00, weight 78.4 kg",
        ),
        (
            "2026-11-18T09:00",
            "bench 400kg 5x5, florbs 40kg 3x8, wobbled 12 minutes",
        ),
        (
            "2026-11-19T09:00",
            "벤치 82.5kg 5개 3세트, 어깨가 조금 아팠음",
        ),
    ] {
        env.at(day).stdout(&["log", note]);
    }
    env.stdout(&["target", "protein", "150g"]);
    env.at("2026-11-21T10:30");
    env
}

#[test]
fn no_key_of_a_program_is_shown_to_a_person() {
    assert_eq!(
        keys("days_since, a_b: best weight __ plain"),
        ["days_since", "a_b"]
    );
    let env = lived_in();
    let commands: &[&[&str]] = &[
        &["stats"],
        &["history"],
        &["search", "bench"],
        &["plot", "bench"],
        &["plot", "bench", "volume"],
        &["plot", "--by", "week", "running"],
        &["target"],
        &["parse", "bench 80kg 5x5, slept 7h"],
        &["log", "incline bench 60kg 3x8, ran 3k in 16:00"],
        &["log", "bench 410kg 5x5"],
        &["--yes", "no, 90kg"],
        &["reparse"],
        &["undo"],
    ];
    let questions = [
        "heaviest bench?",
        WHY,
        "why was I tired last week?",
        "is my bench improving?",
        "how often did I train in November?",
        "how long since my last run?",
        "longest break between workouts?",
        "longest streak",
        "October vs November",
        "bench against squat",
        "average sleep this month",
        "how much protein did I eat this week?",
        "which weekday do I train most?",
        "what did I do last week?",
        "summary of November",
        "estimated one-rep max of bench",
        "when will I bench 100kg?",
        "does sleep affect my bench?",
        "what should I eat?",
        "how was it?",
        "벤치 최고 기록은?",
        "벤치가 왜 안 늘어?",
        "지난주에 뭐 했어?",
        "이번 달 평균 수면 시간은?",
        "10월이랑 11월 비교",
    ];
    let asked = questions
        .iter()
        .map(|question| vec!["--no-input", *question]);
    let all = commands.iter().map(|args| args.to_vec()).chain(asked);
    for args in all {
        let shown = env.run(&args);
        assert_eq!(keys(&shown), [""; 0], "{args:?}: {shown}");
    }
}

#[test]
fn answers_in_place_of_a_failed_one_show_no_key_either() {
    let env = journal();
    // a draft that says what no fact does, and one that is judged to be wrong
    for (agent_at_fault, fault) in [
        (
            "synthesizer",
            json!({"response": "You lifted 999 kg. days_since: 7"}),
        ),
        (
            "evaluator",
            json!({
                "dimensions": [{"dimension": "accuracy", "verdict": "fail", "reason": "wrong"}],
                "overall_verdict": "fail", "recommendation": "retry"
            }),
        ),
    ] {
        for question in [WHY, "벤치가 왜 안 늘어?"] {
            let fault = fault.clone();
            let server = Server::scripted(move |sent| {
                let asked = agent(&sent.body);
                let mut answer = well(&asked);
                if asked == agent_at_fault {
                    for (key, value) in fault.as_object().unwrap() {
                        answer[key] = value.clone();
                    }
                }
                said(&answer)
            });
            let output = model_runs::run(&env, &server.address(), &[question]);
            let shown = env.show(&output);
            assert!(!shown.contains("999"), "{shown}");
            assert_eq!(keys(&shown), [""; 0], "{question}: {shown}");
        }
    }
}
