//! The check that stands between every draft and the user: no date and no number may be invented.
//!
//! **A date** must be that of a fact, an entry, the question, or a bound of a period; where the
//! clause names a subject, the fact or entry must be about it.
//!
//! **A number** must equal, at the precision it is printed with and after unit conversion, one of:
//! - a fact (its value, the numbers of its row in words, how many rows it rests on) about a subject
//!   that the clause names; a clause that names none takes the sentence's, else the last named;
//! - a number of an entry whose date (or name) stands in the same sentence or was the last one to be
//!   named, about the same subject;
//! - a number of the question, or of the domain's expertise (there with the same unit or noun);
//! - one difference, ratio, percentage, count or span of what is named in the same sentence.
//!
//! Words that quote an entry literally are the entry's. The check is deterministic and takes
//! numbers in words ("five strokes") as numbers.

mod amount;
mod days;
mod derived;
mod evidence;
mod names;
mod segments;
mod sentence;

#[cfg(test)]
mod tests;

pub use evidence::{Evidence, names_by};
pub use names::NamedSubject;

use quilto_text::{Span, read};

/// Words of a draft that nothing supports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UngroundedText {
    /// Where they stand in the draft, in bytes.
    pub span: Span,
    /// The words.
    pub text: String,
    /// Why they do not hold, in a short sentence.
    pub why: String,
}

/// The words of a draft that the evidence does not support, in order; none if the draft holds.
pub fn check(draft: &str, evidence: &Evidence<'_>) -> Vec<UngroundedText> {
    let tokens = read(draft);
    let known = evidence::EvidenceIndex::new(evidence);
    let mut found = sentence::check(&tokens, &known);
    found.sort_by_key(|ungrounded| ungrounded.span);
    found.dedup();
    found
}
