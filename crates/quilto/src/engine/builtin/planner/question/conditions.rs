//! What the conditions of a frame are on: the measure, its field, the bounds.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::planner::measure::{goes_by, measures_of, of_day, plain_field};
use crate::model::RowFilter;
use crate::text::{Dimension, UnitTable};

use super::frame::{Amount, Bound, Condition, Op};
use super::intent::{ResolvedFrame, SLACK};

/// A named distance means a little more or less of it: few are met to the metre.
const DISTANCE_SLACK: f64 = 0.02;
/// A hair more than a value is another value.
const HAIR: f64 = 0.001;

impl ResolvedFrame<'_> {
    /// The field that a condition is on, and its bounds.
    pub(super) fn filter(&self, condition: &Condition) -> Option<RowFilter> {
        let (module, measure) = self.of_condition(condition)?;
        self.bounds(module, &measure, condition)
    }

    /// What a condition is on: the measure that is named, else the first measure in reach that has such
    /// a value.
    pub(super) fn of_condition(&self, condition: &Condition) -> Option<(&DomainModule, Measure)> {
        if let Some(counted) = &condition.counted {
            return self.held(&counted.in_one_of(&self.domains()).domain);
        }
        if let Some(found) = self.asked_anyway(condition) {
            return Some(found);
        }
        if let Some(found) = self.so_many(condition) {
            return Some(found);
        }
        let named = condition.measure.as_ref();
        let named = named.map(|named| named.in_one_of(&self.domains()));
        for (named, said) in named
            .iter()
            .map(|of| (of, true))
            .chain(self.measure.iter().map(|of| (of, false)))
        {
            let module = self.ground.domains.module(&named.domain)?;
            let measures = measures_of(module)?;
            let named = measures.measure(&named.name)?;
            // "My shoulder at 5 or higher": how bad it was is under a bound, not how often.
            let degree = named.degree.as_ref().filter(|_| condition.is.is_some());
            let degree = degree.and_then(|degree| measures.measure(degree));
            let measure = degree.unwrap_or(named).clone();
            // "Strokes at 220": nothing has as many.
            if !said && !may_be(&measure, condition) {
                continue;
            }
            if condition.amount.is_none() || self.fits(module, &measure, condition) {
                return Some((module, measure));
            }
        }
        let amount = condition.amount.as_ref()?;
        if let Some(state) = self.state_under(condition) {
            return Some(state);
        }
        self.in_reach(amount.unit.is_some())
            .into_iter()
            .find_map(|module| {
                let measures = measures_of(module)?;
                let default = measures.measure(&measures.default);
                let mut all = default.into_iter().chain(&measures.measures);
                let found = match amount.unit {
                    Some(_) => {
                        all.find(|measure| self.bounds(module, measure, condition).is_some())
                    }
                    None => default.filter(|of| of.plausible.is_some() && may_be(of, condition)),
                };
                Some((&**module, found?.clone()))
            })
    }

    /// "When did I first get under 80?": what one is, where nothing is named.
    fn state_under(&self, condition: &Condition) -> Option<(&DomainModule, Measure)> {
        let under = matches!(condition.is?, Bound::LessThan | Bound::AtMost);
        let edge = matches!(self.frame.op?, Op::First | Op::Last);
        if !(under && edge && self.domains().is_empty() && self.measure.is_none()) {
            return None;
        }
        let of = self.state_at(condition.amount.as_ref()?.value)?;
        let module = self.ground.domains.module(&of.domain)?;
        let measure = measures_of(module)?.measure(&of.name)?.clone();
        self.fits(module, &measure, condition)
            .then_some((module, measure))
    }

    /// "Strokes at 220": a bare number that something was at is of what its domain is asked for anyway.
    fn asked_anyway(&self, condition: &Condition) -> Option<(&DomainModule, Measure)> {
        let bare = condition.amount.as_ref()?.unit.is_none();
        if !(condition.at && bare && condition.measure.is_none()) {
            return None;
        }
        self.domains().iter().find_map(|domain| {
            let module = self.ground.domains.module(domain)?;
            let measures = measures_of(module)?;
            let default = measures.measure(&measures.default)?;
            let may_be = default.plausible.is_some() && may_be(default, condition);
            may_be.then(|| (&**module, default.clone()))
        })
    }

    /// "The best granite at 5 times": of what stands beside a number of its domain.
    fn so_many(&self, condition: &Condition) -> Option<(&DomainModule, Measure)> {
        let unit = condition.amount.as_ref()?.unit.as_deref();
        let table = UnitTable::core();
        let times = unit
            .and_then(|unit| table.named(unit))
            .is_some_and(|id| table.unit(id).dimension == Dimension::Count);
        if !times || condition.measure.is_some() || self.frame.order.is_none() {
            return None;
        }
        let domain = &self.topics.first()?.domain;
        let module = self.ground.domains.module(domain)?;
        let measures = measures_of(module)?;
        let beside = |of: &&Measure| of.beside.is_some() && plain_field(of).is_some();
        Some((module, measures.measures.iter().find(beside)?.clone()))
    }

    /// Whether an amount may be one of a measure: bare, or in a unit of its kind.
    fn fits(&self, module: &DomainModule, measure: &Measure, condition: &Condition) -> bool {
        let bare = condition
            .amount
            .as_ref()
            .is_some_and(|of| of.unit.is_none());
        bare || self.bounds(module, measure, condition).is_some()
    }

    /// The measure of what one thing that is counted holds, in numbers without a unit.
    pub(super) fn held(&self, domain: &str) -> Option<(&DomainModule, Measure)> {
        let module = self.ground.domains.module(domain)?;
        let measures = measures_of(module)?;
        let bare = |of: &&Measure| {
            let counts = matches!(of.aggregate, Aggregate::Count | Aggregate::Entries);
            of.unit.is_none() && !counts && plain_field(of).is_some()
        };
        Some((module, measures.measures.iter().find(bare)?.clone()))
    }

    /// The domains that are spoken of, else all, the base last.
    fn in_reach(&self, has_unit: bool) -> Vec<&Arc<DomainModule>> {
        let spoken = self.domain.as_ref().map(|(name, _)| name);
        let of_topics = self.topics.iter().map(|topic| &topic.domain);
        let named: Vec<&String> = of_topics.chain(spoken).collect();
        let all = self.modules().iter();
        let mut reach: Vec<&Arc<DomainModule>> = all
            .filter(|module| named.is_empty() || named.contains(&&module.name))
            .collect();
        // What is asked of first, the base last; where nothing is named, what one notes of oneself.
        let asked = self.measure.as_ref().map(|of| &of.domain);
        let own = named.is_empty() && asked.is_none() && has_unit;
        reach.sort_by_key(|module| {
            let elsewhere = asked != Some(&module.name);
            (!self.holds_all(module), elsewhere, module.base != own)
        });
        reach
    }

    /// Whether a domain has a measure for each amount with a unit: "1,000 m in less than 24 min".
    fn holds_all(&self, module: &DomainModule) -> bool {
        let Some(measures) = measures_of(module) else {
            return false;
        };
        let amounts = self.frame.conditions.iter();
        let mut amounts =
            amounts.filter(|of| of.amount.as_ref().is_some_and(|of| of.unit.is_some()));
        amounts.all(|of| {
            let mut all = measures.measures.iter();
            all.any(|measure| self.bounds(module, measure, of).is_some())
        })
    }

    fn bounds(
        &self,
        module: &DomainModule,
        measure: &Measure,
        condition: &Condition,
    ) -> Option<RowFilter> {
        let measures = measures_of(module)?;
        let units = self.ground.units;
        let own = measure.unit.as_deref();
        let own = own.map(|unit| measures.unit(unit, &units.mass, &units.distance));
        let Amount { value, unit } = condition.amount.as_ref()?;
        let value = match (unit, own) {
            (Some(unit), Some(own)) => *value * crate::facts::factor(unit, own)?,
            // "10,000 steps": what it counts is its name.
            (Some(unit), None) if goes_by(measure, unit) || measure.beside.is_some() => *value,
            (Some(_), None) => return None,
            // "My fastest 400", of kilometres.
            (None, Some(own)) if !may_be(measure, condition) => {
                *value * crate::facts::factor("m", own)?
            }
            (None, _) => *value,
        };
        // "Rocks over 5 kg": each by itself.
        let counted = self.frame.counted.as_ref().map(|of| &of.of.domain);
        let sum = of_day(measure) && counted != Some(&module.name);
        let field = match sum {
            true => measure.name.clone(),
            false => plain_field(measure)?,
        };
        let far = matches!(own, Some("km" | "mi" | "m" | "yd"));
        let slack = if far { value * DISTANCE_SLACK } else { SLACK };
        let (min, max) = match condition.is? {
            Bound::MoreThan => (Some(value + HAIR), None),
            Bound::LessThan => (None, Some(value - HAIR)),
            Bound::AtLeast => (Some(value - slack), None),
            Bound::AtMost => (None, Some(value + slack)),
            Bound::Is => (Some(value - slack), Some(value + slack)),
        };
        Some(RowFilter {
            field,
            min,
            max,
            text: None,
        })
    }
}

/// Whether a bare number may be a value of a measure.
fn may_be(measure: &Measure, condition: &Condition) -> bool {
    let bare = condition.amount.as_ref().filter(|of| of.unit.is_none());
    let far = |value: f64| {
        measure
            .plausible
            .is_some_and(|[low, high]| value < low || value > high)
    };
    !bare.is_some_and(|amount| far(amount.value))
}
