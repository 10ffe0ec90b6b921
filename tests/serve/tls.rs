//! HTTPS without anything before the server.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};
use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, post, request};

const AUTHORITY: &str = include_str!("certificates/authority.pem");
const FIRST: (&str, &str) = (
    include_str!("certificates/first.pem"),
    include_str!("certificates/first.key"),
);
const SECOND: (&str, &str) = (
    include_str!("certificates/second.pem"),
    include_str!("certificates/second.key"),
);
const TOKEN: &str = "a-token-of-granite-and-marble";

type Sealed = StreamOwned<ClientConnection, TcpStream>;

/// Writes a certificate and its key where the server looks for them.
fn put(env: &Environment, (certificate, key): (&str, &str)) {
    env.file("tls/cert.pem", certificate);
    env.file("tls/key.pem", key);
}

fn start(env: &Environment) -> Server {
    put(env, FIRST);
    let args = ["--tls-cert", "tls/cert.pem", "--tls-key", "tls/key.pem"];
    Server::start_with(env, &args, |command| {
        command.env("SWEALOG_TOKEN", TOKEN);
    })
}

/// A connection of somebody who trusts the authority of the tests and nobody else.
fn connect(server: &Server) -> Sealed {
    let mut roots = RootCertStore::empty();
    let authority = CertificateDer::from_pem_slice(AUTHORITY.as_bytes()).unwrap();
    roots.add(authority).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from("127.0.0.1").unwrap();
    let client = ClientConnection::new(Arc::new(config), name).unwrap();
    StreamOwned::new(client, server.connect())
}

/// Sends a request over a connection of its own, and reads to an end that was meant as one.
fn raw(server: &Server, request: &str) -> Response {
    let mut sealed = connect(server);
    let request = request.replace("HOST", &server.address);
    sealed.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    sealed.read_to_string(&mut text).unwrap();
    Response::read(&text)
}

/// The certificate that a new connection is sealed with.
fn shown(server: &Server) -> CertificateDer<'static> {
    let mut sealed = connect(server);
    let head = format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    sealed.write_all(head.as_bytes()).unwrap();
    sealed.read_exact(&mut [0; 12]).unwrap();
    sealed.conn.peer_certificates().unwrap()[0].clone()
}

fn certificate((pem, _): (&str, &str)) -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(pem.as_bytes()).unwrap()
}

#[test]
fn notes_go_in_and_answers_come_out_sealed() {
    let env = Environment::new();
    let server = start(&env);
    assert_eq!(server.scheme, "https");
    let right = format!("Authorization: Bearer {TOKEN}");
    let logged = raw(&server, &post(&[&right], r#"{"text": "bench 80kg 5x5"}"#));
    assert_eq!(logged.status, 200, "{logged:?}");
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
    let wrong = raw(&server, &post(&[], r#"{"text": "bench 80kg 5x5"}"#));
    assert_eq!(wrong.problem(), "no-token");
    // who speaks without a seal hears nothing of ours
    let mut plain = server.connect();
    server.write(&mut plain, &request("GET", "/healthz", &[], ""));
    let mut heard = Vec::new();
    plain.read_to_end(&mut heard).ok();
    assert!(!String::from_utf8_lossy(&heard).contains("HTTP/1.1"));
    assert_eq!(
        raw(&server, &request("GET", "/healthz", &[], "")).status,
        200
    );
}

#[test]
fn the_page_knows_that_it_is_safe() {
    let env = Environment::new();
    let server = start(&env);
    let origin = format!("Origin: https://{}", server.address);
    let form = "Content-Type: application/x-www-form-urlencoded";
    let body = format!("token={TOKEN}&to=/settings");
    let signed = raw(
        &server,
        &request("POST", "/sign-in", &[&origin, form], &body),
    );
    let cookie = signed.header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
}

#[test]
fn a_renewed_certificate_is_taken_while_it_runs() {
    let env = Environment::new();
    let server = start(&env);
    assert_eq!(shown(&server), certificate(FIRST));
    // one that does not fit yet changes nothing
    env.file("tls/cert.pem", SECOND.0);
    assert_eq!(shown(&server), certificate(FIRST));
    put(&env, SECOND);
    // a file of the same age and length is taken for the same
    env.file("tls/cert.pem", &format!("{}\n", SECOND.0));
    assert_eq!(shown(&server), certificate(SECOND));
}

#[test]
fn what_is_running_is_finished_before_it_stops() {
    let env = Environment::new();
    env.stdout(&["log", "slept 7 hours"]);
    let server = start(&env);
    let lock = File::open(env.home().join(".lock")).unwrap();
    lock.lock().unwrap();
    let mut sealed = BufReader::new(connect(&server));
    let right = format!("Authorization: Bearer {TOKEN}");
    let body = json!({"text": "bench 80kg 5x5"}).to_string();
    let asked = post(&["Accept: text/event-stream", &right], &body);
    let asked = asked.replace("HOST", &server.address);
    sealed.get_mut().write_all(asked.as_bytes()).unwrap();
    let mut line = String::new();
    while !line.starts_with("event: progress") {
        line.clear();
        assert_ne!(sealed.read_line(&mut line).unwrap(), 0, "no step was told");
    }
    // neither one that is quiet nor one that has not shaken hands holds it up
    let quiet = connect(&server);
    let silent = server.connect();
    server.signal("-TERM");
    while TcpStream::connect(&server.address).is_ok() {
        std::thread::yield_now();
    }
    drop(lock);
    let mut rest = String::new();
    sealed.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: result"), "{rest}");
    let (status, _) = server.end();
    drop((quiet, silent));
    assert_eq!(status.code(), Some(0));
    assert!(env.raw("2026-11-21").contains("bench 80kg 5x5"));
}

#[test]
fn what_cannot_be_used_is_said_at_once() {
    let env = Environment::new();
    put(&env, FIRST);
    env.file("other.key", SECOND.1);
    let said = |certificate: &str, key: &str| {
        let args = [
            "serve",
            "--port",
            "0",
            "--tls-cert",
            certificate,
            "--tls-key",
            key,
        ];
        let output = env.output(&args);
        assert_eq!(output.status.code(), Some(1));
        let shown = env.show(&output);
        assert!(shown.contains("Hint: both are files in PEM"), "{shown}");
        shown
    };
    let missing = said("none.pem", "tls/key.pem");
    assert!(missing.contains("cannot read none.pem"), "{missing}");
    let swapped = said("tls/key.pem", "tls/key.pem");
    assert!(
        swapped.contains("there is no certificate in tls/key.pem"),
        "{swapped}"
    );
    let swapped = said("tls/cert.pem", "tls/cert.pem");
    assert!(
        swapped.contains("there is no private key in tls/cert.pem"),
        "{swapped}"
    );
    let foreign = said("tls/cert.pem", "other.key");
    assert!(
        foreign.contains("the certificate and its key cannot be used"),
        "{foreign}"
    );
    let alone = env.output(&["serve", "--tls-cert", "tls/cert.pem"]);
    assert_eq!(alone.status.code(), Some(2));
    assert!(
        env.show(&alone).contains("--tls-key"),
        "{}",
        env.show(&alone)
    );
}
