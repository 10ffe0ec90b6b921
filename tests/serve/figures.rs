//! Figures over HTTP are those of the command line.

use serde_json::{Value, json};

use crate::common::environment::Environment;
use crate::common::serving::Server;

fn home() -> (Environment, Server) {
    let env = Environment::new();
    for (day, text) in [
        ("2026-11-10", "bench 80 3x5"),
        ("2026-11-12", "ran 5k in 25:30"),
        ("2026-11-17", "bench 82.5 3x5"),
        ("2026-11-21", "bench 85 3x5"),
    ] {
        env.stdout(&["log", "--date", day, text]);
    }
    let server = Server::start(&env);
    (env, server)
}

/// The objects that a command prints.
fn printed(env: &Environment, args: &[&str]) -> Value {
    let lines = env.stdout(args);
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    Value::Array(objects.collect())
}

#[test]
fn stats_are_those_of_the_command() {
    let (env, server) = home();
    let stats = server.object("/v1/stats");
    assert_eq!(stats["domains"], printed(&env, &["stats", "--json"]));
    assert!(stats["domains"].as_array().unwrap().len() > 1);
    let one = server.object("/v1/stats?domain=running");
    assert_eq!(
        one["domains"],
        printed(&env, &["stats", "running", "--json"])
    );
    let unknown = server.get("/v1/stats?domain=runing");
    assert_eq!((unknown.status, unknown.problem().as_str()), (422, "unfit"));
    assert_eq!(unknown.json()["hint"], "did you mean \"running\"?");
    let unread = server.get("/v1/stats?week=2");
    assert_eq!(
        (unread.status, unread.problem().as_str()),
        (400, "bad-query")
    );
}

#[test]
fn an_empty_home_has_no_figures() {
    let env = Environment::new();
    let server = Server::start(&env);
    assert_eq!(server.object("/v1/stats"), json!({"domains": []}));
}
