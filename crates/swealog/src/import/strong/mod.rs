//! The CSV export of the Strong app, in the dialects and languages that are about.
//!
//! One entry per session: a readable text, the rows as they were, and what they mean.

use csv::StringRecord;

use super::lifting::{Row, Session, Sessions, duration};
use super::table::{self, known_unit, number};
use super::{Found, ImportContext, Importer, Rejected, Source, dates};

mod columns;

use columns::{Column, NAMES};

type Header = table::Header<Column>;

/// Reads Strong's CSV.
pub const IMPORTER: Importer = Importer {
    name: "strong",
    claims: |source| sniff(source).is_some(),
    read,
};

fn sniff(source: &Source) -> Option<Header> {
    let columns = [Column::Start, Column::Exercise, Column::Set, Column::Reps];
    Header::sniff(&source.start(), NAMES).filter(|header| header.has(&columns))
}

fn read(source: &Source, context: &ImportContext<'_>) -> Result<Found, Rejected> {
    let mut found = Found::default();
    let Some(header) = sniff(source) else {
        return Ok(found);
    };
    let mut sessions = Sessions::new(
        header.unit(Column::Weight),
        header.unit(Column::Distance),
        context,
    );
    header.rows(source, &mut found, |record, line| {
        let Some(row) = row(record, &header)? else {
            return Ok(());
        };
        let (start, title) = (row.start, header.text(record, Column::Title));
        sessions.add(row, title, || Session {
            line,
            start,
            title: title.to_owned(),
            duration: duration(header.text(record, Column::Duration)),
            notes: header.text(record, Column::SessionNotes).to_owned(),
            rows: Vec::new(),
        });
        Ok(())
    })?;
    sessions.finish(IMPORTER.name, source, &mut found);
    Ok(found)
}

/// What the app writes where the number of a set would be, for lines that are no set.
const NO_SETS: &[&str] = &[
    "rest timer",
    "rest",
    "휴식 타이머",
    "note",
    "ruhe-timer",
    "pausentimer",
    "pausen-timer",
    "minuteur de repos",
    "temporizador de descanso",
];

/// Reads a line. `Ok(None)` is a line that is no set.
fn row(record: &StringRecord, header: &Header) -> Result<Option<Row>, String> {
    let text = |column| header.text(record, column);
    let set = text(Column::Set);
    if NO_SETS.contains(&set.to_lowercase().as_str()) {
        return Ok(None);
    }
    let exercise = text(Column::Exercise);
    if exercise.is_empty() {
        return Err("names no exercise".into());
    }
    let when = text(Column::Start);
    let start = dates::moment(when).ok_or_else(|| format!("{when:?} is not a date"))?;
    let unit = |column| known_unit(text(column)).map(str::to_owned);
    let row = Row {
        start,
        exercise: exercise.to_owned(),
        set: set.to_owned(),
        weight: number(text(Column::Weight))?,
        mass_unit: unit(Column::WeightUnit),
        reps: number(text(Column::Reps))?,
        distance: number(text(Column::Distance))?,
        distance_unit: unit(Column::DistanceUnit),
        seconds: number(text(Column::Seconds))?,
        rpe: number(text(Column::Rpe))?,
        superset: None,
        notes: text(Column::Notes).to_owned(),
    };
    Ok(Some(
        row.with_failed_attempt(!text(Column::Reps).is_empty()),
    ))
}

#[cfg(test)]
mod tests;
