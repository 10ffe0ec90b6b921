//! Bringing in Markdown and CSV: once, twice, in part.

use insta::assert_snapshot;

use crate::common::environment::Environment;

const SESSIONS: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",1,100.0,5,0,0,\"\",\"\",
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",Rest Timer,0,0,0,120,\"\",\"\",
2026-10-05 18:30:00,\"Legs\",45m,\"Squat (Barbell)\",2,100.0,5,0,0,\"\",\"\",8
2026-10-07 07:00:00,\"Push\",30m,\"Bench Press (Barbell)\",1,82.25,3,0,0,\"\",\"\",
";

const KOREAN: &str = "\
날짜,워크아웃 이름,지속 시간,운동 이름,세트 순서,체중,렙,거리,초,RPE
2026-10-09 19:00:00,\"저녁\",1시간 5분,\"Deadlift (Barbell)\",1,140.0,3.0,0,0.0,
";

#[test]
fn importing_twice_changes_nothing() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.file("korean.csv", KOREAN);
    assert_snapshot!(env.run(&["import", "strong.csv", "korean.csv"]), @"");
    let before = env.raw("2026-10-05");
    assert_snapshot!(before, @"");
    assert_snapshot!(env.run(&["import", "strong.csv", "korean.csv"]), @"");
    assert_eq!(env.raw("2026-10-05"), before);
    assert_snapshot!(env.run(&["history"]), @"");
}

#[test]
fn a_dry_run_writes_nothing() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    assert_snapshot!(env.run(&["import", "--dry-run", "strong.csv"]), @"");
    assert!(!env.home().exists());
}

#[test]
fn bad_lines_are_named_and_the_rest_is_imported() {
    let env = Environment::new();
    let text = SESSIONS.replace("82.25,3", "heavy,3");
    env.file("strong.csv", &text);
    env.file("other.csv", "title,price\nshoes,90\n");
    assert_snapshot!(env.run(&["import", "strong.csv", "other.csv"]), @"");
    // mended and imported again: only what was missing comes in
    env.file("strong.csv", SESSIONS);
    assert_snapshot!(env.run(&["import", "strong.csv"]), @"");
}

#[test]
fn a_session_that_changed_replaces_the_earlier_one() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.run(&["import", "strong.csv"]);
    env.file("strong.csv", &SESSIONS.replace("82.25,3", "85,3"));
    assert_snapshot!(env.run(&["import", "strong.csv"]), @"");
    assert_snapshot!(env.run(&["history", "--from", "2026-10-07"]), @"");
    let raw = env.raw("2026-10-07");
    assert!(raw.contains("82.25") && raw.contains("[undo]"), "{raw}");
}

#[test]
fn the_unit_is_taken_from_the_command_line_and_may_be_mended() {
    let env = Environment::new();
    env.file("strong.csv", SESSIONS);
    env.run(&["import", "strong.csv"]);
    assert_snapshot!(env.run(&["import", "--unit", "lb", "strong.csv"]), @"");
    let entries = env.stdout(&["history", "--json"]);
    assert!(entries.contains("\"weight_unit\":\"lb\"") && !entries.contains("\"kg\""));
}

#[test]
fn daily_notes_keep_their_days_and_words() {
    let env = Environment::new();
    env.file("notes/2026-10-05.md", "squat 100x5\r\nslept 7 hours\r\n");
    env.file(
        "notes/2026-10-06.md",
        "# 2026-10-06\n\n## 07:15\n어제보다 나음, 벤치 60kg 5x5\n\n## 19:00\nran 5k\n",
    );
    env.file("notes/shopping.md", "milk\n");
    env.file("notes/.obsidian/workspace.md", "2026-10-05");
    assert_snapshot!(env.run(&["import", "notes"]), @"");
    assert_snapshot!(env.run(&["import", "notes"]), @"");
    let texts: Vec<_> = env
        .stdout(&["history", "--json"])
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|entry| format!("{} {} {}", entry["date"], entry["time"], entry["text"]))
        .collect();
    assert_snapshot!(texts.join("\n"), @"");
}

#[test]
fn what_is_not_there_is_a_mistake_of_usage() {
    let env = Environment::new();
    assert_snapshot!(env.run(&["import", "none.csv"]), @"");
}

#[test]
fn as_json() {
    let env = Environment::new();
    env.file("strong.csv", &SESSIONS.replace("82.25,3", "heavy,3"));
    let summary = env.json(&["import", "--json", "strong.csv"]);
    assert_eq!(summary["imported"], 1);
    assert_eq!(summary["already_there"], 0);
    assert_eq!(summary["rejected"][0]["line"], 5);
}
