//! Words that put a fixed value into a field, and what they do to the rows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a mark does to the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkEffect {
    /// Only writes its value.
    #[default]
    None,
    /// The row prepares for the others: without an amount it is left out where complete rows follow.
    Prepares,
    /// The row was tried and not done: its amount is 0 unless stated.
    Failed,
    /// The row was a single try: its amount is `value`, or 1, unless stated.
    Single,
    /// The level is one less each time, or falls.
    Falls,
    /// The value goes with a level that was just stated, and only with one.
    WithLevel,
    /// One row per round: a number of rounds is the number of rows.
    Rounds,
    /// The rows just told were done `value` times.
    Repeats,
    /// Applies to the whole item or record.
    Item,
    /// What its clause tells was worked out, not done.
    Reckoned,
}

/// Words that put a fixed value into a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mark {
    /// The field; absent where only the effect counts.
    pub field: Option<String>,
    /// The value (`true` for flags).
    pub value: Option<serde_json::Value>,
    /// The words, in any language; a trailing `*` matches any ending.
    pub words: Vec<String>,
    /// What it does to the rows.
    pub effect: MarkEffect,
    /// Whether the field is a list to which the value is added.
    pub list: bool,
    /// Fields and values that come along (`parkrun` is 5 km), where nothing else is stated.
    pub also: BTreeMap<String, serde_json::Value>,
}
