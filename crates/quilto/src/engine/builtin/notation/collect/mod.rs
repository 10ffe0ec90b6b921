//! Collects what a note says of the items of one domain, in the order told.

mod amounts;
mod bare_numbers;
mod chains;
mod corrections;
mod cues;
mod headings;
mod levels;
mod row_counts;
mod slots;

use std::ops::Range;

use serde_json::Value;

use super::compiled::{Compiled, Meaning};
use super::cues::Cue;
use super::doubt_reason::{DoubtReason, SlotFigures};
use super::endings::{self, Ending};
use super::groups::{Doubt, ExtraValue, Group, Item, Level, Move, Position};
use super::habits::Habits;
use super::history::PreviousItem;
use super::note::Note;
use super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::phrases::Hit;
use super::spans::{Placed, REACH, around, within};
use crate::domain::{MarkEffect, SlotRole};
use crate::model::UnitPreferences;
use crate::text::{Dimension, NumberStyle, Script, Symbol, TokenKind};

/// How many seconds a part of one movement may last.
const BRIEF: f64 = 10.0;

/// A place where an item is named.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ItemMention {
    pub tokens: Range<usize>,
    pub name: String,
    pub exact: bool,
    pub known: bool,
    pub light: bool,
    pub timed: bool,
    /// Flags and groups of the term.
    pub traits: Vec<String>,
}

impl Placed for ItemMention {
    fn start(&self) -> usize {
        self.tokens.start
    }
}

/// Slot, value, unit, place and doubt of a value that words stand for.
type WordValue = (usize, f64, String, Range<usize>, DoubtReason);

/// Everything that happens in a note, for one reader.
#[derive(Clone, Debug)]
enum Event {
    Named(usize),
    Piece(usize),
    Cue(Cue),
    Means(Meaning),
    /// An ordinal that counts rows (`third round`).
    Nth(usize),
}

/// Reads the items of a domain whose items have rows.
pub(super) struct Collector<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a Compiled,
    pub units: &'a UnitPreferences,
    pub names: &'a [ItemMention],
    /// Words of the domain's notation.
    pub hits: &'a [Hit<Meaning>],
    /// Tokens that are this domain's.
    pub own: &'a [bool],
    pub items: Vec<Item>,
    /// Durations that belong to no item, in the unit of seconds.
    pub session: Vec<(f64, Range<usize>)>,
    current: Option<usize>,
    /// The item that the values of this clause belong to, told before its name.
    ahead: Option<usize>,
    /// Up to this token values are of the item named last, in spite of `ahead`.
    held: usize,
    /// Up to this token numbers belong to the heading of a scheme.
    heading: usize,
    /// Values told before any item was named.
    waiting: Vec<usize>,
    position: Position,
    /// The row position was named as a row ("last round"), not as a time ("at the end").
    marks: Vec<usize>,
    moved: Move,
    correct: bool,
    more: bool,
    fail_next: bool,
    amount_end: Option<f64>,
    /// The last value taken: item, group, and what it filled.
    last: Option<SlotRole>,
    slot_word: Option<(usize, usize)>,
    /// How many seconds a round lasts, where a word says so.
    every: Option<f64>,
    /// A number of rounds told before any item, for all items of the sentence.
    rounds: Option<usize>,
    /// Values that words stood for before any item was named.
    stood: Vec<WordValue>,
    per_row: bool,
    /// The note goes on with an item of an earlier entry.
    pub went_on: bool,
    /// Items of earlier entries, newest last.
    past: &'a [PreviousItem<'a>],
    /// What was usual of the current item lately.
    habits: Option<Habits<'a>>,
    /// What was read as earlier notes have it: the name of the item, and what its numbers are.
    pub by_habit: Vec<(String, SlotFigures)>,
}

impl<'a, 't> Collector<'a, 't> {
    pub fn new(
        note: &'a Note<'t>,
        domain: &'a Compiled,
        units: &'a UnitPreferences,
        names: &'a [ItemMention],
        hits: &'a [Hit<Meaning>],
        own: &'a [bool],
        past: &'a [PreviousItem<'a>],
    ) -> Self {
        Self {
            past,
            habits: None,
            by_habit: Vec::new(),
            note,
            domain,
            units,
            names,
            hits,
            own,
            items: Vec::new(),
            session: Vec::new(),
            current: None,
            ahead: None,
            held: 0,
            heading: 0,
            waiting: Vec::new(),
            position: Position::Next,
            marks: Vec::new(),
            moved: Move::None,
            correct: false,
            more: false,
            fail_next: false,
            amount_end: None,
            last: None,
            slot_word: None,
            every: None,
            rounds: None,
            stood: Vec::new(),
            per_row: false,
            went_on: false,
        }
    }

    /// Goes on with an item of an earlier entry until a name is met.
    pub fn go_on(&mut self, item: Item) {
        self.habits = Habits::of(self.past, &item.name, self.domain, self.note.tokens);
        self.items.push(item);
        self.current = Some(0);
        self.went_on = true;
    }

    /// Goes through the note once.
    pub fn run(&mut self) {
        let events = self.events();
        let (mut clause, mut sentence) = (usize::MAX, usize::MAX);
        for (at, tokens, event) in events {
            if self.note.clause[at] != clause {
                clause = self.note.clause[at];
                let new_sentence = self.note.sentence[at] != sentence;
                sentence = self.note.sentence[at];
                self.enter_clause(at, new_sentence);
            }
            match event {
                Event::Named(name) => self.on_name(name),
                Event::Piece(piece) => self.on_piece(piece),
                Event::Cue(cue) => self.on_cue(cue, &tokens),
                Event::Means(meaning) => self.on_meaning(meaning, &tokens),
                Event::Nth(nth) => self.at_row(nth, at, tokens.end),
            }
        }
        self.mark_failed();
        self.share_scheme();
    }

    fn events(&self) -> Vec<(usize, Range<usize>, Event)> {
        let mut events = Vec::new();
        let mut held = vec![false; self.note.tokens.len()];
        for name in self.names {
            held[name.tokens.clone()].fill(true);
        }
        let named = |at: usize| held[at];
        for (at, name) in self.names.iter().enumerate() {
            events.push((name.tokens.start, name.tokens.clone(), Event::Named(at)));
        }
        for (at, piece) in self.note.pieces.iter().enumerate() {
            let start = piece.tokens.start;
            if !named(start) && !self.note.used[start] && !self.is_article(piece) {
                events.push((start, piece.tokens.clone(), Event::Piece(at)));
            }
        }
        for hit in &self.note.cues {
            if !named(hit.tokens.start) {
                events.push((
                    hit.tokens.start,
                    hit.tokens.clone(),
                    Event::Cue(hit.meaning),
                ));
            }
        }
        for hit in self.hits {
            // A word inside an item's name still says what the row is ("assisted").
            let inside = named(hit.tokens.start);
            if !inside || matches!(hit.meaning, Meaning::Mark(_)) {
                events.push((
                    hit.tokens.start,
                    hit.tokens.clone(),
                    Event::Means(hit.meaning),
                ));
            }
        }
        for (at, token) in self.note.tokens.iter().enumerate() {
            if let TokenKind::Ordinal(nth) = token.kind
                && (self.is_row_word(at + 1) || self.stands_for_row(at))
            {
                events.push((at, at..at + 2, Event::Nth(nth as usize)));
            }
        }
        events.retain(|(at, _, _)| self.own[*at] && !self.note.dead[*at]);
        events.sort_by_key(|(at, tokens, event)| {
            let order = match event {
                Event::Named(_) => 0,
                Event::Cue(_) => 1,
                Event::Nth(_) => 2,
                Event::Means(_) => 3,
                Event::Piece(_) => 4,
            };
            (*at, order, tokens.end)
        });
        events
    }

    /// "one granite 40 s", "one 60 s granite": the word stands for "a", beside the figures of the name.
    fn is_article(&self, piece: &NumericExpression) -> bool {
        let one = piece.tokens.len() == 1
            && matches!(self.note.tokens[piece.tokens.start].kind, TokenKind::Number(number)
                if number.style == NumberStyle::Words && number.value == 1.0);
        let end = piece.tokens.end;
        let clause = self.note.clause_of(piece.tokens.start);
        let mut names = within(self.names, end..end + 1).iter();
        let figure = |from: usize| within(&self.note.pieces, from..clause.end).first();
        let named = names.any(|name| figure(name.tokens.end).is_some());
        one && (named || figure(end).is_some_and(|next| next.tokens.start == end))
    }

    fn enter_clause(&mut self, at: usize, new_sentence: bool) {
        self.ahead = None;
        self.slot_word = None;
        self.per_row = false;
        let position = self.position;
        let told = self
            .current_group()
            .is_some_and(|group| group.position == position && group.says_rows());
        if told {
            self.position = Position::Next;
        }
        if new_sentence {
            self.position = Position::Next;
            self.moved = Move::None;
            self.fail_next = false;
            self.more = false;
            self.waiting.clear();
            self.stood.clear();
            // Rounds hold for their sentence, or for the lines below their heading.
            let start = self.note.clause_of(at).start;
            let line = start.checked_sub(1).is_none_or(|before| {
                let token = &self.note.tokens[before];
                token.kind == TokenKind::Newline || token.is(Symbol::Bullet)
            });
            if !line {
                self.rounds = None;
                self.every = None;
            }
            self.marks
                .retain(|mark| self.domain.effect(*mark) == MarkEffect::Item);
        }
        let clause = self.note.clause_of(at);
        let from = self
            .names
            .partition_point(|name| name.tokens.start < clause.start);
        let names: Vec<usize> = (from..self.names.len())
            .take_while(|name| self.names[*name].tokens.start < clause.end)
            .filter(|name| !self.note.dead[self.names[*name].tokens.start])
            .collect();
        let (Some(first), Some(last)) = (names.first(), names.last()) else {
            return;
        };
        let first_start = self.names[*first].tokens.start;
        let last_end = self.names[*last].tokens.end;
        let before = self.live_rows(clause.start..first_start);
        let after = self.live_rows(last_end..clause.end);
        // "… 20 polished quartz with 10 g": numbers right before a name at the beginning of a
        // clause are of that name, even if more follows it.
        let touches = self
            .note
            .pieces_in(clause.start..first_start)
            .last()
            .is_some_and(|piece| piece.tokens.end + 1 >= first_start);
        let latin = self.note.tokens[first_start].kind == TokenKind::Word(Script::Latin);
        let then = self.note.cue_in(clause.start..clause.start + 1, Cue::Then);
        let leads = (new_sentence || then) && touches && latin;
        if before > 0 && (after == 0 || leads) {
            self.ahead = Some(*first);
        }
    }

    /// How many pieces in the tokens could be rows.
    fn live_rows(&self, range: Range<usize>) -> usize {
        let pieces = self.note.pieces_in(range).iter();
        pieces
            .filter(|piece| {
                let at = piece.tokens.start;
                let living = !self.note.dead[at] && !self.note.used[at];
                living && !is_value_only(self.domain, self.hits, piece) && !self.sums_up(piece)
            })
            .count()
    }

    fn on_name(&mut self, name: usize) {
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

    fn current_is(&self, name: usize) -> bool {
        let Some(current) = self.current else {
            return false;
        };
        self.items[current].tokens == self.names[name].tokens
    }

    fn open(&mut self, name: usize) {
        let named = &self.names[name];
        let again = self
            .current
            .filter(|current| self.items[*current].name == named.name);
        self.position = Position::Next;
        self.moved = Move::None;
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
            self.level(Level::Of(worth, unit), &tokens, Move::None);
            self.doubt(&field, why);
        }
        for piece in std::mem::take(&mut self.waiting) {
            self.on_piece(piece);
        }
    }

    fn on_piece(&mut self, index: usize) {
        let note = self.note;
        let piece = &note.pieces[index];
        let at = piece.tokens.start;
        if let Some(rounds) = self.told_rounds(piece) {
            self.rounds = Some(rounds);
            let sentence = self.note.sentence[at];
            if let Some(current) = self.current
                && self.note.sentence.get(self.items[current].tokens.start) == Some(&sentence)
            {
                self.items[current].rounds = Some(rounds);
            }
            return;
        }
        if at < self.heading || self.heads_session(piece) {
            return;
        }
        if let Some(name) = self.ahead
            && !self.current_is(name)
            && at >= self.held
        {
            self.open(name);
        }
        if self.is_of_next_name(piece) {
            self.waiting.push(index);
            return;
        }
        if self.is_enumerator(piece) || self.counts_all(piece) {
            return;
        }
        if let Some(nth) = self.row_number(piece) {
            self.note.tell(piece.tokens.clone());
            self.take_position(Position::From(nth), at);
            return;
        }
        if self.current.is_none() {
            if let Some(value) = piece.plain()
                && (self.session_value(value, true) || self.is_heading(value))
            {
                return;
            }
            self.waiting.push(index);
            return;
        }
        if self.correct {
            self.correct = false;
            let before = self.current_group().map(|group| group.tokens.clone());
            if self.correct_last(piece) {
                self.note.tell(before.unwrap_or_default());
                return;
            }
        }
        if let Some(value) = piece.plain()
            && self.came_to(value)
        {
            return;
        }
        self.on_rows(piece);
        if piece.or_more
            && let Some(group) = self.group_in_clause(at)
        {
            group.or_more = true;
        }
    }

    /// "granite 20 15 and 50 marbles": a count between "and" and the name of another item that nothing
    /// else is told of.
    fn is_of_next_name(&self, piece: &NumericExpression) -> bool {
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

    /// A value or a compact form, with what its `@` says apart where that is no level.
    fn on_rows(&mut self, piece: &NumericExpression) {
        let Some(at) = &piece.at else {
            match piece.plain() {
                Some(value) => self.on_plain(value.clone()),
                None => self.on_chain(piece),
            }
            return;
        };
        // "5x3 @ 80%": a share of something the domain has no slot for.
        let foreign = at.unit.is_some_and(|unit| {
            self.domain
                .slots_of_unit(self.note.tokens.unit(unit))
                .is_empty()
        });
        // "8 @ 2 shine": a word behind it names it.
        let named = self
            .slot_by_word(at)
            .filter(|slot| self.domain.slot(*slot).role == SlotRole::Value);
        if !foreign && named.is_none() {
            self.on_chain(piece);
            return;
        }
        if foreign {
            self.note.tell(at.tokens.clone());
        }
        let bare = NumericExpression {
            at: None,
            ..piece.clone()
        };
        let sentence = self.note.sentence[piece.tokens.start];
        let amount = self.domain.slot_of_role(SlotRole::Amount);
        let leveled = self
            .current_group()
            .is_some_and(|group| group.sentence == sentence);
        match bare.plain() {
            // "80 kg: 10 @ 2 shine, 9 @ 1 shine": what the effort is told of was counted.
            Some(value) if named.is_some() && leveled && value.unit.is_none() => {
                if let Some(slot) = amount {
                    self.on_amount(slot, value, false);
                }
            }
            _ if bare.operands.is_empty() => {}
            _ => self.on_rows(&bare),
        }
        if let (Some(slot), false) = (named, foreign) {
            self.on_extra(slot, at);
        }
    }

    fn on_plain(&mut self, mut value: NumericValue) {
        let start = value.tokens.start;
        // "first three at 120": the number was taken with the word before it.
        let counted = matches!(self.position, Position::First(n) | Position::Last(n)
            if value.one() == Some(n as f64));
        let others = self.position == Position::Others
            && around(&self.note.cues, start)
                .iter()
                .any(|hit| hit.meaning == Cue::Others && hit.tokens.contains(&start));
        if others {
            return;
        }
        if self.numbers_a_row(&value) || self.is_whole_of_share(start) {
            return;
        }
        if counted && value.unit.is_none() && self.counts_position(&value) {
            return;
        }
        if self.is_pronoun(&value) || self.counts_something_else(&value) || self.is_heading(&value)
        {
            return;
        }
        if let Some(end) = self.rows_behind(&value)
            && let Some(slot) = self.domain.slot_of_role(SlotRole::Repeat)
        {
            value.tokens.end = end;
            self.on_count(slot, &value);
            return;
        }
        self.level_in_plural(&mut value);
        self.distance_as_typed(&mut value);
        if self.steps_by(&value) {
            return;
        }
        if let Some((level, unit)) = self.raised_by(&value) {
            self.level(Level::Of(level, unit), &value.tokens, Move::Changed);
            return;
        }
        // "8, 4 sets": only the last number of the list counts rows.
        if let (
            ValueKind::Several {
                values,
                arrow: false,
            },
            Some(unit),
        ) = (&value.what, value.unit)
            && self.role_of_unit(self.note.tokens.unit(unit)) == Some(SlotRole::Repeat)
            && let Some((count, amounts)) = values.split_last()
        {
            let what = match amounts {
                [only] => ValueKind::One(*only),
                more => ValueKind::Several {
                    values: more.to_vec(),
                    arrow: false,
                },
            };
            let count = ValueKind::One(*count);
            self.on_value(NumericValue {
                tokens: start..start + 1,
                what,
                unit: None,
            });
            self.on_value(NumericValue {
                what: count,
                ..value
            });
            return;
        }
        self.on_value(value);
    }

    fn on_value(&mut self, mut value: NumericValue) {
        let start = value.tokens.start;
        let heading = self.heading_after(&value);
        if heading.is_some() {
            value.unit = None;
        }
        let by_word = self.slot_by_word(&value);
        if by_word.is_some() {
            self.slot_word = heading.map(|slot| (slot, value.tokens.end));
        }
        let slot = by_word
            .or_else(|| self.rows_again(&value))
            .or_else(|| self.slot_by_unit(&value));
        let slot = match slot {
            Some(slot) => Some(slot),
            None if value.unit.is_none() => self
                .bare_slot(&value)
                .filter(|slot| !self.is_never_told(*slot)),
            None => None,
        };
        let Some(slot) = slot else {
            // "at 80% of the best": a share says nothing by itself.
            if value
                .unit
                .is_some_and(|unit| self.note.tokens.unit(unit).dimension == Dimension::Ratio)
            {
                self.note.tell(value.tokens.clone());
            }
            return;
        };
        match self.domain.slot(slot).role {
            SlotRole::Repeat => self.on_count(slot, &value),
            SlotRole::Level => self.on_level(slot, &value),
            SlotRole::Amount => {
                let duration = self.domain.slot(slot).dimension.as_deref() == Some("duration");
                // "5x3 60cm": rows counted otherwise are told whole; it is how large the thing was.
                let measured = self.domain.slot(slot).dimension.is_some() && !duration;
                let whole = self.group_in_clause(start).is_some_and(|group| {
                    let counted = group.count.is_some() && !group.amounts.is_empty();
                    counted && group.amount_slot != Some(slot)
                });
                if measured && whole {
                    self.note.tell(value.tokens.clone());
                    return;
                }
                if duration && !self.takes_duration(&value) {
                    if self.session_value(&value, false) || self.says_how(&value) {
                        self.note.tell(value.tokens.clone());
                    }
                    return;
                }
                self.on_amount(slot, &value, by_word.is_some());
            }
            SlotRole::Value => self.on_extra(slot, &value),
            SlotRole::Pause => self.note.tell(value.tokens.clone()),
        }
    }

    /// "with a 3 s pause": a short time before a word says how it was done.
    fn says_how(&self, value: &NumericValue) -> bool {
        let next = self.note.tokens.get(value.tokens.end);
        next.is_some_and(|next| next.is_word() && next.spaced) && self.seconds(value) <= BRIEF
    }

    /// The group that values of this place would join.
    fn open_group(&self, at: usize) -> Option<&Group> {
        let item = &self.items[self.current?];
        let group = item.groups.last()?;
        (group.clause == self.note.clause[at] && self.position == Position::Next
            || group.position == self.position
                && group.sentence == self.note.sentence[at]
                && self.position != Position::Next)
            .then_some(group)
    }

    fn current_group(&mut self) -> Option<&mut Group> {
        let at = self.current?;
        self.items[at].groups.last_mut()
    }

    /// The last group, if it was told in the clause of this token.
    fn group_in_clause(&mut self, at: usize) -> Option<&mut Group> {
        let clause = self.note.clause[at];
        self.current_group().filter(|group| group.clause == clause)
    }

    fn new_group(&mut self, tokens: &Range<usize>) -> Group {
        let mut group = Group {
            tokens: tokens.clone(),
            sentence: self.note.sentence[tokens.start],
            clause: self.note.clause[tokens.start],
            position: self.position,
            more: std::mem::take(&mut self.more),
            failed: std::mem::take(&mut self.fail_next),
            ..Group::default()
        };
        for mark in std::mem::take(&mut self.marks) {
            let notation = &self.domain.notation.marks[mark];
            put_mark(&mut group, notation);
            group.prepares |= notation.effect == MarkEffect::Prepares;
            if notation.effect == MarkEffect::Single {
                group.single = single_of(notation);
            }
        }
        group
    }

    /// Puts the marks that wait for a group on the one spoken of.
    fn mark_current_group(&mut self) {
        for mark in std::mem::take(&mut self.marks) {
            let notation = &self.domain.notation.marks[mark];
            if let Some(group) = self.current_group() {
                put_mark(group, notation);
                group.prepares |= notation.effect == MarkEffect::Prepares;
            }
        }
    }

    fn push(&mut self, group: Group) {
        if let Some(at) = self.current {
            self.items[at].groups.push(group);
        }
    }

    fn doubt(&mut self, field: &str, why: DoubtReason) {
        let doubt = Doubt {
            field: field.to_owned(),
            why,
        };
        if let Some(group) = self.current_group() {
            group.doubts.push(doubt);
        }
    }
}

fn put_mark(group: &mut Group, notation: &crate::domain::Mark) {
    if let Some(field) = &notation.field {
        let value = notation.value.clone().unwrap_or(Value::Bool(true));
        group.extras.retain(|extra| extra.field != *field);
        group.extras.push(ExtraValue::new(field, value));
    }
}

/// The amount that a word such as "single" or "double" says.
fn single_of(notation: &crate::domain::Mark) -> Option<f64> {
    let stated = notation.value.as_ref().and_then(Value::as_f64);
    Some(stated.unwrap_or(1.0))
}

/// Whether words beside a piece make it a value of a row rather than a row (`rpe 8`).
pub(super) fn is_value_only(
    domain: &Compiled,
    hits: &[Hit<Meaning>],
    piece: &NumericExpression,
) -> bool {
    let near = piece.tokens.start.saturating_sub(REACH)..piece.tokens.end + 1;
    within(hits, near).iter().any(|hit| {
        let beside = hit.tokens.end == piece.tokens.start || hit.tokens.start == piece.tokens.end;
        let value = match hit.meaning {
            Meaning::Slot(slot) => {
                matches!(domain.slot(slot).role, SlotRole::Value | SlotRole::Pause)
            }
            _ => false,
        };
        beside && value
    })
}
