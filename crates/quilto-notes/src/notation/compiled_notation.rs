//! A domain's notation made ready for reading.

use std::collections::HashMap;

use super::numeric_expressions::NumericValue;
use super::phrases::Phrases;
use super::shorthand::Pattern;
use quilto_domain::{Grade, MarkEffect, Notation, Slot, SlotRole, Term};
use quilto_text::{Dimension, Tokens, Unit, UnitId};

/// What a word of the domain's notation means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Opens an item or record (`item.words`).
    Opens,
    /// The mark of that index.
    Mark(usize),
    /// Names the slot of that index.
    Slot(usize),
    /// Names the slot of that index beside a part.
    SlotInPart(usize),
    /// "None of it" for the slot of that index.
    NoneOf(usize),
    /// A quantity beside it is none of the slot of that index.
    NeverOf(usize),
    /// Stands for a value of that slot: indices of slot and value.
    StandsFor(usize, usize),
    /// Splits follow.
    Splits,
    /// A share of the whole follows.
    Share,
    /// A duration that follows fills the slot of a part.
    PartAt,
    /// The scale of that index.
    Scale(usize),
    /// A grade on a scale.
    Graded(Grade),
    /// Says the term of that index of the state's `words`.
    Says(usize),
}

/// A notation with its words and slots looked up.
pub(crate) struct CompiledNotation {
    pub notation: Notation,
    pub phrases: Phrases<Meaning>,
    pub(super) shorthand: Vec<Pattern>,
    units: HashMap<String, usize>,
    /// What is read of the words of a label instead of them.
    pub spelled: HashMap<String, Vec<Pattern>>,
    /// Words that mean a unit in this domain's text only.
    local: HashMap<String, String>,
}

/// All words of a notation.
fn phrases(notation: &Notation) -> Phrases<Meaning> {
    let mut phrases = Phrases::default();
    let mut add = |words: &[String], meaning: Meaning| {
        for word in words {
            phrases.add(word, meaning);
        }
    };
    add(&notation.item.words, Meaning::Opens);
    for (at, mark) in notation.marks.iter().enumerate() {
        add(&mark.words, Meaning::Mark(at));
    }
    for (at, slot) in notation.slots.iter().enumerate() {
        add(&slot.words, Meaning::Slot(at));
        add(&slot.words_in_parts, Meaning::SlotInPart(at));
        add(&slot.none, Meaning::NoneOf(at));
        add(&slot.never_with, Meaning::NeverOf(at));
        for (value, named) in slot.stands_for.iter().enumerate() {
            add(&named.words, Meaning::StandsFor(at, value));
            add(&named.leading, Meaning::StandsFor(at, value));
        }
    }
    if let Some(parts) = &notation.parts {
        add(&parts.split_words, Meaning::Splits);
        add(&parts.share_words, Meaning::Share);
        add(&parts.at_words, Meaning::PartAt);
    }
    if let Some(state) = &notation.state {
        for (at, scale) in state.scales.iter().enumerate() {
            add(&scale.words, Meaning::Scale(at));
        }
        for (at, words) in state.words.values().enumerate() {
            add(words, Meaning::Says(at));
        }
        for (grade, words) in &state.grades {
            add(words, Meaning::Graded(*grade));
        }
    }
    phrases
}

impl CompiledNotation {
    /// Whether a term of a kind that only supports records opens one all the same.
    pub(super) fn opens(&self, term: &Term) -> bool {
        let fields = self.notation.terms.iter();
        fields
            .filter(|field| *field.kind == *term.kind)
            .any(|field| field.opens.iter().any(|name| **name == *term.name))
    }

    /// Whether a term lends its record a name: a thing or a place stands for what is done with it.
    pub(super) fn lends_name(&self, term: &Term) -> bool {
        let Some(name) = &self.notation.item.name else {
            return false;
        };
        let mut fields = self.notation.terms.iter();
        fields.any(|field| *field.kind == *term.kind && field.copy.contains_key(name))
    }

    pub fn new(notation: Notation) -> Self {
        let mut units = HashMap::new();
        for (at, slot) in notation.slots.iter().enumerate() {
            for unit in &slot.units {
                units.entry(unit.clone()).or_insert(at);
            }
        }
        let mut local = HashMap::new();
        for unit in &notation.units {
            for word in &unit.local {
                local.insert(quilto_text::normalize(word), unit.name.clone());
            }
        }
        let shorthand = notation.shorthand.iter().map(Pattern::new).collect();
        let labels = notation.labels.iter().flat_map(|labels| &labels.spelled);
        let spelled = labels
            .map(|(role, all)| (role.clone(), all.iter().map(Pattern::new).collect()))
            .collect();
        Self {
            phrases: phrases(&notation),
            shorthand,
            spelled,
            notation,
            local,
            units,
        }
    }

    pub fn slot(&self, at: usize) -> &Slot {
        &self.notation.slots[at]
    }

    /// Whether a unit is one that this domain counts its things by.
    pub(super) fn is_own_count(&self, unit: &Unit) -> bool {
        let own = self
            .notation
            .units
            .iter()
            .any(|own| *own.name == *unit.name);
        own && &*unit.name != "piece"
    }

    pub fn slot_named(&self, name: &str) -> Option<usize> {
        self.notation
            .slots
            .iter()
            .position(|slot| slot.name == name)
    }

    pub fn slot_of_role(&self, role: SlotRole) -> Option<usize> {
        self.notation
            .slots
            .iter()
            .position(|slot| slot.role == role)
    }

    /// The slots a unit can fill: the one that names it, or else those of its dimension.
    pub fn slots_of_unit(&self, unit: &Unit) -> Vec<usize> {
        if let Some(at) = self.units.get(&*unit.name) {
            return vec![*at];
        }
        let name = dimension_name(&unit.dimension);
        self.notation
            .slots
            .iter()
            .enumerate()
            .filter(|(_, slot)| slot.dimension.as_deref() == Some(name))
            .map(|(at, _)| at)
            .collect()
    }

    /// The unit of a value in this domain's text: a word may mean another unit here (`키로`).
    pub(super) fn unit_in(&self, tokens: &Tokens, value: &NumericValue) -> Option<UnitId> {
        let unit = value.unit?;
        let last = value.tokens.end.checked_sub(1);
        Some(last.map_or(unit, |last| self.unit_at(tokens, last, unit)))
    }

    /// The unit of a token that was typed with one.
    pub fn unit_at(&self, tokens: &Tokens, at: usize, typed: UnitId) -> UnitId {
        let word = tokens
            .norm(at)
            .trim_start_matches(|c: char| !c.is_alphabetic());
        let local = self.local.get(word);
        local
            .and_then(|name| tokens.units().id(name))
            .unwrap_or(typed)
    }

    /// Slots of a dimension.
    pub fn slots_of<'s>(&'s self, dimension: &'s str) -> impl Iterator<Item = usize> + 's {
        let slots = self.notation.slots.iter().enumerate();
        slots
            .filter(move |(_, slot)| slot.dimension.as_deref() == Some(dimension))
            .map(|(at, _)| at)
    }

    pub fn effect(&self, mark: usize) -> MarkEffect {
        self.notation.marks[mark].effect
    }
}

/// The word that `notation.yaml` uses for a dimension.
pub fn dimension_name(dimension: &Dimension) -> &str {
    match dimension {
        Dimension::Mass => "mass",
        Dimension::Distance => "distance",
        Dimension::Duration => "duration",
        Dimension::Energy => "energy",
        Dimension::Volume => "volume",
        Dimension::Frequency => "frequency",
        Dimension::Speed => "speed",
        Dimension::Temperature => "temperature",
        Dimension::Ratio => "ratio",
        Dimension::Months => "months",
        Dimension::Count => "count",
        Dimension::Other(name) => name,
    }
}

/// The value of a token with a unit in another one.
pub(super) fn in_unit(tokens: &Tokens, value: f64, unit: &str, to: &str) -> f64 {
    tokens.units().convert(value, unit, to).unwrap_or(value)
}
