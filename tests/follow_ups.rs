//! Questions about what the one before them found, about things as the person's own notes call them, and in the units
//! that those are written in.

use crate::common::environment::{Environment, holds};

fn with(notes: &[(&str, &str)]) -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-22T12:00");
    for (day, note) in notes {
        env.stdout(&["--yes", "--no-input", "log", "--date", day, note]);
    }
    env
}

/// What is shown of questions that are asked one after the other.
fn asked(env: &Environment, questions: &[&str]) -> String {
    let lines = format!("{}\n", questions.join("\n"));
    env.run_with_input(&["--no-input", "repl"], lines.as_bytes())
}

#[test]
fn a_follow_up_is_of_the_days_that_were_counted() {
    let env = with(&[
        ("2026-11-02", "slept 5 h, mood 4/10"),
        ("2026-11-04", "slept 8 h, mood 8/10"),
        ("2026-11-06", "slept 5.5 h, mood 5/10"),
        ("2026-11-08", "slept 8 h, mood 9/10"),
    ]);
    let shown = asked(
        &env,
        &[
            "how many nights did i sleep under 6 hours",
            "and what was my average mood on those days?",
        ],
    );
    assert!(shown.contains("4.5"), "{shown}");
    assert!(!shown.contains("6.5"), "{shown}");
}

#[test]
fn the_week_before_is_set_beside_the_one_asked_about() {
    let env = with(&[
        ("2026-11-03", "slept 8 h"),
        ("2026-11-10", "slept 6 h"),
        ("2026-11-17", "slept 7 h"),
    ]);
    let shown = asked(
        &env,
        &[
            "average sleep last week",
            "is it less than the week before?",
        ],
    );
    assert!(shown.contains("2026-11-09"), "{shown}");
    assert!(shown.contains("Yes."), "{shown}");
}

#[test]
fn a_mountain_is_meant_alone() {
    let env = with(&[
        ("2026-10-03", "금정산 등산 3시간"),
        ("2026-10-10", "황령산 등산 2시간"),
        ("2026-10-17", "금정산 등산 2시간 30분"),
    ]);
    holds(&env, "금정산은 몇 번 갔어?", &["2"], &["2026-10-10"]);
    holds(&env, "지리산 간 적 있어?", &["아니요", "지리산"], &[]);
}

#[test]
fn what_is_wanted_belongs_to_the_question_after_it() {
    let env = with(&[("2026-11-20", "weight 82.5 kg")]);
    holds(
        &env,
        "i want to weigh 80 kg. how many kg to go?",
        &["2.5 kg"],
        &[],
    );
}

#[test]
fn both_numbers_of_a_pressure_are_told_together() {
    let env = with(&[
        ("2026-10-05", "blood pressure 140/90"),
        ("2026-10-19", "blood pressure 136/86"),
        ("2026-11-09", "blood pressure 128/80"),
        ("2026-11-18", "blood pressure 124/78"),
    ]);
    holds(
        &env,
        "compare my blood pressure in october and november",
        &["138", "126", "88", "79"],
        &[],
    );
}

#[test]
fn units_that_notes_are_written_in_are_learned() {
    let mut env = Environment::new();
    for day in 1..=14 {
        env.at(&format!("2026-11-{day:02}T18:00"));
        env.stdout(&["--no-input", "walked 2.5 miles in 45 min"]);
    }
    env.at("2026-11-15T12:00");
    env.stdout(&["--no-input", "walked 3 miles in 50 min"]);
    let learned = env.stdout(&["context"]);
    assert!(learned.contains("unit of distances: mi"), "{learned}");
    holds(
        &env,
        "how far did i walk in november altogether?",
        &["38 mi"],
        &["km"],
    );
}
