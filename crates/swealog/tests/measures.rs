//! What the measures of the fitness domains compute, held against figures worked out by hand.
#![allow(clippy::unwrap_used, reason = "tests say what they expect")]

mod common;

use quilto::domain::measures::Measures;
use quilto::facts::{DomainFacts, Groups, compute_with, format};
use quilto::model::{DateRange, Entry, Fact, FactOp, FactQuery, FactValue, GroupBy, RowFilter};
use quilto::model::{Language, UnitPreferences};
use serde_json::{Value, json};

use self::common::note;

const DOMAINS: [(&str, &str); 6] = [
    (
        "strength",
        include_str!("../../../domains/strength/measures.yaml"),
    ),
    (
        "running",
        include_str!("../../../domains/running/measures.yaml"),
    ),
    (
        "swimming",
        include_str!("../../../domains/swimming/measures.yaml"),
    ),
    (
        "movement",
        include_str!("../../../domains/movement/measures.yaml"),
    ),
    (
        "nutrition",
        include_str!("../../../domains/nutrition/measures.yaml"),
    ),
    (
        "general_fitness",
        include_str!("../../../domains/general_fitness/measures.yaml"),
    ),
];

fn ask_in(units: (&str, &str), domain: &str, entries: &[Entry], query: FactQuery) -> Vec<Fact> {
    let (name, text) = DOMAINS
        .into_iter()
        .find(|(name, _)| *name == domain)
        .unwrap();
    let measures = Measures::read("measures.yaml", text).unwrap();
    let domains = [DomainFacts {
        name,
        measures: Some(&measures),
        groups: Groups::default(),
        language: Language::English,
    }];
    let units = UnitPreferences {
        mass: units.0.into(),
        distance: units.1.into(),
    };
    let query = FactQuery {
        domain: domain.into(),
        ..query
    };
    compute_with(&[query], entries, &domains, &units, chrono::NaiveDate::MAX)
}

fn query(measure: &str, op: FactOp) -> FactQuery {
    FactQuery::of(String::new(), measure, op)
}

/// The first fact in words: value, day, row.
fn said(facts: &[Fact]) -> String {
    let Some(fact) = facts.first() else {
        return "nothing".into();
    };
    let mut words = format!("{}: {}", fact.kind, format::fact_value(fact));
    if let Some(date) = fact.date {
        words.push_str(&format!(" on {date}"));
    }
    if let Some(detail) = fact.words() {
        words.push_str(&format!(" ({detail})"));
    }
    words
}

fn lifts() -> Vec<Entry> {
    let exercise = |name: &str, sets: Value| json!({"exercises": [{"name": name, "sets": sets}]});
    vec![
        note(
            "strength",
            "2026-01-05",
            exercise(
                "Squat (Barbell)",
                json!([
                    {"weight": 60, "weight_unit": "kg", "reps": 5, "kind": "warmup"},
                    {"weight": 100, "weight_unit": "kg", "reps": 5},
                    {"weight": 225, "weight_unit": "lb", "reps": 3, "rpe": 9},
                    {"weight": 140, "weight_unit": "kg", "reps": 0, "kind": "failed"},
                ]),
            ),
        ),
        note(
            "strength",
            "2026-01-08",
            exercise(
                "Squat (Barbell)",
                json!([
                    {"weight": 97.5, "weight_unit": "kg", "reps": 8},
                    {"weight": 97.5, "weight_unit": "kg", "reps": 6, "kind": "failure"},
                    {"weight": 40, "weight_unit": "kg", "reps": 20},
                ]),
            ),
        ),
        note(
            "strength",
            "2026-01-08",
            exercise("Pull Up", json!([{"reps": 12}, {"reps": 9}])),
        ),
        note(
            "strength",
            "2026-01-09",
            exercise(
                "Pull Up (Assisted)",
                json!([
                    {"weight": 30, "weight_unit": "kg", "reps": 8, "assisted": true},
                ]),
            ),
        ),
        note(
            "strength",
            "2026-01-10",
            exercise("Plank", json!([{"duration_seconds": 95}])),
        ),
        note(
            "strength",
            "2026-01-11",
            exercise(
                "Bicep Curl (Dumbbell)",
                json!([
                    {"weight": 12.5, "weight_unit": "kg", "reps": 10, "per_hand": true},
                ]),
            ),
        ),
        note(
            "strength",
            "2026-01-12",
            exercise("Lunge (Bodyweight)", json!([])),
        ),
    ]
}

fn lift(measure: &str, op: FactOp, subject: &str) -> String {
    let query = FactQuery {
        subjects: vec![subject.into()],
        ..query(measure, op)
    };
    said(&ask_in(("kg", "km"), "strength", &lifts(), query))
}

#[test]
fn strength_records_leave_out_warm_ups_failures_and_help() {
    let squat = "Squat (Barbell)";
    // 225 lb are 102.06 kg.
    assert_eq!(
        lift("weight", FactOp::Best, squat),
        "best weight: 102.06 kg on 2026-01-05 (102.06 kg × 3 @9)"
    );
    // Epley: 97.5 × (1 + 8/30) = 123.5; 100 × (1 + 5/30) = 116.7; twenty reps do not count.
    assert_eq!(
        lift("e1rm", FactOp::Best, squat),
        "best e1rm: 123.5 kg on 2026-01-08 (97.5 kg × 8)"
    );
    // 97.5 × 14 + 40 × 20 against 100 × 5 + 102.06 × 3
    assert_eq!(
        lift("volume", FactOp::Best, squat),
        "best volume: 2,165 kg on 2026-01-08"
    );
    assert_eq!(
        lift("weight", FactOp::Total, squat),
        "total volume: 2,971.2 kg"
    );
    assert_eq!(lift("sets", FactOp::Total, squat), "total sets: 6");
    assert_eq!(lift("reps", FactOp::Total, squat), "total reps: 42");
    assert_eq!(
        lift("weight", FactOp::Best, "Pull Up (Assisted)"),
        "best assistance: 30 kg on 2026-01-09 (30 kg × 8)"
    );
}

#[test]
fn what_has_no_weight_is_measured_by_reps_or_by_time() {
    assert_eq!(
        lift("weight", FactOp::Best, "Pull Up"),
        "best max reps: 12 on 2026-01-08 (× 12)"
    );
    assert_eq!(lift("volume", FactOp::Total, "Pull Up"), "total reps: 21");
    assert_eq!(
        lift("weight", FactOp::Last, "Plank"),
        "last hold: 1:35 on 2026-01-10 (1:35)"
    );
    assert_eq!(
        lift("volume", FactOp::Total, "Bicep Curl (Dumbbell)"),
        "total volume: 250 kg"
    );
    assert_eq!(
        lift("sessions", FactOp::Total, "Lunge (Bodyweight)"),
        "total sessions: 1"
    );
    assert_eq!(
        lift("entries", FactOp::Last, "Lunge (Bodyweight)"),
        "last day: 2026-01-12 on 2026-01-12"
    );
    assert_eq!(
        lift("weight", FactOp::Best, "Deadlift (Barbell)"),
        "nothing"
    );
}

#[test]
fn the_best_at_a_number_of_reps_and_per_number_of_reps() {
    let filter = RowFilter {
        field: "reps".into(),
        min: Some(5.0),
        max: Some(5.0),
        text: None,
    };
    let query = FactQuery {
        subjects: vec!["Squat (Barbell)".into()],
        filter: Some(filter),
        ..query("weight", FactOp::Best)
    };
    assert_eq!(
        said(&ask_in(("kg", "km"), "strength", &lifts(), query)),
        "best weight: 100 kg on 2026-01-05 (100 kg × 5)"
    );
    let records = FactQuery {
        subjects: vec!["Squat (Barbell)".into()],
        ..crate::query("weight by reps", FactOp::Best)
    };
    let buckets: Vec<String> = ask_in(("kg", "km"), "strength", &lifts(), records)
        .into_iter()
        .map(|fact| {
            format!(
                "{} {}",
                format::part_of(&fact).unwrap_or_default(),
                format::fact_value(&fact)
            )
        })
        .collect();
    assert_eq!(
        buckets,
        [
            "3 reps 102.06 kg",
            "5 reps 100 kg",
            "6 reps 97.5 kg",
            "8 reps 97.5 kg",
            "20 reps 40 kg"
        ]
    );
}

fn runs() -> Vec<Entry> {
    let run = |fields: Value| json!({"runs": [fields]});
    vec![
        note(
            "running",
            "2026-02-01",
            run(json!({"distance": 5, "distance_unit": "km", "duration_seconds": 1500})),
        ),
        note(
            "running",
            "2026-02-03",
            run(
                json!({"distance": 10, "distance_unit": "mi", "pace_seconds": 480, "pace_unit": "mi", "type": "long run"}),
            ),
        ),
        note(
            "running",
            "2026-02-05",
            run(json!({"type": "intervals", "intervals": [
                {"count": 6, "distance": 800, "distance_unit": "m", "duration_seconds": 180, "rest_seconds": 90},
            ]})),
        ),
    ]
}

fn ran(units: (&str, &str), query: FactQuery) -> String {
    said(&ask_in(units, "running", &runs(), query))
}

#[test]
fn runs_in_kilometres_and_miles_with_distance_pace_or_intervals_only() {
    let km = ("kg", "km");
    // 5 + 16.09 + 6 × 0.8
    assert_eq!(
        ran(km, query("distance", FactOp::Total)),
        "total distance: 25.89 km"
    );
    assert_eq!(
        ran(("kg", "mi"), query("distance", FactOp::Total)),
        "total distance: 16.09 mi"
    );
    // Eight minutes a mile are 4:58 a kilometre.
    assert_eq!(
        ran(km, query("pace", FactOp::Best)),
        "best pace: 4:58 /km on 2026-02-03 (16.09 km in 1 h 20 min (4:58 /km))"
    );
    assert_eq!(
        ran(km, query("pace", FactOp::Worst)),
        "worst pace: 5:00 /km on 2026-02-01 (5 km in 25:00 (5:00 /km))"
    );
    assert_eq!(
        ran(km, query("longest run", FactOp::Best)),
        "best longest run: 16.09 km on 2026-02-03 (16.09 km in 1 h 20 min (4:58 /km))"
    );
    assert_eq!(
        ran(km, query("duration", FactOp::Total)),
        "total duration: 1 h 45 min"
    );
    assert_eq!(ran(km, query("runs", FactOp::Total)), "total runs: 3");
    // 800 m in three minutes
    assert_eq!(
        ran(km, query("interval", FactOp::Best)),
        "best interval: 3:45 /km on 2026-02-05 (6 × 0.8 km in 3:00)"
    );
    let long = FactQuery {
        subjects: vec!["long run".into()],
        ..query("distance", FactOp::Total)
    };
    assert_eq!(ran(km, long), "total distance: 16.09 km");
}

#[test]
fn swims_by_laps_distance_or_intervals() {
    let swims = [
        note(
            "swimming",
            "2026-03-01",
            json!({"swims": [{"laps": 40, "pool_length": 25, "pool_unit": "m", "stroke": "breaststroke", "duration_seconds": 1500}]}),
        ),
        note(
            "swimming",
            "2026-03-02",
            json!({"swims": [{"stroke": "freestyle", "intervals": [{"count": 10, "distance": 100, "distance_unit": "m", "every_seconds": 90}]}]}),
        ),
        note(
            "swimming",
            "2026-03-03",
            json!({"swims": [{"distance": 2, "distance_unit": "km", "open_water": true}]}),
        ),
    ];
    let swam = |units, query| said(&ask_in(units, "swimming", &swims, query));
    let metric = ("kg", "km");
    assert_eq!(
        swam(metric, query("distance", FactOp::Total)),
        "total distance: 4,000 m"
    );
    assert_eq!(
        swam(("lb", "mi"), query("distance", FactOp::Total)),
        "total distance: 4,374 yd"
    );
    assert_eq!(
        swam(metric, query("pace", FactOp::Best)),
        "best pace: 2:30 /100m on 2026-03-01 (1,000 m in 25:00 (2:30 /100m))"
    );
    assert_eq!(swam(metric, query("laps", FactOp::Total)), "total laps: 40");
    assert_eq!(
        swam(metric, query("longest swim", FactOp::Best)),
        "best longest swim: 2,000 m on 2026-03-03 (2,000 m)"
    );
    assert_eq!(
        swam(metric, query("swims", FactOp::Total)),
        "total swims: 3"
    );
}

#[test]
fn meals_add_up_by_day_and_a_meals_own_number_stands_for_its_items() {
    let meals = [
        note(
            "nutrition",
            "2026-04-01",
            json!({"meals": [
                {"meal": "breakfast", "items": [{"name": "egg", "kcal": 155, "protein": 13}, {"name": "toast", "kcal": 80, "protein": 3}]},
                {"meal": "lunch", "kcal": 700, "items": [{"name": "rice", "kcal": 300, "protein": 6}]},
            ]}),
        ),
        note(
            "nutrition",
            "2026-04-02",
            json!({"meals": [{"meal": "dinner", "items": [{"name": "egg", "kcal": 310, "protein": 26}]}]}),
        ),
    ];
    let ate = |query| ask_in(("kg", "km"), "nutrition", &meals, query);
    assert_eq!(
        said(&ate(query("kcal", FactOp::Total))),
        "total kcal: 1,245 kcal"
    );
    assert_eq!(
        said(&ate(query("kcal", FactOp::Average))),
        "average kcal per day: 622.5 kcal"
    );
    assert_eq!(
        said(&ate(query("protein", FactOp::Average))),
        "average protein per day: 24 g"
    );
    assert_eq!(
        said(&ate(query("kcal", FactOp::Best))),
        "best kcal: 935 kcal on 2026-04-01"
    );
    let eggs = FactQuery {
        subjects: vec!["egg".into()],
        ..query("protein", FactOp::Total)
    };
    assert_eq!(said(&ate(eggs)), "total protein: 39 g");
}

#[test]
fn the_state_of_the_person() {
    let states = [
        note(
            "general_fitness",
            "2026-05-01",
            json!({"sleep_hours": 7.5, "mood": "good", "bodyweight": 176, "bodyweight_unit": "lb", "pain": ["shoulder"]}),
        ),
        note(
            "general_fitness",
            "2026-05-02",
            json!({"sleep_hours": 5, "mood": "bad", "steps": 9000}),
        ),
        note(
            "general_fitness",
            "2026-05-03",
            json!({"bodyweight": 79.2, "bodyweight_unit": "kg", "soreness": ["legs", "back"]}),
        ),
    ];
    let state = |query| ask_in(("kg", "km"), "general_fitness", &states, query);
    assert_eq!(
        said(&state(query("sleep", FactOp::Average))),
        "average sleep: 6.25 h"
    );
    assert_eq!(
        said(&state(query("bodyweight", FactOp::Last))),
        "last bodyweight: 79.2 kg on 2026-05-03 (79.2 kg)"
    );
    assert_eq!(
        said(&state(query("bodyweight", FactOp::First))),
        "first bodyweight: 79.83 kg on 2026-05-01 (79.83 kg)"
    );
    assert_eq!(
        said(&state(query("mood", FactOp::Average))),
        "average mood in words: 2"
    );
    assert_eq!(
        said(&state(query("steps", FactOp::Total))),
        "total steps walked: 9,000"
    );
    let shoulder = FactQuery {
        subjects: vec!["shoulder".into()],
        ..query("pain", FactOp::Total)
    };
    assert_eq!(said(&state(shoulder)), "total pain: 1");
    assert_eq!(
        said(&state(query("soreness", FactOp::Total))),
        "total soreness: 1"
    );
}

#[test]
fn volume_by_week_is_of_that_week_only() {
    let weekly = FactQuery {
        by: Some(GroupBy::Week),
        subjects: vec!["Squat (Barbell)".into()],
        period: Some(DateRange::new(
            "2026-01-05".parse().unwrap(),
            "2026-01-07".parse().unwrap(),
        )),
        ..query("volume", FactOp::Series)
    };
    let facts = ask_in(("kg", "km"), "strength", &lifts(), weekly);
    let week = facts.iter().find(|fact| fact.bucket.is_some()).unwrap();
    assert_eq!(format::part_of(week).as_deref(), Some("2026-W02"));
    assert_eq!(week.value, FactValue::Number(806.17));
}
