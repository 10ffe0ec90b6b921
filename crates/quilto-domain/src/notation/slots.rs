//! What a note can say of an item, a record or a row: its slots, and the units and words that point at them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What part a slot plays where items have rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotRole {
    /// How many rows: not written itself.
    Repeat,
    /// Holds for the rows that follow until it is changed; can go up and down.
    Level,
    /// What each row counts.
    Amount,
    /// Anything else of a row or record.
    #[default]
    Value,
    /// The pause between rows or parts; never a value of its own row.
    Pause,
}

/// One thing a note can say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Slot {
    /// Its name, used in forms, and the field it is written to unless `field` says otherwise.
    pub name: String,
    /// The field it is written to.
    pub field: Option<String>,
    /// Its part among rows.
    pub role: SlotRole,
    /// Units of amounts that count rows instead once the amount is told (`12 times, 3 times`).
    pub units_again: Vec<String>,
    /// Units of it that count all items told together, where they stand in a clause of their own
    /// behind several of them (`3 flint, 5 mica. 7 rounds`).
    pub units_of_all: Vec<String>,
    /// What its units measure (`mass`, `distance`, `duration`, `energy`, `volume`, `pace`).
    pub dimension: Option<String>,
    /// Names of units that point at it (`stroke`, `round`); they win over `dimension`.
    pub units: Vec<String>,
    /// The unit its value is stored in; absent: as typed, with the unit in `unit_field`.
    pub store: Option<String>,
    /// The field that gets the unit as typed, or the assumed one.
    pub unit_field: Option<String>,
    /// The unit of a bare number. `mass` and `distance` slots without one take the user's.
    pub bare: Option<String>,
    /// Flags or groups of items of which it cannot be told: such a quantity is left out.
    pub never_of: Vec<String>,
    /// Words beside a number that name the slot (`rpe 8`, `hr 150`).
    pub words: Vec<String>,
    /// Words that name it only beside a part told before them in the sentence.
    pub words_in_parts: Vec<String>,
    /// Words that only name it when a quantity of the right dimension follows or precedes.
    pub only_with_words: bool,
    /// What is usual for a bare number: decides between readings. In `bare`, or the base unit of
    /// `store`; for mass in kg.
    pub usual: Option<[f64; 2]>,
    /// What is usual instead for items with a flag or group: the first that holds counts.
    pub usual_for: BTreeMap<String, [f64; 2]>,
    /// What is common: an amount beyond it makes a bare pair doubtful where another reading holds.
    pub common: Option<[f64; 2]>,
    /// What is possible at all: beyond it the value is left out and its place marked uncertain.
    pub possible: Option<[f64; 2]>,
    /// What is possible instead for items with a flag or group: the first that holds counts.
    pub possible_for: BTreeMap<String, [f64; 2]>,
    /// What is possible instead in a unit, by its name.
    pub possible_in: BTreeMap<String, [f64; 2]>,
    /// An amount beyond the first is kept and marked where the level told with it is beyond the second.
    pub most_with_level: Option<[f64; 2]>,
    /// How far from what was told before of the same thing a value is hard to believe: below so many
    /// times the least, or above so many times the most. Without it, what is measured is at twice the most.
    pub beyond: Option<[f64; 2]>,
    /// Words beside a quantity that say it is of another kind than this domain's.
    pub never_with: Vec<String>,
    /// The slot of a count: beside it, a value of the first slot that is too small to be that of all is of each, and
    /// this slot's (`40 turns 25 m`). What is possible of this slot, in km, says so.
    pub each_of: Option<String>,
    /// Whether only whole numbers make sense.
    pub whole: bool,
    /// Words for "none of it" (`bodyweight`): the slot is then empty on purpose.
    pub none: Vec<String>,
    /// Words that stand for a value of it; the reader marks the value as assumed.
    pub stands_for: Vec<ValueWord>,
}

impl Slot {
    /// The field that it is written to.
    pub fn field_name(&self) -> &str {
        self.field.as_deref().unwrap_or(&self.name)
    }
}

/// Words that stand for a value: the name of a thing whose mass everybody knows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "StandsFor")]
pub struct ValueWord {
    /// The words, in any language.
    pub words: Vec<String>,
    /// Words that stand for it only where they begin what is told and a number follows.
    pub leading: Vec<String>,
    /// The value by the user's unit of that dimension: `{kg: 20, lb: 45}`.
    pub values: BTreeMap<String, f64>,
}

/// A unit of the domain, or more words for a known one.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct UnitWords {
    /// Its short name.
    pub name: String,
    /// What it measures; `count` unless said.
    pub dimension: Option<String>,
    /// How many base units of its dimension one is; 1 unless said.
    pub factor: Option<f64>,
    /// Words for it, in any language.
    pub words: Vec<String>,
    /// Words that mean it only in this domain's text; elsewhere they keep their meaning.
    pub local: Vec<String>,
}
