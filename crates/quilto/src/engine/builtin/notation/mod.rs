//! The notation engine: messy notes into exact data, by what `notation.yaml` of each domain says.
//!
//! Reading goes in steps, each in its file: the numbers of the text are taken together
//! (`pieces`), cue words are found (`cues`), what was not done is set aside (`undone`), each
//! stretch is given to a domain (`owners`), and the domain's reader goes over it: items with rows
//! (`collect`, `solve`), records (`records`), grouped things (`portions`) or the writer's
//! state (`states`). Nothing here knows a subject; no model is asked.

mod beside;
mod borders;
mod bounds;
mod claims;
mod collect;
mod compiled;
pub(super) mod cues;
mod endings;
pub mod examples;
mod groups;
mod habits;
mod held_back;
mod history;
#[cfg(test)]
mod honesty_tests;
mod labels;
mod lost;
mod note;
mod once_more;
mod outliers;
mod owners;
pub(super) mod phrases;
mod pieces;
mod places;
mod portions;
mod quoted;
mod read;
mod readings;
mod records;
mod remarks;
mod sessions;
mod short;
mod solve;
mod speeds;
mod spelled;
mod states;
mod steps;
mod tables;
#[cfg(test)]
mod tests;
mod things;
mod ticked;
mod undone;
mod unknown;
mod unread;
mod write;

use std::ops::Range;

use crate::text::Tokens;
pub(super) use compiled::{Compiled, units};
pub use outliers::{Outlier, outliers, settle};
pub(super) use read::compile;
pub use read::read;
pub use sessions::{Session, sessions};

/// Whether a word of a stretch says that somebody was there, too.
pub(super) fn names_company(tokens: &Tokens, mut stretch: Range<usize>) -> bool {
    stretch.any(|at| endings::ends(tokens.norm(at), &[endings::Ending::Company]))
}

/// The words of a text that act on what stands beside them.
pub(super) fn cues(tokens: &Tokens) -> Vec<phrases::Hit<cues::Cue>> {
    cues::cues().find(tokens)
}
