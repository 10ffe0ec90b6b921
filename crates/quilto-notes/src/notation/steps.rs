//! What all domains of a note are read with: how the writer is, and names that nobody knows.

use std::ops::Range;

use chrono::NaiveDate;
use serde_json::Value;

use super::compiled_notation::Meaning;
use super::loaded_domain::{LoadedDomain, Reading, opens, supports};
use super::note::Note;
use super::states::{Degrees, SlotWord, States, worded};
use super::unknown_names::UnknownNames;
use super::write::Remarks;
use quilto_model::{Entry, UnitPreferences};
use quilto_text::Tokens;

/// What every step looks at.
pub(super) struct Reader<'r> {
    pub(super) units: &'r UnitPreferences,
    pub(super) today: NaiveDate,
    pub(super) recent: &'r [Entry],
    pub(super) tokens: &'r Tokens,
}

/// What the other steps have to know of how the writer is.
#[derive(Default)]
pub(super) struct StateContext {
    /// What is said of the writer in words that nothing here knows.
    pub(super) doubted: Vec<Range<usize>>,
    /// Where something is told of the night before.
    pub(super) nights: Vec<usize>,
}

impl Reader<'_> {
    pub(super) fn states(
        &self,
        loaded: &[LoadedDomain],
        strong: &[Range<usize>],
        note: &mut Note,
        known: &mut [bool],
        reading: &mut Reading,
        remarks: &mut Remarks,
    ) -> StateContext {
        let mut told = StateContext::default();
        for domain in loaded {
            let Some(notation) = &domain.compiled.notation.state else {
                continue;
            };
            let slot_words = loaded.iter().flat_map(|other| {
                let told = other.terms.iter().any(|place| {
                    !note.dead[place.tokens.start] && opens(&other.compiled, place.term)
                });
                other.hits.iter().map(move |hit| (hit, told))
            });
            let mut claimed: Vec<SlotWord> = slot_words
                .filter(|(hit, ..)| matches!(hit.meaning, Meaning::Slot(_) | Meaning::NoneOf(_)))
                .map(|(hit, told)| SlotWord {
                    tokens: hit.tokens.clone(),
                    told,
                })
                .collect();
            claimed.sort_by_key(|claimed| claimed.tokens.start);
            let terms = worded(domain, strong);
            let read = States {
                note,
                vocabulary: domain.module.vocabulary(),
                claimed: &claimed,
                notation,
                domain_name: &domain.module.name,
                units: self.units,
                terms: &terms,
                hits: &domain.hits,
                others: strong,
                recent: self.recent,
                degrees: Degrees::default(),
            }
            .read(remarks);
            for range in read.used {
                note.used[range].fill(true);
            }
            for range in read.told {
                known[range].fill(true);
            }
            told.doubted.extend(read.doubted);
            told.nights.extend(read.nights);
            reading.tags.extend(read.tags);
            // With nothing left there is still a place for what a correction fills in.
            if !read.fields.is_empty() || read.left_out {
                reading
                    .domain_data
                    .insert(domain.module.name.clone(), Value::Object(read.fields));
            }
        }
        told
    }

    pub(super) fn unknown(
        &self,
        loaded: &[LoadedDomain],
        note: &Note,
        known: &[bool],
    ) -> Vec<(usize, Range<usize>)> {
        let Some(at) = loaded.iter().position(|domain| {
            domain.compiled.notation.item.rows.is_some() && domain.compiled.notation.item.unknown
        }) else {
            return Vec::new();
        };
        let mut taken: Vec<Range<usize>> = loaded
            .iter()
            .filter(|domain| domain.compiled.notation.list.is_some())
            .flat_map(|domain| {
                let terms = domain.terms.iter();
                terms.filter(|place| supports(&domain.compiled, place.term))
            })
            .map(|place| place.tokens.clone())
            .collect();
        let things = loaded.iter().flat_map(|domain| &domain.things);
        taken.extend(things.map(|thing| thing.name.clone()));
        taken.sort_by_key(|name| name.start);
        let domain = &loaded[at];
        // Where something is felt can name what was trained ("left hand 15 kg 10 strokes 3 times").
        let mut known = known.to_vec();
        for domain in loaded {
            let state = domain.compiled.notation.state.as_ref();
            let parts = state.and_then(|state| state.parts.as_deref());
            let named = domain.terms.iter();
            for place in named.filter(|place| parts == Some(&*place.term.kind)) {
                known[place.tokens.clone()].fill(false);
            }
        }
        let unknown = UnknownNames {
            note,
            domain,
            taken: &taken,
            known: &known,
        };
        unknown.names().into_iter().map(|name| (at, name)).collect()
    }
}
