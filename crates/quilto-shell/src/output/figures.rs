//! Figures shown beside what was just logged, computed as answers are.

use quilto::domain::ActiveDomainContext;
use quilto::facts;
use quilto::model::{Entry, FactOp, FactQuery, FactValue, GroupBy};

use super::note_echo::Style;
use super::{Item, labels};

/// A figure worth showing for every subject of a note.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The domain.
    pub domain: &'static str,
    /// A measure of its `measures.yaml`.
    pub measure: &'static str,
    /// What to do with its rows.
    pub op: FactOp,
}

/// Adds to each item the figures of its subject.
pub fn add(
    items: &mut [Item],
    figures: &[Figure],
    entry: &Entry,
    domains: &ActiveDomainContext,
    style: &Style<'_>,
) {
    let Some(parsed) = &entry.parsed else { return };
    let wanted: Vec<&Figure> = figures
        .iter()
        .filter(|figure| parsed.domain_data.contains_key(figure.domain))
        .collect();
    let queries: Vec<FactQuery> = wanted
        .iter()
        .map(|figure| FactQuery {
            by: Some(GroupBy::Subject),
            ..FactQuery::of(figure.domain, figure.measure, figure.op)
        })
        .collect();
    let facts = facts::compute(
        &queries,
        std::slice::from_ref(entry),
        domains,
        style.units,
        entry.date,
    );
    for item in items.iter_mut().filter(|item| !item.name.is_empty()) {
        let shown: Vec<String> = facts
            .iter()
            .filter(|fact| fact.subject == item.name)
            .filter(|fact| matches!(fact.value, FactValue::Number(_)))
            .filter_map(|fact| {
                // a subject without this measure is answered with another one: not asked for here
                let figure = wanted.get(fact.query)?;
                if fact.kind.measure() != Some(figure.measure) {
                    return None;
                }
                let module = domains.modules.iter().find(|m| m.name == figure.domain)?;
                let measures = module.measures().ok()??;
                let label = labels::measure(&measures, figure.measure, style.language);
                Some(format!("{label} {}", facts::format::fact_value(fact)))
            })
            .collect();
        item.figures = shown.join(" · ");
    }
}
