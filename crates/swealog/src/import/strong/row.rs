//! One line of the export: one set.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime};
use csv::StringRecord;
use serde_json::{Map, Value};

use super::header::{Column, Header, known_unit};

/// One set as exported. Zeros stand for "nothing" in the export and are left out, but for a weight
/// that was not lifted once.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) start: NaiveDateTime,
    pub(super) exercise: String,
    pub(super) set: String,
    pub(super) weight: Option<f64>,
    pub(super) mass_unit: Option<String>,
    pub(super) reps: Option<f64>,
    pub(super) distance: Option<f64>,
    pub(super) distance_unit: Option<String>,
    pub(super) seconds: Option<f64>,
    pub(super) rpe: Option<f64>,
    pub(super) notes: String,
}

impl Row {
    /// Reads a line. `Ok(None)` is a line that is no set (the rest timer between sets).
    pub(super) fn read(record: &StringRecord, header: &Header) -> Result<Option<Self>, String> {
        // a file that was edited by hand may have lost empty fields at the end of a line
        if record.len() > header.width || record.len() < header.width.saturating_sub(3) {
            return Err(format!(
                "has {} fields where the header has {}",
                record.len(),
                header.width
            ));
        }
        let set = header.text(record, Column::Set);
        if matches!(
            set.to_lowercase().as_str(),
            "rest timer" | "rest" | "휴식 타이머" | "note"
        ) {
            return Ok(None);
        }
        let exercise = header.text(record, Column::Exercise);
        if exercise.is_empty() {
            return Err("names no exercise".into());
        }
        let when = header.text(record, Column::Start);
        let start = local_time(when).ok_or_else(|| format!("{when:?} is not a date"))?;
        let number = |column| number(header.text(record, column));
        let mut row = Self {
            start,
            exercise: exercise.to_owned(),
            set: set.to_owned(),
            weight: number(Column::Weight)?,
            mass_unit: known_unit(header.text(record, Column::WeightUnit)),
            reps: number(Column::Reps)?,
            distance: number(Column::Distance)?,
            distance_unit: known_unit(header.text(record, Column::DistanceUnit)),
            seconds: number(Column::Seconds)?,
            rpe: number(Column::Rpe)?,
            notes: header.text(record, Column::Notes).to_owned(),
        };
        let stated = !header.text(record, Column::Reps).is_empty();
        if stated && row.is_loaded() && row.reps.is_none() {
            row.reps = Some(0.0);
        }
        Ok(Some(row))
    }

    /// Whether there is a weight and nothing but repetitions could say what was done with it: then
    /// none of them is an attempt that failed.
    fn is_loaded(&self) -> bool {
        self.weight.is_some() && self.seconds.is_none() && self.distance.is_none()
    }

    /// Whether it is an attempt that failed.
    pub(super) fn failed(&self) -> bool {
        self.reps == Some(0.0)
    }

    /// The row for the raw file: what it says, nothing empty, units once per session.
    pub(super) fn to_payload(&self) -> Value {
        let mut row = Map::new();
        row.insert("exercise".into(), self.exercise.clone().into());
        row.insert("set".into(), self.set.clone().into());
        for (name, value) in [
            ("weight", self.weight),
            ("reps", self.reps),
            ("distance", self.distance),
            ("seconds", self.seconds),
            ("rpe", self.rpe),
        ] {
            if let Some(value) = value {
                row.insert(name.into(), plain(value));
            }
        }
        if !self.notes.is_empty() {
            row.insert("notes".into(), self.notes.clone().into());
        }
        Value::Object(row)
    }

    /// The row in one line that is the same in every dialect and language of the export.
    pub(super) fn canonical(&self) -> String {
        let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        [
            self.exercise.as_str(),
            self.set.as_str(),
            &number(self.weight),
            &number(self.reps),
            &number(self.distance),
            &number(self.seconds),
            &number(self.rpe),
            self.notes.as_str(),
        ]
        .join("\t")
    }
}

/// A number as JSON: whole numbers without a fraction.
pub(super) fn plain(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "whole and small, checked above"
        )]
        let whole = value as i64;
        Value::from(whole)
    } else {
        Value::from(value)
    }
}

/// A number of the export: nothing and zero are nothing.
fn number(text: &str) -> Result<Option<f64>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let decimal_comma = text.contains(',') && !text.contains('.');
    let plain = if decimal_comma {
        text.replace(',', ".")
    } else {
        text.replace(',', "")
    };
    match plain.parse::<f64>() {
        Ok(0.0) => Ok(None),
        Ok(value) if value.is_finite() && value > 0.0 => Ok(Some(value)),
        _ => Err(format!("{text:?} is not a number we can use")),
    }
}

/// The local time as written. An offset behind it is left aside, so that no day ever shifts.
fn local_time(text: &str) -> Option<NaiveDateTime> {
    let text = text.replace('T', " ");
    let mut words = text.split_whitespace();
    let (date, _) = super::super::leading_date(words.next()?)?;
    let Some(clock) = words.next() else {
        return Some(NaiveDate::and_time(
            &date,
            NaiveTime::MIN + chrono::TimeDelta::hours(12),
        ));
    };
    let clock = clock.split(['+', 'Z', '.']).next()?;
    NaiveTime::parse_from_str(clock, "%H:%M:%S")
        .or_else(|_| NaiveTime::parse_from_str(clock, "%H:%M"))
        .ok()
        .map(|time| date.and_time(time))
}
