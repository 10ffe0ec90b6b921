//! Parts and splits: the repeated pieces within a record.

use serde_json::{Map, Value};

use super::super::compiled_notation::{Meaning, dimension_name, in_unit};
use super::super::cues::Cue;
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::spans::{around, within};
use super::super::write::number;
use super::{Record, Records};
use quilto_domain::Parts;
use quilto_text::{Symbol, TokenKind};

impl Records<'_, '_> {
    /// Reads a piece; gives how many pieces it took.
    pub(super) fn piece(
        &self,
        piece: &NumericExpression,
        next: Option<&NumericExpression>,
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
            for value in self.apart(value) {
                self.value(&value, None, record);
            }
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

    /// The values of a list in which each has a unit of its own ("88 s, 90 s rest"): they need not say
    /// the same thing.
    fn apart(&self, value: &NumericValue) -> Vec<NumericValue> {
        let ValueKind::Several { arrow: false, .. } = value.what else {
            return vec![value.clone()];
        };
        let each = value.tokens.clone().filter_map(|at| {
            let TokenKind::Quantity(quantity) = self.note.tokens[at].kind else {
                return None;
            };
            Some(NumericValue {
                tokens: at..at + 1,
                what: ValueKind::One(quantity.value),
                unit: Some(quantity.unit),
            })
        });
        let each: Vec<NumericValue> = each.collect();
        match &value.what {
            ValueKind::Several { values, .. } if values.len() == each.len() => each,
            _ => vec![value.clone()],
        }
    }

    /// A repeated part: `6x800m`, `1km x 5`, `400m 10개`, with what follows an `@`.
    pub(super) fn part_of(
        &self,
        piece: &NumericExpression,
        next: Option<&NumericExpression>,
        parts: &Parts,
    ) -> Option<(Map<String, Value>, usize)> {
        let main = |value: &NumericValue| {
            let slot = self.part_slot(value, parts)?;
            Some((slot, value.clone()))
        };
        let whole = |value: &NumericValue| {
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
                // `25x6`: of two bare numbers the one of a part's size is how far.
                let size = |value: &NumericValue| {
                    value.unit.is_none() && value.one().is_some_and(|one| parts.takes_bare(one))
                };
                let turned = size(first) && second.unit.is_none() && !size(second);
                if let (Some(count), Some(main), false) = (whole(first), main(second), turned) {
                    (count, main, 1)
                } else {
                    (whole(second)?, main(first)?, 1)
                }
            }
            [only] if piece.at.is_none() && !piece.led => {
                if let Some((count, taken)) = self.counted_behind(only, next?) {
                    let main = main(only).filter(|_| only.unit.is_some())?;
                    return Some((self.part(parts, count, &main, None), taken));
                }
                if only.unit.is_none()
                    && let Some(count) = whole(only)
                    && let Some(value) = self.counted_thing(only, next?)
                {
                    let main = main(value).filter(|_| value.unit.is_some())?;
                    return Some((self.part(parts, count, &main, None), 2));
                }
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
        Some((
            self.part(parts, count, &(slot, value), piece.at.as_ref()),
            taken,
        ))
    }

    /// A part of so many times a value, with what follows its `@`.
    fn part(
        &self,
        parts: &Parts,
        count: f64,
        (slot, value): &(usize, NumericValue),
        at: Option<&NumericValue>,
    ) -> Map<String, Value> {
        let mut part = Map::new();
        part.insert(parts.count.clone(), number(count));
        let bare = parts
            .bare_unit
            .as_deref()
            .filter(|_| value.unit.is_none() && *slot == 0);
        self.put_in(*slot, value, bare, &mut part);
        if let (Some(at), Some(slot)) = (at, self.at_slot(parts)) {
            match self.time_at_pace(at, value) {
                Some(seconds) => {
                    let field = self.domain.slot(slot).field_name();
                    part.insert(field.to_owned(), number(seconds));
                }
                None => self.put(slot, at, &mut part),
            }
        }
        part
    }

    /// How long a distance takes at a pace, in seconds.
    fn time_at_pace(&self, pace: &NumericValue, distance: &NumericValue) -> Option<f64> {
        let ValueKind::Pace { seconds, per } = pace.what else {
            return None;
        };
        let tokens = self.note.tokens;
        let unit = tokens.unit(distance.unit?);
        let length = in_unit(tokens, distance.one()?, &unit.name, &tokens.unit(per).name);
        Some(length * seconds)
    }

    /// `50m easy x 6`: the number of times stands behind the value and a word or two.
    fn counted_behind(
        &self,
        value: &NumericValue,
        next: &NumericExpression,
    ) -> Option<(f64, usize)> {
        let [times] = next.operands.as_slice() else {
            return None;
        };
        let near = next.tokens.start <= value.tokens.end + 2
            && self.note.clause[next.tokens.start] == self.note.clause[value.tokens.start];
        let count = times.one().filter(|count| count.fract() == 0.0)?;
        (next.led && next.at.is_none() && times.unit.is_none() && near).then_some((count, 2))
    }

    /// `10 fast ones of 30 sec`: a number of things this domain has a word for, and how long each
    /// is.
    fn counted_thing<'p>(
        &self,
        count: &NumericValue,
        next: &'p NumericExpression,
    ) -> Option<&'p NumericValue> {
        let value = next.plain()?;
        let between = count.tokens.end..value.tokens.start;
        let same = self.note.clause[value.tokens.start] == self.note.clause[count.tokens.start];
        let named = !within(self.terms, between.clone()).is_empty();
        let words = self.note.tokens[between.clone()]
            .iter()
            .all(quilto_text::Token::is_word);
        let plural = between
            .clone()
            .any(|at| self.note.tokens.norm(at).ends_with('s'));
        let summed = self.is_total(value);
        (same && named && words && plural && !summed && between.len() <= 4).then_some(value)
    }

    /// Whether a value is that of all parts together: "25 min total", "총 1200".
    pub(super) fn is_total(&self, value: &NumericValue) -> bool {
        let clause = self.note.clause_of(value.tokens.start);
        let before = value.tokens.start.saturating_sub(2).max(clause.start);
        let behind = (value.tokens.end + 2).min(clause.end);
        self.note.cue_in(before..value.tokens.start, Cue::Total)
            || self.note.cue_in(value.tokens.end..behind, Cue::Total)
    }

    /// The times of the repeats just told, one by one: "400 m x 3 (2:05, 2:03, 2:04)". Whether the
    /// stretch held nothing else.
    pub(super) fn timed_one_by_one(
        &self,
        pieces: &[&NumericExpression],
        record: &mut Record,
    ) -> bool {
        let (Some(parts), Some(slot)) = (
            &self.domain.notation.parts,
            self.domain.slots_of("duration").next(),
        ) else {
            return false;
        };
        let field = self.domain.slot(slot).field_name();
        let clocks = pieces.iter().map(|piece| piece.plain());
        let clocks: Option<Vec<&NumericValue>> = clocks
            .map(|value| value.filter(|value| matches!(value.what, ValueKind::Clock { .. })))
            .collect();
        let (Some(clocks), Some(part)) = (clocks, record.parts.last()) else {
            return false;
        };
        let count = part.get(&parts.count).and_then(Value::as_u64);
        if clocks.len() < 2 || count != Some(clocks.len() as u64) || part.contains_key(field) {
            return false;
        }
        let told = self.note.pieces_in(0..clocks[0].tokens.start).iter();
        if let Some(chain) = told.rev().find(|piece| self.own[piece.tokens.start]) {
            self.note.tell(chain.tokens.clone());
        }
        let mut part = part.clone();
        part.remove(&parts.count);
        record.parts.pop();
        for clock in clocks {
            let mut timed = part.clone();
            self.put(slot, clock, &mut timed);
            record.parts.push(timed);
        }
        true
    }

    pub(super) fn at_slot(&self, parts: &Parts) -> Option<usize> {
        self.domain.slot_named(parts.at.as_deref()?)
    }

    /// The slot of a part that a value fills: by unit, or the main one for a bare number.
    pub(super) fn part_slot(&self, value: &NumericValue, parts: &Parts) -> Option<usize> {
        let slot = match value.unit {
            Some(_) => self.slot_of(value)?,
            None if matches!(value.what, ValueKind::Clock { .. }) => self.slot_of(value)?,
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
        piece: &NumericExpression,
        next: Option<&NumericExpression>,
        parts: &Parts,
        record: &mut Record,
    ) -> Option<usize> {
        parts.splits.as_ref()?;
        let start = piece.tokens.start;
        let value = piece.plain()?;
        let said = within(self.hits, self.note.sentence_of(start).start..start);
        let announced = said
            .iter()
            .any(|hit| hit.meaning == Meaning::Splits && hit.tokens.end <= start);
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
        let pace = next.and_then(NumericExpression::plain)?;
        let joined = self.at_word(next?.tokens.start);
        let slot = self.domain.slots_of("pace").next()?;
        if !joined || !(self.is_duration(pace) || matches!(pace.what, ValueKind::Pace { .. })) {
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

    pub(super) fn is_duration(&self, value: &NumericValue) -> bool {
        match (&value.what, value.unit) {
            (ValueKind::Clock { .. }, _) => true,
            (_, Some(unit)) => dimension_name(&self.note.tokens.unit(unit).dimension) == "duration",
            _ => false,
        }
    }

    /// Whether a word or sign for "at" stands right before a token.
    pub(super) fn at_word(&self, at: usize) -> bool {
        at > 0
            && (self.note.tokens[at - 1].is(Symbol::At)
                || around(self.hits, at)
                    .iter()
                    .any(|hit| hit.meaning == Meaning::PartAt && hit.tokens.end == at))
    }
}
