//! Numbers of rows: of the rows at hand, of all rows of the item, or of none.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::doubt_reason::DoubtReason;
use super::super::endings::{self, Ending, begins};
use super::super::groups::{Doubt, Position};
use super::super::numeric_expressions::{NumericValue, ValueKind};
use super::Collector;
use quilto_domain::SlotRole;

/// A number of rows, and between which numbers it lies.
fn count_told(value: &NumericValue) -> Option<(f64, Option<[f64; 2]>)> {
    match &value.what {
        ValueKind::Between { first, second, .. } => Some((*first, Some([*first, *second]))),
        ValueKind::Several { values, .. } => Some((values[0], None)),
        _ => Some((value.one()?, None)),
    }
}

impl Collector<'_, '_> {
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
            self.doubt(&field, DoubtReason::one_of_two(first, second, count as f64));
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
        self.doubt(&field, DoubtReason::one_of_two(first, count, first));
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

    /// Whether the unit of an amount can count rows, too.
    pub(super) fn counts_rows_too(&self, value: &NumericValue) -> bool {
        let repeat = self.domain.slot_of_role(SlotRole::Repeat);
        repeat.zip(value.unit).is_some_and(|(repeat, unit)| {
            let unit = &*self.note.tokens.unit(unit).name;
            let again = &self.domain.slot(repeat).units_again;
            again.iter().any(|name| name == unit)
        })
    }
}
