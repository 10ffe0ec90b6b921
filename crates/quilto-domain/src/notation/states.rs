//! What a state domain reads: what the writer says, measures and feels, by kinds of its vocabulary.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::labels::StateLabels;

/// What a state domain reads, by kinds of its vocabulary. The terms' `values` say where a term
/// goes: `field` and `value` for what is said, `field` and `unit` for what is measured, `field` for
/// a feeling in a part.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StateNotation {
    /// Terms that say a state by themselves (`slept bad`). The tag is the term's first group and
    /// the value (`sleep:bad`).
    pub says: Option<String>,
    /// Terms beside which a number stands.
    pub measures: Option<String>,
    /// Terms for what is felt in a part; the tag is the field and the part (`pain:knee`). The field
    /// `none` says that nothing is.
    pub feelings: Option<String>,
    /// Terms that are feelings only where a part stands beside them (`cooked`, `fine`).
    pub felt_in_parts: Option<String>,
    /// More ways to say a term of the vocabulary, by its name. A `*` stands for any ending of the
    /// last word.
    pub words: BTreeMap<String, Vec<String>>,
    /// How much of it there is, out of ten.
    pub degrees: Option<Degrees>,
    /// Terms for parts.
    pub parts: Option<String>,
    /// Terms that say which of two equal parts; `field` gets them by the part's name.
    pub sides: Option<Sides>,
    /// What is graded: a word for it with a grade or a share of a whole (`spirits 7/10`).
    pub scales: Vec<Scale>,
    /// Words for `low`, `ok` and `high`.
    pub grades: BTreeMap<Grade, Vec<String>>,
    /// Measured fields in hours that two times of day can tell, too (`11pm to 7am`).
    pub spans: Vec<String>,
    /// Kinds whose term goes into a field.
    pub fields: BTreeMap<String, String>,
    /// Kinds whose terms go into a list.
    pub lists: BTreeMap<String, String>,
    /// Measured fields that a quantity in a clause of its own can tell.
    pub lone: BTreeMap<String, BareQuantity>,
    /// What is possible for a measured field.
    pub possible: BTreeMap<String, [f64; 2]>,
    /// What is common of a measured field: beyond it the value is kept and marked.
    pub common: BTreeMap<String, [f64; 2]>,
    /// How far from what was told before a measured field is hard to believe, as in a slot.
    pub beyond: BTreeMap<String, [f64; 2]>,
    /// What the labels of words are called that tell of it.
    pub labels: Option<StateLabels>,
}

/// How strong something is, told as a share of a whole (`7/10`) or as a number out of ten.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Degrees {
    /// The object that gets them, by the name of a field or part.
    pub field: String,
    /// What a part has of which only a degree is told.
    pub of_parts: String,
    /// The list of parts in which nothing is felt.
    pub well: String,
    /// Words between the share and the whole (`7 out of 10`).
    pub between: Vec<String>,
    /// Words between the whole and the share (`10점 만점에 7`).
    pub behind_whole: Vec<String>,
    /// Words that make a number beside a part a degree (`like a 3`), before it or behind it.
    pub like: Vec<String>,
    /// The object that gets how strong something in a part is where that is told in words.
    pub severity: String,
    /// What those are called, and the words they begin with.
    pub severities: BTreeMap<String, Vec<String>>,
}

/// When a quantity by itself tells a measured field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename = "Lone")]
pub struct BareQuantity {
    /// What it can be, in the field's unit.
    pub range: [f64; 2],
    /// Whether it may open a note by itself; otherwise something else is told of the writer, too.
    pub opens: bool,
    /// Kinds or names of terms beside which a number without a unit is one.
    pub beside: Vec<String>,
}

/// How much of something there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// Below half of the scale.
    Low,
    /// From half of the scale to two thirds.
    Ok,
    /// Above.
    High,
}

/// Something that is graded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scale {
    /// The field.
    pub field: String,
    /// The first part of the tag; the field unless said.
    pub tag: Option<String>,
    /// Words for it, in any language.
    pub words: Vec<String>,
    /// What each grade is called in the field.
    pub values: BTreeMap<Grade, String>,
}

/// Which of two equal parts is meant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sides {
    /// The kind of the terms.
    pub kind: String,
    /// The field of the object: part → side.
    pub field: String,
}
