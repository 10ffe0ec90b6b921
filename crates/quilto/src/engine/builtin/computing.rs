//! The facts engine over the loaded domains.

use std::sync::Arc;

use crate::agents::UnitPreferences;
use crate::domain::DomainModule;
use crate::domain::measures::Measures;
use crate::facts::{DomainFacts, Groups, compute_with};
use crate::model::{Entry, Fact, FactQuery};

use super::planner::measure::measures_of;

/// Answers a plan's fact queries from entries, as the domains' measures and groups say.
pub fn compute(queries: &[FactQuery], entries: &[Entry], modules: &[Arc<DomainModule>], units: &UnitPreferences) -> Vec<Fact> {
    let measures: Vec<Option<Arc<Measures>>> = modules.iter().map(|module| measures_of(module)).collect();
    let domains: Vec<DomainFacts<'_>> = modules
        .iter()
        .zip(&measures)
        .map(|(module, measures)| DomainFacts {
            name: &module.name,
            measures: measures.as_deref(),
            groups: groups(module),
        })
        .collect();
    compute_with(queries, entries, &domains, units)
}

fn groups(module: &DomainModule) -> Groups {
    let vocabulary = module.vocabulary();
    let mut groups = Groups::default();
    for term in vocabulary.terms() {
        for group in &term.groups {
            groups.add(group, [term.name.to_string()]);
        }
    }
    groups
}
