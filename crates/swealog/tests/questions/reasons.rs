//! Why a lift goes as it goes: what differed before better and worse days, where something did.

use chrono::{Days, NaiveDate};
use quilto::storage::NewEntry;
use serde_json::json;

use super::asking::Desk;
use super::log::{entry, lift, set};

const BENCH: &str = "Bench Press (Barbell)";
const NIGHTS: [f64; 5] = [6.0, 7.5, 5.5, 8.0, 7.0];

/// A year of bench days, every third day, each with a night before it. Where `planted`, each hour
/// beyond seven lifts 2.5 kg more and each below it less; else every other day goes well.
fn year(planted: bool) -> Vec<NewEntry> {
    let start = NaiveDate::from_ymd_opt(2025, 12, 1).unwrap();
    let mut notes = Vec::new();
    for i in 0..100_u32 {
        let day = (start + Days::new(u64::from(i) * 3)).to_string();
        let night = NIGHTS[i as usize % NIGHTS.len()];
        let every_other = if i % 2 == 0 { 2.5 } else { -2.5 };
        let more = if planted {
            (night - 7.0) * 2.5
        } else {
            every_other
        };
        notes.push(entry(
            &day,
            "07:00",
            "night",
            "general_fitness",
            json!({"sleep_hours": night}),
        ));
        notes.push(lift(
            &day,
            "18:00",
            "bench",
            &[(BENCH, vec![set(80.0 + more, 5)])],
        ));
    }
    notes
}

#[test]
fn what_goes_together_is_said_with_its_counts() {
    let desk = Desk::new(year(true));
    for question in ["why was my bench bad?", "why is my bench stuck?"] {
        let answer = desk.ask(question);
        for word in [
            "Sleep: 7.73 h on average on the 41 better days",
            "5.74 h on the 39 worse ones",
            "effect +1",
            "based on 80 sessions",
            "does not show what caused",
        ] {
            assert!(
                answer.text.contains(word),
                "{question}: {word}\n{}",
                answer.text
            );
        }
        assert!(answer.issues.is_empty(), "{:?}", answer.issues);
    }
    let answer = desk.ask("벤치 왜 정체야?");
    for word in [
        "수면은",
        "7.73 h",
        "5.74 h",
        "번 기준",
        "원인이라는 뜻은 아니에요",
    ] {
        assert!(answer.text.contains(word), "{word}\n{}", answer.text);
    }
    assert!(
        answer.issues.is_empty(),
        "{:?}\n{}",
        answer.issues,
        answer.text
    );
}

#[test]
fn where_nothing_goes_together_nothing_is_claimed() {
    let desk = Desk::new(year(false));
    for question in [
        "why was my bench bad?",
        "why is my bench stuck?",
        "벤치 왜 정체야?",
    ] {
        let answer = desk.ask(question);
        for word in ["Sleep:", "수면은", "effect", "효과"] {
            assert!(!answer.text.contains(word), "{question}\n{}", answer.text);
        }
        let none = answer.text.contains("Nothing you noted differs")
            || answer.text.contains("뚜렷이 다른 점은");
        assert!(none, "{question}\n{}", answer.text);
        assert!(answer.issues.is_empty(), "{:?}", answer.issues);
    }
}

#[test]
fn hours_slept_and_a_tag_for_a_bad_night_are_said_once() {
    let mut notes = year(true);
    for note in &mut notes {
        if let Some(parsed) = note.parsed.as_mut()
            && let Some(state) = parsed.domain_data.get("general_fitness")
            && state["sleep_hours"].as_f64().is_some_and(|h| h < 6.5)
        {
            parsed.tags = vec!["sleep:bad".to_owned()];
        }
    }
    let answer = Desk::new(notes).ask("why was my bench bad?");
    assert!(
        answer.text.contains("Sleep: 7.73 h on average"),
        "{}",
        answer.text
    );
    assert!(!answer.text.contains("sleep bad"), "{}", answer.text);
    // The caveat stands right behind what it is about.
    let (_, behind) = answer.text.split_once("80 sessions).").unwrap();
    assert!(
        behind.trim_start().starts_with("That goes together"),
        "{}",
        answer.text
    );
}

#[test]
fn a_named_factor_is_answered_alone() {
    let desk = Desk::new(year(true));
    let answer = desk.ask("does sleep affect my bench?");
    assert!(
        answer.text.starts_with("Sleep: 7.73 h on average"),
        "{}",
        answer.text
    );
    let answer = desk.ask("does protein affect my bench?");
    let wanted = "Protein does not differ clearly between your better and worse days";
    assert!(answer.text.starts_with(wanted), "{}", answer.text);
    assert!(!answer.text.contains("Sleep:"), "{}", answer.text);
    for question in ["수면이 벤치에 영향 있어?", "does sleep affect my bench?"] {
        let answer = desk.ask(question);
        assert!(answer.issues.is_empty(), "{:?}", answer.issues);
    }
}
