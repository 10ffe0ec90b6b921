//! What persons leave behind is ended by the server, whether they come back or not.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::accounts::{bearer, with_accounts};
use crate::common::environment::Environment;
use crate::common::serving::Server;

/// The files below a folder that lie in one of a name.
fn files_in(folder: &Path, name: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder)
        .unwrap()
        .flatten()
        .map(|file| file.path());
    let found = paths.flat_map(|path| match path.is_dir() {
        true => files_in(&path, name),
        false if path.parent().unwrap().ends_with(name) => vec![path],
        false => Vec::new(),
    });
    found.collect()
}

/// The sessions that wait, of whomever.
fn waiting(env: &Environment) -> usize {
    let files = files_in(&env.path().join("state"), "sessions");
    let runs = files
        .iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    runs.count()
}

/// Starts a server on a day, and waits until it has looked after what was left behind.
fn looked_after(env: &mut Environment, day: &str) {
    let _server = Server::start(env.at(&format!("{day}T10:30")));
    let is_done = |env: &Environment| {
        let jobs = files_in(&env.path().join("state"), "jobs");
        let mut days = jobs.iter().filter(|path| path.ends_with("left-behind"));
        days.any(|path| fs::read_to_string(path).is_ok_and(|text| text == day))
    };
    while !is_done(env) {
        std::thread::yield_now();
    }
}

#[test]
fn sessions_of_persons_who_never_come_back_are_ended_by_age() {
    let mut env = with_accounts(&["ann", "ben"]);
    let server = Server::start(&env);
    for name in ["ann", "ben"] {
        let token = bearer(&env, name, "write");
        let send = |text: &str| {
            let answer = server.send("POST", "/input", &[&token], &json!({"text": text}));
            assert_eq!(answer.status, 200, "{answer:?}");
            answer.json()["status"].clone()
        };
        send("bench 85kg 5x5");
        assert_eq!(send("how was it?"), "waiting_for_user");
    }
    drop(server);
    assert_eq!(waiting(&env), 2);
    looked_after(&mut env, "2026-12-20");
    assert_eq!(waiting(&env), 2, "they may wait for thirty days");
    let _server = Server::start(env.at("2026-12-23T10:30"));
    while waiting(&env) > 0 {
        std::thread::yield_now();
    }
}
