//! A small log: a year of lifting with its warm-up, its failed set and a machine no vocabulary
//! knows, three runs, two days of meals, one short night.

use chrono::{NaiveDate, NaiveTime};
use quilto::model::{EntryKind, Parsed};
use quilto::storage::NewEntry;
use serde_json::{Value, json};

/// The day the questions are asked on, a Friday.
pub fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

pub fn entry(day: &str, time: &str, raw: &str, domain: &str, data: Value) -> NewEntry {
    NewEntry {
        date: day.parse().unwrap(),
        time: NaiveTime::parse_from_str(time, "%H:%M").unwrap(),
        kind: EntryKind::Note,
        raw: raw.to_owned(),
        payload: None,
        parsed: Some(Parsed {
            confidence: 1.0,
            engine: "test".to_owned(),
            ..Parsed::of(domain, data)
        }),
    }
}

pub fn set(weight: f64, reps: u32) -> Value {
    json!({"weight": weight, "weight_unit": "kg", "reps": reps})
}

fn kind(mut set: Value, kind: &str) -> Value {
    set["kind"] = json!(kind);
    set
}

pub fn lift(day: &str, time: &str, raw: &str, exercises: &[(&str, Vec<Value>)]) -> NewEntry {
    let exercises: Vec<Value> = exercises
        .iter()
        .map(|(name, sets)| json!({"name": name, "sets": sets}))
        .collect();
    entry(day, time, raw, "strength", json!({"exercises": exercises}))
}

fn run(day: &str, raw: &str, km: f64, seconds: f64) -> NewEntry {
    let data = json!({"runs": [{
        "distance": km, "distance_unit": "km", "duration_seconds": seconds,
        "pace_seconds": seconds / km, "pace_unit": "km"
    }]});
    entry(day, "06:30", raw, "running", data)
}

pub fn eaten(day: &str, raw: &str, kcal: f64, protein: f64) -> NewEntry {
    let data = json!({"meals": [{"meal": "dinner", "items": [{"name": "plate", "kcal": kcal, "protein": protein}]}]});
    entry(day, "20:00", raw, "nutrition", data)
}

const BENCH: &str = "Bench Press (Barbell)";
const SQUAT: &str = "Squat (Barbell)";
const DEADLIFT: &str = "Deadlift (Barbell)";

/// The entries.
pub fn entries() -> Vec<NewEntry> {
    let mut entries = until_summer();
    entries.extend(autumn());
    entries
}

fn until_summer() -> Vec<NewEntry> {
    vec![
        lift(
            "2025-12-30",
            "18:00",
            "bench 70x5x2",
            &[(BENCH, vec![set(70.0, 5), set(70.0, 5)])],
        ),
        lift(
            "2026-03-02",
            "07:10",
            "bench 80x5, 80x5, 82.5x3, squat 100x5",
            &[
                (BENCH, vec![set(80.0, 5), set(80.0, 5), set(82.5, 3)]),
                (SQUAT, vec![set(100.0, 5)]),
            ],
        ),
        lift(
            "2026-03-09",
            "18:30",
            "bench 82.5x5, squat 105x5 110x3",
            &[
                (BENCH, vec![set(82.5, 5)]),
                (SQUAT, vec![set(105.0, 5), set(110.0, 3)]),
            ],
        ),
        lift(
            "2026-03-20",
            "18:00",
            "warm up 60x5, bench 85x5, tried 100 and failed, deadlift 140x3",
            &[
                (
                    BENCH,
                    vec![
                        kind(set(60.0, 5), "warmup"),
                        set(85.0, 5),
                        kind(set(100.0, 0), "failed"),
                    ],
                ),
                (DEADLIFT, vec![set(140.0, 3)]),
            ],
        ),
        lift(
            "2026-06-01",
            "18:00",
            "squat 120x3",
            &[(SQUAT, vec![set(120.0, 3)])],
        ),
    ]
}

fn autumn() -> Vec<NewEntry> {
    vec![
        run("2026-10-05", "ran 10k in 53:20", 10.0, 3200.0),
        lift(
            "2026-11-02",
            "19:00",
            "bench 90x3, 85x5",
            &[(BENCH, vec![set(90.0, 3), set(85.0, 5)])],
        ),
        run("2026-11-10", "5k in 25:00", 5.0, 1500.0),
        lift(
            "2026-11-16",
            "07:00",
            "bench 87.5x5, deadlift 150x2, grip slipped",
            &[(BENCH, vec![set(87.5, 5)]), (DEADLIFT, vec![set(150.0, 2)])],
        ),
        entry(
            "2026-11-17",
            "07:00",
            "slept 5 hours",
            "general_fitness",
            json!({"sleep_hours": 5}),
        ),
        run("2026-11-17", "5k in 24:10", 5.0, 1450.0),
        lift(
            "2026-11-18",
            "19:00",
            "trap bar 170x3, glorp machine 40x12",
            &[
                ("Trap Bar Deadlift", vec![set(170.0, 3)]),
                ("Glorp Machine", vec![set(40.0, 12)]),
            ],
        ),
        eaten("2026-11-18", "dinner 1800 kcal 90g protein", 1800.0, 90.0),
        eaten("2026-11-19", "dinner 2000 kcal 120g protein", 2000.0, 120.0),
    ]
}
