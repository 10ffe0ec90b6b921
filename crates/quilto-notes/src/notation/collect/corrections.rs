//! Values told again: the one said last put right, and what an "or more" came to.

use super::super::endings::{self, Ending};
use super::super::groups::{Group, Level};
use super::super::numeric_expressions::{NumericExpression, NumericValue};
use super::super::slot_values;
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

impl Collector<'_, '_> {
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
}
