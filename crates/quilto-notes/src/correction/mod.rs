//! What a correction changes, and in which earlier note: no model is asked.
//!
//! Reading goes in steps, each in its file: the new and the old value are told apart (`correction_request`), the
//! notes are looked through for `correctable_fields` that fit (`values`, and `rows` where rows are said anew), and
//! the note that is meant is chosen (`target`). Where two notes fit equally well both are named, and where none does, none.

mod correctable_fields;
mod correction_request;
pub mod figures;
mod gaps;
mod rows;
mod target;
#[cfg(test)]
mod tests;
mod values;

use std::sync::Arc;

use serde_json::Map;

use crate::notation;
use quilto_agents::{AgentContext, ParserInput, ParserOutput};
use quilto_domain::{Notation, SlotRole};
use quilto_language::questions::words;
use quilto_language::words::Word;
use quilto_language::{Cues, Words};
use quilto_model::Entry;

/// Reads a correction against the recent entries.
///
/// The delta is given for one target only: another note has other places and other old values.
pub fn read(cx: &AgentContext, input: &ParserInput) -> ParserOutput {
    let compiled = compiled(cx);
    let notations = notations(&compiled);
    let units = notation::units_of(&cx.domains.modules);
    let said = correction_request::read(cx, &units, &row_units(&notations), &input.raw_input);
    let mut output = ParserOutput {
        date: input.date,
        tags: Vec::new(),
        domain_data: Map::new(),
        uncertain_fields: Vec::new(),
        extraction_notes: Vec::new(),
        target_entry_id: None,
        target_candidates: Vec::new(),
        correction_delta: Vec::new(),
        confidence: 0.2,
        set_aside: Vec::new(),
        held_back: Vec::new(),
        unread: Vec::new(),
        engine: None,
    };
    if said.new.is_none() && said.rows.is_none() {
        output
            .extraction_notes
            .push("the correction names no new value".into());
        return output;
    }
    let fits = |entry: &_| match (&said.rows, &said.new) {
        (Some(rows), _) => rows::changes(cx, &notations, entry, &said, rows),
        (None, Some(new)) => values::changes(cx, &notations, &units, entry, &said, new),
        (None, None) => Vec::new(),
    };
    let found = target::find(&input.recent_entries, &said, cx.today, &fits);
    match found.as_slice() {
        [] => {}
        [(entry, delta)] => {
            output.target_entry_id = Some(entry.id.clone());
            output.correction_delta.clone_from(delta);
            output.confidence = if said.old.is_some() { 0.9 } else { 0.7 };
        }
        several => {
            output.target_candidates = several.iter().map(|(entry, _)| entry.id.clone()).collect();
            output.confidence = 0.5;
        }
    }
    output
}

/// The notations of the loaded domains, ready to be used.
fn compiled(cx: &AgentContext) -> Vec<(&str, Arc<notation::CompiledNotation>)> {
    let modules = cx.domains.modules.iter();
    modules
        .filter_map(|module| Some((module.name.as_str(), notation::compile(module)?)))
        .collect()
}

fn notations<'c>(
    compiled: &'c [(&'c str, Arc<notation::CompiledNotation>)],
) -> Vec<(&'c str, &'c Notation)> {
    compiled
        .iter()
        .map(|(name, compiled)| (*name, &compiled.notation))
        .collect()
}

/// The units that count rows.
fn row_units(notations: &[(&str, &Notation)]) -> Vec<String> {
    notations
        .iter()
        .flat_map(|(_, notation)| &notation.slots)
        .filter(|slot| slot.role == SlotRole::Repeat)
        .flat_map(|slot| slot.units.clone())
        .collect()
}

/// Words beyond which a line tells more than a value of a row.
const SHORT: usize = 10;

/// Whether a line says the value of one row anew ("second verse was 6"), and with which certainty:
/// one that opens like a correction is one; another is if it would change the note before it.
pub fn of_row(cx: &AgentContext, line: &str, before: &dyn Fn() -> Option<Entry>) -> bool {
    let read = Words::read(line);
    let correcting = &words().correcting;
    let is_number = |word: &Word| word.text.chars().all(char::is_numeric);
    let nth = correcting.row_nth.values();
    let mut ordinals = nth.chain([&correcting.row_last]);
    if read.len() > SHORT || !ordinals.any(|cues| cues.hold(&read)) || !read.iter().any(is_number) {
        return false;
    }
    let at_start = |cues: &Cues| cues.find(&read).is_some_and(|hit| hit.words.start == 0);
    let opens = at_start(&correcting.bare) || at_start(&correcting.starts);
    if !opens && !correcting.points_back.hold(&read) {
        return false;
    }
    let compiled = compiled(cx);
    let notations = notations(&compiled);
    let units = notation::units_of(&cx.domains.modules);
    if correction_request::row(&units, &row_units(&notations), line).is_none() {
        return false;
    }
    opens
        || before().is_some_and(|entry| {
            let input = ParserInput {
                raw_input: line.to_owned(),
                date: cx.today,
                time: cx.now.time(),
                recent_entries: vec![entry],
                global_context: None,
                correction_target: Some(line.to_owned()),
            };
            self::read(cx, &input).target_entry_id.is_some()
        })
}
