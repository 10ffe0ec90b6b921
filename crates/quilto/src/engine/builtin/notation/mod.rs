//! The notation engine: messy notes into exact data, by what `notation.yaml` of each domain says.
//!
//! Reading goes in steps, each in its file: the numbers of the text are taken together
//! (`pieces`), cue words are found (`operators` of `language`), what was not done is set aside (`undone`), each
//! stretch is given to a domain (`owners`), and the domain's reader goes over it: items with rows
//! (`collect`, `solve`), records (`records`), grouped things (`portions`) or the writer's
//! state (`states`). Nothing here knows a subject; no model is asked.

mod asides;
mod beside;
mod borders;
mod bounds;
mod causes;
mod claims;
mod collect;
mod compiled;
mod contender;
pub mod examples;
mod groups;
mod habits;
mod held_back;
mod history;
#[cfg(test)]
mod honesty_tests;
mod labels;
mod laid;
mod loaded;
mod lost;
mod made;
mod measures;
mod note;
mod once_more;
mod outliers;
mod owners;
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
pub(super) mod slot_values;
mod solve;
mod speeds;
mod spelled;
mod states;
mod steps;
mod tables;
mod terms;
#[cfg(test)]
mod tests;
mod things;
mod ticked;
mod typed_units;
mod undone;
mod unknown;
mod unread;
mod write;

use super::language::{endings, operators as cues, phrases};
pub(super) use compiled::{Compiled, Meaning, dimension_name};
pub(super) use labels::is_numbered;
pub(super) use laid::Laid;
pub(super) use loaded::Reading;
pub(super) use made::{compile, units_of};
pub use outliers::{Outlier, outliers, settle};
pub(super) use portions::estimate;
pub use read::read;
pub(super) use read::{Instead, read_laid};
pub(super) use records::TermAt;
pub(super) use remarks::Remark;
pub use sessions::{Session, sessions};
pub(super) use spelled::spell_out;
pub(super) use states::{grade_of, terms_in};
pub(super) use terms::Saying;
pub(super) use typed_units::{of_text as units_of_text, unit_instead_of};
pub(super) use write::{Remarks, number, push, put_in};
