//! The facts engine: every number an answer states is computed here.
//!
//! [`compute`] answers the plan's [`FactQuery`](quilto_model::FactQuery)s from parsed entries, as
//! the domains' `measures.yaml` say. [`mod@format`] puts values into words.
//!
//! ```
//! use quilto_domain::{DomainSet, DomainSource};
//! use quilto_facts::{compute, format::fact_value};
//! use quilto_model::{Entry, FactOp, FactQuery, UnitPreferences};
//! use serde_json::json;
//!
//! let rocks = DomainSource::embedded("rocks", &[
//!     ("domain.yaml", "{name: rocks, description: pet rocks and how long they were polished}"),
//!     ("measures.yaml", "
//!         default: minutes
//!         rows: [{name: rounds, path: 'rocks[].rounds[]', subject: 'rocks[].name'}]
//!         measures: [{name: minutes, rows: rounds, each: minutes, aggregate: max, unit: min,
//!                     better: higher}]"),
//! ]);
//! let domains = DomainSet::new([rocks]).0.select(&["rocks"]);
//! let entry = |day: &str, minutes: u32| -> Result<Entry, serde_json::Error> {
//!     let rocks = json!({"rocks": [{"name": "Granite", "rounds": [{"minutes": minutes}]}]});
//!     serde_json::from_value(json!({
//!         "id": day, "date": day, "raw": "granite", "source": "",
//!         "parsed": {"domain_data": {"rocks": rocks}, "confidence": 1.0, "engine": ""}
//!     }))
//! };
//! let entries = [entry("2026-11-19", 20)?, entry("2026-11-20", 15)?];
//! let query = FactQuery::of("rocks", "minutes", FactOp::Best);
//! let units = UnitPreferences::default();
//! let facts = compute(&[query], &entries, &domains, &units, "2026-11-21".parse()?);
//! assert_eq!(fact_value(&facts[0]), "20 min");
//! assert_eq!(facts[0].date, Some("2026-11-19".parse()?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod aggregate;
mod association;
mod bucket;
mod compare;
mod compute;
mod expr;
mod figure;
pub mod format;
pub mod grounding;
mod rows;
mod select;
mod slice;
mod statistics;
mod units;

#[cfg(test)]
mod tests;

pub use bucket::is_in_part;
pub use compute::{check_exprs, compute, compute_exprs, compute_exprs_in, compute_with};
pub use expr::{DaysNeeded, ExprError, days_needed, expand, facts_of};
pub use figure::{DomainFacts, days_about};
pub use rows::is_of;
pub use select::Groups;
pub use units::{factor, over as units_over};
