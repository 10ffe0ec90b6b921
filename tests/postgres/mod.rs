//! The same commands over a database as over files.

mod backups;
mod copies;
mod keys;
mod losses;
mod resuming;
mod tls;

use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::common::environment::Environment;
use crate::common::serving::{Server, request};
use crate::serve::accounts::bearer;

/// One test at a time: one of them breaks the server down.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What `scripts/postgres.sh` says of the server that it has started.
fn variable(name: &str) -> Option<String> {
    let value = std::env::var(name).ok();
    if value.is_none() {
        let why =
            format!("Skipped: there is no {name}; scripts/postgres.sh sets it where it can.\n");
        std::io::stderr().write_all(why.as_bytes()).unwrap();
    }
    value
}

/// The address of the server.
fn server() -> Option<String> {
    variable("QUILTO_POSTGRES")
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
