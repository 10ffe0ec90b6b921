//! What is made of the notations once, and kept with the domains they are of.

use std::sync::{Arc, Mutex, PoisonError};

use super::compiled_notation::CompiledNotation;
use quilto_domain::{DomainError, DomainModule, Notation};
use quilto_text::{Dimension, UnitTable};

/// A domain's notation, read and made ready once. A broken file is remembered by the module and
/// counts as absent.
pub(crate) fn compile(module: &DomainModule) -> Option<Arc<CompiledNotation>> {
    let made = module.part_with(
        "notation.yaml",
        |path, text| -> Result<CompiledNotation, DomainError> {
            quilto_domain::parse::<Notation>(path, text).map(CompiledNotation::new)
        },
    );
    made.unwrap_or_else(|error| {
        module.complain(error);
        None
    })
}

/// The notations that a table holds the units of, and the table.
type CachedUnits = (Vec<Arc<CompiledNotation>>, Arc<UnitTable>);

/// The tables of units that were made.
#[derive(Default)]
struct UnitTableCache(Mutex<Vec<CachedUnits>>);

/// So many sets of domains are known at once.
const MOST_TABLES: usize = 64;

/// The core units and those of the notations of some domains. Notes touch the same few sets of domains again and
/// again; the first domain of a set keeps its table.
pub(crate) fn units_of(modules: &[Arc<DomainModule>]) -> Arc<UnitTable> {
    let notations: Vec<Arc<CompiledNotation>> =
        modules.iter().filter_map(|of| compile(of)).collect();
    let first = modules.first();
    let tables = first.and_then(|first| {
        let made = first.part_with("domain.yaml", |_, _| Ok(UnitTableCache::default()));
        made.ok().flatten()
    });
    let Some(tables) = tables else {
        return units(&notations);
    };
    let mut tables = tables.0.lock().unwrap_or_else(PoisonError::into_inner);
    let same = |known: &[Arc<CompiledNotation>]| {
        let mut pairs = known.iter().zip(&notations);
        known.len() == notations.len() && pairs.all(|(one, other)| Arc::ptr_eq(one, other))
    };
    if let Some((_, table)) = tables.iter().find(|(known, _)| same(known)) {
        return Arc::clone(table);
    }
    let table = units(&notations);
    if tables.len() == MOST_TABLES {
        tables.clear();
    }
    tables.push((notations, Arc::clone(&table)));
    table
}

fn units(notations: &[Arc<CompiledNotation>]) -> Arc<UnitTable> {
    let mut table = UnitTable::clone(UnitTable::core());
    for compiled in notations {
        for unit in &compiled.notation.units {
            let dimension = match unit.dimension.as_deref() {
                None | Some("count") => Dimension::Count,
                Some("mass") => Dimension::Mass,
                Some("distance") => Dimension::Distance,
                Some("duration") => Dimension::Duration,
                Some("energy") => Dimension::Energy,
                Some("volume") => Dimension::Volume,
                Some("frequency") => Dimension::Frequency,
                Some(other) => Dimension::Other(other.to_owned()),
            };
            let id = table.define(&unit.name, dimension, unit.factor.unwrap_or(1.0));
            for word in &unit.words {
                table.add_word(word, id);
            }
        }
    }
    Arc::new(table)
}
