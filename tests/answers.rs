//! What people ask of their notes, from outside: the answer, and that it asks nothing back.

use crate::common::environment::{Environment, NOW, holds};

/// A home with notes told at their moments.
fn with(notes: &[(&str, &str)]) -> Environment {
    let mut env = Environment::new();
    let mut pages: Vec<(&str, String)> = Vec::new();
    for (moment, note) in notes {
        let (day, time) = moment.split_once('T').unwrap();
        let text = format!("## {time}\n{note}\n\n");
        match pages.last_mut().filter(|(last, _)| *last == day) {
            Some((_, page)) => page.push_str(&text),
            None => pages.push((day, text)),
        }
    }
    for (day, page) in &pages {
        env.file(&format!("notes/{day}.md"), page);
    }
    env.stdout(&["import", "notes", "--yes"]);
    env.at(NOW);
    env
}

fn lifts() -> Environment {
    with(&[
        ("2026-03-04T18:00", "bench 70kg 5x5"),
        ("2026-03-06T07:30", "squat 90kg 5x5"),
        ("2026-08-05T18:00", "bench 80kg 5x5"),
        ("2026-08-07T07:30", "squat 110kg 5x5"),
        ("2026-11-18T18:00", "bench 77.5kg 5x5"),
        ("2026-11-19T07:30", "squat 105kg 5x5"),
    ])
}

#[test]
fn a_few_bare_words_ask() {
    let env = lifts();
    holds(&env, "bench pr", &["80 kg × 5, on 2026-08-05"], &["Logged"]);
    holds(
        &env,
        "squat max 2026",
        &["110 kg × 5, on 2026-08-07"],
        &["Logged"],
    );
    holds(&env, "last deadlift", &["no Deadlift"], &["Logged"]);
    holds(&env, "스쿼트 최고 무게", &["110 kg × 5", "2026-08-07"], &[]);
    holds(&env, "벤치 최고 기록", &["80 kg × 5", "2026-08-05"], &[]);
}

#[test]
fn halves_of_a_year_are_days_of_their_own() {
    let env = lifts();
    holds(
        &env,
        "best bench in the first half of 2026?",
        &["70 kg × 5, on 2026-03-04"],
        &["80 kg"],
    );
    holds(
        &env,
        "2026년 하반기 스쿼트 최고 무게는?",
        &["110 kg × 5", "2026-08-07"],
        &["90 kg"],
    );
    for question in [
        "bench volume first half vs second half of 2026",
        "compare bench volume in the first and second half of 2026",
    ] {
        holds(
            &env,
            question,
            &["1,750 kg", "3,937.5 kg", "+2,187.5 kg", "2026-06-30"],
            &[],
        );
    }
}

#[test]
fn a_state_is_what_it_was_last_noted_to_be() {
    let env = with(&[
        ("2026-11-08T08:00", "body weight 79.4kg"),
        ("2026-11-15T08:00", "체중 78.6kg"),
        ("2026-11-20T07:00", "slept 7 hours"),
    ]);
    for question in ["how much do I weigh?", "what's my bodyweight?"] {
        holds(
            &env,
            question,
            &["Your bodyweight was 78.6 kg on 2026-11-15 (6 days ago)."],
            &["slept"],
        );
    }
    holds(
        &env,
        "몸무게 얼마야?",
        &["78.6 kg", "2026-11-15"],
        &["slept"],
    );
}

#[test]
fn the_next_run_is_advised_alike_in_both_languages() {
    let env = with(&[
        ("2026-11-10T07:00", "ran 8 km in 46:00"),
        ("2026-11-17T07:00", "9km 달리기 52:30"),
    ]);
    holds(
        &env,
        "what should my next run be?",
        &["9.9 km", "9 km on 2026-11-17"],
        &["aiming"],
    );
    holds(
        &env,
        "다음 달리기 뭐 할까?",
        &["9.9 km", "2026-11-17 9 km"],
        &["목표"],
    );
}

#[test]
fn a_question_behind_a_note_is_about_that_note() {
    let env = with(&[
        ("2026-11-10T18:00", "bench 80kg 5x5"),
        ("2026-11-12T18:00", "deadlift 150kg 3x3"),
    ]);
    holds(
        &env,
        "bench 82.5kg 5x5, was it a record?",
        &[
            "Logged",
            "Yes, a record. Your best Bench Press (Barbell) is 82.5 kg × 5, on 2026-11-21.",
        ],
        &["Deadlift"],
    );
    holds(
        &env,
        "데드리프트 140kg 3x3. 신기록이야?",
        &["아니요, 신기록은 아니에요.", "150 kg × 3", "2026-11-12"],
        &["벤치"],
    );
    holds(
        &env,
        "deadlift 150kg 1x3, was that a record?",
        &[
            "You reached your record again.",
            "150 kg × 3, on 2026-11-12",
        ],
        &["Yes"],
    );
}

#[test]
fn follow_ups_take_over_what_they_leave_out() {
    let env = lifts();
    let ask = |lines: &str| env.run_with_input(&["repl"], lines.as_bytes());
    for (lines, wanted) in [
        (
            "heaviest bench?\nand squats?\n",
            "110 kg × 5, on 2026-08-07",
        ),
        (
            "heaviest bench?\nand squats?\nand in March?\n",
            "In March 2026, your best Squat (Barbell) was 90 kg × 5, on 2026-03-06.",
        ),
        (
            "heaviest bench?\nand squat in March?\n",
            "In March 2026, your best Squat (Barbell) was 90 kg × 5, on 2026-03-06.",
        ),
        (
            "heaviest bench?\nwhat about 2020?\n",
            "Nothing on Bench Press (Barbell) in 2020.",
        ),
        (
            "how many times did I bench in 2026?\nand squat?\n",
            "you logged Squat (Barbell) on 3 days",
        ),
        (
            "벤치 최고 무게 얼마야?\n스쿼트는?\n",
            "스쿼트 최고 기록은 110 kg × 5, 2026-08-07에 세웠어요.",
        ),
        (
            "벤치 최고 무게 얼마야?\n3월은?\n",
            "2026년 3월 벤치프레스 최고 기록은 70 kg × 5, 2026-03-04에 세웠어요.",
        ),
        (
            "bench 85kg 5x5\nwas that a record?\n",
            "Yes, a record. Your best Bench Press (Barbell) is 85 kg × 5, on 2026-11-21.",
        ),
    ] {
        let shown = ask(lines);
        assert!(shown.contains(wanted), "{lines}: {wanted}\n{shown}");
    }
    // Nothing is there of the year before: that is the answer, of the same lift.
    let shown = ask("스쿼트 최고 무게 얼마야?\n작년은?\n");
    assert!(shown.contains("2025년 스쿼트 기록은 없어요"), "{shown}");
}

#[test]
fn so_far_is_set_against_the_same_part() {
    let env = with(&[
        ("2026-10-03T07:00", "ran 5 km in 30:00"),
        ("2026-10-20T07:00", "ran 6 km in 36:00"),
        ("2026-10-28T07:00", "ran 20 km in 2:00:00"),
        ("2026-11-05T07:00", "ran 7 km in 42:00"),
        ("2026-11-19T07:00", "ran 8 km in 48:00"),
    ]);
    for question in [
        "am I running more than last month?",
        "did I run more this month than last month?",
    ] {
        holds(
            &env,
            question,
            &[
                "2026-10-01 to 2026-10-21",
                "2026-11-01 to 2026-11-21",
                "31 km",
            ],
            &["20 km"],
        );
    }
    holds(
        &env,
        "am I running more than last month?",
        &["More.", "11 km", "15 km", "+4 km", "2 days"],
        &["trend", "flat"],
    );
    holds(
        &env,
        "지난달보다 많이 달리고 있어?",
        &["더 많았어요.", "11 km", "15 km"],
        &[],
    );
}

#[test]
fn times_of_day_stand_side_by_side_and_nothing_else() {
    let env = lifts();
    holds(
        &env,
        "do I squat more often in the morning or in the evening?",
        &["3 days in the morning"],
        &["improving", "trend", "flat"],
    );
    holds(
        &env,
        "벤치는 아침이랑 저녁 중에 언제 더 많이 해?",
        &["저녁 3일"],
        &["추세", "칼로리"],
    );
}

/// Ten weeks of two lifts, in steps of so much.
fn growing(bench: f64, squat: f64) -> Environment {
    let mut notes = Vec::new();
    for week in 0..30_u32 {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 4, 6).unwrap()
            + chrono::Days::new(u64::from(week) * 7);
        let (bench, squat) = (
            60.0 + bench * f64::from(week),
            80.0 + squat * f64::from(week),
        );
        notes.push((
            format!("{day}T18:00"),
            format!("bench {bench}kg 3x5, squat {squat}kg 3x5"),
        ));
    }
    let notes: Vec<(&str, &str)> = notes
        .iter()
        .map(|(d, n)| (d.as_str(), n.as_str()))
        .collect();
    with(&notes)
}

#[test]
fn growth_of_two_things_is_told_with_both_slopes() {
    let env = growing(0.5, 1.0);
    // 30.4375 days a month: 0.5 kg a week are 2.17 kg, 1 kg a week is 4.35 kg.
    let question = "is my bench growing faster than my squat?";
    holds(
        &env,
        question,
        &[
            "Squat (Barbell) is growing faster, +4.35 kg per month; Bench Press (Barbell): +2.17 kg per month.",
            "2026-04-06",
        ],
        &["Days"],
    );
    holds(
        &env,
        "벤치가 스쿼트보다 빨리 늘어?",
        &[
            "스쿼트가 한 달에 +4.35 kg로 더 빨리 늘고 있어요",
            "한 달에 +2.17 kg",
        ],
        &[],
    );
    holds(
        &env,
        "how is my squat going?",
        &["improving", "about +4.35 kg per month"],
        &["per week"],
    );
    holds(
        &env,
        "how is my squat going since August?",
        &["about +1 kg per week"],
        &["per month"],
    );
}

#[test]
fn what_is_estimated_of_a_sum_is_said() {
    let env = with(&[
        ("2026-11-20T12:00", "protein shake 30g protein"),
        ("2026-11-20T19:00", "chicken breast 200g"),
    ]);
    let answer = env.json(&["--json", "how much protein did I eat yesterday?"]);
    let facts = answer["facts"].as_array().unwrap();
    let value = |name: &str| {
        let fact = facts.iter().find(|fact| fact["name"] == name);
        fact.unwrap_or_else(|| panic!("{name}: {answer}"))["value"]
            .as_f64()
            .unwrap()
    };
    let total = value("total protein");
    let share = value("estimated share of protein");
    assert_eq!(share, ((total - 30.0) / total * 100.0).round());
    let said = answer["answer"].as_str().unwrap();
    let wanted = format!("{share}% of it is estimated from the food table");
    assert!(said.contains(&wanted), "{said}");
    // What was told is no estimate.
    let told = with(&[("2026-11-20T12:00", "protein shake 30g protein")]);
    holds(
        &told,
        "how much protein did I eat yesterday?",
        &["30 g"],
        &["estimated"],
    );
}

#[test]
fn what_the_notes_do_not_hold_is_refused_by_name() {
    let env = lifts();
    for (question, name) in [
        ("what's my VO2max?", "VO2max"),
        ("how many cigarettes did I smoke last week?", "cigarettes"),
    ] {
        holds(
            &env,
            question,
            &[&format!("I don't know “{name}”"), "What I can answer"],
            &["kg"],
        );
    }
    holds(&env, "수영 얼마나 했어?", &["수영 기록은 없어요"], &["kg"]);
}

/// A week of everything, and a month before it.
fn mixed() -> Environment {
    with(&[
        ("2026-10-06T18:00", "bench 70kg 5x5"),
        ("2026-10-08T07:00", "ran 6 km in 36:00"),
        ("2026-11-16T07:00", "slept 6 hours"),
        ("2026-11-16T18:00", "bench 80kg 3x5"),
        ("2026-11-18T07:00", "ran 8 km in 48:00"),
        ("2026-11-18T20:00", "dinner 900 kcal 60g protein"),
        ("2026-11-20T18:00", "squat 100kg 3x5"),
        ("2026-11-21T08:00", "slept 8 hours"),
    ])
}

#[test]
fn a_week_in_short_is_computed_and_quotes_no_note() {
    let env = mixed();
    for question in ["how was my week", "summarize my week"] {
        holds(
            &env,
            question,
            &[
                "From 2026-11-16 to 2026-11-21:",
                "- Strength: 2 days; volume 2,700 kg; 6 sets.",
                "- Running: 1 day; distance 8 km",
                "900 kcal a day; protein 60 g a day",
                "- Sleep 7 h on average.",
                "Bench Press (Barbell) 80 kg × 5 (2026-11-16; 70 kg before)",
            ],
            &["slept 6 hours", "3x5", "Logged"],
        );
    }
    holds(
        &env,
        "이번 주 요약해줘",
        &[
            "2026-11-16부터 2026-11-21까지",
            "근력 운동: 2일",
            "2,700 kg",
        ],
        &["3x5"],
    );
}

#[test]
fn whether_it_is_too_much_is_answered_without_asking_back() {
    let env = mixed();
    holds(
        &env,
        "am i overtraining?",
        &[
            "Per week from 2026-11-15 to 2026-11-21:",
            "2 days",
            "volume 2,700 kg",
            "notes cannot tell",
        ],
        &["find nothing"],
    );
}

#[test]
fn short_lines_that_tell_nothing_are_questions() {
    let env = mixed();
    holds(
        &env,
        "last 2 runs",
        &["2026-10-08", "2026-11-18"],
        &["Logged"],
    );
    holds(
        &env,
        "kcal wednesday",
        &["900 kcal", "2026-11-18"],
        &["Logged"],
    );
    holds(&env, "volume this week", &["2,700 kg"], &["Logged"]);
    holds(
        &env,
        "벤치 5회 최고",
        &["80 kg × 5", "2026-11-16"],
        &["Logged"],
    );
    // What tells something is still a note.
    for note in ["bench pr 100", "last set 6", "벤치 80kg 5회 최고"] {
        let logged = env.stdout(&["--no-input", note]);
        assert!(!logged.contains("best"), "{note}: {logged}");
    }
}

#[test]
fn last_night_is_what_was_noted_this_morning() {
    let env = mixed();
    holds(
        &env,
        "how much did I sleep last night?",
        &["8 h", "2026-11-21"],
        &["6 h"],
    );
    holds(
        &env,
        "어젯밤에 몇 시간 잤지요?",
        &["8 h", "2026-11-21"],
        &["6 h"],
    );
}

#[test]
fn days_alone_go_on_with_what_only_a_unit_named() {
    let env = with(&[
        ("2026-11-12T18:00", "ran 8km 45:00"),
        ("2026-11-18T18:00", "ran 5km 27:00"),
        ("2026-11-19T18:00", "bench 80kg 5x5"),
    ]);
    let lines = "how many km this week?\nlast week?\n";
    let shown = env.run_with_input(&["repl"], lines.as_bytes());
    assert!(
        shown.contains("2026-11-15, your total distance was 8 km"),
        "{shown}"
    );
    holds(
        &env,
        "how many sessions this month",
        &["3 workouts"],
        &["understand"],
    );
}

fn meals_and_runs() -> Environment {
    with(&[
        ("2026-11-02T18:00", "bench 80kg 5x5 felt heavy"),
        ("2026-11-09T12:30", "lunch: burrito"),
        ("2026-11-09T18:00", "bench 82.5kg 5x5 felt heavy"),
        ("2026-11-15T09:00", "ran 12 km in 1:05:00"),
        ("2026-11-15T12:30", "lunch: burrito"),
        ("2026-11-16T19:00", "dinner: pizza"),
        ("2026-11-17T09:00", "ran 6 km in 31:00"),
        ("2026-11-17T12:30", "lunch: pho"),
        ("2026-11-17T19:00", "dinner: pizza"),
    ])
}

#[test]
fn what_was_written_is_counted_in_so_many_words() {
    let env = meals_and_runs();
    holds(
        &env,
        "how many times did i write felt heavy",
        &["felt heavy on 2 days", "2026-11-02", "2026-11-09"],
        &[],
    );
}

#[test]
fn a_number_that_is_not_reached_is_not_passed_over() {
    let env = meals_and_runs();
    holds(
        &env,
        "have i ever benched 85",
        &["No.", "85 kg or more", "82.5 kg"],
        &["Yes"],
    );
}

#[test]
fn a_weekday_of_one_run_is_the_last_one() {
    let env = meals_and_runs();
    holds(
        &env,
        "how far was sunday's run",
        &["2026-11-15", "12 km"],
        &["18 km"],
    );
}

#[test]
fn meals_narrow_what_was_eaten() {
    let env = meals_and_runs();
    holds(
        &env,
        "how many calories did i have for lunch on tuesday?",
        &["2026-11-17", "kcal"],
        &["no kcal"],
    );
    holds(
        &env,
        "how many times have i had pizza for dinner",
        &["2 days"],
        &[],
    );
}

/// Workouts of three domains, nights, pains and days in bed.
fn a_month() -> Environment {
    with(&[
        ("2026-10-14T07:00", "soda bread with butter"),
        ("2026-11-02T08:00", "sick, stayed in bed"),
        ("2026-11-03T08:00", "sick again. knee pain 5/10"),
        ("2026-11-04T07:00", "slept 4.5 hours. soda bread"),
        ("2026-11-10T07:00", "slept 4 hours. knee pain 7/10"),
        ("2026-11-11T18:00", "bench 80kg 5x5"),
        ("2026-11-12T18:00", "ran 8km 45:00"),
        ("2026-11-13T18:00", "swam 1000m in 22:00"),
        ("2026-11-17T18:00", "bench 80kg 5x5"),
        ("2026-11-18T07:00", "slept 8 hours. soda bread"),
        ("2026-11-18T18:00", "ran 5km 27:00"),
    ])
}

#[test]
fn days_alone_go_on_with_workouts_of_all_domains() {
    let env = a_month();
    let lines = "how many workouts this week?\nlast week?\n";
    let shown = env.run_with_input(&["repl"], lines.as_bytes());
    assert!(
        shown.contains("2026-11-09 to 2026-11-15") && shown.contains("3 workouts"),
        "{shown}"
    );
}

#[test]
fn days_of_what_one_was_are_listed() {
    let env = a_month();
    let days = ["2 days", "2026-11-02", "2026-11-03"];
    holds(&env, "what days was i sick", &days, &["bench"]);
}

#[test]
fn what_is_mentioned_is_counted_in_its_days() {
    let env = a_month();
    let days = ["2 days", "2026-11-04", "2026-11-18"];
    holds(
        &env,
        "how many times did i have soda bread this month",
        &days,
        &["2026-10-14"],
    );
}
