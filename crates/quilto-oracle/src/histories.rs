//! Histories, each a text file of notes in `corpora/oracle/`, a day and a note a line.
//!
//! Those of `corpora/asks` are written by `scripts/accuracy/asks.py --notes`: behind a tab stands what is
//! stored of each note, so that what is answered does not change with how notes are read.

use std::path::Path;

use chrono::{NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use quilto::model::{Parsed, UnitPreferences};
use serde_json::Value;

use crate::files::{files, name, read};

/// The day on which everything is read.
const TODAY: Option<NaiveDate> = NaiveDate::from_ymd_opt(2026, 11, 22);

/// The moment at which everything is read.
pub(crate) fn now() -> NaiveDateTime {
    TODAY.unwrap_or_default().and_time(NaiveTime::default()) + TimeDelta::hours(20)
}

/// A note of a history.
pub(crate) struct Note {
    pub day: NaiveDate,
    pub time: NaiveTime,
    pub text: String,
    /// What is stored of it, where that was written beside it.
    pub parsed: Option<Parsed>,
}

/// The notes of somebody.
pub(crate) struct History {
    pub name: String,
    pub notes: Vec<Note>,
    /// Whether it is one of `corpora/asks`.
    pub of_asks: bool,
    /// When it is asked; those of `corpora/asks` were written for an evening two days before.
    pub now: NaiveDateTime,
    /// Those of its owner.
    pub units: UnitPreferences,
}

/// All histories.
pub(crate) fn all(root: &Path) -> Result<Vec<History>, String> {
    let paths = files(&root.join("corpora/oracle"), "notes")?;
    paths.iter().map(|path| history(path)).collect()
}

fn history(path: &Path) -> Result<History, String> {
    let content = read(path)?;
    let mut notes = Vec::new();
    for (at, line) in content.lines().enumerate() {
        let note = note(line).ok_or_else(|| {
            let place = format!("{}:{}", path.display(), at + 1);
            format!("{place}: no line like `2026-11-20 18:30 granite 20 min`")
        })?;
        notes.push(note);
    }
    let of_asks = notes.iter().any(|note| note.parsed.is_some());
    let mut units = UnitPreferences::default();
    if content.contains("\"lb\"") {
        "lb".clone_into(&mut units.mass);
    }
    Ok(History {
        name: name(path).trim_end_matches(".notes").to_owned(),
        notes,
        of_asks,
        now: now() - TimeDelta::hours(if of_asks { 46 } else { 0 }),
        units,
    })
}

fn note(line: &str) -> Option<Note> {
    let (day, rest) = line.split_once(' ')?;
    let (time, rest) = rest.split_once(' ')?;
    let (text, stored) = match rest.split_once('\t') {
        Some((text, stored)) => (text, Some(stored)),
        None => (rest, None),
    };
    Some(Note {
        day: day.parse().ok()?,
        time: NaiveTime::parse_from_str(time, "%H:%M").ok()?,
        text: text.replace('⏎', "\n"),
        parsed: match stored {
            Some(stored) => Some(parsed(stored)?),
            None => None,
        },
    })
}

/// A reading of what is stored of each domain.
fn parsed(stored: &str) -> Option<Parsed> {
    let data: serde_json::Map<String, Value> = serde_json::from_str(stored).ok()?;
    Some(Parsed {
        domain_data: data.into_iter().collect(),
        confidence: 0.98,
        engine: "builtin".to_owned(),
        ..Parsed::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_of_a_note_stands_behind_a_tab() {
        let kept = note("2026-11-20 18:30 granite\t{\"rocks\":{\"minutes\":20}}").unwrap();
        let stored = kept.parsed.unwrap().domain_data;
        assert_eq!(
            stored.get("rocks"),
            Some(&serde_json::json!({"minutes": 20}))
        );
        assert!(note("2026-11-20 18:30 granite").unwrap().parsed.is_none());
        assert!(note("2026-11-20 18:30 granite\t20").is_none());
    }
}
