//! What is sent again under its key is done once.

use serde_json::json;

use crate::common::assistant::Assistant;
use crate::common::environment::Environment;

#[test]
fn a_note_that_is_sent_again_is_logged_once() {
    let mut env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let note = json!({"text": "bench 80kg 5x5", "key": "granite-1"});
    let first = assistant.does("log_note", &note);
    assert_eq!(assistant.does("log_note", &note), first);
    assert_eq!(assistant.count(), 1);
    let other = json!({"text": "bench 85kg 5x5", "key": "granite-1"});
    assert_eq!(assistant.refuses("log_note", &other).0, "other-request");
    // the key outlives the conversation for a day
    drop(assistant);
    let mut assistant = Assistant::start(&env);
    assert_eq!(assistant.does("log_note", &note), first);
    drop(assistant);
    let mut assistant = Assistant::start(env.at("2026-11-23T10:30"));
    assert_ne!(assistant.does("log_note", &note), first);
    assert_eq!(assistant.count(), 2);
}

#[test]
fn of_many_at_once_one_is_done() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let arguments = json!({"text": "bench 80kg 5x5", "key": "granite-1"});
    let call = json!({"name": "log_note", "arguments": arguments});
    for _ in 0..6 {
        assistant.send("tools/call", &call);
    }
    let answers: Vec<_> = (0..6).map(|_| assistant.hear()["result"].clone()).collect();
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "{answers:#?}"
    );
    assert_eq!(assistant.count(), 1);
}

#[test]
fn undo_and_confirm_are_done_once_too() {
    let env = Environment::new();
    let mut assistant = Assistant::start(&env);
    let id = assistant.logs("bench 80kg 5x5");
    assistant.logs("squat 100kg 5x5");
    let undo = json!({"key": "granite-1"});
    assert_eq!(assistant.does("undo", &undo), assistant.does("undo", &undo));
    assert_eq!(assistant.count(), 1);
    let correct = json!({"text": "that was 85 not 80", "entry_id": id, "key": "granite-2"});
    let prepared = assistant.does("correct", &correct);
    assert_eq!(assistant.does("correct", &correct), prepared);
    let decision = json!({
        "session_id": prepared["session_id"], "approval_id": "p1", "decision": "approve",
        "key": "granite-3",
    });
    let done = assistant.does("confirm", &decision);
    assert_eq!(assistant.does("confirm", &decision), done);
    // a refusal is an answer, too
    let wrong = json!({"entry_id": "x", "key": "granite-4"});
    assert_eq!(
        assistant.refuses("undo", &wrong),
        assistant.refuses("undo", &wrong)
    );
}
