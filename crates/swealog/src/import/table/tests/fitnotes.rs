//! FitNotes: days without a clock.

use crate::import::MissingUnits;
use crate::import::table::IMPORTER;
use crate::import::testing::{data, read};
use serde_json::json;

#[test]
fn a_day_is_a_session() {
    let found = read(
        &IMPORTER,
        "FitNotes_Export.csv",
        "Date,Exercise,Category,Weight (lbs),Reps,Distance,Distance Unit,Time,Comment\n\
         2023-01-09,Flat Barbell Bench Press,Chest,135.0,8,,,,\n\
         2023-01-09,Flat Barbell Bench Press,Chest,145.0,5,,,,paused\n\
         2023-01-09,Running (Outdoor),Cardio,,,3.1,mi,0:28:30,\n\
         2023-01-11,Plank,Abs,,,,,0:01:15,\n",
    );
    assert_eq!(found.rejected, []);
    assert_eq!(found.missing_units, MissingUnits::default());
    assert_eq!(found.drafts.len(), 2);
    assert_eq!(found.drafts[0].date.to_string(), "2023-01-09");
    assert_eq!(
        data(&found.drafts[0]),
        json!({
            "strength": {"exercises": [{
                "name": "Flat Barbell Bench Press",
                "sets": [
                    {"weight": 135, "weight_unit": "lb", "reps": 8},
                    {"weight": 145, "weight_unit": "lb", "reps": 5}
                ],
                "notes": "paused"
            }]},
            "running": {"runs": [{"distance": 3.1, "distance_unit": "mi", "duration_seconds": 1710}]}
        })
    );
    assert_eq!(
        data(&found.drafts[1])["strength"]["exercises"][0]["sets"],
        json!([{"duration_seconds": 75}])
    );
}

#[test]
fn a_unit_column_goes_before_everything() {
    let found = read(
        &IMPORTER,
        "FitNotes_Export.csv",
        "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment\n\
         2023-01-09,Leg Press,Legs,100.0,kgs,8,,,,\n\
         2023-01-09,Leg Press,Legs,100.0,lbs,8,,,,\n\
         2023-01-09,Leg Press,Legs,100.0,kgs,8,,,soon,\n",
    );
    let sets = &data(&found.drafts[0])["strength"]["exercises"][0]["sets"];
    assert_eq!(sets[0]["weight_unit"], "kg");
    assert_eq!(sets[1]["weight_unit"], "lb");
    assert_eq!(found.drafts[0].payload["rows"][1]["weight_unit"], "lb");
    assert_eq!(
        found.rejected[0].to_string(),
        "FitNotes_Export.csv:4: \"soon\" is not a time"
    );
}
