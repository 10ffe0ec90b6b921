//! A note into data: the stages in order.

mod data;
mod leftovers;
mod note_reading;
mod ownership;
mod prepared_text;
mod set_aside;
mod two_units;
mod words;

use std::sync::Arc;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::compile_cache::compile;
use super::compiled_notation::CompiledNotation;
use super::loaded_domain::Reading;
use super::text_analysis::TextAnalysis;
use super::write::Remarks;
use note_reading::NoteReading;
use prepared_text::PreparedText;
use quilto_domain::ActiveDomainContext;
use quilto_model::{Entry, UnitPreferences};
use quilto_text::Span;
use quilto_text::time_limit;
use words::DomainWords;

/// Reads a note by the notation of the loaded domains.
///
/// `recent` are the last entries, newest last; they are used where the note says that it goes on or
/// repeats something. Any text is fine: what is not understood is left out, never guessed.
pub fn read(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    text: &str,
    today: NaiveDate,
    recent: &[Entry],
) -> Reading {
    let note = NoteText { text, laid: None };
    read_instead(domains, units, &note, today, recent, None)
}

/// The same of a note that is laid out, or where its data is known otherwise: its day, its tags and what of its
/// words went into nothing.
pub fn read_laid(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    laid: &TextAnalysis,
    today: NaiveDate,
    recent: &[Entry],
    instead: Option<ReadingOverrides>,
) -> Reading {
    let note = NoteText {
        text: laid.tokens.text(),
        laid: Some(laid),
    };
    read_instead(domains, units, &note, today, recent, instead)
}

/// A note as it was typed.
struct NoteText<'t> {
    text: &'t str,
    laid: Option<&'t TextAnalysis>,
}

/// What is known otherwise of what a note tells.
#[derive(Debug)]
pub struct ReadingOverrides {
    /// What it tells, by domain.
    pub data: Map<String, Value>,
    /// Places of that which want confirmation, and what to say of them.
    pub uncertain_fields: Vec<String>,
    pub notes: Vec<String>,
    /// The stretches, in bytes, that tell what was not done, where that is known otherwise, too.
    pub not_done: Option<Vec<Span>>,
}

fn read_instead(
    domains: &ActiveDomainContext,
    units: &UnitPreferences,
    typed: &NoteText,
    today: NaiveDate,
    recent: &[Entry],
    instead: Option<ReadingOverrides>,
) -> Reading {
    time_limit::check();
    let modules = domains.modules.iter();
    let compiled: Vec<Option<Arc<CompiledNotation>>> =
        modules.map(|module| compile(module)).collect();
    let mut remarks = Remarks::of(typed.text);
    let prepared = PreparedText::of(domains, units, &compiled, typed, &mut remarks);
    let words = DomainWords::find(domains, &compiled, &prepared);
    let times = words.times(&compiled, &prepared.tokens, today);
    let acts = words.acts(domains, &prepared, today);
    let loaded = words.load(domains, compiled);
    let mut note = NoteReading::begin(&prepared, loaded, &times, today, recent, remarks);
    note.set_aside(&acts);
    note.read_writer();
    note.find_things();
    let owned = note.find_owners();
    let two_units = note.two_units(&owned);
    note.take_units_of_owners(&owned);
    note.read_domains(&owned);
    match instead {
        Some(instead) => note.take_instead(instead, prepared.is_respelled()),
        None => note.doubt_unit(two_units),
    }
    note.name_day();
    note.doubt_outliers();
    note.tell_leftovers(&owned, &acts);
    note.finish(&prepared)
}
