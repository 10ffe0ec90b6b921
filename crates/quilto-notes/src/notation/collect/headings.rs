//! What is told of several items at once: rounds, schemes, and headings of a session.

use super::super::compiled_notation::{self, Meaning};
use super::super::groups::{Group, Item};
use super::super::numeric_expressions::NumericExpression;
use super::super::spans::within;
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

impl Collector<'_, '_> {
    /// "10 min" of rounds a minute, or "4 rounds:" before the items they are rounds of.
    pub(super) fn told_rounds(&self, piece: &NumericExpression) -> Option<usize> {
        // "circuit x 4: …"
        if let ([times], true, None) = (piece.operands.as_slice(), piece.led, &piece.at) {
            let end = piece.tokens.end;
            let colon = self.note.tokens.get(end)?.is(Symbol::Colon);
            let ahead = self
                .names
                .last()
                .is_some_and(|name| name.tokens.start > end);
            let number = times.one().filter(|number| number.fract() == 0.0)?;
            return (colon && ahead && self.current.is_none() && times.unit.is_none())
                .then_some(number as usize);
        }
        let value = piece.plain()?;
        let number = value.one()?;
        let end = value.tokens.end;
        // "4 rounds:", "4 rounds in turns:": words may stand before the colon, names and numbers not.
        let behind = self.note.after(end, 4);
        let colon = behind
            .into_iter()
            .find(|at| self.note.tokens[*at].is(Symbol::Colon))
            .is_some_and(|colon| {
                self.note.pieces_in(end..colon).is_empty()
                    && within(self.names, end..colon).is_empty()
            });
        let Some(unit) = value.unit.map(|unit| self.note.tokens.unit(unit)) else {
            // "a row a minute, 12: …": twelve minutes.
            let heads = colon && self.current.is_none() && number.fract() == 0.0;
            let rounds = (number * 60.0 / self.every.filter(|_| heads)?).round();
            return (rounds >= 2.0).then_some(rounds as usize);
        };
        if let Some(every) = self.every
            && compiled_notation::dimension_name(&unit.dimension) == "duration"
        {
            let rounds = (self.seconds(value) / every).round();
            return (rounds >= 2.0).then_some(rounds as usize);
        }
        let names = self.note.clause_of(value.tokens.start);
        let before = !within(self.names, names.start..value.tokens.start).is_empty();
        let repeats = self.role_of_unit(unit) == Some(SlotRole::Repeat);
        (colon
            && repeats
            && !before
            && self
                .names
                .last()
                .is_some_and(|name| name.tokens.start >= end))
        .then_some(number as usize)
    }

    /// A duration before a colon and before any item tells of the whole session: "12 min: …".
    pub(super) fn heads_session(&mut self, piece: &NumericExpression) -> bool {
        let Some(value) = piece.plain() else {
            return false;
        };
        let end = value.tokens.end;
        let colon = self.session_colon(end).is_some();
        let before = self.note.clause_of(value.tokens.start).start..value.tokens.start;
        let first = within(self.names, before).is_empty();
        let duration = value.unit.is_some_and(|unit| {
            let unit = self.note.tokens.unit(unit);
            compiled_notation::dimension_name(&unit.dimension) == "duration"
        });
        colon && first && duration && self.session_value(value, true)
    }

    /// The colon that ends a heading, right here or behind a word of the domain ("12 min slow:").
    fn session_colon(&self, end: usize) -> Option<usize> {
        let colon = |at: usize| {
            self.note
                .tokens
                .get(at)
                .is_some_and(|t| t.is(Symbol::Colon))
        };
        let word = || {
            let hits = within(self.hits, end..end + 1).iter();
            let mark = hits.filter(|hit| matches!(hit.meaning, Meaning::Mark(_)));
            mark.map(|hit| hit.tokens.end).find(|end| colon(*end))
        };
        colon(end).then_some(end).or_else(word)
    }

    /// "…, 15 marbles. Got 7 rounds": so many of all items told just before, where each was told by
    /// one amount.
    pub(super) fn counts_all(&mut self, piece: &NumericExpression) -> bool {
        let start = piece.tokens.start;
        let clause = self.note.clause_of(start);
        let alone =
            self.note.pieces_in(clause.clone()).len() == 1 && within(self.names, clause).is_empty();
        let count = self.rounds_of_all(piece);
        let Some(count) = count.filter(|_| alone || self.sums_up(piece)) else {
            return false;
        };
        let here = self.note.sentence[start];
        let told = |item: &Item| match item.groups.as_slice() {
            [only] => {
                only.amounts.len() == 1
                    && only.count.is_none()
                    && here <= only.sentence + 1
                    && item.rounds.is_none()
            }
            _ => false,
        };
        let items = self
            .items
            .iter()
            .rev()
            .take_while(|item| told(item))
            .count();
        if items < 2 {
            return false;
        }
        let first = self.items.len() - items;
        for item in &mut self.items[first..] {
            item.rounds = Some(count);
        }
        true
    }

    /// A number of rounds in a unit that can count all items.
    fn rounds_of_all(&self, piece: &NumericExpression) -> Option<usize> {
        let value = piece.plain()?;
        let slot = self.domain.slot_of_role(SlotRole::Repeat)?;
        let unit = &self.note.tokens.unit(value.unit?).name;
        let mut units = self.domain.slot(slot).units_of_all.iter();
        let count = value.one().filter(|count| *count >= 2.0)?;
        (units.any(|name| **name == **unit) && count.fract() == 0.0).then_some(count as usize)
    }

    /// "…, 12 marbles - 5 rounds": behind a dash, at the end of what was told.
    pub(super) fn sums_up(&self, piece: &NumericExpression) -> bool {
        let (start, end) = (piece.tokens.start, piece.tokens.end);
        let dash = start > 0 && self.note.tokens[start - 1].is(Symbol::Dash);
        let rest = end..self.note.clause_of(start).end;
        dash && self.rounds_of_all(piece).is_some()
            && self.note.pieces_in(rest.clone()).is_empty()
            && within(self.names, rest).is_empty()
            && !within(self.names, 0..start).is_empty()
    }

    /// "21-15-9 granites 42 kg + marbles": amounts told before the items of a sentence are those of
    /// each of them that has none of its own.
    pub(super) fn share_scheme(&mut self) {
        let note = self.note;
        let mut shared: Option<(usize, Group)> = None;
        for item in &mut self.items {
            let sentence = note.sentence.get(item.tokens.start).copied();
            match item.groups.first() {
                Some(group) if group.amounts.len() > 2 => {
                    let sign = note.tokens.get(group.tokens.start + 1);
                    let led = group.tokens.start < item.tokens.start
                        && sign.is_some_and(|sign| sign.is(Symbol::Dash));
                    shared = sentence.zip(Some(group.clone()).filter(|_| led));
                    continue;
                }
                _ => {}
            }
            let Some((here, scheme)) = &shared else {
                continue;
            };
            let free = item.groups.len() < 2
                && item
                    .groups
                    .iter()
                    .all(|group| group.amounts.is_empty() && group.count.is_none());
            if sentence == Some(*here) && free {
                let mut group = item.groups.pop().unwrap_or_else(|| Group {
                    tokens: item.tokens.clone(),
                    sentence: scheme.sentence,
                    clause: scheme.clause,
                    ..Group::default()
                });
                group.amounts.clone_from(&scheme.amounts);
                group.amount_slot = scheme.amount_slot;
                item.groups.push(group);
            }
        }
    }
}
