//! Rows that say something of a day: what was measured, what was eaten.

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use quilto::model::Parsed;
use serde_json::{Map, Value, json};

use super::field::Field;
use super::sheet::{Cells, Sheet};
use crate::import::json_number::json_number;
use crate::import::{Draft, FileContents, ImportContext, Source, identity};

/// Reads what was measured: body weight, and in a person's own tables steps, sleep and the like.
pub fn read_measurements(
    sheet: &Sheet<'_>,
    source: &Source,
    context: &ImportContext<'_>,
    found: &mut FileContents,
) {
    let mut left_out: Vec<&str> = Vec::new();
    for cells in sheet.lines() {
        let kind = cells.text(Field::Measurement);
        if !kind.is_empty() && !is_bodyweight(kind) {
            if !left_out.contains(&kind) {
                left_out.push(kind);
            }
            continue;
        }
        match measured(&cells, context, found) {
            Ok(draft) => found.drafts.extend(draft),
            Err(reason) => found.rejected.push(source.rejected(cells.line, reason)),
        }
    }
    if !left_out.is_empty() {
        found.remarks.push(format!(
            "{}: {} not taken; of the body only its weight is",
            source.path.display(),
            left_out.join(", ")
        ));
    }
}

fn is_bodyweight(kind: &str) -> bool {
    let kind = kind.to_lowercase().replace([' ', '-'], "");
    matches!(kind.as_str(), "bodyweight" | "weight")
}

fn measured(
    cells: &Cells<'_>,
    context: &ImportContext<'_>,
    found: &mut FileContents,
) -> Result<Option<Draft>, String> {
    let start = cells.start()?;
    let weight = match cells.quantity(Field::Bodyweight)? {
        Some((value, unit)) => Some((value, unit)),
        None => cells.quantity(Field::Value)?,
    };
    let mut data = Map::new();
    let mut words = Vec::new();
    if let Some((value, unit)) = weight {
        found.missing_units.mass |= unit.is_none();
        let unit = unit.unwrap_or(&context.units.mass);
        // averages have fractions without end
        let value = (value * 100.0).round() / 100.0;
        words.push(format!("bodyweight {} {unit}", json_number(value)));
        data.insert("bodyweight".into(), json_number(value));
        data.insert("bodyweight_unit".into(), unit.into());
    }
    for (field, key, says) in [
        (Field::Steps, "steps", "steps"),
        (Field::Sleep, "sleep_hours", "hours of sleep"),
        (Field::HeartRate, "resting_heart_rate", "resting heart rate"),
    ] {
        if let Some(value) = cells.number(field)? {
            words.push(format!("{} {says}", json_number(value)));
            data.insert(key.into(), json_number(value));
        }
    }
    if data.is_empty() {
        return Ok(None);
    }
    words.extend(cells.words(Field::Notes));
    let parsed = json!({ "general_fitness": data });
    Ok(Some(draft(cells, "body", start, words.join("\n"), parsed)))
}

/// The meals of a day, each in words and as data.
struct Day {
    date: NaiveDate,
    line: usize,
    meals: Vec<(String, Value)>,
}

/// Reads meals: those of one day are one entry at noon.
pub fn read_meals(sheet: &Sheet<'_>, source: &Source, found: &mut FileContents) {
    let mut days: Vec<Day> = Vec::new();
    let mut damaged = Vec::new();
    for cells in sheet.lines() {
        let day = cells.start().map(|start| start.date());
        match day.clone().and_then(|day| Ok((day, meal(&cells)?))) {
            Ok((day, Some(meal))) => match days.iter_mut().find(|known| known.date == day) {
                Some(day) => day.meals.push(meal),
                None => days.push(Day {
                    date: day,
                    line: cells.line,
                    meals: vec![meal],
                }),
            },
            Ok((_, None)) => {}
            Err(reason) => {
                damaged.extend(day);
                found.rejected.push(source.rejected(cells.line, reason));
            }
        }
    }
    for (line, record, _) in &sheet.grid.misfits {
        let day = sheet.cells_of(record, *line, 0, 0).start();
        // where the day itself is damaged, it is most likely that of the line before
        let before = || days.iter().rev().find(|day| day.line < *line);
        damaged
            .extend(day.map_or_else(|_| before().map(|day| day.date), |start| Some(start.date())));
    }
    for Day { date, line, meals } in days {
        let noon = date.and_time(NaiveTime::MIN) + TimeDelta::hours(12);
        let (words, meals): (Vec<String>, Vec<Value>) = meals.into_iter().unzip();
        let parsed = json!({"nutrition": {"meals": meals}});
        let record = csv::StringRecord::new();
        let cells = sheet.cells_of(&record, line, 0, 0);
        let mut draft = draft(&cells, "meals", noon, words.join("\n"), parsed);
        draft.whole = !damaged.contains(&date);
        found.drafts.push(draft);
    }
}

fn meal(cells: &Cells<'_>) -> Result<Option<(String, Value)>, String> {
    let mut meal = Map::new();
    let mut words = Vec::new();
    let name = cells.text(Field::Meal);
    if !name.is_empty() {
        let name = name.to_lowercase();
        let word = if name == "snacks" { "snack" } else { &name };
        meal.insert("meal".into(), word.into());
    }
    for (field, key, says) in [
        (Field::Calories, "kcal", "kcal"),
        (Field::Protein, "protein", "g protein"),
        (Field::Carbs, "carbs", "g carbs"),
        (Field::Fat, "fat", "g fat"),
    ] {
        if let Some(value) = cells.number(field)? {
            words.push(format!("{} {says}", json_number(value)));
            meal.insert(key.into(), json_number(value));
        }
    }
    if words.is_empty() {
        return Ok(None);
    }
    if let Some(notes) = cells.words(Field::Notes) {
        meal.insert("notes".into(), notes.clone().into());
        words.push(notes);
    }
    meal.insert("items".into(), json!([]));
    let name = if name.is_empty() { "Meal" } else { name };
    Ok(Some((
        format!("{name}: {}", words.join(", ")),
        Value::Object(meal),
    )))
}

fn draft(cells: &Cells<'_>, kind: &str, start: NaiveDateTime, raw: String, parsed: Value) -> Draft {
    let app = &cells.sheet.layout.dialect.app;
    let stamp = start.format("%Y-%m-%dT%H:%M:%S").to_string();
    let Value::Object(domain_data) = parsed else {
        return Draft::default();
    };
    Draft {
        importer: app,
        line: cells.line,
        date: start.date(),
        time: start.time(),
        session: Some(format!("{kind} {stamp}")),
        identity: identity([kind, &stamp, &raw]),
        raw,
        parsed: Some(Parsed {
            domain_data: domain_data.into(),
            confidence: 1.0,
            engine: "import".into(),
            ..Parsed::default()
        }),
        ..Draft::default()
    }
}
