//! The words of a note removed for good, over HTTP.

use std::path::Path;

use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

const SECRET: &str = "bench 85 3x5 and my password is granite-marble";

fn logged(server: &Server) -> String {
    let run = server.run(&json!({"text": SECRET}));
    run["logged"]["entry_id"].as_str().unwrap().to_owned()
}

fn forget(server: &Server, id: &str, headers: &[&str]) -> Response {
    let path = format!("/v1/entries/{id}/forget");
    server.send("POST", &path, headers, &json!({"for_good": true}))
}

/// The files below a folder that hold some words.
fn holding(folder: &Path, words: &str) -> Vec<String> {
    let mut found = Vec::new();
    let Ok(files) = std::fs::read_dir(folder) else {
        return found;
    };
    for file in files.flatten() {
        let path = file.path();
        if path.is_dir() {
            found.extend(holding(&path, words));
        } else if String::from_utf8_lossy(&std::fs::read(&path).unwrap()).contains(words) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn forgotten_words_are_nowhere_any_more() {
    let env = Environment::new();
    let server = Server::start(&env);
    let key = "Idempotency-Key: granite";
    let said = server.send("POST", "/input", &[key], &json!({"text": SECRET}));
    let id = said.json()["logged"]["entry_id"]
        .as_str()
        .unwrap()
        .to_owned();
    server.object("/v1/days/2026-11-21");
    assert!(!holding(env.path(), "granite-marble").is_empty());
    let forgotten = forget(&server, &id, &[]);
    assert_eq!(forgotten.status, 200, "{forgotten:?}");
    assert_eq!(forgotten.json(), json!({"forgotten": id}));
    assert_eq!(holding(env.path(), "granite-marble"), [""; 0]);
    assert_eq!(server.get(&format!("/v1/entries/{id}")).status, 404);
    assert!(!server.get("/v1/days/2026-11-21").body.contains("granite"));
    assert_eq!(forget(&server, &id, &[]).status, 200, "they are gone still");
    assert_eq!(
        forget(&server, "20261121-1030-zzzz", &[]).problem(),
        "unknown-entry"
    );
}

#[test]
fn it_has_to_be_meant_and_nothing_else_is_touched() {
    let env = Environment::new();
    env.stdout(&["log", "squat 100 3x5"]);
    let server = Server::start(&env);
    let id = logged(&server);
    let path = format!("/v1/entries/{id}/forget");
    for unfit in [
        json!({}),
        json!({"for_good": false}),
        json!({"for_good": "yes"}),
    ] {
        let refused = server.send("POST", &path, &[], &unfit);
        assert_eq!(refused.status, 422, "{unfit}: {refused:?}");
    }
    let stale = forget(&server, &id, &["If-Match: \"granite\""]);
    assert_eq!((stale.status, stale.problem().as_str()), (412, "changed"));
    assert!(env.raw("2026-11-21").contains(SECRET));
    let seen = server.get(&format!("/v1/entries/{id}"));
    let tag = format!("If-Match: {}", seen.header("etag").unwrap());
    assert_eq!(forget(&server, &id, &[&tag]).status, 200);
    assert!(!env.raw("2026-11-21").contains("granite"));
    assert!(env.raw("2026-11-21").contains("squat 100 3x5"));
}

#[test]
fn what_was_taken_back_can_be_forgotten_too() {
    let env = Environment::new();
    let server = Server::start(&env);
    let id = logged(&server);
    server.ask("DELETE", &format!("/v1/entries/{id}"), &[]);
    assert!(env.raw("2026-11-21").contains(SECRET));
    assert_eq!(forget(&server, &id, &[]).status, 200);
    assert!(!env.raw("2026-11-21").contains("granite"));
}
