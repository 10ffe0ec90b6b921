//! Real processes on one database: killed in the middle of writing, and asking for the same run.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use quilto_model::RunId;
use quilto_store::contract::crash::{self, Acknowledged};
use quilto_store::{StorageError, Stores, UserId};

use crate::server::{self, Fresh};

/// What the child is to do; it does nothing without.
const ACT: &str = "QUILTO_TEST_ACT";
const USER: &str = "QUILTO_TEST_USER";

/// Says that something is so; only then may the parent count on it.
fn say(line: &str) {
    let mut out = std::io::stdout();
    // the test harness may have left a line open
    writeln!(out, "\n{line}").unwrap();
    out.flush().unwrap();
}

/// The child's side, run by the tests below in a process of its own.
#[test]
#[ignore = "the child's side of the other tests"]
fn child() {
    let Ok(act) = std::env::var(ACT) else {
        return;
    };
    let user = UserId::new(std::env::var(USER).unwrap()).unwrap();
    let store = server::opened().of(&user).unwrap();
    if act != "claim" {
        return crash::act(&*store, &act, &say);
    }
    let claim = store.claim(&RunId("run".into()));
    match &claim {
        Ok(claim) => {
            claim.save(b"mine").unwrap();
            say("claimed");
        }
        Err(StorageError::Claimed(_)) => say("refused"),
        Err(error) => panic!("{error:?}"),
    }
    // until the parent lets go, or kills it
    std::io::stdin().read_line(&mut String::new()).unwrap();
}

struct Other {
    child: Child,
    said: BufReader<ChildStdout>,
    _held: ChildStdin,
}

impl Other {
    fn start(user: &UserId, act: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "processes::child", "--ignored", "--nocapture"])
            .args(["--test-threads", "1"])
            .env(USER, user.as_str())
            .env(ACT, act)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        Self {
            said: BufReader::new(child.stdout.take().unwrap()),
            _held: child.stdin.take().unwrap(),
            child,
        }
    }

    /// What it says before a line that begins so, and with that; or before its end.
    fn until(&mut self, words: &[&str]) -> String {
        let mut said = String::new();
        loop {
            let mut line = String::new();
            if self.said.read_line(&mut line).unwrap() == 0 {
                return said;
            }
            said.push_str(&line);
            if words.iter().any(|word| line.starts_with(word)) {
                return said;
            }
        }
    }

    /// Kills it, and gives what it said before.
    fn kill(mut self) -> String {
        self.child.kill().unwrap();
        let mut said = String::new();
        self.said.read_to_string(&mut said).unwrap();
        self.child.wait().unwrap();
        said
    }
}

#[test]
fn of_processes_that_resume_a_run_one_wins_and_frees_it_when_it_is_killed() {
    let fresh = Fresh::new();
    let user = fresh.named(&UserId::default());
    let mut winners = Vec::new();
    let mut others: Vec<_> = (0..3).map(|_| Other::start(&user, "claim")).collect();
    for (number, other) in others.iter_mut().enumerate() {
        if other.until(&["claimed", "refused"]).contains("claimed") {
            winners.push(number);
        }
    }
    assert_eq!(winners.len(), 1, "{winners:?}");
    let store = fresh.of(&UserId::default()).unwrap();
    let run = RunId("run".into());
    assert!(matches!(store.claim(&run), Err(StorageError::Claimed(_))));
    others.remove(winners[0]).kill();
    // the server hears of it in a moment
    let claim = loop {
        match store.claim(&run) {
            Err(StorageError::Claimed(_)) => std::thread::yield_now(),
            claim => break claim.unwrap(),
        }
    };
    assert_eq!(claim.load().unwrap().unwrap().bytes, b"mine");
    claim.finish().unwrap();
    others.into_iter().for_each(|other| drop(other.kill()));
}

#[test]
fn what_is_left_of_the_claims_of_a_killed_process_is_cleared_away() {
    let fresh = Fresh::new();
    let user = fresh.named(&UserId::default());
    let store = fresh.of(&UserId::default()).unwrap();
    let mut other = Other::start(&user, "claim");
    other.until(&["claimed"]);
    let mine = store.claim(&RunId("mine".into())).unwrap();
    mine.save(b"mine").unwrap();
    let claimed = || {
        server::raw("notes", async |client| {
            let set = "SELECT set_config('quilto.person', $1, false)";
            client.query_one(set, &[&user.as_str()]).await.unwrap();
            let sql = "SELECT run FROM quilto.claims ORDER BY run";
            let rows = client.query(sql, &[]).await.unwrap();
            rows.iter().map(|row| row.get(0)).collect::<Vec<String>>()
        })
    };
    store.clear_dead_claims().unwrap();
    assert_eq!(claimed(), ["mine", "run"], "both live");
    other.kill();
    // the server hears of it in a moment
    while claimed() != ["mine"] {
        store.clear_dead_claims().unwrap();
    }
    mine.save(b"still mine").unwrap();
    drop(mine);
    // what was saved of either stays
    assert_eq!(store.checkpoints().unwrap().len(), 2);
}

#[test]
fn a_claim_that_was_taken_over_saves_nothing() {
    let fresh = Fresh::new();
    let store = fresh.of(&UserId::default()).unwrap();
    let user = fresh.named(&UserId::default());
    let run = RunId("run".into());
    let claim = store.claim(&run).unwrap();
    claim.save(b"first").unwrap();
    server::raw("notes", async |client| {
        let sql = format!("SET quilto.person = '{user}'; UPDATE quilto.claims SET token = -1");
        client.batch_execute(&sql).await.unwrap();
    });
    assert!(matches!(
        claim.save(b"second"),
        Err(StorageError::Claimed(_))
    ));
    assert!(matches!(claim.finish(), Err(StorageError::Claimed(_))));
    assert_eq!(store.checkpoints().unwrap()[0].bytes, b"first");
}

#[test]
fn processes_killed_while_they_write_lose_and_halve_nothing() {
    let fresh = Fresh::new();
    let (user, store) = (
        fresh.named(&UserId::default()),
        fresh.of(&UserId::default()).unwrap(),
    );
    let mut said = Acknowledged::default();
    let stops = [
        "running",
        "logged",
        "parsed",
        "logged",
        "moved",
        "undone",
        "test result",
    ];
    for (number, stop) in stops.iter().cycle().take(21).enumerate() {
        let mut other = Other::start(&user, &format!("k{number}"));
        let mut heard = other.until(&[stop]);
        heard.push_str(&other.kill());
        said.hear(&heard);
        said.check(&*store);
    }
    assert!(said.logged.len() > 60, "{}", said.logged.len());
}
