//! The days that have notes, and what stands in one.

use serde_json::json;

use crate::common::environment::Environment;
use crate::common::serving::Server;

/// Notes of three days, two of them of one.
fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-18", "bench 80 3x5"),
        ("2026-11-19", "ran 5k in 25:30"),
        ("2026-11-19", "squat 100 3x5"),
        ("2026-11-21", "bench press 82.5 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

#[test]
fn days_are_counted_a_part_at_a_time() {
    let (_env, server) = home();
    let first = server.object("/v1/days?limit=2");
    assert_eq!(
        first,
        json!({
            "count": 3,
            "days": [
                {"date": "2026-11-21", "entries": 1},
                {"date": "2026-11-19", "entries": 2},
            ],
            "next": "2026-11-19",
        })
    );
    let second = server.object("/v1/days?limit=2&cursor=2026-11-19");
    let last = json!([{"date": "2026-11-18", "entries": 1}]);
    assert_eq!(second, json!({"count": 3, "days": last}));
    let oldest = server.object("/v1/days?order=oldest&limit=1&cursor=2026-11-18");
    assert_eq!(oldest["days"][0]["date"], "2026-11-19");
    let within = server.object("/v1/days?from=2026-11-19&to=2026-11-20");
    assert_eq!(within["count"], 1);
}

#[test]
fn a_day_without_a_note_that_stands_is_not_listed() {
    let (env, server) = home();
    env.stdout(&["undo"]);
    assert_eq!(server.object("/v1/days")["count"], 2);
    let day = server.object("/v1/days/2026-11-21");
    assert_eq!(day["entries"], json!([]));
    assert!(
        day["raw"]
            .as_str()
            .unwrap()
            .contains("bench press 82.5 3x5")
    );
}

#[test]
fn a_day_has_its_text_and_its_entries() {
    let (env, server) = home();
    let response = server.get("/v1/days/2026-11-19");
    let day = response.json();
    assert_eq!(day["raw"], env.raw("2026-11-19"));
    let of_day = server.object("/v1/entries?from=2026-11-19&to=2026-11-19&order=oldest");
    assert_eq!(day["entries"], of_day["entries"]);
    assert!(day["entries"][0]["domain_data"]["running"].is_object());
    let tag = response.header("etag").unwrap().to_owned();
    env.stdout(&["log", "--date", "2026-11-19", "slept 7 hours"]);
    let changed = server.get("/v1/days/2026-11-19");
    assert_ne!(changed.header("etag"), Some(&*tag));
}

#[test]
fn what_is_no_day_is_refused() {
    let (_env, server) = home();
    for (day, status, kind) in [
        ("2026-11-20", 404, "unknown-day"),
        ("blursday", 400, "bad-request"),
        ("2026-13-01", 400, "bad-request"),
        ("1066-10-14", 422, "unfit"),
        ("2200-01-01", 422, "unfit"),
    ] {
        let response = server.get(&format!("/v1/days/{day}"));
        assert_eq!(
            (response.status, response.problem().as_str()),
            (status, kind),
            "{day}"
        );
    }
    let cursor = server.get("/v1/days?cursor=here");
    assert_eq!(
        (cursor.status, cursor.problem().as_str()),
        (400, "bad-query")
    );
}

#[test]
fn a_day_is_edited_as_a_whole_by_who_saw_it() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-20", "bench 80kg 5x5"]);
    env.stdout(&["log", "--date", "2026-11-20", "ran 5k in 25:30"]);
    let server = Server::start(&env);
    let path = "/v1/days/2026-11-20";
    let seen = server.get(path);
    let tag = format!("If-Match: {}", seen.header("etag").unwrap());
    let raw = seen.json()["raw"].as_str().unwrap().to_owned();
    let body = json!({"raw": raw.replace("80kg", "82.5kg")});
    let edited = server.send("PUT", path, &[&tag], &body);
    assert_eq!(edited.status, 200, "{edited:?}");
    let edited = edited.json();
    let counts = ["changed", "new", "gone", "moved", "unfit"]
        .map(|what| edited[what].as_array().unwrap().len());
    assert_eq!(counts, [1, 0, 0, 0, 0], "{edited:#}");
    let now = server.object(path);
    assert_eq!(now["raw"], body["raw"]);
    let weight = &now["entries"][0]["domain_data"]["strength"]["exercises"][0]["sets"][0]["weight"];
    assert_eq!(weight, &json!(82.5), "{now:#}");
    let late = server.send("PUT", path, &[&tag], &json!({"raw": raw}));
    assert_eq!((late.status, late.problem().as_str()), (412, "changed"));
    assert_eq!(late.json()["current"], now);
    let empty = server.send("PUT", path, &[], &json!({"raw": " \n"}));
    assert_eq!((empty.status, empty.problem().as_str()), (422, "unfit"));
    let nowhere = server.send("PUT", "/v1/days/2026-11-01", &[], &json!({"raw": "x"}));
    assert_eq!(
        (nowhere.status, nowhere.problem().as_str()),
        (404, "unknown-day")
    );
    assert_eq!(server.object(path), now);
}

#[test]
fn a_day_that_is_not_all_text_is_not_edited_as_text() {
    let env = Environment::new();
    env.stdout(&["log", "--date", "2026-11-20", "bench 80kg 5x5"]);
    let file = env.home().join("logs/raw/2026/11/2026-11-20.md");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes.extend(b"caf\xe9\n");
    std::fs::write(&file, &bytes).unwrap();
    let server = Server::start(&env);
    let refused = server.send(
        "PUT",
        "/v1/days/2026-11-20",
        &[],
        &json!({"raw": "## 10:30\nx\n"}),
    );
    assert_eq!((refused.status, refused.problem().as_str()), (422, "unfit"));
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}
