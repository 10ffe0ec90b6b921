//! What was learned, words of one's own, and everything taken out, over HTTP.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::Server;

fn home() -> (Environment, Server) {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-19", "ran 5k in 25:30"]);
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    (env, server)
}

#[test]
fn what_was_learned_is_read_and_changed() {
    let (env, server) = home();
    server.run(&json!({"text": "heaviest bench?"}));
    let before = server.get("/v1/context");
    assert_eq!(before.json(), server.object("/context"));
    let tag = format!("If-Match: {}", before.header("etag").unwrap());
    let text = "# Global Context\n\n## Facts\n- I like granite\n";
    let body = json!({"global_context": text});
    let changed = server.send("PUT", "/v1/context", &[&tag], &body);
    assert_eq!(
        (changed.status, &changed.json()),
        (200, &body),
        "{changed:?}"
    );
    assert_eq!(env.object(&["context", "--json"]), body);
    let late = server.send(
        "PUT",
        "/v1/context",
        &[&tag],
        &json!({"global_context": "x"}),
    );
    assert_eq!((late.status, late.problem().as_str()), (412, "changed"));
    assert_eq!(
        (&late.json()["current"], late.header("etag")),
        (&body, changed.header("etag"))
    );
    let unfit = server.send("PUT", "/v1/context", &[], &json!({"text": "x"}));
    assert_eq!((unfit.status, unfit.problem().as_str()), (422, "unfit"));
}

#[test]
fn a_word_of_ones_own_is_known_at_once() {
    let (env, server) = home();
    let note = server.run(&json!({"text": "zorbing 100 3x5"}));
    let id = note["logged"]["entry_id"].as_str().unwrap();
    let body = json!({"alias": "zorbing", "name": "Bench Press (Barbell)"});
    let named = server.send("POST", "/v1/names", &[], &body).json();
    assert_eq!(
        (&named["domain"], &named["before"]),
        (&json!("strength"), &Value::Null)
    );
    assert_eq!(named["read_again"], 1);
    let exercise = |entry: &Value| entry["domain_data"]["strength"]["exercises"][0]["name"].clone();
    let read = server.object(&format!("/v1/entries/{id}"));
    assert_eq!(exercise(&read), "Bench Press (Barbell)");
    let next = server.run(&json!({"text": "zorbing 105 3x5"}));
    assert_eq!(exercise(&next["logged"]), "Bench Press (Barbell)");

    let listed = server.object("/v1/names");
    assert_eq!(listed["names"][0], env.object(&["name", "--json"]));
    let taken = server.ask("DELETE", "/v1/names/zorbing", &[]);
    assert_eq!(
        (taken.status, &taken.json()["removed"]),
        (200, &json!("zorbing"))
    );
    assert_eq!(server.object("/v1/names"), json!({"names": []}));
    let again = server.ask("DELETE", "/v1/names/zorbing", &[]);
    assert_eq!(
        (again.status, again.problem().as_str()),
        (404, "unknown-name")
    );
    let later = server.run(&json!({"text": "zorbing 110 3x5"}));
    assert_ne!(exercise(&later["logged"]), "Bench Press (Barbell)");
}

#[test]
fn a_word_that_cannot_be_a_name_is_refused_and_stays_out_of_the_log() {
    let (_env, server) = home();
    let long = "a".repeat(201);
    for (alias, name, said) in [
        ("zorbing", "secretly", "there is nothing named \"secretly\""),
        ("80", "Bench Press (Barbell)", "\"80\" is no word"),
        (&*long, "Bench Press (Barbell)", "at most 200 letters"),
    ] {
        let body = json!({"alias": alias, "name": name});
        let refused = server.send("POST", "/v1/names", &[], &body);
        assert_eq!((refused.status, refused.problem().as_str()), (422, "unfit"));
        let detail = refused.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{detail}");
    }
    server.ask("DELETE", "/v1/names/secretly", &[]);
    server.signal("-TERM");
    let (_, log) = server.end();
    assert!(log.contains("DELETE /v1/names/{word} 404"), "{log}");
    assert!(!log.contains("secretly"), "{log}");
}

/// The bytes of a body that comes in chunks.
fn unchunked(body: &str) -> String {
    let (mut whole, mut rest) = (String::new(), body);
    while let Some((length, chunk)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return whole;
        }
        whole.push_str(&chunk[..length]);
        rest = chunk[length..].strip_prefix("\r\n").unwrap();
    }
    panic!("it breaks off");
}

#[test]
fn an_export_is_that_of_the_command() {
    let (env, server) = home();
    for (query, args) in [
        ("", vec![]),
        ("?format=md", vec!["--format", "md"]),
        ("?format=csv", vec!["--format", "csv"]),
        ("?format=strong-csv", vec!["--format", "strong-csv"]),
        ("?from=2026-11-20", vec!["--from", "2026-11-20"]),
        (
            "?format=csv&to=2020-01-01",
            vec!["--format", "csv", "--to", "2020-01-01"],
        ),
    ] {
        let taken = server.get(&format!("/v1/export{query}"));
        assert_eq!(taken.status, 200, "{query}: {taken:?}");
        let printed = env.stdout(&[&["export"][..], &args].concat());
        assert_eq!(unchunked(&taken.body), printed, "{query}");
    }
    let taken = server.get("/v1/export?format=csv");
    assert_eq!(
        taken.header("content-type"),
        Some("text/csv; charset=utf-8")
    );
}

#[test]
fn a_long_export_comes_whole() {
    let env = Environment::new();
    let long = "granite ".repeat(100_000);
    let server = Server::start(&env);
    server.run(&json!({"text": format!("a note of {long}")}));
    let taken = unchunked(&server.get("/v1/export").body);
    assert!(taken.len() > 800_000);
    assert_eq!(taken, env.stdout(&["export"]));
}

#[test]
fn an_export_in_no_known_form_is_refused() {
    let (_env, server) = home();
    let refused = server.get("/v1/export?format=pdf");
    assert_eq!((refused.status, refused.problem().as_str()), (422, "unfit"));
    assert!(refused.json()["hint"].as_str().unwrap().contains("json"));
    let refused = server.get("/v1/export?from=2026-11-21&to=2026-11-01");
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (400, "bad-query")
    );
}
