//! The same commands over a database as over files.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::environment::Environment;

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
