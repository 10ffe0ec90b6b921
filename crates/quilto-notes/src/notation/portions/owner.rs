//! Which thing of a clause a value belongs to, and what it says of it.

use std::ops::Range;

use serde_json::{Map, Value};

use super::super::compiled_notation::{Meaning, dimension_name};
use super::super::cues::Cue;
use super::super::endings::{self, Ending};
use super::super::item_segmentation::{ItemMatch, is_small};
use super::super::numeric_expressions::{NumericExpression, NumericValue, ValueKind};
use super::super::phrases::Hit;
use super::super::slot_values;
use super::super::spans::{REACH, within};
use super::super::write::number;
use super::{PortionGroup, Portions, place_of};
use quilto_domain::Slot;
use quilto_text::{Script, Symbol, TokenKind, UnitId, is_particles};

impl Portions<'_, '_> {
    /// Gives a value to the thing it belongs to, or to the group.
    pub(super) fn value(
        &self,
        piece: &NumericExpression,
        value: &NumericValue,
        things: &[usize],
        opened_here: bool,
        all: &mut [PortionGroup],
    ) {
        let (Some(slot), Some(last)) = (self.slot_of(value), all.len().checked_sub(1)) else {
            return;
        };
        let data = self.domain.slot(slot);
        let amount = self.amount() == Some(slot);
        if !amount && self.of_the_whole(value, slot, things, &all[last]) {
            self.put(data, slot, value, &mut all[last].fields);
            return;
        }
        let owner = if amount {
            let counted = |at: usize| {
                place_of(all, at).is_some_and(|(group, thing)| {
                    all[group].things[thing]
                        .fields
                        .contains_key(data.field_name())
                })
            };
            self.owner_of_amount(piece, value, things, &counted)
        } else {
            self.owner(value, things)
        };
        let place = owner.and_then(|at| place_of(all, at));
        let group = &mut all[place.map_or(last, |(group, _)| group)];
        let fields = match place.and_then(|(_, thing)| group.things.get_mut(thing)) {
            Some(thing) => &mut thing.fields,
            None if amount && things.is_empty() && self.in_brackets(value) => {
                match group.things.last_mut() {
                    Some(thing) if !thing.fields.contains_key(data.field_name()) => {
                        &mut thing.fields
                    }
                    _ => return,
                }
            }
            None if amount => return,
            // A value alone in its clause belongs to the thing told before.
            None if !opened_here && things.is_empty() => match group.things.last_mut() {
                Some(thing) => &mut thing.fields,
                None => &mut group.fields,
            },
            None => &mut group.fields,
        };
        if amount && self.counts_measured(data, value, fields) {
            return;
        }
        // "2 slices (285 each)"
        let each = self
            .note
            .cue_in(self.note.after(value.tokens.end, 1), Cue::Each);
        let told = self.amount().and_then(|slot| {
            let amount = self.domain.slot(slot);
            fields.get(amount.field_name()).and_then(Value::as_f64)
        });
        match (told.filter(|_| each && !amount), value.one()) {
            (Some(told), Some(one)) => {
                let all = NumericValue {
                    what: ValueKind::One(one * told),
                    ..value.clone()
                };
                self.note.tell(value.tokens.clone());
                self.put(data, slot, &all, fields);
            }
            _ => self.put(data, slot, value, fields),
        }
    }

    /// "500 ml, two glasses": how often there was an amount that is told already. Any other count beside an
    /// amount is left.
    fn counts_measured(
        &self,
        data: &Slot,
        value: &NumericValue,
        fields: &mut Map<String, Value>,
    ) -> bool {
        let tokens = self.note.tokens;
        let counts = value
            .unit
            .is_some_and(|unit| self.domain.is_own_count(tokens.unit(unit)));
        let told = fields.get(data.field_name()).and_then(Value::as_f64);
        let (Some(told), true) = (told, counts && !self.in_brackets(value)) else {
            return false;
        };
        let unit = data
            .unit_field
            .as_ref()
            .and_then(|field| fields.get(field)?.as_str());
        let unit = unit.and_then(|unit| tokens.units().id(unit));
        let poured =
            unit.is_some_and(|unit| dimension_name(&tokens.unit(unit).dimension) == "volume");
        if let (true, Some(one)) = (poured, value.one()) {
            let clause = self.note.clause_of(value.tokens.start);
            let measured = self.note.pieces_in(clause.start..value.tokens.start).last();
            let start = measured.map_or(value.tokens.start, |piece| piece.tokens.start);
            self.note.tell(start..value.tokens.end);
            fields.insert(data.field_name().to_owned(), number(told * one));
        }
        true
    }

    /// Whether a value is that of all things of the group: it is told behind several of them, and none
    /// of them was given such a value. "a, b, 420": apart from the things; "a and b 420": once for
    /// the things of its clause.
    fn of_the_whole(
        &self,
        value: &NumericValue,
        slot: usize,
        things: &[usize],
        group: &PortionGroup,
    ) -> bool {
        let field = self.domain.slot(slot).field_name();
        let start = value.tokens.start;
        let last = things.last();
        // "a, b, c = 420": the sign sums up.
        let equals = start > 0 && self.note.tokens[start - 1].is(Symbol::Equals);
        let behind = last.is_none_or(|last| self.things[*last].name.end <= start);
        let told = group.fields.contains_key(field);
        if told || group.things.len() < 2 || !behind || (things.len() == 1 && !equals) {
            return false;
        }
        let mut each = group.things.iter();
        if each.any(|thing| thing.fields.contains_key(field)) {
            return false;
        }
        // A value that follows another one's thing in the same sentence is of the whole only where
        // it is the only one of its kind.
        let clause = self.note.clause_of(start);
        let others = self
            .note
            .pieces_in(clause)
            .iter()
            .flat_map(|piece| &piece.operands);
        let same = others
            .filter(|other| self.slot_of(other) == Some(slot))
            .count();
        same == 1 && !self.in_brackets(value)
    }

    /// The thing whose value it is: the one before, else the next.
    fn owner(&self, value: &NumericValue, things: &[usize]) -> Option<usize> {
        let next = self.next_behind(value, things);
        let before = next.checked_sub(1).map(|before| things[before]);
        before.or_else(|| things.get(next).copied())
    }

    /// The thing an amount is of: one that it stands right beside. Between two it is of the one that
    /// the others of its clause tell of: those behind their amounts, or those before them.
    fn owner_of_amount(
        &self,
        piece: &NumericExpression,
        value: &NumericValue,
        things: &[usize],
        counted: &dyn Fn(usize) -> bool,
    ) -> Option<usize> {
        let next = self.next_behind(value, things);
        let inside = |at: &usize| self.things[*at].name.start < value.tokens.end;
        if let Some(holds) = things.get(next).copied().filter(inside) {
            return Some(holds);
        }
        let before = next.checked_sub(1).map(|before| things[before]);
        let before =
            before.filter(|at| self.is_behind(self.things[*at].name.end..piece.tokens.start));
        let after = things.get(next).copied().filter(|at| {
            let mut between = value.tokens.end..self.things[*at].name.start;
            !piece.led && between.all(|at| is_small(self.note.tokens, at))
        });
        match (before, after) {
            (Some(before), Some(after)) if counted(before) => Some(after),
            (Some(before), None) if counted(before) => {
                let counts = value
                    .unit
                    .is_some_and(|unit| self.domain.is_own_count(self.note.tokens.unit(unit)));
                (counts || self.is_weight(value) || self.in_brackets(value)).then_some(before)
            }
            // "커피 오늘만 4잔째": a measure of things, and nothing else before it that it could be of.
            (None, None) => {
                let only = (things.len() == 1 && next == 1).then(|| things[0])?;
                let unit = self.note.tokens.unit(value.unit?);
                let between = self.things[only].name.end..value.tokens.start;
                let joined = between.into_iter().any(|at| {
                    let word = self.note.tokens.norm(at);
                    endings::is(word, Ending::And) || self.note.cue_in(at..at + 1, Cue::Beside)
                });
                (self.domain.is_own_count(unit) && !joined && !counted(only)).then_some(only)
            }
            (Some(before), Some(after)) => {
                let behind = self.tells_behind(value, things);
                Some(if behind { before } else { after })
            }
            (before, after) => before.or(after),
        }
    }

    fn next_behind(&self, value: &NumericValue, things: &[usize]) -> usize {
        things.partition_point(|at| self.things[*at].name.end <= value.tokens.start)
    }

    /// Whether nothing but a particle, a bracket or a word for "was" stands between a name and its amount.
    fn is_behind(&self, mut between: Range<usize>) -> bool {
        let tokens = self.note.tokens;
        between.all(|at| {
            let particle = self.between_is_particle(at..at + 1);
            let sign = matches!(
                tokens[at].kind,
                TokenKind::Symbol(
                    Symbol::Open | Symbol::Colon | Symbol::Dash | Symbol::Tilde | Symbol::Equals
                )
            );
            let about = self.note.cue_in(at..at + 1, Cue::About);
            let how = self
                .domain
                .notation
                .item
                .free_names
                .as_ref()
                .is_some_and(|free| free.qualifiers.iter().any(|word| word == tokens.norm(at)));
            let number = tokens[at].number().is_some();
            particle || sign || about || how || number || endings::is(tokens.norm(at), Ending::Is)
        })
    }

    /// Whether the things of a clause stand before their amounts.
    fn tells_behind(&self, value: &NumericValue, things: &[usize]) -> bool {
        let (Some(first), Some(last)) = (things.first(), things.last()) else {
            return false;
        };
        let (first, last) = (&self.things[*first].name, &self.things[*last].name);
        let clause = self.note.clause_of(value.tokens.start);
        // A time told at the beginning of the clause leads nothing.
        let led = self.note.pieces_in(clause.start..first.start).last();
        let leads = led.is_some_and(|piece| {
            let mut between = piece.tokens.end..first.start;
            between.all(|at| is_small(self.note.tokens, at))
        });
        let trails = !self.note.pieces_in(last.end..clause.end).is_empty();
        let name = things.partition_point(|at| self.things[*at].name.end <= value.tokens.start);
        let hangul = name.checked_sub(1).is_some_and(|before| {
            let name = &self.things[things[before]].name;
            self.note.tokens[name.end - 1].kind == TokenKind::Word(Script::Hangul)
        });
        // "막걸리 두 잔 파전": Korean counts behind the name.
        let counted = hangul && value.unit.is_some() && !self.is_weight(value);
        match (leads, trails) {
            _ if counted => true,
            (true, false) => false,
            (false, true) => true,
            _ => hangul || self.is_weight(value),
        }
    }

    /// Whether a bare number can say how many: it is no price, no hour, no label, and no measured value.
    fn is_count(&self, value: &NumericValue) -> bool {
        let tokens = self.note.tokens;
        let before = value.tokens.start.checked_sub(1);
        let price = before.is_some_and(|at| tokens[at].is(Symbol::Currency));
        let hour = before.is_some_and(|at| endings::is(tokens.norm(at), Ending::At));
        if hour {
            self.note.tell(value.tokens.clone());
        }
        let tail = self.note.tail(value.tokens.end);
        let label = !tail.is_empty() && !is_particles(tail);
        let whole = |number: f64| {
            [4.0, 3.0]
                .iter()
                .any(|parts| (number * parts).fract() < 0.02)
        };
        !price && !hour && !label && slot_values::numbers(value).all(whole)
    }

    fn is_weight(&self, value: &NumericValue) -> bool {
        value.unit.is_some_and(|unit| {
            let dimension = dimension_name(&self.note.tokens.unit(unit).dimension);
            matches!(dimension, "mass" | "volume")
        })
    }

    /// "shake (30 g)": what a weight in brackets is of a thing that nobody weighs.
    fn meant_in_brackets(&self, value: &NumericValue) -> Option<usize> {
        let next = self
            .things
            .partition_point(|thing| thing.name.end <= value.tokens.start);
        let thing = &self.things[next.checked_sub(1)?];
        let (ItemMatch::Known(term) | ItemMatch::KindOf(term)) = thing.is else {
            return None;
        };
        let near = self.note.sentence[thing.name.start] == self.note.sentence[value.tokens.start];
        let slot = self.domain.slot_named(term.text("in_brackets")?)?;
        let unit = &self.note.tokens.unit(value.unit?).name;
        (near && self.domain.slot(slot).store.as_deref() == Some(&**unit)).then_some(slot)
    }

    /// `rice (150 g)`
    fn in_brackets(&self, value: &NumericValue) -> bool {
        let before = value.tokens.start.checked_sub(1);
        before.is_some_and(|before| self.note.tokens[before].is(Symbol::Open))
    }

    fn between_is_particle(&self, range: Range<usize>) -> bool {
        range.len() == 1
            && self.note.tokens[range.start].kind == TokenKind::Word(Script::Hangul)
            && !self.note.tokens[range.start].spaced
    }

    fn slot_of(&self, value: &NumericValue) -> Option<usize> {
        self.slot_by_word(value).or_else(|| match value.unit {
            Some(unit) => self.slot_by_unit(value, unit),
            None => self.slot_of_count(value),
        })
    }

    /// The slot that a word beside a value names. Words come after their numbers or before them: a word that
    /// follows a number was that number's, unless the clause began with a word.
    fn slot_by_word(&self, value: &NumericValue) -> Option<usize> {
        let (before, after) = self.slots_beside(value);
        let range = self.note.clause_of(value.tokens.start);
        let words = || {
            let hits = within(self.hits, range.clone()).iter();
            hits.filter(|hit| matches!(hit.meaning, Meaning::Slot(_)))
        };
        // "200 g of it, shine 46": the last word has its number behind it.
        let trails = words().next_back().is_some_and(|hit| {
            let next = self.note.pieces_in(hit.tokens.end..range.end).first();
            next.is_some_and(|piece| {
                piece.tokens.start == hit.tokens.end
                    && within(self.terms, piece.tokens.end..piece.tokens.end + 1).is_empty()
            })
        });
        if trails {
            return before;
        }
        let leads = words().next().is_some_and(|hit| {
            self.note
                .pieces_in(range.start..hit.tokens.start)
                .is_empty()
        });
        match leads {
            true => before.or(after),
            false => after.or(before),
        }
    }

    /// The slots that the words before a value and behind it name.
    fn slots_beside(&self, value: &NumericValue) -> (Option<usize>, Option<usize>) {
        let (start, end) = (value.tokens.start, value.tokens.end);
        let clause = self.note.clause[start];
        let named = |hit: &Hit<Meaning>| match hit.meaning {
            Meaning::Slot(slot)
                if slot_values::fits(self.domain, self.note.tokens, slot, value) =>
            {
                Some(slot)
            }
            _ => None,
        };
        let after = within(self.hits, end..end + 2)
            .iter()
            .filter(|hit| {
                let gap = hit.tokens.start == end
                    || (hit.tokens.start == end + 1
                        && endings::is(self.note.tokens.norm(end), Ending::Of));
                gap && self.note.clause[hit.tokens.start] == clause
            })
            .find_map(named);
        let before = within(self.hits, start.saturating_sub(REACH)..start)
            .iter()
            .filter(|hit| {
                hit.tokens.end <= start
                    && hit.tokens.end + 2 > start
                    && self.note.clause[hit.tokens.start] == clause
            })
            .find_map(named);
        (before, after)
    }

    fn slot_by_unit(&self, value: &NumericValue, unit: UnitId) -> Option<usize> {
        let bracketed = self.in_brackets(value);
        if let Some(slot) = bracketed.then(|| self.meant_in_brackets(value)).flatten() {
            return Some(slot);
        }
        let slots = self.domain.slots_of_unit(self.note.tokens.unit(unit));
        slots
            .into_iter()
            .find(|slot| !self.domain.slot(*slot).only_with_words)
    }

    /// The slot of a bare number: how many there were.
    fn slot_of_count(&self, value: &NumericValue) -> Option<usize> {
        let amount = self.amount()?;
        if !self.is_count(value) {
            return None;
        }
        let usual = |slot: &usize| {
            let bounds = self.domain.slot(*slot).usual;
            let within = |[least, most]: [f64; 2], number| least <= number && number <= most;
            slot_values::numbers(value)
                .all(|number| bounds.is_none_or(|bounds| within(bounds, number)))
        };
        // "wrap (560)": too many to be portions, and told in brackets.
        let opens = self.domain.notation.item.opens.iter();
        let other = opens.filter_map(|name| self.domain.slot_named(name)).next();
        let other = other.filter(|_| self.in_brackets(value));
        Some(amount).filter(usual).or(other.filter(usual))
    }
}
