//! Reads how the writer is: what a state domain's vocabulary says of them.

mod bare_quantities;
mod degrees;
mod feelings;
mod measures;
mod names;
mod scales;

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::compiled_notation::Meaning;
use super::cues::Cue;
use super::note::Note;
use super::numeric_expressions::NumericExpression;
use super::phrases::Hit;
use super::records::TermMention;
use super::remarks::Remark;
use super::spans::{HasStart, around};
use super::write::{Remarks, number, push, put_in};
pub(super) use degrees::Degrees;
pub(crate) use names::terms_in;
pub(super) use names::{names_of_pairs, worded};
use quilto_domain::{StateNotation, Vocabulary};
use quilto_model::{Entry, UnitPreferences};
use quilto_text::units::convert;
pub(crate) use scales::grade_of;
/// How far a number may stand from the term it measures, and a part from what is felt in it.
const NEAR: usize = 6;

/// What was read of a state.
#[derive(Clone, Debug, Default)]
pub(super) struct StateReading {
    pub fields: Map<String, Value>,
    pub tags: Vec<String>,
    /// Tokens of the numbers that were used.
    pub used: Vec<Range<usize>>,
    /// Words that were understood as how somebody feels.
    pub told: Vec<Range<usize>>,
    /// What is said of the writer in words that nothing here knows.
    pub doubted: Vec<Range<usize>>,
    /// Where something is told of the night before.
    pub nights: Vec<usize>,
    /// A value was left out because it cannot be.
    pub left_out: bool,
}

/// A word that names a slot of another domain.
#[derive(Clone, Debug)]
pub(super) struct SlotWord {
    pub tokens: Range<usize>,
    /// The note names something of that domain.
    pub told: bool,
}

impl HasStart for SlotWord {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// Reads the state of the writer.
pub(super) struct States<'a, 't> {
    pub note: &'a Note<'t>,
    pub notation: &'a StateNotation,
    pub domain_name: &'a str,
    pub units: &'a UnitPreferences,
    pub terms: &'a [TermMention<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub vocabulary: &'a Vocabulary,
    /// Words that name a slot of another domain.
    pub claimed: &'a [SlotWord],
    /// Places of other domains' names: their numbers are not the writer's.
    pub others: &'a [Range<usize>],
    /// Earlier entries, newest last.
    pub recent: &'a [Entry],
    /// What the note says of how strong something is.
    pub degrees: Degrees,
}

impl States<'_, '_> {
    pub fn read(mut self, remarks: &mut Remarks) -> StateReading {
        self.degrees = Degrees(self.find_degrees());
        let mut read = StateReading::default();
        self.counted(&mut read);
        let graded = self.graded(&mut read);
        self.felt(&mut read);
        for at in 0..self.terms.len() {
            let place = &self.terms[at];
            let said = |range: &Range<usize>| {
                range.start <= place.tokens.start && place.tokens.start < range.end
            };
            if graded.iter().any(said)
                || read.told.iter().any(said)
                || self.note.dead[place.tokens.start]
                || self.denied(&place.tokens)
                || self.names_slot(place)
            {
                continue;
            }
            let kind = Some(&*place.term.kind);
            if kind == self.notation.says.as_deref() {
                self.says(place, &mut read);
            } else if kind == self.notation.measures.as_deref() {
                self.measure(place, &mut read);
            } else if let Some(field) = self.notation.fields.get(&*place.term.kind) {
                read.fields
                    .entry(field.clone())
                    .or_insert_with(|| json!(&*place.term.name));
            } else if let Some(list) = self.notation.lists.get(&*place.term.kind) {
                push(&mut read.fields, list, json!(&*place.term.name));
                read.tags.push(place.term.name.to_string());
            }
        }
        self.told_alone(&mut read);
        self.leave_degrees(&mut read);
        self.leave_impossible(&mut read, remarks);
        let mut seen = Vec::new();
        read.tags.retain(|tag| {
            let new = !seen.contains(tag);
            seen.push(tag.clone());
            new
        });
        read
    }

    /// A degree of nothing that was read is no number of a neighbour's: it is left and said.
    fn leave_degrees(&self, read: &mut StateReading) {
        for degree in &self.degrees.0 {
            let used = read.used.iter();
            if !used.clone().any(|used| used.contains(&degree.tokens.start)) {
                read.doubted.push(degree.tokens.clone());
                read.used.push(degree.tokens.clone());
            }
        }
    }

    fn leave_impossible(&self, read: &mut StateReading, remarks: &mut Remarks) {
        for (field, bounds) in &self.notation.possible {
            let value = read.fields.get(field).and_then(Value::as_f64);
            let unit_field = format!("{field}_unit");
            let unit = read.fields.get(&unit_field).and_then(Value::as_str);
            let beyond = |value: &f64, [least, most]: &[f64; 2]| {
                let kept = unit.and_then(|unit| convert(*value, unit, "kg"));
                let value = kept.unwrap_or(*value);
                value < *least || value > *most
            };
            let common = self.notation.common.get(field);
            let much = |value: &f64| common.is_some_and(|common| beyond(value, common));
            if let Some(value) = value.filter(|value| much(value) && !beyond(value, bounds)) {
                let remark = Remark::ALot(field, value, unit);
                remarks.doubt(format!("{}.{field}", self.domain_name), &remark);
            }
            if let Some(value) = value.filter(|value| beyond(value, bounds)) {
                let remark = Remark::HardToBelieve(field, value, unit);
                remarks.doubt(format!("{}.{field}", self.domain_name), &remark);
                read.fields.remove(field);
                read.fields.remove(&unit_field);
                read.left_out = true;
            }
        }
    }

    /// Whether "not" stands right before, or the words after deny it.
    fn denied(&self, tokens: &Range<usize>) -> bool {
        let before = self.note.before(tokens.start, 3);
        let not = self.note.cues.iter().any(|hit| {
            hit.meaning == Cue::Not
                && before.contains(&hit.tokens.start)
                && hit.tokens.end <= tokens.start
        });
        let skip = self
            .note
            .first_cue_in(self.note.after(tokens.end, 1), Cue::Not)
            .is_some();
        not || skip
    }

    /// Whether the words name a slot of another domain beside a number ("rest 60s").
    fn names_slot(&self, place: &TermMention) -> bool {
        let tokens = &place.tokens;
        // What is measured of the writer is the other domain's only where it is told of.
        let measured = self.notation.measures.as_deref() == Some(&*place.term.kind);
        let holds = |claimed: &SlotWord| claimed.told || !measured;
        let claimed = around(self.claimed, tokens.start).iter().any(|claimed| {
            claimed.tokens.start < tokens.end && tokens.start < claimed.tokens.end && holds(claimed)
        });
        let near = tokens.start.saturating_sub(2)..tokens.end + 2;
        claimed && !self.note.pieces_in(near).is_empty()
    }

    fn says(&self, place: &TermMention, read: &mut StateReading) {
        let (Some(field), Some(value)) = (place.term.text("field"), place.term.text("value"))
        else {
            return;
        };
        read.fields.insert(field.to_owned(), json!(value));
        let name = place.term.groups.first().map_or(field, |group| group);
        read.tags.push(format!("{name}:{value}"));
        self.how_much(place, value, read);
        // "7시간 푹 잤음": the number belongs to the measure of the same group.
        self.measure_of_group(place, read);
    }

    /// "피곤 7/10": a degree of what the words say; of the scale itself where that is on its side.
    fn how_much(&self, place: &TermMention, value: &str, read: &mut StateReading) {
        let (Some(degree), Some(degrees)) =
            (self.degree_of(&place.tokens, read), &self.notation.degrees)
        else {
            return;
        };
        let field = place.term.text("field").unwrap_or_default();
        let scale = self
            .notation
            .scales
            .iter()
            .find(|scale| scale.field == field);
        let same = scale.is_some_and(|scale| {
            let grade = scales::grade_of(degree);
            scale.values.get(&grade).is_some_and(|said| said == value)
        });
        let of = if same { field } else { &*place.term.name };
        put_in(&mut read.fields, &degrees.field, of, number(degree));
    }

    /// Whether another domain's name stands nearer to the number, in its clause.
    fn belongs_to_other(&self, piece: &NumericExpression, tokens: &Range<usize>) -> bool {
        let clause = self.note.clause[piece.tokens.start];
        if clause == self.note.clause[tokens.start] {
            let between = piece.tokens.end.min(tokens.end)..piece.tokens.start.max(tokens.start);
            return self
                .others
                .iter()
                .any(|other| between.contains(&other.start));
        }
        self.others
            .iter()
            .any(|other| self.note.clause[other.start] == clause)
    }
}
