//! Files brought in over HTTP.

use serde_json::{Value, json};

use super::input::events;
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server, request};

const STRONG: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-11-18 18:00:00,\"Push\",1h,\"Bench Press (Barbell)\",1,80.0,5.0,0,0,\"\",\"\",
2026-11-18 18:00:00,\"Push\",1h,\"Bench Press (Barbell)\",2,82.5,5.0,0,0,\"\",\"\",
";

fn send(server: &Server, query: &str, headers: &[&str], body: &str) -> Response {
    let headers = [&["Content-Type: application/octet-stream"], headers].concat();
    server.raw(&request(
        "POST",
        &format!("/v1/import?{query}"),
        &headers,
        body,
    ))
}

fn count(server: &Server) -> Value {
    server.object("/v1/entries")["count"].clone()
}

#[test]
fn a_file_comes_in_as_the_command_brings_it() {
    let (over_http, by_command) = (Environment::new(), Environment::new());
    let file = by_command.file("strong.csv", STRONG);
    let server = Server::start(&over_http);
    let dry = send(&server, "name=strong.csv&dry-run=true&mass=kg", &[], STRONG);
    assert_eq!(
        (dry.status, &dry.json()["imported"]),
        (200, &json!(1)),
        "{dry:?}"
    );
    assert_eq!(count(&server), 0);

    let came = send(&server, "name=strong.csv&mass=kg", &[], STRONG).json();
    let file = file.to_str().unwrap();
    let mut printed = by_command.object(&["import", "--json", "--unit", "kg", file]);
    assert_eq!(came["imported"], 1);
    assert!(
        !came.to_string().contains("tmp"),
        "no folder of ours: {came}"
    );
    printed["remarks"] = came["remarks"].clone();
    assert_eq!(came, printed);
    let again = send(&server, "name=strong.csv&mass=kg", &[], STRONG).json();
    assert_eq!(
        (&again["imported"], &again["already_there"]),
        (&json!(0), &json!(1))
    );
}

#[test]
fn notes_keep_the_day_of_their_file() {
    let env = Environment::new();
    let server = Server::start(&env);
    let came = send(&server, "name=2026-11-17.md", &[], "bench 80 3x5\n").json();
    assert_eq!(came["imported"], 1, "{came}");
    assert_eq!(server.object("/v1/days")["days"][0]["date"], "2026-11-17");
}

#[test]
fn an_export_comes_in_again() {
    let (from, to) = (Environment::new(), Environment::new());
    from.stdout(&["log", "bench 85 3x5"]);
    from.stdout(&["--yes", "actually that was 90 not 85"]);
    let export = from.stdout(&["export"]);
    let server = Server::start(&to);
    let came = send(&server, "name=notes.json", &[], &export).json();
    assert_eq!(
        (&came["imported"], &came["rejected"]),
        (&json!(2), &json!([]))
    );
    assert_eq!(to.stdout(&["export"]), export);
}

#[test]
fn what_a_file_leaves_open_is_asked_and_answered_in_the_query() {
    let env = Environment::new();
    let server = Server::start(&env);
    let table = "Date,Exercise,Weight (kg),Reps\n5/10/2026,Bench Press,80,5\n";
    let columns = "map=date=Date,exercise=Exercise,weight:kg=Weight%20(kg),reps=Reps";
    let asked = send(&server, &format!("name=sets.csv&{columns}"), &[], table).json();
    assert_eq!(asked["imported"], 0);
    let question = &asked["questions"][0];
    assert_eq!(question["file"], "sets.csv", "{asked}");
    let answers = question["answers"].as_array().unwrap();
    let mut flags = answers.iter().map(|answer| &answer["flag"]);
    assert!(flags.any(|flag| flag == "--days day-first"), "{question}");
    let query = format!("name=sets.csv&days=day-first&{columns}");
    let came = send(&server, &query, &[], table).json();
    assert_eq!(came["imported"], 1, "{came}");
    let days = server.object("/v1/days");
    assert_eq!(days["days"][0]["date"], "2026-10-05");
}

#[test]
fn how_far_it_is_is_told() {
    let env = Environment::new();
    let server = Server::start(&env);
    let accept = ["Accept: text/event-stream"];
    let told = send(&server, "name=strong.csv&mass=kg", &accept, STRONG);
    assert_eq!(told.header("content-type"), Some("text/event-stream"));
    let events = events(&told.body);
    assert_eq!(
        events[0],
        ("progress", json!({"done": 0, "of": 1, "what": "reading"}))
    );
    let (name, came) = events.last().unwrap();
    assert_eq!((*name, &came["imported"]), ("result", &json!(1)));
}

#[test]
fn what_cannot_come_in_is_refused() {
    let env = Environment::new();
    let server = Server::start(&env);
    for (query, status, kind) in [
        ("", 400, "bad-query"),
        ("name=a.csv&days=sideways", 400, "bad-query"),
        ("name=a.csv&mass=stone", 400, "bad-query"),
        ("name=", 422, "unfit"),
        ("name=-", 422, "unfit"),
        ("name=.hidden", 422, "unfit"),
        ("name=..%2Fa.csv", 422, "unfit"),
        ("name=a%00.csv", 422, "unfit"),
    ] {
        let refused = send(&server, query, &[], STRONG);
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (status, kind),
            "{query}"
        );
    }
    let json = request(
        "POST",
        "/v1/import?name=a.csv",
        &["Content-Type: text/csv"],
        STRONG,
    );
    let refused = server.raw(&json);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (415, "not-bytes")
    );
    let unknown = send(&server, "name=a.bin", &[], "granite and marble").json();
    assert_eq!(unknown["rejected"][0]["file"], "a.bin", "{unknown}");
    let large = format!(
        "POST /v1/import?name=a.csv HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\
         Content-Type: application/octet-stream\r\nContent-Length: {}\r\n\r\n",
        (32 << 20) + 1
    );
    let refused = server.raw(&large);
    assert_eq!(
        (refused.status, refused.problem().as_str()),
        (413, "too-large")
    );
}
