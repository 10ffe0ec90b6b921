//! Hevy: one line a set, with the units in the names of the columns.

use crate::import::MissingUnits;
use crate::import::table::IMPORTER;
use crate::import::testing::{data, read};
use serde_json::json;

const KG: &str = "\
\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\",\"exercise_notes\",\"set_index\",\"set_type\",\"weight_kg\",\"reps\",\"distance_km\",\"duration_seconds\",\"rpe\"
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Deadlift (Barbell)\",,\"straps\",0,\"warmup\",60,5,,,
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Deadlift (Barbell)\",,\"straps\",1,\"normal\",142.5,3,,,9
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Lat Pulldown (Cable)\",0,\"\",0,\"failure\",55,9,,,
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Lat Pulldown (Cable)\",0,\"\",1,\"dropset\",40,11,,,
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Plank\",,\"\",0,\"normal\",,,,75,
\"Pull\",\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Treadmill\",,\"\",0,\"normal\",,,2.4,840,
";

#[test]
fn a_session_has_its_sets_kinds_units_and_minutes() {
    let found = read(&IMPORTER, "workouts.csv", KG);
    assert_eq!(found.rejected, []);
    assert_eq!(found.missing_units, MissingUnits::default());
    let draft = &found.drafts[0];
    assert_eq!(found.drafts.len(), 1);
    assert_eq!(draft.date.to_string(), "2024-03-28");
    assert_eq!(draft.time.to_string(), "17:29:00");
    insta::assert_snapshot!(draft.raw, @r"
    Pull (65 min)
    Deadlift (Barbell): 60 kg × 5, 142.5 kg × 3 RPE 9 (straps)
    Lat Pulldown (Cable): 55 kg × 9, 40 kg × 11
    Plank: 75 s
    Treadmill: 2.4 km 840 s
    tired, but fine
    ");
    assert_eq!(
        data(draft),
        json!({
            "strength": {
                "exercises": [
                    {"name": "Deadlift (Barbell)", "sets": [
                        {"weight": 60, "weight_unit": "kg", "reps": 5, "kind": "warmup"},
                        {"weight": 142.5, "weight_unit": "kg", "reps": 3, "rpe": 9}
                    ], "notes": "straps"},
                    {"name": "Lat Pulldown (Cable)", "sets": [
                        {"weight": 55, "weight_unit": "kg", "reps": 9, "kind": "failure"},
                        {"weight": 40, "weight_unit": "kg", "reps": 11, "kind": "drop"}
                    ]},
                    {"name": "Plank", "sets": [{"duration_seconds": 75}]}
                ],
                "session_notes": "tired, but fine",
                "duration_minutes": 65
            },
            "running": {"runs": [{"distance": 2.4, "distance_unit": "km", "duration_seconds": 840}]}
        })
    );
    assert_eq!(draft.payload["rows"][2]["superset"], "0");
}

#[test]
fn pounds_and_miles_are_those_of_the_header() {
    let text = KG
        .replace("weight_kg", "weight_lbs")
        .replace("distance_km", "distance_miles");
    let found = read(&IMPORTER, "workouts.csv", &text);
    assert_eq!(found.missing_units, MissingUnits::default());
    let data = data(&found.drafts[0]);
    let set = &data["strength"]["exercises"][0]["sets"][1];
    assert_eq!(
        (&set["weight"], &set["weight_unit"]),
        (&json!(142.5), &json!("lb"))
    );
    assert_eq!(data["running"]["runs"][0]["distance_unit"], "mi");
}

#[test]
fn bad_lines_are_named() {
    let text = KG.replace("142.5,3", "heavy,3").replacen(
        "\"28 Mar 2024, 17:29\",\"28 Mar 2024, 18:34\",\"tired, but fine\",\"Plank\"",
        "\"sometime\",\"\",\"\",\"Plank\"",
        1,
    );
    let found = read(&IMPORTER, "workouts.csv", &text);
    let rejected: Vec<String> = found.rejected.iter().map(ToString::to_string).collect();
    assert_eq!(
        rejected,
        [
            "workouts.csv:3: \"heavy\" is not a number we can use",
            "workouts.csv:6: \"sometime\" is not a date",
        ]
    );
    assert_eq!(
        found.drafts[0].payload["rows"].as_array().map(Vec::len),
        Some(4)
    );
}
