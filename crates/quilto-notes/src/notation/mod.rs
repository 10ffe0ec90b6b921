//! The notation engine: messy notes into exact data, by what `notation.yaml` of each domain says.
//!
//! Reading goes in stages (`read` has them in order), each in its file: the numbers of the text are taken together
//! (`numeric_expressions`), cue words are found (`operators` of `language`), what was not done is set aside
//! (`not_performed`), each stretch is given to a domain (`owners`), and the domain's reader goes over it: items with rows
//! (`collect`, `row_builder`), records (`records`), grouped things (`portions`) or the writer's
//! state (`states`). Nothing here knows a subject; no model is asked.

mod adjacent_values;
mod causes;
mod checklist;
mod claims;
mod collect;
mod compile_cache;
mod compiled_notation;
mod days_and_hours;
mod domain_candidate;
mod doubt_reason;
pub mod examples;
mod groups;
mod habits;
mod history;
#[cfg(test)]
mod honesty_tests;
mod item_rows;
mod item_segmentation;
mod labels;
pub mod length_of_each;
mod loaded_domain;
mod measures;
mod name_boundaries;
mod not_performed;
mod note;
mod numeric_expressions;
mod open_clauses;
mod outliers;
mod owners;
mod portions;
mod quotes;
mod read;
mod readings;
mod records;
mod remarks;
mod repeated_rows;
mod row_builder;
mod row_exceptions;
mod sessions;
mod set_aside_report;
mod shorthand;
pub(super) mod slot_values;
mod spans;
mod speeds;
mod states;
mod steps;
mod stray_numbers;
mod tables;
mod terms;
#[cfg(test)]
mod tests;
mod text_analysis;
mod text_limits;
mod typed_units;
mod unknown_names;
mod unread;
mod unused_mentions;
mod write;

pub(super) use compile_cache::{compile, units_of};
pub(super) use compiled_notation::{CompiledNotation, Meaning, dimension_name};
pub(super) use labels::is_numbered;
pub(super) use loaded_domain::Reading;
pub use outliers::{Outlier, outliers, settle};
pub(super) use portions::estimate;
use quilto_language::{endings, operators as cues, phrases};
pub use read::read;
pub(super) use read::{ReadingOverrides, read_laid};
pub(super) use records::TermMention;
pub(super) use remarks::Remark;
pub use sessions::{Session, sessions};
pub(super) use shorthand::spell_out;
pub(super) use states::{grade_of, terms_in};
pub(super) use terms::Saying;
pub(super) use text_analysis::TextAnalysis;
pub(super) use typed_units::{of_text as units_of_text, unit_instead_of};
pub(super) use write::{Remarks, number, push, put_in};
