//! What opens an item or a record, how its name is told from other words, and what is known of it by its name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::vocabulary::Term;

/// What opens an item or a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemNotation {
    /// Vocabulary kinds whose mention opens one. The kinds in `terms` only support it.
    pub kinds: Vec<String>,
    /// The field that gets the canonical name; absent where the name is not kept.
    pub name: Option<String>,
    /// The field that holds the rows; absent for records.
    pub rows: Option<String>,
    /// Whether a name that no vocabulary knows is kept as typed where clear notation follows it.
    pub unknown: bool,
    /// Flags in a term's `values`, or groups, of items that carry no level unless one is stated:
    /// their bare numbers are amounts.
    pub light: Vec<String>,
    /// Flags or groups of items whose rows last: durations are theirs.
    pub timed: Vec<String>,
    /// Slots whose quantity opens a record where no word does and no other domain claims it.
    pub opens: Vec<String>,
    /// Words that open one and are in no vocabulary (verbs such as `polished`).
    pub words: Vec<String>,
    /// Slots that a vocabulary term's `values` fill where the note says nothing; such fields are
    /// listed in `estimated`.
    pub estimates: Option<Estimates>,
    /// How names are told from other words where the vocabulary cannot know them all; absent where only
    /// its names count.
    pub free_names: Option<FreeNames>,
    /// What a name means once it is told with something: a dimension (`mass`) or the field of a mark →
    /// the key in the term's `values` that names the other term. The first in the order of the
    /// alphabet counts.
    pub told_with: BTreeMap<String, String>,
    /// What is possible of the first slot's distance in the time of the record, in km/h: beyond it
    /// both are kept and the time is marked uncertain.
    pub speed: Option<[f64; 2]>,
    /// The key in the `values` of a name that holds its own `speed`.
    pub speed_of_name: Option<String>,
    /// From which distance on, in km, nobody is faster than so many km/h, in order.
    pub fastest: Vec<[f64; 2]>,
    /// Where no word says what was done and a speed is told, or follows from a distance and a time:
    /// from and below which speed, in km/h, the record is one of this domain.
    pub opens_at: Option<[f64; 2]>,
    /// The name of a record that only its speed opened.
    pub unnamed: Option<String>,
}

/// What tells names that no vocabulary knows from the words around them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FreeNames {
    /// The flag in a term's `values` which says that names that end with it are kinds of it, so that its
    /// figures hold for them.
    pub head: String,
    /// Words that say how a thing was made or how large it was: with them it stays the same thing.
    pub qualifiers: Vec<String>,
    /// Words that are no part of a name.
    pub outside: Vec<String>,
    /// Words that part one name from the next.
    pub parting: Vec<String>,
    /// Groups whose things are no part of another's name.
    pub apart: Vec<String>,
    /// What begins the rest of a word that is no more of a name, in writing that parts no words (`국수먹음`).
    pub ends: Vec<String>,
    /// Words that tell an amount, and how much.
    pub amounts: BTreeMap<String, f64>,
}

impl FreeNames {
    /// Whether names that end with a term are kinds of it.
    pub fn is_head(&self, term: &Term) -> bool {
        term.flag(&self.head) || term.text(&self.head).is_some()
    }
}

/// How values of a vocabulary term become fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    /// Fields to fill; each is also the key in the term's `values`, which is per `per`.
    pub fields: Vec<String>,
    /// The key in `values` that says how much one portion is, in `unit`.
    pub portion: String,
    /// The unit of `portion` and of `per`.
    pub unit: String,
    /// How much the values stand for.
    pub per: f64,
    /// The field that lists what was estimated.
    pub list: String,
    /// The slot that says how much there was.
    pub amount: String,
}
