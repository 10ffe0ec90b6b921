//! Figures of labelled words, in the unit that their slot keeps.

use std::ops::Range;

use serde_json::{Map, Value, json};

use super::domain::Domain;
use super::spoken_numbers;
use crate::notation::{
    self, Meaning, Remark, Remarks, dimension_name, number, slot_values, spell_out,
};
use quilto_domain::{Slot, SlotRole};
use quilto_text::{Dimension, Symbol, TokenKind, Tokens, UnitId, amount_alone, lexicon, read_with};

/// What is counted by the piece has no unit.
const PIECE: &str = "piece";
/// "3분의 2": two of three parts.
const PARTS_OF: &str = "분의";
/// "the 12s" are no seconds.
const PLURAL: &str = "s";
const HALF: f64 = 0.5;
const TWO: f64 = 2.0;
/// "60#"
const POUNDS: &str = "lb";

/// A figure, in the unit that its slot keeps.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    pub value: f64,
    /// The unit, where the slot keeps one beside it.
    pub unit: Option<String>,
    /// What else it could be: hours and minutes, not minutes and seconds (`1:45`), or seconds (`58.4`).
    pub or: Option<f64>,
    /// Whether two were told, of which it is the middle.
    pub between: bool,
}

impl From<f64> for Figure {
    fn from(value: f64) -> Self {
        Self {
            value,
            unit: None,
            or: None,
            between: false,
        }
    }
}

/// A number with the unit it was typed with.
struct Amount {
    value: f64,
    unit: Option<UnitId>,
    /// The first of two, of which it is the middle.
    first: Option<f64>,
}

impl Domain<'_> {
    /// What the words of a stretch put into a slot; none where they tell nothing that it can hold.
    pub(super) fn figure(&self, role: &str, range: &Range<usize>, short: bool) -> Option<Figure> {
        let slot = self.slot_of(role)?;
        let data = self.slot(slot);
        match data.dimension.as_deref() {
            Some("duration") => self.duration(range, short),
            Some("pace") => self.pace(range),
            _ => match self.spelled(role, range) {
                Some(tokens) => self.figure_in(role, &tokens, 0..tokens.len()),
                None => {
                    let typed = self.figure_in(role, self.tokens, range.clone());
                    typed.or_else(|| self.glued(role, range))
                }
            },
        }
    }

    /// The figure of a word that goes on behind it ("한잔만했다").
    fn glued(&self, role: &str, range: &Range<usize>) -> Option<Figure> {
        let units = self.tokens.units();
        let mut words = range.clone().map(|at| self.tokens.norm(at));
        let alone = words.find_map(|word| amount_alone(word, units))?;
        let tokens = read_with(&alone, units);
        self.figure_in(role, &tokens, 0..tokens.len())
    }

    /// What words that are read by themselves put into the slot of a role.
    pub(super) fn figure_in(
        &self,
        role: &str,
        tokens: &Tokens,
        range: Range<usize>,
    ) -> Option<Figure> {
        let slot = self.slot_of(role)?;
        self.kept(role, slot, &self.amount(self.slot(slot), tokens, range)?)
    }

    /// The words of a stretch where others are read instead of them ("2 plates").
    fn spelled(&self, role: &str, range: &Range<usize>) -> Option<Tokens> {
        let patterns = self.compiled.spelled.get(role)?;
        let units = self.tokens.units();
        let known = |_: &str| false;
        let text = spell_out(self.words(range), units, patterns.iter(), &known)?;
        Some(read_with(&text, units))
    }

    /// The first number of some words, with its unit.
    fn amount(&self, slot: &Slot, tokens: &Tokens, range: Range<usize>) -> Option<Amount> {
        let mut told: Option<Amount> = None;
        let mut at = range.start;
        if let Some((parts, share)) = parts_of(tokens.slice(tokens.span_of(range.clone()))) {
            return Some(Amount::of(share / parts, None));
        }
        while at < range.end {
            let between = tokens.range_at(at);
            let between = between.filter(|of| told.is_none() && at + of.tokens <= range.end);
            if let Some(of) = between {
                told = Some(Amount {
                    value: (of.first.value + of.second.value) / 2.0,
                    unit: of.unit,
                    first: Some(of.first.value),
                });
                at += of.tokens;
                continue;
            }
            match &tokens[at].kind {
                TokenKind::Number(number) => {
                    let spoken = spoken_numbers::together(tokens, at);
                    let spoken = spoken.filter(|_| told.is_none() && at + 2 <= range.end);
                    if let Some(value) = spoken {
                        let unit = match &tokens[at + 1].kind {
                            TokenKind::Quantity(quantity) => Some(quantity.unit),
                            _ => None,
                        };
                        told = Some(Amount::of(value, unit));
                        at += 2;
                        continue;
                    }
                    let parts = share(tokens, at, range.end);
                    let value = parts.unwrap_or(number.value);
                    let pounds = tokens
                        .get(at + 1)
                        .is_some_and(|next| next.is(Symbol::Hash) && !next.spaced);
                    let unit = tokens.units().id(POUNDS).filter(|_| pounds);
                    match &mut told {
                        None => told = Some(Amount::of(value, unit)),
                        // "1 1/2"
                        Some(told) if parts.is_some() => told.value += value,
                        Some(_) => {}
                    }
                    at += if parts.is_some() { 3 } else { 1 };
                    continue;
                }
                TokenKind::Quantity(quantity) if told.is_none() => {
                    let local = self.compiled.unit_at(tokens, at, quantity.unit);
                    let measures = |unit: UnitId| {
                        let dimension = &tokens.unit(unit).dimension;
                        slot.dimension.as_deref() == Some(dimension_name(dimension))
                    };
                    // "2k" is how far something was where it is not what it weighs.
                    let typed = measures(quantity.unit) && !measures(local);
                    let unit = if typed { quantity.unit } else { local };
                    told = Some(Amount::of(quantity.value, Some(unit)));
                }
                TokenKind::Word(_) => self.amount_in_words(tokens, at, &mut told),
                _ => {}
            }
            at += 1;
        }
        told
    }

    /// "half", "a couple of", "bowl": what a word adds to an amount.
    fn amount_in_words(&self, tokens: &Tokens, at: usize, told: &mut Option<Amount>) {
        let (word, core) = (tokens.norm(at), lexicon::core());
        if let Some(unit) = half_of(tokens, word) {
            told.get_or_insert(Amount::of(HALF, Some(unit)));
            return;
        }
        let free = self.compiled.notation.item.free_names.as_ref();
        let share = core.fractions.get(word);
        let more = free.and_then(|free| free.amounts.get(word));
        let unit = tokens.units().word(word);
        if let Some(value) = share.or(more) {
            match told {
                Some(told) if share.is_some() && told.value >= 1.0 => told.value += value,
                Some(told) if told.unit.is_none() && told.value == 1.0 => told.value = *value,
                Some(_) => {}
                None => *told = Some(Amount::of(*value, None)),
            }
        } else if let Some(unit) = unit {
            let told = told.get_or_insert(Amount::of(1.0, None));
            told.unit.get_or_insert(unit);
        }
    }

    /// An amount as a slot keeps it.
    fn kept(&self, role: &str, slot: usize, amount: &Amount) -> Option<Figure> {
        let (data, tokens) = (self.slot(slot), self.tokens);
        let units = tokens.units();
        let mut unit = self.fitting(data, amount)?;
        if let (None, Some(large)) = (unit, self.labels.large.get(role))
            && amount.value > large.beyond
        {
            unit = units.id(&large.unit);
        }
        let mut value = match amount.first {
            // Nothing is lifted that weighs as much as the middle of two.
            Some(first) if data.role == SlotRole::Level => first,
            Some(_) if data.whole => amount.value.floor(),
            _ => amount.value,
        };
        // What is counted in many units is counted without one, too.
        let mut name = match unit {
            None if !data.units.is_empty() => String::new(),
            _ => slot_values::unit_of(self.compiled, tokens, self.units, slot, unit),
        };
        if let (None, Some(bare)) = (unit, &data.bare)
            && let Some(typed) = notation::unit_instead_of(tokens, bare)
        {
            name = typed;
        }
        if unit.is_none() && data.dimension.as_deref() == Some("distance") && data.bare.is_none() {
            // "rowed 500": nobody rows that many kilometres.
            let possible = |unit: &str| self.is_possible(slot, value, unit);
            if !possible(&name) && possible("m") {
                name = "m".to_owned();
            }
        }
        if let Some(store) = &data.store {
            let typed = match (unit, data.dimension.as_deref()) {
                (None, Some("speed")) if self.units.distance == "mi" => "mph",
                _ => &name,
            };
            value = units.convert(value, typed, store).unwrap_or(value);
        }
        Some(Figure {
            value,
            unit: data
                .unit_field
                .as_ref()
                .and(Some(name))
                .filter(|name| name != PIECE),
            or: None,
            between: amount.first.is_some(),
        })
    }

    /// The unit of an amount that a slot can hold, if it can hold it.
    fn fitting(&self, data: &Slot, amount: &Amount) -> Option<Option<UnitId>> {
        let Some(id) = amount.unit else {
            return Some(None);
        };
        let unit = self.tokens.unit(id);
        let own = data.units.iter().any(|name| **name == *unit.name);
        let measures = data.dimension.as_deref();
        if own || measures == Some(dimension_name(&unit.dimension)) {
            return Some(Some(id));
        }
        // Whatever is counted is counted.
        let counted = unit.dimension == Dimension::Count;
        let pieces = measures == Some("mass") && &*unit.name == PLURAL;
        let free = measures.is_none() && data.units.is_empty();
        (counted || pieces || free).then_some(None)
    }

    /// Whether a value in a unit is possible for a slot.
    pub(super) fn is_possible(&self, slot: usize, value: f64, unit: &str) -> bool {
        let data = self.slot(slot);
        let own = data.possible_in.get(unit).map(|bounds| (*bounds, value));
        let general = || {
            let value = slot_values::in_bounds_unit(self.compiled, self.tokens, slot, value, unit);
            Some((data.possible?, value))
        };
        let bounded = own.or_else(general);
        bounded.is_none_or(|([least, most], value)| (least..=most).contains(&value))
    }

    /// Puts a figure into its field. What cannot be is left out, and said.
    pub(super) fn put(
        &self,
        role: &str,
        figure: &Figure,
        fields: &mut Map<String, Value>,
        path: &str,
        remarks: &mut Remarks,
    ) {
        let Some(slot) = self.slot_of(role) else {
            return;
        };
        let data = self.slot(slot);
        let field = data.field_name();
        if fields.contains_key(field) {
            return;
        }
        let unit = figure.unit.as_deref();
        let stored = unit.or(data.store.as_deref()).unwrap_or_default();
        if !self.is_possible(slot, figure.value, stored) {
            let remark = Remark::HardToBelieve(field, figure.value, unit);
            remarks.doubt(format!("{path}.{field}"), &remark);
            return;
        }
        if figure.between {
            remarks.uncertain(format!("{path}.{field}"), String::new());
        }
        fields.insert(field.to_owned(), number(figure.value));
        if let (Some(unit), Some(unit_field)) =
            (unit.filter(|unit| !unit.is_empty()), &data.unit_field)
        {
            fields.insert(unit_field.clone(), json!(unit));
        }
    }

    /// "2x16", "two 12s": what each of two weighs.
    pub(super) fn one_of_two(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let number = |at: usize| self.tokens.get(at)?.number().map(|number| number.value);
        let two = |at: &usize| {
            number(*at) == Some(TWO) && matches!(self.tokens[*at].kind, TokenKind::Number(_))
        };
        let at = range.clone().find(two)?;
        let times = self.tokens.get(at + 1)?.is(Symbol::Times);
        let each = at + 1 + usize::from(times);
        let share = self
            .tokens
            .get(each + 1)
            .is_some_and(|next| next.is(Symbol::Slash));
        (each < range.end && !share && number(each)? > TWO).then_some(each..range.end)
    }

    /// "24s", "the 12s": what is called by what it weighs, of which there are several.
    pub(super) fn is_plural(&self, range: &Range<usize>) -> bool {
        range.clone().any(|at| match &self.tokens[at].kind {
            TokenKind::Quantity(quantity) => &*self.tokens.unit(quantity.unit).name == PLURAL,
            _ => false,
        })
    }

    /// Whether words say that there is none of a slot (`bodyweight`).
    pub(super) fn is_none_of(&self, slot: usize, range: &Range<usize>) -> bool {
        self.said_in(range)
            .any(|said| said == Meaning::NoneOf(slot))
    }

    /// The value that words stand for in a slot (`empty bar`).
    pub(super) fn stands_for(&self, slot: usize, range: &Range<usize>) -> Option<Figure> {
        let mut said = self.said_in(range);
        let at = said.find_map(|said| match said {
            Meaning::StandsFor(of, at) if of == slot => Some(at),
            _ => None,
        })?;
        let unit = &self.units.mass;
        let value = self.slot(slot).stands_for[at].values.get(unit)?;
        Some(Figure {
            unit: Some(unit.clone()),
            ..Figure::from(*value)
        })
    }
}

impl Amount {
    fn of(value: f64, unit: Option<UnitId>) -> Self {
        Self {
            value,
            unit,
            first: None,
        }
    }
}

/// "반병", "반공기만": the unit that there was half of.
fn half_of(tokens: &Tokens, word: &str) -> Option<UnitId> {
    let halves = lexicon::core().half_after.iter();
    let mut units =
        halves.filter_map(|half| tokens.units().prefix(word.strip_prefix(half.as_str())?));
    units.next().map(|(unit, _)| unit)
}

/// How many parts there are, and how many of them are told.
fn parts_of(text: &str) -> Option<(f64, f64)> {
    let (parts, share) = text.split_once(PARTS_OF)?;
    let share = share
        .trim_start()
        .split(|c: char| !c.is_ascii_digit())
        .next()?;
    let (parts, share): (f64, f64) = (parts.trim().parse().ok()?, share.parse().ok()?);
    (0.0 < share && share < parts).then_some((parts, share))
}

/// "1/2", "3/4": the share that two whole numbers tell.
fn share(tokens: &Tokens, at: usize, end: usize) -> Option<f64> {
    let whole = |at: usize| match &tokens[at].kind {
        TokenKind::Number(number) if number.value.fract() == 0.0 => Some(number.value),
        TokenKind::Quantity(quantity) if quantity.number.value.fract() == 0.0 => {
            Some(quantity.number.value)
        }
        _ => None,
    };
    if at + 2 >= end || !tokens[at + 1].is(Symbol::Slash) {
        return None;
    }
    let (part, of) = (whole(at)?, whole(at + 2)?);
    (part < of && of <= 8.0).then_some(part / of)
}
