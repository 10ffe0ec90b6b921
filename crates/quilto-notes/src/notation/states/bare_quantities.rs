//! What is told by a quantity alone: "58.3 kg", "5 hrs."

use serde_json::{Value, json};

use super::super::compiled_notation::in_unit;
use super::super::numeric_expressions::NumericExpression;
use super::super::spans::within;
use super::super::write::number;
use super::{StateReading, States};
use quilto_domain::{BareQuantity, Term};
use quilto_text::lexicon;

/// How far a value may be from the last one to be taken for the next.
const USUAL: f64 = 0.1;

impl States<'_, '_> {
    /// Takes a quantity in a clause of its own, the only one of its kind.
    pub(super) fn told_alone(&self, read: &mut StateReading) {
        for (field, lone) in &self.notation.lone {
            let mut measures = self
                .vocabulary
                .terms()
                .filter(|term| Some(&*term.kind) == self.notation.measures.as_deref());
            let term = measures.find(|term| term.text("field") == Some(field));
            let Some(term) = term.filter(|_| !read.fields.contains_key(field)) else {
                continue;
            };
            let mut told = self.note.pieces.iter().filter_map(|piece| {
                let (value, typed) = self.alone(piece, term, lone, read)?;
                Some((piece, value, typed))
            });
            let (Some((piece, value, typed)), None) = (told.next(), told.next()) else {
                continue;
            };
            read.fields.insert(field.clone(), number(value));
            if let Some(typed) = typed {
                read.fields.insert(format!("{field}_unit"), json!(typed));
            }
            read.used.push(piece.tokens.clone());
            if self.is_of_night(term) {
                read.nights.push(piece.tokens.start);
            }
        }
    }

    fn alone(
        &self,
        piece: &NumericExpression,
        term: &Term,
        lone: &BareQuantity,
        read: &StateReading,
    ) -> Option<(f64, Option<String>)> {
        let note = self.note;
        let start = piece.tokens.start;
        let unit = term.text("unit")?;
        let (value, typed) = self.measured(piece, Some(unit))?;
        let in_unit = typed
            .as_ref()
            .map_or(value, |typed| in_unit(note.tokens, value, typed, unit));
        let [least, most] = lone.range;
        let taken = read.used.iter().any(|used| used.contains(&start));
        let possible = least <= in_unit && in_unit <= most;
        if taken || note.dead[start] || note.used[start] || !possible {
            return None;
        }
        let clause = note.clause_of(start);
        let in_parts = self.notation.felt_in_parts.as_deref();
        let term_at = |at: usize| {
            let mut terms = self.terms.iter();
            terms.find(|place| place.tokens.contains(&at) && Some(&*place.term.kind) != in_parts)
        };
        let quiet = clause.clone().all(|at| {
            piece.tokens.contains(&at)
                || !note.tokens[at].is_word()
                || note.used[at]
                || term_at(at).is_some()
                || lexicon::core().stop_words.contains(note.tokens.norm(at))
        });
        let sentence = note.sentence_of(start);
        let only = note.pieces_in(clause.clone()).iter().all(|other| {
            let taken = |used: &std::ops::Range<usize>| used.contains(&other.tokens.start);
            other.tokens == piece.tokens || read.used.iter().any(taken)
        });
        if !quiet || !only || !within(self.others, sentence.clone()).is_empty() {
            return None;
        }
        let opens = self.others.iter().all(|other| other.start > start)
            && note.pieces_in(0..start).is_empty();
        let about_writer = !read.fields.is_empty();
        let bare = piece.plain()?.unit.is_none();
        let said = if bare {
            let time = |place: &crate::notation::records::TermMention| {
                lone.beside
                    .iter()
                    .any(|kind| *kind == *place.term.kind || *kind == *place.term.name)
            };
            let beside = clause.filter_map(term_at).any(time);
            let exact = note.tokens[start]
                .number()
                .is_some_and(|number| number.decimals > 0);
            opens && (exact && beside || self.is_usual(term, in_unit))
        } else {
            opens && (lone.opens || about_writer) || about_writer && self.others.is_empty()
        };
        said.then_some((value, typed))
    }

    /// Whether a value is near to the last one of the person.
    fn is_usual(&self, term: &Term, value: f64) -> bool {
        let (Some(field), Some(unit)) = (term.text("field"), term.text("unit")) else {
            return false;
        };
        let last = self.recent.iter().rev().find_map(|entry| {
            let data = entry.parsed.as_ref()?.domain_data.get(self.domain_name)?;
            let before = data.get(field)?.as_f64()?;
            let typed = data.get(format!("{field}_unit")).and_then(Value::as_str);
            Some(typed.map_or(before, |typed| {
                in_unit(self.note.tokens, before, typed, unit)
            }))
        });
        last.is_some_and(|last| (value - last).abs() <= last * USUAL)
    }
}
