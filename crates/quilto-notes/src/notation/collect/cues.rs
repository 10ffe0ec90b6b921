//! Words that act on the rows: cues and marks.

use std::ops::Range;

use serde_json::Value;

use super::super::compiled_notation::{Meaning, dimension_name};
use super::super::cues::Cue;
use super::super::doubt_reason::DoubtReason;
use super::super::endings::{self, Ending, begins, ends};
use super::super::groups::{ExtraValue, Group, Level, LevelChange, Position};
use super::super::spans::{REACH, around, within};
use super::Collector;
use super::current_group::{put_mark, single_of};
use quilto_domain::{Mark, MarkEffect, SlotRole};
use quilto_text::Symbol;

impl Collector<'_, '_> {
    /// A row was named by its place: what follows is said of it, and a level said just before.
    pub(super) fn at_row(&mut self, nth: usize, at: usize, end: usize) {
        let tail = self.note.tail(end);
        let on =
            begins(tail, &[Ending::On]) || self.note.cue_in(self.note.before(at, 2), Cue::FromOn);
        let position = match nth {
            nth if on => Position::From(nth),
            1 => Position::First(1),
            nth => Position::Nth(nth),
        };
        self.take_position(position, at);
    }

    pub(super) fn take_position(&mut self, position: Position, at: usize) {
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
    pub(super) fn mark_failed(&mut self) {
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

    /// Whether the token is a word for a row (`round`), without a number.
    pub(super) fn is_row_word(&self, at: usize) -> bool {
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
            && (rest.is_empty() || quilto_text::is_particles(rest))
    }

    /// "The second was only 4", "두번째는 4개밖에": an ordinal for a row told before, without the word
    /// for it, and so many as less than was meant.
    pub(super) fn stands_for_row(&self, at: usize) -> bool {
        let ahead = self.note.after(at + 1, 6);
        let told = !self.note.pieces_in(ahead.clone()).is_empty();
        let only = self.note.cue_in(ahead.clone(), Cue::Only)
            || ahead
                .clone()
                .any(|at| begins(self.note.tail(at), &[Ending::Only]));
        let named = !within(self.names, ahead).is_empty();
        told && !named && (only || self.is_said_of_row(at))
    }

    /// "5x5, the third was 4", "5x5 세번째는 4개": of several rows told before, one number is all that is
    /// said of the one spoken of.
    fn is_said_of_row(&self, at: usize) -> bool {
        let note = self.note;
        let said = at + 2;
        let spoken_of =
            said < note.tokens.len() && endings::is(note.tokens.norm(at + 1), Ending::Is);
        let rest = note.pieces_in(said..note.clause_of(at).end);
        let alone = spoken_of
            && matches!(rest, [piece] if piece.tokens.start == said && piece.plain().is_some());
        let named = self.names.partition_point(|name| name.tokens.start < at);
        let Some(name) = named.checked_sub(1).filter(|_| alone) else {
            return false;
        };
        let from = note.clause_of(self.names[name].tokens.start).start;
        let mut told = note.pieces_in(from..at).iter().rev().take(REACH);
        told.any(|piece| {
            let repeats =
                |unit| self.role_of_unit(note.tokens.unit(unit)) == Some(SlotRole::Repeat);
            piece.operands.len() > 1
                || piece
                    .plain()
                    .and_then(|value| value.unit)
                    .is_some_and(repeats)
        })
    }

    pub(super) fn role_of_unit(&self, unit: &quilto_text::Unit) -> Option<SlotRole> {
        let slots = self.domain.slots_of_unit(unit);
        slots.first().map(|slot| self.domain.slot(*slot).role)
    }

    pub(super) fn on_cue(&mut self, cue: Cue, tokens: &Range<usize>) {
        let at = tokens.start;
        let end = tokens.end;
        match cue {
            Cue::Last => {
                self.correct = false;
                let counted = self.count_after(end);
                // "the last one" names a row; "마지막에" names a time.
                self.position = match counted {
                    Some(count) => Position::Last(count),
                    None if self.is_row_word(end) || self.names_row(tokens) => Position::Last(1),
                    None => Position::Finally,
                };
                self.moved = LevelChange::None;
            }
            Cue::Finally => {
                self.correct = false;
                self.position = Position::Finally;
                self.moved = LevelChange::None;
            }
            Cue::First => {
                self.position = Position::First(self.count_after(end).unwrap_or(1));
            }
            Cue::Others => self.position = Position::Others,
            Cue::HalfLater => self.position = Position::LaterHalf,
            Cue::Correct => self.correct = true,
            Cue::Not => self.correct |= self.takes_back(tokens),
            Cue::More => self.more_now(at),
            Cue::Fail => self.fail(tokens),
            Cue::Success => {
                if let Some(group) = self.group_in_clause(at)
                    && group.amounts.is_empty()
                    && let Some(amount) = group.single
                {
                    group.amounts.push(amount);
                }
            }
            Cue::Up | Cue::Down => self.changed(at, LevelChange::Changed),
            Cue::Settle => self.changed(at, LevelChange::Settled),
            Cue::Start => {
                self.changed(at, LevelChange::Start);
                if !self.note.pieces_in(self.note.after(end, 3)).is_empty() {
                    self.moved = LevelChange::Start;
                }
            }
            Cue::Finish => {
                if let Some(group) = self.group_in_clause(at) {
                    group.finish = true;
                }
            }
            // "per round": what follows or precedes is the amount of each row.
            Cue::PerRow if self.is_row_word(end) => {
                self.per_row = true;
                if let Some(group) = self.group_in_clause(at) {
                    group.each = true;
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

    /// "3x3? no, 2x3": a "no" between two numbers takes the first one back.
    fn takes_back(&self, no: &Range<usize>) -> bool {
        let tokens = self.note.tokens;
        let is = |at: usize, symbol| tokens.get(at).is_some_and(|token| token.is(symbol));
        if !is(no.end, Symbol::Comma) {
            return false;
        }
        let next = self.note.pieces_in(no.end + 1..no.end + 2);
        let parts = |at: usize| {
            is(at, Symbol::Comma) || is(at, Symbol::Question) || is(at, Symbol::Ellipsis)
        };
        let last = (0..no.start).rev().find(|at| !parts(*at));
        let told = last.is_some_and(|last| {
            let pieces = self.note.pieces_in(last.saturating_sub(REACH)..last + 1);
            pieces
                .last()
                .is_some_and(|piece| piece.tokens.end == last + 1)
        });
        !next.is_empty() && told
    }

    /// Whether the words after a word for "last" make it a row: a topic or object particle.
    fn names_row(&self, tokens: &Range<usize>) -> bool {
        let word = self.note.tokens.norm(tokens.end - 1);
        let row = ends(word, &[Ending::Row]) && !ends(word, &[Ending::Time]);
        // Where words have no endings, "last" alone is the row; "at the end" is not.
        row || (word.is_ascii() && tokens.len() < 3)
    }

    /// A number of rows right after, as in "last 2 rounds".
    fn count_after(&self, end: usize) -> Option<usize> {
        let piece = self.note.pieces_in(self.note.after(end, 2)).first()?;
        let value = piece.plain()?;
        let Some(unit) = value.unit else {
            // "first three at 120": a number of rows without a word for them.
            let at = value.tokens.start == end
                && self
                    .note
                    .cue_in(value.tokens.end..value.tokens.end + 1, Cue::At)
                && self
                    .note
                    .tokens
                    .get(value.tokens.end)
                    .is_some_and(|token| token.spaced);
            let small = value
                .one()
                .filter(|count| at && *count <= 12.0 && count.fract() == 0.0);
            return small.map(|count| count as usize);
        };
        let role = self.role_of_unit(self.note.tokens.unit(unit))?;
        (role == SlotRole::Repeat).then(|| value.one().map(|count| count as usize))?
    }

    fn more_now(&mut self, at: usize) {
        match self.group_in_clause(at) {
            Some(group) if group.count.is_some() || !group.amounts.is_empty() => group.more = true,
            _ => self.more = true,
        }
    }

    fn changed(&mut self, at: usize, moved: LevelChange) {
        // Korean says the value first ("90으로 올려서"), English the verb ("up to 90").
        let near = self.note.before(at, 3);
        let value_before = self.note.pieces_in(near).last().is_some();
        if value_before {
            if let Some(group) = self.group_in_clause(at)
                && matches!(group.moved, LevelChange::None | LevelChange::Changed)
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

    pub(super) fn item_is_light(&self) -> bool {
        self.current.is_some_and(|at| self.items[at].light)
    }

    pub(super) fn on_meaning(&mut self, meaning: Meaning, tokens: &Range<usize>) {
        match meaning {
            Meaning::Slot(slot) => self.slot_word = Some((slot, tokens.end)),
            Meaning::NoneOf(slot) if self.domain.slot(slot).role == SlotRole::Level => {
                let sentence = self.note.sentence[tokens.start];
                match self.current_group() {
                    // "9/7/6 (bw)": said of the rows just told.
                    Some(group)
                        if group.sentence == sentence
                            && !group.level.is_said()
                            && !group.amounts.is_empty() =>
                    {
                        group.level = Level::Empty;
                    }
                    _ => self.level(Level::Empty, tokens, LevelChange::None),
                }
            }
            Meaning::StandsFor(slot, value) => {
                let data = self.domain.slot(slot);
                let word = self.note.tokens.norm(tokens.start);
                let leading = &data.stands_for[value].leading;
                if tokens.len() == 1
                    && leading.iter().any(|known| known == word)
                    && !self.leads(tokens)
                {
                    return;
                }
                let unit = self.unit_of(slot, None);
                let data = self.domain.slot(slot);
                let Some(worth) = data.stands_for[value].values.get(&unit).copied() else {
                    return;
                };
                let field = data.name.clone();
                let why = DoubtReason::StandsFor {
                    word: self.note.tokens.norm(tokens.end - 1).to_owned(),
                    value: worth,
                    unit: unit.clone(),
                };
                if self.current.is_some() {
                    self.level(Level::Of(worth, unit), tokens, LevelChange::None);
                    self.doubt(&field, why);
                } else {
                    self.stood.push((slot, worth, unit, tokens.clone(), why));
                }
            }
            Meaning::Mark(mark) => self.mark(mark, tokens),
            _ => {}
        }
    }

    /// Whether the row told last in this sentence was told by such a word alone.
    fn goes_on_singly(&mut self, tokens: &Range<usize>) -> bool {
        let sentence = self.note.sentence[tokens.start];
        let clause = self.note.clause_of(tokens.start);
        let alone = self.note.pieces_in(clause).is_empty();
        let last = self.current_group();
        alone && last.is_some_and(|group| group.single.is_some() && group.sentence == sentence)
    }

    /// Whether a word begins its part of the text, or follows an item's name, and a number follows it.
    fn leads(&self, word: &Range<usize>) -> bool {
        let begins = word.start.checked_sub(1).is_none_or(|before| {
            let token = &self.note.tokens[before];
            let named = around(self.names, before)
                .iter()
                .any(|name| name.tokens.contains(&before));
            named || !token.is_word() && token.number().is_none()
        });
        let next = self.note.pieces_in(word.end..word.end + 2).first();
        begins && next.is_some_and(|piece| piece.led || piece.tokens.start == word.end + 1)
    }

    /// "slowly 12 min: …", "12 min slowly: …": the word is said of the session, not of its first item.
    fn heads_all(&self, word: &Range<usize>) -> bool {
        let note = self.note;
        let near = word.start.saturating_sub(REACH)..word.end + 1;
        note.pieces_in(near).iter().any(|piece| {
            let beside = piece.tokens.end == word.start || piece.tokens.start == word.end;
            let last = piece.tokens.end.max(word.end);
            let duration = piece
                .plain()
                .and_then(|value| value.unit)
                .is_some_and(|unit| {
                    dimension_name(&note.tokens.unit(unit).dimension) == "duration"
                });
            let colon = note
                .tokens
                .get(last)
                .is_some_and(|token| token.is(Symbol::Colon));
            beside && duration && colon
        })
    }

    fn mark(&mut self, mark: usize, tokens: &Range<usize>) {
        let notation = &self.domain.notation.marks[mark];
        let inside_name = around(self.names, tokens.start)
            .iter()
            .any(|name| name.tokens.contains(&tokens.start));
        if inside_name {
            self.mark_item(notation);
            return;
        }
        let writes = notation.effect == MarkEffect::None;
        if writes && self.current.is_none() && self.heads_all(tokens) {
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
                self.moved = LevelChange::None;
            }
            MarkEffect::Item if notation.value.is_none() => self.say_of_item(tokens),
            MarkEffect::Repeats => self.repeat_rows(notation, tokens),
            // One row a minute: the minutes told are the number of rows.
            MarkEffect::Rounds => self.every = notation.value.as_ref().and_then(Value::as_f64),
            MarkEffect::Single => self.mark_single(mark, tokens),
            _ => self.mark_rows(mark, tokens),
        }
    }

    /// A mark inside the name of an item is one of the item.
    fn mark_item(&mut self, notation: &Mark) {
        if notation.effect == MarkEffect::None
            && let (Some(item), Some(field)) = (self.current, &notation.field)
            && field != "kind"
        {
            let value = notation.value.clone().unwrap_or(Value::Bool(true));
            self.items[item].extras.push(ExtraValue::new(field, value));
        }
    }

    /// What was felt of the item is kept in the writer's words.
    fn say_of_item(&mut self, words: &Range<usize>) {
        let tokens = self.note.tokens;
        let said = tokens.slice(tokens.span_of(words.clone())).trim();
        if let Some(item) = self.current.map(|at| &mut self.items[at])
            && item.said.iter().all(|known| known != said)
        {
            item.said.push(said.to_owned());
        }
    }

    /// "100 for 5, twice": rows told just before.
    fn repeat_rows(&mut self, notation: &Mark, words: &Range<usize>) {
        let note = self.note;
        let sentence = note.sentence[words.start];
        let often = note.tokens.get(words.end).is_some_and(|next| {
            let per = endings::is(note.tokens.norm(words.end), Ending::Per);
            note.used[words.end] || next.is_word() && per
        });
        let times = notation.value.as_ref().and_then(Value::as_u64);
        if let (Some(times), Some(group), false) = (times, self.current_group(), often)
            && group.sentence == sentence
            && group.count.is_none()
            && (group.amounts.len() == 1 || group.single.is_some())
        {
            group.count = usize::try_from(times).ok();
        }
    }

    /// A word for a row of so many ("a single", "a double").
    fn mark_single(&mut self, mark: usize, tokens: &Range<usize>) {
        let notation = &self.domain.notation.marks[mark];
        let clause = self.note.clause[tokens.start];
        let goes_on = self.goes_on_singly(tokens);
        match self.group_in_clause(tokens.start) {
            Some(group) if group.amounts.is_empty() => group.single = single_of(notation),
            Some(group) => {
                let next = Group {
                    tokens: tokens.clone(),
                    clause,
                    sentence: group.sentence,
                    level: group.level.clone(),
                    single: single_of(notation),
                    ..Group::default()
                };
                self.push(next);
            }
            // "… triple, triple, double": each is a row at the same level.
            None if goes_on => {
                let level = self.current_group().map(|group| group.level.clone());
                let mut next = self.new_group(tokens);
                next.level = level.unwrap_or_default();
                next.single = single_of(notation);
                self.push(next);
            }
            None => self.marks.push(mark),
        }
    }

    /// A word for how rows were done: of those told before it, or of those that follow.
    fn mark_rows(&mut self, mark: usize, tokens: &Range<usize>) {
        let note = self.note;
        let notation = &self.domain.notation.marks[mark];
        let ahead = note.pieces_in(note.after(tokens.end, 2)).first();
        // "10개 몸풀고 85로": the verb ends what was told before it.
        let said = note.tokens.norm(tokens.end - 1);
        let ends = endings::ends(said, &[Ending::Sentence]);
        let directly_ahead = !ends && ahead.is_some_and(|piece| piece.tokens.start == tokens.end);
        let takes = |group: &Group| {
            let mut extras = group.extras.iter();
            extras.all(|extra| Some(&extra.field) != notation.field.as_ref())
                && (!directly_ahead || group.amounts.is_empty())
        };
        match self.group_in_clause(tokens.start) {
            Some(group) if takes(group) => {
                put_mark(group, notation);
                group.prepares |= notation.effect == MarkEffect::Prepares;
            }
            _ => self.marks.push(mark),
        }
    }
}
