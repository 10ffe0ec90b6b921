//! Which of two readings of a note is taken.

use serde_json::{Map, Value};

use super::differences::differences;
use super::note::{Labelled, LabelledReading, Note};
use super::{NOT, PARTED};
use crate::notation::{Reading, ReadingOverrides};

/// From this probability of its least likely word on what a labelling tells is taken.
const TAKEN: f64 = 0.3;
/// The same where the notation read all of a note without a doubt.
const TAKEN_OVER_ALL: f64 = 0.5;
/// The same where figures would be lost, or where acts say otherwise whether something was not done.
const TAKEN_AT_A_LOSS: f64 = 0.65;
/// Where no word has a label, that there is nothing to read.
const NOTHING: f64 = 0.9;
/// Where all that the words tell would be held back.
const EMPTIES: f64 = 0.75;
/// From this one on without telling that there was another reading.
const SURE: f64 = 0.6;

/// What is taken of the reading by labels in place of that of the words as they were typed. What was done and how the
/// writer is are decided each for itself.
#[derive(Default)]
pub(super) struct Choice {
    /// Of what they tell otherwise: whether it is of the writer, and whether the labels are taken.
    differing: Vec<(bool, bool)>,
    /// Places that the other reading does not tell, where neither is sure.
    pub doubtful: Vec<String>,
}

impl Choice {
    pub fn of(
        note: &Note<'_>,
        first: &Reading,
        second: &LabelledReading,
        labelled: &Labelled,
    ) -> Self {
        let [one, other] =
            [first, &second.reading].map(|reading| note.notations.told(&reading.domain_data));
        let holds_otherwise = note.holds_back(labelled) == first.held_back.is_empty();
        let mut choice = Self::default();
        for of_writer in [false, true] {
            let told_of = |told: &Value| -> Value {
                let domains = told.as_object().into_iter().flatten();
                let own =
                    domains.filter(|(name, _)| note.notations.is_of_writer(name) == of_writer);
                Value::Object(
                    own.map(|(name, data)| (name.clone(), data.clone()))
                        .collect(),
                )
            };
            let (one, other) = (told_of(&one), told_of(&other));
            if one == other {
                continue;
            }
            // Words that fill nothing may make it doubtful what is told, but do not speak against taking it.
            let (likely, least) = match of_writer {
                true => {
                    let likely = second.likely_of_writer(labelled);
                    (likely, likely)
                }
                false => {
                    let fills = |role: &str| note.notations.are_read(role);
                    (labelled.likely_that(&fills), labelled.likely())
                }
            };
            let loses = figures(&other) < figures(&one) || holds_otherwise;
            // What the words of a note tell is not all taken from it by labels that are half sure.
            let empties = figures(&one) > 0 && figures(&other) == 0 && holds_otherwise;
            let nothing = !of_writer && says_nothing(note, labelled);
            let taken = match is_held_back(first) {
                true => part_surely(note, labelled),
                false if nothing => likely >= NOTHING,
                false if empties => likely >= EMPTIES,
                false => likely >= bound(first, of_writer, loses),
            };
            let (told, against) = if taken {
                (&other, &one)
            } else {
                (&one, &other)
            };
            if least < SURE {
                differences(told, against, "", &mut choice.doubtful);
                // That a level is of one of two follows from how it is written.
                let marks = note.notations.told_with_levels();
                let field = |place: &str| place.rsplit('.').next().unwrap_or_default().to_owned();
                choice
                    .doubtful
                    .retain(|place| !marks.contains(&field(place)));
            }
            choice.differing.push((of_writer, taken));
        }
        choice
    }

    /// Whether both readings tell the same.
    pub fn is_none(&self) -> bool {
        self.differing.is_empty()
    }

    /// Whether all that the labels tell is taken.
    pub fn takes_all(&self) -> bool {
        self.differing.iter().all(|(_, taken)| *taken)
    }

    /// What is known otherwise than by the notation; none where nothing is taken.
    pub fn instead(
        &self,
        note: &Note<'_>,
        first: &Reading,
        second: &LabelledReading,
        labelled: &Labelled,
    ) -> Option<ReadingOverrides> {
        if !self.differing.iter().any(|(_, taken)| *taken) {
            return None;
        }
        let of_second = |name: &str| {
            let of_writer = note.notations.is_of_writer(name);
            self.differing.contains(&(of_writer, true))
        };
        let by_labels = |place: &String| place.split(['.', '[']).next().is_some_and(of_second);
        let second = &second.reading;
        let pick = |reading: &Reading, taken: bool| {
            let data = reading.domain_data.iter();
            let data = data.filter(move |(name, _)| of_second(name) == taken);
            data.map(|(name, data)| (name.clone(), data.clone()))
                .collect::<Map<_, _>>()
        };
        let mut data = pick(first, false);
        data.extend(pick(second, true));
        let uncertain = second
            .uncertain_fields
            .iter()
            .filter(|place| by_labels(place));
        let others = first
            .uncertain_fields
            .iter()
            .filter(|place| !by_labels(place));
        let mut notes = second.notes.clone();
        if !self.takes_all() {
            let more = first
                .notes
                .iter()
                .filter(|told| !second.notes.contains(told));
            notes.extend(more.cloned());
        }
        let undone = labelled.stretches.iter().filter(|of| of.role == NOT);
        let undone = undone.map(|of| note.tokens.span_of(of.tokens.clone()));
        Some(ReadingOverrides {
            data,
            uncertain_fields: uncertain.chain(others).cloned().collect(),
            notes,
            not_done: self.takes_all().then(|| undone.collect()),
        })
    }
}

/// Whether acts hold back all of a note.
fn is_held_back(reading: &Reading) -> bool {
    reading.domain_data.is_empty() && !reading.held_back.is_empty()
}

/// Whether labels tell nothing of what was done, what was not, and of the writer: they do not know the words, which says
/// little against a name that the notation knows.
fn says_nothing(note: &Note<'_>, labelled: &Labelled) -> bool {
    let says = |role: &str| note.notations.are_read(role) || note.notations.are_of_writer(role);
    !labelled.stretches.iter().any(|of| says(&of.role))
}

/// Whether labels surely tell beside what was not done something that was: "skipped it, shoulder sore", which acts take as one.
fn part_surely(note: &Note<'_>, labelled: &Labelled) -> bool {
    let read = labelled.stretches.iter();
    let read = read.filter(|of| note.notations.are_read(&of.role));
    let (undone, done): (Vec<_>, Vec<_>) = read.partition(|of| of.role == NOT);
    let mut all = undone.iter().chain(&done);
    let both = !undone.is_empty() && !done.is_empty();
    both && all.all(|of| labelled.likely_of(of) >= PARTED)
}

/// How likely a labelling must be to be taken in place of what the notation read.
fn bound(first: &Reading, of_writer: bool, loses: bool) -> f64 {
    let nothing_left = first.uncertain_fields.is_empty() && first.unread.is_empty();
    if of_writer {
        // What the labels do not tell of that is kept.
        TAKEN
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
