//! Amounts of rows, and values beside them.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::doubt_reason::DoubtReason;
use super::super::endings::{Ending, begins};
use super::super::groups::{ExtraValue, Group, LevelChange, Position};
use super::super::numeric_expressions::{NumericValue, ValueKind};
use super::super::slot_values;
use super::super::write;
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

/// Of which rows an amount is.
struct AmountScope {
    /// It is less than was meant.
    only: bool,
    each: bool,
    for_all: bool,
}

impl Collector<'_, '_> {
    pub(super) fn on_amount(&mut self, slot: usize, value: &NumericValue, by_word: bool) {
        if self.beside_amount(slot, value) || self.times_of_step(value) {
            return;
        }
        let tokens = &value.tokens;
        let unit = self.amount_unit(slot, value);
        let scope = self.scope_of(tokens);
        let Some(amounts) = self.amounts_of(slot, value) else {
            return;
        };
        if self.ends_series(&amounts, tokens) {
            return;
        }
        let amounts = self.not_even_one(amounts, tokens.end);
        if self.splits_sum(&amounts, tokens)
            || self.lists_all_rows(slot, &amounts, tokens, by_word)
            || self.sums_up_rows(&amounts, tokens)
        {
            return;
        }
        let shared = self.counts_rows_too(value);
        let sum = self.sum_before(tokens);
        self.start_or_join_amount(tokens);
        if let Some(group) = self.current_group() {
            group.sum |= sum && group.amounts.is_empty() && amounts.len() == 1;
            group.amount_shared |= shared;
            group.amounts.extend(amounts);
            group.amount_slot = Some(slot);
            group.amount_unit = unit;
            group.only |= scope.only;
            group.each |= scope.each || scope.for_all;
            group.for_all |= scope.for_all;
        }
        self.last = Some(SlotRole::Amount);
    }

    /// Of which rows an amount is, by the words beside it.
    fn scope_of(&self, tokens: &Range<usize>) -> AmountScope {
        let note = self.note;
        let tail = note.tail(tokens.end);
        let behind = |cue: Cue| note.cue_in(note.after(tokens.end, 1), cue);
        AmountScope {
            only: begins(tail, &[Ending::Only])
                || note.cue_in(note.before(tokens.start, 2), Cue::Only)
                || behind(Cue::Only),
            each: begins(tail, &[Ending::Each])
                || self.per_row
                || self.each_before(tokens.start)
                || behind(Cue::Each),
            for_all: self.for_all_before(tokens),
        }
    }

    /// The numbers of an amount; of two that it lies between the first, which is doubted.
    fn amounts_of(&mut self, slot: usize, value: &NumericValue) -> Option<Vec<f64>> {
        match &value.what {
            ValueKind::Several { values, .. } => Some(values.clone()),
            ValueKind::Between { first, second, .. } => {
                self.start_or_join_amount(&value.tokens);
                let field = self.domain.slot(slot).name.clone();
                self.doubt(&field, DoubtReason::one_of_two(*first, *second, *first));
                Some(vec![*first])
            }
            _ => {
                let (domain, tokens) = (self.domain, self.note.tokens);
                let number = value.one()?;
                Some(vec![slot_values::stored(
                    domain, tokens, slot, number, value.unit,
                )])
            }
        }
    }

    /// "10개에서 4개로": the ends of a series of amounts.
    fn ends_series(&mut self, amounts: &[f64], tokens: &Range<usize>) -> bool {
        let from = begins(self.note.tail(tokens.end), &[Ending::From]);
        if amounts.len() == 1 && from && self.amount_goes_on(tokens.end) {
            self.amount_end = amounts.first().copied();
            return true;
        }
        if let (Some(first), Some(at)) = (self.amount_end.take(), self.current) {
            self.items[at].amount_ends = Some((first, amounts[0]));
            return true;
        }
        false
    }

    /// "100 in 5 rounds of 20": the first number was the sum of all rows.
    fn splits_sum(&mut self, amounts: &[f64], tokens: &Range<usize>) -> bool {
        if let ([each], Some(group)) = (amounts, self.group_in_clause(tokens.start))
            && let ([sum], Some(count)) = (group.amounts.as_slice(), group.count)
            && count > 1
            && *sum == *each * count as f64
        {
            group.amounts = vec![*each];
            group.sum = false;
            return true;
        }
        false
    }

    /// "3 rounds at 60, 70, 80: 12, 10, 8": amounts of all rows of the item, one by one.
    fn lists_all_rows(
        &mut self,
        slot: usize,
        amounts: &[f64],
        tokens: &Range<usize>,
        by_word: bool,
    ) -> bool {
        let rows = self.rows_so_far();
        let Some(at) = self.current.filter(|_| amounts.len() > 1 && rows > 0) else {
            return false;
        };
        let item = &self.items[at];
        // Rows that all have their amounts already are not told again by a list of another length.
        let mut told = item.groups.iter().filter(|group| group.says_rows());
        let complete = told.all(|group| !group.amounts.is_empty()) && amounts.len() != rows;
        let last = item.groups.last();
        let fits = by_word
            || amounts.len() == rows
            || item.total == Some(amounts.len())
            || item.all_levels.is_some()
            || amounts.len() > 2 && last.is_some_and(|group| group.moved == LevelChange::To);
        if complete || !fits || !self.list_is_of_item(at, tokens.start) {
            return false;
        }
        self.items[at].all_amounts = Some(amounts.to_vec());
        if let Some(group) = self.current_group() {
            group.amount_slot = Some(slot);
        }
        true
    }

    /// "15 each, 5 rounds, 75 in all", "10+8+6 = 24": nothing new.
    fn sums_up_rows(&mut self, amounts: &[f64], tokens: &Range<usize>) -> bool {
        let note = self.note;
        let summed = self.sum_before(tokens) || note.cue_in(note.after(tokens.end, 1), Cue::Total);
        let equals = tokens.start > 0 && note.tokens[tokens.start - 1].is(Symbol::Equals);
        let known = |group: &Group| match (group.amounts.as_slice(), group.count) {
            ([each], Some(rows)) => amounts == [each * rows as f64],
            ([_, _, ..], _) => amounts == [group.amounts.iter().sum::<f64>()],
            _ => false,
        };
        self.current_group()
            .is_some_and(|group| summed && known(group) || equals && !group.amounts.is_empty())
    }

    /// "1000 m 4:30" of what lasts: one row, with how far and how long. Kept beside the amount told
    /// just before, if that is of the other kind.
    fn beside_amount(&mut self, slot: usize, value: &NumericValue) -> bool {
        let measure = |slot: usize| self.domain.slot(slot).dimension.as_deref();
        let timed = self.current.is_some_and(|at| self.items[at].timed);
        let own = measure(slot);
        let Some(number) = value.one().filter(|_| timed && own.is_some()) else {
            return false;
        };
        let number = slot_values::stored(self.domain, self.note.tokens, slot, number, value.unit);
        let data = self.domain.slot(slot);
        let field = data.field.clone().unwrap_or_else(|| data.name.clone());
        let unit = data.unit_field.clone().zip(self.amount_unit(slot, value));
        let domain = self.domain;
        let other = |group: &Group| {
            let told = group.amount_slot.map(|slot| domain.slot(slot));
            let told = told.and_then(|slot| slot.dimension.as_deref());
            told.is_some_and(|told| Some(told) != own) && group.amounts.len() == 1
        };
        let free = |group: &Group| group.extras.iter().all(|extra| extra.field != field);
        let sentence = self.note.sentence[value.tokens.start];
        let clause = self.note.clause[value.tokens.start];
        // "10 min, 2100 m": all that is told of it.
        let only = self
            .current
            .is_some_and(|at| self.items[at].groups.len() == 1);
        let Some(group) = self.current_group().filter(|group| {
            let here = group.clause == clause || only && group.sentence == sentence;
            here && other(group) && free(group)
        }) else {
            return false;
        };
        group
            .extras
            .push(ExtraValue::new(&field, write::number(number)));
        if let Some((field, unit)) = unit {
            group.extras.push(ExtraValue::new(&field, unit.into()));
        }
        true
    }

    /// "went up by 7 each time, 4 times": how often it changed; no level and no row is told.
    fn times_of_step(&self, value: &NumericValue) -> bool {
        self.current.is_some_and(|at| {
            let item = &self.items[at];
            let told = item.groups.iter().any(Group::says_rows);
            item.step.is_some() && !told && self.counts_rows_too(value)
        })
    }

    /// Whether a word right before an amount says that it is that of all rows ("total 80").
    fn sum_before(&self, tokens: &Range<usize>) -> bool {
        self.note
            .cue_in(self.note.before(tokens.start, 1), Cue::Total)
    }

    /// "1개도 못": none at all.
    fn not_even_one(&self, values: Vec<f64>, end: usize) -> Vec<f64> {
        let none = values == [1.0]
            && begins(self.note.tail(end), &[Ending::Even])
            && self.note.cue_in(self.note.after(end, 4), Cue::Fail);
        if none { vec![0.0] } else { values }
    }

    /// Whether a list of amounts speaks of all rows of the item rather than of the group at hand.
    fn list_is_of_item(&self, at: usize, token: usize) -> bool {
        let groups = &self.items[at].groups;
        let here = groups.last().is_some_and(|group| {
            group.clause == self.note.clause[token]
                && group.level.is_said()
                && group.amounts.is_empty()
                && groups.len() == 1
                && group.count.is_none()
        });
        !here || self.items[at].all_levels.is_some()
    }

    /// "각 5개", "for 5 each", "all for 6": said of every row before it.
    fn for_all_before(&self, tokens: &Range<usize>) -> bool {
        let before = self.note.before(tokens.start, 3);
        let all = self.note.cue_in(before, Cue::EveryRow)
            || self
                .note
                .cue_in(self.note.after(tokens.end, 1), Cue::EveryRow)
            || self.each_before(tokens.start);
        let after = self.note.after(tokens.end, 1);
        let spaced = self
            .note
            .tokens
            .get(after.start)
            .is_some_and(|token| token.spaced);
        all || (spaced && self.note.cue_in(after, Cue::Each))
    }

    fn each_before(&self, start: usize) -> bool {
        self.note.cue_in(self.note.before(start, 1), Cue::Each)
    }

    fn amount_goes_on(&self, end: usize) -> bool {
        let next = self.note.pieces_in(self.note.after(end, 4)).first();
        next.is_some_and(|piece| {
            let tail = self.note.tail(piece.tokens.end);
            begins(tail, &[Ending::To, Ending::By])
        })
    }

    pub(super) fn amount_unit(&self, slot: usize, value: &NumericValue) -> Option<String> {
        let slot_data = self.domain.slot(slot);
        slot_data
            .unit_field
            .as_ref()
            .map(|_| self.unit_of(slot, value.unit))
    }

    /// Makes the current group one that can take an amount.
    fn start_or_join_amount(&mut self, tokens: &Range<usize>) {
        let sentence = self.note.sentence[tokens.start];
        let position = self.position;
        let clause = self.note.clause[tokens.start];
        let joins = self.current_group().is_some_and(|group| {
            let place = group.position == position
                && (group.clause == clause
                    || group.sentence == sentence
                    || (group.amounts.is_empty() && sentence <= group.sentence + 1));
            place && group.amounts.is_empty() && !(group.single.is_some() && group.level.is_said())
        });
        if !joins {
            let level = if position == Position::Next {
                self.current_group()
                    .filter(|group| group.position == Position::Next && group.clause == clause)
                    .map(|group| group.level.clone())
            } else {
                None
            };
            let mut group = self.new_group(tokens);
            if let Some(level) = level {
                group.level = level;
            }
            self.push(group);
        }
    }

    pub(super) fn on_extra(&mut self, slot: usize, value: &NumericValue) {
        let Some(number) = value.one() else { return };
        let number = slot_values::stored(self.domain, self.note.tokens, slot, number, value.unit);
        self.add_extra(slot, number);
    }

    pub(super) fn add_extra(&mut self, slot: usize, number: f64) {
        let data = self.domain.slot(slot);
        let field = data.field_name().to_owned();
        if let Some(group) = self.current_group() {
            group
                .extras
                .push(ExtraValue::new(&field, write::number(number)));
        }
    }
}
