//! Records that keep a name: each name opens one of its own.

use std::ops::Range;

use serde_json::Value;

use super::super::spans::within;
use super::{Record, Records, TermMention};

impl Records<'_, '_> {
    /// The name that a term gives its record, and whether it does so by itself: a thing or a place
    /// ("wheel") only lends the name of what is done with it.
    fn name_of<'s>(&self, place: &'s TermMention) -> Option<(&'s str, bool)> {
        let name = self.domain.notation.item.name.as_ref()?;
        let fields = &self.domain.notation.terms;
        let field = fields
            .iter()
            .find(|field| *field.kind == *place.term.kind)?;
        if field.field.as_ref() == Some(name) {
            return Some((&*place.term.name, true));
        }
        Some((place.term.text(field.copy.get(name)?)?, false))
    }

    /// The living names within a range: those told outright, or else those lent by things.
    fn names_in(&self, range: &Range<usize>) -> Vec<(Range<usize>, &str)> {
        let mut names: Vec<(Range<usize>, &str, bool)> = within(self.terms, range.clone())
            .iter()
            .filter(|place| {
                let at = place.tokens.start;
                self.own[at] && !self.note.dead[at] && !self.note.denies(at)
            })
            .filter_map(|place| {
                let (name, outright) = self.name_of(place)?;
                Some((place.tokens.clone(), name, outright))
            })
            .collect();
        if names.iter().any(|(.., outright)| *outright) {
            names.retain(|(.., outright)| *outright);
        }
        let named = names.into_iter().map(|(tokens, name, _)| (tokens, name));
        named.collect()
    }

    /// Whether nothing but a lent name is known of a record.
    pub(super) fn is_only_lent(&self, record: &Record) -> bool {
        let Some(field) = self.domain.notation.item.name.as_ref() else {
            return false;
        };
        let name = record.fields.get(field).and_then(Value::as_str);
        let alone = record.fields.len() == 1 && record.parts.is_empty();
        let outright = self.terms.iter().any(|place| {
            let at = place.tokens.start;
            let told = self.own[at] && !self.note.dead[at];
            told && self
                .name_of(place)
                .is_some_and(|(own, outright)| outright && Some(own) == name)
        });
        alone && name.is_some() && !outright
    }

    /// A clause cut where another name begins: numbers told before the first name belong to the name
    /// behind them, else to the name before them.
    pub(super) fn stretches(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut names = self.names_in(&range);
        names.dedup_by(|next, before| next.1 == before.1);
        let (Some((first, _)), Some((last, _))) = (names.first(), names.last()) else {
            return vec![range];
        };
        let told = |range: Range<usize>| !self.note.pieces_in(range).is_empty();
        let leads = told(range.start..first.start) && !told(last.end..range.end);
        let cuts: Vec<usize> = match leads {
            true => names[..names.len() - 1]
                .iter()
                .map(|(at, _)| at.end)
                .collect(),
            false => names[1..].iter().map(|(at, _)| at.start).collect(),
        };
        let starts = std::iter::once(range.start).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([range.end]);
        starts.zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Whether a stretch names something else than the record at hand, or the same over again with
    /// what is told of it already.
    pub(super) fn names_another(&self, range: &Range<usize>, record: &Record) -> bool {
        let Some(field) = self.domain.notation.item.name.as_ref() else {
            return false;
        };
        let names = self.names_in(range);
        let (Some((_, name)), Some(before)) = (
            names.first(),
            record.fields.get(field).and_then(Value::as_str),
        ) else {
            return false;
        };
        let told = self.note.pieces_in(range.clone()).iter().any(|piece| {
            let slot = piece.plain().and_then(|value| self.slot_of(value));
            slot.is_some_and(|slot| {
                record
                    .fields
                    .contains_key(self.domain.slot(slot).field_name())
            })
        });
        *name != before || told
    }
}
