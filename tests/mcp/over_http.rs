//! The same over HTTP: one request for each message, behind the checks of the server.

use serde_json::{Value, json};

use crate::common::assistant::VERSION;
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};
use crate::serve::accounts::{bearer, with_accounts};

const TOKEN: &str = "a-token-of-granite-and-marble";
/// What a client of the protocol always sends.
const ACCEPT: &str = "Accept: application/json, text/event-stream";

/// Sends a message with more headers, which are whole lines.
fn sent(server: &Server, headers: &[&str], message: &Value) -> Response {
    let version = format!("MCP-Protocol-Version: {VERSION}");
    let headers = [&[ACCEPT, &version], headers].concat();
    server.send("POST", "/mcp", &headers, message)
}

fn message(method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}

/// The result of a request that must have one.
fn result(server: &Server, method: &str, params: &Value) -> Value {
    let response = sent(server, &[], &message(method, params));
    assert_eq!(response.status, 200, "{response:?}");
    assert_eq!(response.header("content-type"), Some("application/json"));
    let answer = response.json();
    assert_eq!(
        (&answer["id"], &answer["jsonrpc"]),
        (&json!(1), &json!("2.0"))
    );
    assert!(answer["result"].is_object(), "{answer:#}");
    answer["result"].clone()
}

/// What a tool that must do what is asked comes to.
fn does(server: &Server, tool: &str, arguments: &Value) -> Value {
    let call = json!({"name": tool, "arguments": arguments});
    let result = result(server, "tools/call", &call);
    assert_eq!(result["isError"], false, "{result:#}");
    result["structuredContent"].clone()
}

fn hello(version: &str) -> Value {
    json!({
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    })
}

#[test]
fn an_assistant_shakes_hands_and_logs_and_asks() {
    let env = Environment::new();
    let server = Server::start(&env);
    let greeted = result(&server, "initialize", &hello(VERSION));
    assert_eq!(greeted["protocolVersion"], VERSION);
    assert_eq!(greeted["serverInfo"]["name"], "swealog");
    let begun = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let response = sent(&server, &[], &begun);
    assert_eq!(
        (response.status, &*response.body),
        (202, ""),
        "{response:?}"
    );
    let tools = result(&server, "tools/list", &json!({}));
    let names = tools["tools"].as_array().unwrap().iter();
    let names: Vec<_> = names.map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 8);
    assert_eq!(names[..3], ["today", "log_note", "ask"]);
    let logged = does(&server, "log_note", &json!({"text": "bench 80kg 5x5"}));
    assert_eq!(logged["status"], "logged", "{logged:#}");
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
    let answered = does(&server, "ask", &json!({"question": "heaviest bench?"}));
    let answer = answered["answer"].as_str().unwrap();
    assert!(answer.contains("80 kg"), "{answer}");
    let read = result(
        &server,
        "resources/read",
        &json!({"uri": "swealog://measures"}),
    );
    assert!(read["contents"][0]["text"].is_string(), "{read:#}");
}

#[test]
fn every_version_of_the_protocol_over_http_is_spoken() {
    let env = Environment::new();
    let server = Server::start(&env);
    for version in ["2025-03-26", "2025-06-18", VERSION] {
        let header = format!("MCP-Protocol-Version: {version}");
        let hello = message("initialize", &hello(version));
        let greeted = server.send("POST", "/mcp", &[ACCEPT, &header], &hello);
        assert_eq!(greeted.json()["result"]["protocolVersion"], version);
    }
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let call = json!({"name": "today", "arguments": {}, "_meta": meta});
    let headers = [
        ACCEPT,
        "MCP-Protocol-Version: 2026-07-28",
        "Mcp-Method: tools/call",
        "Mcp-Name: today",
    ];
    let today = server.send("POST", "/mcp", &headers, &message("tools/call", &call));
    let date = &today.json()["result"]["structuredContent"]["date"];
    assert_eq!(date, "2026-11-21", "{today:?}");
}

#[test]
fn a_preview_is_approved_by_another_request_and_once_is_once() {
    let env = Environment::new();
    env.config("approval: never\n");
    let server = Server::start(&env);
    let note = json!({"text": "bench 80kg 5x5", "key": "granite-1"});
    let logged = does(&server, "log_note", &note);
    assert_eq!(does(&server, "log_note", &note), logged);
    let id = &logged["logged"][0]["entry_id"];
    let waits = does(
        &server,
        "correct",
        &json!({"text": "that was 85 not 80", "entry_id": id}),
    );
    assert_eq!(waits["status"], "pending_approval", "{waits:#}");
    let decision = json!({
        "session_id": waits["session_id"],
        "approval_id": waits["preview"]["id"],
        "decision": "approve",
    });
    let done = does(&server, "confirm", &decision);
    assert_eq!(&done["correction"]["of"], id, "{done:#}");
    assert_eq!(does(&server, "entries", &json!({}))["count"], 1);
}

#[test]
fn names_of_the_persons_own_are_known_as_soon_as_they_are_given() {
    let env = Environment::new();
    let server = Server::start(&env);
    let named = json!({"alias": "granite press", "name": "Bench Press (Barbell)"});
    let response = server.send("POST", "/v1/names", &[], &named);
    assert_eq!(response.status, 200, "{response:?}");
    let logged = does(
        &server,
        "log_note",
        &json!({"text": "granite press 80kg 5x5"}),
    );
    let read = &logged["logged"][0]["read_as"]["strength"]["exercises"][0]["name"];
    assert_eq!(read, "Bench Press (Barbell)", "{logged:#}");
}

#[test]
fn only_those_who_know_the_token_get_in() {
    let env = Environment::new();
    let server = Server::start_with(&env, &[], |command| {
        command.env("SWEALOG_TOKEN", TOKEN);
    });
    let note = json!({"name": "log_note", "arguments": {"text": "bench 80kg 5x5"}});
    let note = message("tools/call", &note);
    for header in [
        "X-None: 1",
        "Authorization: Bearer a-token-of-granite-and-marbl",
        "Authorization: Basic a-token-of-granite-and-marble",
    ] {
        for asked in [&message("initialize", &hello(VERSION)), &note] {
            let response = sent(&server, &[header], asked);
            assert_eq!(
                (response.status, response.problem().as_str()),
                (401, "no-token"),
                "{header}"
            );
            assert_eq!(response.header("www-authenticate"), Some("Bearer"));
        }
    }
    assert_eq!(env.raw("2026-11-21"), "", "nothing was logged");
    let right = format!("Authorization: Bearer {TOKEN}");
    assert_eq!(sent(&server, &[&right], &note).status, 200);
    server.signal("-TERM");
    let (_, log) = server.end();
    assert!(log.contains("POST /mcp 200"), "{log}");
    assert!(log.contains("log_note done"), "{log}");
    assert!(!log.contains("bench") && !log.contains(TOKEN), "{log}");
}

#[test]
fn pages_of_other_sites_and_foreign_names_are_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    let note = json!({"name": "log_note", "arguments": {"text": "bench 80kg 5x5"}});
    let note = message("tools/call", &note);
    for (header, status, problem) in [
        ("Origin: http://other.example", 403, "foreign-page"),
        ("Origin: null", 403, "foreign-page"),
        ("Sec-Fetch-Site: cross-site", 403, "foreign-page"),
        ("Host: other.example", 421, "wrong-host"),
        ("Host: localhost.other.example:80", 421, "wrong-host"),
    ] {
        let response = sent(&server, &[header], &note);
        let refused = (response.status, response.problem());
        assert_eq!(refused, (status, problem.to_owned()), "{header}");
    }
    let preflight = [
        "Origin: http://other.example",
        "Access-Control-Request-Method: POST",
    ];
    assert_eq!(server.ask("OPTIONS", "/mcp", &preflight).status, 403);
    // a form of a page can send no JSON
    let form = request(
        "POST",
        "/mcp",
        &[ACCEPT, "Content-Type: text/plain"],
        &note.to_string(),
    );
    let response = server.raw(&form);
    assert_eq!(
        (response.status, response.problem().as_str()),
        (415, "not-json")
    );
    assert_eq!(env.raw("2026-11-21"), "", "nothing was logged");
}

#[test]
fn what_is_no_message_is_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    let raw = |body: &str| {
        let headers = [ACCEPT, "Content-Type: application/json"];
        server.raw(&request("POST", "/mcp", &headers, body))
    };
    for (body, status, problem) in [
        ("", 400, "bad-json"),
        ("{\"jsonrpc\": \"2.0\"", 400, "bad-json"),
        ("[1, 2]", 422, "unfit"),
        ("{\"method\": \"tools/list\"}", 422, "unfit"),
    ] {
        let response = raw(body);
        let refused = (response.status, response.problem());
        assert_eq!(refused, (status, problem.to_owned()), "{body}");
    }
    let long = message(
        "tools/call",
        &json!({"name": "log_note", "arguments": {"text": "g".repeat(1 << 20)}}),
    );
    let response = raw(&long.to_string());
    assert_eq!(
        (response.status, response.problem().as_str()),
        (413, "too-large")
    );
    // there is nothing to listen to between two requests
    for method in ["GET", "DELETE"] {
        let response = server.ask(method, "/mcp", &["Accept: text/event-stream"]);
        assert_eq!(
            (response.status, response.header("allow")),
            (405, Some("POST"))
        );
    }
    let unknown = sent(
        &server,
        &[],
        &message("tools/call", &json!({"name": "forget"})),
    );
    assert!(unknown.json()["error"].is_object(), "{unknown:?}");
}

#[test]
fn each_account_has_its_own_log_and_a_token_that_may_look_writes_nothing() {
    let env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    let call = |who: &str, tool: &str, arguments: &Value| {
        let call = json!({"name": tool, "arguments": arguments});
        sent(&server, &[who], &message("tools/call", &call))
    };
    let does = |who: &str, tool: &str, arguments: &Value| {
        let answer = call(who, tool, arguments);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["result"]["structuredContent"].clone()
    };
    let (ann, ben) = (bearer(&env, "ann", "write"), bearer(&env, "ben", "write"));
    let logged = does(
        &ann,
        "log_note",
        &json!({"text": "bench 80kg 5x5", "key": "k"}),
    );
    assert_eq!(logged["status"], "logged", "{logged:#}");
    let id = logged["logged"][0]["entry_id"].as_str().unwrap();
    // the same key, another person: it is done, and not answered as before
    let other = does(
        &ben,
        "log_note",
        &json!({"text": "squat 100kg 5x5", "key": "k"}),
    );
    assert_eq!(other["status"], "logged", "{other:#}");
    for (who, mine, others) in [(&ann, "bench", "squat"), (&ben, "squat", "bench")] {
        let entries = does(who, "entries", &json!({})).to_string();
        assert!(
            entries.contains(mine) && !entries.contains(others),
            "{entries}"
        );
        let today = does(who, "today", &json!({})).to_string();
        assert!(today.contains(mine) && !today.contains(others), "{today}");
    }
    let undone = call(&ben, "undo", &json!({"entry_id": id})).json();
    assert_eq!(undone["result"]["isError"], true, "{undone:#}");
    let look = bearer(&env, "ann", "read");
    for tool in ["log_note", "correct", "confirm", "undo", "no_such_tool"] {
        let answer = call(&look, tool, &json!({"text": "slept 7 hours"}));
        assert_eq!(
            (answer.status, answer.problem().as_str()),
            (403, "read-only"),
            "{tool}"
        );
    }
    let found = does(&look, "entries", &json!({}));
    assert_eq!(found["count"], 1, "{found:#}");
    let best = does(&look, "ask", &json!({"question": "heaviest bench?"}));
    assert_eq!(best["status"], "answered", "{best:#}");
    let stranger = sent(&server, &[], &message("tools/list", &json!({})));
    assert_eq!(stranger.status, 401);
}
