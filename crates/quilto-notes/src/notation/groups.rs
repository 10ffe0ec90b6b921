//! What was said of an item, piece by piece, before it is worked out into rows.

use std::ops::Range;

use serde_json::Value;

use super::doubt_reason::DoubtReason;

/// The level of a group of rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Level {
    /// Nothing was said; the level before it holds.
    #[default]
    Unsaid,
    /// None, on purpose.
    Empty,
    /// So much, in this unit.
    Of(f64, String),
    /// There was one, but which is not said.
    Unknown,
}

impl Level {
    pub fn is_said(&self) -> bool {
        *self != Self::Unsaid
    }
}

/// Which rows a group speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Position {
    /// The next ones.
    #[default]
    Next,
    /// The first so many.
    First(usize),
    /// The last so many, by name.
    Last(usize),
    /// The end, without saying where it begins.
    Finally,
    /// That one, counted from 1.
    Nth(usize),
    /// From that one on.
    From(usize),
    /// All that nothing else speaks of.
    Others,
    /// The later half.
    LaterHalf,
}

/// How a level came about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum LevelChange {
    #[default]
    None,
    /// It began there.
    Start,
    /// It went there, by steps that are not told.
    To,
    /// It was changed to that at once.
    Changed,
    /// It was changed to that and stayed.
    Settled,
}

/// A value beside level, amount and number of rows.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ExtraValue {
    pub field: String,
    pub value: Value,
}

impl ExtraValue {
    pub fn new(field: &str, value: Value) -> Self {
        Self {
            field: field.to_owned(),
            value,
        }
    }
}

/// One thing said of the rows of an item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Group {
    pub tokens: Range<usize>,
    pub sentence: usize,
    pub clause: usize,
    pub level: Level,
    /// Levels between which the writer was not sure.
    pub alternatives: Vec<f64>,
    /// The slot of the amounts.
    pub amount_slot: Option<usize>,
    /// The unit of the amounts, where the slot keeps it.
    pub amount_unit: Option<String>,
    /// One for all rows, or one for each.
    pub amounts: Vec<f64>,
    pub count: Option<usize>,
    /// The number of rows was said before anything else of the group.
    pub count_first: bool,
    /// The amount is that of all its rows together.
    pub sum: bool,
    /// The amount was told with a unit that can count rows, too (`10 times`).
    pub amount_shared: bool,
    /// It was the last amount or more; how many is told apart (`5+ … (8)`).
    pub or_more: bool,
    /// The number of rows is that of the item, not of this group.
    pub count_is_total: bool,
    pub position: Position,
    pub moved: LevelChange,
    /// "Only": less than was meant.
    pub only: bool,
    /// The amount is that of each row.
    pub each: bool,
    /// The amount is that of every row of the item that has none.
    pub for_all: bool,
    /// The rows come on top of the others.
    pub more: bool,
    pub finish: bool,
    pub prepares: bool,
    pub failed: bool,
    /// The amount of each row, where a word says it (`single`, `double`).
    pub single: Option<f64>,
    pub extras: Vec<ExtraValue>,
    /// Slots that want confirmation, with the reason.
    pub doubts: Vec<Doubt>,
}

/// Why a value of a group is not sure.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Doubt {
    /// The field; empty for the rows as a whole.
    pub field: String,
    pub why: DoubtReason,
}

impl Doubt {
    /// A doubt of the rows as a whole.
    pub fn of_rows(why: DoubtReason) -> Self {
        Self {
            field: String::new(),
            why,
        }
    }
}

impl Group {
    pub fn is_empty(&self) -> bool {
        !self.level.is_said()
            && self.amounts.is_empty()
            && self.count.is_none()
            && self.alternatives.is_empty()
            && !self.failed
            && self.single.is_none()
            && self.position == Position::Next
            && self.extras.is_empty()
    }

    /// Whether its rows are told whole.
    pub fn is_complete(&self) -> bool {
        self.level.is_said() && !self.amounts.is_empty()
    }

    /// Whether it says anything of rows by itself.
    pub fn says_rows(&self) -> bool {
        self.level.is_said()
            || !self.amounts.is_empty()
            || self.count.is_some()
            || !self.alternatives.is_empty()
            || self.single.is_some()
            || (self.failed && self.level.is_said())
    }
}

/// An item and all that was said of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Item {
    pub name: String,
    /// Whether the name is one the vocabulary knows for sure.
    pub known: bool,
    pub exact: bool,
    /// Carries no level unless one is stated.
    pub light: bool,
    /// Its rows last.
    pub timed: bool,
    /// Flags and groups of its term.
    pub traits: Vec<String>,
    pub tokens: Range<usize>,
    pub groups: Vec<Group>,
    /// Rounds of several items, told before them.
    pub rounds: Option<usize>,
    /// How many rows there were in all.
    pub total: Option<usize>,
    /// The amounts of all rows, in order.
    pub all_amounts: Option<Vec<f64>>,
    /// By how much the level changed from row to row.
    pub step: Option<f64>,
    /// The levels of all rows, in order, with their unit.
    pub all_levels: Option<(Vec<f64>, String, bool)>,
    /// The group beside which those levels were told.
    pub levels_at: usize,
    /// The first and the last amount of a series that went from one to the other.
    pub amount_ends: Option<(f64, f64)>,
    pub extras: Vec<ExtraValue>,
    /// Words about the item as a whole, as typed.
    pub said: Vec<String>,
    /// What was said of it that did not become a row.
    pub remarks: Vec<String>,
    pub doubts: Vec<Doubt>,
}

/// One row, worked out.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    pub level: Level,
    pub amount: Option<f64>,
    pub amount_slot: Option<usize>,
    pub amount_unit: Option<String>,
    pub extras: Vec<ExtraValue>,
    pub doubts: Vec<Doubt>,
}
