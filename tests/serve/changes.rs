//! Entries taken back, moved and corrected over HTTP.

use std::thread;

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

/// A home with a note, and its name.
fn home() -> (Environment, Server, String) {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    let page = server.object("/v1/entries");
    let id = page["entries"][0]["entry_id"].as_str().unwrap().to_owned();
    (env, server, id)
}

fn kind(response: &Response) -> (u16, String) {
    (response.status, response.problem())
}

fn is(status: u16, name: &str) -> (u16, String) {
    (status, name.to_owned())
}

fn count(server: &Server) -> Value {
    server.object("/v1/entries")["count"].clone()
}

/// The header that holds a change to a state.
fn held(response: &Response) -> String {
    format!("If-Match: {}", response.header("etag").unwrap())
}

#[test]
fn what_is_taken_back_can_be_had_again() {
    let (env, server, id) = home();
    let done = server.ask("DELETE", &format!("/v1/entries/{id}"), &[]);
    assert_eq!(done.status, 200, "{done:?}");
    assert_eq!(done.json()["undone"], id);
    assert_eq!(count(&server), 0);
    assert!(
        env.raw("2026-11-21").contains("bench 85 3x5"),
        "its words stay"
    );

    let again = server.ask("DELETE", &format!("/v1/entries/{id}"), &[]);
    assert_eq!(kind(&again), is(404, "unknown-entry"));
    let name = done.json()["entry_id"].clone();
    let back = server.send("POST", "/v1/undo", &[], &json!({"entry_id": name}));
    assert_eq!((back.status, &back.json()["undone"]), (200, &name));
    assert_eq!(count(&server), 1);
}

#[test]
fn what_was_written_last_is_taken_back_without_a_name() {
    let (_env, server, id) = home();
    let done = server.send("POST", "/v1/undo", &[], &json!({}));
    assert_eq!(done.json()["undone"], id);
    let nothing = server.send("POST", "/v1/undo", &[], &json!({}));
    assert_eq!(kind(&nothing), is(409, "not-undone"));
    let twice = server.send("POST", "/v1/undo", &[], &json!({"entry_id": id}));
    assert_eq!(kind(&twice), is(409, "not-undone"));
    let never = json!({"entry_id": "20261121-1030-zzzz"});
    let never = server.send("POST", "/v1/undo", &[], &never);
    assert_eq!(kind(&never), is(404, "unknown-entry"));
}

#[test]
fn a_note_is_moved_and_moved_back() {
    let (env, server, id) = home();
    let to = |day: &str| {
        let path = format!("/v1/entries/{id}/move");
        server.send("POST", &path, &[], &json!({"date": day}))
    };
    let moved = to("2026-11-19").json();
    assert_eq!(
        (&moved["moved"], &moved["to"]),
        (&json!(id), &json!("2026-11-19"))
    );
    assert!(env.raw("2026-11-19").contains("bench 85 3x5"));
    let stays = to("2026-11-19").json();
    assert_eq!(stays, json!({"from": "2026-11-19", "to": "2026-11-19"}));
    let back = json!({"entry_id": moved["entry_id"]});
    assert_eq!(server.send("POST", "/v1/undo", &[], &back).status, 200);
    assert_eq!(
        server.object(&format!("/v1/entries/{id}"))["date"],
        "2026-11-21"
    );
    for day in ["1066-10-14", "2200-01-01", "2400-01-01", "monday"] {
        assert_eq!(kind(&to(day)), is(422, "unfit"), "{day}");
    }
}

#[test]
fn a_correction_is_shown_and_then_written() {
    let (env, server, id) = home();
    env.stdout(&["log", "bench 60 3x8"]);
    let path = format!("/v1/entries/{id}/corrections");
    let asked = server.send("POST", &path, &[], &json!({"text": "that was 90 not 85"}));
    assert_eq!(asked.status, 200, "{asked:?}");
    let asked = asked.json();
    assert_eq!(asked["status"], "pending_approval");
    assert_eq!(asked["preview"]["entry_id"], id);
    assert!(!env.raw("2026-11-21").contains("[correction]"));
    let done = server.run(&json!({
        "session_id": asked["session_id"], "approval_id": asked["preview"]["id"],
        "decision": "approve",
    }));
    assert_eq!(done["correction"]["target"], id);
    let entry = server.object(&format!("/v1/entries/{id}"));
    assert_eq!(entry["corrections"][0]["text"], "that was 90 not 85");
}

#[test]
fn a_correction_that_is_approved_is_written_at_once() {
    let (env, server, id) = home();
    // it is the one that is named, however many came after it
    for _ in 0..40 {
        env.stdout(&["log", "bench 85 3x8"]);
    }
    let path = format!("/v1/entries/{id}/corrections");
    let body = json!({"text": "that was 90 not 85", "approved": true});
    let done = server.send("POST", &path, &[], &body).json();
    assert_eq!(done["status"], "logged", "{done}");
    assert_eq!(done["correction"]["target"], id);
    assert_eq!(done["correction"]["delta"][0]["after"], 90);
    env.stdout(&["undo"]);
    let entry = server.object(&format!("/v1/entries/{id}"));
    assert!(entry.get("corrections").is_none());
}

#[test]
fn a_correction_that_changes_nothing_is_refused() {
    let (env, server, id) = home();
    let path = format!("/v1/entries/{id}/corrections");
    for text in ["that was 90 not 70", "the weather was nice", " "] {
        let body = json!({"text": text, "approved": true});
        let refused = server.send("POST", &path, &[], &body);
        assert_eq!(kind(&refused), is(422, "unfit"), "{text}");
    }
    assert!(!env.raw("2026-11-21").contains("[correction]"));
    let nobody = server.send(
        "POST",
        "/v1/entries/x/corrections",
        &[],
        &json!({"text": "90"}),
    );
    assert_eq!(kind(&nobody), is(404, "unknown-entry"));
}

#[test]
fn what_changed_since_it_was_seen_is_left_alone() {
    let (env, server, id) = home();
    let path = format!("/v1/entries/{id}");
    let seen = server.get(&path);
    env.stdout(&["--yes", "actually that was 90 not 85"]);
    let now = server.get(&path);
    let old = held(&seen);
    let body = json!({"date": "2026-11-19"});
    let words = json!({"text": "that was 95 not 90", "approved": true});
    for late in [
        server.ask("DELETE", &path, &[&old]),
        server.send("POST", &format!("{path}/move"), &[&old], &body),
        server.send("POST", &format!("{path}/corrections"), &[&old], &words),
    ] {
        assert_eq!(kind(&late), is(412, "changed"));
        assert_eq!(late.json()["current"], now.json());
        assert_eq!(late.header("etag"), now.header("etag"));
    }
    assert_eq!(server.get(&path).header("etag"), now.header("etag"));
    let weak = format!("If-Match: W/{}", now.header("etag").unwrap());
    assert_eq!(server.ask("DELETE", &path, &[&weak]).status, 412);
    assert_eq!(
        kind(&server.ask("DELETE", &path, &["If-Match: granite"])),
        is(400, "bad-request")
    );
    let done = server.ask("DELETE", &path, &[&held(&now)]);
    assert_eq!(done.status, 200, "{done:?}");
}

#[test]
fn of_many_who_saw_the_same_one_changes_it() {
    let (env, server, id) = home();
    let path = format!("/v1/entries/{id}");
    let tag = held(&server.get(&path));
    let statuses: Vec<u16> = thread::scope(|scope| {
        let clients = [1, 2, 3, 4].map(|day| {
            let (server, path, tag) = (&server, &path, &tag);
            scope.spawn(move || {
                let body = json!({"date": format!("2026-11-0{day}")});
                server
                    .send("POST", &format!("{path}/move"), &[tag], &body)
                    .status
            })
        });
        clients.map(|client| client.join().unwrap()).into()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 412).count(), 3);
    assert_eq!(env.raw("2026-11-21").matches("[moved]").count(), 1);
}

#[test]
fn no_name_and_no_word_of_an_entry_stands_in_the_log() {
    let (_env, server, id) = home();
    server.get(&format!("/v1/entries/{id}"));
    server.get("/v1/entries?words=secretly");
    server.get("/v1/entries/secretly");
    let words = json!({"text": "it was secretly 90"});
    server.send(
        "POST",
        &format!("/v1/entries/{id}/corrections"),
        &[],
        &words,
    );
    server.signal("-TERM");
    let (_, log) = server.end();
    assert!(log.contains("GET /v1/entries/{id} 200"), "{log}");
    assert!(!log.contains("secretly") && !log.contains(&id), "{log}");
}
