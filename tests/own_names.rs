//! Questions about what only somebody's own notes have a name for, and what is asked of the day just told.

use crate::common::environment::{Environment, holds};

fn played() -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-22T12:00");
    let notes = [
        ("2026-11-01", "hurling match 60 min, lost"),
        ("2026-11-03", "hurling training 75 min"),
        ("2026-11-08", "hurling match 60 min, won"),
        ("2026-11-02", "bench 80kg 5x5"),
        ("2026-11-09", "bench 90kg x3"),
        ("2026-11-10", "hurling training 70 min"),
    ];
    for (day, note) in notes {
        env.stdout(&["--yes", "--no-input", "log", "--date", day, note]);
    }
    env
}

#[test]
fn what_the_notes_call_by_a_name_of_their_own_is_asked_about_by_it() {
    let env = played();
    let days = ["2026-11-01", "2026-11-08"];
    holds(
        &env,
        "how many hurling matches did i play",
        &days,
        &["2026-11-03"],
    );
    // a part of the name, as one of several
    holds(
        &env,
        "how many matches did i play this month",
        &days,
        &["2026-11-03"],
    );
    holds(
        &env,
        "how long did i spend on hurling training this month",
        &["2 h 25 min"],
        &[],
    );
    holds(
        &env,
        "when was my last hurling training",
        &["2026-11-10"],
        &[],
    );
}

#[test]
fn what_nobody_has_a_name_for_is_said() {
    holds(
        &played(),
        "how many lacrosse games did i play",
        &["lacrosse"],
        &["2026-11-01"],
    );
}

#[test]
fn how_many_after_a_record_is_of_its_day() {
    let env = played();
    let shown = env.run_with_input(&["--no-input", "repl"], b"heaviest bench\nfor how many\n");
    assert!(shown.contains("On 2026-11-09"), "{shown}");
    assert!(shown.contains("reps were 3"), "{shown}");
}
