//! What records have beside slots: fields by terms of the vocabulary, repeated parts, groups, and values of the
//! whole note.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A vocabulary kind whose terms fill fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TermField {
    /// The kind.
    pub kind: String,
    /// The field that gets the canonical name; absent where only `copy` counts.
    pub field: Option<String>,
    /// Terms of the kind that open a record by themselves, rather than only support it.
    pub opens: Vec<String>,
    /// Whether the field is a list.
    pub list: bool,
    /// Fields that get a value of the term: field → key in the term's `values`.
    pub copy: BTreeMap<String, String>,
    /// The unit of the copied number, where the field's slot keeps one; it is turned into the
    /// user's.
    pub unit: Option<String>,
}

/// Repeated parts of a record.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parts {
    /// The field of the list (`intervals`).
    pub field: String,
    /// The field that says how many times.
    pub count: String,
    /// Count units that may say so after the quantity (`400m 10개`).
    pub units: Vec<String>,
    /// Fields of a part: the slots that belong to it rather than to the record.
    pub slots: Vec<String>,
    /// Fields by term kind that belong to the part.
    pub terms: Vec<String>,
    /// Vocabulary kinds of sections of a session: what is told with one is a part wherever
    /// repeats are told.
    pub sections: Vec<String>,
    /// The field of the list of splits: shares of the record with a value of their own.
    pub splits: Option<String>,
    /// Words that say splits follow.
    pub split_words: Vec<String>,
    /// Words before a share of the record's whole (`13 with 7 at 6:27`).
    pub share_words: Vec<String>,
    /// The slot a duration after `@` or `on` fills in a part.
    pub at: Option<String>,
    /// Words before a duration that name the `at` slot.
    pub at_words: Vec<String>,
    /// Bare numbers that are a part's main quantity after a count (`12x400`), in the first slot's
    /// `bare` unit or else `bare_unit`: least, most, and what they are a multiple of.
    pub bare: Option<[f64; 3]>,
    /// The unit of such a bare number.
    pub bare_unit: Option<String>,
}

impl Parts {
    /// Whether a bare number can be the main quantity of a part.
    pub fn takes_bare(&self, value: f64) -> bool {
        self.bare.is_some_and(|[least, most, of]| {
            least <= value && value <= most && of > 0.0 && value % of == 0.0
        })
    }
}

/// Records gathered under a named group.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Group {
    /// The vocabulary kind whose mention opens a group.
    pub kind: String,
    /// The field that gets the group's name.
    pub field: String,
    /// The field that holds the records.
    pub list: String,
    /// Letters that name a group where a colon follows and they begin a clause.
    pub initials: BTreeMap<String, String>,
}

/// A value of the whole note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SessionField {
    /// The field beside the list.
    pub field: String,
    /// What it measures.
    pub dimension: String,
    /// The unit it is stored in.
    pub store: String,
    /// The least value that is one; smaller ones belong to items.
    pub least: f64,
}
