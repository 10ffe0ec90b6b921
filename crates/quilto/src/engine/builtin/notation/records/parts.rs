//! Parts and splits: the repeated pieces within a record.

use serde_json::{Map, Value};

use super::super::compiled::{Meaning, dimension_name};
use super::super::pieces::{Piece, What, Written};
use super::super::write::number;
use super::{Record, Records};
use crate::domain::Parts;
use crate::text::Symbol;

impl Records<'_, '_> {
    /// Reads a piece; gives how many pieces it took.
    pub(super) fn piece(
        &self,
        piece: &Piece,
        next: Option<&Piece>,
        record: &mut Record,
        made_part: &mut bool,
    ) -> usize {
        let sentence = self.note.sentence[piece.tokens.start];
        if let Some(parts) = &self.domain.notation.parts {
            if let Some((part, taken)) = self.part_of(piece, next, parts) {
                record.parts.push(part);
                record.part_sentence = Some(sentence);
                *made_part = true;
                return taken;
            }
            if let Some(taken) = self.splits_at(piece, next, parts, record) {
                return taken;
            }
        }
        if let Some(value) = piece.plain() {
            self.value(value, None, record);
        } else {
            // `5k @ 4:50`: what stands before the sign, then what stands after it.
            for value in &piece.operands {
                self.value(value, None, record);
            }
            if let Some(value) = &piece.at {
                self.value(value, Some(Symbol::At), record);
            }
        }
        1
    }

    /// A repeated part: `6x800m`, `1km x 5`, `400m 10개`, with what follows an `@`.
    pub(super) fn part_of(
        &self,
        piece: &Piece,
        next: Option<&Piece>,
        parts: &Parts,
    ) -> Option<(Map<String, Value>, usize)> {
        let main = |value: &Written| {
            let slot = self.part_slot(value, parts)?;
            Some((slot, value.clone()))
        };
        let whole = |value: &Written| {
            let count = value
                .one()
                .filter(|count| count.fract() == 0.0 && *count >= 1.0)?;
            let unit = value
                .unit
                .map(|unit| self.note.tokens.unit(unit).name.to_string());
            unit.is_none_or(|unit| parts.units.contains(&unit))
                .then_some(count)
        };
        let (count, (slot, value), taken) = match piece.operands.as_slice() {
            [first, second] => {
                if let (Some(count), Some(main)) = (whole(first), main(second)) {
                    (count, main, 1)
                } else {
                    (whole(second)?, main(first)?, 1)
                }
            }
            [only] if piece.at.is_none() && !piece.led => {
                let following = next?.plain()?;
                following.unit?;
                if following.tokens.start > only.tokens.end + 1 {
                    return None;
                }
                (
                    whole(following)?,
                    main(only).filter(|_| only.unit.is_some())?,
                    2,
                )
            }
            _ => return None,
        };
        let mut part = Map::new();
        part.insert(parts.count.clone(), number(count));
        let bare = parts
            .bare_unit
            .as_deref()
            .filter(|_| value.unit.is_none() && slot == 0);
        self.put_in(slot, &value, bare, &mut part);
        if let (Some(at), Some(slot)) = (&piece.at, self.at_slot(parts)) {
            self.put(slot, at, &mut part);
        }
        Some((part, taken))
    }

    pub(super) fn at_slot(&self, parts: &Parts) -> Option<usize> {
        self.domain.slot_named(parts.at.as_deref()?)
    }

    /// The slot of a part that a value fills: by unit, or the main one for a bare number.
    pub(super) fn part_slot(&self, value: &Written, parts: &Parts) -> Option<usize> {
        let slot = match value.unit {
            Some(_) => self.slot_of(value)?,
            None if matches!(value.what, What::Clock { .. }) => self.slot_of(value)?,
            None => {
                let main = self.domain.notation.slots.first()?;
                let bare = value.one().is_some_and(|one| parts.takes_bare(one));
                (bare || main.bare.is_some()).then_some(0)?
            }
        };
        parts
            .slots
            .contains(&self.domain.slot(slot).name)
            .then_some(slot)
    }

    /// Splits: several durations after their word, or a share of the whole with its pace.
    pub(super) fn splits_at(
        &self,
        piece: &Piece,
        next: Option<&Piece>,
        parts: &Parts,
        record: &mut Record,
    ) -> Option<usize> {
        parts.splits.as_ref()?;
        let start = piece.tokens.start;
        let sentence = self.note.sentence[start];
        let announced = self.hits.iter().any(|hit| {
            hit.meaning == Meaning::Splits
                && hit.tokens.end <= start
                && self.note.sentence[hit.tokens.start] == sentence
        });
        let value = piece.plain()?;
        if announced
            && let Some(slot) = self.domain.slots_of("duration").next()
            && self.is_duration(value)
        {
            let mut split = Map::new();
            self.put(slot, value, &mut split);
            record.splits.push(split);
            return Some(1);
        }
        if !self.is_share(value) || record.fields.is_empty() {
            return None;
        }
        let pace = next.and_then(Piece::plain)?;
        let joined = self.at_word(next?.tokens.start);
        let slot = self.domain.slots_of("pace").next()?;
        if !joined || !(self.is_duration(pace) || matches!(pace.what, What::Pace { .. })) {
            return None;
        }
        let mut split = Map::new();
        let unit = self.main_unit(record);
        self.put_in(0, value, unit.as_deref(), &mut split);
        self.put_in(slot, pace, unit.as_deref(), &mut split);
        record.splits.push(split);
        Some(2)
    }

    pub(super) fn main_unit(&self, record: &Record) -> Option<String> {
        let field = self.domain.notation.slots.first()?.unit_field.as_ref()?;
        record
            .fields
            .get(field)
            .and_then(Value::as_str)
            .map(str::to_owned)
    }

    pub(super) fn is_duration(&self, value: &Written) -> bool {
        match (&value.what, value.unit) {
            (What::Clock { .. }, _) => true,
            (_, Some(unit)) => dimension_name(&self.note.tokens.unit(unit).dimension) == "duration",
            _ => false,
        }
    }

    /// Whether a word or sign for "at" stands right before a token.
    pub(super) fn at_word(&self, at: usize) -> bool {
        at > 0
            && (self.note.tokens[at - 1].is(Symbol::At)
                || self
                    .hits
                    .iter()
                    .any(|hit| hit.meaning == Meaning::PartAt && hit.tokens.end == at))
    }
}
