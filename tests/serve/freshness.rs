//! What is changed in the terminal counts on a server that runs.

use serde_json::{Value, json};

use super::accounts::{bearer, with_accounts};
use crate::common::environment::Environment;
use crate::common::serving::Server;

fn exercise(run: &Value) -> &Value {
    &run["logged"]["domain_data"]["strength"]["exercises"][0]["name"]
}

#[test]
fn a_name_given_in_the_terminal_is_known_to_the_next_request() {
    let env = Environment::new();
    env.stdout(&["log", "bench 85 3x5"]);
    let server = Server::start(&env);
    let note = json!({"text": "zorbing 100 3x5"});
    assert_ne!(exercise(&server.run(&note)), "Bench Press (Barbell)");
    env.stdout(&["name", "zorbing", "Bench Press (Barbell)"]);
    assert_eq!(exercise(&server.run(&note)), "Bench Press (Barbell)");
    env.stdout(&["name", "--remove", "zorbing"]);
    assert_ne!(exercise(&server.run(&note)), "Bench Press (Barbell)");
}

#[test]
fn a_name_of_one_person_is_known_to_the_next_request_of_theirs() {
    let mut env = with_accounts(&["ann", "ben"]);
    let (ann, ben) = (bearer(&env, "ann", "write"), bearer(&env, "ben", "write"));
    let server = Server::start(&env);
    let body = json!({"text": "zorbing 100 3x5"});
    let logged = |who: &str| server.send("POST", "/input", &[who], &body).json();
    assert_ne!(exercise(&logged(&ann)), "Bench Press (Barbell)");
    env.set("SWEALOG_USER", "ann");
    env.stdout(&["name", "zorbing", "Bench Press (Barbell)"]);
    assert_eq!(exercise(&logged(&ann)), "Bench Press (Barbell)");
    assert_ne!(exercise(&logged(&ben)), "Bench Press (Barbell)");
}

#[test]
fn a_setting_changed_in_the_terminal_counts_and_one_that_is_broken_does_not() {
    let mut env = Environment::new();
    let config = env.file("config.yaml", "units:\n  mass: kg\n");
    env.set("SWEALOG_CONFIG", config.to_str().unwrap());
    let server = Server::start(&env);
    let unit = || {
        let run = server.run(&json!({"text": "bench 85 3x5"}));
        run["logged"]["domain_data"]["strength"]["exercises"][0]["sets"][0]["weight_unit"].clone()
    };
    assert_eq!(unit(), "kg");
    env.stdout(&["config", "set", "units.mass", "lb"]);
    assert_eq!(unit(), "lb");
    std::fs::write(&config, "units:\n  mass: [stones\n").unwrap();
    assert_eq!(unit(), "lb");
    std::fs::write(&config, "units:\n  mass: kg\n").unwrap();
    assert_eq!(unit(), "kg");
    server.signal("-TERM");
    let (_, log) = server.end();
    assert!(log.contains("what was before counts"), "{log}");
}
