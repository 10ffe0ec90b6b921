//! Terms and marks beside the values of a record.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::super::compiled::{Meaning, in_unit};
use super::super::places::{REACH, within};
use super::super::slot_values;
use super::super::write::number;
use super::{Record, Records, TermAt, Told, field_of};
use crate::domain::Term;

impl Records<'_, '_> {
    pub(super) fn terms_of(&self, told: &Told, records: &mut [Record]) {
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
    fn words_lead(&self, terms: &[TermAt], range: &Range<usize>) -> bool {
        let pieces = self.note.pieces_in(range.clone());
        let Some(first) = pieces.first().map(|piece| piece.tokens.start) else {
            return false;
        };
        let begins = first > range.start && self.note.tokens[first - 1].is_word();
        let before = |place: &TermAt| {
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
        place: &TermAt,
        field: &crate::domain::TermField,
        target: &mut Map<String, Value>,
    ) {
        if let Some(name) = &field.field {
            let value = json!(&*place.term.name);
            if field.list {
                let list = target.entry(name.clone()).or_insert_with(|| json!([]));
                if let Some(list) = list.as_array_mut()
                    && !list.contains(&value)
                {
                    list.push(value);
                }
            } else {
                target.entry(name.clone()).or_insert(value);
            }
        }
        let near = place.tokens.start.saturating_sub(REACH)..place.tokens.end;
        let spelled_out = within(&self.note.pieces, near)
            .iter()
            .any(|piece| place.tokens.start < piece.tokens.end);
        for (name, key) in &field.copy {
            let Some(value) = place.term.values.get(key) else {
                continue;
            };
            if target.contains_key(name) || (spelled_out && field.unit.is_some()) {
                continue;
            }
            let slot = self
                .domain
                .notation
                .slots
                .iter()
                .position(|slot| field_of(slot) == name);
            match (slot, &field.unit, value.as_f64()) {
                (Some(slot), Some(from), Some(amount)) => {
                    let unit =
                        slot_values::unit_of(self.domain, self.note.tokens, self.units, slot, None);
                    target.insert(
                        name.clone(),
                        number(in_unit(self.note.tokens, amount, from, &unit)),
                    );
                    if let Some(unit_field) = &self.domain.slot(slot).unit_field {
                        target.insert(unit_field.clone(), json!(unit));
                    }
                }
                _ => {
                    target.insert(name.clone(), value.clone());
                }
            }
        }
    }

    pub(super) fn marks_of(&self, told: &Told, records: &mut [Record]) {
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
