//! What to do next, by the rules of the strength domain: each kind of rule, in both languages, and
//! that pain comes before all of them.

use quilto::storage::NewEntry;
use serde_json::json;

use super::asking::Desk;
use super::log::{entry, lift, set};

const BENCH: &str = "Bench Press (Barbell)";
const SQUAT: &str = "Squat (Barbell)";
const ROW: &str = "Bent Over Row (Barbell)";

fn did(day: &str, name: &str, weight: f64) -> NewEntry {
    lift(day, "18:00", name, &[(name, vec![set(weight, 5)])])
}

fn tagged(day: &str, tag: &str) -> NewEntry {
    let mut note = entry(day, "20:00", tag, "general_fitness", json!({}));
    if let Some(parsed) = note.parsed.as_mut() {
        parsed.tags = vec![tag.to_owned()];
    }
    note
}

fn hold(entries: Vec<NewEntry>, question: &str, wanted: &[&str], never: &[&str]) {
    Desk::new(entries).holds(question, wanted, never);
}

#[test]
fn pain_stops_every_weight() {
    let notes = || {
        vec![
            did("2026-11-18", SQUAT, 100.0),
            tagged("2026-11-19", "pain:knee"),
        ]
    };
    for question in ["what should I squat next?", "what should I do today?"] {
        let wanted = ["knee pain on 2026-11-19", "no weights", "professional"];
        hold(
            notes(),
            question,
            &wanted,
            &["100 kg", "105 kg", "102.5 kg", "pain knee"],
        );
        let said = Desk::new(notes()).ask(question).text;
        assert_eq!(said.matches("2026-11-19").count(), 1, "{said}");
    }
    hold(
        notes(),
        "스쿼트 다음에 몇 키로 할까?",
        &["2026-11-19에 무릎", "권하지 않을게요"],
        &["knee", "pain", "100 kg", "105 kg"],
    );
}

#[test]
fn pain_of_long_ago_stops_nothing() {
    let notes = vec![
        did("2026-11-18", SQUAT, 100.0),
        tagged("2026-11-01", "pain:knee"),
    ];
    hold(notes, "what should I squat next?", &["105 kg"], &["pain"]);
}

#[test]
fn illness_stops_too() {
    let notes = || {
        vec![
            did("2026-11-18", SQUAT, 100.0),
            tagged("2026-11-19", "illness"),
        ]
    };
    hold(
        notes(),
        "what should I squat next?",
        &["rest until you are well"],
        &["105 kg"],
    );
    hold(
        notes(),
        "스쿼트 다음에 몇 키로 할까?",
        &["다 나을 때까지"],
        &["105 kg"],
    );
}

#[test]
fn days_in_a_row_ask_for_a_day_off() {
    let notes = || {
        ["16", "17", "18", "19"]
            .map(|day| did(&format!("2026-11-{day}"), BENCH, 80.0))
            .to_vec()
    };
    hold(
        notes(),
        "what should I do today?",
        &["Take today off", "4 days"],
        &[],
    );
    hold(notes(), "오늘 뭐 할까?", &["오늘은 쉬세요", "4일"], &[]);
}

#[test]
fn the_group_that_waited_longest_is_next() {
    let notes = || {
        vec![
            did("2026-11-18", BENCH, 80.0),
            did("2026-11-16", ROW, 60.0),
            did("2026-11-10", SQUAT, 100.0),
        ]
    };
    let wanted = ["Legs is next", "2026-11-10", "push 2026-11-18", "105 kg"];
    hold(notes(), "what should I train today?", &wanted, &[]);
    hold(
        notes(),
        "오늘 뭐 할까?",
        &["하체 차례", "2026-11-10", "105 kg"],
        &[],
    );
}

/// Days of the bench press and what comes next: its weight, a word of the rule in both languages.
#[test]
fn each_step_leads_to_its_weight() {
    let flat: Vec<String> = [
        "10-17", "10-22", "10-27", "11-01", "11-06", "11-11", "11-16", "11-18",
    ]
    .map(|day| format!("2026-{day}"))
    .to_vec();
    let flat: Vec<(&str, f64)> = flat.iter().map(|day| (day.as_str(), 100.0)).collect();
    type Case<'a> = (&'a [(&'a str, f64)], &'a str, &'a str, &'a str);
    let cases: &[Case] = &[
        (
            &[("2026-09-01", 100.0)],
            "65 kg",
            "start again",
            "다시 시작",
        ),
        (&[("2026-10-15", 100.0)], "80 kg", "come back", "돌아오세요"),
        (
            &[("2026-11-03", 100.0)],
            "90 kg",
            "a little below",
            "가볍게 시작",
        ),
        (&flat, "90 kg", "stopped rising", "늘지 않았으니"),
        (
            &[("2026-11-13", 100.0), ("2026-11-18", 95.0)],
            "repeat 95 kg",
            "fell short",
            "되찾으세요",
        ),
        (
            &[("2026-11-13", 100.0), ("2026-11-18", 100.0)],
            "102.5 kg",
            "small step",
            "도전",
        ),
    ];
    for (days, next, english, korean) in cases {
        let notes = || {
            days.iter()
                .map(|(day, kg)| did(day, BENCH, *kg))
                .collect::<Vec<_>>()
        };
        hold(notes(), "what should I bench next?", &[next, english], &[]);
        let figure = next.trim_start_matches("repeat ");
        hold(notes(), "벤치 다음에 몇 키로 할까?", &[figure, korean], &[]);
    }
}

#[test]
fn a_day_near_the_limit_is_repeated() {
    let notes = || {
        let mut hard = set(100.0, 5);
        hard["rpe"] = json!(9.5);
        vec![lift("2026-11-18", "18:00", "hard", &[(BENCH, vec![hard])])]
    };
    hold(
        notes(),
        "what should I bench next?",
        &["repeat 100 kg", "RPE"],
        &["102.5 kg"],
    );
    hold(
        notes(),
        "벤치 다음에 몇 키로 할까?",
        &["100 kg 그대로", "RPE"],
        &["102.5 kg"],
    );
}
