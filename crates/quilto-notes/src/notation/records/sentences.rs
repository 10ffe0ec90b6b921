//! Whether a sentence tells of repeated parts, of one section, or of the whole.

use super::super::cues::Cue;
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::spans::within;
use super::Records;
use quilto_domain::Parts;

impl Records<'_, '_> {
    /// Whether the sentence tells of repeated parts, so that its plain quantities are parts, too.
    pub(super) fn is_parts_sentence(&self, at: usize) -> bool {
        let sentence = self.note.sentence[at];
        if let Some((known, parts)) = self.sentence.get()
            && known == sentence
        {
            return parts;
        }
        let parts = self.tells_parts(at) || self.is_line_of_parts(at) || self.is_section(at);
        self.sentence.set(Some((sentence, parts)));
        parts
    }

    /// Whether a sentence tells of one section of a session ("first coat 1.5 km") whose repeats stand in
    /// another.
    pub(super) fn is_section(&self, at: usize) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let sentence = self.note.sentence_of(at);
        let mut terms = within(self.terms, sentence).iter();
        let section =
            terms.any(|place| parts.sections.iter().any(|kind| **kind == *place.term.kind));
        section && self.tells_repeats(parts)
    }

    /// Whether all numbers of the sentence are bare quantities of parts, and others are repeated: a
    /// session told line by line.
    pub(super) fn is_line_of_parts(&self, at: usize) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let pieces = self.note.pieces_in(self.note.sentence_of(at));
        let is_bare = |piece: &NumericExpression| {
            let value = piece.plain();
            value.is_some_and(|value| self.is_bare_part(value, parts))
        };
        // "200 m slowly" behind repeated parts: one more, unless it opens a record or sums them up.
        let is_typed = |piece: &NumericExpression| {
            let value = piece.plain();
            value.is_some_and(|value| self.is_typed_part(value, parts))
        };
        let all = !pieces.is_empty() && self.tells_repeats(parts);
        all && (pieces.iter().all(is_bare)
            || matches!(pieces, [only] if is_typed(only)) && self.goes_on_behind(at, parts))
    }

    /// Whether a value in the unit of bare parts can be the main quantity of one.
    pub(super) fn is_typed_part(&self, value: &NumericValue, parts: &Parts) -> bool {
        let unit = value.unit.map(|unit| &*self.note.tokens.unit(unit).name);
        unit.is_some()
            && unit == parts.bare_unit.as_deref()
            && matches!(value.what, ValueKind::One(one) if parts.takes_bare(one))
            && self.slot_by_word(value).is_none()
    }

    /// Whether a sentence with a word or two beside its number follows repeated parts.
    pub(super) fn goes_on_behind(&self, at: usize, parts: &Parts) -> bool {
        let sentence = self.note.sentence_of(at);
        let kinds = &self.domain.notation.item.kinds;
        let opens = within(self.terms, sentence.clone())
            .iter()
            .any(|place| kinds.iter().any(|kind| **kind == *place.term.kind));
        let sums = self.note.cue_in(sentence.clone(), Cue::Total);
        let worded = sentence.clone().any(|at| self.note.tokens[at].is_word());
        let before = self.note.pieces_in(0..sentence.start);
        let repeated = before.iter().enumerate().any(|(nth, piece)| {
            self.own[piece.tokens.start]
                && self.part_of(piece, before.get(nth + 1), parts).is_some()
        });
        worded && !opens && !sums && repeated
    }

    pub(super) fn tells_repeats(&self, parts: &Parts) -> bool {
        *self.repeats.get_or_init(|| {
            let pieces = &self.note.pieces;
            pieces.iter().enumerate().any(|(at, piece)| {
                let start = piece.tokens.start;
                let living = self.own[start] && !self.note.used[start] && !self.note.dead[start];
                living && self.part_of(piece, pieces.get(at + 1), parts).is_some()
            })
        })
    }

    pub(super) fn tells_parts(&self, at: usize) -> bool {
        let Some(parts) = &self.domain.notation.parts else {
            return false;
        };
        let sentence = self.note.sentence_of(at);
        let pieces = self.note.pieces_in(sentence);
        let (mut chain, mut bare, mut plain, mut index) = (false, false, 0, 0);
        // "200 back, 200 breast": several, each with its own word.
        let worded = |piece: &NumericExpression| {
            piece
                .plain()
                .is_some_and(|value| self.bare_beside_term(value))
        };
        if pieces.iter().filter(|piece| worded(piece)).count() > 1 {
            return true;
        }
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
    pub(super) fn says_parts_apart(&self, at: usize, parts: &Parts) -> bool {
        let sentence = self.note.sentence_of(at);
        let mut said =
            within(self.terms, sentence).iter().filter(|place| {
                self.domain.notation.terms.iter().any(|field| {
                    *field.kind == *place.term.kind && parts.terms.contains(&field.kind)
                })
            });
        let first = said.next();
        said.any(|other| first.is_some_and(|first| first.term.name != other.term.name))
    }
}
