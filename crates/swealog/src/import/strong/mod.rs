//! The CSV export of the Strong app, in the dialects and languages that are about.
//!
//! One entry per session: a readable text, the rows as they were, and what they mean.

use chrono::NaiveDateTime;

use super::{Draft, Found, ImportContext, Importer, Rejected, Source};

mod header;
mod row;
mod session;

use header::{Column, Header};
use row::Row;
use session::Session;

/// Reads Strong's CSV.
pub const IMPORTER: Importer = Importer {
    name: "strong",
    claims: |source| Header::sniff(&source.text).is_some(),
    read,
};

fn read(source: &Source, context: &ImportContext<'_>) -> Found {
    let mut found = Found::default();
    let Some(header) = Header::sniff(&source.text) else {
        return found;
    };
    let mass = unit(header.mass_unit.as_deref(), &context.units.mass, context);
    let distance = unit(
        header.distance_unit.as_deref(),
        &context.units.distance,
        context,
    );
    let mut sessions: Vec<Session> = Vec::new();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(header.delimiter)
        .flexible(true)
        .has_headers(true)
        .from_reader(source.text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut line = 1;
    let mut unstated = false;
    loop {
        let rejected = |line, reason: String| Rejected {
            path: source.path.clone(),
            line,
            reason,
        };
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(error) => {
                found.rejected.push(rejected(line + 1, error.to_string()));
                break;
            }
        }
        line = record.position().map_or(line + 1, |at| {
            usize::try_from(at.line()).unwrap_or(line + 1)
        });
        match Row::read(&record, &header) {
            Ok(None) => {}
            Ok(Some(mut row)) => {
                unstated |=
                    row.weight.is_some() && row.mass_unit.is_none() && !header.states_mass();
                row.mass_unit.get_or_insert_with(|| mass.clone());
                row.distance_unit.get_or_insert_with(|| distance.clone());
                add(&mut sessions, row, line, &record, &header);
            }
            Err(reason) => found.rejected.push(rejected(line, reason)),
        }
    }
    if unstated && !context.unit_given {
        found.remarks.push(format!(
            "{} does not name its unit: weights taken as {mass}; --unit says otherwise",
            super::shown(&source.path)
        ));
    }
    found.drafts = sessions
        .into_iter()
        .map(|session| session.into_draft(context))
        .collect::<Vec<Draft>>();
    found
}

/// The unit of a column: as its header says, else as the user or the settings say.
fn unit(stated: Option<&str>, preferred: &str, _context: &ImportContext<'_>) -> String {
    stated.unwrap_or(preferred).to_owned()
}

/// Puts a row into its session: rows of one session share their start and title.
fn add(
    sessions: &mut Vec<Session>,
    row: Row,
    line: usize,
    record: &csv::StringRecord,
    header: &Header,
) {
    let title = header.text(record, Column::Title);
    let start: NaiveDateTime = row.start;
    let same = |session: &Session| session.start == start && session.title == title;
    // sessions are written one after the other, so the last one is nearly always the one
    let at = match sessions.iter().rposition(same) {
        Some(at) => at,
        None => {
            sessions.push(Session {
                line,
                start,
                title: title.to_owned(),
                duration: session::duration(header.text(record, Column::Duration)),
                notes: header.text(record, Column::SessionNotes).to_owned(),
                rows: Vec::new(),
            });
            sessions.len() - 1
        }
    };
    sessions[at].rows.push(row);
}

#[cfg(test)]
mod tests;
