//! Whose each stretch of a note is, and which numbers are of nothing.

use std::ops::Range;

use super::super::adjacent_values::{besides, strange};
use super::super::claims::{Claim, claims};
use super::super::domain_candidate::DomainCandidate;
use super::super::item_segmentation::ItemSegmenter;
use super::super::loaded_domain::LoadedDomain;
use super::super::name_boundaries::estranged;
use super::super::note::Note;
use super::super::owners::owners;
use super::super::repeated_rows;
use super::super::stray_numbers::StrayNumbers;
use super::note_reading::NoteReading;
use quilto_text::Symbol;

/// To whom the tokens of a note belong.
pub(super) struct Ownership {
    /// Names that nothing knows, with the domain they are told for.
    pub unknown: Vec<(usize, Range<usize>)>,
    pub claims: Vec<Claim>,
    /// The domain of every token.
    pub owner: Vec<Option<usize>>,
    /// Numbers that go to nothing.
    pub unowned: Vec<Range<usize>>,
}

impl Ownership {
    fn take_away(&mut self, stretches: &[Range<usize>]) {
        for stretch in stretches {
            self.owner[stretch.clone()].fill(None);
        }
    }
}

impl NoteReading<'_> {
    /// The things that domains of grouped things are told of.
    pub fn find_things(&mut self) {
        cut_things(&mut self.domains.loaded, &self.note);
        for thing in self.domains.loaded.iter().flat_map(|domain| &domain.things) {
            self.known[thing.name.clone()].fill(true);
        }
    }

    pub fn find_owners(&self) -> Ownership {
        let (note, loaded, known) = (&self.note, &*self.domains.loaded, &*self.known);
        let unknown = self.reader.unknown(loaded, note, known);
        let claims = claims(note, loaded, &unknown);
        let contenders: Vec<DomainCandidate> = loaded
            .iter()
            .map(|domain| DomainCandidate {
                domain: &domain.compiled,
                hits: &domain.hits,
                unit: &self.reader.units.distance,
            })
            .collect();
        let mut owned = Ownership {
            owner: owners(note, &contenders, &claims),
            unowned: besides(note, loaded),
            unknown,
            claims,
        };
        let strays = StrayNumbers {
            note,
            loaded,
            claims: &owned.claims,
            known,
        };
        owned.unowned.extend(strays.find(&owned.owner));
        for (stretch, other) in strange(note, loaded, &owned.claims, &owned.owner) {
            owned.owner[stretch.clone()].fill(other);
            if other.is_none() {
                owned.unowned.push(stretch);
            }
        }
        owned.take_away(&owned.unowned.clone());
        owned.take_away(&estranged(note, loaded, &owned.owner, known));
        if owned.owner.iter().all(Option::is_none)
            && let Some(domain) = self.goes_on()
        {
            owned.owner.fill(Some(domain));
        }
        owned
    }

    /// The domain of the last entry of the day, where a note of bare notation ("then 85x5") goes on
    /// with it.
    fn goes_on(&self) -> Option<usize> {
        let note = &self.note;
        let clear = note.pieces.iter().any(|piece| {
            let at = piece.tokens.start;
            let signed = at > 0 && note.tokens[at - 1].is(Symbol::Plus);
            let compact = piece.operands.len() > 1 || piece.at.is_some() || signed;
            compact && !note.used[at] && !note.dead[at]
        });
        let mut entries = self.reader.recent.iter().rev();
        let last = entries.find(|entry| entry.parsed.is_some())?;
        let today = last.date == self.reader.today;
        let parsed = last.parsed.as_ref().filter(|_| today)?;
        self.domains.loaded.iter().position(|domain| {
            domain.compiled.notation.item.rows.is_some()
                && parsed.domain_data.contains_key(&domain.module.name)
                && (clear || !repeated_rows::places(note, &domain.compiled).is_empty())
        })
    }
}

fn cut_things(loaded: &mut [LoadedDomain], note: &Note) {
    for at in 0..loaded.len() {
        if loaded[at].compiled.notation.group.is_none() {
            continue;
        }
        let mut foreign = vec![false; note.tokens.len()];
        for (other, domain) in loaded.iter().enumerate() {
            let names = domain.terms.iter().filter(|_| other != at);
            for place in names {
                foreign[place.tokens.clone()].fill(true);
            }
        }
        let domain = &loaded[at];
        for place in &domain.terms {
            foreign[place.tokens.clone()].fill(false);
        }
        let things = ItemSegmenter {
            note,
            domain: &domain.compiled,
            terms: &domain.terms,
            hits: &domain.hits,
            foreign: &foreign,
            vocabulary: domain.module.vocabulary(),
        }
        .things();
        loaded[at].things = things;
    }
}
