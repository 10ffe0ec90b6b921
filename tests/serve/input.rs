//! Notes, questions and what runs ask, over HTTP.

use std::thread;

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::{Server, post};

/// A server whose home holds a note.
fn with_note() -> (Environment, Server) {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    (env, server)
}

/// An object without what differs from run to run.
fn steady(mut run: Value) -> Value {
    let object = run.as_object_mut().unwrap();
    object.remove("session_id");
    object.remove("elapsed_ms");
    run
}

#[test]
fn a_note_and_a_question_give_the_objects_of_the_command_line() {
    let (over_http, by_command) = (Environment::new(), Environment::new());
    let server = Server::start(&over_http);
    for text in ["bench 80kg 5x5, 잘 잤다", "heaviest bench?"] {
        let mut sent = server.run(&json!({"text": text}));
        let mut printed = by_command.object(&["--json", text]);
        for run in [&mut sent, &mut printed] {
            // the tail of an entry's name is drawn by lot
            if let Some(logged) = run.get_mut("logged") {
                assert!(logged["entry_id"].is_string());
                logged["entry_id"] = Value::Null;
            }
            for citation in run["citations"].as_array_mut().into_iter().flatten() {
                citation["entry_id"] = Value::Null;
            }
        }
        assert_eq!(steady(sent), steady(printed), "{text}");
    }
    assert_eq!(over_http.raw("2026-11-21"), by_command.raw("2026-11-21"));
}

#[test]
fn a_date_files_a_note_under_another_day() {
    let env = Environment::new();
    let server = Server::start(&env);
    let run = server.run(&json!({"text": "ran 5k in 25:30", "date": "2026-11-19"}));
    assert_eq!(run["logged"]["date"], "2026-11-19");
    assert!(env.raw("2026-11-19").contains("ran 5k in 25:30"));
    // the command line takes back what was written last, by whomever
    env.stdout(&["undo", "--yes"]);
    assert!(env.raw("2026-11-19").contains("[undo]"));
}

#[test]
fn a_question_back_is_answered_on_the_same_path() {
    let (_env, server) = with_note();
    let asked = server.run(&json!({"text": "how was it?"}));
    assert_eq!(asked["status"], "waiting_for_user");
    let session = &asked["session_id"];
    let id = asked["questions"][0]["id"].as_str().unwrap();

    let shown = server.run(&json!({"session_id": session}));
    assert_eq!(shown["questions"], asked["questions"], "asking is free");
    let refused = server.input(&json!({"session_id": session, "answers": {"q9": "bench"}}));
    assert_eq!((refused.status, refused.problem().as_str()), (422, "unfit"));

    let answered = server.run(&json!({"session_id": session, "answers": {id: "bench"}}));
    assert_eq!(answered["status"], "answered");
    assert!(answered["answer"].is_string(), "{answered}");
    let gone = server.input(&json!({"session_id": session, "text": "bench"}));
    assert_eq!(
        (gone.status, gone.problem().as_str()),
        (404, "unknown-session")
    );
}

#[test]
fn a_question_back_may_be_answered_in_words_or_declined() {
    let (_env, server) = with_note();
    let waiting = || {
        let asked = server.run(&json!({"text": "how was it?"}));
        asked["session_id"].clone()
    };
    let answered = server.run(&json!({"session_id": waiting(), "text": "bench"}));
    assert_eq!(answered["status"], "answered");
    let declined = server.run(&json!({"session_id": waiting(), "decline": true}));
    assert_ne!(declined["status"], "waiting_for_user");
}

#[test]
fn a_decision_where_no_preview_is_shown_does_not_fit() {
    let (_env, server) = with_note();
    let asked = server.run(&json!({"text": "how was it?"}));
    let refused = server.input(&json!({
        "session_id": asked["session_id"], "approval_id": "p1", "decision": "approve",
    }));
    assert_eq!((refused.status, refused.problem().as_str()), (422, "unfit"));
    assert_eq!(refused.json()["detail"], "there is no preview to decide on");
}

#[test]
fn a_correction_is_refined_and_approved_and_an_old_preview_is_not() {
    let (env, server) = with_note();
    let asked = server.run(&json!({"text": "actually that was 95 not 85"}));
    assert_eq!(asked["status"], "pending_approval");
    let session = &asked["session_id"];
    let first = &asked["preview"]["id"];
    assert!(!env.raw("2026-11-21").contains("[correction]"));

    let refined = server.run(&json!({
        "session_id": session, "approval_id": first,
        "decision": "refine", "refinement": "make it 96",
    }));
    assert_eq!(refined["preview"]["delta"][0]["after"], 96);
    let second = &refined["preview"]["id"];

    let approve = |preview: &Value| {
        server.input(&json!({
            "session_id": session, "approval_id": preview, "decision": "approve",
        }))
    };
    let stale = approve(first);
    assert_eq!(
        (stale.status, stale.problem().as_str()),
        (409, "stale-approval")
    );
    let words = server.input(&json!({"session_id": session, "text": "yes"}));
    assert_eq!(words.status, 422, "words approve nothing: {words:?}");
    let done = approve(second).json();
    assert_eq!(done["status"], "logged");
    assert_eq!(done["correction"]["delta"][0]["after"], 96);
    assert_eq!(env.raw("2026-11-21").matches("[correction]").count(), 1);
}

#[test]
fn a_preview_may_be_rejected() {
    let (env, server) = with_note();
    let asked = server.run(&json!({"text": "actually that was 95 not 85"}));
    let rejected = server.run(&json!({
        "session_id": asked["session_id"], "approval_id": asked["preview"]["id"],
        "decision": "reject",
    }));
    assert_eq!(rejected["status"], "rejected");
    assert!(!env.raw("2026-11-21").contains("[correction]"));
}

#[test]
fn what_changed_since_the_preview_is_not_written_over() {
    let (env, server) = with_note();
    let asked = server.run(&json!({"text": "actually that was 95 not 85"}));
    env.stdout(&["--yes", "actually that was 90 not 85"]);
    let late = server.input(&json!({
        "session_id": asked["session_id"], "approval_id": asked["preview"]["id"],
        "decision": "approve",
    }));
    assert_eq!(
        (late.status, late.problem().as_str()),
        (409, "stale-approval")
    );
    assert_eq!(env.raw("2026-11-21").matches("[correction]").count(), 1);
}

#[test]
fn a_session_that_another_continues_is_left_to_them() {
    let (env, server) = with_note();
    let asked = server.run(&json!({"text": "how was it?"}));
    let session = asked["session_id"].as_str().unwrap();
    let lock = env.state().join(format!("sessions/{session}.lock"));
    let held = std::fs::File::open(lock).unwrap();
    held.lock().unwrap();
    let answer = json!({"session_id": session, "text": "bench"});
    let refused = server.input(&answer);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (409, "session-in-use")
    );
    drop(held);
    assert_eq!(server.run(&answer)["status"], "answered");
}

#[test]
fn a_run_of_the_terminal_goes_on_over_http() {
    let (env, server) = with_note();
    env.output(&["actually that was 95 not 85"]);
    let session = env.session();
    let shown = server.run(&json!({"session_id": session}));
    let done = server.run(&json!({
        "session_id": session, "approval_id": shown["preview"]["id"], "decision": "approve",
    }));
    assert_eq!(done["status"], "logged");
}

#[test]
fn what_was_learned_is_told() {
    let (env, server) = with_note();
    server.run(&json!({"text": "heaviest bench?"}));
    let told = server.get("/context").json();
    assert_eq!(told, env.object(&["context", "--json"]));
    assert!(told["global_context"].as_str().unwrap().contains("85 kg"));
}

#[test]
fn eight_clients_at_once_lose_nothing() {
    let env = Environment::new();
    let server = Server::start(&env);
    let text =
        |client: usize, note: usize| format!("note {client}-{note}: squat {}kg 3x5", 60 + note);
    thread::scope(|scope| {
        for client in 0..8 {
            let server = &server;
            scope.spawn(move || {
                for note in 0..25 {
                    let run = server.run(&json!({"text": text(client, note)}));
                    assert_eq!(run["status"], "logged", "{run}");
                }
            });
        }
    });
    let raw = env.raw("2026-11-21");
    let lines: Vec<&str> = raw.lines().collect();
    for client in 0..8 {
        for note in 0..25 {
            let text = text(client, note);
            let found = lines.iter().filter(|line| **line == text).count();
            assert_eq!(found, 1, "{text}");
        }
    }
    let history = env.stdout(&["history", "-n", "1000", "--json"]);
    let entries = history
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let read = entries.filter(|entry: &Value| entry["domain_data"]["strength"].is_object());
    assert_eq!(read.count(), 200, "each was read and stored");
}

#[test]
fn steps_are_told_as_they_begin_then_the_result() {
    let (_env, server) = with_note();
    let body = json!({"text": "heaviest bench?"}).to_string();
    let response = server.raw(&post(&["Accept: text/event-stream"], &body));
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    let events: Vec<(&str, Value)> = events(&response.body);
    let (last, steps) = events.split_last().unwrap();
    assert!(steps.iter().all(|(name, _)| *name == "progress"));
    let whats: Vec<_> = steps.iter().map(|(_, step)| &step["what"]).collect();
    assert!(
        whats.len() > 3 && whats.contains(&&json!("planner")),
        "{whats:?}"
    );
    assert_eq!(last.0, "result");
    assert_eq!(last.1["status"], "answered");
}

#[test]
fn a_problem_ends_the_events_of_a_run_that_cannot_go_on() {
    let (_env, server) = with_note();
    let asked = server.run(&json!({"text": "how was it?"}));
    let body = json!({"session_id": asked["session_id"], "answers": {"q9": "bench"}});
    let accept = ["Accept: application/json;q=0.5, text/event-stream"];
    let response = server.raw(&post(&accept, &body.to_string()));
    assert_eq!(response.status, 200);
    let events = events(&response.body);
    let (name, problem) = events.last().unwrap();
    assert_eq!((*name, &problem["status"]), ("problem", &json!(422)));
    // what is wrong with the request itself is told before any event
    let response = server.raw(&post(&accept, "{}"));
    assert_eq!(
        (response.status, response.problem().as_str()),
        (422, "unfit")
    );
}

/// The events of a body, which comes in chunks.
pub fn events(body: &str) -> Vec<(&str, Value)> {
    let mut events = Vec::new();
    let mut name = "";
    for line in body.lines() {
        if let Some(event) = line.strip_prefix("event: ") {
            name = event;
        } else if let Some(data) = line.strip_prefix("data: ") {
            events.push((name, serde_json::from_str(data).unwrap()));
        }
    }
    events
}

#[test]
fn questions_that_nobody_answers_do_not_pile_up() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-08-03", "slept 7h"]);
    let server = Server::start(&env);
    let ask = || {
        let run = server.run(&json!({"text": "why am I so tired?"}));
        assert_eq!(run["status"], "waiting_for_user", "{run}");
        run["session_id"].as_str().unwrap().to_owned()
    };
    let first = ask();
    let asked: Vec<String> = (0..54).map(|_| ask()).collect();
    let waiting = env.stdout(&["sessions", "--json"]);
    assert_eq!(waiting.lines().count(), 50);
    assert!(waiting.contains(asked.last().unwrap()));
    let gone = server.input(&json!({"session_id": first, "decline": true}));
    assert_eq!(gone.status, 404, "{gone:?}");
    let files = std::fs::read_dir(env.state().join("sessions")).unwrap();
    assert!(files.count() <= 100);
    // on the command line it is told
    let shown = env.run(&["--no-input", "why am I so tired?"]);
    assert!(shown.contains("The oldest are let go: "), "{shown}");
}
