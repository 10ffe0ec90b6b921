//! Targets of a day: what the user wants a measure to come to.

use std::sync::Arc;

use crate::agents::AgentContext;
use crate::domain::measures::Aggregate;
use crate::domain::{ActiveDomainContext, DomainModule};
use crate::facts;
use crate::model::{Entry, Fact, FactOp, FactQuery, FactValue, GroupBy};
use crate::text::{self, TokenKind, UnitTable};

use super::language::Words;
use super::planner::measure;

/// How facts about a target begin.
pub const TARGET: &str = "target ";

/// What a day should come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The domain.
    pub domain: String,
    /// The measure, by its name in the domain.
    pub measure: String,
    /// How much, in the measure's unit.
    pub value: f64,
    /// The measure's unit.
    pub unit: Option<String>,
}

/// Why words are no target.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TargetError {
    /// No measure is named.
    #[error("no measure that adds up over a day is named in {0:?}")]
    NoMeasure(String),
    /// There is no amount, or it is of another kind.
    #[error("{words:?} holds no amount of {measure}{}", unit.as_deref().map(|u| format!(" (in {u})")).unwrap_or_default())]
    NoAmount {
        /// The words.
        words: String,
        /// The measure they name.
        measure: String,
        /// What it is measured in.
        unit: Option<String>,
    },
}

/// The measures that can have a target: those whose values add up.
pub fn possible(modules: &[Arc<DomainModule>]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for module in modules {
        let measures = measure::measures_of(module);
        for measure in measures.iter().flat_map(|m| &m.measures) {
            if measure.aggregate == Aggregate::Sum {
                found.push((module.name.clone(), measure.name.clone()));
            }
        }
    }
    found
}

/// The domain and measure that words name, where it can have a target.
pub fn named(words: &str, domains: &ActiveDomainContext) -> Result<(String, String), TargetError> {
    let possible = possible(&domains.modules);
    let line = Words::read(words);
    measure::named(&domains.modules, &line, &|_| true)
        .into_iter()
        .map(|named| (named.measure.domain, named.measure.name))
        .find(|found| possible.contains(found))
        .ok_or_else(|| TargetError::NoMeasure(words.to_owned()))
}

/// Reads "gravel 150g": a measure whose values add up, and how much of it a day should have.
pub fn read(words: &str, domains: &ActiveDomainContext) -> Result<Target, TargetError> {
    let (domain, name) = named(words, domains)?;
    let unit = unit_of(&domain, &name, domains);
    let tokens = text::read(words);
    let mut amounts = tokens.iter().filter_map(|token| match &token.kind {
        TokenKind::Number(number) => Some(number.value),
        TokenKind::Quantity(quantity) => {
            let said = &tokens.unit(quantity.unit).name;
            match unit.as_deref() {
                Some(unit) => UnitTable::core().convert(quantity.number.value, said, unit),
                None => Some(quantity.number.value),
            }
        }
        _ => None,
    });
    match amounts.next().filter(|value| *value > 0.0) {
        Some(value) => Ok(Target {
            domain,
            measure: name,
            value,
            unit,
        }),
        None => Err(TargetError::NoAmount {
            words: words.to_owned(),
            measure: name,
            unit,
        }),
    }
}

fn unit_of(domain: &str, name: &str, domains: &ActiveDomainContext) -> Option<String> {
    let measures = measure::measures_of(domains.module(domain)?)?;
    let unit = measures.measure(name)?.unit.clone()?;
    Some(measures.unit(&unit, "kg", "km").to_owned())
}

/// The facts that set a query's figures against its target: the target, the share of it (%), what
/// is left of it, and for several days how many reached it.
pub fn facts(
    cx: &AgentContext,
    queries: &[FactQuery],
    computed: &[Fact],
    read: &[Entry],
    targets: &[Target],
) -> Vec<Fact> {
    let mut found = Vec::new();
    for (number, query) in queries.iter().enumerate() {
        let of =
            |target: &&Target| target.domain == query.domain && target.measure == query.measure;
        let Some(target) = targets.iter().find(of) else {
            continue;
        };
        let wanted = matches!(query.op, FactOp::Total | FactOp::Average)
            && query.subjects.is_empty()
            && query.filter.is_none()
            && query.by.is_none();
        let one_day = query
            .period
            .as_ref()
            .is_some_and(|period| period.days() == 1);
        if !wanted || query.op == FactOp::Total && !one_day {
            continue;
        }
        let figure = computed.iter().find(|fact| fact.query == number);
        let Some(figure) = figure else { continue };
        let FactValue::Number(value) = figure.value else {
            continue;
        };
        let fact = |name: &str, value: f64, unit: Option<&str>, sample: usize| Fact {
            name: format!("{TARGET}{name}"),
            value: FactValue::Number((value * 10.0).round() / 10.0),
            unit: unit.map(str::to_owned),
            date: None,
            detail: None,
            bucket: None,
            sample,
            ..figure.clone()
        };
        let unit = target.unit.as_deref();
        found.push(fact("amount", target.value, unit, 1));
        let share = (value / target.value * 100.0).round();
        found.push(fact("share", share, Some("%"), figure.sample));
        if one_day && target.value > value {
            found.push(fact("left", target.value - value, unit, figure.sample));
        }
        if !one_day {
            let days = FactQuery {
                op: FactOp::Series,
                by: Some(GroupBy::Day),
                ..query.clone()
            };
            let days = facts::compute(&[days], read, &cx.domains, &cx.units, cx.today);
            let all = days.iter().filter(|day| day.bucket.is_some()).count();
            let reached = days
                .iter()
                .filter(|day| day.bucket.is_some())
                .filter(|day| matches!(day.value, FactValue::Number(v) if v >= target.value))
                .count();
            found.push(fact("reached", reached as f64, None, all));
            found.push(fact("days", all as f64, None, all));
        }
    }
    found
}
