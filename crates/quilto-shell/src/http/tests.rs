//! What clients get who are slow, many, or in front of something slow. Limits are short here, so
//! that reaching them is what each test waits for.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use super::{Endpoint, Limits, Server, Watch, serve};
use crate::cli::COMMANDS;
use crate::context::{CommandOptions, Context};
use crate::settings::{LoadedSettings, Sources};
use crate::testing::ROCKS;

const SHORT: Duration = Duration::from_millis(50);
/// Time in which a run comes to what holds it up, on a busy machine too.
const ENOUGH: Duration = Duration::from_secs(3);
const NOTE: &str = r#"{"text": "granite 20 minutes"}"#;
const HEALTH: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A server with a home of its own, in this process.
struct Served {
    home: TempDir,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Served {
    fn new(limits: Limits) -> Self {
        let home = tempfile::tempdir().unwrap();
        let sources = Sources {
            app: "rocks",
            environment: vec![("ROCKS_NOW".into(), "2026-11-21T10:30".into())],
            flags: vec![("home", home.path().display().to_string(), "--home")],
            ..Sources::default()
        };
        let loaded = LoadedSettings::read(&sources).unwrap();
        let context = Context::new(
            &ROCKS,
            COMMANDS,
            loaded,
            &sources,
            CommandOptions::default(),
        )
        .unwrap();
        let (stop, stopped) = oneshot::channel();
        let (told, address) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let address = listener.local_addr().unwrap();
                told.send(address).unwrap();
                let server = Server::new(
                    context,
                    Endpoint::open(address.ip(), Vec::new()),
                    limits,
                    Watch::default(),
                );
                let stop = async { drop(stopped.await) };
                serve(
                    server,
                    |_| Router::new(),
                    listener,
                    stop,
                    std::future::pending(),
                )
                .await;
            });
        });
        Self {
            home,
            address: address.recv().unwrap(),
            stop,
            thread,
        }
    }

    fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    fn post(&self, header: &str) -> TcpStream {
        let length = NOTE.len();
        self.send(&format!(
            "POST /input HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{header}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{NOTE}"
        ))
    }

    /// Keeps the store from writing until it is dropped.
    fn lock(&self) -> File {
        let lock = File::create(self.home.path().join(".lock")).unwrap();
        lock.lock().unwrap();
        lock
    }

    /// Stops it and gives what lies in the day's file once all its work is done.
    fn end(self) -> String {
        self.stop.send(()).unwrap();
        self.thread.join().unwrap();
        let day = self.home.path().join("logs/raw/2026/11/2026-11-21.md");
        std::fs::read_to_string(day).unwrap_or_default()
    }
}

/// All that comes until the server closes the connection.
fn rest(mut stream: impl Read) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_connection_without_a_whole_head_is_closed() {
    let served = Served::new(Limits {
        head: SHORT,
        ..Limits::default()
    });
    for begun in ["", "GET /healthz HTTP/1.1\r\nHost: loc"] {
        let text = rest(served.send(begun));
        assert!(!text.contains("200 OK"), "{text}");
    }
    // one that is kept open between two requests, too
    let text = rest(served.send(HEALTH));
    assert!(text.contains("200 OK"), "{text}");
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let served = Served::new(Limits {
        body: SHORT,
        ..Limits::default()
    });
    let text = rest(served.send(
        "POST /input HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ));
    assert!(text.starts_with("HTTP/1.1 408"), "{text}");
    assert!(text.contains("urn:problem-type:slow-body"), "{text}");
}

#[test]
fn a_run_that_takes_too_long_is_ended_and_its_thread_free() {
    let served = Served::new(Limits {
        run: ENOUGH,
        runs: 1,
        ..Limits::default()
    });
    let lock = served.lock();
    let text = rest(served.post(""));
    assert!(text.starts_with("HTTP/1.1 503"), "{text}");
    assert!(text.contains("urn:problem-type:too-long"), "{text}");
    drop(lock);
    let readings = served
        .home
        .path()
        .join("logs/parsed/2026/11/2026-11-21.json");
    assert!(
        served.end().contains("granite 20 minutes"),
        "what it was at is done"
    );
    assert!(!readings.exists(), "and nothing after it");
}

#[test]
fn who_finds_no_free_thread_in_time_is_told_that_nothing_was_done() {
    let served = Served::new(Limits {
        run: SHORT,
        runs: 1,
        ..Limits::default()
    });
    let lock = served.lock();
    let mut first = BufReader::new(served.post("Accept: text/event-stream\r\n"));
    let mut line = String::new();
    while !line.contains("event: ") {
        line.clear();
        assert_ne!(first.read_line(&mut line).unwrap(), 0);
    }
    let text = rest(served.post(""));
    assert!(text.contains("urn:problem-type:busy"), "{text}");
    assert!(text.contains("\r\nretry-after: "), "{text}");
    assert!(rest(first).contains("event: problem"));
    // what takes no thread is answered all the while
    assert!(served.send(HEALTH).read(&mut [0; 64]).unwrap() > 0);
    drop(lock);
    assert_eq!(served.end().matches("granite 20 minutes").count(), 1);
}

#[test]
fn stalled_connections_keep_nobody_out_and_those_at_work_stay() {
    let served = Served::new(Limits {
        connections: 4,
        quiet: Duration::ZERO,
        ..Limits::default()
    });
    let lock = served.lock();
    let mut working = BufReader::new(served.post("Accept: text/event-stream\r\n"));
    let mut line = String::new();
    while !line.contains("event: ") {
        line.clear();
        assert_ne!(working.read_line(&mut line).unwrap(), 0);
    }
    let half = "POST /input HTTP/1.1\r\nHost: localhost\r\n\
                Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{";
    let stalled: Vec<_> = ["", "GET /hea", half]
        .iter()
        .cycle()
        .take(30)
        .map(|text| served.send(text))
        .collect();
    let text = rest(served.send(HEALTH));
    assert!(text.contains("200 OK"), "{text}");
    drop(lock);
    assert!(rest(working).contains("event: result"));
    drop(stalled);
}

#[test]
fn an_idle_connection_makes_room_for_another() {
    let served = Served::new(Limits {
        head: SHORT,
        connections: 1,
        ..Limits::default()
    });
    let idle = served.send("");
    let text = rest(served.send(HEALTH));
    assert!(text.contains("200 OK"), "{text}");
    drop(idle);
}
