//! What each word of a note is for, as its neighbours and what is known of it tell: a labelling of all its words at
//! once, by weights fitted to notes of many people (`corpora/notes/marked`; decision 0045).
//!
//! The notation reads the note as it was typed; of that and of the words the labelling tells what each of them is
//! for. What is labelled fills the slots of the domains (`slots`) and tells how the writer is (`state`). Where both
//! readings tell the same, that is it. Where they do not, the labelling decides if it is sure enough, and what is doubtful is told.

mod choice;
mod differences;
mod features;
mod grammar;
mod items;
mod label_confidence;
mod labelled_spans;
mod leftover_words;
mod links;
mod note;
mod slots;
mod state;
#[cfg(test)]
mod test_labels;
mod unread_labels;

use serde_json::{Map, Value};

use super::notation::{self, Reading, Remark, TextAnalysis};
use choice::Choice;
use note::{Labelled, LabelledReading, Notations, Note};
use quilto_agents::AgentContext;
use quilto_domain::Classifier;
use quilto_language::{Language, spacing};
use quilto_model::{Entry, Unread};
use quilto_text::{Span, Tokens};
use unread_labels::ConfidenceThresholds;

/// Longer notes, counted in words and signs, are read by notation alone.
const LONGEST: usize = 400;
/// What tells what was not done.
const NOT: &str = "not";
/// Where acts hold back all of a note, labels that are as sure of what was not done and of what was part it (decision 0053).
const PARTED: f64 = 0.85;

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
    let laid = TextAnalysis::of(&cx.domains, tokens, cx.today);
    let read_laid =
        |instead| notation::read_laid(&cx.domains, &cx.units, &laid, cx.today, recent, instead);
    let first = read_laid(None);
    let note = Note::new(cx, Notations::of(cx), &laid, &first);
    let Some(labelled) = note.labelled(labels) else {
        return first;
    };
    let second = note.in_words(&labelled, recent);
    tracing::trace!(target: "quilto::tagger", likely = labelled.likely(), labels = ?note.labels(&labelled), "read by labels");
    let choice = Choice::of(&note, &first, &second, &labelled);
    if choice.is_none() {
        return with_lost(&note, &labelled, &second, first.clone(), true);
    }
    let takes_all = choice.takes_all();
    let mut reading = match choice.instead(&note, &first, &second, &labelled) {
        Some(instead) => {
            let mut reading = read_laid(Some(instead));
            if takes_all {
                let (held_back, unsure) = note.held_back(&labelled);
                reading.held_back = held_back;
                reading.unread.extend(unsure);
            } else {
                reading.held_back = first.held_back.clone();
            }
            reading
        }
        None => first.clone(),
    };
    if !choice.doubtful.is_empty() {
        let known = &reading.uncertain_fields;
        let places = choice
            .doubtful
            .into_iter()
            .filter(|place| !known.contains(place));
        let places: Vec<String> = places.collect();
        reading.uncertain_fields.extend(places);
        let remark = Remark::TwoReadings.say(Language::of(text));
        reading.notes.push(remark);
    }
    with_lost(&note, &labelled, &second, reading, takes_all)
}

/// A reading that says what of the labelled names and figures went into nothing.
fn with_lost(
    note: &Note<'_>,
    labelled: &Labelled,
    by_labels: &LabelledReading,
    mut reading: Reading,
    by_labels_alone: bool,
) -> Reading {
    let (tokens, known) = (note.tokens, grammar::numbers(&reading));
    if by_labels_alone {
        let told = |of: &Unread| unread_labels::is_labelled(tokens, labelled, &known, of);
        reading.unread.retain(|of| !told(of));
    }
    let put = |reading: &mut Reading, bounds: &ConfidenceThresholds| {
        let lost = unread_labels::of_writer(tokens, labelled, by_labels, reading, bounds);
        reading.unread.extend(lost);
        let lost = unread_labels::names(tokens, labelled, by_labels, reading, bounds);
        reading.unread.extend(lost);
        let lost = unread_labels::figures(tokens, labelled, by_labels, reading, &known, bounds);
        reading.unread.extend(lost);
        let is_kept = |role: &str| note.notations.only_keep(role);
        let lost = unread_labels::figures_kept(tokens, labelled, &is_kept, reading, &known, bounds);
        reading.unread.extend(lost);
    };
    put(&mut reading, &ConfidenceThresholds::USUAL);
    let doubtful = !reading.unread.is_empty() || !reading.uncertain_fields.is_empty();
    // Of a note of which nothing is kept, its writer wants to know what was not read.
    if doubtful || reading.domain_data.is_empty() && reading.held_back.is_empty() {
        note.doubt_said_aside(labelled, by_labels, &mut reading);
        let unsure = label_confidence::places(labelled, by_labels, &reading);
        reading.uncertain_fields.extend(unsure);
        put(&mut reading, &ConfidenceThresholds::IN_DOUBT);
        let lost = note.undone(labelled, &reading);
        reading.unread.extend(lost);
        let lost = note.leftover(labelled, by_labels, &reading);
        reading.unread.extend(lost);
    }
    note.tell_once(&mut reading);
    reading
}

/// What is seen of a saying of how somebody is: what [`saying_meaning`] looks at. Weights are fitted to it.
pub fn saying_features(saying: &str, of_part: bool) -> Vec<String> {
    state::features(saying, of_part)
}

/// What a saying of how somebody is means by weights, and whether that is sure enough to be taken.
pub fn saying_meaning(weights: &Classifier, saying: &str, of_part: bool) -> Option<(String, bool)> {
    let guess = state::guess(weights, saying, of_part)?;
    Some((guess.label.to_owned(), guess.likely >= state::TAKEN))
}

/// A note as the labelling of its words sees it.
pub fn view(cx: &AgentContext, text: &str) -> NoteView {
    typed(cx, text, |note| note.view())
}

/// What a note tells where of each token it is known what it is for (`-` or a role, `~` before one that goes on) and
/// the number of the thing it is told of.
pub fn read_labelled(
    cx: &AgentContext,
    text: &str,
    labels: &[&str],
    items: &[Option<usize>],
) -> Value {
    typed(cx, text, |note| {
        let told = note.in_words(&Labelled::known(labels, items), &[]);
        note.notations.told(&told.reading.domain_data)
    })
}

/// What is seen of each stretch of a note that is told of something, and where that stands: what says which words
/// belong together is fitted to it (head `owner`). The same is known as for [`read_labelled`].
pub fn link_features(
    cx: &AgentContext,
    text: &str,
    labels: &[&str],
    items: &[Option<usize>],
) -> Vec<(Vec<String>, String)> {
    typed(cx, text, |note| {
        note.link_features(&Labelled::known(labels, items))
    })
}

/// What a reading of a note tells, without guesses and remarks.
pub fn told(cx: &AgentContext, data: &Map<String, Value>) -> Value {
    Notations::of(cx).told(data)
}

/// Does something with a note that was just typed by somebody who has written nothing before.
fn typed<T>(cx: &AgentContext, text: &str, job: impl FnOnce(&Note<'_>) -> T) -> T {
    let laid = TextAnalysis::of(&cx.domains, tokens(cx, text), cx.today);
    let first = notation::read_laid(&cx.domains, &cx.units, &laid, cx.today, &[], None);
    job(&Note::new(cx, Notations::of(cx), &laid, &first))
}

/// The tokens of a note, with the units of the domains.
fn tokens(cx: &AgentContext, text: &str) -> Tokens {
    spacing::read(text, &notation::units_of(&cx.domains.modules), &cx.domains)
}
