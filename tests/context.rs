//! What was learned about the person: shown, edited, and never rewritten where they wrote it.

use insta::assert_snapshot;

use crate::common::environment::Environment;

#[test]
fn nothing_learned_is_said() {
    assert_snapshot!(Environment::new().run(&["context"]), @r"
    --- stderr
    Nothing was learned yet.
    --- exit 0
    ");
}

#[test]
fn an_editor_changes_it_and_lines_of_the_person_stay() {
    let mut env = Environment::new();
    let editor = env.file(
        "editor.sh",
        "#!/bin/sh\nprintf '# Global Context\\n\\nmy knee clicks\\n' > \"$1\"\n",
    );
    let mut command = env.command(&["context", "--edit"]);
    let output = command
        .env("EDITOR", format!("sh {}", editor.display()))
        .env("PATH", "/usr/bin:/bin")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", env.show(&output));
    env.at("2026-11-14T10:00").stdout(&["log", "bench 80 3x5"]);
    env.at("2026-11-20T10:00").stdout(&["log", "bench 90 3x5"]);
    let shown = env.stdout(&["context"]);
    assert!(shown.contains("my knee clicks"), "{shown}");
    assert!(shown.contains("Bench Press (Barbell): "), "{shown}");
    env.stdout(&["log", "bench 70 3x5"]);
    assert_eq!(env.stdout(&["context"]), shown, "nothing new was learned");
}

#[test]
fn the_first_command_of_a_day_looks_for_habits() {
    let mut env = Environment::new();
    for day in [
        "09-28", "10-05", "10-12", "10-19", "10-26", "11-02", "11-09", "11-16",
    ] {
        env.at(&format!("2026-{day}T18:00"))
            .stdout(&["log", "squat 100 5x5"]);
    }
    env.at("2026-11-21T10:30").stdout(&["log", "slept well"]);
    let shown = env.stdout(&["context"]);
    let habit = "- usual days of strength: Mon (likely; notes of 8 weeks; 2026-11-02)";
    assert!(shown.contains(habit), "{shown}");
}

#[test]
fn near_its_limit_the_oldest_lines_are_archived() {
    let mut env = Environment::new();
    env.config("max_global_context_tokens: 60\n");
    for (day, note) in [
        ("01", "bench 80 3x5"),
        ("02", "squat 100 3x5"),
        ("03", "deadlift 120 3x5"),
        ("04", "bench 90 3x5"),
        ("05", "slept well"),
    ] {
        env.at(&format!("2026-11-{day}T18:00"))
            .stdout(&["log", note]);
    }
    let archive = env.home().join("context/archive/2026-11.md");
    let archive = std::fs::read_to_string(archive).unwrap();
    assert!(archive.starts_with("- "), "{archive}");
    let shown = env.stdout(&["context"]);
    for line in archive.lines() {
        assert!(!shown.contains(line), "{line}");
    }
}

#[test]
fn units_that_were_stated_are_taken_and_settings_stand_over_them() {
    let env = Environment::new();
    let context = "# About me\n\n- I log weights in lb\n";
    env.file("home/context/global.md", context);
    let logged = env.json(&["--json", "log", "bench 185 5x5"]);
    let set = &logged["logged"]["domain_data"]["strength"]["exercises"][0]["sets"][0];
    assert_eq!(set["weight_unit"], "lb", "{logged}");
    let shown = env.stdout(&["heaviest bench?"]);
    assert!(shown.contains("185 lb"), "{shown}");
    // The line stays as it was typed, whatever is learned beside it.
    assert!(env.stdout(&["context"]).contains("- I log weights in lb\n"));
    let logged = env.json(&["--json", "--unit", "kg", "log", "squat 100 5x5"]);
    let set = &logged["logged"]["domain_data"]["strength"]["exercises"][0]["sets"][0];
    assert_eq!(set["weight_unit"], "kg", "{logged}");
}

#[test]
fn questions_corrections_and_notes_that_matter_are_remembered() {
    let mut env = Environment::new();
    env.at("2026-10-01T10:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.at("2026-11-20T10:00")
        .stdout(&["log", "bench 85kg 5x5"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- best weight Bench Press (Barbell): 85 kg"),
        "{learned}"
    );
    assert!(
        learned.contains("- back to Bench Press (Barbell): "),
        "{learned}"
    );
    env.stdout(&["log", "squat 100kg 5x5"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- first Squat (Barbell): 2026-11-20"),
        "{learned}"
    );
    env.stdout(&["heaviest squat?"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- best weight Squat (Barbell): 100 kg"),
        "{learned}"
    );
    env.stdout(&["--yes", "actually squat was 220 lb not 100 kg"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- strength weight unit: lb (certain; correction; "),
        "{learned}"
    );
    // Saying the same again changes nothing.
    env.stdout(&["heaviest squat?"]);
    let once = env.stdout(&["context"]);
    env.stdout(&["heaviest squat?"]);
    assert_eq!(env.stdout(&["context"]), once);
}

/// Eight weeks of runs on Saturdays and of lifting on Mondays, and the Saturday after.
fn with_habits() -> Environment {
    let mut env = Environment::new();
    let weeks = [
        ("09-26", "09-28"),
        ("10-03", "10-05"),
        ("10-10", "10-12"),
        ("10-17", "10-19"),
        ("10-24", "10-26"),
        ("10-31", "11-02"),
        ("11-07", "11-09"),
        ("11-14", "11-16"),
    ];
    for (saturday, monday) in weeks {
        let ran = env.at(&format!("2026-{saturday}T09:00"));
        ran.stdout(&["log", "ran 8k in 48:00"]);
        let lifted = env.at(&format!("2026-{monday}T18:00"));
        lifted.stdout(&["log", "squat 100 5x5"]);
    }
    env.at("2026-11-21T10:30");
    env
}

#[test]
fn usual_days_lead_what_is_advised_and_answer_when_it_is_next() {
    let mut env = with_habits();
    let answer = env.stdout(&["what should I do today?"]);
    let usual = "Today is one of your usual days for running (Saturday).";
    assert!(answer.starts_with(usual), "{answer}");
    assert!(
        answer.contains("Your usual days for strength: Monday; the next is 2026-11-23."),
        "{answer}"
    );
    let answer = env
        .at("2026-11-23T10:30")
        .stdout(&["what should I do today?"]);
    assert!(
        answer.starts_with("Today is one of your usual days for strength"),
        "{answer}"
    );
    let answer = env.stdout(&["when is my next run?"]);
    assert!(
        answer.starts_with("Your usual days for running: Saturday; the next is 2026-11-28."),
        "{answer}"
    );
    let answer = env.stdout(&["다음 달리기는 언제?"]);
    assert!(
        answer.contains("평소 달리기 요일은 토요일이고, 다음은 2026-11-28"),
        "{answer}"
    );
    let answer = env.stdout(&["when do I usually run?"]);
    assert!(
        answer.contains("Saturday") && answer.contains("8 days"),
        "{answer}"
    );
    // What was done today is not what comes next.
    env.at("2026-11-28T08:00")
        .stdout(&["log", "ran 5k in 30:00"]);
    let answer = env.stdout(&["when is my next run?"]);
    assert!(answer.contains("the next is 2026-12-05"), "{answer}");
}

#[test]
fn usual_days_that_the_person_wrote_stand_over_what_was_learned() {
    let mut env = with_habits();
    env.stdout(&["log", "slept well"]);
    let learned = env.stdout(&["context"]);
    assert!(
        learned.contains("- usual days of running: Sat ("),
        "{learned}"
    );
    let changed = learned.replace(
        "- usual days of running: Sat (",
        "- usual days of running: Sun, Wed\n- was: (",
    );
    env.file("home/context/global.md", &changed);
    let answer = env.stdout(&["when is my next run?"]);
    assert!(
        answer
            .starts_with("Your usual days for running: Wednesday, Sunday; the next is 2026-11-22."),
        "{answer}"
    );
    // The next day nothing is learned beside it.
    env.at("2026-11-22T10:00").stdout(&["log", "slept 8 hours"]);
    let lines = env.stdout(&["context"]);
    assert_eq!(
        lines.matches("- usual days of running").count(),
        1,
        "{lines}"
    );
    // In words of one's own, too.
    env.file(
        "home/context/global.md",
        "- I usually swim on Tuesdays and Thursdays\n",
    );
    let answer = env.stdout(&["when should I swim next?"]);
    assert!(
        answer.contains("Tuesday, Thursday; the next is 2026-11-24"),
        "{answer}"
    );
}

#[test]
fn bare_numbers_that_fit_two_things_are_what_is_usual_that_day() {
    let mut env = Environment::new();
    env.file(
        "home/context/global.md",
        "- usual days of swimming: Sat\n- usual days of running: Mon\n",
    );
    let domains = |logged: &serde_json::Value| {
        let data = logged["logged"]["domain_data"].as_object().unwrap();
        data.keys().cloned().collect::<Vec<_>>()
    };
    // what would be logged is what is logged
    let parsed = env
        .at("2026-11-21T10:00")
        .json(&["parse", "--json", "10x100"]);
    assert!(parsed["domain_data"]["swimming"].is_object(), "{parsed}");
    let logged = env.json(&["--json", "log", "10x100"]);
    assert_eq!(domains(&logged), ["swimming"], "{logged}");
    let logged = env
        .at("2026-11-23T10:00")
        .json(&["--json", "log", "10x100"]);
    assert_eq!(domains(&logged), ["running"], "{logged}");
}

#[test]
fn a_record_that_the_person_wrote_down_stands_until_it_is_beaten() {
    let mut env = Environment::new();
    env.at("2026-11-19T10:00")
        .stdout(&["log", "bench 80kg 5x5"]);
    env.file(
        "home/context/global.md",
        "- best weight Bench Press (Barbell): 265 lb, 2019\n",
    );
    let logged = env
        .at("2026-11-20T10:00")
        .stdout(&["log", "bench 90kg 5x5"]);
    assert!(logged.contains("record: 265 lb, 2019"), "{logged}");
    assert!(!logged.contains("new record"), "{logged}");
    let answer = env.stdout(&["heaviest bench?"]);
    assert!(
        answer.contains("90 kg") && answer.contains("265 lb, 2019"),
        "{answer}"
    );
    let logged = env
        .at("2026-11-21T10:00")
        .stdout(&["log", "bench 121kg 1x1"]);
    assert!(
        logged.contains("new record: 121 kg (before: 265 lb, 2019)"),
        "{logged}"
    );
    let answer = env.stdout(&["heaviest bench?"]);
    assert!(!answer.contains("2019"), "{answer}");
}

#[test]
fn a_record_of_long_ago_is_known_in_a_long_log() {
    let mut env = Environment::new();
    env.at("2025-01-01T10:00")
        .stdout(&["log", "bench 120kg 1x1"]);
    env.stdout(&["log", "bench 130kg 1x1"]);
    let mut lines = String::from(
        "Date,Workout Name,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\n",
    );
    for n in 0..210 {
        let (month, day) = (1 + n / 25, 1 + n % 25);
        lines.push_str(&format!(
            "2026-{month:02}-{day:02} 10:00:00,Day,Bench Press (Barbell),1,80,5,0,0,\n"
        ));
    }
    let file = env.file("strong.csv", &lines);
    env.at("2026-11-20T10:00")
        .stdout(&["import", file.to_str().unwrap()]);
    let logged = env.stdout(&["log", "bench 100kg 3x3"]);
    assert!(logged.contains("record: 130 kg, 2025-01-01"), "{logged}");
}
