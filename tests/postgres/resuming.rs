//! Servers that go on with the same run: one does, the other is told so.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Barrier;

use serde_json::{Value, json};

use super::{alone, both};
use crate::common::serving::{Response, Server};

const USER: &str = "resuming";

/// What a client of the database says to a command as the person.
fn asked(sql: &str) -> String {
    let set = format!("SET quilto.person = '{USER}'");
    let output = Command::new("psql")
        .args(["-qXAt", "-c", &set, "-c", sql])
        .output();
    String::from_utf8(output.unwrap().stdout).unwrap()
}

/// Lets nobody write for the person as long as it is there.
struct Hold(Child);

impl Hold {
    fn begin() -> Self {
        let mut client = Command::new("psql")
            .arg("-qXAt")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let hold = format!(
            "BEGIN; SET LOCAL quilto.person = '{USER}';
            SELECT 'held' FROM quilto.persons WHERE user_id = '{USER}' FOR UPDATE;\n"
        );
        client
            .stdin
            .as_mut()
            .unwrap()
            .write_all(hold.as_bytes())
            .unwrap();
        let mut said = String::new();
        let mut out = BufReader::new(client.stdout.as_mut().unwrap());
        out.read_line(&mut said).unwrap();
        assert_eq!(said, "held\n");
        Self(client)
    }
}

impl Drop for Hold {
    /// Its end is the end of its transaction.
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        self.0.wait().ok();
    }
}

/// A correction that waits for a word, and the word.
fn waiting(server: &Server) -> Value {
    server.run(&json!({"text": "bench 85kg 5x5"}));
    let asked = server.run(&json!({"text": "actually that was 95 not 85"}));
    assert_eq!(asked["status"], "pending_approval", "{asked}");
    json!({
        "session_id": asked["session_id"],
        "approval_id": asked["preview"]["id"],
        "decision": "approve",
    })
}

fn refused(answer: &Response) -> (u16, String) {
    (answer.status, answer.problem())
}

#[test]
fn while_one_server_goes_on_with_a_session_another_is_told_so() {
    let _alone = alone();
    let (Some([_, one]), Some([_, other])) = (both(USER), both(USER)) else {
        return;
    };
    let [first, second] = [&one, &other].map(Server::start);
    let approve = waiting(&first);
    let done = std::thread::scope(|scope| {
        let hold = Hold::begin();
        let first = scope.spawn(|| first.input(&approve));
        // it is at work on it, and waits for the person's turn
        while asked("SELECT count(*) FROM quilto.claims") != "1\n" {
            std::thread::yield_now();
        }
        let answer = second.input(&approve);
        assert_eq!(refused(&answer), (409, "session-in-use".into()));
        let detail = answer.json()["detail"].clone();
        assert!(
            detail
                .as_str()
                .unwrap()
                .contains("is being continued elsewhere"),
            "{detail}"
        );
        drop(hold);
        first.join().unwrap()
    });
    assert_eq!(done.status, 200, "{done:?}");
    let late = second.input(&approve);
    assert_eq!(refused(&late), (404, "unknown-session".into()));
}

#[test]
fn of_servers_that_go_on_with_a_session_at_once_one_wins() {
    let _alone = alone();
    let (Some([_, one]), Some([_, other])) = (both("racing"), both("racing")) else {
        return;
    };
    let servers = [&one, &other].map(Server::start);
    for _ in 0..8 {
        let approve = waiting(&servers[0]);
        let together = Barrier::new(2);
        let go_on = |server: &Server| {
            together.wait();
            server.input(&approve)
        };
        let [one, other] = std::thread::scope(|scope| {
            let hands = servers
                .each_ref()
                .map(|server| scope.spawn(|| go_on(server)));
            hands.map(|hand| hand.join().unwrap())
        });
        let (won, lost) = match one.status {
            200 => (one, other),
            _ => (other, one),
        };
        assert_eq!(won.status, 200, "{won:?} {lost:?}");
        let told = [(409, "session-in-use"), (404, "unknown-session")];
        let (status, kind) = refused(&lost);
        assert!(told.contains(&(status, &*kind)), "{lost:?}");
    }
    let all = one.stdout(&["export", "--format", "json"]);
    assert_eq!(
        all.matches("actually that was 95 not 85").count(),
        8,
        "{all}"
    );
}
