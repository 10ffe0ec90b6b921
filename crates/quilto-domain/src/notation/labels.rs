//! What the labels of a note's words fill, once it is known what each word is for (`corpora/notes/marked`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::forms::Shorthand;

/// What the labels of words fill (`corpora/notes/marked`), once it is known what each word of a note is for. A role
/// is the name of a label.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ItemLabels {
    /// The roles of the words that name an item.
    pub heads: Vec<String>,
    /// Roles of figures, and the slot that each of them fills.
    pub values: BTreeMap<String, String>,
    /// Roles of words that fill fields by what they say: terms and marks are looked up in them.
    pub says: Vec<String>,
    /// Roles of words that are kept as typed with their item, in the field `notes`.
    pub kept: Vec<String>,
    /// Roles of words that are kept as typed of all items, in the field `notes_of_all`.
    pub kept_of_all: Vec<String>,
    /// The field for those.
    pub notes_of_all: Option<String>,
    /// The role that says how often a part was repeated.
    pub times: Option<String>,
    /// The role of the values of stretches of an item.
    pub split: Option<String>,
    /// The role of the words that name a group of items.
    pub group: Option<String>,
    /// Roles of words behind which what is told belongs to no group that was named before.
    pub parts_groups: Vec<String>,
    /// Roles of figures of which an item has one: told again, they are of another with the same name.
    pub once: Vec<String>,
    /// The role of a figure of several items.
    pub total: Option<String>,
    /// What is read of the words of a role instead of them.
    pub spelled: BTreeMap<String, Vec<Shorthand>>,
    /// Roles whose bare numbers beyond a bound have a unit.
    pub large: BTreeMap<String, LargeNumberUnit>,
}

impl ItemLabels {
    /// Whether words with a role can be told of an item.
    pub fn hold(&self, role: &str) -> bool {
        let named = [&self.times, &self.split];
        let lists = [&self.says, &self.kept, &self.kept_of_all];
        self.values.contains_key(role)
            || named.iter().any(|own| own.as_deref() == Some(role))
            || lists.iter().any(|list| list.iter().any(|own| own == role))
    }

    /// Whether words with a role tell figures of an item.
    pub fn holds_figure(&self, role: &str) -> bool {
        self.hold(role) && !self.says.iter().any(|own| own == role)
    }

    /// Whether words with a role name an item.
    pub fn names(&self, role: &str) -> bool {
        self.heads.iter().any(|head| head == role)
    }
}

/// The unit of large bare numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Large")]
pub struct LargeNumberUnit {
    /// From this one on they have it.
    pub beyond: f64,
    /// Its name.
    pub unit: String,
    /// The unit instead, by the group of the item.
    pub of_groups: BTreeMap<String, String>,
}

/// What the labels of a note's words are called, where they tell how the writer is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StateLabels {
    /// Words that say how body or mind is.
    pub feelings: Vec<String>,
    /// A part of the body.
    pub part: String,
    /// Which of two equal parts.
    pub side: String,
    /// What sides are called in short (`l` for `left`).
    pub sides: BTreeMap<String, String>,
    /// How much of a feeling there is, in words.
    pub degree: String,
    /// The figure of a feeling or measure.
    pub value: String,
    /// Figures of what is taken.
    pub amount: String,
    /// What is measured.
    pub measure: String,
    /// What was taken.
    pub taken: String,
    /// How long the night was.
    pub slept: String,
    /// When it began.
    pub bed: String,
    /// When it ended.
    pub up: String,
    /// How long was slept by day; the measure has the same name.
    pub nap: String,
    /// The field for the hours of the night.
    pub hours: String,
    /// The list of what is measured.
    pub measured: String,
    /// The list of what was taken.
    pub medicine: String,
    /// The measure that a bare number without words is one of.
    pub alone: String,
    /// The part that is meant where none is named.
    pub whole: Option<String>,
    /// Words for how often (`twice`).
    pub times: BTreeMap<String, f64>,
}

impl StateLabels {
    /// Whether a label is that of a figure of what is measured or taken.
    pub fn is_value(&self, label: &str) -> bool {
        label == self.value || label == self.amount
    }
}
