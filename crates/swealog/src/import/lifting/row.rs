//! One set, as an app exports it.

use chrono::NaiveDateTime;
use serde_json::{Map, Value};

use super::super::json_number::json_number;

/// One set. What the app leaves open is left out, but for a weight that was not lifted once.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// When the session began, local time.
    pub start: NaiveDateTime,
    /// Its name in the app.
    pub exercise: String,
    /// The number of the set, or a letter for its kind: `W` warm-up, `D` drop, `F` to failure.
    pub set: String,
    /// In `mass_unit`.
    pub weight: Option<f64>,
    /// As the file states it, else as it was settled for the file.
    pub mass_unit: Option<String>,
    /// Repetitions.
    pub reps: Option<f64>,
    /// In `distance_unit`.
    pub distance: Option<f64>,
    /// As the file states it, else as it was settled for the file.
    pub distance_unit: Option<String>,
    /// How long it took.
    pub seconds: Option<f64>,
    /// Rating of perceived exertion.
    pub rpe: Option<f64>,
    /// Exercises with the same name are done in turn.
    pub superset: Option<String>,
    /// What was noted of it.
    pub notes: String,
}

impl Row {
    /// With zero repetitions where the app wrote none for a weight that was tried: an attempt that
    /// failed.
    #[must_use]
    pub fn with_failed_attempt(mut self, reps_stated: bool) -> Self {
        let loaded = self.weight.is_some() && self.seconds.is_none() && self.distance.is_none();
        if reps_stated && loaded && self.reps.is_none() {
            self.reps = Some(0.0);
        }
        self
    }

    /// Whether it says how far or how long, and nothing of weights and repetitions.
    pub fn is_endurance(&self) -> bool {
        self.weight.is_none()
            && self.reps.is_none()
            && (self.distance.is_some() || self.seconds.is_some())
    }

    /// Whether it is an attempt that failed.
    pub fn failed(&self) -> bool {
        self.reps == Some(0.0)
    }

    /// The row for the raw file: what it says, nothing empty; its unit of weight where that is not
    /// the session's.
    pub fn to_payload(&self, session_unit: Option<&str>) -> Value {
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
                row.insert(name.into(), json_number(value));
            }
        }
        if self.weight.is_some() && self.mass_unit.as_deref() != session_unit {
            row.insert("weight_unit".into(), self.mass_unit.clone().into());
        }
        if let Some(superset) = &self.superset {
            row.insert("superset".into(), superset.clone().into());
        }
        if !self.notes.is_empty() {
            row.insert("notes".into(), self.notes.clone().into());
        }
        Value::Object(row)
    }

    /// The row in one line that is the same in every dialect and language of the export.
    pub fn canonical(&self) -> String {
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
