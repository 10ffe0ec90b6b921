//! The same commands over a database as over files.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::common::environment::Environment;
use crate::common::serving::{Server, request};
use crate::serve::accounts::bearer;

/// One test at a time: one of them breaks the server down.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address of a server, where `scripts/postgres.sh` has started one.
fn server() -> Option<String> {
    let address = std::env::var("QUILTO_POSTGRES").ok();
    if address.is_none() {
        let why = "Skipped: there is no server; scripts/postgres.sh starts one for a command.\n";
        std::io::stderr().write_all(why.as_bytes()).unwrap();
    }
    address
}

/// A home of files, and one in the database whose person has a name of the test's.
fn both(user: &str) -> Option<[Environment; 2]> {
    let (files, mut kept) = (Environment::new(), Environment::new());
    kept.set("SWEALOG_STORE", &server()?);
    kept.set("SWEALOG_USER", user);
    Some([files, kept])
}

/// Runs the same on both, and gives what both say.
fn same(both: &[Environment; 2], args: &[&str]) -> String {
    let [files, kept] = both.each_ref().map(|env| env.run(args));
    assert_eq!(kept, files, "{args:?}");
    kept
}

#[test]
fn commands_say_the_same_as_over_files() {
    let _alone = alone();
    let Some(both) = both("same") else { return };
    let csv = "Date,Exercise Name,Set Order,Weight,Reps\n\
        2026-11-18 18:00:00,Squat (Barbell),1,100,5\n";
    for env in &both {
        env.file("strong.csv", csv);
    }
    for args in [
        &["history"][..],
        &["log", "bench 80kg 5x5 felt heavy, slept bad"],
        &["log", "--date", "yesterday", "squat 100kg 5x5"],
        &["log", "ran 5km in 25:00"],
        &["best squat?"],
        &["how far did I run this week?"],
        &["history"],
        &["search", "heavy"],
        &["--no-input", "no, 85kg"],
        &["sessions"],
        &["resume", "--approve"],
        &["history", "--json"],
        &["undo"],
        &["undo"],
        &["history"],
        &["what did I do yesterday?"],
        &["context"],
        &["import", "strong.csv"],
        &["import", "strong.csv"],
        &["stats"],
        &["export", "--format", "json"],
        &["export", "--format", "markdown"],
        &["target", "protein", "120 a day"],
        &["target"],
        &["move", "last", "2026-11-17"],
        &["how much did I lift?"],
        &["sessions"],
        &["reparse"],
        &["forget", "last", "--yes"],
        &["history"],
    ] {
        same(&both, args);
    }
    let said = same(&both, &["history"]);
    assert!(said.contains("squat"), "{said}");
}

#[test]
fn persons_see_nothing_of_each_other() {
    let _alone = alone();
    let (Some([_, ann]), Some([_, ben])) = (both("ann"), both("ben")) else {
        return;
    };
    ann.stdout(&["log", "squat 100kg 5x5"]);
    assert!(ann.stdout(&["history"]).contains("squat"));
    assert!(!ben.run(&["history"]).contains("squat"));
    assert!(
        ann.path().join("home").read_dir().is_err(),
        "nothing of it lies in a home"
    );
}

/// Adds an account without a password, and gives the header with a token of it.
fn account(kept: &Environment, name: &str) -> String {
    kept.stdout(&["users", "add", name, "--no-password"]);
    bearer(kept, name, "write")
}

#[test]
fn persons_of_a_database_have_accounts_and_see_nothing_of_each_other() {
    let _alone = alone();
    let Some([_, kept]) = both("owner") else {
        return;
    };
    let words = ["accounts-ann", "accounts-ben"];
    let [ann, ben] = words.map(|name| account(&kept, name));
    let made = kept.run_with_input(&["users", "add", "accounts-eve"], b"granite and marble\n");
    assert!(made.contains("Notes: postgres://"), "{made}");
    // two servers on one database, each with a home of its own
    let Some([_, other]) = both("owner") else {
        return;
    };
    let servers = [Server::start(&kept), Server::start(&other)];
    let send = |server: &Server, who: &str, text: &str| {
        let key = "Idempotency-Key: the-same";
        let note = serde_json::json!({"text": text});
        let answer = server.send("POST", "/input", &[who, key], &note);
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["session_id"].clone()
    };
    send(&servers[0], &ann, "bench 80kg 5x5");
    send(&servers[0], &ben, "squat 100kg 5x5");
    for server in &servers {
        for (who, mine, others) in [(&ann, "bench", "squat"), (&ben, "squat", "bench")] {
            let found = server.ask("GET", "/v1/entries", &[who]).body;
            assert!(found.contains(mine) && !found.contains(others), "{found}");
        }
        assert_eq!(server.get("/v1/entries").status, 401);
    }
    let form = "Content-Type: application/x-www-form-urlencoded";
    let body = "name=accounts-eve&password=granite+and+marble";
    let signed = request("POST", "/sign-in", &[form, "Origin: http://HOST"], body);
    let signed = servers[0].raw(&signed);
    let cookie = signed.header("set-cookie").unwrap().split(';').next();
    let cookie = format!("Cookie: {}", cookie.unwrap());
    let signed_in = |server: &Server| server.ask("GET", "/v1/entries", &[&cookie]);
    assert_eq!(signed_in(&servers[1]).json()["count"], 0);
    // what one machine takes away is gone on the other
    for name in words.iter().chain(["accounts-eve"].iter()) {
        other.stdout(&["users", "remove", name]);
    }
    assert_eq!(signed_in(&servers[0]).status, 401);
    assert_eq!(servers[1].ask("GET", "/v1/entries", &[&ann]).status, 401);
}

#[test]
fn what_looks_after_files_says_that_there_are_none() {
    let _alone = alone();
    let Some([_, kept]) = both("files") else {
        return;
    };
    let said = kept.run(&["doctor"]);
    assert!(said.contains("yours are kept in postgres://"), "{said}");
    let said = kept.run(&[
        "--store",
        "postgres://ann:secret@localhost/notes",
        "history",
    ]);
    assert!(
        said.contains("holds a password") && !said.contains("secret"),
        "{said}"
    );
}

/// The files below a folder, with their bytes.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).unwrap().flatten() {
        let name = file.file_name().into_string().unwrap();
        if file.file_type().unwrap().is_dir() {
            let below = files(&file.path()).into_iter();
            found.extend(below.map(|(below, bytes)| (format!("{name}/{below}"), bytes)));
        } else {
            found.push((name, std::fs::read(file.path()).unwrap()));
        }
    }
    found.sort();
    found
}

/// Copies a home, killed at several moments of it, and then to the end.
fn copy(env: &Environment, from: &str, to: &str) {
    let copy = ["home", "copy", from, to];
    for moment in 1..8 {
        let begun = Instant::now();
        let mut child = env.spawn(&mut env.command(&copy));
        while begun.elapsed() < Duration::from_millis(15 * moment) {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let said = env.stdout(&copy);
    assert!(said.contains("were there already"), "{said}");
}

#[test]
fn a_home_goes_to_a_database_and_back_byte_for_byte_through_kills() {
    let _alone = alone();
    let Some([mut env, kept]) = both("copied") else {
        return;
    };
    env.set("SWEALOG_USER", "copied");
    let first = chrono::NaiveDate::from_ymd_opt(2026, 3, 1).unwrap();
    for (number, day) in first.iter_days().take(240).enumerate() {
        let head = if number % 7 == 0 {
            "# outside of sections\n\n"
        } else {
            ""
        };
        let (hour, kg) = (number % 24, 60 + number % 50);
        let path = format!(
            "home/users/copied/logs/raw/{}.md",
            day.format("%Y/%m/%Y-%m-%d")
        );
        env.file(
            &path,
            &format!("{head}## {hour:02}:00\nsquat {kg}kg 5x5\n\n"),
        );
    }
    env.stdout(&["reparse", "--yes"]);
    env.stdout(&["squat 100kg 5x5"]);
    env.stdout(&["undo"]);
    let (address, home) = (server().unwrap(), env.home().display().to_string());
    copy(&env, &home, &address);
    let back = env.path().join("back").display().to_string();
    copy(&env, &address, &back);
    let logs = |home: &str| files(&Path::new(home).join("users/copied/logs"));
    assert!(logs(&back) == logs(&home));
    let export = &["export", "--format", "json"];
    assert!(kept.stdout(export) == env.stdout(export));
}

/// Sends a note to a server, and says whether it was acknowledged. The server may be gone by then.
fn acknowledged(address: &str, text: &str) -> std::io::Result<bool> {
    let body = serde_json::json!({"text": text}).to_string();
    let head = format!("POST /input HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    let length = body.len();
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut said = String::new();
    stream.read_to_string(&mut said)?;
    Ok(said.starts_with("HTTP/1.1 200") && said.ends_with('}'))
}

#[test]
fn servers_that_are_killed_and_a_database_that_breaks_down_lose_and_double_nothing() {
    let _alone = alone();
    const SERVERS: usize = 3;
    const CLIENTS: usize = 12;
    let homes: Option<Vec<_>> = (0..SERVERS).map(|_| both("served")).collect();
    let Some(homes) = homes else { return };
    let start = |number: usize| Server::start(&homes[number][1]);
    let servers: Vec<_> = (0..SERVERS)
        .map(|number| Mutex::new(start(number)))
        .collect();
    let (done, count, kept) = (
        AtomicBool::new(false),
        AtomicUsize::new(0),
        Mutex::new(Vec::new()),
    );
    let go_on = || {
        let before = count.load(Ordering::Relaxed);
        while count.load(Ordering::Relaxed) < before + CLIENTS {
            std::thread::yield_now();
        }
    };
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (servers, done, count, kept) = (&servers, &done, &count, &kept);
            scope.spawn(move || {
                for number in 0.. {
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                    let address = servers[number % SERVERS].lock().unwrap().address.clone();
                    let word = format!("c{client}n{number}x");
                    let text = format!("bench 80kg 5x5, felt {word}");
                    if acknowledged(&address, &text).unwrap_or_default() {
                        kept.lock().unwrap().push(word);
                        count.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        for round in 0..6 {
            go_on();
            let killed = &servers[round % SERVERS];
            killed.lock().unwrap().signal("-KILL");
            go_on();
            *killed.lock().unwrap() = start(round % SERVERS);
            if round % 3 == 2 {
                let restart = std::env::var("QUILTO_POSTGRES_RESTART").unwrap();
                let status = Command::new("sh").args(["-c", &restart]).status().unwrap();
                assert!(status.success());
            }
        }
        go_on();
        done.store(true, Ordering::Relaxed);
    });
    let all = homes[0][1].stdout(&["export", "--format", "json"]);
    for word in kept.into_inner().unwrap() {
        let found = all
            .matches(&format!("\"bench 80kg 5x5, felt {word}\""))
            .count();
        assert_eq!(found, 1, "{word}");
    }
}
