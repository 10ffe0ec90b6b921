//! What is measured of the writer: the number beside its name, or told by its unit alone.

use std::ops::Range;

use chrono::Timelike;
use serde_json::json;

use super::super::compiled::{dimension_name, in_unit};
use super::super::pieces::{Piece, What};
use super::super::places::{around, within};
use super::super::records::TermAt;
use super::super::write::number;
use super::{NEAR, StateRead, States};
use crate::text::TokenKind;

impl States<'_, '_> {
    pub(super) fn measure_of_group(&self, place: &TermAt, read: &mut StateRead) {
        let Some(group) = place.term.groups.first() else {
            return;
        };
        let members = self.vocabulary.members(group);
        let measure = members
            .iter()
            .find(|term| Some(&*term.kind) == self.notation.measures.as_deref());
        let (field, unit) = match measure {
            Some(measure) => (measure.text("field"), measure.text("unit")),
            None => return,
        };
        if let (Some(field), Some(unit)) = (field, unit) {
            self.number_near(&place.tokens, field, Some(unit), read);
        }
    }

    pub(super) fn measure(&self, place: &TermAt, read: &mut StateRead) {
        if let Some(field) = place.term.text("field") {
            self.number_near(&place.tokens, field, place.term.text("unit"), read);
        }
    }

    /// Takes the nearest number in the clause that is of the unit's kind, or bare.
    fn number_near(
        &self,
        tokens: &Range<usize>,
        field: &str,
        unit: Option<&str>,
        read: &mut StateRead,
    ) {
        if read.fields.contains_key(field) {
            return;
        }
        let sentence = self.note.sentence_of(tokens.start);
        let distance = |piece: &Piece| {
            if piece.tokens.start >= tokens.end {
                piece.tokens.start - tokens.end
            } else {
                tokens.start.saturating_sub(piece.tokens.end)
            }
        };
        let fitting = self
            .note
            .pieces_in(sentence)
            .iter()
            .filter(|piece| distance(piece) <= NEAR && !self.note.dead[piece.tokens.start])
            .filter(|piece| !self.note.used[piece.tokens.start])
            .filter(|piece| {
                !read
                    .used
                    .iter()
                    .any(|used| used.contains(&piece.tokens.start))
            })
            .filter(|piece| !self.belongs_to_other(piece, tokens))
            .filter(|piece| !self.measured_beside(piece, tokens))
            .filter_map(|piece| self.measured(piece, unit).map(|value| (piece, value)))
            .min_by_key(|(piece, (value, _))| {
                // "score 84, 6 h 50": a bare number that cannot be it is another's.
                let bounds = self.notation.possible.get(field);
                let bare = piece.plain().is_some_and(|value| value.unit.is_none());
                let off = bounds.is_some_and(|[least, most]| value < least || value > most);
                (off && bare, distance(piece))
            });
        // "10:45 - 6:30" are the ends of it, even where the first could be how long it was.
        let clock = |piece: &&Piece| {
            let value = piece.plain();
            value.is_some_and(|value| matches!(value.what, What::Clock { .. }))
        };
        let ends = self.notation.spans.iter().any(|name| name == field)
            && fitting.as_ref().is_none_or(|(piece, _)| clock(piece));
        if let Some(hours) = self.span_of_day(tokens).filter(|_| ends) {
            read.fields.insert(field.to_owned(), number(hours));
            let sentence = self.note.pieces_in(self.note.sentence_of(tokens.start));
            for piece in sentence.iter().filter(clock) {
                self.note.tell(piece.tokens.clone());
                read.used.push(piece.tokens.clone());
            }
            return;
        }
        let Some((piece, (value, typed))) = fitting else {
            return;
        };
        read.fields.insert(field.to_owned(), number(value));
        if let (Some("kg"), Some(typed)) = (unit, typed) {
            read.fields.insert(format!("{field}_unit"), json!(typed));
        }
        read.used.push(piece.tokens.clone());
    }

    /// Whether the name of something else that is measured stands right before the number, and this
    /// one does not.
    fn measured_beside(&self, piece: &Piece, tokens: &Range<usize>) -> bool {
        let measures = self.notation.measures.as_deref();
        tokens.end != piece.tokens.start
            && around(self.terms, piece.tokens.start).iter().any(|place| {
                place.tokens.end == piece.tokens.start
                    && Some(&*place.term.kind) == measures
                    && place.term.text("field").is_some()
            })
    }

    /// "82.3 kg" beside what else is told of the writer: a quantity in a clause of its own, the only
    /// one of its kind.
    pub(super) fn told_alone(&self, read: &mut StateRead) {
        if read.fields.is_empty() || !self.others.is_empty() {
            return;
        }
        let terms = self.notation.lone.iter().filter_map(|field| {
            let members = self.vocabulary.terms();
            let mut measures =
                members.filter(|term| Some(&*term.kind) == self.notation.measures.as_deref());
            measures.find(|term| term.text("field") == Some(field))
        });
        for term in terms {
            let (Some(field), unit @ Some(unit_name)) = (term.text("field"), term.text("unit"))
            else {
                continue;
            };
            let mut told = self.note.pieces.iter().filter_map(|piece| {
                let typed = piece.plain()?.unit.is_some();
                let value = self.measured(piece, unit).filter(|_| typed)?;
                (!self.note.dead[piece.tokens.start]).then_some((piece, value))
            });
            let (Some((piece, (value, typed))), None) = (told.next(), told.next()) else {
                continue;
            };
            let used = read
                .used
                .iter()
                .any(|used| used.contains(&piece.tokens.start));
            let alone = self
                .note
                .clause_of(piece.tokens.start)
                .all(|at| piece.tokens.contains(&at) || !self.note.tokens[at].is_word());
            if used || !alone || read.fields.contains_key(field) {
                continue;
            }
            read.fields.insert(field.to_owned(), number(value));
            if let (true, Some(typed)) = (unit_name == "kg", typed) {
                read.fields.insert(format!("{field}_unit"), json!(typed));
            }
            read.used.push(piece.tokens.clone());
        }
    }

    /// The number of a piece in the unit (mass stays as typed), if it can be one.
    fn measured(&self, piece: &Piece, unit: Option<&str>) -> Option<(f64, Option<String>)> {
        let value = piece.plain()?;
        let tokens = self.note.tokens;
        let wanted = unit
            .and_then(|unit| tokens.units().named(unit))
            .map(|id| dimension_name(&tokens.unit(id).dimension).to_owned());
        match (&value.what, value.unit, unit) {
            (What::Clock { as_hours, .. }, _, Some("h")) => Some((as_hours / 3600.0, None)),
            (What::Clock { .. } | What::Pace { .. }, _, _) => None,
            (what, Some(typed), Some(unit)) => {
                let typed = tokens.unit(typed);
                (wanted.as_deref() == Some(dimension_name(&typed.dimension))).then_some(())?;
                let amount = middle(what)?;
                Some(if unit == "kg" {
                    (amount, Some(typed.name.to_string()))
                } else {
                    (in_unit(tokens, amount, &typed.name, unit), None)
                })
            }
            (what, None, Some(unit)) => {
                let amount = middle(what)?;
                let typed = (unit == "kg").then(|| self.units.mass.clone());
                Some((amount, typed))
            }
            (what, None, None) => Some((middle(what)?, None)),
            (what, Some(typed), None) => {
                let counts = dimension_name(&tokens.unit(typed).dimension) == "count";
                counts
                    .then(|| middle(what))
                    .flatten()
                    .map(|amount| (amount, None))
            }
        }
    }

    /// Numbers whose own unit names a measured field (`10234 steps`).
    pub(super) fn counted(&self, read: &mut StateRead) {
        for field in self.notation.possible.keys() {
            let singular = field.trim_end_matches('s');
            for piece in &self.note.pieces {
                let Some(value) = piece.plain() else { continue };
                let Some(unit) = value.unit else { continue };
                // "10 paces each side" beside another domain's name are told of that.
                let clause = self.note.clause_of(piece.tokens.start);
                let beside = within(self.others, clause);
                let few = value.one() < self.notation.possible[field].first().copied();
                if &*self.note.tokens.unit(unit).name == singular
                    && !self.note.dead[piece.tokens.start]
                    && (!few || beside.is_empty())
                    && let Some(amount) = value.one()
                {
                    read.fields.insert(field.clone(), number(amount));
                    read.used.push(piece.tokens.clone());
                }
            }
        }
    }

    /// Two times of day around a measured term, in hours: `11pm to 7am`, `12시에 자서 6시에`.
    fn span_of_day(&self, tokens: &Range<usize>) -> Option<f64> {
        let sentence = self.note.sentence_of(tokens.start);
        let mut times = sentence.filter_map(|at| match self.note.tokens[at].kind {
            TokenKind::Time(time) => Some(time),
            TokenKind::Clock(clock) => clock.time_of_day(),
            _ => None,
        });
        let (from, to) = (times.next()?, times.next()?);
        if times.next().is_some() {
            return None;
        }
        let minutes = |time: chrono::NaiveTime| f64::from(time.num_seconds_from_midnight()) / 60.0;
        let mut span = (minutes(to) - minutes(from)).rem_euclid(24.0 * 60.0);
        // A bare twelve or eleven at night is written without saying which half of the day.
        if span > 12.0 * 60.0 {
            span -= 12.0 * 60.0;
        }
        (span > 0.0).then_some(span / 60.0)
    }
}

fn middle(what: &What) -> Option<f64> {
    match what {
        What::One(value) => Some(*value),
        What::Between { first, second, .. } => Some((first + second) / 2.0),
        _ => None,
    }
}
