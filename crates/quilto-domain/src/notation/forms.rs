//! Compact forms (`a x b @ c`) with their readings, and ways of writing that stand for longer ones.

use serde::{Deserialize, Serialize};

/// A compact form and what its numbers can mean.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Form {
    /// Its shape: letters joined by ` x ` and ` @ `, such as `a x b @ c`.
    pub shape: String,
    /// Only for items of (`true`) or not of (`false`) the light groups.
    pub light: Option<bool>,
    /// Only where the level was (`true`) or was not (`false`) given just before.
    pub after_level: Option<bool>,
    /// Readings in order of preference.
    pub readings: Vec<Reading>,
}

/// One way to read the numbers of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Reading {
    /// One slot name per letter of the shape.
    pub slots: Vec<String>,
    /// A condition on the first two numbers.
    pub when: Option<Order>,
}

/// A condition on the numbers of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The first is at least the second.
    Falling,
    /// The first is less than the second.
    Rising,
    /// A number has its unit.
    Typed,
}

/// A way of writing that stands for a longer one (`s40 g12` for `shine 40 grit 12`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shorthand {
    /// How it is typed. `#` is a number, a blank any blanks, commas, colons and slashes or none, `~`
    /// stands at the end where no letter may follow; everything else is itself, in upper or lower case. It begins
    /// and ends where a word or number does.
    pub typed: String,
    /// What is read instead. `{1}` is the first number, `{2*10}` the second times ten and
    /// `{1*2+20}` twice the first and twenty.
    pub means: String,
}
