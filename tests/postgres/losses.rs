//! Servers that are killed and a database that breaks down, under many clients.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};

use chrono::{Days, NaiveDate};

use super::{alone, both};
use crate::common::environment::Environment;
use crate::common::serving::{Response, Server};

const SERVERS: usize = 3;
const CLIENTS: usize = 64;
const ROUNDS: usize = 6;

/// What a client hears of a request; nothing where the server was gone before it had answered.
fn heard(address: &str, key: &str, body: &str) -> Option<Response> {
    let length = body.len();
    let head = format!("POST /input HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let mut stream = TcpStream::connect(address).ok()?;
    write!(
        stream,
        "{head}Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .ok()?;
    let mut said = String::new();
    stream.read_to_string(&mut said).ok()?;
    said.ends_with('}').then(|| Response::read(&said))
}

/// Servers over one database, until it is enough.
struct Trial {
    homes: Vec<Environment>,
    servers: Vec<Mutex<Server>>,
    done: AtomicBool,
}

impl Trial {
    /// `None` where there is no database.
    fn start() -> Option<Self> {
        let homes = (0..SERVERS).map(|_| {
            let [_, mut home] = both("served")?;
            // nobody reads what they note of it
            home.set("RUST_LOG", "off");
            Some(home)
        });
        let homes: Vec<_> = homes.collect::<Option<_>>()?;
        Some(Self {
            servers: homes.iter().map(Server::start).map(Mutex::new).collect(),
            homes,
            done: AtomicBool::new(false),
        })
    }

    fn is_over(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Sends notes, each to the next server with the same key until it is acknowledged, and says which were.
    fn client(&self, client: usize, say: &Sender<String>) {
        let day = NaiveDate::default() + Days::new(20_000 + client as u64);
        let mut servers = self.servers.iter().cycle().skip(client);
        for number in 0.. {
            let word = format!("c{client}n{number}x");
            let text = format!("bench 80kg 5x5, felt {word}");
            let body = serde_json::json!({"text": text, "date": day}).to_string();
            let ended = servers.by_ref().find_map(|server| {
                if self.is_over() {
                    return Some(false);
                }
                let address = server.lock().unwrap().address.clone();
                let answer = heard(&address, &word, &body)?;
                match answer.status {
                    200 => Some(true),
                    // it was begun by a server that was killed: nobody knows whether it is there
                    409 if answer.problem() == "cut-off" => Some(false),
                    _ => None,
                }
            });
            if ended == Some(true) {
                say.send(word).unwrap();
            }
            if self.is_over() {
                return;
            }
        }
    }

    /// Kills one server after the other, and lets the database break down now and then; in between the clients go
    /// on. Gives what was acknowledged.
    fn troubles(&self, hear: &Receiver<String>) -> Vec<String> {
        let mut acknowledged = Vec::new();
        let mut go_on = || acknowledged.extend(hear.iter().take(CLIENTS));
        for round in 0..ROUNDS {
            let number = round % SERVERS;
            go_on();
            let killed = &self.servers[number];
            killed.lock().unwrap().signal("-KILL");
            go_on();
            *killed.lock().unwrap() = Server::start(&self.homes[number]);
            if round % 3 == 2 {
                let restart = std::env::var("QUILTO_POSTGRES_RESTART").unwrap();
                let status = Command::new("sh").args(["-c", &restart]).status().unwrap();
                assert!(status.success());
            }
        }
        go_on();
        self.done.store(true, Ordering::Relaxed);
        acknowledged
    }
}

#[test]
fn many_clients_lose_and_double_nothing_while_servers_are_killed_and_the_database_breaks_down() {
    let _alone = alone();
    let Some(trial) = Trial::start() else { return };
    let (say, hear) = mpsc::channel();
    let mut acknowledged = std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (trial, say) = (&trial, say.clone());
            scope.spawn(move || trial.client(client, &say));
        }
        drop(say);
        trial.troubles(&hear)
    });
    acknowledged.extend(hear);
    let all = trial.homes[0].stdout(&["export", "--format", "json"]);
    let mut found: Vec<&str> = all
        .split("\"bench 80kg 5x5, felt ")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once('"')?.0))
        .collect();
    found.sort_unstable();
    let count = found.len();
    found.dedup();
    assert_eq!(found.len(), count, "a note is there twice");
    for word in &acknowledged {
        assert!(
            found.binary_search(&word.as_str()).is_ok(),
            "{word} is lost"
        );
    }
}
