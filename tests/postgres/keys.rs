//! What is sent again under its key is done once, whichever server of a database is asked.

use serde_json::json;

use super::{alone, both};
use crate::common::serving::{Response, Server};

const KEY: &str = "Idempotency-Key: granite-1";

fn note(server: &Server, text: &str) -> Response {
    server.send("POST", "/input", &[KEY], &json!({"text": text}))
}

#[test]
fn what_one_server_has_done_another_answers_as_before() {
    let _alone = alone();
    let (Some([_, one]), Some([_, other])) = (both("keys"), both("keys")) else {
        return;
    };
    let [first, second] = [&one, &other].map(Server::start);
    let done = note(&first, "bench 80kg 5x5");
    assert_eq!(done.status, 200, "{done:?}");
    let again = note(&second, "bench 80kg 5x5");
    assert_eq!((again.status, &again.body), (200, &done.body));
    let differs = note(&second, "bench 85kg 5x5");
    assert_eq!(
        (differs.status, differs.problem().as_str()),
        (422, "other-request")
    );
    assert_eq!(second.object("/v1/entries")["count"], 1);
    // a forgotten note is in no answer of any server
    let id = done.json()["logged"]["entry_id"].clone();
    other.stdout(&["--yes", "forget", id.as_str().unwrap()]);
    let anew = note(&first, "bench 80kg 5x5");
    assert_eq!(anew.status, 200, "{anew:?}");
    assert_ne!(anew.json()["logged"]["entry_id"], id);
}

#[test]
fn of_many_at_once_at_two_servers_one_is_done() {
    let _alone = alone();
    let (Some([_, one]), Some([_, other])) = (both("keys-at-once"), both("keys-at-once")) else {
        return;
    };
    let servers = [&one, &other].map(Server::start);
    // whoever is told that the other server is at it asks again
    let ask = &|server: &Server| loop {
        let answer = note(server, "bench 80kg 5x5");
        if answer.status == 200 {
            break answer.body;
        }
        assert_eq!(answer.problem(), "key-in-use");
    };
    let bodies: Vec<String> = std::thread::scope(|scope| {
        let clients = [&servers[0], &servers[1]].repeat(4).into_iter();
        let clients: Vec<_> = clients
            .map(|server| scope.spawn(move || ask(server)))
            .collect();
        let bodies = clients.into_iter().map(|client| client.join().unwrap());
        bodies.collect()
    });
    assert!(bodies.iter().all(|body| *body == bodies[0]), "{bodies:?}");
    assert_eq!(servers[1].object("/v1/entries")["count"], 1);
}
