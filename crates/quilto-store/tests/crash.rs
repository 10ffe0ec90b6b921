//! Real processes on one home: killed in the middle of writing, and writing at once.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests, where a panic is the failure"
)]

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quilto_store::contract::crash::{self, Acknowledged};
use quilto_store::{FileStore, LogStore};

/// What the child is to do; it does nothing without.
const HOME: &str = "QUILTO_TEST_HOME";
const NAME: &str = "QUILTO_TEST_NAME";
const KILL_AT: &str = "QUILTO_TEST_KILL_AT";

/// Says that something returned `Ok`; only then may the parent count on it.
fn say(line: &str) {
    let mut out = std::io::stdout();
    // The test harness may have left a line open.
    writeln!(out, "\n{line}").unwrap();
    out.flush().unwrap();
}

/// The child's side, run by the tests below in a process of its own.
#[test]
#[ignore = "the child's side of the other tests"]
fn child() {
    let Ok(home) = std::env::var(HOME) else {
        return;
    };
    let name = std::env::var(NAME).unwrap();
    let kill_at: u64 = std::env::var(KILL_AT).unwrap().parse().unwrap();
    let steps = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&steps);
    let store = indexed(Path::new(&home)).on_step(Arc::new(move || {
        if counted.fetch_add(1, Ordering::SeqCst) + 1 == kill_at {
            std::process::abort();
        }
    }));
    // what is read is kept in the index, which may be torn as well
    let read = || store.recent("2090-01-01".parse().unwrap(), 1000).unwrap();
    read();
    crash::act(&store, &name, &say);
    read();
    say(&format!("steps {}", steps.load(Ordering::SeqCst)));
}

/// The store of a home with an index in a folder of its own, which belongs to the machine.
fn indexed(home: &Path) -> FileStore {
    let store = FileStore::open(home).unwrap();
    store.with_index(home.join("of-this-machine"))
}

fn start(home: &Path, name: &str, kill_at: u64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child", "--ignored", "--nocapture"])
        .args(["--test-threads", "1"])
        .env(HOME, home)
        .env(NAME, name)
        .env(KILL_AT, kill_at.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Whether the child came through, and what it said.
fn said_by(child: Child) -> (bool, String) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), said)
}

#[test]
fn killed_at_two_hundred_places_nothing_is_lost_or_halved() {
    let fresh = tempfile::tempdir().unwrap();
    let mut said = Acknowledged::default();
    let whole = said_by(start(fresh.path(), "whole", 0));
    said.hear(&whole.1);
    said.check(&FileStore::open(fresh.path()).unwrap());
    assert_eq!(said.logged.len(), 8);
    let steps = whole.1.lines().find_map(|line| line.strip_prefix("steps "));
    let steps: u64 = steps.unwrap().parse().unwrap();
    assert!(steps > 100, "only {steps} places to stop at");

    // Every place in a fresh home, then on in homes that others have been killed in.
    let mut home = fresh;
    let mut kills = 0;
    // In a home that others were killed in, a child may come through with a step less and live; it
    // does not count, so a few more are started.
    for kill in 0..240 {
        if kills == 200 {
            break;
        }
        let at = kill % steps + 1;
        if kill < steps || kill % 10 == 0 {
            home = tempfile::tempdir().unwrap();
            said = Acknowledged::default();
        }
        let name = format!("k{kill}");
        let (lived, heard) = said_by(start(home.path(), &name, at));
        kills += usize::from(!lived);
        said.hear(&heard);
        said.check(&FileStore::open(home.path()).unwrap());
        said.check(&indexed(home.path()));
    }
    assert_eq!(kills, 200);
}

#[test]
fn processes_that_write_at_once_lose_nothing() {
    let home = tempfile::tempdir().unwrap();
    let children = ["one", "two", "three"].map(|name| start(home.path(), name, 0));
    let mut said = Acknowledged::default();
    for child in children {
        let (lived, heard) = said_by(child);
        assert!(lived);
        said.hear(&heard);
    }
    assert_eq!(said.logged.len(), 24);
    said.check(&FileStore::open(home.path()).unwrap());
    said.check(&indexed(home.path()));
}
