//! Levels: where a series begins, goes and stays.

use std::ops::Range;

use super::super::cues::Cue;
use super::super::doubt_reason::DoubtReason;
use super::super::endings::{self, Ending, begins};
use super::super::groups::{Doubt, Level, LevelChange, Position};
use super::super::numeric_expressions::{NumericValue, ValueKind};
use super::super::slot_values;
use super::super::spans::{REACH, within};
use super::Collector;
use super::current_group::put_mark;
use quilto_domain::{MarkEffect, SlotRole};
use quilto_text::Symbol;

impl Collector<'_, '_> {
    pub(super) fn on_level(&mut self, slot: usize, value: &NumericValue) {
        match &value.what {
            ValueKind::Several { values, arrow } => self.on_levels(slot, value, values, *arrow),
            ValueKind::Between {
                first,
                second,
                doubtful,
            } => self.on_level_between(slot, value, [*first, *second], *doubtful),
            _ => {
                let taken = value
                    .one()
                    .is_some_and(|number| self.on_single_level(slot, value, number));
                if !taken {
                    return;
                }
            }
        }
        if begins(self.note.tail(value.tokens.end), &[Ending::Each]) {
            self.mark_with_level();
        }
        self.last = Some(SlotRole::Level);
    }

    /// Whether words beside a level say that it is where the levels went to.
    fn is_where_to(&self, tokens: &Range<usize>) -> bool {
        let note = self.note;
        note.cue_in(note.before(tokens.start, 2), Cue::To)
            || begins(note.tail(tokens.end), &[Ending::To])
            || note.cue_in(tokens.end..tokens.end + 1, Cue::To)
    }

    /// "60, 80, 100": levels of the rows that follow, or of all rows of the item.
    fn on_levels(&mut self, slot: usize, value: &NumericValue, levels: &[f64], arrow: bool) {
        let unit = self.unit_of(slot, value.unit);
        let tokens = &value.tokens;
        let to = self.is_where_to(tokens);
        let told = to || begins(self.note.tail(tokens.end), &[Ending::By]);
        let drafted = self
            .current
            .is_some_and(|at| !self.items[at].groups.is_empty());
        let goes_on = self.group_in_clause(tokens.start).is_some_and(|group| {
            group.level.is_said() && group.amounts.is_empty() && group.count.is_none()
        });
        if (told && drafted || goes_on) && !arrow {
            for (at, level) in levels.iter().enumerate() {
                let moved = if to && at + 1 == levels.len() {
                    LevelChange::To
                } else {
                    LevelChange::Changed
                };
                self.level(Level::Of(*level, unit.clone()), tokens, moved);
            }
        } else if let Some(at) = self.current {
            self.items[at].all_levels = Some((levels.to_vec(), unit, arrow));
            if self.items[at].groups.is_empty() {
                let group = self.new_group(tokens);
                self.push(group);
            }
            self.items[at].levels_at = self.items[at].groups.len() - 1;
        }
    }

    /// "60 to 80": where a series begins and ends, or two levels that it was one of or between.
    fn on_level_between(
        &mut self,
        slot: usize,
        value: &NumericValue,
        [first, second]: [f64; 2],
        doubtful: bool,
    ) {
        let unit = self.unit_of(slot, value.unit);
        let tokens = &value.tokens;
        let field = self.domain.slot(slot).name.clone();
        if !doubtful && self.joined_by_word(value) && self.is_ramp(tokens) {
            self.level(Level::Of(first, unit.clone()), tokens, LevelChange::Start);
            self.level(Level::Of(second, unit), tokens, LevelChange::To);
        } else if doubtful {
            let middle = (first + second) / 2.0;
            self.level(Level::Of(middle, unit.clone()), tokens, LevelChange::None);
            let why = DoubtReason::OneOf {
                all: vec![first, second],
                unit,
                taken: middle,
            };
            self.doubt(&field, why);
        } else {
            self.level(Level::Unknown, tokens, LevelChange::None);
            let why = DoubtReason::Between {
                first,
                second,
                unit,
            };
            self.doubt(&field, why);
        }
    }

    /// One level; `false` where it was only a step, or one of several that the writer wavers between.
    fn on_single_level(&mut self, slot: usize, value: &NumericValue, number: f64) -> bool {
        let note = self.note;
        let unit = self.unit_of(slot, value.unit);
        let tokens = &value.tokens;
        let tail = note.tail(tokens.end);
        if self.is_step(tokens, tail) {
            if let Some(at) = self.current {
                self.items[at].step = Some(number);
            }
            return false;
        }
        let behind = tokens.end..(tokens.end + 2).min(note.tokens.len());
        let either = note.cue_in(behind, Cue::Either) && note.tokens.get(tokens.end).is_some();
        let sure = note.cue_in(note.before(tokens.start, 2), Cue::Sure);
        if self.alternative(number, &unit, tokens, either, sure, slot) {
            return false;
        }
        let mut moved = std::mem::take(&mut self.moved);
        if self.is_where_to(tokens) {
            moved = LevelChange::To;
        } else if begins(tail, &[Ending::From]) && self.goes_on(tokens.end) {
            moved = LevelChange::Start;
        }
        self.level(Level::Of(number, unit), tokens, moved);
        true
    }

    /// Puts the marks that go with a stated level on the group at hand ("20키로씩").
    pub(super) fn mark_with_level(&mut self) {
        let domain = self.domain;
        let marks = domain.notation.marks.iter();
        for mark in marks.filter(|mark| mark.effect == MarkEffect::WithLevel) {
            if let Some(group) = self.current_group() {
                put_mark(group, mark);
            }
        }
    }

    /// One of several levels the writer wavers between, or the one they settle on.
    fn alternative(
        &mut self,
        number: f64,
        unit: &str,
        tokens: &Range<usize>,
        either: bool,
        sure: bool,
        slot: usize,
    ) -> bool {
        let note = self.note;
        let sentence = note.sentence[tokens.start];
        let field = self.domain.slot(slot).name.clone();
        let open = self
            .current_group()
            .is_some_and(|group| !group.alternatives.is_empty() && sentence <= group.sentence + 2);
        if either {
            if !open {
                let group = self.new_group(tokens);
                self.push(group);
            }
            if let Some(group) = self.current_group() {
                group.alternatives.push(number);
                let sum: f64 = group.alternatives.iter().sum();
                let middle = sum / group.alternatives.len() as f64;
                group.level = Level::Of(middle, unit.to_owned());
                let all = group.alternatives.clone();
                group.doubts.retain(|doubt| doubt.field != field);
                group.doubts.push(Doubt {
                    field,
                    why: DoubtReason::OneOf {
                        all,
                        unit: unit.to_owned(),
                        taken: middle,
                    },
                });
            }
            return true;
        }
        if let Some(group) = self.current_group()
            && open
            && (sure || group.alternatives.contains(&number))
        {
            let all = std::mem::take(&mut group.alternatives);
            group.level = Level::Of(number, unit.to_owned());
            group.doubts.retain(|doubt| doubt.field != field);
            group.doubts.push(Doubt {
                field,
                why: DoubtReason::Likelier {
                    all,
                    unit: unit.to_owned(),
                    taken: number,
                },
            });
            group.clause = note.clause[tokens.start];
            group.sentence = sentence;
            return true;
        }
        false
    }

    /// The level that "20 올려서", "added 20 kg" or "+20" comes to: so much on top of the last one, or off it.
    /// A number of more than half the level is where it went to.
    pub(super) fn raised_by(&self, value: &NumericValue) -> Option<(f64, String)> {
        let slot = self.domain.slot_of_role(SlotRole::Level)?;
        let number = value.one()?;
        let (start, end) = (value.tokens.start, value.tokens.end);
        if value.unit.is_some() && self.slot_by_unit(value) != Some(slot) {
            return None;
        }
        let tail = self.note.tail(end);
        if begins(tail, &[Ending::To, Ending::By, Ending::Each, Ending::From]) {
            return None;
        }
        let after = end + usize::from(!tail.is_empty());
        let beside = |cue: Cue| {
            let cues = within(&self.note.cues, start.saturating_sub(REACH)..after + 1);
            cues.iter().any(|hit| {
                let word = self.note.tokens.norm(hit.tokens.end - 1);
                let latin = word.is_ascii();
                let moves_to = endings::is(word, Ending::The);
                hit.meaning == cue
                    && (latin && hit.tokens.end == start && !moves_to
                        || !latin && (hit.tokens.start == after || hit.tokens.start == end))
            })
        };
        let light = self.item_is_light();
        let added = start > 0 && self.note.tokens[start - 1].is(Symbol::Plus) && !light;
        let sign = match (beside(Cue::Up) || added, beside(Cue::Down)) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => return None,
        };
        let groups = &self.items[self.current?].groups;
        let (level, unit) = groups.iter().rev().find_map(|group| match &group.level {
            Level::Of(level, unit) => Some((*level, unit.clone())),
            _ => None,
        })?;
        let typed = value.unit.map(|unit| &*self.note.tokens.unit(unit).name);
        let same = typed.is_none_or(|typed| *typed == *unit);
        (same && number <= level / 2.0).then_some((level + sign * number, unit))
    }

    /// "5키로씩 올려", "in 5 kg steps", "adding 5 kg each round": by how much, not where to.
    fn is_step(&self, tokens: &Range<usize>, tail: &str) -> bool {
        let after = self.note.after(tokens.end, 3);
        let moves = |range: Range<usize>| {
            self.note.cue_in(range.clone(), Cue::Up) || self.note.cue_in(range, Cue::Down)
        };
        let each = begins(tail, &[Ending::Each]);
        let close = tokens.end..after.end.min(tokens.end + 2);
        (each && moves(close)) || self.note.cue_in(after, Cue::Step)
    }

    /// "went up by 7 each time": only by how much it changed from row to row, never an amount.
    pub(super) fn steps_by(&mut self, value: &NumericValue) -> bool {
        let level = self.domain.slot_of_role(SlotRole::Level);
        let can = match value.unit {
            Some(_) => self.slot_by_unit(value) == level,
            None => true,
        };
        let Some(number) = value.one().filter(|_| can && level.is_some()) else {
            return false;
        };
        let before = self.note.before(value.tokens.start, 4);
        let moved = [Cue::Up, Cue::Down]
            .iter()
            .any(|cue| self.note.cue_in(before.clone(), *cue));
        let each = self
            .note
            .cue_in(self.note.after(value.tokens.end, 2), Cue::Step);
        let Some(at) = self.current.filter(|_| moved && each) else {
            return false;
        };
        self.items[at].step = Some(number);
        true
    }

    fn joined_by_word(&self, value: &NumericValue) -> bool {
        self.note.tokens[value.tokens.clone()]
            .iter()
            .any(quilto_text::Token::is_word)
    }

    fn is_ramp(&self, tokens: &Range<usize>) -> bool {
        let before = self.note.before(tokens.start, 4);
        [Cue::FromOn, Cue::Up, Cue::Down, Cue::Start]
            .iter()
            .any(|cue| self.note.cue_in(before.clone(), *cue))
    }

    /// Whether a level from here goes on to another ("80에서 … 60까지", "80에서 시작해서").
    fn goes_on(&self, end: usize) -> bool {
        let clause = self.note.clause_of(end.saturating_sub(1));
        let rest = end..clause.end;
        let start = self.note.cue_in(self.note.after(end, 3), Cue::Start);
        let next = self.note.pieces_in(rest).first();
        let to = next.is_some_and(|piece| {
            let tail = self.note.tail(piece.tokens.end);
            let tail_to = begins(tail, &[Ending::To, Ending::By]);
            let level = piece.plain().is_some_and(|value| {
                value.unit.is_none_or(|unit| {
                    self.role_of_unit(self.note.tokens.unit(unit)) == Some(SlotRole::Level)
                })
            });
            tail_to && level
        });
        start || to
    }

    pub(super) fn unit_of(&self, slot: usize, unit: Option<quilto_text::UnitId>) -> String {
        slot_values::unit_of(self.domain, self.note.tokens, self.units, slot, unit)
    }

    pub(super) fn level(&mut self, level: Level, tokens: &Range<usize>, moved: LevelChange) {
        let clause = self.note.clause[tokens.start];
        let sentence = self.note.sentence[tokens.start];
        let position = self.position;
        let light = self.item_is_light();
        let ahead = self.next_fills(tokens.end);
        let amount_ahead = ahead.contains(&SlotRole::Amount);
        let closes = ahead.is_empty() && moved == LevelChange::None;
        // "a record of 5, 105 kg!"
        let lone = !light
            && self.current.is_some_and(
                |at| matches!(self.items[at].groups.as_slice(), [only] if only.amounts.len() == 1),
            );
        let sign = |at: usize, symbol| {
            let token = self.note.tokens.get(at);
            token.is_some_and(|token| token.is(symbol))
        };
        let aside = tokens.start > 0
            && sign(tokens.start - 1, Symbol::Open)
            && sign(tokens.end, Symbol::Close);
        let joins = self.current_group().is_some_and(|group| {
            let same_place = group.clause == clause && group.position == position
                || (group.is_empty() && group.sentence == sentence)
                || (group.position == position
                    && position != Position::Next
                    && group.sentence == sentence);
            // "4 rounds, 8 times, 70 kg": the level is told last.
            let told_last = closes
                && group.sentence == sentence
                && group.position == position
                && (group.count.is_some_and(|count| count > 1) || lone)
                && !group.amounts.is_empty();
            // "12 turns (20 kg), …"
            let same_place = same_place || told_last || (aside && group.sentence == sentence);
            let fresh = !group.level.is_said() && group.alternatives.is_empty();
            let taken = !group.amounts.is_empty() && amount_ahead && !aside;
            same_place
                && fresh
                && !taken
                && !(group.count.is_some() && group.amounts.is_empty() && group.clause != clause)
        });
        if joins {
            if let Some(group) = self.current_group() {
                group.level = level;
                if moved != LevelChange::None {
                    group.moved = moved;
                }
            }
            self.mark_current_group();
        } else {
            let mut group = self.new_group(tokens);
            group.level = level;
            group.moved = moved;
            self.push(group);
        }
        self.last = Some(SlotRole::Level);
    }
}
