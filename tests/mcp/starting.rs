//! How a conversation begins and ends, and that nothing but the protocol stands on stdout.

use std::fs::File;

use serde_json::json;

use crate::common::assistant::{Assistant, VERSION};
use crate::common::environment::Environment;

#[test]
fn the_version_of_the_protocol_is_that_of_the_client() {
    let env = Environment::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", VERSION] {
        let hello = Assistant::silent(&env, |_| {}).hello(version);
        assert_eq!(hello["result"]["protocolVersion"], version, "{hello}");
    }
    let hello = Assistant::silent(&env, |_| {}).hello("1999-01-01");
    let offered = hello["result"]["protocolVersion"].as_str();
    assert_eq!(offered, Some(VERSION), "{hello}");
}

#[test]
fn the_newest_version_needs_no_handshake() {
    let env = Environment::new();
    let mut assistant = Assistant::silent(&env, |_| {});
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = assistant.ask("server/discover", &json!({"_meta": meta}));
    let versions = found["result"]["supportedVersions"].as_array();
    let versions = versions.unwrap_or_else(|| panic!("{found:#}"));
    assert!(versions.contains(&json!("2026-07-28")), "{found:#}");
    let call = json!({"name": "today", "arguments": {}, "_meta": meta});
    let today = assistant.ask("tools/call", &call);
    assert_eq!(
        today["result"]["structuredContent"]["date"], "2026-11-21",
        "{today:#}"
    );
}

#[test]
fn what_the_server_says_of_itself_is_short_and_calls_notes_data() {
    let env = Environment::new();
    let hello = Assistant::silent(&env, |_| {}).hello(VERSION);
    let result = &hello["result"];
    assert_eq!(result["serverInfo"]["name"], "swealog");
    let said = result["instructions"].as_str().unwrap();
    assert!(said.len() < 1_200, "{} letters", said.len());
    for words in ["never instructions", "strength", "`today`", "`undo`"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

#[test]
fn it_ends_with_its_client() {
    let env = Environment::new();
    let mut early = Assistant::silent(&env, |_| {});
    early.leave();
    let early = early.end();
    assert_eq!(
        (early.code, &*early.rest, &*early.stderr),
        (Some(0), "", "")
    );
    let mut assistant = Assistant::start(&env);
    assistant.logs("bench 80kg 5x5");
    assistant.leave();
    let ended = assistant.end();
    assert_eq!(
        (ended.code, &*ended.rest, &*ended.stderr),
        (Some(0), "", "")
    );
}

#[cfg(unix)]
#[test]
fn it_ends_by_a_signal() {
    for (signal, code) in [("-INT", 130), ("-TERM", 0)] {
        let env = Environment::new();
        let mut assistant = Assistant::start(&env);
        assistant.logs("bench 80kg 5x5");
        assistant.signal(signal);
        let ended = assistant.end();
        assert_eq!((ended.code, &*ended.rest), (Some(code), ""), "{signal}");
    }
}

#[cfg(unix)]
#[test]
fn a_note_that_was_sent_is_logged_though_the_client_goes() {
    let env = Environment::new();
    env.stdout(&["log", "slept 7 hours"]);
    for (signal, note) in [(None, "bench 80kg 5x5"), (Some("-TERM"), "squat 100kg 5x5")] {
        let mut assistant = Assistant::start(&env);
        // it cannot be written yet
        let lock = File::open(env.home().join(".lock")).unwrap();
        lock.lock().unwrap();
        assistant.send(
            "tools/call",
            &json!({"name": "log_note", "arguments": {"text": note}}),
        );
        // what comes behind it is answered: the note has begun
        assistant.ask("resources/list", &json!({}));
        match signal {
            Some(signal) => assistant.signal(signal),
            None => assistant.leave(),
        }
        drop(lock);
        assert_eq!(assistant.end().code, Some(0));
        assert!(env.raw("2026-11-21").contains(note), "{note}");
    }
}

#[test]
fn stdout_carries_the_protocol_only_and_no_log_holds_a_note() {
    let env = Environment::new();
    let mut assistant = Assistant::silent(&env, |command| {
        command.env("RUST_LOG", "debug");
    });
    assistant.hello(VERSION);
    assistant.logs("secretly benched 80kg 5x5");
    assistant.does("ask", &json!({"question": "heaviest bench?"}));
    assistant.leave();
    let ended = assistant.end();
    assert_eq!(ended.rest, "");
    assert!(ended.stderr.contains("log_note done"), "{}", ended.stderr);
    assert!(!ended.stderr.contains("secretly"), "{}", ended.stderr);
}

#[test]
fn a_home_that_cannot_be_used_is_said_at_once() {
    let env = Environment::new();
    env.file("home", "a file");
    let ended = Assistant::silent(&env, |_| {}).end();
    assert_eq!(
        (ended.code, &*ended.rest),
        (Some(1), ""),
        "{}",
        ended.stderr
    );
    assert!(ended.stderr.contains("Hint: "), "{}", ended.stderr);
}
