//! A server whose port is kept open by whoever starts it.

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::{Server, post};

/// Notes one after the other until told to stop, each over a connection of its own: what came back.
fn notes_until(stop: &AtomicBool, address: &str) -> Vec<String> {
    let mut told = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let mut stream = TcpStream::connect(address).unwrap();
        let body = json!({"text": format!("bench {}kg 5x5", told.len() + 1)}).to_string();
        let asked = post(&[], &body).replace("HOST", address);
        let answer = stream.write_all(asked.as_bytes()).and_then(|()| {
            let mut answer = String::new();
            stream.read_to_string(&mut answer).map(|_| answer)
        });
        told.push(answer.unwrap_or_else(|error| format!("lost: {error}")));
    }
    told
}

#[test]
fn a_restart_loses_no_request_where_the_port_stays_open() {
    let env = Environment::new();
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = port.local_addr().unwrap().to_string();
    let stop = AtomicBool::new(false);
    let told = std::thread::scope(|scope| {
        let mut server = Server::start_over(&env, &port);
        assert_eq!(server.address, address);
        let clients: Vec<_> = (0..3)
            .map(|_| scope.spawn(|| notes_until(&stop, &address)))
            .collect();
        for _ in 0..3 {
            // it is at work before it is stopped
            assert_eq!(server.get("/healthz").status, 200);
            server.signal("-TERM");
            let (status, _) = server.end();
            assert_eq!(status.code(), Some(0));
            server = Server::start_over(&env, &port);
        }
        assert_eq!(server.get("/healthz").status, 200);
        stop.store(true, Ordering::Relaxed);
        let told = clients
            .into_iter()
            .flat_map(|client| client.join().unwrap());
        told.collect::<Vec<_>>()
    });
    assert!(told.len() > 3, "{told:?}");
    for answer in &told {
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
    }
    assert_eq!(env.raw("2026-11-21").matches("bench ").count(), told.len());
}

#[test]
fn a_port_that_others_reach_is_not_taken_over_without_a_token() {
    let env = Environment::new();
    let port = TcpListener::bind("0.0.0.0:0").unwrap();
    let refused = Server::command_over(&env, &port).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("a token is needed"), "{told}");
}

#[test]
fn what_is_handed_over_and_is_no_port_is_told() {
    let env = Environment::new();
    let mut command = Server::command_over(&env, &TcpListener::bind("127.0.0.1:0").unwrap());
    command.stdin(File::open(env.path()).unwrap());
    let refused = command.output().unwrap();
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("cannot be listened on"), "{told}");
}
