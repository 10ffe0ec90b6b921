//! A home that goes to a database and back.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{alone, both, server};
use crate::common::environment::Environment;

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

#[test]
fn a_damaged_reading_keeps_no_day_of_its_month_from_a_database() {
    let _alone = alone();
    let Some([mut env, kept]) = both("damaged") else {
        return;
    };
    env.set("SWEALOG_USER", "damaged");
    env.stdout(&["log", "squat 100kg 5x5"]);
    env.stdout(&["log", "--date", "yesterday", "ran 5k in 25:00"]);
    let parsed = "home/users/damaged/logs/parsed/2026/11/2026-11-20.json";
    for damage in [
        &b"{\"version\":1,\"entr"[..],
        b"{\"version\":1,\"x\":\"\xff\"}",
    ] {
        std::fs::write(env.path().join(parsed), damage).unwrap();
        let home = env.home().display().to_string();
        let said = env.run(&["home", "copy", &home, &server().unwrap()]);
        assert!(said.contains("of 2026-11-20 is damaged"), "{said}");
        assert!(
            said.contains("Copied") && said.ends_with("--- exit 0\n"),
            "{said}"
        );
    }
    let history = kept.stdout(&["history"]);
    assert!(
        history.contains("squat") && history.contains("ran 5k"),
        "{history}"
    );
    kept.stdout(&["reparse", "--yes"]);
    assert!(
        kept.stdout(&["how far did I run this week?"])
            .contains("5 km")
    );
}
