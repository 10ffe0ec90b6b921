//! Figures of a note that are changed one by one, by programs and by a tap on the page.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::Server;

fn logged(server: &Server, text: &str) -> String {
    let run = server.run(&json!({"text": text}));
    run["logged"]["entry_id"].as_str().unwrap().to_owned()
}

fn figures(server: &Server, id: &str) -> Vec<(String, String, String)> {
    let listed = server.object(&format!("/v1/entries/{id}/figures"));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = listed["figures"].as_array().unwrap().iter();
    all.map(|figure| {
        (
            text(&figure["path"]),
            text(&figure["name"]),
            text(&figure["value"]),
        )
    })
    .collect()
}

const WEIGHT: &str = "strength.exercises[0].sets[0].weight";

#[test]
fn a_figure_is_listed_once_for_all_rows_that_hold_it() {
    let env = Environment::new();
    let server = Server::start(&env);
    let id = logged(
        &server,
        "bench 80kg 3x5, squat 100x5 110x5, ran 5k in 25:30",
    );
    let all = figures(&server, &id);
    let told: Vec<(&str, &str)> = all
        .iter()
        .map(|(_, name, value)| (&**name, &**value))
        .collect();
    let wanted = [
        ("distance", "5"),
        ("duration", "25:30"),
        ("weight", "80"),
        ("reps", "5"),
        ("weight (set 1)", "100"),
        ("reps", "5"),
        ("weight (set 2)", "110"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn another_figure_is_a_correction_that_can_be_undone() {
    let env = Environment::new();
    let server = Server::start(&env);
    let id = logged(&server, "bench 80kg 3x5");
    let path = format!("/v1/entries/{id}/figures");
    let change = |value: &str| {
        let body = json!({"figures": {WEIGHT: value}});
        server.send("POST", &path, &[], &body)
    };
    let changed = change("85");
    assert_eq!(changed.status, 200, "{changed:?}");
    let changed = changed.json();
    assert_eq!(changed["corrected"], json!(id));
    let sets = |server: &Server| {
        let entry = server.object(&format!("/v1/entries/{id}"));
        let sets = entry["domain_data"]["strength"]["exercises"][0]["sets"].clone();
        let weights: Vec<f64> = sets
            .as_array()
            .unwrap()
            .iter()
            .map(|set| set["weight"].as_f64().unwrap())
            .collect();
        weights
    };
    assert_eq!(sets(&server), [85.0; 3]);
    let raw = env.raw("2026-11-21");
    assert!(
        raw.contains("bench 80kg 3x5") && raw.contains("80 → 85"),
        "{raw}"
    );
    // another reading of the words keeps it
    env.stdout(&["reparse", "--yes"]);
    assert_eq!(sets(&server), [85.0; 3]);
    let body = json!({"entry_id": changed["entry_id"]});
    assert_eq!(server.send("POST", "/v1/undo", &[], &body).status, 200);
    assert_eq!(sets(&server), [80.0; 3]);
    let pounds = change("185 lb");
    assert_eq!(pounds.status, 200, "{pounds:?}");
    let entry = server.object(&format!("/v1/entries/{id}"));
    let set = &entry["domain_data"]["strength"]["exercises"][0]["sets"][2];
    assert_eq!(
        (&set["weight"], &set["weight_unit"]),
        (&json!(185), &json!("lb"))
    );
}

#[test]
fn what_is_no_figure_changes_nothing() {
    let env = Environment::new();
    let server = Server::start(&env);
    let id = logged(&server, "bench 80kg 3x5");
    let before = env.raw("2026-11-21");
    let path = format!("/v1/entries/{id}/figures");
    for wrong in [
        json!({WEIGHT: "granite"}),
        json!({WEIGHT: ""}),
        json!({WEIGHT: "85 90"}),
        json!({WEIGHT: "25:30"}),
        json!({WEIGHT: "85 km"}),
        json!({WEIGHT: "80"}),
        json!({"strength.exercises[9].sets[0].weight": "85"}),
        json!({"": "85"}),
        json!({}),
        json!({WEIGHT: "85", "strength": "1"}),
    ] {
        let refused = server.send("POST", &path, &[], &json!({"figures": wrong}));
        assert_eq!(
            (refused.status, refused.problem().as_str()),
            (422, "unfit"),
            "{wrong}"
        );
    }
    let stale = ["If-Match: \"granite\""];
    let body = json!({"figures": {WEIGHT: "85"}});
    assert_eq!(server.send("POST", &path, &stale, &body).status, 412);
    assert_eq!(env.raw("2026-11-21"), before);
}
