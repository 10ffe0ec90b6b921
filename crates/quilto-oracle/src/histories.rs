//! Made histories, each a text file of notes in `corpora/oracle/`, a day and a note a line.

use std::path::Path;

use chrono::{NaiveDate, NaiveTime};

use crate::files::{files, name, read};

/// A note of a history.
pub(crate) struct Note {
    pub day: NaiveDate,
    pub time: NaiveTime,
    pub text: String,
}

/// The notes of somebody.
pub(crate) struct History {
    pub name: String,
    pub notes: Vec<Note>,
}

/// All histories.
pub(crate) fn all(root: &Path) -> Result<Vec<History>, String> {
    let mut histories = Vec::new();
    for path in files(&root.join("corpora/oracle"), "notes")? {
        let content = read(&path)?;
        let mut notes = Vec::new();
        for (at, line) in content.lines().enumerate() {
            let note = note(line).ok_or_else(|| {
                let place = format!("{}:{}", path.display(), at + 1);
                format!("{place}: no line like `2026-11-20 18:30 granite 20 min`")
            })?;
            notes.push(note);
        }
        let name = name(&path);
        histories.push(History {
            name: name.trim_end_matches(".notes").to_owned(),
            notes,
        });
    }
    Ok(histories)
}

fn note(line: &str) -> Option<Note> {
    let (day, rest) = line.split_once(' ')?;
    let (time, text) = rest.split_once(' ')?;
    Some(Note {
        day: day.parse().ok()?,
        time: NaiveTime::parse_from_str(time, "%H:%M").ok()?,
        text: text.replace('⏎', "\n"),
    })
}
