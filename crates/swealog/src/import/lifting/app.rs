//! The table of a lifting app: which columns it has, and how a line of it becomes a set.

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use csv::StringRecord;

use super::super::table::{self, known_unit, number, seconds};
use super::super::{Found, ImportContext, Rejected, Source};
use super::{Row, Session, Sessions, duration};

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// When the session began.
    Start,
    /// When it ended.
    End,
    /// Its name.
    Title,
    /// How long it took, in words or seconds.
    Duration,
    /// What was noted of it.
    SessionNotes,
    /// The name of the exercise.
    Exercise,
    /// Its part of the body.
    Category,
    /// The number of the set, or a letter for its kind.
    Set,
    /// The kind of the set in a word.
    SetKind,
    /// Names exercises that are done in turn.
    Superset,
    /// The weight.
    Weight,
    /// Its unit.
    WeightUnit,
    /// Repetitions.
    Reps,
    /// The distance.
    Distance,
    /// Its unit.
    DistanceUnit,
    /// How long the set took, in seconds.
    Seconds,
    /// The same as a clock shows it.
    Clock,
    /// Rating of perceived exertion.
    Rpe,
    /// What was noted of the set.
    Notes,
}

/// What is particular to the export of one app.
pub struct App {
    /// The name of the importer.
    pub name: &'static str,
    /// The names of its columns, in lower case.
    pub columns: &'static [(Column, &'static [&'static str])],
    /// The columns that tell its exports from other tables.
    pub known_by: &'static [Column],
    /// What it writes for the number of a set on lines that are no set, in lower case.
    pub no_sets: &'static [&'static str],
    /// Whether it numbers sets from 0.
    pub from_zero: bool,
    /// Whether it keeps days and no clock: all of a day is one session at noon.
    pub days_only: bool,
}

type Header = table::Header<Column>;

impl App {
    /// Whether a file is an export of this app.
    pub fn claims(&self, source: &Source) -> bool {
        self.header(source).is_some()
    }

    fn header(&self, source: &Source) -> Option<Header> {
        Header::sniff(&source.start(), self.columns).filter(|header| header.has(self.known_by))
    }

    /// Reads an export.
    pub fn read(&self, source: &Source, context: &ImportContext<'_>) -> Result<Found, Rejected> {
        let mut found = Found::default();
        let Some(header) = self.header(source) else {
            return Ok(found);
        };
        let header = header.with_days_of(source, Column::Start)?;
        let mut sessions = Sessions::new(
            header.unit(Column::Weight),
            header.unit(Column::Distance),
            context,
        );
        header.rows(source, &mut found, |record, line| {
            let text = |column| header.text(record, column);
            if self
                .no_sets
                .contains(&text(Column::Set).to_lowercase().as_str())
            {
                return Ok(());
            }
            let row = self.row(record, &header)?;
            let (start, title) = (row.start, text(Column::Title));
            sessions.add(row, title, || Session {
                line,
                start,
                title: title.to_owned(),
                duration: duration(text(Column::Duration))
                    .or_else(|| minutes_until(start, header.moment(record, Column::End).ok()?)),
                notes: text(Column::SessionNotes).to_owned(),
                rows: Vec::new(),
            });
            Ok(())
        })?;
        sessions.finish(self.name, &mut found);
        Ok(found)
    }

    fn row(&self, record: &StringRecord, header: &Header) -> Result<Row, String> {
        let text = |column| header.text(record, column);
        let exercise = text(Column::Exercise);
        if exercise.is_empty() {
            return Err("names no exercise".into());
        }
        let start = header.moment(record, Column::Start)?;
        let unit = |column| known_unit(text(column)).map(str::to_owned);
        let row = Row {
            start: if self.days_only {
                start.date().and_time(NaiveTime::MIN) + TimeDelta::hours(12)
            } else {
                start
            },
            exercise: exercise.to_owned(),
            set: self.set(text(Column::SetKind), text(Column::Set)),
            weight: number(text(Column::Weight))?,
            mass_unit: unit(Column::WeightUnit),
            reps: number(text(Column::Reps))?,
            distance: number(text(Column::Distance))?,
            distance_unit: unit(Column::DistanceUnit),
            seconds: match text(Column::Clock) {
                "" => number(text(Column::Seconds))?,
                clock => Some(seconds(clock).ok_or_else(|| format!("{clock:?} is not a time"))?)
                    .filter(|seconds| *seconds > 0.0),
            },
            rpe: number(text(Column::Rpe))?,
            superset: Some(text(Column::Superset).to_owned()).filter(|name| !name.is_empty()),
            notes: text(Column::Notes).to_owned(),
        };
        Ok(row.with_failed_attempt(!text(Column::Reps).is_empty()))
    }

    /// The letter of the kind of set, or its number counted from 1.
    fn set(&self, kind: &str, set: &str) -> String {
        let letter = match kind.to_lowercase().as_str() {
            "warmup" | "warm-up" => "W",
            "dropset" | "drop" => "D",
            "failure" => "F",
            _ => "",
        };
        match (letter, set.parse::<u32>()) {
            ("", Ok(number)) if self.from_zero => (number + 1).to_string(),
            ("", _) => set.to_owned(),
            (letter, _) => letter.to_owned(),
        }
    }
}

/// Minutes of a session that ended within a day.
fn minutes_until(start: NaiveDateTime, end: NaiveDateTime) -> Option<f64> {
    let minutes = (end - start).num_minutes();
    let minutes = i32::try_from(minutes).ok()?;
    (1..24 * 60).contains(&minutes).then(|| f64::from(minutes))
}
