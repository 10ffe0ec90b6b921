//! Questions about days that only the notes tell of, about days with something beside all others, and about what a
//! question before them was narrowed to.

use crate::common::environment::{Environment, holds};

fn summer() -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-22T12:00");
    let notes = [
        ("2026-08-05", "weight 85.3 kg"),
        (
            "2026-08-08",
            "dinner at the wedding: crab sandwich 450 kcal",
        ),
        ("2026-08-11", "weight 87.1 kg"),
        ("2026-09-02", "lunch chili 410 kcal"),
        ("2026-09-09", "lunch schnitzel 900 kcal"),
        ("2026-09-10", "dinner schnitzel 950 kcal"),
        ("2026-09-16", "lunch curry 820 kcal"),
        ("2026-10-05", "slept 8 h"),
        ("2026-10-06", "slept 7.5 h, 2 beers"),
        ("2026-10-07", "slept 5 h"),
        ("2026-10-12", "slept 8 h"),
        ("2026-10-13", "slept 8 h, 2 beers"),
        ("2026-10-14", "slept 5.5 h"),
        ("2026-11-02", "squat 100kg 5x5"),
        ("2026-11-04", "bench 80kg 5x5"),
        ("2026-11-06", "deadlift 140kg 3x3"),
        ("2026-11-10", "squat 102.5kg 5x5"),
        ("2026-11-17", "squat 105kg 5x5"),
        ("2026-11-18", "bench 80kg 5x5"),
        ("2026-11-20", "deadlift 142.5kg 3x3"),
    ];
    for (day, note) in notes {
        env.stdout(&["--yes", "--no-input", "log", "--date", day, note]);
    }
    env
}

#[test]
fn days_that_only_notes_tell_of_are_days_like_any_other() {
    let env = summer();
    holds(
        &env,
        "how much kcal did i eat during the wedding",
        &["450", "2026-08-08"],
        &["410"],
    );
    holds(
        &env,
        "what was my weight before the wedding",
        &["85.3"],
        &["87.1"],
    );
}

#[test]
fn days_with_something_are_set_beside_all_others() {
    holds(
        &summer(),
        "맥주 마신 다음날 잠을 덜 자?",
        &["네", "5.25 h"],
        &[],
    );
}

#[test]
fn the_kind_of_a_meal_narrows_what_is_bounded() {
    holds(
        &summer(),
        "how many lunches over 700 kcal did i have",
        &["2026-09-09", "2026-09-16"],
        &["2026-09-10"],
    );
}

#[test]
fn weeks_are_counted_by_their_days() {
    holds(
        &summer(),
        "in how many weeks did i make it to the gym at least three times",
        &["2 weeks"],
        &[],
    );
}

#[test]
fn what_was_narrowed_is_compared_as_narrowed() {
    let env = summer();
    let typed = b"total kcal of schnitzel in september\nwas that more than in october\n";
    let shown = env.run_with_input(&["--no-input", "repl"], typed);
    assert!(shown.contains("1,850"), "{shown}");
    assert!(!shown.contains("3,080"), "{shown}");
}

#[test]
fn a_strange_name_after_a_question_asks() {
    let env = summer();
    let shown = env.run_with_input(
        &["--no-input", "repl"],
        "스쿼트 몇 번 했어?\n글람은\n".as_bytes(),
    );
    assert!(!shown.to_lowercase().contains("logged"), "{shown}");
    let found = env.stdout(&["--no-input", "search", "글람은"]);
    assert!(!found.contains("2026-11-22"), "{found}");
}
