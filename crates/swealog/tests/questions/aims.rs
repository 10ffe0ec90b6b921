//! Targets of a day: how days are counted, and what is said of one day.

use quilto::engine::builtin::targets::{Span, Target};

use super::asking::Desk;
use super::log::eaten;

/// Three days of this week with notes: 160 g, 140 g in two meals, 150 g. Today has 30 g.
fn desk(today: bool) -> Desk {
    let mut notes = vec![
        eaten("2026-11-10", "the week before", 900.0, 20.0),
        eaten("2026-11-16", "monday", 900.0, 160.0),
        eaten("2026-11-17", "tuesday lunch", 500.0, 70.0),
        eaten("2026-11-17", "tuesday dinner", 600.0, 70.0),
        eaten("2026-11-19", "thursday", 800.0, 150.0),
    ];
    if today {
        notes.push(eaten("2026-11-20", "so far", 200.0, 30.0));
    }
    Desk::new(notes).aiming(vec![Target {
        domain: "nutrition".to_owned(),
        measure: "protein".to_owned(),
        value: 150.0,
        unit: Some("g".to_owned()),
        span: Span::Day,
    }])
}

fn hold(desk: &Desk, question: &str, wanted: &[&str]) {
    desk.holds(question, wanted, &[]);
}

#[test]
fn days_with_notes_are_counted_and_meals_of_a_day_added_up() {
    let desk = desk(false);
    let wanted = ["150 g a day", "2 of 3 logged days", "from 3 days"];
    hold(&desk, "did I hit my protein target this week?", &wanted);
    hold(
        &desk,
        "이번주 단백질 목표 달성했어?",
        &["150 g", "3일 가운데 2일"],
    );
}

#[test]
fn today_is_set_against_the_target() {
    let desk = desk(true);
    hold(
        &desk,
        "how much protein is left today?",
        &["30 g", "20%", "120 g to go"],
    );
    hold(
        &desk,
        "오늘 단백질 목표 채웠어?",
        &["30 g", "20%", "120 g 남았"],
    );
}

#[test]
fn a_small_day_is_told_and_a_small_target_is_not_set() {
    // 800 kcal may not be advised; that it was eaten is a plain fact.
    hold(
        &desk(false),
        "how many calories did I eat on 2026-11-19?",
        &["800 kcal"],
    );
}

#[test]
fn a_week_is_set_against_the_target_of_a_week() {
    let desk = desk(true).aiming(vec![Target {
        domain: "nutrition".to_owned(),
        measure: "protein".to_owned(),
        value: 1000.0,
        unit: Some("g".to_owned()),
        span: Span::Week,
    }]);
    hold(
        &desk,
        "how much protein this week?",
        &["480 g", "48%", "1,000 g", "520 g to go"],
    );
    let answer = desk.ask("how much protein on tuesday?").text;
    assert!(!answer.contains("target"), "{answer}");
}
