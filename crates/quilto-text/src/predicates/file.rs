//! The language file of verbs, as it is written.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use crate::lexicon;

/// What the language file says.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) plain: Vec<String>,
    pub(super) telling: Vec<String>,
    pub(super) irregular: HashMap<String, String>,
    pub(super) joined: HashMap<String, Vec<String>>,
    pub(super) copula: String,
    pub(super) endings: Endings<Vec<String>>,
    pub(super) asking: Vec<String>,
    pub(super) leaning: AuxiliaryVerbs,
    pub(super) polite: Vec<String>,
    pub(super) nouns: Vec<String>,
    pub(super) others: Vec<String>,
    pub(super) before: Vec<String>,
    pub(super) done: Vec<String>,
    pub(super) full: BTreeMap<String, String>,
    pub(super) names: Vec<String>,
}

/// Endings by what they hang on.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Endings<T> {
    pub(super) stem: Ends<T>,
    pub(super) open: Ends<T>,
    pub(super) joined: Ends<T>,
    pub(super) past: Ends<T>,
}

/// Endings by what they make.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ends<T> {
    pub(super) noun: T,
    pub(super) name: T,
    pub(super) end: T,
}

/// The verbs that lean on another, by what stands between.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AuxiliaryVerbs {
    pub(super) joined: Vec<String>,
    pub(super) stem: BTreeMap<String, Vec<String>>,
}

/// The file of the language that has one.
pub(super) fn read() -> File {
    let files = lexicon::read::<File>("predicates").unwrap_or_default();
    let file = files.into_iter().next().map(|(_, file)| file);
    file.unwrap_or_default()
}
