//! What is sent again under its key is done once.

use std::fs;
use std::path::PathBuf;
use std::thread;

use serde_json::{Value, json};

use super::input::events;
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

const KEY: &str = "Idempotency-Key: granite-1";

fn note(server: &Server, text: &str) -> Response {
    server.send("POST", "/input", &[KEY], &json!({"text": text}))
}

/// The file of a key: of its answer, or of the lock of who works on it.
fn kept(env: &Environment, ending: &str) -> Option<PathBuf> {
    let files = fs::read_dir(env.state().join("answers")).unwrap();
    let mut paths = files.flatten().map(|file| file.path());
    paths.find(|path| path.extension().is_some_and(|found| found == ending))
}

fn count(server: &Server) -> Value {
    server.object("/v1/entries")["count"].clone()
}

fn kind(response: &Response) -> (u16, String) {
    (response.status, response.problem())
}

#[test]
fn the_same_is_done_once_and_answered_as_before() {
    let env = Environment::new();
    let server = Server::start(&env);
    let first = note(&server, "bench 80kg 5x5");
    let again = note(&server, "bench 80kg 5x5");
    assert_eq!((again.status, &again.body), (200, &first.body));
    assert_eq!(again.header("content-type"), Some("application/json"));
    assert_eq!(count(&server), 1);
    let other = note(&server, "bench 85kg 5x5");
    assert_eq!(kind(&other), (422, "other-request".into()));
    assert_eq!(count(&server), 1);
    let another = ["Idempotency-Key: granite-2"];
    let body = json!({"text": "bench 80kg 5x5"});
    assert_eq!(server.send("POST", "/input", &another, &body).status, 200);
    assert_eq!(count(&server), 2);
}

#[test]
fn of_many_at_once_one_is_done() {
    let env = Environment::new();
    let server = Server::start(&env);
    let bodies: Vec<String> = thread::scope(|scope| {
        let clients = [(); 8].map(|()| scope.spawn(|| note(&server, "bench 80kg 5x5").body));
        clients.map(|client| client.join().unwrap()).into()
    });
    assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
    assert_eq!(count(&server), 1);
}

#[test]
fn a_key_outlives_the_server_for_a_day() {
    let mut env = Environment::new();
    let server = Server::start(&env);
    let first = note(&server, "bench 80kg 5x5").body;
    drop(server);
    let server = Server::start(&env);
    assert_eq!(note(&server, "bench 80kg 5x5").body, first);
    assert_eq!(count(&server), 1);
    drop(server);
    let server = Server::start(env.at("2026-11-23T10:30"));
    assert_ne!(note(&server, "bench 80kg 5x5").body, first);
    assert_eq!(count(&server), 2);
}

#[test]
fn what_was_cut_off_is_not_done_again() {
    let env = Environment::new();
    let server = Server::start(&env);
    note(&server, "bench 80kg 5x5");
    let path = kept(&env, "json").unwrap();
    let mut record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    record["answer"] = Value::Null;
    for text in [record.to_string(), "{\"request\":".to_owned()] {
        fs::write(&path, text).unwrap();
        let again = note(&server, "bench 80kg 5x5");
        assert_eq!(kind(&again), (409, "cut-off".into()));
    }
    assert_eq!(count(&server), 1);
}

#[test]
fn a_key_that_another_server_works_on_is_left_to_it() {
    let env = Environment::new();
    let server = Server::start(&env);
    note(&server, "bench 80kg 5x5");
    let file = fs::File::open(kept(&env, "lock").unwrap()).unwrap();
    file.lock().unwrap();
    assert_eq!(
        kind(&note(&server, "bench 80kg 5x5")),
        (409, "key-in-use".into())
    );
    drop(file);
    assert_eq!(note(&server, "bench 80kg 5x5").status, 200);
}

#[test]
fn problems_are_answers_too() {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    let id = server.object("/v1/entries")["entries"][0]["entry_id"].clone();
    let path = format!("/v1/entries/{}/move", id.as_str().unwrap());
    let old = "If-Match: \"5d1f0c\"";
    let body = json!({"date": "2026-11-19"});
    let first = server.send("POST", &path, &[KEY, old], &body);
    let again = server.send("POST", &path, &[KEY, old], &body);
    assert_eq!(kind(&first), (412, "changed".into()));
    assert_eq!((again.status, &again.body), (412, &first.body));
    assert_eq!(again.header("etag"), first.header("etag"));
}

/// What a run told step by step comes to.
fn result(told: &Response) -> Value {
    assert_eq!(
        told.header("content-type"),
        Some("text/event-stream"),
        "{told:?}"
    );
    let (kind, object) = events(&told.body).pop().unwrap();
    assert_eq!(kind, "result", "{told:?}");
    object
}

#[test]
fn what_is_told_step_by_step_is_done_once_too() {
    let env = Environment::new();
    let server = Server::start(&env);
    let stepwise = [KEY, "Accept: text/event-stream"];
    let body = json!({"text": "bench 80kg 5x5"});
    let first = server.send("POST", "/input", &stepwise, &body);
    assert!(
        events(&first.body).len() > 1,
        "it is told as it goes: {first:?}"
    );
    let again = server.send("POST", "/input", &stepwise, &body);
    assert_eq!(result(&again), result(&first));
    assert_eq!(events(&again.body).len(), 1, "{again:?}");
    // whichever way it is asked for
    assert_eq!(note(&server, "bench 80kg 5x5").json(), result(&first));
    assert_eq!(count(&server), 1);
    let other = server.send(
        "POST",
        "/input",
        &stepwise,
        &json!({"text": "bench 85kg 5x5"}),
    );
    assert_eq!(kind(&other), (422, "other-request".into()));
}

#[test]
fn keys_that_are_none_are_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    let body = json!({"text": "bench 80kg 5x5"});
    let long = format!("Idempotency-Key: {}", "a".repeat(201));
    for headers in [
        vec!["Idempotency-Key: "],
        vec![&*long],
        vec![KEY, "Idempotency-Key: granite-2"],
    ] {
        let refused = server.send("POST", "/input", &headers, &body);
        assert_eq!(kind(&refused), (400, "bad-request".into()), "{headers:?}");
    }
    assert_eq!(count(&server), 0);
    let elsewhere = server.send("POST", "/nowhere", &[KEY], &body);
    assert_eq!(kind(&elsewhere), (404, "unknown-route".into()));
}

#[test]
fn what_is_forgotten_is_in_no_kept_answer() {
    let env = Environment::new();
    let server = Server::start(&env);
    let logged = note(&server, "secretly benched 80kg 5x5").json();
    let id = logged["logged"]["entry_id"].as_str().unwrap();
    assert!(kept(&env, "json").is_some());
    env.stdout(&["--yes", "forget", id]);
    assert_eq!(kept(&env, "json"), None);
}
