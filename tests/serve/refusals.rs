//! Requests that cannot be taken, and how they are told so.

use std::io::Read;

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, post};

fn kind(response: &Response) -> (u16, String) {
    (response.status, response.problem())
}

fn is(status: u16, name: &str) -> (u16, String) {
    (status, name.to_owned())
}

#[test]
fn unknown_paths_and_methods_are_told_what_there_is() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert_eq!(kind(&server.get("/nowhere")), is(404, "unknown-route"));
    assert_eq!(kind(&server.get("/input/")), is(404, "unknown-route"));
    for (method, path, allowed) in [
        ("GET", "/input", "POST"),
        ("OPTIONS", "/input", "POST"),
        ("DELETE", "/context", "GET,HEAD"),
        ("POST", "/healthz", "GET,HEAD"),
    ] {
        let response = server.ask(method, path, &[]);
        assert_eq!(kind(&response), is(405, "wrong-method"), "{method} {path}");
        assert_eq!(response.header("allow"), Some(allowed));
    }
    let head = server.ask("HEAD", "/healthz", &[]);
    assert_eq!((head.status, head.body.as_str()), (200, ""));
}

#[test]
fn a_body_that_is_no_json_is_told_the_place() {
    let env = Environment::new();
    let server = Server::start(&env);
    let response = server.raw(&post(&[], "{\"text\": \"bench\",\n 7}"));
    assert_eq!(kind(&response), is(400, "bad-json"));
    let detail = response.json()["detail"].clone();
    assert!(
        detail.as_str().unwrap().contains("line 2 column 2"),
        "{detail}"
    );
    assert_eq!(kind(&server.raw(&post(&[], ""))), is(400, "bad-json"));
}

#[test]
fn a_body_that_does_not_say_what_is_needed_is_told_what_is_wrong() {
    let env = Environment::new();
    let server = Server::start(&env);
    for (body, said) in [
        ("[]", "not an object"),
        ("{}", "missing field `text`"),
        (r#"{"text": 5}"#, "invalid type: integer `5`"),
        (r#"{"text": " \n"}"#, "there are no words in \"text\""),
        (r#"{"txt": "bench"}"#, "unknown field `txt`"),
        (
            r#"{"text": "bench", "date": "blursday"}"#,
            "`date` is a day such as 2026-11-20, not \"blursday\"",
        ),
        (
            r#"{"text": "bench", "date": "0576-10-28"}"#,
            "0576-10-28 lies too far away for a note",
        ),
        (
            r#"{"text": "bench", "date": "+12026-11-21"}"#,
            "too far away",
        ),
        (
            r#"{"text": "yes", "decision": "approve"}"#,
            "\"decision\" needs a \"session_id\"",
        ),
        (
            r#"{"answers": {"q1": "bench"}}"#,
            "\"answers\" needs a \"session_id\"",
        ),
        (
            r#"{"session_id": "a", "decision": "approve"}"#,
            "missing field `approval_id`",
        ),
        (
            r#"{"session_id": "a", "approval_id": "p1"}"#,
            "missing field `decision`",
        ),
        (
            r#"{"session_id": "a", "approval_id": "p1", "decision": "perhaps"}"#,
            "unknown variant `perhaps`",
        ),
        (
            r#"{"session_id": "a", "approval_id": "p1", "decision": "refine"}"#,
            "missing field `refinement`",
        ),
    ] {
        let response = server.raw(&post(&[], body));
        assert_eq!(kind(&response), is(422, "unfit"), "{body}");
        let detail = response.json()["detail"].clone();
        assert!(detail.as_str().unwrap().contains(said), "{body}: {detail}");
    }
    assert_eq!(env.raw("2026-11-21"), "");
}

#[test]
fn no_session_is_found_by_a_name_that_is_none() {
    let env = Environment::new();
    env.file("home/secret.json", "{\"version\": 1}");
    let server = Server::start(&env);
    for name in [
        "20261121-103000-abc",
        "",
        "../secret",
        "a/b",
        ".hidden",
        "\\u0000",
        "세션",
    ] {
        let body = format!(r#"{{"session_id": "{name}", "text": "yes"}}"#);
        let response = server.raw(&post(&[], &body));
        assert_eq!(kind(&response), is(404, "unknown-session"), "{name}");
    }
}

#[test]
fn a_session_of_another_version_is_kept_for_it() {
    let env = Environment::new();
    let id = "20261121-103000-abc";
    let text = r#"{"version": 0, "run": {}}"#;
    let path = env.state().join(format!("sessions/{id}.json"));
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, text).unwrap();
    let server = Server::start(&env);
    let response = server.raw(&post(&[], &format!(r#"{{"session_id": "{id}"}}"#)));
    assert_eq!(kind(&response), is(409, "other-version"));
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}

#[test]
fn a_body_that_is_too_large_is_refused_and_the_largest_taken() {
    let env = Environment::new();
    let server = Server::start(&env);
    let headers = "Connection: close\r\nHost: HOST\r\nContent-Type: application/json\r\n";
    // told before it is sent
    let announced = format!("POST /input HTTP/1.1\r\n{headers}Content-Length: 1048577\r\n\r\n");
    assert_eq!(kind(&server.raw(&announced)), is(413, "too-large"));
    // found out while it comes: one byte too many, of unknown length
    let chunk = " ".repeat(0x10_0000);
    let coming = format!(
        "POST /input HTTP/1.1\r\n{headers}Transfer-Encoding: chunked\r\n\r\n100000\r\n{chunk}\r\n1\r\n "
    );
    assert_eq!(kind(&server.raw(&coming)), is(413, "too-large"));
    let note = r#"{"text": "bench 80kg 5x5"}"#;
    let largest = format!("{note}{}", " ".repeat((1 << 20) - note.len()));
    assert_eq!(server.raw(&post(&[], &largest)).status, 200);
}

#[test]
fn what_is_no_http_is_dropped_and_the_server_goes_on() {
    let env = Environment::new();
    let server = Server::start(&env);
    for nonsense in [
        "\r\n\r\n\r\n",
        "hello\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\u{16}\u{3}\u{1}",
    ] {
        let mut stream = server.connect();
        server.write(&mut stream, nonsense);
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        let mut back = Vec::new();
        stream.read_to_end(&mut back).ok();
        assert!(!back.starts_with(b"HTTP/1.1 5"), "{nonsense:?}");
    }
    assert_eq!(server.get("/healthz").status, 200);
}

#[test]
fn a_store_that_cannot_be_written_is_told_and_the_words_are_not_called_logged() {
    let env = Environment::new();
    let server = Server::start(&env);
    // a file where a folder has to be
    env.file("home/logs", "");
    let response = server.raw(&post(&[], r#"{"text": "bench 80kg 5x5"}"#));
    assert_eq!(kind(&response), is(500, "not-saved"));
    assert!(response.json()["hint"].as_str().unwrap().contains("again"));
}
