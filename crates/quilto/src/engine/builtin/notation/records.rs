//! Reads the records of a domain without rows: one object per thing done, with repeated parts.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::compiled::{Compiled, Meaning, dimension_name, in_unit};
use super::cues::Cue;
use super::note::Note;
use super::phrases::Hit;
use super::pieces::{Piece, What, Written};
use super::readings;
use super::write::{Remarks, hard_to_believe, number};
use crate::domain::{Parts, SlotRole, Term};
use crate::model::UnitPreferences;
use crate::text::Symbol;

/// A term of the domain's vocabulary in the text.
#[derive(Clone, Debug)]
pub(super) struct TermAt<'a> {
    pub tokens: Range<usize>,
    pub term: &'a Term,
}

/// What one clause told: the words in it go to the record or part they stand by.
struct Told {
    range: Range<usize>,
    /// The first record of the clause.
    first: usize,
    /// The parts that this record had before.
    parts_before: usize,
    made_part: bool,
}

impl Told {
    /// Whether the words stand before what they belong to.
    fn leads(&self, word: usize, records: &[Record]) -> bool {
        let told = records[self.first..]
            .iter()
            .flat_map(|record| record.part_at.iter().chain([&record.told_at]));
        told.filter(|at| self.range.contains(at))
            .min()
            .is_some_and(|first| word < *first)
    }

    fn record<'r>(
        &self,
        word: usize,
        leads: bool,
        records: &'r mut [Record],
    ) -> Option<&'r mut Record> {
        let last = records.len().checked_sub(1)?;
        let places: Vec<usize> = records[self.first..]
            .iter()
            .map(|record| record.told_at)
            .collect();
        let at = self.first + beside(&places, word, leads);
        records.get_mut(at.min(last))
    }

    fn part(&self, word: usize, leads: bool, record: &Record) -> Option<usize> {
        let before = if record
            .part_at
            .first()
            .is_some_and(|at| self.range.contains(at))
        {
            0
        } else {
            self.parts_before
                .min(record.part_at.len().saturating_sub(1))
        };
        let places = record.part_at.get(before..)?;
        (!places.is_empty()).then(|| before + beside(places, word, leads))
    }
}

/// Which of the places a word belongs to: the last before it, or with `leads` the next after it.
fn beside(places: &[usize], word: usize, leads: bool) -> usize {
    let last = places.len().saturating_sub(1);
    let found = if leads {
        places.iter().position(|at| *at > word)
    } else {
        places.iter().rposition(|at| *at <= word)
    };
    found.unwrap_or(if leads { last } else { 0 })
}

/// What a reader of records looks at.
pub(super) struct Records<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a Compiled,
    pub domain_name: &'a str,
    pub units: &'a UnitPreferences,
    pub terms: &'a [TermAt<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub own: &'a [bool],
}

#[derive(Clone, Debug, Default)]
struct Record {
    fields: Map<String, Value>,
    parts: Vec<Map<String, Value>>,
    splits: Vec<Map<String, Value>>,
    /// A part was told in this sentence.
    part_sentence: Option<usize>,
    /// The token at which each part was told.
    part_at: Vec<usize>,
    /// The token at which its main quantity was told.
    told_at: usize,
    doubts: Vec<(String, String)>,
}

impl Record {
    fn is_empty(&self) -> bool {
        self.fields.is_empty() && self.parts.is_empty() && self.splits.is_empty()
    }
}

impl Records<'_, '_> {
    /// The records in the text that is this domain's, as the list of the domain's data.
    pub fn read(&self, remarks: &mut Remarks) -> Option<Value> {
        let list = self.domain.notation.list.as_deref()?;
        let mut records: Vec<Record> = vec![Record::default()];
        let mut clause = usize::MAX;
        for at in 0..self.note.tokens.len() {
            if !self.own[at] || self.note.dead[at] || self.note.clause[at] == clause {
                continue;
            }
            clause = self.note.clause[at];
            self.clause(at, &mut records);
        }
        let mut written = Vec::new();
        let named = self.is_named();
        let records = records
            .into_iter()
            .filter(|record| !record.is_empty() && (named || self.stands_alone(record)));
        for (at, mut record) in records.enumerate() {
            let path = format!("{}.{list}[{at}]", self.domain_name);
            self.settle(&mut record);
            self.check_speed(&mut record);
            self.check(&record.fields, &path, remarks);
            if let Some(parts) = &self.domain.notation.parts {
                for (index, part) in record.parts.iter().enumerate() {
                    self.check(part, &format!("{path}.{}[{index}]", parts.field), remarks);
                }
                if !record.parts.is_empty() {
                    record
                        .fields
                        .insert(parts.field.clone(), json!(record.parts));
                }
                if let (Some(splits), false) = (&parts.splits, record.splits.is_empty()) {
                    record.fields.insert(splits.clone(), json!(record.splits));
                }
            }
            for (field, note) in record.doubts {
                remarks.uncertain(format!("{path}.{field}"), note);
            }
            written.push(Value::Object(record.fields));
        }
        (!written.is_empty()).then(|| json!({ list: written }))
    }

    /// Whether a word that opens records stands in the text.
    fn is_named(&self) -> bool {
        let kinds = &self.domain.notation.item.kinds;
        let living = |at: usize| self.own[at] && !self.note.dead[at];
        self.terms
            .iter()
            .any(|at| living(at.tokens.start) && kinds.iter().any(|kind| **kind == *at.term.kind))
            || self
                .hits
                .iter()
                .any(|hit| living(hit.tokens.start) && matches!(hit.meaning, Meaning::Opens))
    }

    /// Whether a record that no word opens tells enough: parts, or a quantity that needs no word
    /// beside it. A supporting word alone ("a long shower") or a number that a common word turned
    /// into one ("50 on gas") makes no record.
    fn stands_alone(&self, record: &Record) -> bool {
        !record.parts.is_empty()
            || !record.splits.is_empty()
            || self.domain.notation.slots.iter().any(|slot| {
                !slot.only_with_words
                    && record
                        .fields
                        .get(field_of(slot))
                        .is_some_and(Value::is_number)
            })
    }

    /// Reads one clause into the last record, or into a new one where it tells of another.
    fn clause(&self, at: usize, records: &mut Vec<Record>) {
        let clause = self.note.clause_of(at);
        let start = at;
        let end = (start..clause.end)
            .find(|at| !self.own[*at])
            .unwrap_or(clause.end);
        let range = start..end;
        if self.begins_another(&range, records) {
            records.push(Record::default());
        }
        let pieces: Vec<&Piece> = self
            .note
            .pieces_in(range.clone())
            .iter()
            .filter(|piece| {
                let at = piece.tokens.start;
                !self.note.used[at] && !self.note.dead[at] && !self.in_term(at)
            })
            .collect();
        let first = records.len() - 1;
        let parts_before = records[first].parts.len();
        let mut made_part = false;
        let mut index = 0;
        while index < pieces.len() {
            let piece = pieces[index];
            let next = pieces.get(index + 1).copied();
            if self.tells_another(piece, next, range.start, records) {
                records.push(Record::default());
            }
            let Some(record) = records.last_mut() else {
                return;
            };
            if piece
                .plain()
                .is_some_and(|value| self.main_slot(value).is_some())
            {
                record.told_at = piece.tokens.start;
            }
            let taken = self.piece(piece, next, record, &mut made_part);
            record
                .part_at
                .resize(record.parts.len(), piece.tokens.start);
            index += taken;
        }
        let told = Told {
            range,
            first,
            parts_before,
            made_part,
        };
        self.terms_of(&told, records);
        self.marks_of(&told, records);
    }

    /// Whether a bare number can be the main quantity of a part, told without a count.
    fn is_bare_part(&self, value: &Written, parts: &Parts) -> bool {
        value.unit.is_none()
            && matches!(value.what, What::One(one) if parts.takes_bare(one))
            && self.slot_by_word(value).is_none()
    }

    /// Whether a value is a plain main quantity with a unit of its own.
    fn is_main(&self, value: &Written) -> bool {
        self.main_slot(value) == Some(0)
    }

    /// The slot of a quantity that tells how much was done: those before the first duration.
    fn main_slot(&self, value: &Written) -> Option<usize> {
        if self.is_share(value) {
            return None;
        }
        if value.unit.is_none() {
            return self.bare_beside_term(value).then_some(0);
        }
        let slots = &self.domain.notation.slots;
        let ends = slots
            .iter()
            .position(|slot| slot.dimension.as_deref() == Some("duration"));
        let slot = self.slot_by_word(value).or_else(|| self.slot_of(value))?;
        (slot < ends.unwrap_or(slots.len()) && !slots[slot].only_with_words).then_some(slot)
    }

    /// `400 free`: a bare number of a part's size with a part's word right after it.
    fn bare_beside_term(&self, value: &Written) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let end = value.tokens.end;
        let said = || {
            let term = self
                .terms
                .iter()
                .any(|place| place.tokens.start == end && self.is_part_term(place.term));
            term || self.hits.iter().any(|hit| {
                hit.tokens.start == end
                    && matches!(hit.meaning, Meaning::Mark(mark) if self.domain.notation.marks[mark]
                        .field
                        .as_ref()
                        .is_some_and(|field| parts.terms.contains(field)))
            })
        };
        self.is_bare_part(value, parts) && said()
    }

    /// Whether a piece tells of another record within the clause: a second main quantity that is
    /// not the first one over again in another unit (`5 km, 3.1 mi`).
    fn tells_another(
        &self,
        piece: &Piece,
        next: Option<&Piece>,
        clause: usize,
        records: &[Record],
    ) -> bool {
        let Some(record) = records.last() else {
            return false;
        };
        let Some((slot, value)) = piece
            .plain()
            .and_then(|value| Some((self.main_slot(value)?, value)))
        else {
            return false;
        };
        let main = self.domain.slot(slot);
        let repeats = self
            .domain
            .notation
            .parts
            .as_ref()
            .is_some_and(|parts| self.part_of(piece, next, parts).is_some());
        if repeats || record.told_at < clause || self.is_parts_sentence(clause) {
            return false;
        }
        let said = |field: &str| record.fields.get(field);
        let Some(before) = said(field_of(main)).and_then(Value::as_f64) else {
            return false;
        };
        let unit = main
            .unit_field
            .as_deref()
            .and_then(said)
            .and_then(Value::as_str);
        let typed = readings::unit_of(self.domain, self.note.tokens, self.units, slot, value.unit);
        let again = value.one().zip(unit).is_some_and(|(one, unit)| {
            let same = in_unit(self.note.tokens, one, &typed, unit);
            unit != typed && (same - before).abs() <= before * 0.03
        });
        !again
    }

    /// Whether a clause tells of another thing than the record at hand: it has a main quantity of
    /// its own, and that is told already.
    fn begins_another(&self, range: &Range<usize>, records: &[Record]) -> bool {
        let Some(record) = records.last().filter(|record| !record.is_empty()) else {
            return false;
        };
        if self.is_parts_sentence(range.start) {
            return false;
        }
        let Some(main) = self.domain.notation.slots.first() else {
            return false;
        };
        let told = record.fields.contains_key(field_of(main)) || !record.parts.is_empty();
        let again = self.note.pieces_in(range.clone()).iter().any(|piece| {
            !self.in_term(piece.tokens.start)
                && piece.plain().is_some_and(|value| {
                    value.unit.is_some()
                        && self.slot_by_word(value).or_else(|| self.slot_of(value)) == Some(0)
                        && !self.is_share(value)
                })
        });
        let line = self.note.sentence[range.start];
        told && again && record.part_sentence != Some(line)
    }

    /// Whether a number is part of a term whose own values say it ("25 yd pool").
    fn in_term(&self, at: usize) -> bool {
        self.terms.iter().any(|place| {
            place.tokens.len() > 1
                && place.tokens.contains(&at)
                && self.domain.notation.terms.iter().any(|field| {
                    *field.kind == *place.term.kind
                        && !field.copy.is_empty()
                        && field.unit.is_none()
                })
        })
    }

    fn is_share(&self, value: &Written) -> bool {
        let before = value.tokens.start;
        self.hits
            .iter()
            .any(|hit| hit.meaning == Meaning::Share && hit.tokens.end == before)
    }

    /// Whether the sentence tells of repeated parts, so that its plain quantities are parts, too.
    fn is_parts_sentence(&self, at: usize) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let sentence = self.note.sentence_of(at);
        let pieces = self.note.pieces_in(sentence);
        let (mut chain, mut bare, mut plain, mut index) = (false, false, 0, 0);
        while let Some(piece) = pieces.get(index) {
            if let Some((_, taken)) = self.part_of(piece, pieces.get(index + 1), parts) {
                chain = true;
                index += taken;
                continue;
            }
            index += 1;
            let value = piece.plain();
            bare |= value.is_some_and(|value| self.is_bare_part(value, parts));
            plain += usize::from(value.is_some_and(|value| self.is_main(value)));
        }
        // A bare number is no whole: that has its unit.
        chain && (bare || plain > 1 || plain == 1 && self.says_parts_apart(at, parts))
    }

    /// Whether a sentence gives its parts different terms: then a plain quantity is a part, too,
    /// not the whole.
    fn says_parts_apart(&self, at: usize, parts: &Parts) -> bool {
        let sentence = self.note.sentence[at];
        let mut said = self.terms.iter().filter(|place| {
            self.note.sentence[place.tokens.start] == sentence
                && self.domain.notation.terms.iter().any(|field| {
                    *field.kind == *place.term.kind && parts.terms.contains(&field.kind)
                })
        });
        let first = said.next();
        said.any(|other| first.is_some_and(|first| first.term.name != other.term.name))
    }

    /// Reads a piece; gives how many pieces it took.
    fn piece(
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
    fn part_of(
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

    fn at_slot(&self, parts: &Parts) -> Option<usize> {
        self.domain.slot_named(parts.at.as_deref()?)
    }

    /// The slot of a part that a value fills: by unit, or the main one for a bare number.
    fn part_slot(&self, value: &Written, parts: &Parts) -> Option<usize> {
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
    fn splits_at(
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

    fn main_unit(&self, record: &Record) -> Option<String> {
        let field = self.domain.notation.slots.first()?.unit_field.as_ref()?;
        record
            .fields
            .get(field)
            .and_then(Value::as_str)
            .map(str::to_owned)
    }

    fn is_duration(&self, value: &Written) -> bool {
        match (&value.what, value.unit) {
            (What::Clock { .. }, _) => true,
            (_, Some(unit)) => dimension_name(&self.note.tokens.unit(unit).dimension) == "duration",
            _ => false,
        }
    }

    /// Whether a word or sign for "at" stands right before a token.
    fn at_word(&self, at: usize) -> bool {
        at > 0
            && (self.note.tokens[at - 1].is(Symbol::At)
                || self
                    .hits
                    .iter()
                    .any(|hit| hit.meaning == Meaning::PartAt && hit.tokens.end == at))
    }

    /// The slot that a value's unit or form points at.
    fn slot_of(&self, value: &Written) -> Option<usize> {
        let open = |slot: &usize| {
            let slot = self.domain.slot(*slot);
            !slot.only_with_words && slot.role != SlotRole::Pause
        };
        match (&value.what, value.unit) {
            (What::Clock { .. }, _) => self.domain.slots_of("duration").find(open),
            (What::Pace { .. }, _) => self.domain.slots_of("pace").next(),
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
    fn slot_by_word(&self, value: &Written) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        let named = |hit: &Hit<Meaning>| match hit.meaning {
            Meaning::Slot(slot) if readings::fits(self.domain, self.note.tokens, slot, value) => {
                Some(slot)
            }
            _ => None,
        };
        let clause = self.note.clause[start];
        let before = self
            .hits
            .iter()
            .rev()
            .filter(|hit| {
                hit.tokens.end <= start
                    && hit.tokens.end + 3 > start
                    && self.note.clause[hit.tokens.start] == clause
                    && self.note.pieces_in(hit.tokens.end..start).is_empty()
            })
            .find_map(named);
        let after = self
            .hits
            .iter()
            .filter(|hit| {
                let gap = hit.tokens.start >= end && hit.tokens.start <= end + 1;
                // A word that a number follows directly belongs to that number.
                let next = self.note.pieces_in(hit.tokens.end..hit.tokens.end + 1);
                let theirs = next.iter().any(|piece| match (hit.meaning, piece.plain()) {
                    (Meaning::Slot(slot), Some(next)) => {
                        readings::fits(self.domain, self.note.tokens, slot, next)
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

    /// Whether the word before a value, with something between them, stands right behind another
    /// value that fits it ("25 m lane, …").
    fn word_is_of_another(&self, value: &Written, slot: usize) -> bool {
        let start = value.tokens.start;
        self.hits.iter().any(|hit| {
            hit.meaning == Meaning::Slot(slot)
                && hit.tokens.end < start
                && hit.tokens.end + 3 > start
                && self.note.pieces.iter().any(|piece| {
                    piece.tokens.end == hit.tokens.start
                        && piece.plain().is_some_and(|other| {
                            readings::fits(self.domain, self.note.tokens, slot, other)
                        })
                })
        })
    }

    /// Whether the word before a value is the one after another value ("rest 60s, …").
    fn word_is_taken(&self, value: &Written, slot: usize) -> bool {
        let start = value.tokens.start;
        self.hits.iter().any(|hit| {
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

    fn value(&self, value: &Written, sign: Option<Symbol>, record: &mut Record) {
        let start = value.tokens.start;
        let sentence = self.note.sentence[start];
        let in_parts = record.part_sentence == Some(sentence);
        let word = self.slot_by_word(value);
        if let Some(slot) = word {
            let data = self.domain.slot(slot);
            let of_part = self
                .domain
                .notation
                .parts
                .as_ref()
                .is_some_and(|parts| parts.slots.contains(&data.name));
            let last = record.parts.last_mut();
            match last {
                Some(part)
                    if of_part
                        && slot != 0
                        && (in_parts || data.role == SlotRole::Pause || data.only_with_words) =>
                {
                    self.put(slot, value, part);
                }
                _ if data.role == SlotRole::Pause => {}
                _ => {
                    let pace = data.dimension.as_deref() == Some("pace");
                    let unit = self.main_unit(record).filter(|_| pace);
                    self.put_in(slot, value, unit.as_deref(), &mut record.fields);
                }
            }
            return;
        }
        let at = sign == Some(Symbol::At) || self.at_word(start);
        if self.is_duration(value) {
            self.duration(value, at, in_parts, record);
            return;
        }
        let parts = self.domain.notation.parts.as_ref();
        if let Some(parts) = parts.filter(|parts| self.is_bare_part(value, parts))
            && self.is_parts_sentence(start)
        {
            let mut part = Map::new();
            self.put_in(0, value, parts.bare_unit.as_deref(), &mut part);
            record.parts.push(part);
            record.part_sentence = Some(sentence);
            return;
        }
        let slot = match self.slot_of(value) {
            Some(slot) => slot,
            None if self.bare_beside_term(value) => {
                let unit = parts.and_then(|parts| parts.bare_unit.as_deref());
                self.put_in(0, value, unit, &mut record.fields);
                return;
            }
            None if value.unit.is_none()
                && self.bare_main(value)
                && !record.fields.contains_key(field_of(self.domain.slot(0))) =>
            {
                0
            }
            None => return,
        };
        let main = slot == 0;
        if main && value.unit.is_some() && self.is_parts_sentence(start) {
            let mut part = Map::new();
            self.put(slot, value, &mut part);
            record.parts.push(part);
            record.part_sentence = Some(sentence);
            return;
        }
        self.put(slot, value, &mut record.fields);
    }

    /// Whether a bare number can be the main quantity: it is usual for it.
    fn bare_main(&self, value: &Written) -> bool {
        self.domain.notation.item.opens.first()
            == self.domain.notation.slots.first().map(|slot| &slot.name)
            && readings::usual(self.domain, self.note.tokens, self.units, &[], 0, value)
            && value.one().is_some()
            && self.note.clause_of(value.tokens.start).len() > 1
    }

    /// A duration is that of a part, of the record, or a pace.
    fn duration(&self, value: &Written, at: bool, in_parts: bool, record: &mut Record) {
        let clock = matches!(value.what, What::Clock { .. });
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
            && readings::possible(self.domain, self.note.tokens, self.units, &[], pace, value)
        {
            let unit = self.main_unit(record);
            self.put_in(pace, value, unit.as_deref(), &mut record.fields);
            return;
        }
        let Some(slot) = self.slot_of(value) else {
            return;
        };
        if record.fields.contains_key(field_of(self.domain.slot(slot))) {
            return;
        }
        self.put(slot, value, &mut record.fields);
    }

    fn put(&self, slot: usize, value: &Written, fields: &mut Map<String, Value>) {
        self.put_in(slot, value, None, fields);
    }

    /// Writes a value; a bare number takes the given unit.
    fn put_in(
        &self,
        slot: usize,
        value: &Written,
        unit: Option<&str>,
        fields: &mut Map<String, Value>,
    ) {
        let data = self.domain.slot(slot);
        let field = field_of(data);
        let typed = match (&value.what, unit) {
            (What::Pace { per, .. }, _) => self.note.tokens.unit(*per).name.to_string(),
            (_, Some(unit)) if value.unit.is_none() => unit.to_owned(),
            (What::Clock { .. }, _) if data.dimension.as_deref() == Some("pace") => {
                self.units.distance.clone()
            }
            _ if data.dimension.as_deref() == Some("pace") => {
                unit.map_or_else(|| self.units.distance.clone(), str::to_owned)
            }
            _ => readings::unit_of(self.domain, self.note.tokens, self.units, slot, value.unit),
        };
        let amount = match &value.what {
            What::Clock { seconds, .. } => match &data.store {
                Some(store) => in_unit(self.note.tokens, *seconds, "s", store),
                None => *seconds,
            },
            What::Pace { seconds, .. } => *seconds,
            What::One(one) => match (data.dimension.as_deref(), value.unit) {
                (Some("pace"), Some(unit)) => in_unit(
                    self.note.tokens,
                    *one,
                    &self.note.tokens.unit(unit).name,
                    "s",
                ),
                _ => readings::stored(self.domain, self.note.tokens, slot, *one, value.unit),
            },
            What::Between { first, second, .. } => {
                let middle = (first + second) / 2.0;
                readings::stored(self.domain, self.note.tokens, slot, middle, value.unit)
            }
            What::Several { values, .. } => values[0],
        };
        fields.insert(field.to_owned(), number(amount));
        if let Some(unit_field) = &data.unit_field {
            fields.insert(unit_field.clone(), json!(typed));
        }
    }

    fn terms_of(&self, told: &Told, records: &mut [Record]) {
        let first = self.terms.iter().find(|place| {
            told.range.contains(&place.tokens.start) && self.is_part_term(place.term)
        });
        let leads = first.is_some_and(|first| told.leads(first.tokens.start, records));
        for place in self.terms.iter().filter(|place| {
            told.range.contains(&place.tokens.start) && !self.note.dead[place.tokens.start]
        }) {
            let field = self
                .domain
                .notation
                .terms
                .iter()
                .find(|field| *field.kind == *place.term.kind);
            let Some(field) = field else { continue };
            if let Some(not) = self
                .note
                .first_cue_in(self.note.before(place.tokens.start, 1), Cue::Not)
                && not.tokens.end == place.tokens.start
            {
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

    fn is_part_term(&self, term: &Term) -> bool {
        let parts = self.domain.notation.parts.as_ref();
        parts.is_some_and(|parts| parts.terms.iter().any(|kind| **kind == *term.kind))
    }

    fn term(
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
        let spelled_out = self.note.pieces.iter().any(|piece| {
            piece.tokens.start < place.tokens.end && place.tokens.start < piece.tokens.end
        });
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
                        readings::unit_of(self.domain, self.note.tokens, self.units, slot, None);
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

    fn marks_of(&self, told: &Told, records: &mut [Record]) {
        for hit in self
            .hits
            .iter()
            .filter(|hit| told.range.contains(&hit.tokens.start))
        {
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

    /// A distance and a time that nobody brings together are kept and marked.
    fn check_speed(&self, record: &mut Record) {
        let (Some([least, most]), Some(main), Some(duration)) = (
            self.domain.notation.item.speed,
            self.domain.notation.slots.first(),
            self.domain.slots_of("duration").next(),
        ) else {
            return;
        };
        let field = field_of(self.domain.slot(duration)).to_owned();
        let get = |field: &str| record.fields.get(field).and_then(Value::as_f64);
        let unit = main
            .unit_field
            .as_ref()
            .and_then(|field| record.fields.get(field))
            .and_then(Value::as_str);
        let (Some(distance), Some(unit), Some(seconds)) = (get(field_of(main)), unit, get(&field))
        else {
            return;
        };
        let hours = seconds / 3600.0;
        let speed = in_unit(self.note.tokens, distance, unit, "km") / hours;
        if hours > 0.0 && (speed < least || speed > most) {
            let note = format!("{distance} {unit} in that time is {speed:.1} km/h; please check");
            record.doubts.push((field, note));
        }
    }

    /// A time that cannot be that of the whole is a pace.
    fn settle(&self, record: &mut Record) {
        let (Some(duration), Some(pace), Some(main)) = (
            self.domain.slots_of("duration").next(),
            self.domain.slots_of("pace").next(),
            self.domain.notation.slots.first(),
        ) else {
            return;
        };
        let (duration, pace) = (self.domain.slot(duration), self.domain.slot(pace));
        let get = |field: &str| record.fields.get(field).and_then(Value::as_f64);
        let (Some(seconds), Some(distance), None) = (
            get(field_of(duration)),
            get(field_of(main)),
            get(field_of(pace)),
        ) else {
            return;
        };
        let unit = main
            .unit_field
            .as_ref()
            .and_then(|field| record.fields.get(field))
            .and_then(Value::as_str)
            .unwrap_or(&self.units.distance)
            .to_owned();
        let per_km = seconds / in_unit(self.note.tokens, distance, &unit, "km");
        let bounds = pace.possible.unwrap_or([0.0, f64::MAX]);
        if per_km < bounds[0] && bounds[0] <= seconds && seconds <= bounds[1] && distance > 1.0 {
            record.fields.remove(field_of(duration));
            record
                .fields
                .insert(field_of(pace).to_owned(), number(seconds));
            if let Some(unit_field) = &pace.unit_field {
                record.fields.insert(unit_field.clone(), json!(unit));
            }
            record.doubts.push((
                field_of(pace).to_owned(),
                "the time is too short for the whole; read as a pace".into(),
            ));
        }
    }

    fn check(&self, fields: &Map<String, Value>, path: &str, remarks: &mut Remarks) {
        for (at, slot) in self.domain.notation.slots.iter().enumerate() {
            let field = field_of(slot);
            let (Some(value), Some([least, most])) =
                (fields.get(field).and_then(Value::as_f64), slot.possible)
            else {
                continue;
            };
            let unit = slot
                .unit_field
                .as_ref()
                .and_then(|field| fields.get(field))
                .and_then(Value::as_str);
            let bounded = match (unit, slot.dimension.as_deref()) {
                (Some(unit), Some("pace")) => {
                    let km = in_unit(self.note.tokens, 1.0, unit, "km");
                    value / km
                }
                (Some(unit), _) => {
                    readings::in_bounds_unit(self.domain, self.note.tokens, at, value, unit)
                }
                _ => value,
            };
            if bounded < least || bounded > most {
                remarks.uncertain(
                    format!("{path}.{field}"),
                    hard_to_believe(field, value, unit),
                );
            }
        }
    }
}

fn field_of(slot: &crate::domain::Slot) -> &str {
    slot.field.as_deref().unwrap_or(&slot.name)
}
