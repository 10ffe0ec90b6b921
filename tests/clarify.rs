//! Questions that only the person can answer: asked in one go, answered here or elsewhere.

use crate::common::environment::Environment;

/// A log with one note, seen on Friday, 20 November, of a person who also noted long ago how they slept.
fn thin() -> Environment {
    let mut env = Environment::new();
    env.stdout(&["log", "--date", "2026-08-03", "slept 7h"]);
    env.at("2026-11-20T10:00")
        .stdout(&["log", "squat 100kg 5x5"]);
    env
}

fn asks(env: &Environment, question: &str) -> serde_json::Value {
    let object = env.json(&["--json", question]);
    assert_eq!(object["status"], "waiting_for_user", "{object}");
    object
}

#[test]
fn why_is_asked_back_with_a_reason_and_answers_to_choose_from() {
    let env = thin();
    for question in ["why was I tired last week?", "지난주에 왜 피곤했지?"] {
        let output = env.output(&[question]);
        assert_eq!(output.status.code(), Some(4));
        assert!(output.stdout.is_empty());
        let asked = asks(&env, question);
        let questions = asked["questions"].as_array().unwrap();
        assert!((1..=3).contains(&questions.len()), "{asked}");
        for question in questions {
            let options = question["options"].as_array().unwrap();
            assert!((2..=3).contains(&options.len()), "{asked}");
        }
    }
    let shown = env.run(&["why was I tired last week?"]);
    assert!(
        shown.contains("This would make the answer better:"),
        "{shown}"
    );
    assert!(shown.contains("-a q1="), "{shown}");
}

#[test]
fn several_answers_by_name_and_a_number_picks_an_option() {
    let env = thin();
    let session = asks(&env, "why was I tired last week?")["session_id"].clone();
    let session = session.as_str().unwrap();
    let path = env.state().join(format!("sessions/{session}.json"));
    assert!(path.exists());
    let shown = env.stdout(&["resume", session, "-a", "q1=3", "-a", "q2=a new job"]);
    assert!(shown.contains("You say: “badly; a new job”."), "{shown}");
    assert!(!path.exists());
    assert!(env.stdout(&["sessions"]).is_empty());
}

#[test]
fn an_answer_to_a_question_nobody_asked_is_refused_and_the_run_still_waits() {
    let env = thin();
    asks(&env, "why was I tired last week?");
    let shown = env.run(&["resume", "-a", "q9=yes"]);
    assert!(shown.contains("exit 1") && shown.contains("q9"), "{shown}");
    let shown = env.run(&["resume", "-a", "nothing"]);
    assert!(
        shown.contains("exit 2") && shown.contains("ID=TEXT"),
        "{shown}"
    );
    assert_eq!(env.stdout(&["sessions", "--json"]).lines().count(), 1);
}

#[test]
fn declining_gives_what_the_notes_say_and_what_is_missing() {
    let env = thin();
    for (question, can, needs) in [
        (
            "why was I tired last week?",
            "Here's what I can tell you:",
            "To answer better I would need:",
        ),
        (
            "지난주에 왜 피곤했지?",
            "지금 말할 수 있는 건 이거예요:",
            "더 정확히 답하려면 필요한 것:",
        ),
    ] {
        asks(&env, question);
        let answer = env.json(&["resume", "--json", "--decline"]);
        assert_eq!(answer["status"], "partial", "{answer}");
        let text = answer["answer"].as_str().unwrap();
        assert!(text.contains(can) && text.contains(needs), "{text}");
        assert!(!answer["gaps"].as_array().unwrap().is_empty());
    }
}

#[test]
fn an_answer_worth_keeping_is_a_note_of_its_own_day_once() {
    for (question, answer, day, words) in [
        (
            "why was I tired last week?",
            "slept 4 hours on Tuesday",
            "2026-11-10",
            "slept 4 hours",
        ),
        (
            "지난주에 왜 피곤했지?",
            "수요일에 4시간 잤어",
            "2026-11-11",
            "4시간 잤어",
        ),
    ] {
        let env = thin();
        asks(&env, question);
        let done = env.json(&["resume", "--json", "-a", &format!("q1={answer}")]);
        let data = &done["logged"]["domain_data"]["general_fitness"];
        assert_eq!(data["sleep_hours"], 4, "{done}");
        let again = env.run(&["resume", "-a", "q1=slept 4 hours on Tuesday"]);
        assert!(again.contains("exit 1"), "{again}");
        // The days of the week that was asked about, not of this one.
        assert_eq!(env.raw(day).matches(words).count(), 1);
        assert_eq!(env.raw("2026-11-17"), "");
        assert_eq!(env.raw("2026-11-20").matches("##").count(), 1);
    }
}

#[test]
fn what_was_offered_is_no_note() {
    let env = thin();
    asks(&env, "why was I tired last week?");
    let done = env.json(&["resume", "--json", "-a", "q1=1", "-a", "q2=2"]);
    assert!(done.get("logged").is_none(), "{done}");
    assert_eq!(env.raw("2026-11-20").matches("##").count(), 1);
}

#[test]
fn days_without_notes_are_asked_about_and_the_answer_is_of_the_days_meant() {
    let env = thin();
    for (question, answer, expected) in [
        (
            "best squat in March?",
            "3",
            "Your best Squat (Barbell) is 100 kg",
        ),
        (
            "best squat in March?",
            "in November 2026",
            "your best Squat (Barbell) was 100 kg",
        ),
        (
            "3월 스쿼트 최고 기록?",
            "전체 기록",
            "스쿼트 최고 기록은 100 kg",
        ),
    ] {
        let shown = env.run(&[question]);
        let why = shown.contains("in March 2026.") || shown.contains("2026년 3월");
        assert!(shown.contains("exit 4") && why, "{shown}");
        let shown = env.stdout(&["resume", answer]);
        assert!(shown.contains(expected), "{shown}");
    }
    // With the year named there is nothing to ask.
    let shown = env.stdout(&["best squat in March 2025?"]);
    assert!(shown.contains("March 2025"), "{shown}");
    // That there was none is an answer to how often.
    assert!(
        env.stdout(&["how often did I squat in March?"])
            .contains("Nothing")
    );
}

#[test]
fn a_question_that_names_nothing_is_asked_back_with_subjects_of_the_notes() {
    let env = thin();
    env.stdout(&["log", "bench 80kg 5x5"]);
    let asked = asks(&env, "what about it?");
    let options = asked["questions"][0]["options"].as_array().unwrap();
    assert!(options.contains(&"Squat (Barbell)".into()), "{asked}");
    let shown = env.stdout(&["resume", "squat"]);
    assert!(shown.contains("100 kg"), "{shown}");
}

#[test]
fn what_was_answered_is_not_asked_again() {
    let env = thin();
    asks(&env, "why was I tired last week?");
    let done = env.json(&["resume", "--json", "-a", "q1=3"]);
    assert_eq!(done["status"], "answered", "{done}");
    let path: Vec<&str> = done["path"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|s| s.as_str())
        .collect();
    assert_eq!(path.iter().filter(|state| **state == "CLARIFY").count(), 1);
}

#[test]
fn two_processes_cannot_answer_the_same_questions() {
    let env = thin();
    let session = asks(&env, "why was I tired last week?")["session_id"].clone();
    let session = session.as_str().unwrap();
    let answer = "q1=slept 4 hours on Tuesday";
    let children: Vec<_> = (0..3)
        .map(|_| env.spawn(&mut env.command(&["resume", session, "-a", answer])))
        .collect();
    let outputs = children
        .into_iter()
        .map(|child| child.wait_with_output().unwrap());
    assert_eq!(outputs.filter(|output| output.status.success()).count(), 1);
    assert_eq!(env.raw("2026-11-10").matches("slept 4 hours").count(), 1);
}

#[test]
fn doubtful_notes_are_shown_first_where_the_settings_say_so() {
    let env = Environment::new();
    env.config("approval: uncertain\n");
    let clear = env.json(&["--json", "log", "bench 80kg 5x5"]);
    assert_eq!(clear["status"], "logged", "{clear}");
    let doubtful = env.json(&["--json", "log", "squat 700kg 5x5"]);
    assert_eq!(doubtful["status"], "pending_approval", "{doubtful}");
    assert!(env.raw("2026-11-21").contains("squat 700kg 5x5"));
    for words in ["no, 70kg", "no, 3 sets"] {
        let refined = env.json(&["resume", "--json", "--refine", words]);
        assert_eq!(refined["status"], "pending_approval", "{refined}");
    }
    let shown = env.stdout(&["resume", "--approve"]);
    assert!(shown.contains("3 × 5 @ 70 kg"), "{shown}");
    // The words that changed it stand in the raw file, with what they change.
    let raw = env.raw("2026-11-21");
    assert!(
        raw.contains("[correction]\nno, 70kg\nno, 3 sets\n"),
        "{raw}"
    );
    let shown = env.stdout(&["history"]);
    assert!(shown.contains("3 × 5 @ 70 kg"), "{shown}");
}

#[test]
fn one_text_answers_several_questions() {
    let env = thin();
    let asked = asks(&env, "why was I tired last week?");
    assert!(asked["questions"].as_array().unwrap().len() > 1, "{asked}");
    let session = asked["session_id"].as_str().unwrap();
    let said = env.run(&["resume", session, "1"]);
    assert!(said.contains("may be meant for any"), "{said}");
    let done = env.json(&[
        "resume",
        session,
        "--json",
        "slept badly and ate little, new job",
    ]);
    assert_eq!(done["status"], "answered", "{done}");
}

#[test]
fn nobody_is_asked_about_what_they_never_log() {
    let env = Environment::new();
    env.stdout(&["log", "bench 80kg 5x5"]);
    for question in [
        "why am I so tired?",
        "왜 이렇게 피곤하지?",
        "why was my run slow yesterday?",
    ] {
        let shown = env.run(&["--no-input", question]);
        for word in [
            "sleep",
            "stress",
            "잠은",
            "스트레스",
            "rest or just not log",
        ] {
            assert!(!shown.contains(word), "{question}: {shown}");
        }
    }
}

#[test]
fn what_an_answer_tells_besides_is_logged() {
    let env = thin();
    for (question, answer, words) in [
        (
            "why was I tired last week?",
            "no idea, ate 1800 kcal and benched 70kg 3x5 anyway",
            "benched 70kg",
        ),
        (
            "지난주에 왜 피곤했지?",
            "모르겠어, 벤치 72.5kg 3x5 했어",
            "벤치 72.5kg",
        ),
    ] {
        asks(&env, question);
        let done = env.json(&["resume", "--json", answer]);
        let rows = &done["logged"]["domain_data"]["strength"]["exercises"];
        assert_eq!(rows[0]["name"], "Bench Press (Barbell)", "{done}");
        assert_eq!(env.raw("2026-11-20").matches(words).count(), 1);
    }
    // days that were asked for are no record
    asks(&env, "best squat in March?");
    let done = env.json(&["resume", "--json", "last 10 days"]);
    assert!(done.get("logged").is_none(), "{done}");
    assert!(
        done["answer"].as_str().unwrap().contains("100 kg"),
        "{done}"
    );
    // what says how it was and nothing to be counted is an answer only
    asks(&env, "why was I tired last week?");
    let done = env.json(&["resume", "--json", "slept badly, lots of stress"]);
    assert!(done.get("logged").is_none(), "{done}");
}
