//! The same commands over a database as over files.

use std::io::Write;

use crate::common::environment::Environment;

/// The address of a server, where `scripts/postgres.sh` has started one.
fn server() -> Option<String> {
    let address = std::env::var("QUILTO_POSTGRES").ok();
    if address.is_none() {
        let why = "Skipped: there is no server; scripts/postgres.sh starts one for a command.";
        writeln!(std::io::stderr(), "{why}").unwrap();
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
        &["no, 85kg"],
        &["history", "--json"],
        &["undo"],
        &["undo"],
        &["history"],
        &["show", "yesterday"],
        &["context", "add", "I log weights in kg"],
        &["context"],
        &["import", "strong.csv"],
        &["import", "strong.csv"],
        &["stats"],
        &["export", "--format", "json"],
        &["export", "--format", "markdown"],
        &["target", "protein", "120 a day"],
        &["target"],
        &["move", "last", "2026-11-17"],
        &["--no-input", "how much did I lift?"],
        &["sessions"],
        &["resume", "squat"],
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

#[test]
fn what_looks_after_files_says_that_there_are_none() {
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
