//! Compact forms, once their reading is chosen.

use super::super::doubt_reason::DoubtReason;
use super::super::groups::Level;
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::readings;
use super::super::slot_values;
use super::super::spans::REACH;
use super::Collector;
use quilto_domain::SlotRole;
use quilto_text::Symbol;

impl Collector<'_, '_> {
    pub(super) fn on_chain(&mut self, piece: &NumericExpression) {
        if let Some(pair) = self.pair_of(piece) {
            // How many there were is no figure of the rows.
            self.note.tell(piece.tokens.clone());
            self.on_value(pair);
            self.mark_with_level();
            return;
        }
        if let Some(count) = self.repeats_told(piece)
            && let Some(group) = self.current_group()
        {
            group.count = Some(count);
            return;
        }
        let mut piece = piece.clone();
        if let Some(first) = piece.operands.first_mut() {
            self.level_in_plural(first);
        }
        let Some(read) = self.read_chain(&piece) else {
            return;
        };
        if self.parts_of_sum(&piece, &read.slots) {
            return;
        }
        if let (Some(told), Some(at)) = (&read.by_habit, self.current) {
            let name = self.items[at].name.clone();
            self.by_habit.push((name, told.clone()));
        }
        if self.chain_joins(&piece, &read.slots) {
            self.mark_current_group();
        } else {
            let group = self.new_group(&piece.tokens);
            self.push(group);
        }
        self.fill_slots(read.slots);
        if let Some(other) = read.other {
            self.doubt("", other);
        }
        self.last = Some(SlotRole::Amount);
    }

    /// Which slots the numbers of a compact form fill.
    fn read_chain(&self, piece: &NumericExpression) -> Option<readings::CompactFormReading> {
        let start = piece.tokens.start;
        let tokens = self.note.tokens;
        let here = self.note.sentence[start];
        let item = self.current.map(|at| &self.items[at]);
        let last = item.and_then(|item| item.groups.last());
        readings::read(&readings::CompactForm {
            habits: self.habits.as_ref(),
            domain: self.domain,
            tokens,
            units: self.units,
            piece,
            light: self.item_is_light(),
            traits: item.map_or(&[], |item| item.traits.as_slice()),
            after_level: last.is_some_and(|group| {
                group.sentence == here
                    && group.level.is_said()
                    && group.amounts.is_empty()
                    && group.count.is_none()
            }),
            signed: start > 0 && tokens[start - 1].is(Symbol::Plus) && !tokens[start].spaced,
        })
    }

    /// Whether a compact form says more of the rows told last, rather than new ones.
    fn chain_joins(&mut self, piece: &NumericExpression, slots: &[(usize, NumericValue)]) -> bool {
        let sentence = self.note.sentence[piece.tokens.start];
        let clause = self.note.clause[piece.tokens.start];
        let position = self.position;
        let roles: Vec<SlotRole> = slots
            .iter()
            .map(|(slot, _)| self.domain.slot(*slot).role)
            .collect();
        let has_level = roles.contains(&SlotRole::Level);
        let value_only = roles.iter().all(|role| *role == SlotRole::Value);
        let level_only = roles == [SlotRole::Level];
        let no_count = !roles.contains(&SlotRole::Repeat);
        let no_amount = !roles.contains(&SlotRole::Amount);
        let rest_told = self.domain.slot_of_role(SlotRole::Repeat).is_some();
        self.current_group().is_some_and(|group| {
            let here = group.sentence == sentence && group.position == position && !group.failed;
            let fresh = group.amounts.is_empty()
                && (group.count.is_none() || no_count && rest_told && group.clause == clause)
                && !(has_level && group.level.is_said());
            // "4x8 … @ 120", "… @8": what an `@` adds to rows just told.
            let one_row = group.count.is_none() && group.amounts.len() == 1;
            let counts = !has_level && no_amount && one_row;
            let adds = value_only || counts || (level_only && !group.level.is_said());
            here && (fresh || adds)
        })
    }

    /// Puts the numbers of a compact form on the rows at hand: how many rows and amounts first, a list of levels
    /// is laid over them.
    fn fill_slots(&mut self, mut slots: Vec<(usize, NumericValue)>) {
        slots.sort_by_key(|(slot, _)| match self.domain.slot(*slot).role {
            SlotRole::Repeat => 0,
            SlotRole::Amount => 1,
            _ => 2,
        });
        for (slot, value) in &slots {
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
    }

    /// "100 (25x4)": how the sum told just before was made up.
    fn parts_of_sum(&mut self, piece: &NumericExpression, slots: &[(usize, NumericValue)]) -> bool {
        let role = |slot: usize| self.domain.slot(slot).role;
        let of = |wanted: SlotRole| {
            let mut found = slots.iter().filter(|(slot, _)| role(*slot) == wanted);
            found.next().and_then(|(_, value)| value.one())
        };
        let (Some(rows), Some(each), [_, _]) = (of(SlotRole::Repeat), of(SlotRole::Amount), slots)
        else {
            return false;
        };
        let sentence = self.note.sentence[piece.tokens.start];
        let sum = self.current_group().filter(|group| {
            group.sentence == sentence && group.count.is_none() && group.amounts == [rows * each]
        });
        let Some(group) = sum else { return false };
        group.amounts = vec![each];
        group.count = Some(rows as usize);
        true
    }

    /// Whether a bare number before another one is the amount rather than the level: only that is near
    /// to what was usual ("12 10" of what is done 12 times at 10).
    pub(super) fn usually_turned(&self, value: &NumericValue) -> bool {
        let end = value.tokens.end;
        let next = self.note.pieces_in(end..end + 1).first();
        let Some(next) = next
            .and_then(NumericExpression::plain)
            .filter(|next| next.unit.is_none())
        else {
            return false;
        };
        let (Some(first), Some(second)) = (value.one(), next.one()) else {
            return false;
        };
        let (Some(level), Some(amount)) = (
            self.domain.slot_of_role(SlotRole::Level),
            self.domain.slot_of_role(SlotRole::Amount),
        ) else {
            return false;
        };
        let Some(habits) = &self.habits else {
            return false;
        };
        let unit = self.unit_of(level, None);
        let near = |leveled: f64, counted: f64| {
            let leveled =
                slot_values::in_bounds_unit(self.domain, self.note.tokens, level, leveled, &unit);
            habits.near(self.domain, level, leveled) && habits.near(self.domain, amount, counted)
        };
        !near(first, second) && near(second, first)
    }

    /// `117.5 x 3 (x3)`: in brackets, how many of the rows just told.
    fn repeats_told(&self, piece: &NumericExpression) -> Option<usize> {
        let ([times], true, None) = (piece.operands.as_slice(), piece.led, &piece.at) else {
            return None;
        };
        let (start, end) = (piece.tokens.start, piece.tokens.end);
        let is = |at: usize, symbol| {
            let token = self.note.tokens.get(at);
            token.is_some_and(|token| token.is(symbol))
        };
        let aside = start > 0 && is(start - 1, Symbol::Open) && is(end, Symbol::Close);
        // "8 @ 90 kg x 3": right behind a form that ends with its sign.
        let behind = || {
            let before = self.note.pieces_in(start.saturating_sub(REACH)..start);
            let last = before.last();
            last.is_some_and(|last| last.tokens.end == start && last.at.is_some())
        };
        let group = self.items[self.current?].groups.last()?;
        // "12 kg 10 strokes each side x3": the amount is told already.
        let counted = group.clause == self.note.clause[start] && group.position == self.position;
        let told = group.sentence == self.note.sentence[start]
            && group.count.is_none()
            && group.amounts.len() == 1;
        let count = times
            .one()
            .filter(|count| *count >= 1.0 && count.fract() == 0.0)?;
        (told && times.unit.is_none() && (aside || counted || behind())).then_some(count as usize)
    }

    /// `2x32kg` before its rows: two of that level, one for each hand.
    fn pair_of(&self, piece: &NumericExpression) -> Option<NumericValue> {
        let [two, level] = piece.operands.as_slice() else {
            return None;
        };
        // "30kgx2" says the same.
        let (two, level) = if two.unit.is_some() {
            (level, two)
        } else {
            (two, level)
        };
        let level_slot = self.domain.slot_of_role(SlotRole::Level)?;
        let typed = level.unit.is_some() && self.slot_by_unit(level) == Some(level_slot);
        let rest = self.note.after(piece.tokens.end, 12);
        let rows = self
            .note
            .pieces_in(rest)
            .first()
            .is_some_and(|next| next.operands.len() == 2 && next.at.is_none());
        let pair = two.one() == Some(2.0) && two.unit.is_none() && piece.at.is_none();
        (pair && typed && rows).then(|| level.clone())
    }

    fn chain_level(&mut self, slot: usize, value: &NumericValue) {
        let unit = self.unit_of(slot, value.unit);
        match &value.what {
            ValueKind::Several { values, .. } => {
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
            ValueKind::Between { first, second, .. } => {
                if let Some(group) = self.current_group() {
                    group.level = Level::Unknown;
                }
                let field = self.domain.slot(slot).name.clone();
                let why = DoubtReason::Between {
                    first: *first,
                    second: *second,
                    unit,
                };
                self.doubt(&field, why);
            }
            _ => {
                if let (Some(number), Some(group)) = (value.one(), self.current_group()) {
                    group.level = Level::Of(number, unit);
                }
            }
        }
    }

    fn chain_amount(&mut self, slot: usize, value: &NumericValue) {
        let unit = self.amount_unit(slot, value);
        let values = match &value.what {
            ValueKind::Several { values, .. } => values.clone(),
            ValueKind::Between { first, second, .. } => {
                let field = self.domain.slot(slot).name.clone();
                self.doubt(&field, DoubtReason::one_of_two(*first, *second, *first));
                vec![*first]
            }
            _ => match value.one() {
                Some(number) => vec![slot_values::stored(
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
