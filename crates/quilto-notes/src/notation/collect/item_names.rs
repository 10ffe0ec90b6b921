//! Names of items: which of them the values around a name belong to.

use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::groups::{Item, Level, LevelChange, Position};
use super::super::habits::Habits;
use super::super::numeric_expressions::NumericExpression;
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

impl Collector<'_, '_> {
    pub(super) fn on_name(&mut self, name: usize) {
        let named = &self.names[name];
        if self.ahead == Some(name) && self.current_is(name) {
            // Told before its name; another name may follow with values before it.
            let clause = self.note.clause_of(named.tokens.start);
            let next = (name + 1..self.names.len())
                .find(|next| clause.contains(&self.names[*next].tokens.start));
            self.ahead = next.filter(|next| {
                self.live_rows(named.tokens.end..self.names[*next].tokens.start) > 0
            });
            // "40 strokes in two rounds and …": what is spread over the rows is still this item's.
            let across = endings::is(self.note.tokens.norm(named.tokens.end), Ending::Across);
            let level = self.level_behind(named.tokens.end);
            self.held = level.unwrap_or(named.tokens.end + if across { 2 } else { 0 });
            if let (Some(end), Some(next)) = (level, next) {
                let rest = end..self.names[next].tokens.start;
                self.ahead = self.ahead.filter(|_| self.live_rows(rest) > 0);
            }
            if self.ahead.is_some() && !across && level.is_none() {
                self.current = None;
            }
            return;
        }
        self.open(name);
    }

    /// The end of a level right behind the name of an item whose amounts were told before it: "20
    /// granites 40kg and 15 marbles".
    fn level_behind(&self, end: usize) -> Option<usize> {
        let group = self.items[self.current?].groups.last()?;
        let piece = self.note.pieces_in(end..end + 2).first()?;
        let beside = piece.tokens.start == end
            || self.note.cue_in(end..end + 1, Cue::At) && piece.tokens.start == end + 1;
        let slot = match (piece.plain(), &piece.at) {
            (Some(value), _) => self.slot_by_unit(value)?,
            (None, Some(_)) if piece.operands.is_empty() => {
                self.domain.slot_of_role(SlotRole::Level)?
            }
            _ => return None,
        };
        let level = self.domain.slot(slot).role == SlotRole::Level;
        (beside && level && !group.level.is_said() && !group.amounts.is_empty())
            .then_some(piece.tokens.end)
    }

    pub(super) fn current_is(&self, name: usize) -> bool {
        let Some(current) = self.current else {
            return false;
        };
        self.items[current].tokens == self.names[name].tokens
    }

    pub(super) fn open(&mut self, name: usize) {
        let named = &self.names[name];
        let again = self
            .current
            .filter(|current| self.items[*current].name == named.name);
        self.position = Position::Next;
        self.moved = LevelChange::None;
        self.correct = false;
        self.last = None;
        if again.is_none() {
            self.habits = Habits::of(self.past, &named.name, self.domain, self.note.tokens);
            self.items.push(Item {
                name: named.name.clone(),
                known: named.known,
                exact: named.exact,
                light: named.light,
                timed: named.timed,
                traits: named.traits.clone(),
                tokens: named.tokens.clone(),
                rounds: self.rounds,
                ..Item::default()
            });
            self.current = Some(self.items.len() - 1);
        }
        for (slot, worth, unit, tokens, why) in std::mem::take(&mut self.stood) {
            let field = self.domain.slot(slot).name.clone();
            self.level(Level::Of(worth, unit), &tokens, LevelChange::None);
            self.doubt(&field, why);
        }
        for piece in std::mem::take(&mut self.waiting) {
            self.on_piece(piece);
        }
    }

    /// "granite 20 15 and 50 marbles": a count between "and" and the name of another item that nothing
    /// else is told of.
    pub(super) fn is_of_next_name(&self, piece: &NumericExpression) -> bool {
        let (start, end) = (piece.tokens.start, piece.tokens.end);
        let tokens = self.note.tokens;
        let next = self.names.partition_point(|name| name.tokens.start < end);
        let Some(name) = self.names.get(next).filter(|name| name.tokens.start == end) else {
            return false;
        };
        let and = start.checked_sub(1).is_some_and(|before| {
            tokens[before].is(Symbol::And) || endings::is(tokens.norm(before), Ending::And)
        });
        let clause = self.note.clause_of(start);
        let after = self.names.get(next + 1).map(|name| name.tokens.start);
        let until = after.map_or(clause.end, |after| after.min(clause.end));
        let rest = name.tokens.end..until.max(name.tokens.end);
        let plain = piece.plain().is_some_and(|value| value.unit.is_none());
        let told = self.current.is_some() && !self.current_is(next);
        and && plain && told && self.live_rows(rest) == 0
    }
}
