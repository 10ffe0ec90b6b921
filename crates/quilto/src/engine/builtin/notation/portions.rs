//! Reads records that are named things with amounts, gathered under groups.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::compiled::{Compiled, Meaning, dimension_name, in_unit};
use super::cues::Cue;
use super::endings::{self, Ending};
use super::note::Note;
use super::phrases::Hit;
use super::pieces::{Piece, What, Written};
use super::places::{REACH, around, within};
use super::readings;
use super::records::TermAt;
use super::write::{Remarks, hard_to_believe, number};
use crate::domain::{Group, Slot};
use crate::text::{Script, Symbol, TokenKind};

/// What a reader of grouped things looks at.
pub(super) struct Portions<'a, 't> {
    pub note: &'a Note<'t>,
    pub domain: &'a Compiled,
    pub domain_name: &'a str,
    pub terms: &'a [TermAt<'a>],
    pub hits: &'a [Hit<Meaning>],
    pub own: &'a [bool],
}

#[derive(Clone, Debug, Default)]
struct Thing {
    name: String,
    term: usize,
    fields: Map<String, Value>,
}

#[derive(Clone, Debug, Default)]
struct Gathered {
    name: Option<String>,
    fields: Map<String, Value>,
    things: Vec<Thing>,
}

impl Portions<'_, '_> {
    /// The groups in the text that is this domain's, as the list of the domain's data.
    pub fn read(&self, group: &Group, remarks: &mut Remarks) -> Option<Value> {
        let list = self.domain.notation.list.as_deref()?;
        let mut all: Vec<Gathered> = vec![Gathered::default()];
        let mut clause = usize::MAX;
        for at in 0..self.note.tokens.len() {
            if !self.own[at] || self.note.clause[at] == clause {
                continue;
            }
            clause = self.note.clause[at];
            self.clause(self.note.clause_of(at), group, &mut all);
        }
        let mut written = Vec::new();
        let kept = all
            .into_iter()
            .filter(|group| !group.things.is_empty() || !group.fields.is_empty());
        for (at, gathered) in kept.enumerate() {
            let path = format!("{}.{list}[{at}]", self.domain_name);
            let mut object = Map::new();
            if let Some(name) = gathered.name {
                object.insert(group.field.clone(), json!(name));
            }
            let mut fields = gathered.fields;
            self.check(&mut fields, &path, remarks);
            let things: Vec<Value> = gathered
                .things
                .into_iter()
                .enumerate()
                .map(|(at, thing)| {
                    let place = format!("{path}.{}[{at}]", group.list);
                    self.thing(thing, &place, remarks)
                })
                .collect();
            if !things.is_empty() {
                object.insert(group.list.clone(), Value::Array(things));
            }
            object.extend(fields);
            written.push(Value::Object(object));
        }
        (!written.is_empty()).then(|| json!({ list: written }))
    }

    fn clause(&self, range: Range<usize>, group: &Group, all: &mut Vec<Gathered>) {
        let live = |at: usize| self.own[at] && !self.note.dead[at];
        let places: Vec<usize> = (0..self.terms.len())
            .filter(|at| {
                let start = self.terms[*at].tokens.start;
                range.contains(&start) && live(start)
            })
            .collect();
        let things: Vec<usize> = places
            .iter()
            .copied()
            .filter(|at| {
                let kind = &*self.terms[*at].term.kind;
                self.domain
                    .notation
                    .item
                    .kinds
                    .iter()
                    .any(|known| known == kind)
            })
            .collect();
        let pieces: Vec<&Piece> = self
            .note
            .pieces_in(range.clone())
            .iter()
            .filter(|piece| live(piece.tokens.start) && !self.note.used[piece.tokens.start])
            .filter(|piece| {
                let terms = around(self.terms, piece.tokens.start);
                !terms.iter().any(|place| {
                    place.tokens.contains(&piece.tokens.start) && place.tokens.len() > 1
                })
            })
            .collect();
        let initial = self.initial(&range, group);
        let mut first_thing = None;
        let mut opened_here = initial.is_some();
        if let Some(name) = initial {
            all.push(Gathered {
                name: Some(name),
                ..Gathered::default()
            });
        }
        let mut told_here = false;
        for (nth, at) in places.iter().copied().enumerate() {
            let place = &self.terms[at];
            if *place.term.kind == *group.kind {
                let name = place.term.name.to_string();
                let trails = first_thing.is_some()
                    && !places[nth..].iter().any(|later| things.contains(later));
                if trails && !told_here {
                    first_thing = Some(name_what_was_told(all, name, first_thing.unwrap_or(0)));
                    opened_here = true;
                    told_here = true;
                    continue;
                }
                told_here = true;
                let current = all.last_mut();
                match current {
                    Some(current)
                        if current.name.is_none()
                            && current.things.is_empty()
                            && current.fields.is_empty() =>
                    {
                        current.name = Some(name);
                    }
                    Some(current) if current.name.as_ref() == Some(&name) => {}
                    _ => all.push(Gathered {
                        name: Some(name),
                        ..Gathered::default()
                    }),
                }
                opened_here = true;
            } else if things.contains(&at)
                && let Some(current) = all.last_mut()
            {
                first_thing.get_or_insert(current.things.len());
                current.things.push(Thing {
                    name: place.term.name.to_string(),
                    term: at,
                    fields: Map::new(),
                });
            }
        }
        let Some(current) = all.last_mut() else {
            return;
        };
        for piece in pieces {
            let values = piece.operands.iter().chain(&piece.at);
            for value in values {
                self.value(value, &things, first_thing, opened_here, current);
            }
        }
    }

    /// A group named by its first letter and a colon at the beginning of a clause.
    fn initial(&self, range: &Range<usize>, group: &Group) -> Option<String> {
        let tokens = self.note.tokens;
        let at = range.clone().find(|at| tokens[*at].is_word())?;
        let next = tokens.get(at + 1)?;
        // "B - 2 slabs" at the beginning of a line.
        let dash = next.is(Symbol::Dash)
            && next.spaced
            && tokens.get(at + 2)?.spaced
            && tokens[tokens.line(at).start..at]
                .iter()
                .all(|token| !token.is_word());
        let heads = (next.is(Symbol::Colon) || dash) && self.own[at];
        let name = group.initials.get(tokens.norm(at)).filter(|_| heads)?;
        Some(name.clone())
    }

    /// Gives a value to the thing it belongs to, or to the group.
    fn value(
        &self,
        value: &Written,
        things: &[usize],
        first_thing: Option<usize>,
        opened_here: bool,
        group: &mut Gathered,
    ) {
        let Some(slot) = self.slot_of(value) else {
            return;
        };
        let data = self.domain.slot(slot);
        let amount = self
            .domain
            .notation
            .item
            .estimates
            .as_ref()
            .is_some_and(|estimates| estimates.amount == data.name);
        if !amount && self.of_the_whole(value, slot, things, group) {
            self.put(data, slot, value, &mut group.fields);
            return;
        }
        let owner = self.owner(value, things, amount);
        let index = owner.and_then(|at| {
            let offset = things.binary_search(&at).ok()?;
            Some(first_thing? + offset)
        });
        let fields = match index.and_then(|index| group.things.get_mut(index)) {
            Some(thing) => &mut thing.fields,
            None if amount && first_thing.is_none() && self.in_brackets(value) => {
                match group.things.last_mut() {
                    Some(thing) if !thing.fields.contains_key(field_of(data)) => &mut thing.fields,
                    _ => return,
                }
            }
            None if amount => return,
            // A value alone in its clause belongs to the thing told before.
            None if !opened_here && first_thing.is_none() => match group.things.last_mut() {
                Some(thing) => &mut thing.fields,
                None => &mut group.fields,
            },
            None => &mut group.fields,
        };
        // "2 slices (285 each)"
        let each = self
            .note
            .cue_in(self.note.after(value.tokens.end, 1), Cue::Each);
        let told = self
            .domain
            .notation
            .item
            .estimates
            .as_ref()
            .and_then(|estimates| {
                let amount = self.domain.slot(self.domain.slot_named(&estimates.amount)?);
                fields.get(field_of(amount)).and_then(Value::as_f64)
            });
        match (told.filter(|_| each && !amount), value.one()) {
            (Some(told), Some(one)) => {
                let all = Written {
                    what: What::One(one * told),
                    ..value.clone()
                };
                self.note.tell(value.tokens.clone());
                self.put(data, slot, &all, fields);
            }
            _ => self.put(data, slot, value, fields),
        }
    }

    /// Whether a value is that of all things of the group: it is told behind several of them, and none
    /// of them was given such a value. "a, b, 420": apart from the things; "a and b 420": once for
    /// the things of its clause.
    fn of_the_whole(
        &self,
        value: &Written,
        slot: usize,
        things: &[usize],
        group: &Gathered,
    ) -> bool {
        let field = field_of(self.domain.slot(slot));
        let start = value.tokens.start;
        let last = things.last();
        // "a, b, c = 420": the sign sums up.
        let equals = start > 0 && self.note.tokens[start - 1].is(Symbol::Equals);
        let behind = last.is_none_or(|last| self.terms[*last].tokens.end <= start);
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

    /// The thing whose value it is: the one right after an amount, else the one before, else the
    /// next.
    fn owner(&self, value: &Written, things: &[usize], amount: bool) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        // "a bowl of …", where the measure is part of the thing's name.
        let next = things.partition_point(|at| self.terms[*at].tokens.end <= start);
        let holds = things.get(next).copied().filter(|at| {
            let thing = &self.terms[*at].tokens;
            thing.start < end && start < thing.end
        });
        if holds.is_some() {
            return holds;
        }
        let before = next.checked_sub(1).map(|before| things[before]);
        let after = things.get(next).copied();
        let (Some(previous), Some(next)) = (before, after) else {
            return before.or(after.filter(|_| amount || before.is_none()));
        };
        let touches_previous = self.terms[previous].tokens.end == start
            || self.between_is_particle(self.terms[previous].tokens.end..start);
        let next_start = self.terms[next].tokens.start;
        let touches_next = next_start == end
            || (next_start == end + 1 && endings::is(self.note.tokens.norm(end), Ending::Of));
        if amount && touches_next && !touches_previous {
            Some(next)
        } else {
            Some(previous)
        }
    }

    /// `rice (150 g)`
    fn in_brackets(&self, value: &Written) -> bool {
        let before = value.tokens.start.checked_sub(1);
        before.is_some_and(|before| self.note.tokens[before].is(Symbol::Open))
    }

    fn between_is_particle(&self, range: Range<usize>) -> bool {
        range.len() == 1
            && self.note.tokens[range.start].kind == TokenKind::Word(Script::Hangul)
            && !self.note.tokens[range.start].spaced
    }

    fn slot_of(&self, value: &Written) -> Option<usize> {
        let (start, end) = (value.tokens.start, value.tokens.end);
        let clause = self.note.clause[start];
        let named = |hit: &Hit<Meaning>| match hit.meaning {
            Meaning::Slot(slot) if readings::fits(self.domain, self.note.tokens, slot, value) => {
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
        // Words come after their numbers or before them: a word that follows a number was that number's,
        // unless the clause began with a word.
        let range = self.note.clause_of(start);
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
        let leads = words().next().is_some_and(|hit| {
            self.note
                .pieces_in(range.start..hit.tokens.start)
                .is_empty()
        });
        let by_word = if trails {
            before
        } else if leads {
            before.or(after)
        } else {
            after.or(before)
        };
        if by_word.is_some() {
            return by_word;
        }
        match value.unit {
            Some(unit) => {
                let unit = self.note.tokens.unit(unit);
                let slots = self.domain.slots_of_unit(unit);
                slots
                    .into_iter()
                    .find(|slot| !self.domain.slot(*slot).only_with_words)
            }
            None => {
                let estimates = self.domain.notation.item.estimates.as_ref()?;
                let amount = self.domain.slot_named(&estimates.amount)?;
                let usual = |slot: &usize| {
                    let bounds = self.domain.slot(*slot).usual;
                    let within =
                        |[least, most]: [f64; 2], number| least <= number && number <= most;
                    readings::numbers(value)
                        .all(|number| bounds.is_none_or(|bounds| within(bounds, number)))
                };
                // "wrap (560)": too many to be portions, and told in brackets.
                let opens = self.domain.notation.item.opens.iter();
                let other = opens.filter_map(|name| self.domain.slot_named(name)).next();
                let other = other.filter(|_| self.in_brackets(value));
                Some(amount).filter(usual).or(other.filter(usual))
            }
        }
    }

    fn put(&self, data: &Slot, slot: usize, value: &Written, fields: &mut Map<String, Value>) {
        let amount = match &value.what {
            What::One(one) => *one,
            What::Between { first, second, .. } => (first + second) / 2.0,
            What::Several { values, .. } => values[0],
            What::Clock { .. } | What::Pace { .. } => return,
        };
        let field = field_of(data);
        let stored = readings::stored(self.domain, self.note.tokens, slot, amount, value.unit);
        fields.insert(field.to_owned(), number(stored));
        if let (Some(unit_field), Some(unit)) = (&data.unit_field, value.unit) {
            let unit = &self.note.tokens.unit(unit).name;
            if &**unit != "piece" {
                fields.insert(unit_field.clone(), json!(&**unit));
            }
        }
    }

    /// A thing with what the vocabulary knows of it filled in.
    fn thing(&self, thing: Thing, path: &str, remarks: &mut Remarks) -> Value {
        let mut object = Map::new();
        if let Some(name) = &self.domain.notation.item.name {
            object.insert(name.clone(), json!(thing.name));
        }
        object.extend(thing.fields);
        let told: Vec<String> = object.keys().cloned().collect();
        self.check(&mut object, path, remarks);
        let left_out = |field: &String| told.contains(field) && !object.contains_key(field);
        let left_out: Vec<String> = told
            .iter()
            .filter(|field| left_out(field))
            .cloned()
            .collect();
        let Some(estimates) = &self.domain.notation.item.estimates else {
            return Value::Object(object);
        };
        let term = self.terms[thing.term].term;
        let mut estimated: Vec<String> = Vec::new();
        let stated = estimates
            .fields
            .iter()
            .any(|field| object.contains_key(field));
        let amount = object.get(&estimates.amount).and_then(Value::as_f64);
        if amount.is_none() && stated {
            return Value::Object(object);
        }
        if amount.is_none() {
            object.insert(estimates.amount.clone(), json!(1));
            estimated.push(estimates.amount.clone());
        }
        let unit_field = self
            .domain
            .slot_named(&estimates.amount)
            .and_then(|slot| self.domain.slot(slot).unit_field.clone())
            .unwrap_or_default();
        let unit = object
            .get(&unit_field)
            .and_then(Value::as_str)
            .map(str::to_owned);
        let grams = self.grams(amount.unwrap_or(1.0), unit.as_deref(), term, estimates);
        if let Some(grams) = grams {
            for field in &estimates.fields {
                if object.contains_key(field) || left_out.contains(field) {
                    continue;
                }
                if let Some(per) = term.number(field) {
                    let value = per * grams / estimates.per;
                    object.insert(field.clone(), number((value * 10.0).round() / 10.0));
                    estimated.push(field.clone());
                }
            }
        }
        if !estimated.is_empty() {
            object.insert(estimates.list.clone(), json!(estimated));
        }
        Value::Object(object)
    }

    /// How much an amount is in the unit that the vocabulary's values are per.
    fn grams(
        &self,
        amount: f64,
        unit: Option<&str>,
        term: &crate::domain::Term,
        estimates: &crate::domain::Estimates,
    ) -> Option<f64> {
        let portion = term.number(&estimates.portion);
        let Some(unit) = unit else {
            return portion.map(|portion| portion * amount);
        };
        if let Some(measure) = term.number(&format!("{unit}_{}", estimates.unit)) {
            return Some(measure * amount);
        }
        let id = self.note.tokens.units().id(unit)?;
        let dimension = &self.note.tokens.unit(id).dimension;
        match dimension_name(dimension) {
            "mass" => Some(in_unit(self.note.tokens, amount, unit, &estimates.unit)),
            // Values of drinks are per 100 ml.
            "volume" => Some(in_unit(self.note.tokens, amount, unit, "ml")),
            _ => portion.map(|portion| portion * amount),
        }
    }

    /// Leaves out values that cannot be, and says so.
    fn check(&self, fields: &mut Map<String, Value>, path: &str, remarks: &mut Remarks) {
        for slot in &self.domain.notation.slots {
            let field = field_of(slot);
            let (Some(value), Some([least, most])) =
                (fields.get(field).and_then(Value::as_f64), slot.possible)
            else {
                continue;
            };
            if value < least || value > most {
                remarks.uncertain(
                    format!("{path}.{field}"),
                    hard_to_believe(field, value, None),
                );
                fields.remove(field);
            } else if slot.common.is_some_and(|[_, most]| value > most) {
                remarks.uncertain(
                    format!("{path}.{field}"),
                    format!("{value} {field} is a lot; please check"),
                );
            }
        }
    }
}

/// "… for the evening": the group is named after its things. The things told since `first` get it;
/// those before them in a group that is named already stay there. Gives where they begin now.
fn name_what_was_told(all: &mut Vec<Gathered>, name: String, first: usize) -> usize {
    let Some(current) = all.last_mut() else {
        return first;
    };
    match &current.name {
        None => {
            current.name = Some(name);
            first
        }
        Some(known) if *known == name => first,
        Some(_) => {
            let things = current.things.split_off(first);
            all.push(Gathered {
                name: Some(name),
                things,
                ..Gathered::default()
            });
            0
        }
    }
}

fn field_of(slot: &Slot) -> &str {
    slot.field.as_deref().unwrap_or(&slot.name)
}
