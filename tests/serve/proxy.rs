//! Behind a proxy: whose word is taken, and paths that are found below another one.

use serde_json::json;

use super::accounts::{PASSWORD, with_accounts};
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};

const HTML: &str = "Accept: text/html";
const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

/// Tries to sign in through a proxy that says so.
fn sign_in(server: &Server, headers: &[&str], name: &str, password: &str) -> Response {
    let password = password.replace(' ', "+");
    let body = format!("name={name}&password={password}&to=/history");
    let headers = [&[HTML, FORM], headers].concat();
    server.raw(&request("POST", "/sign-in", &headers, &body))
}

#[test]
fn only_a_named_proxy_is_believed() {
    let env = with_accounts(&["ann"]);
    let name = ["--allow-host", "log.example"];
    let trusting = [&name[..], &["--trusted-proxy", "127.0.0.0/8"]].concat();
    let said = [
        "X-Forwarded-Host: log.example",
        "X-Forwarded-Proto: https",
        "Origin: https://log.example",
    ];
    let believing = Server::start_with(&env, &trusting, |_| {});
    let signed = sign_in(&believing, &said, "ann", PASSWORD);
    assert_eq!(signed.status, 303, "{signed:?}");
    assert!(signed.header("set-cookie").unwrap().contains("; Secure"));
    // whom it was not told of it does not believe, not even on the same machine
    for args in [&name[..], &["--trusted-proxy", "192.0.2.1"]] {
        let server = Server::start_with(&env, args, |_| {});
        let refused = sign_in(&server, &said, "ann", PASSWORD);
        assert_eq!(refused.status, 403, "{refused:?}");
        let said = ["X-Forwarded-Proto: https", "Origin: http://HOST"];
        let signed = sign_in(&server, &said, "ann", PASSWORD);
        assert!(!signed.header("set-cookie").unwrap().contains("Secure"));
    }
    let foreign = ["X-Forwarded-Host: other.example"];
    let refused = believing.ask("GET", "/healthz", &foreign);
    assert_eq!(refused.status, 421, "{refused:?}");
}

#[test]
fn clients_of_a_proxy_are_told_apart_and_cannot_pretend() {
    let env = with_accounts(&["ann"]);
    let server = Server::start_with(&env, &["--trusted-proxy", "127.0.0.1"], |_| {});
    let own = "Origin: http://HOST";
    let mut tries = 0;
    let mut status = 401;
    while status == 401 && tries < 50 {
        tries += 1;
        // what it says itself stands before what the proxy adds
        let from = format!("X-Forwarded-For: 192.0.2.{tries}, 198.51.100.7");
        status = sign_in(&server, &[own, &from], &format!("n{tries}"), "some words").status;
    }
    assert_eq!((status, tries), (429, 21));
    let other = "X-Forwarded-For: 198.51.100.8";
    assert_eq!(sign_in(&server, &[own, other], "ann", PASSWORD).status, 303);
}

#[test]
fn everything_is_found_below_a_base_path() {
    let env = Environment::new();
    let args = ["--base-path", "/my/log/"];
    let mut said = String::new();
    let server = Server::start_with(&env, &args, |_| {});
    said.push_str(&server.address);
    let address = said.trim_end_matches("/my/log").to_owned();
    assert_ne!(address, said, "the address that is told has it");
    let server = server.at(&address);
    let logged = server.send(
        "POST",
        "/my/log/input",
        &[],
        &json!({"text": "bench 80kg 5x5"}),
    );
    assert_eq!(logged.status, 200, "{logged:?}");
    for path in [
        "/my/log",
        "/my/log/",
        "/my/log/history",
        "/my/log/more",
        "/my/log/figures",
    ] {
        let page = server.ask("GET", path, &[HTML]);
        assert_eq!(page.status, 200, "{path}: {page:?}");
        for attribute in ["href", "action", "src", "hx-post"] {
            let start = format!("{attribute}=\"");
            for rest in page.body.split(&start).skip(1) {
                let place = rest.split('"').next().unwrap().replace("&#x2f;", "/");
                let ours = place.starts_with("/my/log/") || place.starts_with('#');
                assert!(ours, "{path}: {attribute}={place}");
            }
        }
    }
    let headers = [HTML, FORM, "Origin: http://HOST"];
    let sent = server.raw(&request("POST", "/my/log/", &headers, "text=squat+100kg"));
    let place = sent.header("location").unwrap();
    assert!(place.starts_with("/my/log/said/"), "{sent:?}");
    assert_eq!(server.ask("GET", place, &[HTML]).status, 200);
    let script = server.get("/my/log/page.js").body;
    assert!(script.contains("BASE = \"/my/log\""), "{script}");
    let manifest = server.get("/my/log/manifest.webmanifest").json();
    assert_eq!(manifest["start_url"], "/my/log/");
    assert_eq!(manifest["scope"], "/my/log/");
    let document = server.get("/my/log/openapi.json").json();
    assert_eq!(document["servers"][0]["url"], "/my/log");
    // a proxy may have taken it off already
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.get("/my/logs/healthz").status, 404);
}

#[test]
fn who_signs_in_below_a_base_path_stays_there() {
    let env = with_accounts(&["ann"]);
    let server = Server::start_with(&env, &["--base-path", "/log"], |_| {});
    let address = server.address.trim_end_matches("/log").to_owned();
    let server = server.at(&address);
    let away = server.ask("GET", "/log/history", &[HTML]);
    assert_eq!(away.header("location"), Some("/log/sign-in?to=/history"));
    let body = format!(
        "name=ann&password={}&to=/history",
        PASSWORD.replace(' ', "+")
    );
    let headers = [HTML, FORM, "Origin: http://HOST"];
    let signed = server.raw(&request("POST", "/log/sign-in", &headers, &body));
    assert_eq!(signed.header("location"), Some("/log/history"));
    let cookie = signed.header("set-cookie").unwrap();
    assert!(cookie.contains("; Path=/log/;"), "{cookie}");
}

#[test]
fn what_is_no_address_and_no_path_is_refused() {
    let env = Environment::new();
    for (option, value, says) in [
        ("--trusted-proxy", "log.example", "invalid IP address"),
        ("--trusted-proxy", "10.0.0.0/33", "invalid IP address"),
        ("--base-path", "log", "a path begins with /"),
        ("--base-path", "/a/../b", "a path begins with /"),
    ] {
        let shown = env.run(&["serve", option, value]);
        assert!(shown.contains(says) && shown.contains("exit 2"), "{shown}");
    }
}
