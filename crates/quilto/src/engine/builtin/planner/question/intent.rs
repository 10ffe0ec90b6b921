//! From a frame to what the planner plans: the kind of question, the measure its figures are of, the
//! field its conditions are on.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::language::Words;
use crate::engine::builtin::language::questions::words;
use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::measure::{self, measures_of, of_day, plain_field};
use crate::engine::builtin::planner::{self, naming, shared};
use crate::model::{
    DateRange, GroupBy, Intent, MeasureRef, QuestionKind, RowFilter, Together, Topic,
};
use crate::text::UnitTable;

use super::frame::{Amount, Bound, Condition, Frame, Measured, Op, Order, Want};

/// A named distance means a little more or less of it: few are met to the metre.
const DISTANCE_SLACK: f64 = 0.02;
/// Values are kept to two digits at most: half of the last one.
pub(super) const SLACK: f64 = 0.005;
/// A hair more than a value is another value.
const HAIR: f64 = 0.001;

/// What a frame asks, as the planner knows questions. None where a frame says more than that.
pub(super) fn of(frame: Frame, ground: Ground<'_>) -> Option<Intent> {
    if frame.without || frame.lag && frame.conditions.is_empty() {
        return None;
    }
    let mut topics = frame.of.clone();
    let spoken = frame.domain.as_ref().map(|domain| domain.name.as_str());
    naming::special(&mut topics, ground.domains, &[], spoken);
    let sorted = naming::sort(topics, ground);
    if !sorted.values.is_empty() {
        return None;
    }
    let mut seen = Seen {
        ground,
        topics: sorted.subjects,
        measure: sorted.measure,
        also: Vec::new(),
        together: None,
        domain: frame
            .domain
            .clone()
            .map(|domain| (domain.name, domain.typed)),
        frame: &frame,
    };
    seen.domain = seen.domain.or(sorted.whole);
    seen.measure();
    seen.count();
    seen.intent()
}

/// A frame with what its names mean.
pub(super) struct Seen<'a> {
    pub(super) ground: Ground<'a>,
    pub(super) frame: &'a Frame,
    pub(super) topics: Vec<Topic>,
    pub(super) measure: Option<MeasureRef>,
    also: Vec<MeasureRef>,
    pub(super) domain: Option<(String, String)>,
    pub(super) together: Option<Together>,
}

impl Seen<'_> {
    /// The measure of what it is about; where it is about nothing else, those of the same words, too.
    fn measure(&mut self) {
        let Some(measured) = &self.frame.measure else {
            return;
        };
        let spoken = self.domains();
        self.also = match spoken.is_empty() {
            true => measured.also.clone(),
            false => Vec::new(),
        };
        self.measure = Some(one_of(measured, &spoken));
    }

    /// The domains that it speaks of.
    fn domains(&self) -> Vec<String> {
        let topics = self.topics.iter().map(|topic| &topic.domain);
        let spoken = self.domain.iter().map(|(name, _)| name);
        let counted = self.frame.counted.iter();
        let counted = counted
            .filter(|of| of.also.is_empty())
            .map(|counted| &counted.of.domain);
        topics.chain(spoken).chain(counted).cloned().collect()
    }

    /// What a word that counts says: how many there were where that is asked for, else only what it is
    /// about.
    fn count(&mut self) {
        let frame = self.frame;
        let alone = self.topics.is_empty() && self.measure.is_none();
        if let Some(together) = frame.together.clone().filter(|_| alone) {
            self.together = Some(together);
            return;
        }
        let Some(counted) = frame.counted.clone().filter(|_| self.measure.is_none()) else {
            return;
        };
        let counted = one_of(&counted, &self.domains());
        let of_rows = self.aggregate(&counted) == Some(Aggregate::Count);
        let number = frame.wants(Want::Number) || frame.all || frame.order.is_some();
        let averaged = frame.op == Some(Op::Average);
        if of_rows && (!self.topics.is_empty() || number || averaged) || number && !alone {
            self.measure = Some(counted);
        } else if self.domain.is_none() && self.topics.is_empty() {
            self.domain = Some((counted.domain, String::new()));
        }
    }

    pub(super) fn aggregate(&self, of: &MeasureRef) -> Option<Aggregate> {
        Some(measure::of(of, self.ground.domains)?.aggregate)
    }

    fn intent(mut self) -> Option<Intent> {
        let frame = self.frame;
        let (mut period, mut other_period) = (self.days(), None);
        let (mut so_far, mut whole) = (false, None);
        if let Some(versus) = &frame.versus {
            if let Some(topic) = &versus.of {
                self.topics.push(topic.clone());
            }
            if let Some(then) = &versus.when {
                other_period = Some(then.clone());
                let now = |days: &DateRange| days.contains(self.ground.today);
                // Days up to today are set against as much of those before.
                if period.as_ref().is_none_or(now)
                    && then.end < self.ground.today
                    && let Some((now, part)) = planner::same_part(then, self.ground.today)
                    && period.as_ref().is_none_or(|named| named.start == now.start)
                {
                    so_far = true;
                    whole = (part.end < then.end).then(|| then.clone());
                    (period, other_period) = (Some(now), Some(part));
                }
            }
        }
        let composed = self.composed();
        let mut ask = match &composed {
            Some((ask, _)) => *ask,
            None => self.ask(self.is_filtered())?,
        };
        if self.together.is_some() {
            ask = shared::of_entries(ask, other_period.is_some())?;
        }
        let composed = composed.map(|(_, expr)| expr);
        let asks = |kind| ask == kind && composed.is_none();
        if asks(QuestionKind::Compare) && frame.versus.is_none() && self.topics.len() < 2 {
            other_period = period.as_ref().and_then(DateRange::before);
        }
        if asks(QuestionKind::Compare) && other_period.is_none() && self.topics.len() < 2 {
            return None;
        }
        let figures = match composed {
            Some(expr) => vec![expr],
            None if frame.conditions.is_empty() => Vec::new(),
            None => self.figures(ask).unwrap_or_default(),
        };
        let condition = frame.conditions.first().filter(|_| figures.is_empty());
        let quoted = condition.and_then(|found| found.amount.as_ref()).map(said);
        let filter = match condition {
            Some(condition) => Some(self.filter(condition)?),
            None => None,
        };
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
            domain_word: self
                .domain
                .as_ref()
                .map(|(_, typed)| typed.clone())
                .filter(|typed| !typed.is_empty()),
            domain: self.domain.map(|(name, _)| name),
            together: self.together,
            also: self.also,
            only: frame.only.clone(),
            so_far,
            whole,
            topics: self.topics,
            period,
            other_period,
            by: self.frame.by,
            filter_said: quoted.clone(),
            filter_quoted: quoted,
            filter_strict: condition
                .is_some_and(|found| matches!(found.is, Some(Bound::MoreThan | Bound::LessThan))),
            figures,
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

    /// Whether values of what is asked for themselves are under a condition.
    pub(super) fn is_filtered(&self) -> bool {
        let conditions = self.frame.conditions.iter();
        let (topics, measure) = (&self.topics, &self.measure);
        let about = topics.is_empty() && measure.is_none();
        let own = |of: &Condition| {
            let named = of.measure.as_ref().map(|named| &named.of);
            of.amount.is_some() && named.is_none_or(|named| Some(named) == measure.as_ref())
        };
        conditions.clone().any(own) || about && conditions.count() > 0
    }

    fn is_default(&self, named: &MeasureRef) -> bool {
        let default = measure::default_of(&named.domain, self.ground.domains);
        default.is_some_and(|default| default == *named)
    }

    /// The days that it names. What is noted in the morning tells of the night before.
    pub(super) fn days(&self) -> Option<DateRange> {
        let days = self.frame.when.clone()?;
        let said = Words::read(days.description.as_deref().unwrap_or_default());
        let night = words().last_night.hold(&said) && days.days() == 1;
        let of_night = self
            .measure
            .as_ref()
            .is_some_and(|of| measure::of_night(of, self.ground.domains));
        let morning = days.end.succ_opt().filter(|_| night && of_night);
        Some(morning.map_or(days, DateRange::day))
    }

    pub(super) fn modules(&self) -> &[Arc<DomainModule>] {
        &self.ground.domains.modules
    }

    fn measured(&self) -> Option<Measure> {
        measure::of(self.measure.as_ref()?, self.ground.domains)
    }

    /// The measure that is meant where none is named: that of what it is about.
    fn default(&self) -> Option<Measure> {
        let domain = self.topics.first().map(|topic| &topic.domain);
        let domain = domain.or(self.domain.as_ref().map(|(name, _)| name))?;
        let domains = self.ground.domains;
        measure::of(&measure::default_of(domain, domains)?, domains)
    }

    /// The kind of question.
    pub(super) fn ask(&self, filtered: bool) -> Option<QuestionKind> {
        use QuestionKind as Kind;
        let frame = self.frame;
        let measure = self.measured();
        let default = self.default().filter(|_| measure.is_none());
        let sums = default.is_some_and(|measure| measure.aggregate.adds_up());
        let aggregate = measure.as_ref().map(|measure| measure.aggregate);
        let adds_up = aggregate.is_some_and(|of| of.adds_up());
        let counts = matches!(aggregate, Some(Aggregate::Count | Aggregate::Entries));
        let state = matches!(aggregate, Some(Aggregate::Last | Aggregate::Avg));
        let latest = aggregate == Some(Aggregate::Last);
        let total = adds_up
            || measure
                .as_ref()
                .is_some_and(|measure| measure.total.is_some());
        let versus = frame.versus.as_ref();
        if versus.is_some_and(|versus| versus.when.is_some() || versus.of.is_some()) {
            return Some(Kind::Compare);
        }
        if let Some(op) = frame.op {
            return Some(match op {
                Op::Trend if frame.order.is_some() => return None,
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
                Op::Days if frame.by.is_none() => Kind::Count,
                Op::Days | Op::Often => Kind::Often,
                Op::Compare if frame.when.is_some() => Kind::Compare,
                Op::Compare | Op::Forecast | Op::Distance | Op::Change | Op::Why => return None,
            });
        }
        let fares = frame.how && frame.when.is_none() && !state;
        if fares && (measure.is_some() || !self.topics.is_empty()) {
            return Some(Kind::Trend);
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
                () if total || sums && !number => Kind::Total,
                () if number && (measure.is_none() || filtered) => Kind::Count,
                () if state && frame.conditions.is_empty() && frame.when.is_none() => Kind::Last,
                () if state && !frame.conditions.is_empty() => Kind::Average,
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
            () if latest && frame.when.is_none() && frame.conditions.is_empty() => Kind::Last,
            () if state && !frame.conditions.is_empty() && !filtered => Kind::Average,
            () if measure.is_some() && frame.when.is_some() && !one_day => Kind::Average,
            () if measure.is_none() && frame.when.is_some() => Kind::List,
            () => Kind::Overview,
        })
    }

    /// The field that a condition is on, and its bounds.
    fn filter(&self, condition: &Condition) -> Option<RowFilter> {
        let (module, measure) = self.of_condition(condition)?;
        self.bounds(module, &measure, condition)
    }

    /// What a condition is on: the measure that is named, else the first measure in reach that has such
    /// a value.
    pub(super) fn of_condition(&self, condition: &Condition) -> Option<(&DomainModule, Measure)> {
        let named = condition.measure.as_ref();
        let named = named.map(|named| one_of(named, &self.domains()));
        for named in named.iter().chain(&self.measure) {
            let module = self.ground.domains.module(&named.domain)?;
            let measure = measures_of(module)?.measure(&named.name)?.clone();
            if condition.amount.is_none() || self.bounds(module, &measure, condition).is_some() {
                return Some((module, measure));
            }
        }
        let amount = condition.amount.as_ref()?;
        self.in_reach().into_iter().find_map(|module| {
            let measures = measures_of(module)?;
            let default = measures.measure(&measures.default);
            let mut all = default.into_iter().chain(&measures.measures);
            let found = match amount.unit {
                Some(_) => all.find(|measure| self.bounds(module, measure, condition).is_some()),
                None => default.filter(|measure| {
                    let plausible = measure.plausible;
                    plausible.is_some_and(|[low, high]| (low..=high).contains(&amount.value))
                }),
            };
            Some((&**module, found?.clone()))
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
        // What is asked of first, the base last.
        let asked = self.measure.as_ref().map(|of| &of.domain);
        reach.sort_by_key(|module| (asked != Some(&module.name), module.base));
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
        let Amount { value, unit } = condition.amount.as_ref()?;
        let value = match (unit, own) {
            (Some(unit), Some(own)) => UnitTable::core().convert(*value, unit, own)?,
            (Some(_), None) => return None,
            (None, _) => *value,
        };
        let sum = of_day(measure);
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

/// Of measures that go by the same words, that of a domain that is spoken of.
fn one_of(measured: &Measured, spoken: &[String]) -> MeasureRef {
    let mut all = std::iter::once(&measured.of).chain(&measured.also);
    let of = all.find(|of| spoken.contains(&of.domain));
    of.unwrap_or(&measured.of).clone()
}

/// The amount in words.
fn said(amount: &Amount) -> String {
    let number = crate::facts::format::number(amount.value);
    match &amount.unit {
        Some(unit) => format!("{number} {unit}"),
        None => number,
    }
}
