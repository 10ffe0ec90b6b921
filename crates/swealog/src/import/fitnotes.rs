//! The CSV export of the FitNotes app: one line per set, days without a clock.

use chrono::NaiveTime;
use csv::StringRecord;

use super::lifting::{Row, Session, Sessions};
use super::table::{self, known_unit, number, seconds};
use super::{Found, ImportContext, Importer, Rejected, Source, dates};

type Header = table::Header<Column>;

/// Reads FitNotes' CSV.
pub const IMPORTER: Importer = Importer {
    name: "fitnotes",
    claims: |source| sniff(source).is_some(),
    read,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Day,
    Exercise,
    Category,
    Weight,
    WeightUnit,
    Reps,
    Distance,
    DistanceUnit,
    Time,
    Comment,
}

const NAMES: &[(Column, &[&str])] = &[
    (Column::Day, &["date"]),
    (Column::Exercise, &["exercise"]),
    (Column::Category, &["category"]),
    (
        Column::Weight,
        &[
            "weight",
            "weight (kg)",
            "weight (kgs)",
            "weight (lbs)",
            "weight (lb)",
        ],
    ),
    (Column::WeightUnit, &["weight unit"]),
    (Column::Reps, &["reps"]),
    (Column::Distance, &["distance"]),
    (Column::DistanceUnit, &["distance unit"]),
    (Column::Time, &["time"]),
    (Column::Comment, &["comment", "notes"]),
];

fn sniff(source: &Source) -> Option<Header> {
    let columns = [
        Column::Day,
        Column::Exercise,
        Column::Category,
        Column::Reps,
    ];
    Header::sniff(&source.start(), NAMES).filter(|header| header.has(&columns))
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<Found, Rejected> {
    let mut found = Found::default();
    let Some(header) = sniff(source) else {
        return Ok(found);
    };
    let mut sessions = Sessions::new(header.unit(Column::Weight), None, context);
    header.rows(source, &mut found, |record, line| {
        let row = row(record, &header)?;
        let start = row.start;
        sessions.add(row, "", || Session {
            line,
            start,
            title: String::new(),
            duration: None,
            notes: String::new(),
            rows: Vec::new(),
        });
        Ok(())
    })?;
    sessions.finish(IMPORTER.name, source, &mut found);
    Ok(found)
}

fn row(record: &StringRecord, header: &Header) -> Result<Row, String> {
    let text = |column| header.text(record, column);
    let exercise = text(Column::Exercise);
    if exercise.is_empty() {
        return Err("names no exercise".into());
    }
    let when = text(Column::Day);
    let start = dates::moment(when).ok_or_else(|| format!("{when:?} is not a date"))?;
    let took = text(Column::Time);
    let took = match took {
        "" => None,
        took => Some(seconds(took).ok_or_else(|| format!("{took:?} is not a time"))?),
    };
    let unit = |column| known_unit(text(column)).map(str::to_owned);
    let row = Row {
        // the app keeps no clock: all of a day is one session at noon
        start: start.date().and_time(NaiveTime::MIN) + chrono::TimeDelta::hours(12),
        exercise: exercise.to_owned(),
        set: String::new(),
        weight: number(text(Column::Weight))?,
        mass_unit: unit(Column::WeightUnit),
        reps: number(text(Column::Reps))?,
        distance: number(text(Column::Distance))?,
        distance_unit: unit(Column::DistanceUnit),
        seconds: took.filter(|seconds| *seconds > 0.0),
        rpe: None,
        superset: None,
        notes: text(Column::Comment).to_owned(),
    };
    Ok(row.with_failed_attempt(!text(Column::Reps).is_empty()))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, read};
    use super::*;
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
        assert_eq!((found.rejected, found.remarks), (vec![], vec![]));
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
}
