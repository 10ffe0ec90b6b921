//! What is kept of the notes in the cache folder changes no answer, whatever becomes of it.

use std::fs;
use std::path::PathBuf;

use crate::common::environment::Environment;

const QUESTIONS: &[&[&str]] = &[
    &["heaviest squat?"],
    &["how many sets in total?"],
    &["how far did I run in October?"],
    &["when did I last bench?"],
    &["average sleep per week?"],
    &["does sleep affect my bench?"],
    &["how often did I mention knee?"],
    &["어제 뭐 했어?"],
    &["stats"],
    &["history", "--limit", "5"],
    &["search", "--literal", "easy"],
];

/// The home of a year.
fn year() -> Environment {
    let env = Environment::new();
    let notes = (1..=10).flat_map(|month| (1..=9).map(move |day| (month, day)));
    let text: String = notes
        .map(|(month, day)| {
            let squat = 60 + 5 * month + day;
            format!(
                "# 2026-{month:02}-0{day}\n\n## 07:30\nslept {}h, knee fine\n\n## 18:00\nsquat \
                 {squat}kg 5x5, bench {}kg 3x8\n\n## 19:00\nran {day} km easy\n\n",
                6 + day % 3,
                squat - 20
            )
        })
        .collect();
    for part in text.split("# 2026").skip(1) {
        let (day, words) = part.split_once('\n').unwrap();
        let path = format!("home/logs/raw/2026/{}/2026{day}.md", &day[1..3]);
        env.file(&path, words);
    }
    env.run(&["doctor", "--fix"]);
    env
}

fn answers(env: &Environment, index: &str) -> Vec<String> {
    let answer = |args: &&[&str]| {
        let output = env.command(args).env("SWEALOG_INDEX", index).output();
        env.show(&output.unwrap())
    };
    QUESTIONS.iter().map(answer).collect()
}

/// The files of the index.
fn index(env: &Environment) -> Vec<PathBuf> {
    let homes = fs::read_dir(env.path().join("cache/swealog/homes"));
    let homes = homes.into_iter().flatten().flatten();
    let months = homes.flat_map(|home| fs::read_dir(home.path().join("days")));
    months.flatten().flatten().map(|file| file.path()).collect()
}

#[test]
fn answers_are_the_same_with_and_without_it() {
    let env = year();
    let check = || {
        let without = answers(&env, "false");
        for _ in 0..2 {
            for (with, without) in answers(&env, "true").iter().zip(&without) {
                assert_eq!(with, without);
            }
        }
        without
    };
    let before = check();
    assert!(before[0].contains("119 kg"), "{}", before[0]);
    assert_eq!(index(&env).len(), 10);
    // by hand, as an editor would
    let raw = env.raw("2026-03-05").replace("squat 80kg", "squat 180kg");
    env.file("home/logs/raw/2026/03/2026-03-05.md", &raw);
    assert!(check()[0].contains("180 kg"));
    env.stdout(&["squat 190kg x 1"]);
    assert!(check()[0].contains("190 kg"));
    env.stdout(&["undo", "--yes"]);
    assert!(check()[0].contains("180 kg"));
    for file in index(&env) {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    }
    check();
    fs::remove_dir_all(env.path().join("cache")).unwrap();
    fs::write(env.path().join("cache"), "in the way").unwrap();
    check();
    assert!(index(&env).is_empty());
}

#[test]
fn nothing_of_it_is_made_where_it_is_switched_off() {
    let env = Environment::new();
    env.config("index: false\n");
    env.stdout(&["squat 100kg 5x5"]);
    env.stdout(&["heaviest squat?"]);
    assert!(index(&env).is_empty());
    env.config("");
    env.stdout(&["heaviest squat?"]);
    assert_eq!(index(&env).len(), 1);
}
