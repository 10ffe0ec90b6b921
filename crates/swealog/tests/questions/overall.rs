//! Questions about everything at once: a stretch of days in short, whether it is too much, better then
//! or now.

use chrono::{Days, NaiveDate};
use quilto::storage::NewEntry;
use serde_json::json;

use super::asking::Desk;
use super::log::{eaten, entries, entry, lift, set, today};

const SQUAT: &str = "Squat (Barbell)";
const BENCH: &str = "Bench Press (Barbell)";

/// All of `with` stands in the answer, none of `without`, and the evaluator has nothing against it.
#[track_caller]
fn holds(desk: &Desk, question: &str, with: &[&str], without: &[&str]) {
    let answer = desk.ask(question);
    for words in with {
        assert!(
            answer.text.contains(words),
            "{question}: {words}\n{}",
            answer.text
        );
    }
    for words in without {
        assert!(
            !answer.text.contains(words),
            "{question}: not {words}\n{}",
            answer.text
        );
    }
    assert!(
        answer.issues.is_empty(),
        "{question}: {:?}\n{}",
        answer.issues,
        answer.text
    );
}

#[test]
fn a_week_is_summed_up_and_not_listed() {
    let desk = Desk::new(entries());
    for question in [
        "summarize my week",
        "how was my week?",
        "give me a summary of this week",
        "how did my week go?",
    ] {
        holds(
            &desk,
            question,
            &[
                "From 2026-11-16 to 2026-11-20:",
                "Strength: 2 days",
                "Running: 1 day; distance 5 km",
                "1,900 kcal a day",
                "Sleep 5 h",
                "Deadlift (Barbell) 150 kg × 2 (2026-11-16; 140 kg before)",
            ],
            &["grip slipped", "slept 5 hours", "Swimming"],
        );
    }
    for question in ["이번 주 요약해줘", "이번 주 어땠어?"] {
        holds(
            &desk,
            question,
            &[
                "2026-11-16부터 2026-11-20까지",
                "근력 운동: 2일",
                "거리 5 km",
                "140 kg",
            ],
            &["grip slipped"],
        );
    }
}

#[test]
fn other_stretches_are_summed_up_too() {
    let desk = Desk::new(entries());
    holds(
        &desk,
        "how was my month?",
        &[
            "From 2026-11-01 to 2026-11-20:",
            "distance 10 km",
            "90 kg × 3 (2026-11-02",
        ],
        &[],
    );
    holds(
        &desk,
        "recap of march 2026",
        &["In March 2026:", "Strength: 3 days", "(2026-03-20"],
        &["warm up", "Running"],
    );
    // Of one domain, its own.
    holds(
        &desk,
        "how was my running this month?",
        &["Running: 2 days"],
        &["Strength", "kcal"],
    );
    // Nothing to sum up is said, with the nearest day.
    holds(&desk, "summary of may 2018", &["2018"], &["Strength: 0"]);
}

#[test]
fn what_else_is_asked_of_days_stays_what_it_was() {
    let desk = Desk::new(entries());
    holds(
        &desk,
        "what did I do this week?",
        &["grip slipped"],
        &["kcal a day"],
    );
    holds(
        &desk,
        "how was my bench this month?",
        &["2026-11"],
        &["kcal a day"],
    );
    holds(
        &desk,
        "best bench this month?",
        &["90 kg × 3", "2026-11-02"],
        &["kcal a day"],
    );
}

/// Twenty weeks of squats on Mondays and Thursdays, four times a week in the last four; short nights
/// in those.
fn busy() -> Vec<NewEntry> {
    let mut notes = Vec::new();
    let start = today() - Days::new(139);
    for i in 0..140_u64 {
        let day = start + Days::new(i);
        let late = i >= 112;
        let wanted: &[u32] = if late { &[0, 1, 3, 4] } else { &[0, 3] };
        let weekday = chrono::Datelike::weekday(&day).num_days_from_monday();
        let day = day.to_string();
        notes.push(entry(
            &day,
            "07:00",
            "night",
            "general_fitness",
            json!({"sleep_hours": if late { 6.0 } else { 8.0 }}),
        ));
        if wanted.contains(&weekday) {
            notes.push(lift(
                &day,
                "18:00",
                "squat 100x5x2",
                &[(SQUAT, vec![set(100.0, 5), set(100.0, 5)])],
            ));
        }
    }
    notes.push(entry(
        "2026-11-15",
        "09:00",
        "legs sore",
        "general_fitness",
        json!({"soreness": ["legs"]}),
    ));
    notes
}

#[test]
fn whether_it_is_too_much_is_answered_with_the_load() {
    let desk = Desk::new(busy());
    for question in [
        "am i overtraining?",
        "am I doing too much",
        "am i training too hard lately?",
    ] {
        holds(
            &desk,
            question,
            &[
                "more than usual for you.",
                "Per week from 2026-11-14 to 2026-11-20:",
                "Per week from 2026-10-24 to 2026-11-20:",
                "4 days (usually 2 days, +100%)",
                "volume 4,000 kg (usually 2,000 kg, +100%)",
                "from 2026-08-01 to 2026-10-23",
                "Sleep 6 h on average",
                "8 h in the weeks before",
                "Soreness on 1 day",
                "2026-11-15",
                "notes cannot tell",
            ],
            &["find nothing"],
        );
    }
    for question in ["나 오버트레이닝인가?", "요즘 너무 무리하나?"] {
        holds(
            &desk,
            question,
            &[
                "평소보다 많아요",
                "4일 (평소 2일, +100%)",
                "메모로 알 수 없어요",
            ],
            &["찾지 못했"],
        );
    }
    // What has no load of its own is no question of it.
    let fed = Desk::new(vec![eaten("2026-11-19", "dinner", 2000.0, 120.0)]);
    holds(
        &fed,
        "did I eat too much yesterday?",
        &["2026-11-19"],
        &["usual"],
    );
}

/// Squats that rise, benches that fall, from spring to autumn.
fn seasons(year: i32) -> Vec<NewEntry> {
    let mut notes = Vec::new();
    for (month, squat, bench) in [
        (3, 100.0, 90.0),
        (5, 105.0, 85.0),
        (7, 115.0, 80.0),
        (10, 120.0, 75.0),
    ] {
        for day in [2, 9, 16, 23] {
            let day = NaiveDate::from_ymd_opt(year, month, day)
                .unwrap()
                .to_string();
            notes.push(lift(
                &day,
                "18:00",
                "squat and bench",
                &[(SQUAT, vec![set(squat, 5)]), (BENCH, vec![set(bench, 5)])],
            ));
        }
    }
    notes
}

#[test]
fn stronger_then_or_now_is_told_lift_by_lift() {
    let desk = Desk::new(seasons(2026));
    for question in [
        "was I stronger in spring?",
        "was i stronger in spring or in autumn?",
    ] {
        holds(
            &desk,
            question,
            &[
                "Squat (Barbell): 122.5 kg",
                "140 kg",
                "Bench Press (Barbell): 105 kg",
                "87.5 kg",
                "-17.5 kg",
            ],
            &["entries on"],
        );
    }
    holds(
        &desk,
        "what improved the most?",
        &["Squat (Barbell) improved the most (estimated one-rep max)"],
        &["Bench"],
    );
}

#[test]
fn one_odd_day_at_the_end_does_not_make_the_most_improved() {
    let mut notes = seasons(2026);
    for week in 0..12_u64 {
        let day = NaiveDate::from_ymd_opt(2026, 3, 3).unwrap() + Days::new(week * 20);
        // Hardly any rise, but a first day far below all others.
        let kilos = if week == 0 {
            20.0
        } else {
            60.0 + 0.25 * f64::from(week as u8)
        };
        notes.push(lift(
            &day.to_string(),
            "19:00",
            "row",
            &[("Bent Over Row (Barbell)", vec![set(kilos, 5)])],
        ));
    }
    holds(
        &Desk::new(notes),
        "which exercise improved the most?",
        &["Squat (Barbell) improved the most"],
        &[],
    );
}

#[test]
fn seasons_without_a_year_are_the_latest_with_notes() {
    let desk = Desk::new(seasons(2022));
    holds(
        &desk,
        "did I train more in summer or autumn?",
        &[
            "2022-06-01 to 2022-08-31",
            "2022-09-01 to 2022-11-30",
            "4 days",
        ],
        &["2026"],
    );
    holds(
        &desk,
        "여름이랑 가을 중에 언제 더 많이 운동했어?",
        &["2022-06-01", "2022-11-30", "4일"],
        &["2026"],
    );
    // A year that is named stays.
    holds(
        &desk,
        "did I train in summer 2021?",
        &["2021"],
        &["2022-06-01"],
    );
}
