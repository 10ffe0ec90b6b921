//! Changes of whole rows: how many there are, or what all of them say.

use serde_json::{Map, Value as Json};

use super::correctable_fields::{CorrectableFields, Rows, same};
use super::correction_request::{CorrectionRequest, Row, Value};
use crate::notation;
use quilto_agents::{AgentContext, CorrectionDelta};
use quilto_domain::Notation;
use quilto_model::Entry;

/// More rows than this in one item are a slip.
const MOST: usize = 200;

/// The changes that make the rows of an entry's item say what was typed anew ("3x4"): read as a note
/// of that item would be. What the new words leave out stays as it was.
pub fn changes(
    cx: &AgentContext,
    notations: &[(&str, &Notation)],
    entry: &Entry,
    said: &CorrectionRequest,
    typed: &str,
) -> Vec<CorrectionDelta> {
    let Some(parsed) = &entry.parsed else {
        return Vec::new();
    };
    let all = CorrectableFields::of(&parsed.domain_data, Vec::new(), said);
    let found: Vec<&Rows> = all
        .rows
        .iter()
        .filter(|rows| lists(notations, rows))
        .collect();
    // Of several items none is meant for certain.
    let [rows] = found.as_slice() else {
        return Vec::new();
    };
    let Some(new) = read(cx, notations, rows, typed) else {
        return Vec::new();
    };
    if let Some(row) = said.row {
        let at = match row {
            Row::At(at) => Some(at),
            Row::Last => rows.rows.len().checked_sub(1),
        };
        // One row is named: the others stay.
        let old = at.and_then(|at| Some((at, rows.rows.get(at)?)));
        return match (new.as_slice(), old) {
            ([Json::Object(fields)], Some((at, old))) => of_row(rows, at, old, fields),
            _ => Vec::new(),
        };
    }
    let mut delta = Vec::new();
    for (at, row) in new.iter().enumerate() {
        let Json::Object(fields) = row else { continue };
        match rows.rows.get(at) {
            Some(old) => delta.extend(of_row(rows, at, old, fields)),
            None => {
                let mut whole_row = rows.rows.last().cloned().unwrap_or_default();
                if let Json::Object(kept) = &mut whole_row {
                    kept.extend(fields.clone());
                }
                delta.push(whole(rows, at, Json::Null, whole_row));
            }
        }
    }
    delta.extend(gone(rows, new.len()));
    delta
}

/// The changes that give a row these fields; others it has stay.
fn of_row(rows: &Rows, at: usize, old: &Json, fields: &Map<String, Json>) -> Vec<CorrectionDelta> {
    let change = |(field, after): (&String, &Json)| {
        let before = old.get(field).cloned().unwrap_or(Json::Null);
        (before != *after).then(|| CorrectionDelta {
            path: format!("{}[{at}].{field}", rows.path),
            before,
            after: after.clone(),
        })
    };
    fields.iter().filter_map(change).collect()
}

/// The rows that a note of the item would have, written like that.
fn read(
    cx: &AgentContext,
    notations: &[(&str, &Notation)],
    rows: &Rows,
    typed: &str,
) -> Option<Vec<Json>> {
    let text = format!("{} {typed}", rows.subject.as_deref()?);
    let reading = notation::read(&cx.domains, &cx.units, &text, cx.today, &[]);
    let found = CorrectableFields::of(
        &reading.domain_data,
        Vec::new(),
        &CorrectionRequest::default(),
    );
    let mut lists = found
        .rows
        .into_iter()
        .filter(|new| new.domain == rows.domain && lists(notations, new));
    let one = lists.next()?;
    let fits = lists.next().is_none() && !one.rows.is_empty() && one.rows.len() <= MOST;
    fits.then_some(one.rows)
}

/// Whether these are the rows of the domain's items, and not another list.
fn lists(notations: &[(&str, &Notation)], rows: &Rows) -> bool {
    let notation = notations.iter().find(|(name, _)| *name == rows.domain);
    let field = notation.and_then(|(_, notation)| notation.item.rows.as_deref());
    field.is_some() && rows.path.rsplit('.').next() == field
}

fn whole(rows: &Rows, at: usize, before: Json, after: Json) -> CorrectionDelta {
    CorrectionDelta {
        path: format!("{}[{at}]", rows.path),
        before,
        after,
    }
}

/// The rows from a place on, taken away from the end.
fn gone(rows: &Rows, from: usize) -> impl Iterator<Item = CorrectionDelta> {
    let places = (from..rows.rows.len()).rev();
    places.filter_map(move |at| Some(whole(rows, at, rows.rows.get(at)?.clone(), Json::Null)))
}

/// More rows like the last one, or the last ones taken away.
pub fn count(
    notations: &[(&str, &Notation)],
    all: &[Rows],
    said: &CorrectionRequest,
    new: &Value,
) -> Vec<CorrectionDelta> {
    let lists = |rows: &&Rows| lists(notations, rows);
    let fits = |rows: &&Rows| {
        let old = said.old.as_ref().map(|old| old.value);
        old.is_none_or(|old| same(old, rows.rows.len() as f64))
    };
    let found: Vec<&Rows> = all.iter().filter(lists).filter(fits).collect();
    // Of several items none is meant for certain.
    let ([rows], true) = (found.as_slice(), new.value >= 1.0) else {
        return Vec::new();
    };
    let wanted = new.value as usize;
    if wanted > MOST {
        return Vec::new();
    }
    let Some(last) = rows.rows.last() else {
        return Vec::new();
    };
    let have = rows.rows.len();
    let added = (have..wanted).map(|at| whole(rows, at, Json::Null, last.clone()));
    added.chain(gone(rows, wanted)).collect()
}
