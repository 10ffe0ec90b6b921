//! Which of two readings of a note is taken, domain by domain.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::NOT;
use super::differences::differences;
use super::note::{InWords, Labelled, Note};
use crate::engine::builtin::notation::{Instead, Reading};

/// From this probability of its least likely word on what a labelling tells of a domain is taken.
const TAKEN: f64 = 0.3;
/// The same where the notation read all of a note without a doubt.
const TAKEN_OVER_ALL: f64 = 0.5;
/// The same where acts hold back all of a note: they were taught by more texts than labels.
const TAKEN_OVER_ACTS: f64 = 0.9;
/// The same where figures would be lost, or where acts say otherwise whether something was not done.
const TAKEN_AT_A_LOSS: f64 = 0.65;
/// From this one on without telling that there was another reading.
const SURE: f64 = 0.5;

/// What is taken of the reading by labels in place of that of the words as they were typed.
#[derive(Default)]
pub(super) struct Choice {
    /// The domains they tell otherwise of, and whether what the labels tell is taken.
    differing: Vec<(String, bool)>,
    /// Places that the other reading does not tell, where neither is sure.
    pub doubtful: Vec<String>,
}

impl Choice {
    pub fn of(note: &Note<'_>, first: &Reading, second: &InWords, labelled: &Labelled) -> Self {
        let [one, other] =
            [first, &second.reading].map(|reading| note.notations.told(&reading.domain_data));
        let known = |told: &'_ Value| {
            told.as_object()
                .map(|told| told.keys().cloned().collect::<BTreeSet<_>>())
        };
        let (one_of, other_of) = (
            known(&one).unwrap_or_default(),
            known(&other).unwrap_or_default(),
        );
        let differing: Vec<&String> = one_of
            .union(&other_of)
            .filter(|name| one.get(name) != other.get(name))
            .collect();
        // What only one of them knows, the other has elsewhere: that stands and falls together.
        let lone = |name: &str| !one_of.contains(name) || !other_of.contains(name);
        let likely = |name: &str| second.likely(name, labelled);
        let of_lone = differing
            .iter()
            .filter(|name| lone(name))
            .map(|name| likely(name));
        let of_lone = of_lone.reduce(f64::min).unwrap_or_default();
        let holds_otherwise =
            note.held_back(&labelled.stretches).is_empty() != first.held_back.is_empty();
        let figures_of = |told: &Value, name: &str| told.get(name).map_or(0, figures);
        let lost = |name: &str| figures_of(&other, name) < figures_of(&one, name);
        let sum = |told: &Value| {
            differing
                .iter()
                .filter(|name| lone(name))
                .map(|name| figures_of(told, name))
                .sum::<usize>()
        };
        let lone_lost = sum(&other) < sum(&one);
        let mut choice = Self::default();
        for name in &differing {
            let (likely, loses) = match lone(name) {
                true => (of_lone, lone_lost),
                false => (likely(name), lost(name)),
            };
            let of_writer = !note.notations.has_items(name);
            let taken = likely >= bound(first, of_writer, loses || holds_otherwise);
            let (told, against) = if taken {
                (&other, &one)
            } else {
                (&one, &other)
            };
            let alone = |told: &Value| {
                Value::Object(
                    told.get(name.as_str())
                        .map(|data| ((*name).clone(), data.clone()))
                        .into_iter()
                        .collect(),
                )
            };
            if likely < SURE {
                differences(&alone(told), &alone(against), "", &mut choice.doubtful);
            }
            choice.differing.push(((*name).clone(), taken));
        }
        choice
    }

    /// Whether both readings tell the same.
    pub fn is_none(&self) -> bool {
        self.differing.is_empty()
    }

    /// What is known otherwise than by the notation; none where nothing is taken.
    pub fn instead(
        &self,
        note: &Note<'_>,
        first: &Reading,
        second: &InWords,
        labelled: &Labelled,
    ) -> Option<Instead> {
        if !self.differing.iter().any(|(_, taken)| *taken) {
            return None;
        }
        let mut data: Map<String, Value> = first.domain_data.clone();
        for (name, taken) in &self.differing {
            if *taken {
                data.remove(name);
                data.extend(
                    second
                        .reading
                        .domain_data
                        .get(name)
                        .map(|told| (name.clone(), told.clone())),
                );
            }
        }
        let of_second = |place: &str| {
            let domain = place.split(['.', '[']).next().unwrap_or_default();
            self.differing
                .iter()
                .any(|(name, taken)| *taken && name == domain)
        };
        let mut uncertain_fields: Vec<String> = second
            .reading
            .uncertain_fields
            .iter()
            .filter(|place| of_second(place))
            .cloned()
            .collect();
        uncertain_fields.extend(
            first
                .uncertain_fields
                .iter()
                .filter(|place| !of_second(place))
                .cloned(),
        );
        let mut notes = second.reading.notes.clone();
        if !self.takes_all() {
            notes.extend(
                first
                    .notes
                    .iter()
                    .filter(|told| !second.reading.notes.contains(told))
                    .cloned(),
            );
        }
        let undone = labelled.stretches.iter().filter(|of| of.role == NOT);
        let undone = undone.map(|of| note.tokens.span_of(of.tokens.clone()));
        Some(Instead {
            data,
            uncertain_fields,
            notes,
            not_done: self.takes_all().then(|| undone.collect()),
        })
    }

    /// Whether all that the labels tell is taken.
    pub fn takes_all(&self) -> bool {
        self.differing.iter().all(|(_, taken)| *taken)
    }
}

/// How likely a labelling must be to be taken in place of what the notation read.
fn bound(first: &Reading, of_writer: bool, loses: bool) -> f64 {
    let nothing_left = first.uncertain_fields.is_empty() && first.unread.is_empty();
    if first.domain_data.is_empty() && !first.held_back.is_empty() {
        TAKEN_OVER_ACTS
    } else if of_writer {
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
