//! What is told to those who run the server.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use serde_json::Value;

use super::accounts::{bearer, with_accounts};
use crate::common::environment::Environment;
use crate::common::serving::{Server, post};

/// An address that nobody listens at.
fn free() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

fn metrics(address: &str, host: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let ask = format!("GET /metrics HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

/// So often is asked again for what is not counted yet.
const ASKED_AGAIN: usize = 50;

#[test]
fn what_happened_is_counted_at_an_address_of_its_own() {
    let env = with_accounts(&["annabel"]);
    let address = free();
    let server = Server::start_with(&env, &["--metrics", &address], |_| {});
    let who = bearer(&env, "annabel", "write");
    let note = r#"{"text": "secretly 80kg 5x5"}"#;
    assert_eq!(server.raw(&post(&[&who], note)).status, 200);
    server.ask("GET", "/v1/entries?words=secretly", &[&who]);
    server.ask("GET", "/secretly", &[&who]);
    server.ask("GET", "/v1/entries/secretly", &[&who]);
    server.get("/v1/entries");
    let lines = [
        "swealog_http_requests_total{method=\"POST\",path=\"/input\",status=\"200\"} 1",
        "swealog_http_requests_total{method=\"GET\",path=\"/v1/entries\",status=\"200\"} 1",
        "path=\"/v1/entries/{id}\",status=\"404\"} 1",
        "path=\"other\",status=\"404\"} 1",
        "swealog_http_request_duration_seconds_count{method=\"POST\",path=\"/input\"} 1",
        "swealog_runs 0",
        "# EOF",
    ];
    // What was answered is counted right after.
    let mut told = metrics(&address, &address);
    for _ in 0..ASKED_AGAIN {
        if lines.iter().all(|line| told.contains(line)) {
            break;
        }
        told = metrics(&address, &address);
    }
    assert!(told.starts_with("HTTP/1.1 200"), "{told}");
    for line in lines {
        assert!(told.contains(line), "{line}: {told}");
    }
    assert!(
        !told.contains("secretly") && !told.contains("annabel"),
        "{told}"
    );
    let foreign = metrics(&address, "rocks.example");
    assert!(foreign.starts_with("HTTP/1.1 421"), "{foreign}");
    // those who use the server see nothing of it
    assert_eq!(server.ask("GET", "/metrics", &[&who]).status, 404);
}

#[test]
fn nothing_is_told_unless_it_is_wanted() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert_eq!(server.get("/metrics").status, 404);
}

#[test]
fn requests_are_noted_field_by_field_without_words_and_names() {
    let env = with_accounts(&["annabel"]);
    let server = Server::start_with(&env, &["--log-format", "json"], |_| {});
    let who = bearer(&env, "annabel", "write");
    server.raw(&post(&[&who], r#"{"text": "secretly 80kg 5x5"}"#));
    server.ask("GET", "/v1/entries/secretly", &[&who]);
    server.signal("-TERM");
    let (_, log) = server.end();
    let lines = log.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let noted: Vec<_> = lines
        .iter()
        .filter(|line| line["message"] == "request")
        .map(|line| {
            assert!(
                line["ms"].is_u64() && line["timestamp"].is_string(),
                "{line}"
            );
            (
                line["method"].clone(),
                line["path"].clone(),
                line["status"].clone(),
            )
        })
        .collect();
    let of = |method: &str, path: &str, status: u16| (method.into(), path.into(), status.into());
    let expected = [
        of("POST", "/input", 200),
        of("GET", "/v1/entries/{id}", 404),
    ];
    assert_eq!(noted, expected);
    assert!(
        !log.contains("secretly") && !log.contains("annabel"),
        "{log}"
    );
}
