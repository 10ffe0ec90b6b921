//! Collects what a note says of the items of one domain, in the order told.

use std::ops::Range;

use serde_json::Value;

use super::compiled::{Compiled, Meaning};
use super::cues::Cue;
use super::groups::{Doubt, Group, Item, Level, Move, Position};
use super::note::Note;
use super::phrases::Hit;
use super::pieces::{Piece, What, Written};
use super::readings;
use super::solve::extra;
use crate::domain::{MarkEffect, SlotRole};
use crate::model::UnitPreferences;
use crate::text::{Symbol, TokenKind};

/// A place where an item is named.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    pub tokens: Range<usize>,
    pub name: String,
    pub exact: bool,
    pub known: bool,
    pub light: bool,
    pub timed: bool,
    /// Flags and groups of the term.
    pub traits: Vec<String>,
}

/// Everything that happens in a note, for one reader.
#[derive(Clone, Debug)]
enum Event {
    Named(usize),
    Piece(usize),
    Cue(Cue),
    Means(Meaning),
    /// An ordinal that counts rows (`third set`).
    Nth(usize),
}

/// Reads the items of a domain whose items have rows.
pub(super) struct Collector<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a Compiled,
    pub units: &'a UnitPreferences,
    pub names: &'a [Named],
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
    /// Values told before any item was named.
    waiting: Vec<usize>,
    position: Position,
    /// The row position was named as a row ("last set"), not as a time ("at the end").
    marks: Vec<usize>,
    moved: Move,
    correct: bool,
    more: bool,
    fail_next: bool,
    amount_end: Option<f64>,
    /// The last value taken: item, group, and what it filled.
    last: Option<SlotRole>,
    slot_word: Option<(usize, usize)>,
    per_row: bool,
    /// The note goes on with an item of an earlier entry.
    pub went_on: bool,
}

impl<'a, 't> Collector<'a, 't> {
    pub fn new(
        note: &'a Note<'t>,
        domain: &'a Compiled,
        units: &'a UnitPreferences,
        names: &'a [Named],
        hits: &'a [Hit<Meaning>],
        own: &'a [bool],
    ) -> Self {
        Self {
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
            per_row: false,
            went_on: false,
        }
    }

    /// Goes on with an item of an earlier entry until a name is met.
    pub fn go_on(&mut self, item: Item) {
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
    }

    /// A row was named by its place: what follows is said of it, and a level said just before.
    fn at_row(&mut self, nth: usize, at: usize, end: usize) {
        let tail = self.note.tail(end);
        let on = tail.starts_with("부터") || self.note.cue_in(self.note.before(at, 2), Cue::FromOn);
        let position = match nth {
            nth if on => Position::From(nth),
            1 => Position::First(1),
            nth => Position::Nth(nth),
        };
        self.take_position(position, at);
    }

    fn take_position(&mut self, position: Position, at: usize) {
        self.position = position;
        if let Some(group) = self.group_in_clause(at)
            && group.level.is_said()
            && group.amounts.is_empty()
            && group.count.is_none()
        {
            group.position = position;
        }
    }

    /// Rows that failed carry the mark for it.
    fn mark_failed(&mut self) {
        let domain = self.domain;
        let mark = domain
            .notation
            .marks
            .iter()
            .find(|mark| mark.effect == MarkEffect::Failed);
        let Some(mark) = mark else { return };
        for item in &mut self.items {
            for group in item.groups.iter_mut().filter(|group| group.failed) {
                put_mark(group, mark);
            }
        }
    }

    fn events(&self) -> Vec<(usize, Range<usize>, Event)> {
        let mut events = Vec::new();
        let named = |at: usize| self.names.iter().any(|name| name.tokens.contains(&at));
        for (at, name) in self.names.iter().enumerate() {
            events.push((name.tokens.start, name.tokens.clone(), Event::Named(at)));
        }
        for (at, piece) in self.note.pieces.iter().enumerate() {
            let start = piece.tokens.start;
            if !named(start) && !self.note.used[start] {
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
                && self.is_row_word(at + 1)
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

    /// Whether the token is a word for a row (`set`), without a number.
    fn is_row_word(&self, at: usize) -> bool {
        let Some(token) = self.note.tokens.get(at) else {
            return false;
        };
        if !token.is_word() {
            return false;
        }
        let word = self.note.tokens.norm(at);
        let Some((unit, len)) = self.note.tokens.units().prefix(word) else {
            return false;
        };
        let rest = &word[len..];
        let unit = self.note.tokens.unit(unit);
        self.role_of_unit(unit) == Some(SlotRole::Repeat)
            && (rest.is_empty() || crate::text::is_particles(rest))
    }

    fn role_of_unit(&self, unit: &crate::text::Unit) -> Option<SlotRole> {
        let slots = self.domain.slots_of_unit(unit);
        slots.first().map(|slot| self.domain.slot(*slot).role)
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
            self.marks
                .retain(|mark| self.domain.effect(*mark) == MarkEffect::Item);
        }
        let clause = self.note.clause_of(at);
        let names: Vec<usize> = (0..self.names.len())
            .filter(|name| {
                let start = self.names[*name].tokens.start;
                clause.contains(&start) && !self.note.dead[start]
            })
            .collect();
        let (Some(first), Some(last)) = (names.first(), names.last()) else {
            return;
        };
        let first_start = self.names[*first].tokens.start;
        let last_end = self.names[*last].tokens.end;
        let before = self.live_rows(clause.start..first_start);
        let after = self.live_rows(last_end..clause.end);
        if before > 0 && after == 0 {
            self.ahead = Some(*first);
        }
    }

    /// How many pieces in the tokens could be rows.
    fn live_rows(&self, range: Range<usize>) -> usize {
        let pieces = self.note.pieces_in(range).iter();
        pieces
            .filter(|piece| {
                let at = piece.tokens.start;
                !self.note.dead[at] && !self.note.used[at] && !self.is_value_only(piece)
            })
            .count()
    }

    /// Whether words beside the piece make it a value of a row rather than a row (`rpe 8`).
    fn is_value_only(&self, piece: &Piece) -> bool {
        let word = self.hits.iter().any(|hit| {
            let beside =
                hit.tokens.end == piece.tokens.start || hit.tokens.start == piece.tokens.end;
            let value = match hit.meaning {
                Meaning::Slot(slot) => {
                    matches!(
                        self.domain.slot(slot).role,
                        SlotRole::Value | SlotRole::Pause
                    )
                }
                _ => false,
            };
            beside && value
        });
        word
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
            if self.ahead.is_some() {
                self.current = None;
            }
            return;
        }
        self.open(name);
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
            self.items.push(Item {
                name: named.name.clone(),
                known: named.known,
                exact: named.exact,
                light: named.light,
                timed: named.timed,
                traits: named.traits.clone(),
                tokens: named.tokens.clone(),
                ..Item::default()
            });
            self.current = Some(self.items.len() - 1);
        }
        for piece in std::mem::take(&mut self.waiting) {
            self.on_piece(piece);
        }
    }

    fn on_cue(&mut self, cue: Cue, tokens: &Range<usize>) {
        let at = tokens.start;
        let end = tokens.end;
        match cue {
            Cue::Last => {
                self.correct = false;
                let counted = self.count_after(end);
                // "마지막 세트", "last one" name a row; a bare "마지막에" names a time.
                self.position = match counted {
                    Some(count) => Position::Last(count),
                    None if self.is_row_word(end) || self.names_row(tokens) => Position::Last(1),
                    None => Position::Finally,
                };
                self.moved = Move::None;
            }
            Cue::Finally => {
                self.correct = false;
                self.position = Position::Finally;
                self.moved = Move::None;
            }
            Cue::First => {
                self.position = Position::First(self.count_after(end).unwrap_or(1));
            }
            Cue::Others => self.position = Position::Others,
            Cue::HalfLater => self.position = Position::LaterHalf,
            Cue::Correct => self.correct = true,
            Cue::More => self.more_now(at),
            Cue::Fail => self.fail(tokens),
            Cue::Success => {
                if let Some(group) = self.group_in_clause(at)
                    && group.amounts.is_empty()
                    && group.single
                {
                    group.amounts.push(1.0);
                }
            }
            Cue::Up | Cue::Down => self.changed(at, Move::Changed),
            Cue::Settle => self.changed(at, Move::Settled),
            Cue::Start => {
                self.changed(at, Move::Start);
                if self
                    .note
                    .pieces_in(self.note.after(end, 3))
                    .first()
                    .is_some()
                {
                    self.moved = Move::Start;
                }
            }
            Cue::Finish => {
                if let Some(group) = self.group_in_clause(at) {
                    group.finish = true;
                }
            }
            Cue::PerRow => {
                // "per set", "세트당": what follows or precedes is the amount of each row.
                if self.is_row_word(end) {
                    self.per_row = true;
                    if let Some(group) = self.group_in_clause(at) {
                        group.each = true;
                    }
                }
            }
            Cue::Each => {
                let note = self.note;
                if let Some(group) = self.group_in_clause(at)
                    && note.tail(at).is_empty()
                    && !group.amounts.is_empty()
                    && end - at == 1
                {
                    group.each = true;
                }
            }
            _ => {}
        }
    }

    /// Whether the words after a word for "last" make it a row: a topic or object particle.
    fn names_row(&self, tokens: &Range<usize>) -> bool {
        let word = self.note.tokens.norm(tokens.end - 1);
        let korean = ["은", "는", "세트", "한세트"]
            .iter()
            .any(|end| word.ends_with(end));
        let english = word.is_ascii() && !word.ends_with("end");
        korean && !word.ends_with("에는") || english
    }

    /// A number of rows right after, as in "last 2 sets".
    fn count_after(&self, end: usize) -> Option<usize> {
        let piece = self.note.pieces_in(self.note.after(end, 2)).first()?;
        let value = piece.plain()?;
        let unit = value.unit?;
        let role = self.role_of_unit(self.note.tokens.unit(unit))?;
        (role == SlotRole::Repeat).then(|| value.one().map(|count| count as usize))?
    }

    fn more_now(&mut self, at: usize) {
        match self.group_in_clause(at) {
            Some(group) if group.count.is_some() || !group.amounts.is_empty() => group.more = true,
            _ => self.more = true,
        }
    }

    fn changed(&mut self, at: usize, moved: Move) {
        // Korean says the value first ("90으로 올려서"), English the verb ("up to 90").
        let near = self.note.before(at, 3);
        let value_before = self.note.pieces_in(near).last().is_some();
        if value_before {
            if let Some(group) = self.group_in_clause(at)
                && matches!(group.moved, Move::None | Move::Changed)
            {
                group.moved = moved;
            }
            return;
        }
        self.moved = moved;
    }

    fn fail(&mut self, tokens: &Range<usize>) {
        let only = self
            .note
            .cue_in(self.note.before(tokens.start, 3), Cue::Only);
        if only {
            return;
        }
        let light = self.item_is_light();
        match self.group_in_clause(tokens.start) {
            Some(group)
                if group.level.is_said() && group.amounts.is_empty() && group.count.is_none() =>
            {
                group.failed = true;
            }
            Some(group) if group.amounts == [0.0] => group.failed = true,
            None if !light => {
                let zero = self
                    .current_group()
                    .is_some_and(|group| group.amounts == [0.0]);
                match self.current_group() {
                    Some(group) if zero => group.failed = true,
                    _ => self.fail_next = true,
                }
            }
            _ => {}
        }
    }

    fn item_is_light(&self) -> bool {
        self.current.is_some_and(|at| self.items[at].light)
    }

    fn on_meaning(&mut self, meaning: Meaning, tokens: &Range<usize>) {
        match meaning {
            Meaning::Slot(slot) => self.slot_word = Some((slot, tokens.end)),
            Meaning::NoneOf(slot) if self.domain.slot(slot).role == SlotRole::Level => {
                self.level(Level::Empty, tokens, Move::None);
            }
            Meaning::Mark(mark) => self.mark(mark, tokens),
            _ => {}
        }
    }

    fn mark(&mut self, mark: usize, tokens: &Range<usize>) {
        let notation = &self.domain.notation.marks[mark];
        let inside_name = self
            .names
            .iter()
            .any(|name| name.tokens.contains(&tokens.start));
        if inside_name {
            if notation.effect == MarkEffect::None
                && let (Some(item), Some(field)) = (self.current, &notation.field)
                && field != "kind"
            {
                let value = notation.value.clone().unwrap_or(Value::Bool(true));
                self.items[item].extras.push(extra(field, value));
            }
            return;
        }
        match notation.effect {
            MarkEffect::WithLevel => {
                if let Some(group) = self.group_in_clause(tokens.start)
                    && matches!(group.level, Level::Of(..))
                    && group.amounts.is_empty()
                {
                    put_mark(group, notation);
                }
            }
            MarkEffect::Falls => {
                self.marks.push(mark);
                self.moved = Move::None;
            }
            MarkEffect::Rounds => {}
            MarkEffect::Single => {
                let clause = self.note.clause[tokens.start];
                match self.group_in_clause(tokens.start) {
                    Some(group) if group.amounts.is_empty() => group.single = true,
                    Some(group) => {
                        let next = Group {
                            tokens: tokens.clone(),
                            clause,
                            sentence: group.sentence,
                            level: group.level.clone(),
                            single: true,
                            ..Group::default()
                        };
                        self.push(next);
                    }
                    None => self.marks.push(mark),
                }
            }
            _ => {
                let ahead = self.note.pieces_in(self.note.after(tokens.end, 2)).first();
                let directly_ahead = ahead.is_some_and(|piece| piece.tokens.start == tokens.end);
                let effect = notation.effect;
                match self.group_in_clause(tokens.start) {
                    Some(group)
                        if !group
                            .extras
                            .iter()
                            .any(|extra| Some(&extra.field) == notation.field.as_ref())
                            && !(directly_ahead && !group.amounts.is_empty()) =>
                    {
                        put_mark(group, notation);
                        group.prepares |= effect == MarkEffect::Prepares;
                    }
                    _ => self.marks.push(mark),
                }
            }
        }
    }

    fn on_piece(&mut self, index: usize) {
        let note = self.note;
        let piece = &note.pieces[index];
        let at = piece.tokens.start;
        if let Some(name) = self.ahead
            && !self.current_is(name)
        {
            self.open(name);
        }
        if self.is_enumerator(piece) {
            return;
        }
        if let Some(nth) = self.row_number(piece) {
            self.take_position(Position::From(nth), at);
            return;
        }
        if self.current.is_none() {
            if let Some(value) = piece.plain()
                && self.session_value(value, true)
            {
                return;
            }
            self.waiting.push(index);
            return;
        }
        if self.correct {
            self.correct = false;
            if self.correct_last(piece) {
                return;
            }
        }
        match piece.plain() {
            Some(value) => self.on_value(value.clone()),
            None => self.on_chain(piece),
        }
        let _ = at;
    }

    /// `1.` at the beginning of a line, `set 2:`.
    fn is_enumerator(&self, piece: &Piece) -> bool {
        let tokens = self.note.tokens;
        let Some(value) = piece.plain().filter(|value| value.unit.is_none()) else {
            return false;
        };
        let at = value.tokens.start;
        let line_start = at == 0 || tokens[at - 1].kind == TokenKind::Newline;
        let closes = |at: usize| {
            tokens.get(at).is_some_and(|token| {
                token.is(Symbol::Period) || token.is(Symbol::Close) || token.is(Symbol::Colon)
            }) && tokens.get(at + 1).is_some_and(|token| token.spaced)
        };
        (line_start && closes(value.tokens.end))
            || (at > 0 && self.is_row_word(at - 1) && closes(value.tokens.end))
    }

    /// The number of the row from which on something holds: `from round 7`.
    fn row_number(&self, piece: &Piece) -> Option<usize> {
        let value = piece.plain().filter(|value| value.unit.is_none())?;
        let word = value.tokens.start.checked_sub(1)?;
        let from = self.note.cue_in(self.note.before(word, 2), Cue::FromOn);
        (from && self.is_row_word(word)).then(|| value.one().map(|nth| nth as usize))?
    }

    /// Which slot a value fills by the words beside it, and by its unit.
    fn slot_by_word(&self, value: &Written) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        if let Some((slot, word_end)) = self.slot_word {
            let between = word_end..start;
            let close = between.len() <= 3
                && self.note.clause[word_end.saturating_sub(1)] == self.note.clause[start]
                && self.note.pieces_in(between).is_empty();
            if close && self.fits(slot, value) {
                return Some(slot);
            }
        }
        let after = self.hits.iter().find(|hit| {
            hit.tokens.start >= end
                && hit.tokens.start <= end + 1
                && matches!(hit.meaning, Meaning::Slot(_))
                && self.note.clause[hit.tokens.start] == self.note.clause[start]
        })?;
        let Meaning::Slot(slot) = after.meaning else {
            return None;
        };
        let named_only = self.domain.slot(slot).only_with_words
            || self.domain.slot(slot).role == SlotRole::Pause;
        let next_piece = self
            .note
            .pieces_in(self.note.after(after.tokens.end, 2))
            .first();
        let own = next_piece.is_none_or(|next| next.tokens.start > after.tokens.end + 1);
        (named_only && own && self.fits(slot, value)).then_some(slot)
    }

    fn fits(&self, slot: usize, value: &Written) -> bool {
        readings::fits(self.domain, self.note.tokens, slot, value)
    }

    fn on_value(&mut self, mut value: Written) {
        let start = value.tokens.start;
        let heading = self.heading_after(&value);
        if heading.is_some() {
            value.unit = None;
        }
        let by_word = self.slot_by_word(&value);
        if by_word.is_some() {
            self.slot_word = heading.map(|slot| (slot, value.tokens.end));
        }
        let slot = by_word.or_else(|| self.slot_by_unit(&value));
        let slot = match slot {
            Some(slot) => Some(slot),
            None if value.unit.is_none() => self.bare_slot(&value),
            None => None,
        };
        let Some(slot) = slot else {
            return;
        };
        match self.domain.slot(slot).role {
            SlotRole::Repeat => self.on_count(slot, &value),
            SlotRole::Level => self.on_level(slot, &value),
            SlotRole::Amount => {
                let duration = self.domain.slot(slot).dimension.as_deref() == Some("duration");
                if duration && !self.takes_duration(&value) {
                    self.session_value(&value, false);
                    return;
                }
                self.on_amount(slot, &value, by_word.is_some());
            }
            SlotRole::Value => self.on_extra(slot, &value),
            SlotRole::Pause => {}
        }
        let _ = start;
    }

    /// `weights 60/70/80 reps 10/8/6`: the word after the numbers is no unit of theirs but names
    /// what follows, because another word names them and numbers follow it.
    fn heading_after(&self, value: &Written) -> Option<usize> {
        let unit = value.unit?;
        let (slot, word_end) = self.slot_word?;
        if word_end != value.tokens.start {
            return None;
        }
        let mut bare = value.clone();
        bare.unit = None;
        let next = self
            .note
            .pieces_in(value.tokens.end..value.tokens.end + 1)
            .first();
        let turns = next.is_some() && !self.fits(slot, value) && self.fits(slot, &bare);
        let slots = self.domain.slots_of_unit(self.note.tokens.unit(unit));
        slots.first().copied().filter(|_| turns)
    }

    fn slot_by_unit(&self, value: &Written) -> Option<usize> {
        if let What::Clock { .. } = value.what {
            return self.domain.slots_of("duration").next();
        }
        let unit = self.note.tokens.unit(value.unit?);
        let slots = self.domain.slots_of_unit(unit);
        slots.into_iter().find(|slot| {
            let slot = self.domain.slot(*slot);
            !slot.only_with_words && slot.role != SlotRole::Pause
        })
    }

    /// Whether a duration is the amount of a row of the current item.
    fn takes_duration(&mut self, value: &Written) -> bool {
        let Some(at) = self.current else {
            return false;
        };
        let clause = self.note.clause[value.tokens.start];
        let item = &self.items[at];
        let total = self
            .note
            .cue_in(self.note.clause_of(value.tokens.start), Cue::Total);
        if item.timed {
            return true;
        }
        let long = self.domain.notation.session.iter().any(|field| {
            value
                .one()
                .is_some_and(|_| self.seconds(value) / 60.0 >= field.least)
        });
        if total || (long && !item.light) {
            return false;
        }
        let said = item.groups.iter().any(|group| {
            group.clause == clause && (!group.amounts.is_empty() || group.level.is_said())
        });
        !said
            && (item.groups.is_empty() || item.light)
            && item.tokens.end + 3 >= value.tokens.start.min(item.tokens.end + 3)
            && self.note.sentence[item.tokens.start] == self.note.sentence[value.tokens.start]
    }

    fn seconds(&self, value: &Written) -> f64 {
        match (&value.what, value.unit) {
            (What::Clock { seconds, .. }, _) => *seconds,
            (What::One(number), Some(unit)) => {
                let unit = self.note.tokens.unit(unit);
                super::compiled::in_unit(self.note.tokens, *number, &unit.name, "s")
            }
            _ => 0.0,
        }
    }

    /// Keeps a duration as one of the whole note, if it can be one.
    fn session_value(&mut self, value: &Written, alone: bool) -> bool {
        let duration = match value.unit {
            Some(unit) => {
                let unit = self.note.tokens.unit(unit);
                super::compiled::dimension_name(&unit.dimension) == "duration"
            }
            None => false,
        };
        let only = self.note.tail(value.tokens.end).starts_with("밖에")
            || self
                .note
                .cue_in(self.note.after(value.tokens.end, 1), Cue::Only);
        let seconds = self.seconds(value);
        let session = duration
            && !only
            && self
                .domain
                .notation
                .session
                .iter()
                .any(|field| seconds / 60.0 >= field.least);
        if session {
            self.session.push((seconds, value.tokens.clone()));
        }
        session || (alone && duration)
    }

    /// The slot of a number without unit or naming word.
    fn bare_slot(&self, value: &Written) -> Option<usize> {
        let tail = self.note.tail(value.tokens.end);
        let (start, end) = (value.tokens.start, value.tokens.end);
        let level = self.domain.slot_of_role(SlotRole::Level);
        let amount = self.domain.slot_of_role(SlotRole::Amount);
        let repeat = self.domain.slot_of_role(SlotRole::Repeat);
        let item = self.current.map(|at| &self.items[at])?;
        let group = self.open_group(start);
        let level_said = group.is_some_and(|group| group.level.is_said());
        let amount_said = group.is_some_and(|group| !group.amounts.is_empty());
        let count_said = group.is_some_and(|group| group.count.is_some());
        let usual = |slot: Option<usize>| {
            slot.filter(|slot| {
                readings::usual(
                    self.domain,
                    self.note.tokens,
                    self.units,
                    &item.traits,
                    *slot,
                    value,
                )
            })
        };
        let ended = |ends: &[&str]| ends.iter().any(|end| tail.starts_with(end));
        if ended(&["밖에", "씩"]) {
            return amount;
        }
        if !item.light
            && (ended(&[
                "에서", "에선", "까지", "으로", "로", "때", "칠", "을", "를", "은", "는",
            ]))
        {
            return level;
        }
        let before = self.note.before(start, 2);
        let cue = |cue: Cue| self.note.cue_in(before.clone(), cue);
        let prior = self.note.tokens.norm(start.wrapping_sub(1));
        if (prior == "of" && !amount_said) || (prior == "for" && level_said && !amount_said) {
            return amount;
        }
        if cue(Cue::Only) || prior == "got" {
            return amount.filter(|_| usual(amount).is_some()).or(level);
        }
        if let What::Several { values, arrow } = &value.what {
            let arrow = *arrow;
            if !arrow && (item.light || (level_said && !amount_said)) {
                return amount;
            }
            let all_level = usual(level).is_some();
            let all_amount = usual(amount).is_some();
            let falling = values.windows(2).all(|pair| pair[0] >= pair[1]);
            return if all_level
                && (arrow || !all_amount || (!falling && !level_said && self.list_follows(end)))
            {
                level
            } else {
                amount
            };
        }
        let moved = cue(Cue::Start)
            || cue(Cue::To)
            || cue(Cue::At)
            || cue(Cue::Up)
            || cue(Cue::Down)
            || cue(Cue::Settle);
        if moved && !item.light && prior != "for" {
            return level;
        }
        let after = self.note.after(end, 2);
        if self.note.cue_in(after, Cue::Fail) && !item.light {
            return level;
        }
        let next_fills = self.next_fills(end);
        if item.light && !next_fills.contains(&SlotRole::Amount) && !amount_said {
            return amount;
        }
        if next_fills.first() == Some(&SlotRole::Level) && !level_said && !amount_said {
            return amount;
        }
        if !level_said && !item.light {
            let more_numbers = !next_fills.is_empty();
            if usual(level).is_some() || more_numbers {
                return level;
            }
            return if usual(amount).is_some() {
                amount
            } else {
                level
            };
        }
        if level_said && !amount_said && !count_said && usual(amount).is_some() {
            return amount;
        }
        if level_said && amount_said && usual(level).is_some() && !item.light {
            return level;
        }
        if !amount_said && usual(amount).is_some() {
            return amount;
        }
        let clause = self.note.clause[start];
        let told_here = item
            .groups
            .iter()
            .filter(|group| group.clause == clause)
            .count();
        let run = next_fills.first() == Some(&SlotRole::Value);
        if amount_said && !count_said && !run && usual(repeat).is_some() && told_here < 2 {
            return repeat;
        }
        if amount_said && usual(amount).is_some() {
            return amount;
        }
        level.filter(|_| !item.light).or(amount)
    }

    fn list_follows(&self, end: usize) -> bool {
        let next = self
            .note
            .pieces
            .iter()
            .find(|piece| piece.tokens.start >= end);
        next.and_then(Piece::plain)
            .is_some_and(|next| matches!(next.what, What::Several { .. }))
    }

    /// The roles of the pieces that follow in the clause, by unit, up to the next name.
    fn next_fills(&self, end: usize) -> Vec<SlotRole> {
        let range = self.note.after(end, 12);
        let stop = self
            .names
            .iter()
            .map(|name| name.tokens.start)
            .find(|start| range.contains(start))
            .unwrap_or(range.end);
        let mut roles = Vec::new();
        for piece in self.note.pieces_in(range.start..stop) {
            let Some(value) = piece.plain() else {
                roles.push(SlotRole::Amount);
                break;
            };
            match value.unit {
                Some(unit) => {
                    let role = self.role_of_unit(self.note.tokens.unit(unit));
                    if role == Some(SlotRole::Level) {
                        if roles.is_empty() {
                            roles.push(SlotRole::Level);
                        }
                        break;
                    }
                    roles.extend(role);
                }
                None if roles.is_empty() => roles.push(SlotRole::Value),
                None => {}
            }
        }
        roles
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
            group.single |= notation.effect == MarkEffect::Single;
        }
        group
    }

    fn push(&mut self, group: Group) {
        if let Some(at) = self.current {
            self.items[at].groups.push(group);
        }
    }

    fn on_level(&mut self, slot: usize, value: &Written) {
        let unit = self.unit_of(slot, value.unit);
        let tokens = &value.tokens;
        let tail = self.note.tail(tokens.end).to_owned();
        let by_word_to = self.note.cue_in(self.note.before(tokens.start, 2), Cue::To)
            || tail.starts_with("까지")
            || self.note.cue_in(tokens.end..tokens.end + 1, Cue::To);
        match &value.what {
            What::Several { values, arrow } => {
                let (values, arrow) = (values.clone(), *arrow);
                let told = by_word_to || tail.starts_with("으로") || tail.starts_with("로");
                let drafted = self
                    .current
                    .is_some_and(|at| !self.items[at].groups.is_empty());
                if told && drafted && !arrow {
                    for (at, level) in values.iter().enumerate() {
                        let moved = if by_word_to && at + 1 == values.len() {
                            Move::To
                        } else {
                            Move::Changed
                        };
                        self.level(Level::Of(*level, unit.clone()), tokens, moved);
                    }
                } else if let Some(at) = self.current {
                    self.items[at].all_levels = Some((values, unit, arrow));
                    if self.items[at].groups.is_empty() {
                        let group = self.new_group(tokens);
                        self.push(group);
                    }
                }
            }
            What::Between {
                first,
                second,
                doubtful,
            } => {
                let ramp = !doubtful && self.joined_by_word(value) && self.is_ramp(tokens);
                if ramp {
                    self.level(Level::Of(*first, unit.clone()), tokens, Move::Start);
                    self.level(Level::Of(*second, unit), tokens, Move::To);
                } else if *doubtful {
                    let middle = (first + second) / 2.0;
                    self.level(Level::Of(middle, unit.clone()), tokens, Move::None);
                    let field = self.domain.slot(slot).name.clone();
                    let note = format!("{first} or {second} {unit}: {middle} was taken");
                    self.doubt(&field, note);
                } else {
                    self.level(Level::Unknown, tokens, Move::None);
                    let field = self.domain.slot(slot).name.clone();
                    let note = format!("between {first} and {second} {unit}");
                    self.doubt(&field, note);
                }
            }
            _ => {
                let Some(number) = value.one() else { return };
                let either = self.note.cue_in(
                    tokens.end..(tokens.end + 2).min(self.note.tokens.len()),
                    Cue::Either,
                ) && self.note.tokens.get(tokens.end).is_some();
                let sure = self
                    .note
                    .cue_in(self.note.before(tokens.start, 2), Cue::Sure);
                if self.alternative(number, &unit, tokens, either, sure, slot) {
                    return;
                }
                let mut moved = std::mem::take(&mut self.moved);
                if by_word_to {
                    moved = Move::To;
                } else if tail.starts_with("에서") && self.goes_on(tokens.end) {
                    moved = Move::Start;
                }
                self.level(Level::Of(number, unit), tokens, moved);
            }
        }
        if tail.starts_with("씩") {
            self.mark_with_level();
        }
        self.last = Some(SlotRole::Level);
    }

    /// Puts the marks that go with a stated level on the group at hand ("20키로씩").
    fn mark_with_level(&mut self) {
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
                let all: Vec<String> = group.alternatives.iter().map(f64::to_string).collect();
                group.doubts.retain(|doubt| doubt.field != field);
                group.doubts.push(Doubt {
                    field,
                    note: format!("{} {unit}: {middle} was taken", all.join(" or ")),
                });
            }
            return true;
        }
        if let Some(group) = self.current_group()
            && open
            && (sure || group.alternatives.contains(&number))
        {
            let all: Vec<String> = group.alternatives.iter().map(f64::to_string).collect();
            group.alternatives.clear();
            group.level = Level::Of(number, unit.to_owned());
            group.doubts.retain(|doubt| doubt.field != field);
            group.doubts.push(Doubt {
                field,
                note: format!("{} {unit}: {number} as the likelier", all.join(" or ")),
            });
            group.clause = note.clause[tokens.start];
            group.sentence = sentence;
            return true;
        }
        false
    }

    fn joined_by_word(&self, value: &Written) -> bool {
        self.note.tokens[value.tokens.clone()]
            .iter()
            .any(crate::text::Token::is_word)
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
            let tail_to =
                tail.starts_with("까지") || tail.starts_with("로") || tail.starts_with("으로");
            let level = piece.plain().is_some_and(|value| {
                value.unit.is_none_or(|unit| {
                    self.role_of_unit(self.note.tokens.unit(unit)) == Some(SlotRole::Level)
                })
            });
            tail_to && level
        });
        start || to
    }

    fn unit_of(&self, slot: usize, unit: Option<crate::text::UnitId>) -> String {
        readings::unit_of(self.domain, self.note.tokens, self.units, slot, unit)
    }

    fn level(&mut self, level: Level, tokens: &Range<usize>, moved: Move) {
        let clause = self.note.clause[tokens.start];
        let sentence = self.note.sentence[tokens.start];
        let position = self.position;
        let light = self.item_is_light();
        let amount_ahead = self.next_fills(tokens.end).contains(&SlotRole::Amount);
        let joins = self.current_group().is_some_and(|group| {
            let same_place = group.clause == clause && group.position == position
                || (group.is_empty() && group.sentence == sentence)
                || (group.position == position
                    && position != Position::Next
                    && group.sentence == sentence);
            let fresh = !group.level.is_said() && group.alternatives.is_empty();
            let taken = !group.amounts.is_empty() && amount_ahead;
            same_place
                && fresh
                && !taken
                && !(group.count.is_some() && group.amounts.is_empty() && group.clause != clause)
        });
        if joins {
            if let Some(group) = self.current_group() {
                group.level = level;
                if moved != Move::None {
                    group.moved = moved;
                }
            }
            let marks = std::mem::take(&mut self.marks);
            for mark in marks {
                let notation = &self.domain.notation.marks[mark];
                if let Some(group) = self.current_group() {
                    put_mark(group, notation);
                    group.prepares |= notation.effect == MarkEffect::Prepares;
                }
            }
        } else {
            let mut group = self.new_group(tokens);
            group.level = level;
            group.moved = moved;
            self.push(group);
        }
        let _ = light;
        self.last = Some(SlotRole::Level);
    }

    fn on_amount(&mut self, slot: usize, value: &Written, by_word: bool) {
        let tokens = &value.tokens;
        let tail = self.note.tail(tokens.end).to_owned();
        let unit = self.amount_unit(slot, value);
        let only = tail.starts_with("밖에")
            || self
                .note
                .cue_in(self.note.before(tokens.start, 2), Cue::Only)
            || self.note.cue_in(self.note.after(tokens.end, 1), Cue::Only);
        let each = tail.starts_with("씩")
            || self.per_row
            || self.each_before(tokens.start)
            || self.note.cue_in(self.note.after(tokens.end, 1), Cue::Each);
        let values = match &value.what {
            What::Several { values, .. } => values.clone(),
            What::Between { first, second, .. } => {
                self.start_or_join_amount(tokens);
                let field = self.domain.slot(slot).name.clone();
                let note = format!("{first} or {second}: {first} was taken");
                vec![*first]
                    .into_iter()
                    .inspect(|_| self.doubt(&field, note.clone()))
                    .collect()
            }
            _ => {
                let Some(number) = value.one() else { return };
                vec![readings::stored(
                    self.domain,
                    self.note.tokens,
                    slot,
                    number,
                    value.unit,
                )]
            }
        };
        // "렙수가 10개에서 4개로": the ends of a series of amounts.
        if values.len() == 1 && tail.starts_with("에서") && self.amount_goes_on(tokens.end) {
            self.amount_end = values.first().copied();
            return;
        }
        if let (Some(first), Some(at)) = (self.amount_end.take(), self.current) {
            self.items[at].amount_ends = Some((first, values[0]));
            return;
        }
        let said_rows = self.rows_so_far();
        if values.len() > 1
            && let Some(at) = self.current
            && (by_word
                || values.len() == said_rows
                || self.items[at].total == Some(values.len())
                || self.items[at].all_levels.is_some())
            && said_rows > 0
            && self.list_is_of_item(at, tokens.start)
        {
            self.items[at].all_amounts = Some(values);
            if let Some(group) = self.current_group() {
                group.amount_slot = Some(slot);
            }
            return;
        }
        self.start_or_join_amount(tokens);
        if let Some(group) = self.current_group() {
            group.amounts.extend(values);
            group.amount_slot = Some(slot);
            group.amount_unit = unit;
            group.only |= only;
            group.each |= each;
        }
        self.last = Some(SlotRole::Amount);
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

    fn rows_so_far(&self) -> usize {
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

    fn each_before(&self, start: usize) -> bool {
        self.note.cue_in(self.note.before(start, 1), Cue::Each)
    }

    fn amount_goes_on(&self, end: usize) -> bool {
        let next = self.note.pieces_in(self.note.after(end, 4)).first();
        next.is_some_and(|piece| {
            let tail = self.note.tail(piece.tokens.end);
            tail.starts_with("로") || tail.starts_with("으로") || tail.starts_with("까지")
        })
    }

    fn amount_unit(&self, slot: usize, value: &Written) -> Option<String> {
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
            place && group.amounts.is_empty() && !(group.single && group.level.is_said())
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

    fn on_count(&mut self, slot: usize, value: &Written) {
        let tokens = value.tokens.clone();
        let tail = self.note.tail(tokens.end).to_owned();
        let (count, doubt) = match &value.what {
            What::Between { first, second, .. } => (*first, Some(format!("{first} or {second}"))),
            What::Several { values, .. } => (values[0], None),
            _ => match value.one() {
                Some(count) => (count, None),
                None => return,
            },
        };
        if tail.starts_with("당")
            || (count == 1.0 && tail.starts_with("에") && !tail.starts_with("에서"))
        {
            self.per_row = true;
            return;
        }
        let from = tail.starts_with("부터")
            || (tail.starts_with("에서")
                && !self.note.cue_in(self.note.after(tokens.end, 2), Cue::First))
            || self
                .note
                .cue_in(self.note.before(tokens.start, 2), Cue::FromOn);
        let count = if count >= 0.0 { count as usize } else { 0 };
        if from {
            self.position = Position::From(count);
            return;
        }
        if matches!(self.position, Position::First(n) | Position::Last(n) if n == count) {
            // "last 3 sets": the number is the position's.
            return;
        }
        let before = self.note.before(tokens.start, 3);
        let total = self.note.cue_in(before, Cue::Total)
            || self.note.cue_in(self.note.after(tokens.end, 2), Cue::Total);
        if total {
            if let Some(at) = self.current {
                self.items[at].total = Some(count);
                // A fresh item told by its total alone.
                if self.items[at].groups.is_empty() {
                    let mut group = self.new_group(&tokens);
                    group.count = Some(count);
                    self.push(group);
                }
            }
            return;
        }
        let position = self.position;
        let either = self
            .note
            .cue_in(self.note.after(tokens.end, 2), Cue::Either);
        let joins = self.current_group().is_some_and(|group| {
            group.position == position && group.count.is_none() && group.amounts.len() <= 1
        });
        let again = self.current_group().is_some_and(|group| {
            group.count.is_some() && group.doubts.iter().any(|doubt| doubt.note == "either")
        });
        if again {
            let field = self.domain.slot(slot).name.clone();
            if let Some(group) = self.current_group() {
                group.doubts.retain(|doubt| doubt.note != "either");
            }
            let first = self
                .current_group()
                .and_then(|group| group.count)
                .unwrap_or(count);
            self.doubt(&field, format!("{first} or {count}: {first} was taken"));
            return;
        }
        if !joins {
            let restart = self.current_group().is_some_and(|group| {
                group.count.is_some() && group.amounts.is_empty() && group.level.is_said()
            });
            let group = self.new_group(&tokens);
            let _ = restart;
            self.push(group);
        }
        let more = std::mem::take(&mut self.more);
        let clause = self.note.clause[tokens.start];
        if let Some(group) = self.current_group() {
            group.count = Some(count);
            group.more |= more;
            group.clause = clause;
            if either {
                group.doubts.push(Doubt {
                    field: String::new(),
                    note: "either".into(),
                });
            }
        }
        if let Some(doubt) = doubt {
            let field = self.domain.slot(slot).name.clone();
            self.doubt(&field, format!("{doubt}: {count} was taken"));
        }
        self.last = Some(SlotRole::Repeat);
    }

    fn on_extra(&mut self, slot: usize, value: &Written) {
        let Some(number) = value.one() else { return };
        let number = readings::stored(self.domain, self.note.tokens, slot, number, value.unit);
        self.add_extra(slot, number);
    }

    fn add_extra(&mut self, slot: usize, number: f64) {
        let data = self.domain.slot(slot);
        let field = data.field.as_deref().unwrap_or(&data.name).to_owned();
        if let Some(group) = self.current_group() {
            group
                .extras
                .push(extra(&field, super::write::number(number)));
        }
    }

    fn doubt(&mut self, field: &str, note: String) {
        let doubt = Doubt {
            field: field.to_owned(),
            note,
        };
        if let Some(group) = self.current_group() {
            group.doubts.push(doubt);
        }
    }

    /// Replaces the value said last of the same kind.
    fn correct_last(&mut self, piece: &Piece) -> bool {
        let Some(value) = piece.plain() else {
            return false;
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

    fn on_chain(&mut self, piece: &Piece) {
        let start = piece.tokens.start;
        let here = self.note.sentence[start];
        let after_level = self.current_group().is_some_and(|group| {
            group.sentence == here
                && group.level.is_said()
                && group.amounts.is_empty()
                && group.count.is_none()
        });
        let light = self.item_is_light();
        let traits = self
            .current
            .map(|at| self.items[at].traits.clone())
            .unwrap_or_default();
        let read = readings::read(&readings::Chain {
            domain: self.domain,
            tokens: self.note.tokens,
            units: self.units,
            piece,
            light,
            traits: &traits,
            after_level,
        });
        let Some(read) = read else { return };
        let has_level = read
            .slots
            .iter()
            .any(|(slot, _)| self.domain.slot(*slot).role == SlotRole::Level);
        let sentence = self.note.sentence[start];
        let position = self.position;
        let waiting = self.current_group().is_some_and(|group| {
            group.sentence == sentence
                && group.position == position
                && group.amounts.is_empty()
                && group.count.is_none()
                && !group.failed
                && !(has_level && group.level.is_said())
        });
        if !waiting {
            let group = self.new_group(&piece.tokens);
            self.push(group);
        } else {
            let marks = std::mem::take(&mut self.marks);
            for mark in marks {
                let notation = &self.domain.notation.marks[mark];
                if let Some(group) = self.current_group() {
                    put_mark(group, notation);
                    group.prepares |= notation.effect == MarkEffect::Prepares;
                }
            }
        }
        for (slot, value) in &read.slots {
            match self.domain.slot(*slot).role {
                SlotRole::Repeat => {
                    let count = value.one().map(|count| count as usize);
                    if let Some(group) = self.current_group() {
                        group.count = count;
                    }
                }
                SlotRole::Level => self.chain_level(*slot, value),
                SlotRole::Amount => self.chain_amount(*slot, value),
                SlotRole::Value => {
                    if let Some(number) = value.one() {
                        self.add_extra(*slot, number);
                    }
                }
                SlotRole::Pause => {}
            }
        }
        if let Some(other) = read.other {
            self.doubt("", other);
        }
        self.last = Some(SlotRole::Amount);
    }

    fn chain_level(&mut self, slot: usize, value: &Written) {
        let unit = self.unit_of(slot, value.unit);
        match &value.what {
            What::Several { values, .. } => {
                // One level for each row of the chain: a group each.
                let Some(group) = self.current_group() else {
                    return;
                };
                let mut template = group.clone();
                template.count = None;
                let amounts = template.amounts.clone();
                if let Some(group) = self.current_group() {
                    group.count = Some(1);
                    group.level = Level::Of(values[0], unit.clone());
                    group.amounts.truncate(1);
                }
                for (at, level) in values.iter().enumerate().skip(1) {
                    let mut next = template.clone();
                    next.level = Level::Of(*level, unit.clone());
                    next.count = Some(1);
                    next.amounts = amounts
                        .get(at)
                        .or(amounts.first())
                        .copied()
                        .into_iter()
                        .collect();
                    self.push(next);
                }
            }
            What::Between { first, second, .. } => {
                if let Some(group) = self.current_group() {
                    group.level = Level::Unknown;
                }
                let field = self.domain.slot(slot).name.clone();
                self.doubt(&field, format!("between {first} and {second} {unit}"));
            }
            _ => {
                if let (Some(number), Some(group)) = (value.one(), self.current_group()) {
                    group.level = Level::Of(number, unit);
                }
            }
        }
    }

    fn chain_amount(&mut self, slot: usize, value: &Written) {
        let unit = self.amount_unit(slot, value);
        let values = match &value.what {
            What::Several { values, .. } => values.clone(),
            What::Between { first, second, .. } => {
                let field = self.domain.slot(slot).name.clone();
                self.doubt(&field, format!("{first} or {second}: {first} was taken"));
                vec![*first]
            }
            _ => match value.one() {
                Some(number) => vec![readings::stored(
                    self.domain,
                    self.note.tokens,
                    slot,
                    number,
                    value.unit,
                )],
                None => return,
            },
        };
        if let Some(group) = self.current_group() {
            group.amounts = values;
            group.amount_slot = Some(slot);
            group.amount_unit = unit;
        }
    }
}

fn put_mark(group: &mut Group, notation: &crate::domain::Mark) {
    if let Some(field) = &notation.field {
        let value = notation.value.clone().unwrap_or(Value::Bool(true));
        group.extras.retain(|extra| extra.field != *field);
        group.extras.push(extra(field, value));
    }
}
