//! Amounts, numbers of rows and values beside them.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::doubt_reason::DoubtReason;
use super::super::endings::{self, Ending, begins};
use super::super::groups::{Doubt, ExtraValue, Group, Level, Move, Position};
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::slot_values;
use super::super::write;
use super::{Collector, one_of_two};
use crate::domain::SlotRole;
use crate::text::Symbol;

/// Of which rows an amount is.
struct AmountScope {
    /// It is less than was meant.
    only: bool,
    each: bool,
    for_all: bool,
}

/// A number of rows, and between which numbers it lies.
fn count_told(value: &NumericValue) -> Option<(f64, Option<[f64; 2]>)> {
    match &value.what {
        ValueKind::Between { first, second, .. } => Some((*first, Some([*first, *second]))),
        ValueKind::Several { values, .. } => Some((values[0], None)),
        _ => Some((value.one()?, None)),
    }
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
                self.doubt(&field, one_of_two(*first, *second, *first));
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
            || amounts.len() > 2 && last.is_some_and(|group| group.moved == Move::To);
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

    /// Whether the unit of an amount can count rows, too.
    fn counts_rows_too(&self, value: &NumericValue) -> bool {
        let repeat = self.domain.slot_of_role(SlotRole::Repeat);
        repeat.zip(value.unit).is_some_and(|(repeat, unit)| {
            let unit = &*self.note.tokens.unit(unit).name;
            let again = &self.domain.slot(repeat).units_again;
            again.iter().any(|name| name == unit)
        })
    }

    /// Whether a word right before an amount says that it is that of all rows ("total 80").
    fn sum_before(&self, tokens: &Range<usize>) -> bool {
        self.note
            .cue_in(self.note.before(tokens.start, 1), Cue::Total)
    }

    /// "100 in 5 rounds": a sum, where it is more than is common for one row.
    fn spreads(&mut self, count: usize, tokens: &Range<usize>) -> bool {
        let before = tokens.start.checked_sub(1);
        let across =
            before.is_some_and(|at| endings::is(self.note.tokens.norm(at), Ending::Across));
        let sentence = self.note.sentence[tokens.start];
        let domain = self.domain;
        let Some(group) = self.current_group().filter(|_| across && count > 1) else {
            return false;
        };
        let slot = group
            .amount_slot
            .or(domain.slot_of_role(SlotRole::Amount))
            .map(|slot| domain.slot(slot));
        let most = slot.and_then(|slot| slot.common).map(|common| common[1]);
        let beyond = matches!((group.amounts.as_slice(), most), ([sum], Some(most)) if *sum > most);
        if group.sentence != sentence || group.count.is_some() || !(beyond || group.sum) {
            return false;
        }
        group.count = Some(count);
        group.sum = true;
        self.last = Some(SlotRole::Repeat);
        true
    }

    /// "5x3 at 130, but only managed 4 sets": fewer rows than the form just told says.
    fn fewer_rows(&mut self, count: usize, tokens: &Range<usize>) -> bool {
        let tail = self.note.tail(tokens.end);
        let only = self
            .note
            .cue_in(self.note.before(tokens.start, 3), Cue::Only)
            || begins(tail, &[Ending::Only]);
        let sentence = self.note.sentence[tokens.start];
        let group = self.current_group().filter(|group| {
            let whole = group.amounts.len() == 1 && group.count.is_some_and(|told| told > count);
            only && whole && group.sentence == sentence
        });
        if let Some(group) = group.filter(|_| count > 0) {
            group.count = Some(count);
            return true;
        }
        false
    }

    /// "1개도 못": none at all.
    fn not_even_one(&self, values: Vec<f64>, end: usize) -> Vec<f64> {
        let none = values == [1.0]
            && begins(self.note.tail(end), &[Ending::Even])
            && self.note.cue_in(self.note.after(end, 4), Cue::Fail);
        if none { vec![0.0] } else { values }
    }

    /// Whether a list of amounts speaks of all rows of the item rather than of the group at hand.
    pub(super) fn list_is_of_item(&self, at: usize, token: usize) -> bool {
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

    pub(super) fn rows_so_far(&self) -> usize {
        let Some(at) = self.current else { return 0 };
        let item = &self.items[at];
        let counted: usize = item
            .groups
            .iter()
            .filter(|group| group.says_rows())
            .map(|group| group.count.unwrap_or(1))
            .sum();
        item.total
            .or(item.all_levels.as_ref().map(|(levels, _, _)| levels.len()))
            .unwrap_or(counted)
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

    pub(super) fn each_before(&self, start: usize) -> bool {
        self.note.cue_in(self.note.before(start, 1), Cue::Each)
    }

    pub(super) fn amount_goes_on(&self, end: usize) -> bool {
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
    pub(super) fn start_or_join_amount(&mut self, tokens: &Range<usize>) {
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

    pub(super) fn on_count(&mut self, slot: usize, value: &NumericValue) {
        let tokens = &value.tokens;
        let Some((count, doubt)) = count_told(value) else {
            return;
        };
        if self.is_of_each_row(count, tokens) {
            self.per_row = true;
            return;
        }
        let count = if count >= 0.0 { count as usize } else { 0 };
        if self.begins_from(tokens) {
            self.note.tell(tokens.clone());
            self.position = Position::From(count);
            return;
        }
        // "last 3 rounds": the number is the position's.
        let of_position =
            matches!(self.position, Position::First(n) | Position::Last(n) if n == count);
        if of_position || self.spreads(count, tokens) || self.fewer_rows(count, tokens) {
            return;
        }
        if self.is_total(tokens) {
            self.total_rows(count, tokens);
            return;
        }
        let joins = self.count_joins(tokens);
        if self.settles_either(slot, count) {
            return;
        }
        if !joins {
            let group = self.new_group(tokens);
            self.push(group);
        }
        self.put_count(count, tokens);
        if let Some([first, second]) = doubt {
            let field = self.domain.slot(slot).name.clone();
            self.doubt(&field, one_of_two(first, second, count as f64));
        }
        self.last = Some(SlotRole::Repeat);
    }

    /// "12 per round": the word says of which rows an amount is, and counts none.
    fn is_of_each_row(&self, count: f64, tokens: &Range<usize>) -> bool {
        let tail = self.note.tail(tokens.end);
        begins(tail, &[Ending::Per])
            || (count == 1.0 && begins(tail, &[Ending::Within]) && !begins(tail, &[Ending::From]))
    }

    /// "from round 3 on", "3라운드부터": which row it is, not how many.
    fn begins_from(&self, tokens: &Range<usize>) -> bool {
        let note = self.note;
        let tail = note.tail(tokens.end);
        let first = || note.cue_in(note.after(tokens.end, 2), Cue::First);
        begins(tail, &[Ending::On])
            || (begins(tail, &[Ending::From]) && !first())
            || note.cue_in(note.before(tokens.start, 2), Cue::FromOn)
    }

    /// Whether a number of rows is that of all rows of the item.
    fn is_total(&self, tokens: &Range<usize>) -> bool {
        let note = self.note;
        // "5 rounds, total 75": the word is of the number behind it.
        let behind = note
            .first_cue_in(note.after(tokens.end, 2), Cue::Total)
            .is_some_and(|hit| {
                let end = hit.tokens.end;
                note.pieces_in(end..end + 1).is_empty()
            });
        behind || note.cue_in(note.before(tokens.start, 3), Cue::Total)
    }

    fn total_rows(&mut self, count: usize, tokens: &Range<usize>) {
        let Some(at) = self.current else { return };
        self.items[at].total = Some(count);
        // A fresh item told by its total alone.
        if self.items[at].groups.is_empty() {
            let mut group = self.new_group(tokens);
            group.count = Some(count);
            self.push(group);
        }
    }

    /// Whether a number of rows is of the rows at hand rather than of others.
    fn count_joins(&mut self, tokens: &Range<usize>) -> bool {
        let note = self.note;
        let position = self.position;
        let sentence = note.sentence[tokens.start];
        let ahead = note.after(tokens.end, 3);
        let next = note.pieces_in(ahead.clone()).first();
        // "3 sets 5@140": what follows on the line is what it counts.
        let heads = next.is_some_and(|next| next.plain().is_none());
        // "120 for 4. Then two sets of 8": an amount of its own follows.
        let own_amount = next.is_some_and(|next| {
            let before = next.tokens.start.saturating_sub(1);
            endings::is(note.tokens.norm(before), Ending::Of)
        });
        // "140 for 10, two sets at 160": a level of its own follows.
        let own_level = next.is_some() && note.cue_in(ahead.start..ahead.start + 1, Cue::At);
        self.current_group().is_some_and(|group| {
            group.position == position
                && group.count.is_none()
                && group.amounts.len() <= 1
                && !(heads && group.sentence != sentence)
                && !(own_amount && group.sentence != sentence && group.is_complete())
                && !(own_level && group.level.is_said() && !group.amounts.is_empty())
        })
    }

    /// "either 3 rounds or 4": the second of two numbers; the first stays, and is doubted.
    fn settles_either(&mut self, slot: usize, count: usize) -> bool {
        let Some(group) = self.current_group().filter(|group| {
            let first_of_two = |doubt: &Doubt| doubt.why == DoubtReason::FirstOfTwo;
            group.count.is_some() && group.doubts.iter().any(first_of_two)
        }) else {
            return false;
        };
        group
            .doubts
            .retain(|doubt| doubt.why != DoubtReason::FirstOfTwo);
        let first = group.count.unwrap_or(count);
        let field = self.domain.slot(slot).name.clone();
        let (first, count) = (first as f64, count as f64);
        self.doubt(&field, one_of_two(first, count, first));
        true
    }

    fn put_count(&mut self, count: usize, tokens: &Range<usize>) {
        let note = self.note;
        let either = note.cue_in(note.after(tokens.end, 2), Cue::Either);
        let more = std::mem::take(&mut self.more);
        let clause = note.clause[tokens.start];
        if let Some(group) = self.current_group() {
            group.count_first = !group.level.is_said() && group.amounts.is_empty();
            group.count = Some(count);
            group.more |= more;
            group.clause = clause;
            if either {
                group.doubts.push(Doubt::of_rows(DoubtReason::FirstOfTwo));
            }
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

    /// Replaces rows told last in a compact form by others ("3x3? no, 2x3").
    fn correct_rows(&mut self, piece: &NumericExpression) -> bool {
        let sentence = self.note.sentence[piece.tokens.start];
        let told = |group: &Group| {
            sentence <= group.sentence + 1 && (!group.amounts.is_empty() || group.count.is_some())
        };
        let Some(at) = self.current else { return false };
        let Some(before) = self.items[at].groups.pop_if(|group| told(group)) else {
            return false;
        };
        let left = self.items[at].groups.len();
        self.on_chain(piece);
        let groups = &mut self.items[at].groups;
        match groups.get_mut(left) {
            Some(group) if !group.level.is_said() => group.level = before.level,
            Some(_) => {}
            None => groups.push(before),
        }
        true
    }

    /// The number that an "or more" came to: `5+ (8)`, `5+, got 8`.
    pub(super) fn came_to(&mut self, value: &NumericValue) -> bool {
        let start = value.tokens.start;
        let sentence = self.note.sentence[start];
        let clause = self.note.clause_of(start);
        let is = |at: Option<usize>, symbol| at.is_some_and(|at| self.note.tokens[at].is(symbol));
        let aside = is(clause.start.checked_sub(1), Symbol::Open);
        let before = start.checked_sub(1);
        let managed = before.is_some_and(|at| {
            endings::is(self.note.tokens.norm(at), Ending::Managed)
                || self.note.tokens[at].is(Symbol::Colon)
                || self.note.tokens[at].is(Symbol::Arrow)
        });
        let by_unit = value.unit.map(|_| self.slot_by_unit(value));
        let amount = by_unit.is_none_or(|slot| {
            slot.is_some_and(|slot| self.domain.slot(slot).role == SlotRole::Amount)
        });
        if !amount || !(aside || managed || value.unit.is_some()) {
            return false;
        }
        let numbers: Vec<f64> = slot_values::numbers(value).collect();
        let Some(group) = self.current_group().filter(|group| {
            group.or_more && group.sentence == sentence && !group.amounts.is_empty()
        }) else {
            return false;
        };
        let rows = group.count.unwrap_or(1);
        match (numbers.as_slice(), group.amounts.last().copied()) {
            ([number], Some(least)) if *number >= least => {
                if group.amounts.len() == 1 && rows > 1 {
                    group.amounts = vec![least; rows];
                }
                if let Some(last) = group.amounts.last_mut() {
                    *last = *number;
                }
            }
            (numbers, Some(_)) if numbers.len() == rows && rows > 1 => {
                group.amounts = numbers.to_vec();
            }
            _ => return false,
        }
        group.or_more = false;
        true
    }

    /// Replaces the value said last of the same kind.
    pub(super) fn correct_last(&mut self, piece: &NumericExpression) -> bool {
        let Some(value) = piece.plain() else {
            return self.correct_rows(piece);
        };
        let role = match self.slot_by_unit(value) {
            Some(slot) => Some(self.domain.slot(slot).role),
            None if value.unit.is_none() => self.last,
            None => None,
        };
        let (Some(role), Some(number)) = (role, value.one()) else {
            return false;
        };
        let unit = match (role, self.domain.slot_of_role(SlotRole::Level)) {
            (SlotRole::Level, Some(slot)) => match (value.unit, self.current_group()) {
                (
                    None,
                    Some(Group {
                        level: Level::Of(_, unit),
                        ..
                    }),
                ) => unit.clone(),
                (unit, _) => self.unit_of(slot, unit),
            },
            _ => String::new(),
        };
        let clause = self.note.clause[value.tokens.start];
        let Some(group) = self.current_group() else {
            return false;
        };
        match role {
            SlotRole::Level if group.level.is_said() => group.level = Level::Of(number, unit),
            SlotRole::Amount if !group.amounts.is_empty() => {
                if let Some(last) = group.amounts.last_mut() {
                    *last = number;
                }
            }
            SlotRole::Repeat if group.count.is_some() => group.count = Some(number as usize),
            _ => return false,
        }
        group.clause = clause;
        true
    }
}
