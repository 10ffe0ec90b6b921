//! From a frame to what the planner plans: the kind of question, the measure its figures are of, the
//! field its conditions are on.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::planner::measure::{measures_of, plain_field};
use crate::engine::builtin::planner::read::Ground;
use crate::engine::builtin::planner::{self, naming};
use crate::model::{DateRange, GroupBy, Intent, MeasureRef, QuestionKind, RowFilter, Topic};
use crate::text::UnitTable;

use super::frame::{Amount, Bound, Condition, Frame, Op, Order, Want};

/// A named distance means a little more or less of it: few are met to the metre.
const DISTANCE_SLACK: f64 = 0.02;
/// Values are kept to two digits at most: half of the last one.
const SLACK: f64 = 0.005;
/// A hair more than a value is another value.
const HAIR: f64 = 0.001;

/// What a frame asks, as the planner knows questions. None where a frame says more than that.
pub(super) fn of(frame: Frame, ground: Ground<'_>) -> Option<Intent> {
    if frame.lag || frame.without || frame.conditions.len() > 1 {
        return None;
    }
    let sorted = naming::sort(frame.of.clone(), ground);
    if !sorted.values.is_empty() {
        return None;
    }
    let mut seen = Seen {
        ground,
        topics: sorted.subjects,
        measure: frame.measure.clone().or(sorted.measure),
        domain: frame
            .domain
            .clone()
            .map(|domain| (domain.name, domain.typed)),
        frame: &frame,
    };
    seen.domain = seen.domain.or(sorted.whole);
    seen.intent()
}

/// A frame with what its names mean.
struct Seen<'a> {
    ground: Ground<'a>,
    frame: &'a Frame,
    topics: Vec<Topic>,
    measure: Option<MeasureRef>,
    domain: Option<(String, String)>,
}

impl Seen<'_> {
    fn intent(mut self) -> Option<Intent> {
        let frame = self.frame;
        let (mut period, mut other_period) = (frame.when.clone(), None);
        if let Some(versus) = &frame.versus {
            if let Some(topic) = &versus.of {
                self.topics.push(topic.clone());
            }
            if versus.when.is_some() {
                // Days alone are set against those up to today.
                period = period.or_else(|| versus.when.as_ref().and_then(|then| self.like(then)));
                other_period.clone_from(&versus.when);
            }
        }
        let filter = match frame.conditions.first() {
            Some(condition) => Some(self.filter(condition)?),
            None => None,
        };
        let ask = self.ask(filter.is_some())?;
        if ask == QuestionKind::Compare && frame.versus.is_none() && self.topics.len() < 2 {
            other_period = period.as_ref().and_then(DateRange::before);
        }
        if ask == QuestionKind::Compare && other_period.is_none() && self.topics.len() < 2 {
            return None;
        }
        // "The highest weight of bench": of what a domain is asked for anyway, its best is meant.
        let usual = self
            .measure
            .as_ref()
            .is_some_and(|named| self.is_default(named));
        let named = self.measure.is_some();
        let coloured = frame.order.is_some() && !self.topics.is_empty() && usual;
        Some(Intent {
            ask,
            measure_said: named && !coloured,
            measure: self.measure,
            domain_word: self.domain.as_ref().map(|(_, typed)| typed.clone()),
            domain: self.domain.map(|(name, _)| name),
            topics: self.topics,
            period,
            other_period,
            by: self.frame.by,
            filter_said: frame.conditions.first().map(|found| said(&found.amount)),
            filter_quoted: frame.conditions.first().map(|found| said(&found.amount)),
            filter_strict: frame
                .conditions
                .first()
                .is_some_and(|found| matches!(found.is, Bound::MoreThan | Bound::LessThan)),
            filter,
            when: frame.wants(Want::Day),
            limit: frame.limit,
            least: frame.order == Some(Order::Least),
            usual: frame.op == Some(Op::Average),
            often: frame.op == Some(Op::Often)
                || frame.op == Some(Op::Days) && frame.order.is_some(),
            whether: frame.wants(Want::Whether) || frame.ever && frame.order.is_none(),
            ..Intent::default()
        })
    }

    fn is_default(&self, named: &MeasureRef) -> bool {
        let default = planner::measure::default_of(&named.domain, self.ground.domains);
        default.is_some_and(|default| default == *named)
    }

    /// Days up to today that are like earlier ones.
    fn like(&self, then: &DateRange) -> Option<DateRange> {
        let (now, _) = planner::same_part(then, self.ground.today)?;
        (then.end < self.ground.today).then_some(now)
    }

    fn modules(&self) -> &[Arc<DomainModule>] {
        &self.ground.domains.modules
    }

    fn measured(&self) -> Option<Measure> {
        let named = self.measure.as_ref()?;
        let module = self.ground.domains.module(&named.domain)?;
        measures_of(module)?.measure(&named.name).cloned()
    }

    /// The kind of question.
    fn ask(&self, filtered: bool) -> Option<QuestionKind> {
        use QuestionKind as Kind;
        let frame = self.frame;
        let measure = self.measured();
        let aggregate = measure.as_ref().map(|measure| measure.aggregate);
        let adds_up = aggregate.is_some_and(|of| of.adds_up());
        let counts = matches!(aggregate, Some(Aggregate::Count | Aggregate::Entries));
        let state = matches!(aggregate, Some(Aggregate::Last | Aggregate::Avg));
        let total = adds_up
            || measure
                .as_ref()
                .is_some_and(|measure| measure.total.is_some());
        if frame.versus.is_some() {
            return Some(Kind::Compare);
        }
        if let Some(op) = frame.op {
            return Some(match op {
                Op::Why => Kind::Why,
                Op::Trend => Kind::Trend,
                Op::Gap => Kind::Gap,
                Op::Streak => Kind::Streak,
                Op::First => Kind::First,
                Op::Last if frame.limit.is_some() => Kind::List,
                Op::Last => Kind::Last,
                Op::List => Kind::List,
                Op::Summary => Kind::Summary,
                Op::Average if measure.is_none() && frame.by.is_some() => Kind::Often,
                Op::Average => Kind::Average,
                Op::Off => Kind::Off,
                Op::Days | Op::Often if frame.order.is_some() && frame.by.is_none() => Kind::Which,
                Op::Days | Op::Often if frame.order.is_some() => Kind::Best,
                Op::Days | Op::Often if frame.by.is_some() => Kind::Often,
                Op::Days | Op::Often => Kind::Count,
                Op::Compare if frame.when.is_some() => Kind::Compare,
                Op::Compare | Op::Forecast => return None,
            });
        }
        if frame.all {
            return Some(if measure.is_some() && !total {
                Kind::Average
            } else {
                Kind::Total
            });
        }
        match frame.order {
            Some(Order::Most) => return Some(Kind::Best),
            Some(Order::Least) => return Some(Kind::Worst),
            None => {}
        }
        let per = frame.by.is_some();
        let one_day = frame.when.as_ref().is_some_and(|days| days.days() == 1);
        if frame.wants(Want::Number) || frame.wants(Want::Amount) {
            let number = frame.wants(Want::Number);
            return Some(match () {
                () if per && measure.is_some() && !counts => Kind::Average,
                () if per => Kind::Often,
                () if counts && measure.is_some() && !filtered => Kind::Total,
                () if adds_up && filtered => Kind::Count,
                () if total => Kind::Total,
                () if number && (measure.is_none() || filtered) => Kind::Count,
                () if state && frame.when.is_none() => Kind::Last,
                () if measure.is_some() && frame.when.is_some() && !one_day => Kind::Average,
                () if measure.is_none() && self.topics.is_empty() => Kind::Total,
                () => Kind::Best,
            });
        }
        if frame.wants(Want::Day) {
            return Some(if filtered { Kind::First } else { Kind::Last });
        }
        if frame.wants(Want::Whether) || frame.ever {
            return Some(if filtered { Kind::First } else { Kind::Ever });
        }
        let parts = matches!(frame.by, Some(GroupBy::Weekday | GroupBy::TimeOfDay));
        Some(match () {
            () if per && measure.is_some() && !counts => Kind::Average,
            () if parts => Kind::Count,
            () if per => Kind::Often,
            () if adds_up && frame.when.is_some() => Kind::Total,
            () if counts && !self.topics.is_empty() && !one_day => Kind::Total,
            () if state && frame.when.is_none() => Kind::Last,
            () if measure.is_some() && frame.when.is_some() && !one_day => Kind::Average,
            () if measure.is_none() && frame.when.is_some() => Kind::List,
            () => Kind::Overview,
        })
    }

    /// The field that a condition is on: of the measure that is named, else of the first measure in
    /// reach that has such a value.
    fn filter(&self, condition: &Condition) -> Option<RowFilter> {
        let named = condition.measure.as_ref().or(self.measure.as_ref());
        if let Some(named) = named {
            let module = self.ground.domains.module(&named.domain)?;
            let measures = measures_of(module)?;
            let measure = measures.measure(&named.name)?;
            if let Some(found) = self.bounds(module, measure, condition) {
                return Some(found);
            }
        }
        self.in_reach().into_iter().find_map(|module| {
            let measures = measures_of(module)?;
            let default = measures.measure(&measures.default);
            let mut all = default.into_iter().chain(&measures.measures);
            match condition.amount.unit {
                Some(_) => all.find_map(|measure| self.bounds(module, measure, condition)),
                None => {
                    let value = condition.amount.value;
                    let fits = |m: &&Measure| {
                        m.plausible
                            .is_some_and(|[low, high]| (low..=high).contains(&value))
                    };
                    self.bounds(module, default.filter(fits)?, condition)
                }
            }
        })
    }

    /// The domains that are spoken of, else all, the base last.
    fn in_reach(&self) -> Vec<&Arc<DomainModule>> {
        let spoken = self.domain.as_ref().map(|(name, _)| name);
        let of_topics = self.topics.iter().map(|topic| &topic.domain);
        let named: Vec<&String> = of_topics.chain(spoken).collect();
        let all = self.modules().iter();
        let mut reach: Vec<&Arc<DomainModule>> = all
            .filter(|module| named.is_empty() || named.contains(&&module.name))
            .collect();
        reach.sort_by_key(|module| module.base);
        reach
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
        let Amount { value, unit, .. } = &condition.amount;
        let value = match (unit, own) {
            (Some(unit), Some(own)) => UnitTable::core().convert(*value, unit, own)?,
            (Some(_), None) => return None,
            (None, _) => *value,
        };
        let sum = planner::filter::of_day(measure);
        let field = match sum {
            true => measure.name.clone(),
            false => plain_field(measure)?,
        };
        let far = matches!(own, Some("km" | "mi" | "m" | "yd"));
        let slack = if far { value * DISTANCE_SLACK } else { SLACK };
        let (min, max) = match condition.is {
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

/// The amount in words.
fn said(amount: &Amount) -> String {
    let number = crate::facts::format::number(amount.value);
    match &amount.unit {
        Some(unit) => format!("{number} {unit}"),
        None => number,
    }
}
