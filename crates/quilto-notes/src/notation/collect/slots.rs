//! Which slot a value fills: by the words beside it, its unit, or what is still open.

use super::super::compiled_notation::{self, Meaning};
use super::super::cues::Cue;
use super::super::endings::{self, Ending, begins};
use super::super::groups::Group;
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::slot_values;
use super::super::spans::{REACH, around, within};
use super::Collector;
use super::expressions::is_value_only;
use quilto_domain::SlotRole;
use quilto_text::{Script, Symbol, TokenKind};

impl Collector<'_, '_> {
    /// `1.` at the beginning of a line, `round 2:`.
    pub(super) fn is_enumerator(&self, piece: &NumericExpression) -> bool {
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
        // "A1.", "B2)", "A1 granite"
        let lettered = at > 0
            && tokens.norm(at - 1).len() == 1
            && tokens[at - 1].is_word()
            && !tokens[at].spaced
            && (at == 1 || tokens[at - 2].ends_clause() || tokens[at - 2].is(Symbol::Slash));
        let names = || !within(self.names, value.tokens.end..value.tokens.end + 2).is_empty();
        // "… 2) granite", with no bracket open.
        let clause = self.note.clause_of(at);
        let counted = tokens
            .get(value.tokens.end)
            .is_some_and(|token| token.is(Symbol::Close))
            && !(clause.start > 0 && tokens[clause.start - 1].is(Symbol::Open))
            && names();
        if counted {
            return true;
        }
        (lettered && (closes(value.tokens.end) || names()))
            || (line_start && closes(value.tokens.end))
            || (at > 0 && self.is_row_word(at - 1) && closes(value.tokens.end))
    }

    /// The number of the row from which on something holds: `from round 7`.
    pub(super) fn row_number(&self, piece: &NumericExpression) -> Option<usize> {
        let value = piece.plain().filter(|value| value.unit.is_none())?;
        let word = value.tokens.start.checked_sub(1)?;
        let from = self.note.cue_in(self.note.before(word, 2), Cue::FromOn);
        (from && self.is_row_word(word)).then(|| value.one().map(|nth| nth as usize))?
    }

    /// "1라운드 60g 5번 / 2라운드 70g 4번", each on a line of its own: the number says which row it
    /// is, not how many. The lines around it count on.
    pub(super) fn numbers_a_row(&self, value: &NumericValue) -> bool {
        let tokens = self.note.tokens;
        let number_of = |at: usize| {
            let TokenKind::Quantity(quantity) = tokens.get(at)?.kind else {
                return None;
            };
            let rows = self.role_of_unit(tokens.unit(quantity.unit)) == Some(SlotRole::Repeat);
            rows.then_some(quantity.value)
        };
        let start = value.tokens.start;
        let line = tokens.line(start);
        let Some(number) = number_of(start).filter(|_| line.start == start) else {
            return false;
        };
        let told = !self.note.pieces_in(value.tokens.end..line.end).is_empty();
        let before = line
            .start
            .checked_sub(1)
            .and_then(|end| number_of(tokens.line(end).start));
        let after = number_of(line.end + 1);
        told && (before == Some(number - 1.0) || number == 1.0 && after == Some(2.0))
    }

    /// Which slot a value fills by the words beside it, and by its unit.
    pub(super) fn slot_by_word(&self, value: &NumericValue) -> Option<usize> {
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
        let after = within(self.hits, end..end + 2).iter().find(|hit| {
            hit.tokens.start >= end
                && hit.tokens.start <= end + 1
                && matches!(hit.meaning, Meaning::Slot(_))
                && self.note.pieces_in(end..hit.tokens.start).is_empty()
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

    fn fits(&self, slot: usize, value: &NumericValue) -> bool {
        slot_values::fits(self.domain, self.note.tokens, slot, value)
    }

    /// `grits 60/70/80 strokes 10/8/6`: the word after the numbers is no unit of theirs but names
    /// what follows, because another word names them and numbers follow it.
    pub(super) fn heading_after(&self, value: &NumericValue) -> Option<usize> {
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

    /// "12번 세번": a unit of both amounts and rows counts rows once the amount is told.
    pub(super) fn rows_again(&self, value: &NumericValue) -> Option<usize> {
        let unit = self.note.tokens.unit(value.unit?);
        let start = value.tokens.start;
        let beside = |group: &Group| {
            group.sentence == self.note.sentence[start]
                && group.position == self.position
                && !group.amount_shared
        };
        let last = self.items[self.current?].groups.last();
        let group = self
            .open_group(start)
            .or(last.filter(|group| beside(group)))?;
        let told = (!group.amounts.is_empty() || group.single.is_some()) && group.count.is_none();
        let repeat = self.domain.slot_of_role(SlotRole::Repeat)?;
        let shared = self.domain.slot(repeat).units_again.iter();
        (told && shared.into_iter().any(|name| **name == *unit.name)).then_some(repeat)
    }

    /// "3 hard sets", "two slow rounds": the end of the word for rows behind a number and a word or
    /// two. "3 x to failure" counts rows, too.
    pub(super) fn rows_behind(&self, value: &NumericValue) -> Option<usize> {
        let end = value.tokens.end;
        let small = |count: f64| count.fract() == 0.0 && (1.0..=20.0).contains(&count);
        if value.unit.is_some() || !value.one().is_some_and(small) {
            return None;
        }
        let tokens = self.note.tokens;
        let times = tokens.get(end).is_some_and(|token| token.is(Symbol::Times));
        let marked = |at: usize| {
            within(self.hits, at..at + 1)
                .iter()
                .any(|hit| matches!(hit.meaning, Meaning::Mark(_)))
        };
        if times && marked(end + 1) {
            return Some(end + 1);
        }
        let word = |at: usize| {
            let names = around(self.names, at).iter();
            let held = names.into_iter().any(|name| name.tokens.contains(&at))
                || around(&self.note.cues, at).iter().any(|hit| {
                    hit.tokens.contains(&at) && !matches!(hit.meaning, Cue::More | Cue::Down)
                });
            tokens
                .get(at)
                .is_some_and(|token| token.kind == TokenKind::Word(Script::Latin))
                && !held
        };
        let row = (end..end + 4).find(|at| self.is_row_word(*at))?;
        let between = end..row;
        let plural = tokens.norm(row).ends_with('s');
        (!between.is_empty() && plural && between.into_iter().all(word)).then_some(row + 1)
    }

    /// "the 16 kg one": no number but a word for what was named.
    pub(super) fn is_pronoun(&self, value: &NumericValue) -> bool {
        let start = value.tokens.start;
        let before = start.checked_sub(1).map(|at| &self.note.tokens[at]);
        value.unit.is_none()
            && value.one() == Some(1.0)
            && endings::is(self.note.tokens.norm(start), Ending::Pronoun)
            && before.is_some_and(|token| {
                matches!(token.kind, TokenKind::Quantity(_) | TokenKind::Word(_))
            })
    }

    /// "5/3/1: 110x5, …": the name of a scheme before the rows themselves.
    pub(super) fn is_heading(&mut self, value: &NumericValue) -> bool {
        let colon = value.tokens.end;
        let spelled = self
            .note
            .pieces_in(self.note.after(colon + 1, 2))
            .first()
            .is_some_and(|next| next.operands.len() > 1 || next.at.is_some());
        let list = matches!(&value.what, ValueKind::Several { values, .. } if values.len() > 2);
        // "5/3/1 week 2": a line of its own with no name in it.
        let line = self.note.tokens.line(value.tokens.start);
        let alone = self.current.is_none()
            && line.start == value.tokens.start
            && within(self.names, line.clone()).is_empty()
            && self
                .note
                .tokens
                .get(colon)
                .is_some_and(|token| token.is_word() && token.spaced)
            && value.unit.is_none();
        if list && alone {
            return true;
        }
        // "5/3/1+ week 2: 3@105, …": the heading runs up to its colon.
        if let Some(colon) = self.scheme_colon(value).filter(|_| list) {
            self.heading = colon;
            return true;
        }
        list && spelled
            && self
                .note
                .tokens
                .get(colon)
                .is_some_and(|token| token.is(Symbol::Colon))
    }

    /// "at 80% of the best": what a share is of was not done.
    fn share_before(&self, of: usize) -> bool {
        let TokenKind::Quantity(share) = self.note.tokens[of].kind else {
            return false;
        };
        let unit = self.note.tokens.unit(share.unit);
        self.domain.slots_of_unit(unit).is_empty()
    }

    pub(super) fn is_whole_of_share(&self, start: usize) -> bool {
        let of = start.checked_sub(1);
        let of = of.filter(|of| endings::is(self.note.tokens.norm(*of), Ending::Of));
        of.and_then(|of| of.checked_sub(1))
            .is_some_and(|share| self.share_before(share))
    }

    /// The colon behind a word or number or two, where compact forms follow it.
    fn scheme_colon(&self, value: &NumericValue) -> Option<usize> {
        let note = self.note;
        let rest = note.after(value.tokens.end, 5);
        let colon = rest
            .into_iter()
            .find(|at| note.tokens[*at].is(Symbol::Colon))?;
        let spelled = note.pieces_in(note.after(colon + 1, 2)).first()?;
        let compact = spelled.operands.len() > 1 || spelled.at.is_some();
        let words = value.tokens.end < colon;
        (compact && words && value.unit.is_none()).then_some(colon)
    }

    /// "three machines", "2 coffees": a number of things that are none of the domain's.
    pub(super) fn counts_something_else(&self, value: &NumericValue) -> bool {
        let end = value.tokens.end;
        let note = self.note;
        // "원판 3장씩"
        let typed = note.tokens.norm(end.saturating_sub(1));
        let counter = match value.unit {
            None => begins(note.tail(end), &[Ending::Things]),
            Some(_) => endings::ends(typed, &[Ending::Things]),
        };
        if counter && value.one().is_some() {
            return true;
        }
        let Some(token) = note.tokens.get(end).filter(|token| token.spaced) else {
            return false;
        };
        let word = note.tokens.norm(end);
        let plural = word.len() > 4 && word.ends_with('s') && !word.ends_with("ss");
        let known = quilto_text::lexicon::core().stop_words.contains(word)
            || note.tokens.units().word(word).is_some()
            || around(&note.cues, end)
                .iter()
                .any(|hit| hit.tokens.contains(&end))
            || around(self.hits, end)
                .iter()
                .any(|hit| hit.tokens.contains(&end))
            || around(self.names, end)
                .iter()
                .any(|name| name.tokens.contains(&end));
        value.unit.is_none()
            && value.one().is_some()
            && token.kind == TokenKind::Word(Script::Latin)
            && plural
            && !known
            // "10 shiny stones": a word of the name that follows.
            && within(self.names, end + 1..end + 3).is_empty()
    }

    /// "with the 24s": pieces of that weight, not seconds.
    ///
    /// An item whose level is for each of two hands needs no article: "rows 24s 3x10".
    pub(super) fn level_in_plural(&self, value: &mut NumericValue) {
        let start = value.tokens.start;
        let tokens = self.note.tokens;
        let seconds = value
            .unit
            .is_some_and(|unit| &*tokens.unit(unit).name == "s");
        let plural = start + 1 == value.tokens.end && tokens.norm(start).ends_with('s');
        let before = start.checked_sub(1).map_or("", |at| tokens.norm(at));
        let article = endings::is(before, Ending::The)
            || self.note.cue_in(start.saturating_sub(2)..start, Cue::Down);
        let timed = self.current.is_some_and(|at| self.items[at].timed);
        let by_hand = || {
            let said = self
                .open_group(start)
                .is_some_and(|group| group.level.is_said());
            let hits = start.saturating_sub(REACH)..value.tokens.end + 2;
            let pause = within(self.hits, hits).iter().any(|hit| {
                let near = hit.tokens.start <= value.tokens.end + 1 && start <= hit.tokens.end + 1;
                near && matches!(hit.meaning, Meaning::Slot(slot)
                    if self.domain.slot(slot).role == SlotRole::Pause)
            });
            let mut bare = value.clone();
            bare.unit = None;
            let level = self.domain.slot_of_role(SlotRole::Level);
            let special = |at: usize| {
                let traits = &self.items[at].traits;
                level.is_some_and(|slot| {
                    let data = self.domain.slot(slot);
                    data.usual_for.keys().any(|name| traits.contains(name))
                        && slot_values::usual(
                            self.domain,
                            self.note.tokens,
                            self.units,
                            traits,
                            slot,
                            &bare,
                        )
                })
            };
            !said && !pause && self.current.is_some_and(special)
        };
        // "slabs 10s 3x12": rows in full follow, and nothing here lasts.
        let loaded = || {
            let next = within(&self.note.pieces, value.tokens.end..value.tokens.end + 1).first();
            let rows = next.is_some_and(|next| next.operands.len() > 1 && next.at.is_none());
            let current = self.current.map(|at| &self.items[at]);
            rows && current.is_some_and(|item| !item.light)
                && self
                    .open_group(start)
                    .is_none_or(|group| !group.level.is_said())
        };
        if seconds && plural && !timed && (article || by_hand() || loaded()) {
            value.unit = None;
        }
    }

    /// "1k 3:50" of what lasts: there the word keeps the meaning it has elsewhere.
    pub(super) fn distance_as_typed(&self, value: &mut NumericValue) {
        let TokenKind::Quantity(typed) = self.note.tokens[value.tokens.start].kind else {
            return;
        };
        let unit = &self.note.tokens.unit(typed.unit).dimension;
        let goes = self.current.is_some_and(|at| self.items[at].timed);
        if goes
            && value.unit != Some(typed.unit)
            && compiled_notation::dimension_name(unit) == "distance"
        {
            value.unit = Some(typed.unit);
        }
    }

    /// Whether a bare number stands right behind a word for first or last rows.
    pub(super) fn counts_position(&self, value: &NumericValue) -> bool {
        let before = self.note.before(value.tokens.start, 1);
        self.note.cue_in(before.clone(), Cue::First) || self.note.cue_in(before, Cue::Last)
    }

    pub(super) fn slot_by_unit(&self, value: &NumericValue) -> Option<usize> {
        if let ValueKind::Clock { .. } = value.what {
            return self.domain.slots_of("duration").next();
        }
        let unit = self.note.tokens.unit(value.unit?);
        let slots = self.domain.slots_of_unit(unit);
        slots.into_iter().find(|slot| {
            let never = self.is_never_told(*slot);
            let slot = self.domain.slot(*slot);
            !slot.only_with_words && slot.role != SlotRole::Pause && !never
        })
    }

    /// Whether a slot cannot be told of the item at hand.
    pub(super) fn is_never_told(&self, slot: usize) -> bool {
        let never = &self.domain.slot(slot).never_of;
        self.current.is_some_and(|at| {
            let traits = &self.items[at].traits;
            never.iter().any(|of| traits.contains(of))
        })
    }

    /// Whether a duration is the amount of a row of the current item.
    pub(super) fn takes_duration(&mut self, value: &NumericValue) -> bool {
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

    pub(super) fn seconds(&self, value: &NumericValue) -> f64 {
        match (&value.what, value.unit) {
            (ValueKind::Clock { seconds, .. }, _) => *seconds,
            (ValueKind::One(number), Some(unit)) => {
                let unit = self.note.tokens.unit(unit);
                compiled_notation::in_unit(self.note.tokens, *number, &unit.name, "s")
            }
            _ => 0.0,
        }
    }

    /// Keeps a duration as one of the whole note, if it can be one.
    pub(super) fn session_value(&mut self, value: &NumericValue, alone: bool) -> bool {
        let duration = match value.unit {
            Some(unit) => {
                let unit = self.note.tokens.unit(unit);
                compiled_notation::dimension_name(&unit.dimension) == "duration"
            }
            None => false,
        };
        let only = begins(self.note.tail(value.tokens.end), &[Ending::Only])
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

    pub(super) fn list_follows(&self, end: usize) -> bool {
        let rest = end..self.note.tokens.len();
        let next = self.note.pieces_in(rest).first();
        next.and_then(NumericExpression::plain)
            .is_some_and(|next| matches!(next.what, ValueKind::Several { .. }))
    }

    /// The roles of the pieces that follow in the clause, by unit, up to the next name.
    pub(super) fn next_fills(&self, end: usize) -> Vec<SlotRole> {
        let range = self.note.after(end, 12);
        let stop = within(self.names, range.clone())
            .iter()
            .filter(|name| {
                self.current
                    .is_none_or(|at| self.items[at].tokens != name.tokens)
            })
            .map(|name| name.tokens.start)
            .next()
            .unwrap_or(range.end);
        let mut roles = Vec::new();
        for piece in self.note.pieces_in(range.start..stop) {
            if is_value_only(self.domain, self.hits, piece) {
                continue;
            }
            let Some(value) = piece.plain() else {
                // "3 granites @ 60": a sign alone leads a level.
                roles.push(match piece.operands.is_empty() {
                    true => SlotRole::Level,
                    false => SlotRole::Amount,
                });
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
}
