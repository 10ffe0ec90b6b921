//! Sets in the form of the Strong app, which that app and this one bring in again. Weights are in
//! the unit of the settings, as the app's own export has no column for it.

use std::io::{self, Write};

use quilto::model::Entry;
use quilto::text::units;
use serde_json::Value;

use quilto_shell::export::{ExportData, of_table};

const HEADER: [&str; 12] = [
    "Date",
    "Workout Name",
    "Duration",
    "Exercise Name",
    "Set Order",
    "Weight",
    "Reps",
    "Distance",
    "Seconds",
    "Notes",
    "Workout Notes",
    "RPE",
];

pub fn write(holdings: &ExportData<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(HEADER).map_err(of_table)?;
    for entry in holdings.entries {
        let Some(parsed) = &entry.parsed else {
            continue;
        };
        let session = parsed.domain_data.get("strength");
        let (start, title) = heading(entry);
        let minutes = session.and_then(|s| s["duration_minutes"].as_f64());
        let notes = session
            .and_then(|s| s["session_notes"].as_str())
            .unwrap_or_default();
        let mut line = |exercise: &str, set: &str, cells: [String; 6]| {
            let [weight, reps, distance, seconds, note, rpe] = cells;
            table
                .write_record([
                    &start,
                    &title,
                    &minutes.map(length).unwrap_or_default(),
                    exercise,
                    set,
                    &weight,
                    &reps,
                    &distance,
                    &seconds,
                    &note,
                    notes,
                    &rpe,
                ])
                .map_err(of_table)
        };
        let exercises = session.and_then(|s| s["exercises"].as_array());
        for exercise in exercises.into_iter().flatten() {
            let name = exercise["name"].as_str().unwrap_or_default();
            let remark = exercise["notes"].as_str().unwrap_or_default();
            let mut number = 0;
            for (at, set) in exercise["sets"]
                .as_array()
                .into_iter()
                .flatten()
                .enumerate()
            {
                let kind = set["kind"].as_str().unwrap_or_default();
                let order = match kind {
                    "plan" | "skipped" => continue,
                    "warmup" => "W".to_owned(),
                    "drop" => "D".to_owned(),
                    "failure" => "F".to_owned(),
                    _ => {
                        number += 1;
                        number.to_string()
                    }
                };
                let remark = if at == 0 { remark } else { "" };
                line(name, &order, cells(set, remark, holdings))?;
            }
        }
        let runs = parsed.domain_data.get("running");
        let runs = runs.and_then(|running| running["runs"].as_array());
        for (at, run) in runs.into_iter().flatten().enumerate() {
            line("Running", &(at + 1).to_string(), cells(run, "", holdings))?;
        }
    }
    table.flush()
}

/// When the session began and what it is called: as its own export said, else by the note.
fn heading(entry: &Entry) -> (String, String) {
    let payload = entry.payload.as_ref();
    let session = payload.and_then(|payload| payload["session"].as_str());
    if let Some((start, title)) = session.and_then(|session| session.split_once(' '))
        && start.len() == "2026-11-20T10:30:00".len()
        && start.starts_with(&entry.date.to_string())
    {
        return (start.replace('T', " "), title.to_owned());
    }
    let time = entry.time.unwrap_or_default();
    let start = entry.date.and_time(time).format("%Y-%m-%d %H:%M:%S");
    (start.to_string(), "Workout".to_owned())
}

fn cells(set: &Value, remark: &str, holdings: &ExportData<'_>) -> [String; 6] {
    let plain = |name: &str| set[name].as_f64().map(|value| value.to_string());
    let converted = |name: &str, unit: &str, to: &str| {
        let value = set[name].as_f64()?;
        let from = set[unit].as_str().unwrap_or(to);
        let value = if from == to {
            value
        } else {
            let exact = units::convert(value, from, to)?;
            (exact * 1000.0).round() / 1000.0
        };
        Some(value.to_string())
    };
    let note = match (remark, set["notes"].as_str()) {
        ("", Some(note)) => note.to_owned(),
        (remark, Some(note)) => format!("{remark}; {note}"),
        (remark, None) => remark.to_owned(),
    };
    let zero = || "0".to_owned();
    [
        converted("weight", "weight_unit", &holdings.units.mass).unwrap_or_else(zero),
        plain("reps").unwrap_or_else(zero),
        converted("distance", "distance_unit", &holdings.units.distance).unwrap_or_else(zero),
        plain("duration_seconds").unwrap_or_else(zero),
        note,
        plain("rpe").unwrap_or_default(),
    ]
}

/// `1h 5m`.
fn length(minutes: f64) -> String {
    let (hours, rest) = ((minutes / 60.0).floor(), (minutes % 60.0).round());
    match (hours > 0.0, rest > 0.0) {
        (true, true) => format!("{hours}h {rest}m"),
        (true, false) => format!("{hours}h"),
        _ => format!("{rest}m"),
    }
}
