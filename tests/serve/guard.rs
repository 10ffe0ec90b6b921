//! Who is let in.

use crate::common::environment::Environment;
use crate::common::serving::{Server, post, request};

const TOKEN: &str = "a-token-of-granite-and-marble";
const NOTE: &str = r#"{"text": "bench 80kg 5x5"}"#;

#[test]
fn a_host_that_is_not_ours_is_refused() {
    let env = Environment::new();
    let server = Server::start_with(&env, &["--allow-host", "rocks.example"], |_| {});
    for (host, status) in [
        ("Host: HOST", 200),
        ("Host: localhost", 200),
        ("Host: LocalHost:8787", 200),
        ("Host: [::1]", 200),
        ("Host: rocks.example", 200),
        ("Host: other.example", 421),
        ("Host: 192.168.1.7", 421),
        ("Host: localhost.other.example", 421),
        ("Host: me@localhost", 400),
        ("Host: ", 400),
        ("Host: localhost\r\nHost: localhost", 400),
    ] {
        let response = server.ask("GET", "/healthz", &[host]);
        assert_eq!(response.status, status, "{host}: {response:?}");
        if status != 200 {
            response.problem();
        }
    }
    let without = server.raw("GET /healthz HTTP/1.0\r\n\r\n");
    assert_eq!(
        (without.status, without.problem().as_str()),
        (400, "bad-request")
    );
}

#[test]
fn a_page_of_another_site_is_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    for header in [
        "Origin: http://other.example",
        "Origin: null",
        "Origin: http://127.0.0.1:1",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site",
    ] {
        let response = server.raw(&post(&[header], NOTE));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (403, "foreign-page"),
            "{header}"
        );
        assert!(response.header("access-control-allow-origin").is_none());
    }
    let preflight = [
        "Origin: http://other.example",
        "Access-Control-Request-Method: POST",
    ];
    assert_eq!(server.ask("OPTIONS", "/input", &preflight).status, 403);
    // a form of a page can only send these
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
    ] {
        let header = format!("Content-Type: {kind}");
        let response = server.raw(&request("POST", "/input", &[&header], NOTE));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (415, "not-json"),
            "{kind}"
        );
    }
    assert_eq!(env.raw("2026-11-21"), "", "nothing was logged");
    for header in [
        format!("Origin: http://{}", server.address),
        "Sec-Fetch-Site: same-origin".into(),
        "Sec-Fetch-Site: none".into(),
    ] {
        assert_eq!(server.raw(&post(&[&header], NOTE)).status, 200, "{header}");
    }
}

#[test]
fn only_those_who_know_the_token_get_in() {
    let env = Environment::new();
    let file = env.file("token", &format!("{TOKEN}\n"));
    let by_file = Server::start_with(&env, &["--token-file", file.to_str().unwrap()], |_| {});
    let by_variable = Server::start_with(&env, &[], |command| {
        command.env("SWEALOG_TOKEN", TOKEN);
    });
    for server in [&by_file, &by_variable] {
        for header in [
            "X-None: 1",
            "Authorization: Bearer",
            "Authorization: Bearer ",
            "Authorization: Bearer a-token-of-granite-and-marbl",
            "Authorization: Bearer a-token-of-granite-and-marbles",
            "Authorization: Basic a-token-of-granite-and-marble",
            "Authorization: a-token-of-granite-and-marble",
        ] {
            for path in ["/context", "/nowhere"] {
                let response = server.ask("GET", path, &[header]);
                assert_eq!(
                    (response.status, response.problem().as_str()),
                    (401, "no-token"),
                    "{path} {header}"
                );
                assert_eq!(response.header("www-authenticate"), Some("Bearer"));
            }
        }
        let right = format!("authorization: bearer {TOKEN}");
        assert_eq!(server.ask("GET", "/context", &[&right]).status, 200);
        assert_eq!(server.raw(&post(&[&right], NOTE)).status, 200);
        let health = server.get("/healthz");
        assert_eq!(
            (health.status, health.body.as_str()),
            (200, r#"{"status":"ok"}"#)
        );
        assert_eq!(server.get("/openapi.json").status, 200);
    }
}

#[test]
fn the_log_holds_no_words_and_no_token() {
    let env = Environment::new();
    let server = Server::start_with(&env, &[], |command| {
        command.env("SWEALOG_TOKEN", TOKEN);
    });
    let right = format!("Authorization: Bearer {TOKEN}");
    server.raw(&post(&[&right], r#"{"text": "secretly 80kg 5x5"}"#));
    server.ask("GET", "/context?why=secretly", &[&right]);
    server.ask("GET", "/nowhere", &[]);
    server.signal("-TERM");
    let (_, log) = server.end();
    for line in ["POST /input 200", "GET /context 200", "GET /nowhere 401"] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains("secretly") && !log.contains(TOKEN), "{log}");
    assert!(!log.contains("there is no such setting"), "{log}");
}
