//! The amount beside a name: in numbers, as a measure alone, or in words.

use std::ops::Range;

use super::super::endings::{self, Ending};
use super::super::numeric_expressions::NumericValue;
use super::super::spans::within;
use super::words::is_small;
use super::{ItemSegmenter, WordedAmount};
use quilto_domain::FreeNames;
use quilto_text::{UnitId, is_josa, particle_tail};

impl ItemSegmenter<'_, '_, '_> {
    /// The value that ends right before a name, be it with a word for "of" and an article between.
    pub(super) fn amount_before(&self, name: usize) -> Option<&NumericValue> {
        let mut end = name;
        while end > 0 && is_small(self.note.tokens, end - 1) {
            end -= 1;
        }
        let from = end.saturating_sub(4);
        let pieces = within(&self.note.pieces, from..end).iter();
        let mut plain = pieces.filter_map(|piece| piece.plain());
        plain.find(|value| value.tokens.end == end && !self.note.used[value.tokens.start])
    }

    /// The measure right before a name that has no number of its own: "slice cake".
    pub(super) fn measure_before(&self, name: usize, floor: usize) -> Option<UnitId> {
        let mut end = name;
        while end > floor && is_small(self.note.tokens, end - 1) {
            end -= 1;
        }
        let at = end
            .checked_sub(1)
            .filter(|at| *at >= floor && self.note.tokens[*at].is_word())?;
        let unit = self.note.tokens.units().word(self.note.tokens.norm(at))?;
        let inside = within(&self.note.pieces, at.saturating_sub(3)..at + 1);
        let counted = inside.iter().any(|piece| piece.tokens.contains(&at));
        (self.fills_amount(unit) && !counted && !self.note.used[at]).then_some(unit)
    }

    /// The amount that is told in words beside a name: "couple slices of cake", "밥 반만".
    pub(super) fn told_beside(
        &self,
        name: &Range<usize>,
        floor: usize,
        free: &FreeNames,
    ) -> Option<WordedAmount> {
        let said = |at: usize| {
            let word = self.note.tokens.norm(at);
            let stem = particle_tail(word).map_or(word, |tail| &word[..tail]);
            let short = word
                .char_indices()
                .next_back()
                .filter(|(at, _)| is_josa(&word[*at..]));
            let short = short.map(|(at, _)| &word[..at]);
            [Some(word), Some(stem), short]
                .into_iter()
                .flatten()
                .find_map(|word| free.amounts.get(word).copied())
        };
        let small = |end: usize| {
            (floor..end)
                .rev()
                .take_while(|at| is_small(self.note.tokens, *at))
                .last()
                .unwrap_or(end)
        };
        let mut end = small(name.start);
        let unit = self.measure_before(name.start, floor);
        if unit.is_some() {
            end = small(end - 1);
        }
        let before = end.checked_sub(1).filter(|at| *at >= floor).and_then(said);
        let behind = || {
            let at = Some(name.end).filter(|at| *at < self.note.tokens.len())?;
            // "grilled chicken half, salad"
            let ends = self.note.tokens.get(at + 1).is_none_or(|next| {
                !next.is_word() && next.number().is_none()
                    || endings::is(self.note.tokens.norm(at + 1), Ending::Of)
            });
            let part = || said(at).filter(|amount| ends && *amount < 1.0);
            if self.is_hangul(at) { said(at) } else { part() }
        };
        let amount = before.or_else(behind).or(unit.map(|_| 1.0))?;
        Some(WordedAmount { amount, unit })
    }

    /// Whether a unit can be that of an amount.
    fn fills_amount(&self, unit: UnitId) -> bool {
        let estimates = self.domain.notation.item.estimates.as_ref();
        let amount = estimates.and_then(|estimates| self.domain.slot_named(&estimates.amount));
        let slots = self.domain.slots_of_unit(self.note.tokens.unit(unit));
        amount.is_some_and(|amount| slots.contains(&amount))
            || &*self.note.tokens.unit(unit).name == "piece"
    }

    /// Whether a value can be an amount: by its unit, or as a number that is usual for one.
    pub(super) fn could_count(&self, value: &NumericValue) -> bool {
        let Some(unit) = value.unit else {
            let estimates = self.domain.notation.item.estimates.as_ref();
            let slot = estimates.and_then(|estimates| self.domain.slot_named(&estimates.amount));
            let usual = slot.and_then(|slot| self.domain.slot(slot).usual);
            let [least, most] = usual.unwrap_or([0.0, f64::MAX]);
            return value
                .one()
                .is_some_and(|one| (least..=most).contains(&one) && (one * 4.0).fract() == 0.0);
        };
        self.fills_amount(unit)
    }

    /// Whether a value has a measure that only this domain's things come in.
    pub(super) fn has_measure(&self, value: &NumericValue) -> bool {
        value
            .unit
            .is_some_and(|unit| self.domain.is_own_count(self.note.tokens.unit(unit)))
    }
}
