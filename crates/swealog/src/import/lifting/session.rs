//! One session of sets, and the entry it becomes.

use chrono::NaiveDateTime;
use quilto::model::Parsed;
use serde_json::{Map, Value, json};

use super::super::activity::Sport;
use super::super::json_number::json_number;
use super::super::{Draft, ImportContext, identity};
use super::row::Row;

/// Rows that share a start and a title.
#[derive(Debug)]
pub struct Session {
    /// The line of the file it begins on.
    pub line: usize,
    /// Local time.
    pub start: NaiveDateTime,
    /// Its name.
    pub title: String,
    /// Minutes.
    pub duration: Option<f64>,
    /// What was noted of it as a whole.
    pub notes: String,
    /// The weight of the body that day, and its unit where the file names it.
    pub bodyweight: Option<(f64, Option<String>)>,
    /// Whether all of its lines could be read.
    pub whole: bool,
    /// Its sets.
    pub rows: Vec<Row>,
}

impl Session {
    /// Whether it is the one of this start and title.
    pub fn is(&self, start: NaiveDateTime, title: &str) -> bool {
        self.start == start && self.title == title
    }

    /// The entry it becomes.
    pub fn into_draft(self, importer: &'static str, context: &ImportContext<'_>) -> Draft {
        let start = self.start.format("%Y-%m-%dT%H:%M:%S").to_string();
        let rows: Vec<String> = self.rows.iter().map(Row::canonical).collect();
        let identity = identity(
            [start.as_str(), &self.title, &self.notes]
                .into_iter()
                .chain(rows.iter().map(String::as_str)),
        );
        let mut payload = Map::new();
        let unit = self.unit().map(str::to_owned);
        if let Some(unit) = &unit {
            payload.insert("unit".into(), unit.clone().into());
        }
        payload.insert(
            "rows".into(),
            self.rows
                .iter()
                .map(|row| row.to_payload(unit.as_deref()))
                .collect::<Vec<_>>()
                .into(),
        );
        Draft {
            importer,
            line: self.line,
            date: self.start.date(),
            time: self.start.time(),
            raw: self.text(),
            session: Some(format!("{start} {}", self.title)),
            identity,
            payload,
            parsed: Some(self.parsed(context)),
            whole: self.whole,
            ..Draft::default()
        }
    }

    /// The unit of its first weight.
    fn unit(&self) -> Option<&str> {
        self.rows.iter().find_map(|row| row.mass_unit.as_deref())
    }

    /// The session as a person would have written it.
    fn text(&self) -> String {
        let mut lines = Vec::new();
        let mut title = self.title.clone();
        if let Some(minutes) = self.duration {
            let minutes = format!("({} min)", json_number(minutes));
            title = if title.is_empty() {
                minutes
            } else {
                format!("{title} {minutes}")
            };
        }
        if !title.is_empty() {
            lines.push(title);
        }
        for block in blocks(&self.rows) {
            let sets: Vec<String> = runs(block)
                .into_iter()
                .map(|(row, reps)| set_text(row, &reps))
                .collect();
            let notes: Vec<&str> = notes(block);
            let remark = if notes.is_empty() {
                String::new()
            } else {
                format!(" ({})", notes.join("; "))
            };
            lines.push(format!(
                "{}: {}{remark}",
                block[0].exercise,
                sets.join(", ")
            ));
        }
        if let Some((value, unit)) = &self.bodyweight {
            let unit = unit.as_deref().or(self.unit()).unwrap_or_default();
            lines.push(format!("bodyweight {} {unit}", json_number(*value)));
        }
        if !self.notes.is_empty() {
            lines.push(self.notes.clone());
        }
        lines.join("\n")
    }

    /// What the rows mean, in the shape of the domains' schemas.
    fn parsed(&self, context: &ImportContext<'_>) -> Parsed {
        let mut exercises = Vec::new();
        let (mut runs, mut swims, mut activities) = (Vec::new(), Vec::new(), Vec::new());
        for block in blocks(&self.rows) {
            let exercise = &block[0].exercise;
            match Sport::of_exercise(exercise).filter(|_| block.iter().all(Row::is_endurance)) {
                Some(Sport::Run) => {
                    runs.extend(block.iter().map(moved));
                    continue;
                }
                Some(Sport::Swim) => {
                    swims.extend(block.iter().map(moved));
                    continue;
                }
                Some(Sport::Other(name)) => {
                    activities.extend(block.iter().map(|row| activity(name, row)));
                    continue;
                }
                _ => {}
            }
            let name =
                (context.canonical)("strength", exercise).unwrap_or_else(|| exercise.clone());
            let assisted = exercise.to_lowercase().contains("assisted");
            let mut object = Map::new();
            object.insert("name".into(), name.into());
            object.insert(
                "sets".into(),
                block
                    .iter()
                    .map(|row| set(row, assisted))
                    .collect::<Vec<_>>()
                    .into(),
            );
            let notes = notes(block);
            if !notes.is_empty() {
                object.insert("notes".into(), notes.join("; ").into());
            }
            exercises.push(Value::Object(object));
        }
        let mut domain_data = Map::new();
        if !exercises.is_empty() {
            let mut strength = Map::new();
            strength.insert("exercises".into(), exercises.into());
            if !self.notes.is_empty() {
                strength.insert("session_notes".into(), self.notes.clone().into());
            }
            if let Some(minutes) = self.duration {
                strength.insert("duration_minutes".into(), json_number(minutes));
            }
            domain_data.insert("strength".into(), Value::Object(strength));
        }
        if !runs.is_empty() {
            domain_data.insert("running".into(), json!({ "runs": runs }));
        }
        if !swims.is_empty() {
            domain_data.insert("swimming".into(), json!({ "swims": swims }));
        }
        if !activities.is_empty() {
            domain_data.insert("movement".into(), json!({ "activities": activities }));
        }
        let mut state = Map::new();
        if let Some((value, unit)) = &self.bodyweight {
            let unit = unit.as_deref().or(self.unit()).unwrap_or_default();
            state.insert("bodyweight".into(), json_number(*value));
            state.insert("bodyweight_unit".into(), unit.into());
        }
        if !state.is_empty() {
            domain_data.insert("general_fitness".into(), Value::Object(state));
        }
        Parsed {
            domain_data: domain_data.into(),
            confidence: 1.0,
            engine: "import".into(),
            ..Parsed::default()
        }
    }
}

/// Rows in a row that are of one exercise.
fn blocks(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|a, b| a.exercise == b.exercise)
}

/// Sets in a row that differ in their reps only, and those reps.
fn runs(block: &[Row]) -> Vec<(&Row, Vec<f64>)> {
    block
        .chunk_by(|a, b| {
            (a.weight, a.seconds, a.distance, a.rpe) == (b.weight, b.seconds, b.distance, b.rpe)
        })
        .map(|run| (&run[0], run.iter().filter_map(|row| row.reps).collect()))
        .collect()
}

fn set_text(row: &Row, reps: &[f64]) -> String {
    let number = |value: f64| json_number(value).to_string();
    let mut parts = Vec::new();
    if let (Some(weight), Some(unit)) = (row.weight, &row.mass_unit) {
        parts.push(format!("{} {unit}", number(weight)));
    }
    if !reps.is_empty() {
        let list: Vec<String> = reps.iter().map(|r| number(*r)).collect();
        parts.push(match parts.is_empty() {
            true => format!("{} reps", list.join("/")),
            false => format!("× {}", list.join("/")),
        });
    }
    if let (Some(distance), Some(unit)) = (row.distance, &row.distance_unit) {
        parts.push(format!("{} {unit}", number(distance)));
    }
    if let Some(seconds) = row.seconds {
        parts.push(format!("{} s", number(seconds)));
    }
    if let Some(rpe) = row.rpe {
        parts.push(format!("RPE {}", number(rpe)));
    }
    parts.join(" ")
}

fn notes(block: &[Row]) -> Vec<&str> {
    let mut notes: Vec<&str> = Vec::new();
    for row in block {
        if !row.notes.is_empty() && !notes.contains(&row.notes.as_str()) {
            notes.push(&row.notes);
        }
    }
    notes
}

fn set(row: &Row, assisted: bool) -> Value {
    let mut set = Map::new();
    if let Some(weight) = row.weight {
        set.insert("weight".into(), json_number(weight));
        set.insert("weight_unit".into(), row.mass_unit.clone().into());
    }
    if let Some(reps) = row.reps {
        set.insert("reps".into(), json_number(reps));
    }
    if let Some(seconds) = row.seconds {
        set.insert("duration_seconds".into(), json_number(seconds));
    }
    if let Some(distance) = row.distance {
        set.insert("distance".into(), json_number(distance));
        set.insert("distance_unit".into(), row.distance_unit.clone().into());
    }
    if let Some(rpe) = row.rpe {
        set.insert("rpe".into(), json_number(rpe));
    }
    let kind = match row.set.to_uppercase().as_str() {
        "W" => Some("warmup"),
        "D" => Some("drop"),
        _ if row.failed() => Some("failed"),
        "F" => Some("failure"),
        _ => None,
    };
    if let Some(kind) = kind {
        set.insert("kind".into(), kind.into());
    }
    if assisted {
        set.insert("assisted".into(), true.into());
    }
    Value::Object(set)
}

fn activity(name: &str, row: &Row) -> Value {
    let mut activity = Map::from_iter([("name".to_owned(), name.into())]);
    if let Value::Object(moved) = moved(row) {
        activity.extend(moved);
    }
    Value::Object(activity)
}

fn moved(row: &Row) -> Value {
    let mut run = Map::new();
    if let Some(distance) = row.distance {
        run.insert("distance".into(), json_number(distance));
        run.insert("distance_unit".into(), row.distance_unit.clone().into());
    }
    if let Some(seconds) = row.seconds {
        run.insert("duration_seconds".into(), json_number(seconds));
    }
    Value::Object(run)
}

/// Minutes of `1h 30m`, `1.5h`, `1,5 h`, `45m`, `50s`, `1시간 20분`, or a plain number of seconds.
pub fn minutes_of(text: &str) -> Option<f64> {
    let whole = |minutes: f64| Some(minutes.round()).filter(|minutes| *minutes > 0.0);
    if let Ok(seconds) = text.parse::<f64>() {
        return whole(seconds / 60.0);
    }
    let mut minutes = 0.0;
    let mut number = String::new();
    for c in text.chars() {
        let factor = match c {
            'h' | '시' => 60.0,
            'm' | '분' => 1.0,
            's' | '초' => 1.0 / 60.0,
            '0'..='9' => {
                number.push(c);
                continue;
            }
            '.' | ',' if !number.is_empty() => {
                number.push('.');
                continue;
            }
            c if number.is_empty() || c.is_whitespace() => continue,
            // `1:30h` is neither 130 hours nor 30
            _ => return None,
        };
        let number = std::mem::take(&mut number);
        if !number.is_empty() {
            minutes += number.parse::<f64>().ok()? * factor;
        }
    }
    whole(minutes)
}
