//! Words that mean one unit in the text of a domain and another elsewhere: which one a number is told in.

use serde_json::Value;

use super::super::compiled_notation;
use super::super::loaded_domain::LoadedDomain;
use super::super::note::Note;
use super::super::numeric_expressions::{NumericExpression, ValueKind};
use super::super::remarks::Remark;
use super::super::slot_values;
use super::super::spans::around;
use super::note_reading::NoteReading;
use super::ownership::Ownership;
use quilto_model::Entry;

/// A number that is told in one of two units.
pub(super) struct UnitDoubt {
    /// The place of its field.
    path: String,
    /// The reading that is taken, and the other one.
    told: [String; 2],
}

impl NoteReading<'_> {
    /// A number told alone whose unit's word means another unit elsewhere ("5키로"), where no other word of
    /// the note says which it is and nothing near to it was logged lately.
    pub fn two_units(&self, owned: &Ownership) -> Option<UnitDoubt> {
        let note = &self.note;
        let told = |piece: &&NumericExpression| {
            !note.used[piece.tokens.start] && !note.dead[piece.tokens.start]
        };
        let mut live = note.pieces.iter().filter(told);
        let (Some(piece), None) = (live.next(), live.next()) else {
            return None;
        };
        let value = piece.plain()?;
        let owner = owned.owner[piece.tokens.start]?;
        let domain = &self.domains.loaded[owner];
        let (typed, unit) = (value.unit?, domain.compiled.unit_in(note.tokens, value)?);
        let mut claims = owned.claims.iter();
        let said = claims.any(|claim| claim.domain == owner) || !domain.hits.is_empty();
        if typed == unit || said {
            return None;
        }
        let number = value.one()?;
        let (typed, unit) = (note.tokens.unit(typed), note.tokens.unit(unit));
        let slot = *domain.compiled.slots_of_unit(unit).first()?;
        let slot = domain.compiled.slot(slot);
        let field = slot.field.as_ref().unwrap_or(&slot.name);
        let list = domain.compiled.notation.list.as_ref()?;
        let doubt = UnitDoubt {
            path: format!("{}.{list}[0].{field}", domain.module.name),
            told: [unit, typed].map(|unit| format!("{number} {}", unit.name)),
        };
        (!was_logged(self.reader.recent, domain, list, field, number)).then_some(doubt)
    }

    /// Tells of a number that could be in either unit.
    pub fn doubt_unit(&mut self, doubt: Option<UnitDoubt>) {
        if let Some(doubt) = doubt.filter(|_| !self.reading.domain_data.is_empty()) {
            let [taken, other] = &doubt.told;
            self.remarks
                .doubt(doubt.path, &Remark::Otherwise(taken, other));
        }
    }

    /// Gives every number the unit that its word means in the text of its domain.
    pub fn take_units_of_owners(&mut self, owned: &Ownership) {
        for at in 0..self.note.pieces.len() {
            let start = self.note.pieces[at].tokens.start;
            let Some(owner) = owned.owner[start] else {
                continue;
            };
            let domain = &self.domains.loaded[owner];
            if is_timed(&self.note, at) || is_whole_other(&self.note, domain, at) {
                continue;
            }
            let tokens = self.reader.tokens;
            let piece = &mut self.note.pieces[at];
            for value in piece.operands.iter_mut().chain(&mut piece.at) {
                value.unit = domain.compiled.unit_in(tokens, value);
            }
        }
    }
}

/// Whether a figure near to this one stands in a field of the records of earlier entries.
fn was_logged(
    recent: &[Entry],
    domain: &LoadedDomain,
    list: &str,
    field: &str,
    number: f64,
) -> bool {
    recent.iter().any(|entry| {
        let data = entry
            .parsed
            .as_ref()
            .and_then(|parsed| parsed.domain_data.get(&domain.module.name));
        let records = data.and_then(|data| data.get(list)?.as_array());
        records.into_iter().flatten().any(|record| {
            let before = record.get(field).and_then(Value::as_f64);
            before.is_some_and(|before| before <= number * 2.0 && number <= before * 2.0)
        })
    })
}

/// "2k 7:30": what a time stands beside is how far it was.
fn is_timed(note: &Note, at: usize) -> bool {
    let start = note.pieces[at].tokens.start;
    note.pieces.get(at + 1).is_some_and(|next| {
        let clock = next
            .plain()
            .is_some_and(|value| matches!(value.what, ValueKind::Clock { .. }));
        clock && note.clause[next.tokens.start] == note.clause[start]
    })
}

/// "row 2k": the only number of its sentence, not usual in the unit that its word means here, of a thing
/// that is another one when it is told in the unit of the word itself.
fn is_whole_other(note: &Note, domain: &LoadedDomain, at: usize) -> bool {
    let piece = &note.pieces[at];
    let sentence = note.sentence_of(piece.tokens.start);
    let told = || {
        let value = piece
            .plain()
            .filter(|_| note.pieces_in(sentence.clone()).len() == 1)?;
        let (typed, here) = (value.unit?, domain.compiled.unit_in(note.tokens, value)?);
        let (typed, here) = (note.tokens.unit(typed), note.tokens.unit(here));
        let slot = *domain.compiled.slots_of_unit(here).first()?;
        let [least, most] = domain.compiled.slot(slot).usual?;
        let number = slot_values::in_bounds_unit(
            &domain.compiled,
            note.tokens,
            slot,
            value.one()?,
            &here.name,
        );
        let with = &domain.compiled.notation.item.told_with;
        let key = with.get(compiled_notation::dimension_name(&typed.dimension))?;
        let mut names = around(&domain.terms, piece.tokens.start).iter();
        let other = names.any(|place| place.term.text(key).is_some());
        Some(typed.name != here.name && !(least..=most).contains(&number) && other)
    };
    told().unwrap_or(false)
}
