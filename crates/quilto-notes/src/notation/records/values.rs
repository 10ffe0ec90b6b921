//! Which slot a value fills, and putting it there.

use serde_json::{Map, Value, json};

use super::super::compiled_notation::{Meaning, in_unit};
use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::numeric_expressions::{NumericValue, ValueKind};
use super::super::phrases::Hit;
use super::super::slot_values;
use super::super::spans::{REACH, around, within};
use super::super::typed_units::{instead_of, typed_in};
use super::super::write::number;
use super::{Record, Records};
use quilto_domain::SlotRole;
use quilto_text::{NumberStyle, Symbol};

impl Records<'_, '_> {
    /// The slot that a value's unit or form points at.
    pub(super) fn slot_of(&self, value: &NumericValue) -> Option<usize> {
        let open = |slot: &usize| {
            let slot = self.domain.slot(*slot);
            !slot.only_with_words && slot.role != SlotRole::Pause
        };
        match (&value.what, value.unit) {
            (ValueKind::Clock { .. }, _) => self.domain.slots_of("duration").find(open),
            (ValueKind::Pace { .. }, _) => self.domain.slots_of("pace").next(),
            (_, Some(unit)) => {
                let unit = self.note.tokens.unit(unit);
                let named = self
                    .domain
                    .notation
                    .slots
                    .iter()
                    .position(|slot| slot.units.iter().any(|name| **name == *unit.name));
                named.or_else(|| self.domain.slots_of_unit(unit).into_iter().find(open))
            }
            _ => None,
        }
    }

    /// The slot that a word beside the value names.
    pub(super) fn slot_by_word(&self, value: &NumericValue) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        let named = |hit: &Hit<Meaning>| match hit.meaning {
            Meaning::Slot(slot)
                if slot_values::fits(self.domain, self.note.tokens, slot, value) =>
            {
                Some(slot)
            }
            _ => None,
        };
        let clause = self.note.clause[start];
        let beside = within(self.hits, start.saturating_sub(REACH)..end + 2);
        let before = beside
            .iter()
            .rev()
            .filter(|hit| {
                hit.tokens.end <= start
                    && hit.tokens.end + 3 > start
                    && self.note.clause[hit.tokens.start] == clause
                    && self.note.pieces_in(hit.tokens.end..start).is_empty()
            })
            .find_map(named);
        let after = beside
            .iter()
            .filter(|hit| {
                let gap = hit.tokens.start >= end && hit.tokens.start <= end + 1;
                // A word that a number follows directly belongs to that number.
                let next = self.note.pieces_in(hit.tokens.end..hit.tokens.end + 1);
                let theirs = next.iter().any(|piece| match (hit.meaning, piece.plain()) {
                    (Meaning::Slot(slot), Some(next)) => {
                        slot_values::fits(self.domain, self.note.tokens, slot, next)
                    }
                    _ => false,
                });
                gap && !theirs && self.note.clause[hit.tokens.start] == clause
            })
            .find_map(named);
        match (before, after) {
            (Some(before), Some(after)) if self.word_is_taken(value, before) => Some(after),
            (Some(before), None) if self.word_is_of_another(value, before) => None,
            (Some(before), _) => Some(before),
            (None, after) => after,
        }
    }

    /// The slot that a word right behind a value names beside a part ("w/ 2 min rub"), where the part
    /// has none yet.
    fn slot_in_part(&self, value: &NumericValue, record: &Record) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        let clause = self.note.clause_of(start);
        if self.note.cue_in(clause.start..start, Cue::Then) {
            return None;
        }
        let slot = within(self.hits, end..end + 1)
            .iter()
            .find_map(|hit| match hit.meaning {
                Meaning::SlotInPart(slot) if hit.tokens.start == end => Some(slot),
                _ => None,
            })?;
        let field = self.domain.slot(slot).field_name();
        let part = record.parts.last()?;
        let fits = slot_values::fits(self.domain, self.note.tokens, slot, value);
        // "3:55, 2:00 rub": a clock is that of the part itself, unless that is told.
        let mut durations = self.domain.slots_of("duration");
        let timed = durations.any(|slot| part.contains_key(self.domain.slot(slot).field_name()));
        let clock = matches!(value.what, ValueKind::Clock { .. }) && timed;
        (fits && (value.unit.is_some() || clock) && !part.contains_key(field)).then_some(slot)
    }

    /// Whether the word before a value, with something between them, stands right behind another
    /// value that fits it ("25 m lane, …").
    pub(super) fn word_is_of_another(&self, value: &NumericValue, slot: usize) -> bool {
        let start = value.tokens.start;
        around(self.hits, start).iter().any(|hit| {
            hit.meaning == Meaning::Slot(slot)
                && hit.tokens.end < start
                && hit.tokens.end + 3 > start
                && around(&self.note.pieces, hit.tokens.start)
                    .iter()
                    .any(|piece| {
                        piece.tokens.end == hit.tokens.start
                            && piece.plain().is_some_and(|other| {
                                slot_values::fits(self.domain, self.note.tokens, slot, other)
                            })
                    })
        })
    }

    /// Whether the word before a value is the one after another value ("rest 60s, …").
    pub(super) fn word_is_taken(&self, value: &NumericValue, slot: usize) -> bool {
        let start = value.tokens.start;
        around(self.hits, start).iter().any(|hit| {
            hit.meaning == Meaning::Slot(slot)
                && hit.tokens.end <= start
                && hit.tokens.end + 3 > start
                && hit.tokens.start > 0
                && !self
                    .note
                    .pieces_in(hit.tokens.start.saturating_sub(2)..hit.tokens.start)
                    .is_empty()
        })
    }

    pub(super) fn value(&self, value: &NumericValue, sign: Option<Symbol>, record: &mut Record) {
        let start = value.tokens.start;
        let in_parts = record.part_sentence == Some(self.note.sentence[start]);
        let word = self
            .slot_by_word(value)
            .or_else(|| self.slot_in_part(value, record).filter(|_| in_parts));
        if let Some(slot) = word {
            self.put_named(slot, value, in_parts, record);
            return;
        }
        if in_parts && self.is_pause(value) {
            return;
        }
        if self.is_duration(value) {
            let at = sign == Some(Symbol::At) || self.at_word(start);
            self.duration(value, at, in_parts, record);
            return;
        }
        if !self.put_bare_part(value, record) {
            self.put_by_unit(value, record);
        }
    }

    /// Puts a value where a word beside it says: in the part told last, or in the record.
    fn put_named(&self, slot: usize, value: &NumericValue, in_parts: bool, record: &mut Record) {
        let data = self.domain.slot(slot);
        let pause = data.role == SlotRole::Pause;
        let parts = self.domain.notation.parts.as_ref();
        let of_part = parts.is_some_and(|parts| parts.slots.contains(&data.name))
            && slot != 0
            && (in_parts || pause || data.only_with_words);
        match record.parts.last_mut() {
            Some(part) if of_part => self.put(slot, value, part),
            _ if pause => {}
            _ => {
                let pace = data.dimension.as_deref() == Some("pace");
                let unit = self.main_unit(record).filter(|_| pace);
                self.put_in(slot, value, unit.as_deref(), &mut record.fields);
            }
        }
    }

    /// Puts a bare number that is one more part, or how far the parts came to ("total 1200").
    fn put_bare_part(&self, value: &NumericValue, record: &mut Record) -> bool {
        let parts = self.domain.notation.parts.as_ref();
        let Some(parts) = parts.filter(|parts| self.is_bare_part(value, parts)) else {
            return false;
        };
        let unit = parts.bare_unit.as_deref();
        let among_parts = self.is_parts_sentence(value.tokens.start);
        let total = self.is_total(value);
        if among_parts && !total {
            self.add_part(0, value, unit, record);
            return true;
        }
        let sum = total && !record.parts.is_empty();
        if sum {
            self.put_in(0, value, unit, &mut record.fields);
        }
        sum
    }

    fn add_part(&self, slot: usize, value: &NumericValue, unit: Option<&str>, record: &mut Record) {
        let mut part = Map::new();
        self.put_in(slot, value, unit, &mut part);
        record.parts.push(part);
        record.part_sentence = Some(self.note.sentence[value.tokens.start]);
    }

    /// Puts a value where its unit or its form says; a bare number may be the main quantity.
    fn put_by_unit(&self, value: &NumericValue, record: &mut Record) {
        let timed = self.bare_time(value, record);
        let slot = match self.slot_of(value).or(timed) {
            Some(slot) => slot,
            None if self.bare_beside_term(value) => {
                let parts = self.domain.notation.parts.as_ref();
                let unit = parts.and_then(|parts| parts.bare_unit.as_deref());
                self.put_in(0, value, unit, &mut record.fields);
                return;
            }
            None if value.unit.is_none()
                && self.bare_main(value)
                && !record.fields.contains_key(self.domain.slot(0).field_name()) =>
            {
                0
            }
            None => return,
        };
        // "2 km: 400, 10x100, …": the whole stands before the colon.
        let behind = self.note.tokens.get(value.tokens.end);
        let heads = behind.is_some_and(|token| token.is(Symbol::Colon));
        let whole = heads || self.is_total(value);
        let part = slot == 0 && !whole && value.unit.is_some();
        if part && self.is_parts_sentence(value.tokens.start) {
            self.add_part(slot, value, None, record);
        } else {
            self.put(slot, value, &mut record.fields);
        }
    }

    /// "…, 400 m rub": how far a pause went, where only how long one took is kept.
    fn is_pause(&self, value: &NumericValue) -> bool {
        let end = value.tokens.end;
        let clause = self.note.clause[value.tokens.start];
        value.unit.is_some()
            && self.note.clause.get(end) == Some(&clause)
            && within(self.hits, end..end + 2).iter().any(|hit| {
                matches!(hit.meaning, Meaning::Slot(slot) | Meaning::SlotInPart(slot)
                    if self.domain.slot(slot).role == SlotRole::Pause
                        && !slot_values::fits(self.domain, self.note.tokens, slot, value))
            })
    }

    /// Whether a bare number can be the main quantity: it is usual for it.
    pub(super) fn bare_main(&self, value: &NumericValue) -> bool {
        // "4/10" grades something.
        let slash = |at: Option<usize>| {
            let token = at.and_then(|at| self.note.tokens.get(at));
            token.is_some_and(|token| token.is(Symbol::Slash))
        };
        if slash(Some(value.tokens.end)) || slash(value.tokens.start.checked_sub(1)) {
            return false;
        }
        // "on one", "the two of us" tell nothing of it.
        let tokens = value.tokens.clone();
        let spelled = self.note.tokens[tokens].iter().any(|token| {
            let number = token.number();
            number.is_some_and(|number| number.style == NumberStyle::Words)
        });
        // "12 long strokes" are twelve.
        let near = value.tokens.end..value.tokens.end + 3;
        let counted = within(self.terms, near).iter().any(|place| {
            let last = place.tokens.end - 1;
            place.tokens.start == value.tokens.end && self.note.tokens.norm(last).ends_with('s')
        });
        // "week 3 batch 1", "8 of them"
        let clause = self.note.clause_of(value.tokens.start);
        let label = (clause.start..value.tokens.start)
            .any(|at| self.note.used[at] && self.note.tokens[at].number().is_some());
        let end = value.tokens.end;
        let of = [end, end + 1].map(|at| endings::is(self.note.tokens.norm(at), Ending::Of));
        let of = of[0] || of[1];
        if label {
            self.note.tell(value.tokens.clone());
        }
        if spelled || counted || label || of {
            return false;
        }
        self.domain.notation.item.opens.first()
            == self.domain.notation.slots.first().map(|slot| &slot.name)
            && slot_values::usual(self.domain, self.note.tokens, self.units, &[], 0, value)
            && value.one().is_some()
            && self.note.clause_of(value.tokens.start).len() > 1
    }

    /// A duration is that of a part, of the record, or a pace.
    pub(super) fn duration(
        &self,
        value: &NumericValue,
        at: bool,
        in_parts: bool,
        record: &mut Record,
    ) {
        let clock = matches!(value.what, ValueKind::Clock { .. });
        let in_parts = in_parts && !self.is_total(value);
        if let (true, Some(parts)) = (in_parts, &self.domain.notation.parts) {
            let slot = if at {
                self.at_slot(parts)
            } else {
                self.slot_of(value)
            };
            if let (Some(slot), Some(part)) = (slot, record.parts.last_mut()) {
                self.put(slot, value, part);
            }
            return;
        }
        let pace = self.domain.slots_of("pace").next();
        if let (true, true, Some(pace)) = (at, clock, pace)
            && slot_values::possible(self.domain, self.note.tokens, self.units, &[], pace, value)
        {
            let unit = self.main_unit(record);
            self.put_in(pace, value, unit.as_deref(), &mut record.fields);
            return;
        }
        let Some(slot) = self.slot_of(value) else {
            return;
        };
        if record
            .fields
            .contains_key(self.domain.slot(slot).field_name())
        {
            return;
        }
        if let ValueKind::Clock { as_hours, .. } = value.what {
            record.as_hours = Some(as_hours);
        }
        self.put(slot, value, &mut record.fields);
    }

    pub(super) fn put(&self, slot: usize, value: &NumericValue, fields: &mut Map<String, Value>) {
        self.put_in(slot, value, None, fields);
    }

    /// The units typed in what is this domain's; in all of the note where its main quantity needs none.
    fn typed_units(&self) -> &[String] {
        let bare = self.domain.slot(0).bare.is_some();
        self.typed
            .get_or_init(|| typed_in(self.note.tokens, |at| bare || self.own[at]))
    }

    /// Writes a value; a bare number takes the given unit, or the one that the text has in its place.
    pub(super) fn put_in(
        &self,
        slot: usize,
        value: &NumericValue,
        unit: Option<&str>,
        fields: &mut Map<String, Value>,
    ) {
        let data = self.domain.slot(slot);
        let field = data.field_name();
        let typed = match (&value.what, unit) {
            (ValueKind::Pace { per, .. }, _) => self.note.tokens.unit(*per).name.to_string(),
            (_, Some(unit)) if value.unit.is_none() => unit.to_owned(),
            (ValueKind::Clock { .. }, _) if data.dimension.as_deref() == Some("pace") => {
                self.units.distance.clone()
            }
            _ if data.dimension.as_deref() == Some("pace") => {
                unit.map_or_else(|| self.units.distance.clone(), str::to_owned)
            }
            _ => slot_values::unit_of(self.domain, self.note.tokens, self.units, slot, value.unit),
        };
        let bare = value.unit.is_none() && (unit.is_some() || data.bare.is_some());
        let typed = match instead_of(self.typed_units(), &typed).filter(|_| bare) {
            Some(instead) => instead.to_owned(),
            None => typed,
        };
        let amount = match &value.what {
            ValueKind::Clock { seconds, .. } => match &data.store {
                Some(store) => in_unit(self.note.tokens, *seconds, "s", store),
                None => *seconds,
            },
            ValueKind::Pace { seconds, .. } => *seconds,
            ValueKind::One(one) => match (data.dimension.as_deref(), value.unit) {
                (Some("pace"), Some(unit)) => in_unit(
                    self.note.tokens,
                    *one,
                    &self.note.tokens.unit(unit).name,
                    "s",
                ),
                _ => slot_values::stored(self.domain, self.note.tokens, slot, *one, value.unit),
            },
            ValueKind::Between { first, second, .. } => {
                let middle = (first + second) / 2.0;
                slot_values::stored(self.domain, self.note.tokens, slot, middle, value.unit)
            }
            ValueKind::Several { values, .. } => values[0],
        };
        fields.insert(field.to_owned(), number(amount));
        if let Some(unit_field) = &data.unit_field {
            fields.insert(unit_field.clone(), json!(typed));
        }
    }
}
