//! Units: what they measure, and how they convert.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::lexicon;
use rustc_hash::FxHashMap;

/// What a unit measures. Units of one dimension convert into each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dimension {
    /// Base: gram.
    Mass,
    /// Base: metre.
    Distance,
    /// Base: second.
    Duration,
    /// Base: kcal.
    Energy,
    /// Base: millilitre.
    Volume,
    /// Base: one per minute.
    Frequency,
    /// Base: metre per second.
    Speed,
    /// Base: degree Celsius.
    Temperature,
    /// Base: percent.
    Ratio,
    /// Calendar months; years are twelve of them. Not a fixed number of days.
    Months,
    /// Things counted. Each counting unit is its own kind: pieces do not convert into steps.
    Count,
    /// A dimension that a domain names itself. Its units have factors among each other.
    Other(String),
}

/// A unit of a [`UnitTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitId(u16);

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its short name (`kg`).
    pub name: Arc<str>,
    /// What it measures.
    pub dimension: Dimension,
    /// How many base units of its dimension it is.
    pub factor: f64,
    /// What is added after multiplying (degrees only; 0 elsewhere).
    pub offset: f64,
}

/// The units known without any domain. Factors of mass and length are the international
/// avoirdupois pound and yard agreement of 1959 (exact); 1 kcal is 4.184 kJ; cups and
/// spoons are the metric ones.
const CORE: &[(&str, Dimension, f64)] = &[
    ("kg", Dimension::Mass, 1000.0),
    ("g", Dimension::Mass, 1.0),
    ("mg", Dimension::Mass, 0.001),
    ("lb", Dimension::Mass, 453.592_37),
    ("oz", Dimension::Mass, 28.349_523_125),
    ("st", Dimension::Mass, 6_350.293_18),
    ("t", Dimension::Mass, 1_000_000.0),
    ("m", Dimension::Distance, 1.0),
    ("km", Dimension::Distance, 1000.0),
    ("cm", Dimension::Distance, 0.01),
    ("mm", Dimension::Distance, 0.001),
    ("mi", Dimension::Distance, 1609.344),
    ("yd", Dimension::Distance, 0.9144),
    ("ft", Dimension::Distance, 0.3048),
    ("in", Dimension::Distance, 0.0254),
    ("s", Dimension::Duration, 1.0),
    ("ms", Dimension::Duration, 0.001),
    ("min", Dimension::Duration, 60.0),
    ("h", Dimension::Duration, 3600.0),
    ("day", Dimension::Duration, 86_400.0),
    ("week", Dimension::Duration, 604_800.0),
    ("month", Dimension::Months, 1.0),
    ("year", Dimension::Months, 12.0),
    ("kcal", Dimension::Energy, 1.0),
    ("kj", Dimension::Energy, 1.0 / 4.184),
    ("ml", Dimension::Volume, 1.0),
    ("l", Dimension::Volume, 1000.0),
    ("cup", Dimension::Volume, 250.0),
    ("tbsp", Dimension::Volume, 15.0),
    ("tsp", Dimension::Volume, 5.0),
    ("bpm", Dimension::Frequency, 1.0),
    ("km/h", Dimension::Speed, 1.0 / 3.6),
    ("mph", Dimension::Speed, 0.447_04),
    ("m/s", Dimension::Speed, 1.0),
    ("°C", Dimension::Temperature, 1.0),
    ("°F", Dimension::Temperature, 5.0 / 9.0),
    ("%", Dimension::Ratio, 1.0),
    ("piece", Dimension::Count, 1.0),
    ("times", Dimension::Count, 1.0),
    ("step", Dimension::Count, 1.0),
    ("person", Dimension::Count, 1.0),
];

/// Units by name and by the words people write for them.
#[derive(Clone, Debug)]
pub struct UnitTable {
    units: Vec<Unit>,
    /// Words, normalised, without spaces, to units. A word is at most [`UnitTable::longest`] long.
    words: FxHashMap<Box<str>, UnitId>,
    longest: usize,
}

impl UnitTable {
    /// The units known without any domain, shared.
    pub fn core() -> &'static Arc<Self> {
        static TABLE: OnceLock<Arc<UnitTable>> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut table = Self {
                units: Vec::with_capacity(CORE.len()),
                words: FxHashMap::default(),
                longest: 0,
            };
            for (name, dimension, factor) in CORE {
                let id = table.define(name, dimension.clone(), *factor);
                if *name == "°F" {
                    table.units[usize::from(id.0)].offset = -32.0 * 5.0 / 9.0;
                }
            }
            for (name, words) in &lexicon::core().units {
                if let Some(id) = table.id(name) {
                    for word in words {
                        table.add_word(word, id);
                    }
                }
            }
            Arc::new(table)
        })
    }

    /// Adds a unit, or finds the one of that name. A new name is also a word for it.
    ///
    /// The table holds at most 65,535 units; beyond that the last one is given back.
    pub fn define(&mut self, name: &str, dimension: Dimension, factor: f64) -> UnitId {
        if let Some(id) = self.id(name) {
            return id;
        }
        if let Ok(next) = u16::try_from(self.units.len()) {
            self.units.push(Unit {
                name: name.into(),
                dimension,
                factor,
                offset: 0.0,
            });
            self.add_word(name, UnitId(next));
            return UnitId(next);
        }
        UnitId(u16::MAX)
    }

    /// Makes a word mean a unit, taking it away from the unit that had it. A domain does this
    /// where its people mean something of their own by a word.
    pub fn add_word(&mut self, word: &str, unit: UnitId) {
        let mut word = super::normalize(word);
        word.retain(|c| !c.is_whitespace());
        self.longest = self.longest.max(word.len());
        if !word.is_empty() {
            self.words.insert(word.into(), unit);
        }
    }

    /// The units that measure the same as this one; of those that count, only itself.
    pub fn alike<'u>(&'u self, unit: &'u Unit) -> impl Iterator<Item = &'u Unit> {
        self.units.iter().filter(move |other| {
            let counts = unit.dimension == Dimension::Count;
            other.dimension == unit.dimension && (!counts || other.name == unit.name)
        })
    }

    /// The unit of that short name.
    pub fn id(&self, name: &str) -> Option<UnitId> {
        let at = self.units.iter().position(|unit| &*unit.name == name)?;
        u16::try_from(at).ok().map(UnitId)
    }

    /// The unit that a word (normalised, without spaces) means.
    pub fn word(&self, word: &str) -> Option<UnitId> {
        self.words.get(word).copied()
    }

    /// The longest beginning of a run of letters that is a unit's word: the unit and its bytes.
    pub fn prefix(&self, run: &str) -> Option<(UnitId, usize)> {
        let longest = self.longest.min(run.len());
        (1..=longest)
            .rev()
            .filter(|end| run.is_char_boundary(*end))
            .find_map(|end| self.word(&run[..end]).map(|unit| (unit, end)))
    }

    /// The longest word of the table, in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// A unit. An id of another table gives whatever stands there, the first unit at worst.
    pub fn unit(&self, id: UnitId) -> &Unit {
        self.units.get(usize::from(id.0)).unwrap_or(&self.units[0])
    }

    /// A value in another unit; `None` if a unit is unknown or the dimensions differ. Counting
    /// units convert only into themselves.
    pub fn convert(&self, value: f64, from: &str, to: &str) -> Option<f64> {
        if from == to {
            return Some(value);
        }
        let (from, to) = (self.unit(self.named(from)?), self.unit(self.named(to)?));
        if from.name == to.name {
            return Some(value);
        }
        if from.dimension != to.dimension || from.dimension == Dimension::Count {
            return None;
        }
        Some((value * from.factor + from.offset - to.offset) / to.factor)
    }

    /// A unit by its short name or by any word for it.
    pub fn named(&self, name: &str) -> Option<UnitId> {
        self.id(name).or_else(|| self.word(name))
    }
}

/// A value in another unit, of the units known without any domain.
///
/// `None` if a unit is unknown or they measure different things.
///
/// ```
/// use quilto_text::units::convert;
/// assert_eq!(convert(2.5, "kg", "g"), Some(2500.0));
/// assert_eq!(convert(2.5, "kg", "km"), None);
/// ```
pub fn convert(value: f64, from: &str, to: &str) -> Option<f64> {
    UnitTable::core().convert(value, from, to)
}
