//! Answers that must be true to the notes: which direction is better, what counts as done, what is
//! not known, and what a comparison leaves out.

use crate::common::environment::{Environment, holds};

/// A home with one note per day, seen at noon of Sunday, 22 November.
fn with(notes: &[(&str, &str)]) -> Environment {
    let mut env = Environment::new();
    env.at("2026-11-22T12:00");
    for (day, note) in notes {
        env.stdout(&["--yes", "--no-input", "log", "--date", day, note]);
    }
    env
}

fn trained() -> Environment {
    with(&[
        ("2026-11-01", "ran 5k in 30:00"),
        ("2026-11-05", "ran 5k in 29:00"),
        ("2026-11-10", "ran 5k in 28:00"),
        ("2026-11-12", "slept 4h, tired"),
        ("2026-11-12", "chicken and rice for lunch"),
        ("2026-11-15", "ran 5k in 27:00"),
        ("2026-11-16", "bench 80kg 5x5"),
        ("2026-11-17", "bench 82.5kg 5x5"),
        ("2026-11-17", "swam 1000m in 25:00"),
        ("2026-11-18", "1 hour yoga"),
        ("2026-11-19", "bench 85kg 5x5"),
        ("2026-11-20", "bench 87.5kg 5x5"),
    ])
}

#[test]
fn few_days_tell_the_plain_change_and_records_in_a_row_are_no_unclear_trend() {
    let env = trained();
    holds(
        &env,
        "is my bench improving?",
        &[
            "80 kg (2026-11-16) → 87.5 kg (2026-11-20)",
            "4 days",
            "heavier each time",
        ],
        &["no clear trend"],
    );
    holds(
        &env,
        "how is my pace developing?",
        &["6:00 /km", "5:24 /km", "4 days", "faster each time"],
        &["no clear trend", "down"],
    );
    holds(
        &env,
        "벤치 늘고 있어?",
        &["4일", "매번 더 무거웠어요"],
        &["추세가 없어요"],
    );
}

#[test]
fn where_less_is_better_less_is_called_faster() {
    let env = with(&[
        ("2026-10-18", "ran 5k in 27:00"),
        ("2026-11-15", "ran 5k in 25:00"),
    ]);
    holds(
        &env,
        "is my pace better this month than last month?",
        &["Faster.", "-0:24 /km (-7.4%): faster"],
        &["Less."],
    );
    holds(
        &env,
        "페이스 지난달보다 빨라졌어?",
        &["더 빨랐어요"],
        &["적어요"],
    );
    holds(
        &env,
        "is my pace lower this month than last month?",
        &["Faster."],
        &["“lower”"],
    );
    holds(
        &env,
        "worst pace",
        &["Your slowest pace is 5 km in 27:00"],
        &[],
    );
}

#[test]
fn a_cut_comparison_says_that_it_is_cut() {
    let env = with(&[
        ("2026-10-05", "bench 80kg 5x5"),
        ("2026-10-28", "bench 85kg 5x5"),
        ("2026-11-18", "bench 82.5kg 5x5"),
    ]);
    holds(
        &env,
        "bench October vs November",
        &[
            "from 2026-10-01 to 2026-10-22",
            "nothing after 2026-10-22 counts",
        ],
        &[],
    );
    holds(
        &env,
        "compare bench volume in October and November",
        &[
            "2,000 kg from 2026-10-01 to 2026-10-22",
            "In October 2026, your total Bench Press (Barbell) volume was 4,125 kg",
            "nothing after 2026-10-22 counts",
        ],
        &[],
    );
    for (question, told) in [
        ("October vs November", "nothing after 2026-10-22 counts"),
        (
            "this month vs last month",
            "nothing after 2026-10-22 counts",
        ),
        ("10월이랑 11월 비교", "2026-10-22까지만 셌어요"),
        (
            "bench September vs November",
            "nothing after 2026-09-22 counts",
        ),
    ] {
        holds(&env, question, &[told], &[]);
    }
}

#[test]
fn workouts_are_all_that_was_trained() {
    let env = trained();
    let week = &["ran 5k in 28:00", "ran 5k in 27:00"];
    holds(
        &env,
        "show me last week's workouts",
        week,
        &["tired", "rice", "Nothing"],
    );
    holds(&env, "운동 지난주에 뭐 했어?", week, &["tired", "rice"]);
    holds(
        &env,
        "how many workouts this week?",
        &["6 workouts", "5 days"],
        &[],
    );
    holds(&env, "이번 주 운동 몇 번 했어?", &["운동을 6번"], &[]);
    holds(
        &env,
        "rest days this week?",
        &["2 of 7 days", "2026-11-21, 2026-11-22"],
        &[],
    );
    holds(&env, "when did I last work out?", &["2026-11-20"], &[]);
    holds(
        &env,
        "how many running sessions this month",
        &["4 runs"],
        &["workouts"],
    );
    holds(
        &env,
        "how was my training this week?",
        &["Strength", "Swimming"],
        &[],
    );
    let tuesday = &["bench 82.5kg", "swam 1000m"];
    holds(&env, "what did I do on Tuesday?", tuesday, &[]);
}

#[test]
fn an_empty_period_is_told_with_the_nearest_day() {
    let env = trained();
    holds(
        &env,
        "workouts on November 12?",
        &[
            "Nothing on workouts on 2026-11-12",
            "The nearest is 2026-11-10",
        ],
        &[],
    );
    holds(
        &env,
        "any workouts in October?",
        &["The nearest is 2026-11-01"],
        &[],
    );
    holds(
        &env,
        "how many steps in November?",
        &["Nothing on steps"],
        &["nearest", "slept"],
    );
}

#[test]
fn a_word_that_nothing_knows_is_named() {
    let env = with(&[
        ("2026-11-11", "squat 100kg 5x5"),
        ("2026-11-13", "glorp machine 40kg 3x12"),
    ]);
    holds(
        &env,
        "best flurb squat?",
        &["I don't know “flurb”, and your notes never mention it"],
        &["100 kg"],
    );
    holds(
        &env,
        "what is my best glarp machine?",
        &["don't know “glarp machine”", "Did you mean glorp machine?"],
        &[],
    );
}

#[test]
fn parts_of_a_second_stay() {
    let env = with(&[
        ("2026-11-19", "100m free 58.4"),
        ("2026-11-20", "ran 5k in 19:45.3"),
        ("2026-11-21", "swam 100m in 1:02.35"),
    ]);
    let json = env.stdout(&["export", "--format", "json"]);
    for seconds in ["58.4", "1185.3", "62.35"] {
        assert!(json.contains(seconds), "{seconds}\n{json}");
    }
    holds(&env, "fastest run?", &["19:45.3 (3:57 /km)"], &[]);
    let history = env.stdout(&["history"]);
    for words in ["58.4 s", "19:45.3", "1:02.35"] {
        assert!(history.contains(words), "{words}\n{history}");
    }
    // Nobody runs so far in so many seconds, and whole seconds stay whole.
    let read = |note: &str| env.stdout(&["--json", "parse", note]);
    assert!(read("ran 5k 24.5").contains("\"duration_seconds\":1470"));
    assert!(read("ran 5k in 19:45").contains("1185}"));
    assert!(read("자유형 100m 58.4초").contains("\"duration_seconds\":58.4"));
}

#[test]
fn the_less_help_the_better() {
    let env = with(&[("2026-11-10", "assisted pull-ups 20kg x8")]);
    let log = |day: &str, note: &str| env.stdout(&["log", "--date", day, note]);
    let better = log("2026-11-15", "assisted pull-ups 10kg x8");
    assert!(
        better.contains("new record: 10 kg (before: 20 kg"),
        "{better}"
    );
    let worse = log("2026-11-16", "assisted pull-ups 15kg x8");
    assert!(
        worse.contains("record: 10 kg") && !worse.contains("new record"),
        "{worse}"
    );
    holds(
        &env,
        "best assisted pull up?",
        &["10 kg × 8", "2026-11-15"],
        &["20 kg"],
    );
    holds(&env, "worst assisted pull up?", &["20 kg × 8"], &[]);
}

#[test]
fn a_day_to_come_is_a_plan() {
    let env = with(&[("2026-11-20", "bench 100kg x5")]);
    let plan = env.stdout(&["log", "--date", "2026-12-01", "bench 200kg x5"]);
    assert!(
        plan.contains("still to come") && !plan.contains("record:"),
        "{plan}"
    );
    let history = env.stdout(&["history"]);
    assert_eq!(history.matches("still to come").count(), 1, "{history}");
    for question in ["best bench?", "last bench?", "how many days of bench?"] {
        holds(
            &env,
            question,
            &["2026-11-20"],
            &["200 kg", "2026-12-01", "2 days of"],
        );
    }
    let stats = env.stdout(&["stats"]);
    assert!(
        stats.contains("100 kg × 5") && !stats.contains("200 kg"),
        "{stats}"
    );
    holds(
        &env,
        "bench on 2026-12-01?",
        &["2026-12-01: bench 200kg x5"],
        &["Your best"],
    );
}

#[test]
fn nothing_is_asked_that_is_written_or_of_what_nobody_logs() {
    let mut notes = vec![
        ("2026-11-10", "slept 4h, stressed"),
        ("2026-11-11", "bench 80kg 5x5 felt heavy"),
        ("2026-11-12", "tired all day"),
    ];
    let env = with(&notes);
    for question in [
        "why was I tired last week?",
        "지난주에 왜 피곤했지?",
        "why am I always tired?",
    ] {
        holds(
            &env,
            question,
            &["slept 4h, stressed"],
            &["q1", "how you slept"],
        );
    }
    let lifted = "why did my bench press feel heavy last week?";
    holds(
        &env,
        lifted,
        &["slept 4h, stressed"],
        &["q1", "how you slept"],
    );
    let shown = env.run(&["--no-input", "should I eat more protein?"]);
    assert!(
        !shown.contains("running for") && !shown.contains("training for"),
        "{shown}"
    );
    // Of a week without such a note it is asked who notes such things at all.
    notes.retain(|(day, _)| *day == "2026-11-12");
    notes.insert(0, ("2026-10-01", "slept 7h"));
    let shown = with(&notes).run(&["--no-input", "why was I tired last week?"]);
    assert!(shown.contains("How did you sleep"), "{shown}");
}

#[test]
fn several_domains_are_summed_up_together() {
    holds(
        &trained(),
        "analyze my sleep, workouts, and nutrition this month",
        &["Strength", "Running", "Swimming", "Nutrition", "Sleep 4 h"],
        &["Nothing"],
    );
}

#[test]
fn a_slow_day_is_set_against_the_usual() {
    let env = with(&[
        ("2026-11-07", "ran 5k in 26:50"),
        ("2026-11-14", "ran 5k in 27:00"),
        ("2026-11-20", "slept 5h"),
        ("2026-11-21", "ran 5k in 30:00"),
    ]);
    holds(
        &env,
        "why was my run slow yesterday?",
        &["6:00 /km on 2026-11-21", "slower", "2026-11-20: slept 5h"],
        &["“slow”"],
    );
}

#[test]
fn an_empty_side_is_said_and_two_domains_stand_side_by_side() {
    let env = trained();
    holds(
        &env,
        "compare morning vs evening workouts",
        &["nothing in the morning", "nothing in the evening"],
        &[],
    );
    holds(
        &env,
        "compare my running progress with my lifting",
        &["istance", "olume"],
        &["lifting"],
    );
}

#[test]
fn an_answer_that_rests_on_a_doubtful_value_says_so() {
    let env = with(&[
        ("2026-11-01", "bench 80kg 2x5"),
        ("2026-11-05", "bench 80kg 2x5"),
        ("2026-11-09", "bench 82.5kg 2x5"),
        ("2026-11-12", "bench 200kg 2x5"),
        ("2026-11-15", "squat 100kg 2x5"),
    ]);
    let doubt = "marked as uncertain when it was noted (2026-11-12)";
    holds(&env, "best bench?", &["200 kg", doubt], &[]);
    holds(&env, "best squat?", &["100 kg"], &["uncertain"]);
    holds(&env, "벤치 최고 기록?", &["불확실", "2026-11-12"], &[]);
}
