//! Files that are sent once, looked at, and then brought in: by programs, and on the page.

use serde_json::{Value, json};

use super::import_hostile::zip;
use super::input::events;
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};

const STRONG: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-11-18 18:00:00,\"Push\",1h,\"Bench Press (Barbell)\",1,80.0,5.0,0,0,\"\",\"\",
2026-11-18 18:00:00,\"Push\",1h,\"Bench Press (Barbell)\",2,82.5,5.0,0,0,\"\",\"\",
";
const OPEN: &str = "Date,Exercise,Weight (kg),Reps\n5/10/2026,Bench Press,80,5\n";

fn count(server: &Server) -> Value {
    server.object("/v1/entries")["count"].clone()
}

/// Sends a file as a program, and gives what would come in of it.
fn sent(server: &Server, name: &str, body: &[u8]) -> Value {
    let headers = ["Content-Type: application/octet-stream"];
    let path = format!("/v1/imports?name={name}");
    let response = server.send_bytes("POST", &path, &headers, body);
    assert_eq!(response.status, 200, "{response:?}");
    response.json()
}

fn place(sent: &Value) -> String {
    format!("/v1/imports/{}", sent["id"].as_str().unwrap())
}

#[test]
fn a_file_is_seen_before_it_comes_in() {
    let env = Environment::new();
    let server = Server::start(&env);
    let seen = sent(&server, "strong.csv", STRONG.as_bytes());
    assert_eq!(seen["name"], "strong.csv");
    let would = &seen["import"];
    assert_eq!(
        (&would["dry_run"], &would["imported"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(would["samples"][0]["date"], "2026-11-18", "{would:#}");
    assert!(
        would["samples"][0]["text"]
            .as_str()
            .unwrap()
            .contains("Bench Press")
    );
    assert_eq!(count(&server), 0);
    // by another reading, and again nothing comes in
    let body = json!({"mass": "lb", "dry-run": true});
    let other = server.send("POST", &place(&seen), &[], &body).json();
    assert!(
        other["import"]["samples"][0]["text"]
            .as_str()
            .unwrap()
            .contains("lb"),
        "{other:#}"
    );
    assert_eq!(count(&server), 0);
    let came = server
        .send("POST", &place(&seen), &[], &json!({"mass": "kg"}))
        .json();
    assert_eq!(
        (&came["import"]["dry_run"], &came["import"]["imported"]),
        (&json!(false), &json!(1))
    );
    assert!(came["import"].get("samples").is_none(), "{came:#}");
    assert_eq!(count(&server), 1);
    let gone = server.send("POST", &place(&seen), &[], &json!({}));
    assert_eq!(
        (gone.status, gone.problem().as_str()),
        (404, "unknown-import")
    );
}

#[test]
fn what_is_open_is_answered_without_sending_it_again() {
    let env = Environment::new();
    let server = Server::start(&env);
    let seen = sent(&server, "sets.csv", OPEN.as_bytes());
    assert_eq!(
        seen["import"]["questions"][0]["file"], "sets.csv",
        "{seen:#}"
    );
    let map = "date=Date,exercise=Exercise,weight:kg=Weight (kg),reps=Reps";
    let said = json!({"map": [map]});
    let half = server.send("POST", &place(&seen), &[], &said).json();
    assert_eq!(half["import"]["imported"], 0, "{half:#}");
    assert_eq!(
        half["import"]["questions"][0]["answers"][0]["flag"],
        "--days day-first"
    );
    let said = json!({"map": [map], "days": "day-first"});
    let accept = ["Accept: text/event-stream"];
    let told = server.send("POST", &place(&seen), &accept, &said);
    let events = events(&told.body);
    assert_eq!(events[0].0, "progress", "{told:?}");
    let (name, came) = events.last().unwrap();
    assert_eq!((*name, &came["import"]["imported"]), ("result", &json!(1)));
    assert_eq!(server.object("/v1/days")["days"][0]["date"], "2026-10-05");
}

#[test]
fn what_is_let_go_is_gone_from_the_disk() {
    let env = Environment::new();
    let folder = env.path().join("temporary");
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::start_with(&env, &[], |command| {
        command.env("TMPDIR", &folder);
    });
    let left = || std::fs::read_dir(&folder).unwrap().count();
    let seen = sent(&server, "strong.csv", STRONG.as_bytes());
    assert_eq!(left(), 1);
    let gone = server.ask("DELETE", &place(&seen), &[]);
    assert_eq!(gone.json(), json!({"let_go": seen["id"]}));
    assert_eq!(left(), 0);
    assert_eq!(
        server.ask("DELETE", &place(&seen), &[]).problem(),
        "unknown-import"
    );
    // of many that nobody says a word to, only the newest are kept
    for _ in 0..12 {
        sent(&server, "strong.csv", STRONG.as_bytes());
    }
    assert_eq!(left(), 8);
    server.signal("-TERM");
    server.end();
    assert_eq!(left(), 0);
}

#[test]
fn what_cannot_be_is_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    for name in ["", "..%2Fa.csv", ".hidden", "-"] {
        let headers = ["Content-Type: application/octet-stream"];
        let path = format!("/v1/imports?name={name}");
        let refused = server.send_bytes("POST", &path, &headers, b"a");
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{name}"
        );
    }
    let seen = sent(&server, "strong.csv", STRONG.as_bytes());
    for body in [
        json!({"days": "sideways"}),
        json!({"granite": 1}),
        json!({"map": "date=Date"}),
    ] {
        let refused = server.send("POST", &place(&seen), &[], &body);
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{body}"
        );
    }
    for id in ["granite", "..%2F..%2Fetc", "%00"] {
        let refused = server.send("POST", &format!("/v1/imports/{id}"), &[], &json!({}));
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (404, "unknown-import"),
            "{id}"
        );
    }
}

// ---- the page

const HTML: &str = "Accept: text/html";
const ORIGIN: &str = "Origin: http://HOST";
const BOUNDARY: &str = "----granite";

/// A form with a file in it, as a browser sends it.
fn form(name: &str, file: &[u8]) -> Vec<u8> {
    let head = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
         Content-Type: application/octet-stream\r\n\r\n"
    );
    [
        head.as_bytes(),
        file,
        format!("\r\n--{BOUNDARY}--\r\n").as_bytes(),
    ]
    .concat()
}

fn chosen(server: &Server, headers: &[&str], body: &[u8]) -> Response {
    let kind = format!("Content-Type: multipart/form-data; boundary={BOUNDARY}");
    let headers = [&[HTML, &kind], headers].concat();
    server.send_bytes("POST", "/imports", &headers, body)
}

/// Sends a file by the form, and gives where that leads to.
fn choose(server: &Server, name: &str, file: &[u8]) -> String {
    let response = chosen(server, &[ORIGIN], &form(name, file));
    assert_eq!(response.status, 303, "{response:?}");
    response.header("location").unwrap().to_owned()
}

fn page(server: &Server, path: &str, language: &str) -> String {
    let language = format!("Accept-Language: {language}");
    let response = server.ask("GET", path, &[HTML, &language]);
    assert_eq!(response.status, 200, "{path}: {response:?}");
    response.body
}

/// Sends a form without a file, and gives where that leads to.
fn submit(server: &Server, path: &str, fields: &str) -> String {
    let kind = "Content-Type: application/x-www-form-urlencoded";
    let response = server.raw(&request("POST", path, &[HTML, kind, ORIGIN], fields));
    assert_eq!(response.status, 303, "{response:?}");
    response.header("location").unwrap().to_owned()
}

#[test]
fn a_person_chooses_a_file_sees_it_and_brings_it_in() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert!(page(&server, "/more", "en").contains("href=\"/imports\""));
    let form = page(&server, "/imports", "en");
    assert!(form.contains("enctype=\"multipart/form-data\""), "{form}");
    let place = choose(&server, "C:\\granite\\strong.csv", STRONG.as_bytes());
    let seen = page(&server, &place, "en");
    for text in [
        "<h1>strong.csv</h1>",
        "1 entry would come in.",
        "Wednesday, 18 November",
        "Bench Press (Barbell)",
        "<select id=\"mass\" name=\"mass\">",
        ">Bring it in<",
    ] {
        assert!(seen.contains(text), "{text}: {seen}");
    }
    assert!(
        !seen.contains("swealog import"),
        "no command of the terminal: {seen}"
    );
    assert_eq!(count(&server), 0);
    let korean = page(&server, &place, "ko");
    assert!(korean.contains("기록 1개를 가져올 수 있어요."), "{korean}");
    let pounds = page(&server, &format!("{place}?mass=lb"), "en");
    assert!(
        pounds.contains("<input type=\"hidden\" name=\"mass\" value=\"lb\">"),
        "{pounds}"
    );

    assert_eq!(submit(&server, &place, "mass=lb"), place);
    let came = page(&server, &place, "en");
    assert!(came.contains("1 entry came in."), "{came}");
    assert!(!came.contains("Bring it in"), "{came}");
    assert_eq!(count(&server), 1);
    let text = server.object("/v1/entries").to_string();
    assert!(text.contains("\"lb\""), "{text}");
    // the same again is nothing new
    let again = page(
        &server,
        &choose(&server, "strong.csv", STRONG.as_bytes()),
        "en",
    );
    assert!(again.contains("Nothing new is in it."), "{again}");
}

#[test]
fn what_a_file_leaves_open_is_answered_on_the_page() {
    let env = Environment::new();
    let server = Server::start(&env);
    let table = "Date,Exercise,Weight (kg),Reps\n5/10/2026,Bench Press,80,5\n";
    let place = choose(&server, "sets.csv", table.as_bytes());
    let asked = page(&server, &place, "en");
    assert!(asked.contains("The file leaves something open"), "{asked}");
    let mut said = Vec::new();
    let mut seen = asked;
    while let Some((_, rest)) = seen.split_once("name=\"answer-1\" value=\"") {
        let (answer, _) = rest.split_once('"').unwrap();
        let answer = answer.replace("&amp;", "&").replace("&#x2f;", "/");
        said.push(
            answer
                .replace(' ', "%20")
                .replace('=', "%3D")
                .replace(':', "%3A"),
        );
        assert!(said.len() < 5, "{seen}");
        seen = page(
            &server,
            &format!("{place}?said={}", said.join("&said=")),
            "en",
        );
    }
    assert!(seen.contains("1 entry would come in."), "{said:?}: {seen}");
    assert_eq!(count(&server), 0);
    submit(&server, &place, &format!("said={}", said.join("&said=")));
    assert_eq!(count(&server), 1);
}

#[test]
fn a_file_that_is_left_is_gone() {
    let env = Environment::new();
    let server = Server::start(&env);
    let place = choose(&server, "strong.csv", STRONG.as_bytes());
    assert_eq!(submit(&server, &format!("{place}/leave"), ""), "/imports");
    let gone = server.ask("GET", &place, &[HTML]);
    assert_eq!(gone.status, 404);
    assert!(
        gone.body.contains("This file is not kept any more."),
        "{gone:?}"
    );
    assert_eq!(count(&server), 0);
}

#[test]
fn hostile_forms_bring_nothing_in() {
    let env = Environment::new();
    let server = Server::start(&env);
    let whole = form("strong.csv", STRONG.as_bytes());
    for header in ["Origin: http://other.example", "Origin: null", "X-None: 1"] {
        assert_eq!(chosen(&server, &[header], &whole).status, 403, "{header}");
    }
    for (name, body) in [
        ("half", &whole[..whole.len() / 2]),
        ("nothing", b""),
        ("no form", b"granite"),
    ] {
        let refused = chosen(&server, &[ORIGIN], body);
        assert_eq!(refused.status, 400, "{name}: {refused:?}");
    }
    let plain = server.send_bytes("POST", "/imports", &[HTML, ORIGIN], &whole);
    assert_eq!(plain.status, 400, "{plain:?}");
    // a form without a file leads back
    let empty = chosen(&server, &[ORIGIN], &form("", b""));
    assert_eq!(
        (empty.status, empty.header("location")),
        (303, Some("/imports"))
    );
    for name in [".hidden", "-", "a:b"] {
        let refused = chosen(&server, &[ORIGIN], &form(name, b"a"));
        assert_eq!(refused.status, 422, "{name}: {refused:?}");
    }
    // what stands in a file or in its names acts nowhere
    let script = "<script>alert(1)</script>.md";
    let place = choose(
        &server,
        "notes.zip",
        &zip([(script.to_owned(), &b"<script>alert(2)</script>\n"[..])]),
    );
    let seen = page(&server, &place, "en");
    assert!(!seen.contains("<script>alert"), "{seen}");
    let strange = server.ask("GET", &format!("{place}?said=granite"), &[HTML]);
    assert_eq!(strange.status, 422, "{strange:?}");
    assert_eq!(count(&server), 0);
}
