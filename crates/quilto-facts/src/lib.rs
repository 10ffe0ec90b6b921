//! The facts engine: every number an answer states is computed here.
//!
//! [`compute`] answers the plan's [`FactQuery`](quilto_model::FactQuery)s from parsed entries, as
//! the domains' `measures.yaml` say. [`mod@format`] puts values into words.

mod aggregate;
mod association;
mod bucket;
mod compare;
mod compute;
mod expr;
pub mod format;
pub mod grounding;
mod records;
mod rhythm;
mod rows;
mod select;
mod totals;
mod trend;
mod units;

#[cfg(test)]
mod tests;

pub use compute::{DomainFacts, check_exprs, compute, compute_exprs, compute_with};
pub use expr::{ExprError, Needed, days_needed, expand, slice, told};
pub use rows::is_of;
pub use select::Groups;
pub use units::{factor, over as units_over};
