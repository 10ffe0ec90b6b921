//! Where the server listens, and when it does not start at all.

use std::net::TcpListener;

use crate::common::environment::Environment;
use crate::common::serving::Server;

#[test]
fn scripts_learn_the_address() {
    let env = Environment::new();
    let server = Server::start_with(&env, &["--host", "localhost"], |_| {});
    assert_eq!(server.get("/healthz").status, 200);
    assert!(!server.address.ends_with(":0"), "{}", server.address);
    assert!(!env.home().exists(), "serving alone writes nothing");
}

#[test]
fn a_port_in_use_is_said() {
    let env = Environment::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let shown = env.run(&["serve", "--port", &port]);
    let shown = shown.replace(&port, "PORT");
    insta::assert_snapshot!(shown, @r"
    --- stderr
    error: cannot listen on 127.0.0.1:PORT
    Caused by: Address already in use (os error 98)
    Hint: something listens there already; choose another with --port, or 0 for a free one
    --- exit 1
    ");
}

#[test]
fn others_need_a_token() {
    let env = Environment::new();
    insta::assert_snapshot!(env.run(&["serve", "--host", "0.0.0.0", "--port", "0"]), @r"
    --- stderr
    error: others can reach 0.0.0.0, so a token is needed
    Hint: make one: openssl rand -hex 32 > token, then add --token-file token
    --- exit 2
    ");
    let server = Server::start_with(&env, &["--host", "0.0.0.0"], |command| {
        command.env("SWEALOG_TOKEN", "a-token-of-granite-and-marble");
    });
    let port = server.address.rsplit(':').next().unwrap();
    assert!(std::net::TcpStream::connect(format!("127.0.0.1:{port}")).is_ok());
}

#[test]
fn a_token_that_is_none_is_refused() {
    let env = Environment::new();
    insta::assert_snapshot!(env.run(&["serve", "--token-file", "none"]), @r"
    --- stderr
    error: cannot read the token in none
    Caused by: No such file or directory (os error 2)
    Hint: make one: openssl rand -hex 32 > token, then swealog serve --token-file token
    --- exit 1
    ");
    env.file("short", "abc\n");
    let output = env.output(&["serve", "--token-file", "short"]);
    let shown = env.show(&output);
    assert!(shown.contains("a token is 16 or more letters"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
    let output = env
        .command(&["serve"])
        .env("SWEALOG_TOKEN", "abc")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_home_that_cannot_be_used_is_said_at_once() {
    let env = Environment::new();
    env.file("home", "");
    let shown = env.run(&["serve", "--port", "0"]);
    assert!(
        shown.contains("error: ") && shown.contains("exit 1"),
        "{shown}"
    );
}

#[test]
fn every_request_has_its_own_today() {
    let env = Environment::new();
    env.config("day_ends: 12:00");
    let server = Server::start(&env);
    let run = server.run(&serde_json::json!({"text": "bench 80kg 5x5"}));
    assert_eq!(run["logged"]["date"], "2026-11-20");
}
