//! How things look: for people, and as documented JSON.

pub(crate) mod ask;
pub(crate) mod changes;
pub(crate) mod chart;
pub(crate) mod chart_words;
pub(crate) mod doctor_words;
pub(crate) mod earlier_notes;
pub(crate) mod entries;
pub(crate) mod explain_words;
pub(crate) mod explanation;
pub(crate) mod figures;
pub mod format;
pub(crate) mod generic;
pub(crate) mod import_words;
pub(crate) mod json;
pub mod labels;
pub(crate) mod note_echo;
pub(crate) mod words;

use serde_json::Value;

use labels::Labels;

/// One thing that was understood of a note.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Item {
    /// The domain it is of.
    pub domain: String,
    /// What it is about, as the screen says it.
    pub subject: String,
    /// The name of that in the data; empty where it has none of its own.
    pub name: String,
    /// What was done, compact (`5 × 5 @ 80 kg`).
    pub detail: String,
    /// What was computed of it (`volume 2,000 kg`).
    pub figures: String,
    /// What the log held of the subject before.
    pub before: Vec<String>,
    /// Words that were kept with it.
    pub remarks: Vec<String>,
}

/// Puts the data of one domain into items, in the words of a language.
pub type Renderer = fn(&Value, &Labels) -> Vec<Item>;

/// A path in the data of an entry (`rocks.stones[0].mass`) as a JSON pointer.
pub fn pointer(path: &str) -> String {
    let parts = path.split(['.', '[']);
    parts
        .map(|part| format!("/{}", part.trim_end_matches(']')))
        .collect()
}
