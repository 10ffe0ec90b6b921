//! Reads the records of a domain without rows: one object per thing done, with repeated parts.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use serde_json::{Map, Value, json};

mod consistency;
mod names;
mod parts;
mod sentences;
mod values;
mod words;

use super::compiled_notation::{CompiledNotation, Meaning, in_unit};
use super::length_of_each;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::phrases::Hit;
use super::remarks::Remark;
use super::slot_values;
use super::spans::{HasStart, around, within};
use super::write::Remarks;
use quilto_domain::{Parts, Term, Vocabulary};
use quilto_model::UnitPreferences;
use quilto_text::TokenKind;

/// With so many words of others beside it a distance is only mentioned.
const MENTION: usize = 2;

/// A term of the domain's vocabulary in the text.
#[derive(Clone, Debug)]
pub(crate) struct TermMention<'a> {
    pub tokens: Range<usize>,
    pub term: &'a Term,
}

impl HasStart for TermMention<'_> {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// What one clause told: the words in it go to the record or part they stand by.
struct ClauseReading {
    range: Range<usize>,
    /// The first record of the clause.
    first: usize,
    /// The parts that this record had before.
    parts_before: usize,
    made_part: bool,
}

impl ClauseReading {
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
    pub domain: &'a CompiledNotation,
    pub domain_name: &'a str,
    pub units: &'a UnitPreferences,
    pub vocabulary: &'a Vocabulary,
    pub terms: &'a [TermMention<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub own: &'a [bool],
    /// The sentence that was last asked whether it tells of repeated parts, and the answer: every
    /// clause of it asks.
    pub sentence: Cell<Option<(usize, bool)>>,
    /// Whether the text tells of repeated parts anywhere, once that was asked.
    pub repeats: OnceCell<bool>,
    /// The units typed in what is this domain's, once they were asked for.
    pub typed: OnceCell<Vec<String>>,
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
    /// Its time, read as hours and minutes, where a clock told it.
    as_hours: Option<f64>,
    doubts: Vec<(String, RecordDoubt)>,
}

/// What is doubtful of a field.
#[derive(Clone, Debug)]
enum RecordDoubt {
    /// Only its speed told what it was.
    BySpeed,
    /// So far in its time is that fast.
    Speed(String, f64),
    /// A time too short for the whole is a pace.
    Pace,
}

impl RecordDoubt {
    fn remark(&self) -> Remark<'_> {
        match self {
            Self::BySpeed => Remark::BySpeed,
            Self::Speed(distance, speed) => Remark::Speed(distance, *speed),
            Self::Pace => Remark::ReadAsPace,
        }
    }
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
        let mut from = 0;
        for at in 0..self.note.tokens.len() {
            if !self.own[at] || self.note.dead[at] || at < from {
                continue;
            }
            let end = self.note.clause_of(at).end;
            let end = (at..end).find(|at| !self.own[*at]).unwrap_or(end);
            from = end;
            for stretch in self.stretches(at..end) {
                self.stretch(stretch, &mut records);
            }
        }
        let mut written = Vec::new();
        let named = self.is_named();
        let records = records
            .into_iter()
            .filter(|record| !record.is_empty() && (named || self.stands_alone(record)));
        for mut record in records {
            let path = format!("{}.{list}[{}]", self.domain_name, written.len());
            self.name_alone(&mut record);
            if record.is_empty() || self.is_only_lent(&record) {
                continue;
            }
            self.lift_lists(&mut record);
            let units = self.note.tokens.units();
            length_of_each::settle(&self.domain.notation, units, &mut record.fields);
            self.settle(&mut record);
            self.check_speed(&mut record);
            self.check(&mut record.fields, &path, remarks);
            if let Some(parts) = &self.domain.notation.parts {
                for (index, part) in record.parts.iter_mut().enumerate() {
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
            if let [Some(_), Some(_)] = self.main_and_duration(&record) {
                self.tell_paces();
            }
            for (field, doubt) in record.doubts {
                remarks.doubt(format!("{path}.{field}"), &doubt.remark());
            }
            written.push(Value::Object(record.fields));
        }
        (!written.is_empty()).then(|| json!({ list: written }))
    }

    /// A pace over many units follows from the record's distance and time.
    fn tell_paces(&self) {
        for (at, token) in self.note.tokens.iter().enumerate() {
            let pace = matches!(token.kind, TokenKind::Pace(pace) if pace.distance != 1.0);
            if pace && self.own[at] {
                self.note.tell(at..at + 1);
            }
        }
    }

    fn main_field(&self) -> &str {
        self.domain
            .notation
            .slots
            .first()
            .map_or("", quilto_domain::Slot::field_name)
    }

    /// The main quantity and the duration of a record, where told.
    fn main_and_duration(&self, record: &Record) -> [Option<f64>; 2] {
        let main = self.domain.notation.slots.first();
        let duration = self.domain.slots_of("duration").next();
        [main, duration.map(|slot| self.domain.slot(slot))].map(|slot| {
            record
                .fields
                .get(slot?.field_name())
                .and_then(Value::as_f64)
        })
    }

    /// Whether a word that opens records stands in the text.
    fn is_named(&self) -> bool {
        let kinds = &self.domain.notation.item.kinds;
        let living = |at: usize| self.own[at] && !self.note.dead[at];
        self.terms.iter().any(|at| {
            let opens = kinds.iter().any(|kind| **kind == *at.term.kind);
            living(at.tokens.start) && (opens || self.domain.opens(at.term))
        }) || self
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
                        .get(slot.field_name())
                        .is_some_and(Value::is_number)
            })
    }

    /// Reads a stretch of a clause into the last record, or into a new one where it tells of another.
    fn stretch(&self, range: Range<usize>, records: &mut Vec<Record>) {
        if self.begins_another(&range, records) {
            records.push(Record::default());
        }
        let pieces: Vec<&NumericExpression> = self
            .note
            .pieces_in(range.clone())
            .iter()
            .filter(|piece| {
                let at = piece.tokens.start;
                !self.note.used[at] && !self.note.dead[at] && !self.in_term(at)
            })
            .collect();
        if let Some(record) = records.last_mut()
            && self.timed_one_by_one(&pieces, record)
        {
            let at = pieces
                .first()
                .map_or(range.start, |piece| piece.tokens.start);
            record.part_at.resize(record.parts.len(), at);
            return;
        }
        // What is only mentioned goes into nothing, and is told as not read.
        if records
            .last()
            .is_some_and(|record| record.fields.contains_key(self.main_field()))
            && self.is_mention(&range)
        {
            return;
        }
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
        made_part |= records[first].parts.len() > parts_before;
        let told = ClauseReading {
            range,
            first,
            parts_before,
            made_part,
        };
        self.terms_of(&told, records);
        self.marks_of(&told, records);
    }

    /// Whether a bare number can be the main quantity of a part, told without a count.
    fn is_bare_part(&self, value: &NumericValue, parts: &Parts) -> bool {
        value.unit.is_none()
            && matches!(value.what, ValueKind::One(one) if parts.takes_bare(one))
            && self.slot_by_word(value).is_none()
    }

    /// Whether a value is a plain main quantity with a unit of its own.
    fn is_main(&self, value: &NumericValue) -> bool {
        self.main_slot(value) == Some(0)
    }

    /// The slot of a quantity that tells how much was done: those before the first duration.
    fn main_slot(&self, value: &NumericValue) -> Option<usize> {
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
    fn bare_beside_term(&self, value: &NumericValue) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let end = value.tokens.end;
        let said = || {
            let term = within(self.terms, end..end + 1)
                .iter()
                .any(|place| self.is_part_term(place.term));
            term || within(self.hits, end..end + 1).iter().any(|hit| {
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
        piece: &NumericExpression,
        next: Option<&NumericExpression>,
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
        let Some(before) = said(main.field_name()).and_then(Value::as_f64) else {
            return false;
        };
        let unit = main
            .unit_field
            .as_deref()
            .and_then(said)
            .and_then(Value::as_str);
        let typed =
            slot_values::unit_of(self.domain, self.note.tokens, self.units, slot, value.unit);
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
        if self.names_another(range, record) {
            return true;
        }
        if self.is_mention(range) {
            return false;
        }
        if self.is_parts_sentence(range.start) {
            return false;
        }
        let Some(main) = self.domain.notation.slots.first() else {
            return false;
        };
        let told = record.fields.contains_key(main.field_name()) || !record.parts.is_empty();
        let again = self.note.pieces_in(range.clone()).iter().any(|piece| {
            !self.in_term(piece.tokens.start)
                && piece.plain().is_some_and(|value| {
                    // "…, 200 easy. 1700 yds total": how far the parts came to.
                    let sums = self.is_total(value) && !record.parts.is_empty();
                    value.unit.is_some()
                        && !sums
                        && self.slot_by_word(value).or_else(|| self.slot_of(value)) == Some(0)
                        && !self.is_share(value)
                })
        });
        let line = self.note.sentence[range.start];
        told && again && record.part_sentence != Some(line)
    }

    /// Whether a stretch behind a told record only mentions a distance ("at 10k a rest"): other words
    /// stand beside it, and none of this domain, nor a time.
    fn is_mention(&self, range: &Range<usize>) -> bool {
        let pieces = self.note.pieces_in(range.clone());
        let values: Option<Vec<&NumericValue>> =
            pieces.iter().map(NumericExpression::plain).collect();
        let Some(values) = values else {
            return false;
        };
        let distances = values.iter().filter(|value| self.is_main(value)).count();
        let others = values
            .iter()
            .any(|value| !self.is_main(value) && value.unit.is_some());
        let timed = values.iter().any(|value| self.is_duration(value));
        if distances != 1 || others || timed {
            return false;
        }
        let own = |at: usize| {
            let term = around(self.terms, at).iter();
            let hit = around(self.hits, at).iter();
            term.map(|place| &place.tokens)
                .chain(hit.map(|hit| &hit.tokens))
                .any(|tokens| tokens.contains(&at))
        };
        let cue = |at: usize| {
            let mut cues = around(&self.note.cues, at).iter();
            cues.any(|hit| hit.tokens.contains(&at))
        };
        let told = |at: usize| pieces.iter().any(|piece| piece.tokens.contains(&at));
        let words = range.clone().filter(|at| {
            self.note.tokens[*at].is_word() && !self.note.used[*at] && !told(*at) && !cue(*at)
        });
        let (own, others): (Vec<usize>, Vec<usize>) = words.partition(|at| own(*at));
        own.is_empty() && others.len() >= MENTION
    }

    /// Whether a number is part of a name ("25 yd basin", "path to 5k"), and no quantity that the name
    /// stands for ("5k lap").
    fn in_term(&self, at: usize) -> bool {
        let is_quantity = |place: &TermMention| {
            let mut fields = self.domain.notation.terms.iter();
            fields.any(|field| *field.kind == *place.term.kind && field.unit.is_some())
        };
        around(self.terms, at).iter().any(|place| {
            place.tokens.len() > 1 && place.tokens.contains(&at) && !is_quantity(place)
        })
    }

    fn is_share(&self, value: &NumericValue) -> bool {
        let before = value.tokens.start;
        around(self.hits, before)
            .iter()
            .any(|hit| hit.meaning == Meaning::Share && hit.tokens.end == before)
    }
}
