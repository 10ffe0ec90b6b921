//! What each word of a note is for, as its neighbours and what is known of it tell: a labelling of all its words at
//! once, by weights fitted to notes of many people (`corpora/notes/marked`; decision 0045).
//!
//! The notation reads the note as it was typed; of that and of the words the labelling tells what each of them is
//! for. Then the note is written plainly, an item a line, and the notation reads it again. Where both readings tell
//! the same, that is it. Where they do not, the labelling decides if it is sure enough, and what is doubtful is told.

mod differences;
mod features;
mod grammar;
mod items;
mod lines;
mod note;
mod plain;

use serde_json::{Map, Value};

use super::language::Language;
use super::notation::{self, Instead, Laid, Reading, Remark};
use crate::agents::AgentContext;
use crate::model::Entry;
use crate::text::{Span, Tokens, read_with};
use differences::differences;
use items::Stretch;
use note::{Notations, Note};

/// From this probability of its least likely word on a labelling is taken.
const TAKEN: f64 = 0.3;
/// The same where the notation read all of a note without a doubt.
const TAKEN_OVER_ALL: f64 = 0.5;
/// The same where acts hold back all of a note: they were taught by more texts than labels.
const TAKEN_OVER_ACTS: f64 = 0.9;
/// The same where figures would be lost, or where acts say otherwise whether something was not done.
const TAKEN_AT_A_LOSS: f64 = 0.65;
/// From this one on without telling that there was another reading.
const SURE: f64 = 0.5;
/// Longer notes, counted in words and signs, are read by notation alone.
const LONGEST: usize = 400;
/// What tells what was not done.
const NOT: &str = "not";

/// A note as the labelling sees it.
#[derive(Debug)]
pub struct NoteView {
    /// Where its tokens stand, in bytes.
    pub tokens: Vec<Span>,
    /// What is seen of each.
    pub features: Vec<Vec<String>>,
}

/// Reads a note.
pub(super) fn read(cx: &AgentContext, text: &str, recent: &[Entry]) -> Reading {
    let by_notation = || notation::read(&cx.domains, &cx.units, text, cx.today, recent);
    let Some(labels) = &cx.domains.notes else {
        return by_notation();
    };
    let tokens = tokens(cx, text);
    if tokens.len() > LONGEST {
        return by_notation();
    }
    let laid = Laid::of(&cx.domains, tokens, cx.today);
    let read_laid =
        |instead| notation::read_laid(&cx.domains, &cx.units, &laid, cx.today, recent, instead);
    let first = read_laid(None);
    let note = Note::new(cx, Notations::of(cx), &laid, &first);
    let Some(labelled) = note.labelled(labels) else {
        return first;
    };
    let (plain, second) = note.in_words(&labelled.stretches, recent);
    tracing::trace!(target: "quilto::tagger", plain, likely = labelled.likely, "read plainly");
    let [one, other] = [&first, &second].map(|reading| note.notations.told(&reading.domain_data));
    if one == other {
        return first;
    }
    let held_back = note.held_back(&labelled.stretches);
    let loses =
        figures(&other) < figures(&one) || held_back.is_empty() != first.held_back.is_empty();
    let taken = labelled.likely >= bound(&first, loses);
    let mut places = Vec::new();
    let mut reading = if taken {
        differences(&other, &one, "", &mut places);
        let not_done = labelled.stretches.iter().filter(|of| of.role == NOT);
        let instead = Instead {
            data: second.domain_data,
            uncertain_fields: second.uncertain_fields,
            notes: second.notes,
            not_done: not_done
                .map(|of| note.tokens.span_of(of.tokens.clone()))
                .collect(),
        };
        Reading {
            held_back,
            ..read_laid(Some(instead))
        }
    } else {
        differences(&one, &other, "", &mut places);
        first
    };
    if labelled.likely < SURE && !places.is_empty() {
        places.retain(|place| !reading.uncertain_fields.contains(place));
        reading.uncertain_fields.extend(places);
        let remark = Remark::TwoReadings.say(Language::of(text));
        reading.notes.push(remark);
    }
    reading
}

/// How likely a labelling must be to be taken in place of what the notation read.
fn bound(first: &Reading, loses: bool) -> f64 {
    let nothing_left = first.uncertain_fields.is_empty() && first.unread.is_empty();
    if first.domain_data.is_empty() && !first.held_back.is_empty() {
        TAKEN_OVER_ACTS
    } else if loses {
        TAKEN_AT_A_LOSS
    } else if nothing_left && first.held_back.is_empty() {
        TAKEN_OVER_ALL
    } else {
        TAKEN
    }
}

/// How many figures are told.
fn figures(told: &Value) -> usize {
    match told {
        Value::Number(_) => 1,
        Value::Array(list) => list.iter().map(figures).sum(),
        Value::Object(fields) => fields.values().map(figures).sum(),
        _ => 0,
    }
}

/// A note as the labelling sees it.
pub(super) fn view(cx: &AgentContext, text: &str) -> NoteView {
    typed(cx, text, |note| note.view())
}

/// What a note tells, where it is known what its words are for, and how it is written plainly.
pub(super) fn read_labelled(cx: &AgentContext, text: &str, labels: &[&str]) -> (Value, String) {
    typed(cx, text, |note| {
        let (plain, reading) = note.in_words(&Stretch::all(labels), &[]);
        (note.notations.told(&reading.domain_data), plain)
    })
}

/// What a reading tells, without what says nothing of its own.
pub(super) fn told(cx: &AgentContext, data: &Map<String, Value>) -> Value {
    Notations::of(cx).told(data)
}

/// Does something with a note that was just typed by somebody who has written nothing before.
fn typed<T>(cx: &AgentContext, text: &str, job: impl FnOnce(&Note<'_>) -> T) -> T {
    let laid = Laid::of(&cx.domains, tokens(cx, text), cx.today);
    let first = notation::read_laid(&cx.domains, &cx.units, &laid, cx.today, &[], None);
    job(&Note::new(cx, Notations::of(cx), &laid, &first))
}

/// The tokens of a note, with the units of the domains.
fn tokens(cx: &AgentContext, text: &str) -> Tokens {
    read_with(text, &notation::units_of(&cx.domains.modules))
}
