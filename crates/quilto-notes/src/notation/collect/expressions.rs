//! Numeric expressions, each led to what takes it: a compact form, or the slot that its value fills.

use super::super::compiled_notation::{CompiledNotation, Meaning};
use super::super::cues::Cue;
use super::super::groups::{Level, LevelChange, Position};
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::phrases::Hit;
use super::super::spans::{REACH, around, within};
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Dimension;

/// How many seconds a part of one movement may last.
const BRIEF: f64 = 10.0;

impl Collector<'_, '_> {
    pub(super) fn on_piece(&mut self, index: usize) {
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
            self.level(Level::Of(level, unit), &value.tokens, LevelChange::Changed);
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

    pub(super) fn on_value(&mut self, mut value: NumericValue) {
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
}

/// Whether words beside a piece make it a value of a row rather than a row (`rpe 8`).
pub(in super::super) fn is_value_only(
    domain: &CompiledNotation,
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
