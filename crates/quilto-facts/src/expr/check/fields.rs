//! The fields of a measure's rows.

use std::collections::BTreeSet;

use quilto_domain::measures::{Detail, Measure, Measures};

/// The fields that are known of a measure's rows, and of the rows of those that stand in for it: all that
/// anything reads of them.
pub(super) fn fields<'m>(measures: &'m Measures, measure: &'m Measure) -> BTreeSet<&'m str> {
    let rows = rows(measures, measure);
    let mut fields: BTreeSet<&str> = BTreeSet::new();
    let kinds = measures.rows.iter();
    for kind in kinds.filter(|kind| rows.contains(kind.name.as_str())) {
        fields.extend(kind.inherit.iter().map(|(name, _)| name));
        fields.extend(kind.quantities.iter().map(|(name, _)| name));
        fields.extend(kind.defaults.iter().map(|(name, _)| name));
        fields.extend(kind.derived.iter().map(|derived| derived.field.as_str()));
        let formulas = kind.condition.iter();
        let formulas = formulas.chain(kind.derived.iter().map(|derived| &derived.formula));
        fields.extend(
            formulas
                .flat_map(|formula| formula.fields())
                .map(String::as_str),
        );
    }
    let shares = |other: &&Measure| other.rows.iter().any(|kind| rows.contains(kind.as_str()));
    for other in measures.measures.iter().filter(shares) {
        let formulas = std::iter::once(&other.each);
        let formulas = formulas.chain(&other.condition).chain(&other.weigh_by);
        fields.extend(
            formulas
                .flat_map(|formula| formula.fields())
                .map(String::as_str),
        );
        fields.extend(other.by.as_deref());
        fields.extend(other.detail.iter().flat_map(Detail::holes));
    }
    fields
}

/// The kinds of rows that may be read: those of the measure, and where they have no value of it, of the one
/// that stands in.
fn rows<'m>(measures: &'m Measures, measure: &'m Measure) -> BTreeSet<&'m str> {
    let mut rows = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![measure];
    while let Some(measure) = open.pop() {
        if seen.insert(measure.name.as_str()) {
            rows.extend(measure.rows.iter().map(String::as_str));
            let others = measure.otherwise.iter().chain(&measure.total);
            open.extend(others.filter_map(|name| measures.measure(name)));
        }
    }
    rows
}
