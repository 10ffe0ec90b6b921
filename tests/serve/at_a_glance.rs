//! The day at a glance, targets, and what is worth a second look, over HTTP.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::Server;

/// A home with notes of three days, one of which holds a word that nobody knows.
fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-12", "ran 5k in 25:30"),
        ("2026-11-19", "zorbing 100 3x5"),
        ("2026-11-20", "ran 10k in 50:00"),
        ("2026-11-21", "bench 85 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

fn texts(entries: &Value) -> Vec<&str> {
    let entries = entries.as_array().unwrap().iter();
    entries
        .map(|entry| entry["text"].as_str().unwrap())
        .collect()
}

#[test]
fn the_day_is_told_with_what_came_before_it_and_what_waits() {
    let (env, server) = home();
    env.stdout(&["target", "distance 20 km a week"]);
    let asked = server.run(&json!({"text": "how was it?"}));
    assert_eq!(asked["status"], "waiting_for_user", "{asked:#}");
    let today = server.object("/v1/today");
    assert_eq!(
        (&today["date"], &today["time"]),
        (&json!("2026-11-21"), &json!("10:30"))
    );
    assert_eq!(today["units"], json!({"mass": "kg", "distance": "km"}));
    assert_eq!(texts(&today["entries"]), ["bench 85 3x5"]);
    assert_eq!(
        texts(&today["latest"]),
        ["ran 10k in 50:00", "zorbing 100 3x5", "ran 5k in 25:30"]
    );
    let weeks = today["weeks"].as_array().unwrap();
    let running = weeks
        .iter()
        .find(|week| week["domain"] == "running")
        .unwrap();
    let distance = &running["measures"][0];
    assert_eq!(
        (&distance["this_week"], &distance["last_week"]),
        (&json!(10.0), &json!(5.0)),
        "{running:#}"
    );
    assert_eq!(today["targets"], server.object("/v1/targets")["targets"]);
    assert_eq!(
        today["waiting"],
        json!([{"session_id": asked["session_id"], "text": "how was it?"}])
    );
}

#[test]
fn a_target_is_set_met_and_taken_away_as_the_command_does() {
    let (env, server) = home();
    let body = json!({"target": "distance 20 km a week"});
    let set = server.send("POST", "/v1/targets", &[], &body);
    assert_eq!(set.status, 200, "{set:?}");
    let listed = env.objects(&["target", "--json"]);
    assert_eq!(vec![set.json()], listed);
    let mut with_progress = set.json();
    with_progress["now"] = json!(10.0);
    assert_eq!(
        server.object("/v1/targets")["targets"],
        json!([with_progress])
    );
    let twice = json!({"target": "distance 25 km a week"});
    server.send("POST", "/v1/targets", &[], &twice);
    let targets = server.object("/v1/targets")["targets"].clone();
    assert_eq!(
        (targets.as_array().unwrap().len(), &targets[0]["value"]),
        (1, &json!(25.0))
    );
    let taken = server.ask("DELETE", "/v1/targets/distance", &[]);
    assert_eq!(taken.status, 200, "{taken:?}");
    assert!(env.objects(&["target", "--json"]).is_empty());
    let again = server.ask("DELETE", "/v1/targets/distance", &[]);
    assert_eq!(
        (again.status, again.problem().as_str()),
        (404, "unknown-target")
    );
    for unfit in ["", "granite 20 a week", "distance", &"a".repeat(201)] {
        let refused = server.send("POST", "/v1/targets", &[], &json!({"target": unfit}));
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{unfit}"
        );
    }
}

#[test]
fn what_was_not_read_is_listed_until_it_is() {
    let (_env, server) = home();
    let review = server.object("/v1/review");
    assert_eq!(review["count"], 1, "{review:#}");
    assert_eq!(texts(&review["entries"]), ["zorbing 100 3x5"]);
    assert_eq!(server.object("/v1/review?from=2026-11-20")["count"], 0);
    let body = json!({"alias": "zorbing", "name": "Bench Press (Barbell)"});
    server.send("POST", "/v1/names", &[], &body);
    assert_eq!(server.object("/v1/review")["count"], 0);
}
