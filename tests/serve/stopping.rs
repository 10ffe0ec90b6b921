//! How the server ends.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;

use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::{Server, post};

#[test]
fn an_idle_server_stops_at_once() {
    for (signal, code) in [("-TERM", 0), ("-INT", 130)] {
        let env = Environment::new();
        let server = Server::start(&env);
        // a connection that is kept open holds nothing up
        let mut open = server.connect();
        server.write(&mut open, "GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n");
        let mut first = [0; 12];
        open.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        server.signal(signal);
        let (status, _) = server.end();
        assert_eq!(status.code(), Some(code), "{signal}");
    }
}

/// A note whose run has begun and cannot be written yet, since the home is locked.
fn held_up(env: &Environment, server: &Server) -> (File, BufReader<TcpStream>) {
    env.stdout(&["log", "slept 7 hours"]);
    let lock = File::open(env.home().join(".lock")).unwrap();
    lock.lock().unwrap();
    let mut stream = server.connect();
    let body = json!({"text": "bench 80kg 5x5"}).to_string();
    server.write(&mut stream, &post(&["Accept: text/event-stream"], &body));
    let mut events = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("event: progress") {
        line.clear();
        assert_ne!(events.read_line(&mut line).unwrap(), 0, "no step was told");
    }
    (lock, events)
}

#[test]
fn what_is_running_is_finished_first() {
    for (signal, code) in [("-TERM", 0), ("-INT", 130)] {
        let env = Environment::new();
        let server = Server::start(&env);
        let (lock, mut events) = held_up(&env, &server);
        server.signal(signal);
        // the port is closed before the run is done
        while TcpStream::connect(&server.address).is_ok() {
            std::thread::yield_now();
        }
        drop(lock);
        let mut rest = String::new();
        events.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("event: result"), "{rest}");
        let (status, _) = server.end();
        assert_eq!(status.code(), Some(code), "{signal}");
        assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
    }
}

#[test]
fn a_second_signal_waits_for_nothing() {
    let env = Environment::new();
    let server = Server::start(&env);
    let (_lock, _events) = held_up(&env, &server);
    server.signal("-INT");
    while TcpStream::connect(&server.address).is_ok() {
        std::thread::yield_now();
    }
    server.signal("-INT");
    let (status, _) = server.end();
    assert_eq!(status.code(), Some(130));
}

#[test]
fn a_note_is_logged_though_its_client_went_away() {
    let env = Environment::new();
    let server = Server::start(&env);
    let (lock, events) = held_up(&env, &server);
    drop(events);
    drop(lock);
    server.signal("-TERM");
    let (status, _) = server.end();
    assert_eq!(status.code(), Some(0));
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
}
