//! Rows that are sets, into sessions.

use chrono::NaiveDateTime;
use csv::StringRecord;

use super::field::Field;
use super::sheet::{Cells, Sheet};
use crate::import::lifting::{Row, Session, Sessions, minutes_of};
use crate::import::{FileContents, ImportContext, Source};

/// More sets than this are not one line of a table.
const MOST_SETS: f64 = 200.0;

/// Reads the sets of a table.
pub fn read(
    sheet: &Sheet<'_>,
    source: &Source,
    context: &ImportContext<'_>,
    found: &mut FileContents,
) {
    let mut sessions = Sessions::new(context);
    let beside = sheet.layout.beside();
    for line in sheet.lines() {
        if is_rest(&line) {
            continue;
        }
        let (mut refused, mut taken) = (None, false);
        for (block, number) in &beside {
            match add(&line.at(*block, *number), &mut sessions) {
                Ok(is_set) => taken |= is_set,
                Err(reason) => {
                    refused.get_or_insert(reason);
                }
            }
        }
        if !taken && refused.is_none() {
            let path = source.path.display();
            let remark = format!("{path}:{}: no set is read from this line", line.line);
            found.remarks.push(remark);
        }
        if let Some(reason) = refused {
            sessions.damage(line.line, session_of(&line));
            found.rejected.push(source.rejected(line.line, reason));
        }
    }
    for (line, record, _) in &sheet.grid.misfits {
        sessions.damage(*line, session_of_misfit(sheet, record, *line));
    }
    sessions.finish(&sheet.layout.dialect.app, found);
}

/// Whether a line is a pause or a remark of the app's.
fn is_rest(line: &Cells<'_>) -> bool {
    let set = line.text(Field::Set).to_lowercase();
    line.sheet.layout.dialect.rest.contains(&set)
}

/// The session that a line belongs to.
fn session_of(line: &Cells<'_>) -> Option<(NaiveDateTime, String)> {
    Some((line.start().ok()?, line.text(Field::Title).to_owned()))
}

fn session_of_misfit(
    sheet: &Sheet<'_>,
    record: &StringRecord,
    line: usize,
) -> Option<(NaiveDateTime, String)> {
    let cells = sheet.cells_of(record, line, 0, 0);
    session_of(&cells)
}

/// Puts a row into its session. Where rows stand beside each other, those that say nothing are none.
fn add(cells: &Cells<'_>, sessions: &mut Sessions<'_>) -> Result<bool, String> {
    let text = |field| cells.text(field);
    let exercise = text(Field::Exercise);
    let beside = cells.number > 0;
    let (reps_cell, seconds) = (text(Field::Reps), cells.seconds()?);
    if beside && (exercise.is_empty() || (reps_cell.is_empty() && seconds.is_none())) {
        return Ok(false);
    }
    if exercise.is_empty() {
        return Err("names no exercise".into());
    }
    let weight = cells.quantity(Field::Weight)?;
    let distance = cells.quantity(Field::Distance)?;
    let row = Row {
        start: cells.start()?,
        exercise: exercise.to_owned(),
        set: set(cells),
        weight: weight.map(|(value, _)| value),
        mass_unit: weight.and_then(|(_, unit)| unit).map(str::to_owned),
        reps: cells.number(Field::Reps)?,
        distance: distance.map(|(value, _)| value),
        distance_unit: distance.and_then(|(_, unit)| unit).map(str::to_owned),
        seconds,
        rpe: cells.number(Field::Rpe)?,
        superset: cells.words(Field::Superset),
        notes: text(Field::Notes).to_owned(),
    };
    let row = row.with_failed_attempt(!reps_cell.is_empty());
    let sets = cells.number(Field::Sets)?.unwrap_or(1.0);
    if sets.fract() != 0.0 || sets > MOST_SETS {
        return Err(format!("{sets} is no number of sets"));
    }
    let (start, title) = (row.start, text(Field::Title));
    let bodyweight = cells.quantity(Field::Bodyweight)?;
    let begin = || Session {
        line: cells.line,
        start,
        title: title.to_owned(),
        duration: length(cells).or_else(|| minutes_until(start, cells.moment(Field::End).ok()?)),
        notes: text(Field::SessionNotes).to_owned(),
        bodyweight: bodyweight.map(|(value, unit)| (value, unit.map(str::to_owned))),
        whole: true,
        rows: Vec::new(),
    };
    let mut left = sets;
    while left > 0.0 {
        sessions.add(row.clone(), title, begin);
        left -= 1.0;
    }
    Ok(true)
}

/// The letter of the kind of set, or its number counted from 1.
fn set(cells: &Cells<'_>) -> String {
    if cells.number > 0 {
        return cells.number.to_string();
    }
    let set = cells.text(Field::Set);
    let letter = match cells.text(Field::SetKind).to_lowercase().as_str() {
        "warmup" | "warm-up" => "W",
        "dropset" | "drop" => "D",
        "failure" => "F",
        _ if matches!(
            cells.text(Field::Warmup).to_lowercase().as_str(),
            "true" | "1" | "yes"
        ) =>
        {
            "W"
        }
        _ => "",
    };
    match (letter, set.parse::<u32>()) {
        ("", Ok(number)) if cells.sheet.layout.dialect.from_zero => (number + 1).to_string(),
        ("", _) => set.to_owned(),
        (letter, _) => letter.to_owned(),
    }
}

/// Minutes of the session, in words, hours or seconds.
fn length(cells: &Cells<'_>) -> Option<f64> {
    let text = cells.text(Field::Duration);
    let mut columns = cells.sheet.layout.of(Field::Duration);
    let in_hours = columns.any(|column| column.name.to_lowercase().contains("hour"));
    if let Some((hours, minutes)) = text.split_once(':') {
        let rest = minutes.split(':').next()?;
        let minutes = hours.parse::<f64>().ok()? * 60.0 + rest.parse::<f64>().ok()?;
        return (minutes > 0.0).then_some(minutes);
    }
    if in_hours {
        let hours: f64 = text.replace(',', ".").parse().ok()?;
        return Some((hours * 60.0).round()).filter(|minutes| *minutes > 0.0);
    }
    minutes_of(text)
}

/// Minutes of a session that ended within a day.
fn minutes_until(start: NaiveDateTime, end: NaiveDateTime) -> Option<f64> {
    let minutes = (end - start).num_minutes();
    let minutes = i32::try_from(minutes).ok()?;
    (1..24 * 60).contains(&minutes).then(|| f64::from(minutes))
}
