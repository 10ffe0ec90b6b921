//! A domain that a stretch of a note may belong to.

use super::compiled_notation::{CompiledNotation, Meaning};
use super::note::Note;
use super::phrases::Hit;
use super::speeds;

/// One domain, as ownership sees it.
pub(super) struct DomainCandidate<'a> {
    pub domain: &'a CompiledNotation,
    pub hits: &'a [Hit<Meaning>],
    /// The unit of distance of the person.
    pub unit: &'a str,
}

impl DomainCandidate<'_> {
    /// Whether what no word names can be this domain's at the speed that the sentence tells: always
    /// where none is told.
    pub fn keeps_pace(&self, note: &Note, at: usize) -> Option<bool> {
        let [least, below] = self.domain.notation.item.opens_at?;
        let speed = speeds::told(note, self.domain, self.hits, self.unit, at)?;
        Some((least..below).contains(&speed))
    }
}
