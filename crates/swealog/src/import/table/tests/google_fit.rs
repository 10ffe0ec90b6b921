//! Google Fit: a row a day, most cells empty.

use serde_json::json;

use crate::import::table::IMPORTER;
use crate::import::testing::{data, read};

const HEADER: &str = "Date,Move Minutes count,Calories (kcal),Distance (m),Heart Points,Heart Minutes,\
    Average heart rate (bpm),Max heart rate (bpm),Min heart rate (bpm),Average speed (m/s),\
    Max speed (m/s),Min speed (m/s),Step count,Average weight (kg),Max weight (kg),Min weight (kg),\
    Walking duration (ms),Running duration (ms),Sleep duration (ms)";

#[test]
fn a_row_is_what_a_domain_has_a_field_for() {
    let rows = "2024-03-01,62,2210.5,5012.25,20,14,71.2,140,49,0.8,2.1,0.2,7411,,,,2940000,,27000000\n\
        2024-03-02,,1650.1,,,,,,,,,,,81.50000762939453,81.7,81.3,,,\n\
        2024-03-03,,1650.1,,,,,,,,,,,,,,,,\n\
        2024-03-04,12,1702.9,812.5,,,,,,,,,1034,,,,600000,,\n";
    let found = read(
        &IMPORTER,
        "Daily activity metrics.csv",
        format!("{HEADER}\n{rows}"),
    );
    assert_eq!(found.rejected, []);
    assert_eq!(found.questions.len(), 0, "{:?}", found.questions);
    let days: Vec<_> = found
        .drafts
        .iter()
        .map(|draft| {
            (
                draft.date.to_string(),
                data(draft)["general_fitness"].clone(),
            )
        })
        .collect();
    assert_eq!(
        days,
        [
            (
                "2024-03-01".to_owned(),
                json!({"steps": 7411, "sleep_hours": 7.5})
            ),
            (
                "2024-03-02".to_owned(),
                json!({"bodyweight": 81.5, "bodyweight_unit": "kg"})
            ),
            ("2024-03-04".to_owned(), json!({"steps": 1034})),
        ]
    );
    assert_eq!(found.drafts[0].importer, "google fit");
}
