//! Strong, in the versions and languages that are about.

use serde_json::json;

use crate::import::table::IMPORTER;
use crate::import::{FileContents, MissingUnits, Source, lifting, testing};

fn read_text(text: &str) -> FileContents {
    testing::read(&IMPORTER, "export.csv", text)
}

const ENGLISH: &str = "\
Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
2024-03-02 18:05:10,\"Evening\",1h 5m,\"Squat\",W,20.0,10,0,0,\"\",\"slow start\",
2024-03-02 18:05:10,\"Evening\",1h 5m,\"Squat\",1,82.25,5,0,0,\"belt\",\"slow start\",8
2024-03-02 18:05:10,\"Evening\",1h 5m,\"Squat\",Rest Timer,0,0,0,120,,,
2024-03-02 18:05:10,\"Evening\",1h 5m,\"Squat\",2,82.25,4,0,0,\"\",\"slow start\",8
2024-03-02 18:05:10,\"Evening\",1h 5m,\"Plank\",1,0,0,0,90,\"\",\"slow start\",
";

#[test]
fn a_session_is_one_entry_with_text_rows_and_meaning() {
    let found = read_text(ENGLISH);
    assert_eq!(found.rejected, []);
    let [draft] = found.drafts.as_slice() else {
        panic!("one session");
    };
    assert_eq!(draft.line, 2);
    assert_eq!(draft.date.to_string(), "2024-03-02");
    insta::assert_snapshot!(draft.raw, @r"
    Evening (65 min)
    Squat: 20 kg × 10, 82.25 kg × 5/4 RPE 8 (belt)
    Plank: 90 s
    slow start
    ");
    let parsed = draft.parsed.clone().unwrap();
    assert_eq!(parsed.engine, "import");
    assert_eq!(
        serde_json::Value::from(parsed.domain_data),
        json!({"strength": {
            "exercises": [
                {"name": "Squat (Barbell)", "sets": [
                    {"weight": 20, "weight_unit": "kg", "reps": 10, "kind": "warmup"},
                    {"weight": 82.25, "weight_unit": "kg", "reps": 5, "rpe": 8},
                    {"weight": 82.25, "weight_unit": "kg", "reps": 4, "rpe": 8}
                ], "notes": "belt"},
                {"name": "Plank", "sets": [{"duration_seconds": 90}]}
            ],
            "session_notes": "slow start",
            "duration_minutes": 65
        }})
    );
    assert_eq!(draft.payload["unit"], "kg");
    assert_eq!(draft.payload["rows"].as_array().unwrap().len(), 4);
    let open = MissingUnits {
        mass: true,
        distance: false,
    };
    assert_eq!(found.missing_units, open);
}

#[test]
fn the_same_session_has_the_same_identity_in_every_dialect() {
    let english = read_text(
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n\
         2024-03-02 18:05:10,\"A\",1h,\"Squat\",1,80.0,5,0,0,\"\",\"\",\n",
    );
    let korean = read_text(
        "\u{feff}날짜,워크아웃 이름,지속 시간,운동 이름,세트 순서,체중,렙,거리,초,RPE\r\n\
         2024-03-02 18:05:10,\"A\",1시간,\"Squat\",1,80,5.0,0,0.0,\r\n"
            .trim_start_matches('\u{feff}'),
    );
    let semicolons = read_text(
        "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes;Workout Duration\n\
         2024-03-02 18:05:10;\"A\";\"Squat\";1;80;kg;5;;;;0;\"\";\"\";1h\n",
    );
    assert_eq!(english.drafts[0].identity, korean.drafts[0].identity);
    assert_eq!(english.drafts[0].identity, semicolons.drafts[0].identity);
    assert_eq!(english.drafts[0].parsed, korean.drafts[0].parsed);
    let none = MissingUnits::default();
    assert_eq!(semicolons.missing_units, none, "this file names its unit");
}

#[test]
fn a_unit_in_the_header_counts() {
    let found = read_text(
        "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (lbs);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes\n\
         1;2024-03-02 18:05:10;A;3720;Running (Treadmill);1;;;;5000;1500;;\n\
         1;2024-03-02 18:05:10;A;3720;Squat;1;185;5;;;;;\n",
    );
    let data = &found.drafts[0].parsed.as_ref().unwrap().domain_data;
    assert_eq!(
        data["running"],
        json!({"runs": [{"distance": 5000, "distance_unit": "m", "duration_seconds": 1500}]})
    );
    assert_eq!(
        data["strength"]["exercises"][0]["sets"][0]["weight_unit"],
        "lb"
    );
    assert_eq!(data["strength"]["duration_minutes"], 62);
}

#[test]
fn bad_lines_are_named_and_the_rest_is_read() {
    let found = read_text(
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n\
         2024-03-02 18:05:10,A,1h,Squat,1,80.0,5,0,0,,,\n\
         yesterday,A,1h,Squat,2,80.0,5,0,0,,,\n\
         2024-03-02 18:05:10,A,1h,Squat,3,heavy,5,0,0,,,\n\
         2024-03-02 18:05:10,A,1h,,4,80,5,0,0,,,\n\
         2024-03-02 18:05:10\n\
         2024-03-02 18:05:10,A,1h,Squat,5,80.0,3,0,0,,,\n",
    );
    let rejected: Vec<String> = found.rejected.iter().map(ToString::to_string).collect();
    assert_eq!(
        rejected,
        [
            "export.csv:3: \"yesterday\" is not a date",
            "export.csv:4: \"heavy\" is not a number we can use",
            "export.csv:5: names no exercise",
            "export.csv:6: has 1 fields where the header has 12",
        ]
    );
    assert_eq!(found.drafts[0].raw, "A (60 min)\nSquat: 80 kg × 5/3");
}

#[test]
fn a_weight_with_no_reps_is_a_failed_attempt() {
    let found = read_text(
        "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE\n\
         2024-03-02 18:05:10,A,1h,Squat,1,150.0,0,0,0,,,\n",
    );
    let data = &found.drafts[0].parsed.as_ref().unwrap().domain_data;
    assert_eq!(
        data["strength"]["exercises"][0]["sets"],
        json!([{"weight": 150, "weight_unit": "kg", "reps": 0, "kind": "failed"}])
    );
}

#[test]
fn other_tables_are_left_to_others() {
    for text in ["", "a,b,c\n1,2,3\n", "# 2024-03-02\nsquat 80x5\n"] {
        let source = Source::of("x.csv", text);
        assert!(!(IMPORTER.claims)(&source), "{text:?}");
    }
}

#[test]
fn durations_are_minutes() {
    for (text, minutes) in [
        ("2h 18m", Some(138.0)),
        ("1h", Some(60.0)),
        ("45m", Some(45.0)),
        ("1시간 20분", Some(80.0)),
        ("36분", Some(36.0)),
        ("3720", Some(62.0)),
        ("1.5h", Some(90.0)),
        ("1,5 h", Some(90.0)),
        ("0.5 h 7.5m", Some(38.0)),
        ("1h, 5 min.", Some(65.0)),
        ("1.5시간", Some(90.0)),
        ("1 hour 30 minutes", Some(90.0)),
        ("1:30h", None),
        ("1.2.3h", None),
        ("", None),
    ] {
        assert_eq!(lifting::minutes_of(text), minutes, "{text}");
    }
}

#[test]
fn what_is_imported_has_the_shape_of_the_schemas() {
    let found = read_text(ENGLISH);
    let parsed = found.drafts[0].parsed.clone().unwrap();
    let log: crate::domains::StrengthLog =
        serde_json::from_value(parsed.domain_data["strength"].clone()).unwrap();
    assert_eq!(log.exercises.len(), 2);
}
