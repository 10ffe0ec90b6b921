//! The names of a subject, worked out from its `vocabulary.yaml`, and the normal form under which
//! words are compared.
//!
//! Of a subject that is part of a program this is done when the program is built: its build script
//! depends on this crate and embeds what [`prepare`] gives, so that a start need not work it out
//! again. Of a folder on disk it is done when the vocabulary is first used, by the same code. The
//! crate is small, because a build waits for it.

mod closest;
mod file;
mod lengths;
mod name_key;
pub mod normalize;
pub mod table;
mod unique;

pub use closest::closest;
pub use file::{FamilyFile, ModifierFile, TermFile, VocabularyFile};
pub use lengths::{Lengths, PossibleLengths};
pub use name_key::squash;
pub use normalize::{Normalized, normalize};
pub use unique::UniqueMap;

/// The kind of a mention that names a group of `domain.yaml` and not a term.
pub const GROUP: &str = "group";

/// The file of an embedded domain that takes the place of its `vocabulary.yaml`.
pub const PREPARED: &str = "vocabulary.prepared";

/// A vocabulary as a program embeds it: a line for what its names come to, then a line for each
/// term, which is read when the term is first asked for. `groups` are those of `domain.yaml`.
///
/// # Errors
///
/// None that is known: every part has a form in JSON.
pub fn prepare(
    file: VocabularyFile,
    groups: &UniqueMap<Vec<String>>,
) -> Result<String, serde_json::Error> {
    let (names, terms) = table::work_out(file, groups);
    let mut lines = vec![serde_json::to_string(&names)?];
    for term in &terms {
        lines.push(serde_json::to_string(term)?);
    }
    Ok(lines.join("\n"))
}
