//! Terms and marks beside the values of a record.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::compiled_notation::Meaning;
use super::super::spans::{REACH, within};
use super::super::terms::Saying;
use super::{ClauseReading, Record, Records, TermMention};
use quilto_domain::Term;

impl Records<'_, '_> {
    pub(super) fn terms_of(&self, told: &ClauseReading, records: &mut [Record]) {
        let here = within(self.terms, told.range.clone());
        let first = here.iter().find(|place| self.is_part_term(place.term));
        let leads = first.is_some_and(|first| {
            told.leads(first.tokens.start, records) || self.words_lead(here, &told.range)
        });
        for place in here
            .iter()
            .filter(|place| !self.note.dead[place.tokens.start])
        {
            let field = self
                .domain
                .notation
                .terms
                .iter()
                .find(|field| *field.kind == *place.term.kind);
            let Some(field) = field else { continue };
            if self.note.denies(place.tokens.start) {
                continue;
            }
            let of_part = told.made_part && self.is_part_term(place.term);
            let Some(record) = told.record(place.tokens.start, leads, records) else {
                return;
            };
            let part = of_part
                .then(|| told.part(place.tokens.start, leads, record))
                .flatten();
            let target = match part.and_then(|at| record.parts.get_mut(at)) {
                Some(part) => part,
                None => &mut record.fields,
            };
            self.term(place, field, target);
        }
    }

    /// Whether a stretch begins with a word and goes on with words right before their numbers ("first
    /// 300, oak 100x5, ash 25x4").
    fn words_lead(&self, terms: &[TermMention], range: &Range<usize>) -> bool {
        let pieces = self.note.pieces_in(range.clone());
        let Some(first) = pieces.first().map(|piece| piece.tokens.start) else {
            return false;
        };
        let begins = first > range.start && self.note.tokens[first - 1].is_word();
        let before = |place: &TermMention| {
            let at = place.tokens.end;
            pieces.iter().any(|piece| piece.tokens.start == at)
        };
        let mut own = terms.iter().filter(|place| self.is_part_term(place.term));
        begins && pieces.len() > 1 && own.all(before)
    }

    pub(super) fn is_part_term(&self, term: &Term) -> bool {
        let parts = self.domain.notation.parts.as_ref();
        parts.is_some_and(|parts| parts.terms.iter().any(|kind| **kind == *term.kind))
    }

    pub(super) fn term(
        &self,
        place: &TermMention,
        field: &quilto_domain::TermField,
        target: &mut Map<String, Value>,
    ) {
        let near = place.tokens.start.saturating_sub(REACH)..place.tokens.end;
        let spelled_out = within(&self.note.pieces, near)
            .iter()
            .any(|piece| place.tokens.start < piece.tokens.end);
        let of = Saying {
            domain: self.domain,
            tokens: self.note.tokens,
            units: self.units,
        };
        of.put(place.term, field, !spelled_out, target);
    }

    pub(super) fn marks_of(&self, told: &ClauseReading, records: &mut [Record]) {
        for hit in within(self.hits, told.range.clone()) {
            let Meaning::Mark(mark) = hit.meaning else {
                continue;
            };
            let mark = &self.domain.notation.marks[mark];
            let at = hit.tokens.start;
            let Some(record) = told.record(at, false, records) else {
                return;
            };
            if let (Some(field), Some(value)) = (&mark.field, &mark.value) {
                let parts = self.domain.notation.parts.as_ref();
                let of_part =
                    told.made_part && parts.is_some_and(|parts| parts.terms.contains(field));
                let part = of_part.then(|| told.part(at, false, record)).flatten();
                match part.and_then(|at| record.parts.get_mut(at)) {
                    Some(part) => part.insert(field.clone(), value.clone()),
                    None => record.fields.insert(field.clone(), value.clone()),
                };
            }
            for (field, value) in &mark.also {
                record
                    .fields
                    .entry(field.clone())
                    .or_insert_with(|| value.clone());
            }
        }
    }
}
