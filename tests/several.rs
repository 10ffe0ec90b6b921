//! Several questions in one input, and a question that turns to another domain, in the real binary.

use serde_json::Value;

use crate::common::environment::Environment;

/// Three weeks of squats, runs, meals and sleep, seen on Friday, 20 November 2026.
fn weeks() -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-20T10:00");
    for (day, kg) in [
        ("03", 90),
        ("06", 95),
        ("10", 100),
        ("13", 100),
        ("17", 105),
    ] {
        let date = format!("2026-11-{day}");
        for note in [
            format!("squat {kg}kg 5x5"),
            "ran 5km in 25:00".to_owned(),
            "chicken breast 200g, rice 300g".to_owned(),
            "slept 6 hours, felt tired".to_owned(),
        ] {
            env.stdout(&["log", "--date", &date, &note]);
        }
    }
    env
}

/// The trace of a run; a run that asks is told that nobody says more.
fn trace(env: &Environment, question: &str) -> (String, String) {
    let mut output = env.output(&["--trace", question]);
    if output.status.code() == Some(4) {
        output = env.output(&["--trace", "resume", "--decline"]);
    }
    assert!(output.status.success(), "{}", env.show(&output));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn steps(trace: &str, name: &str) -> usize {
    trace
        .lines()
        .filter(|line| line.contains(&format!(" {name} (question-")))
        .count()
}

fn path(object: &Value) -> Vec<&str> {
    object["path"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect()
}

#[test]
fn what_to_change_follows_from_why() {
    let env = weeks();
    for question in [
        "Why was I tired last week and what should I change?",
        "지난주에 왜 피곤했어? 그리고 뭘 바꿔야 할까?",
    ] {
        let (_, trace) = trace(&env, question);
        assert!(
            trace.contains("asked one after the other, why, should"),
            "{trace}"
        );
        assert!(trace.contains("part 2 builds on: "), "{trace}");
    }
}

#[test]
fn things_of_two_domains_are_compared_side_by_side() {
    let env = weeks();
    for question in [
        "compare my squat and my running this month",
        "이번 달 스쿼트랑 달리기 비교해줘",
    ] {
        let (answer, trace) = trace(&env, question);
        assert!(trace.contains("asked side by side, "), "{trace}");
        assert_eq!(steps(&trace, "retriever"), 2, "{trace}");
        assert_eq!(steps(&trace, "analyzer"), 2, "{trace}");
        assert!(answer.contains("105 kg"), "{answer}");
        assert!(answer.contains("km"), "{answer}");
    }
}

#[test]
fn what_and_how_much_of_it_is_one_reading() {
    let env = weeks();
    let question = "what did I eat Tuesday and how much protein was it?";
    let (answer, trace) = trace(&env, question);
    assert!(trace.contains("asked together, "), "{trace}");
    assert_eq!(steps(&trace, "retriever"), 1, "{trace}");
    assert!(answer.contains("protein"), "{answer}");
    assert!(answer.contains("2026-11-17"), "{answer}");
}

#[test]
fn a_question_that_turns_to_another_domain_loads_it_in_the_middle_once() {
    let env = weeks();
    for (question, known, turned) in [
        (
            "how is my squat going and do I eat enough protein?",
            "105 kg",
            "protein",
        ),
        ("스쿼트 잘 늘고 있어? 단백질은 충분해?", "105", "단백질"),
    ] {
        let (answer, trace) = trace(&env, question);
        assert!(
            trace.contains("loaded: general_fitness, movement, strength"),
            "{trace}"
        );
        assert_eq!(
            trace
                .matches("EXPAND_DOMAIN: gap outside expertise")
                .count()
                + trace
                    .matches("gap outside expertise → EXPAND_DOMAIN")
                    .count(),
            1,
            "{trace}"
        );
        assert_eq!(trace.matches("loaded nutrition").count(), 1, "{trace}");
        assert!(answer.contains(known), "{answer}");
        assert!(answer.contains(turned), "{answer}");
    }
    let object = env.json(&[
        "--json",
        "how is my squat going and do I eat enough protein?",
    ]);
    let path = path(&object);
    assert_eq!(
        path.iter()
            .filter(|state| **state == "EXPAND_DOMAIN")
            .count(),
        1
    );
    let place = |state| path.iter().position(|s| *s == state);
    assert!(place("ANALYZE") < place("EXPAND_DOMAIN"));
    let after = path.iter().rposition(|s| *s == "PLAN");
    assert!(place("EXPAND_DOMAIN") < after);
}

#[test]
fn a_question_that_stays_in_its_domain_loads_no_other() {
    let env = weeks();
    for question in [
        "what is my heaviest squat?",
        "longest run this month?",
        "how many reps did I squat last week?",
        "how far did I run in November?",
    ] {
        let object = env.json(&["--json", question]);
        assert!(
            !path(&object).contains(&"EXPAND_DOMAIN"),
            "{question}: {object}"
        );
    }
}
