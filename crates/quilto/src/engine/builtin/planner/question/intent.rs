//! From a frame to what the planner plans: the kind of question, the measure its figures are of, the
//! field its conditions are on.

use std::sync::Arc;

use crate::domain::DomainModule;
use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::planner::measure::{self, goes_by, measures_of};
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::engine::builtin::planner::{shared_words, topic_roles, units};
use crate::model::{
    CombinedDomains, DateRange, GroupBy, Intent, MeasureRef, QuestionKind, RowFilter, Topic,
};
use crate::text::UnitTable;
use quilto_language::Words;
use quilto_language::questions::words;

use super::disambiguation;
use super::frame::{Amount, AnswerType, Bound, Condition, Frame, Op};

/// Values are kept to two digits at most: half of the last one.
pub(super) const SLACK: f64 = 0.005;

/// What a frame asks, as the planner knows questions. None where a frame says more than that.
pub(super) fn of(frame: Frame, ground: ReadingContext<'_>) -> Option<Intent> {
    let frame = disambiguation::settle(frame, ground);
    let exact = frame
        .conditions
        .iter()
        .filter(|of| of.is == Some(Bound::Is));
    // "For 2 and for 3": two questions, and "the total of these": one of its own.
    let of_nothing = frame.names_nothing();
    // "Two weeks" are a period that was not understood, and no value.
    let calendar = |of: &&Condition| {
        let unit = of.amount.as_ref().and_then(|amount| amount.unit.as_deref());
        unit.is_some_and(|unit| ["day", "week", "month", "year"].contains(&unit))
    };
    // "10 of it": of nothing that is named, it is a value of anything.
    let of_anything = of_nothing && frame.op.is_none() && frame.conditions.iter().any(|of| of.bare);
    if of_anything
        || frame.verb && frame.measure.is_none() && frame.of.is_empty() && frame.counted.is_none()
        || exact.clone().any(|of| calendar(&of))
        || disambiguation::has_two_values(&exact.collect::<Vec<_>>())
        || frame.all && (frame.of.len() > 1 || of_nothing && frame.conditions.is_empty())
    {
        return None;
    }
    if is_without_base(&frame, ground) {
        return None;
    }
    if frame.without || (frame.lag || frame.ahead) && frame.conditions.is_empty() {
        return None;
    }
    if let Some(words) = frame.only_noted() {
        return noted(words.to_owned(), &frame);
    }
    let mut topics = frame.of.clone();
    // Of measures that go by the same words, that of what is named.
    let named: Vec<String> = topics.iter().map(|topic| topic.domain.clone()).collect();
    let measured = frame
        .measure
        .as_ref()
        .map(|measured| measured.in_one_of(&named).domain);
    let spoken = frame
        .domain
        .as_ref()
        .map(|domain| domain.name.clone())
        .or(measured);
    let spoken = spoken.as_deref();
    topic_roles::special(&mut topics, ground.domains, &[], spoken);
    let mut sorted = topic_roles::sort(topics, ground);
    let of_each = frame.by == Some(GroupBy::Subject)
        || frame.measure.is_some()
        || frame.conditions.iter().any(|of| of.amount.is_some());
    sorted.tell_kind(of_each, ground);
    let free = frame.reach.is_none() && frame.versus.is_none();
    let several = sorted.values.len() > 1 || !sorted.values.is_empty() && !free;
    if several || is_of_other(&sorted, spoken) {
        return None;
    }
    let value = sorted.values.first().cloned();
    let mut seen = ResolvedFrame {
        ground,
        topics: sorted.subjects,
        measure: sorted.measure,
        also: Vec::new(),
        together: None,
        is_mixed: false,
        value,
        domain: frame
            .domain
            .clone()
            .map(|domain| (domain.name, domain.typed)),
        frame: &frame,
    };
    seen.domain = seen.domain.or(sorted.whole);
    seen.measure();
    seen.degree();
    seen.of_fixed();
    if seen.is_mixed {
        return None;
    }
    // What tells of a night is noted on the day after it; other days before are not told yet.
    let of_night = seen.measured().is_some_and(|of| of.of_night);
    if frame.ahead && !of_night {
        return None;
    }
    seen.count();
    seen.intent()
}

/// Whether days without anything of what one is are meant: there are none, and something else was said.
fn is_without_base(frame: &Frame, ground: ReadingContext<'_>) -> bool {
    frame.conditions.iter().any(|of| {
        let spoken = of.domain.as_ref().filter(|_| of.without);
        spoken.is_some_and(|spoken| ground.is_base(&spoken.name))
    })
}

/// What is only written in notes is looked for there.
fn noted(words: String, frame: &Frame) -> Option<Intent> {
    let plain = frame.order.is_none() && frame.by.is_none() && frame.versus.is_none();
    let ask = match frame.op {
        Some(Op::Days) => QuestionKind::Count,
        Some(Op::Often) => QuestionKind::Often,
        Some(Op::First) => QuestionKind::First,
        Some(Op::Last) => QuestionKind::Last,
        Some(Op::List) => QuestionKind::List,
        None if frame.wants(AnswerType::Number) => QuestionKind::Count,
        None if frame.ever || frame.wants(AnswerType::Whether) => QuestionKind::Ever,
        None => QuestionKind::List,
        Some(_) => return None,
    };
    plain.then(|| Intent {
        ask,
        unknown: vec![words],
        period: frame.when.clone(),
        only: frame.only.clone(),
        ..Intent::default()
    })
}

/// Whether a name of a whole domain stands beside something of another: it says how that was, or when.
fn is_of_other(sorted: &topic_roles::TopicsByRole, spoken: Option<&str>) -> bool {
    let Some((whole, _)) = &sorted.whole else {
        return false;
    };
    let of_topics = sorted.subjects.iter().map(|topic| topic.domain.as_str());
    of_topics.chain(spoken).any(|other| other != whole)
}

/// A frame with what its names mean.
#[derive(Clone)]
pub(super) struct ResolvedFrame<'a> {
    pub(super) ground: ReadingContext<'a>,
    pub(super) frame: &'a Frame,
    pub(super) topics: Vec<Topic>,
    pub(super) measure: Option<MeasureRef>,
    /// Measures that go by the same words, of other domains.
    pub(super) also: Vec<MeasureRef>,
    pub(super) domain: Option<(String, String)>,
    pub(super) together: Option<CombinedDomains>,
    /// The value of a field that a name stands for, and that name: "5k".
    pub(super) value: Option<(RowFilter, String)>,
    /// Whether a measure is named that none of the domains has that are spoken of.
    pub(super) is_mixed: bool,
}

impl ResolvedFrame<'_> {
    /// The measure of what it is about; where it is about nothing else, those of the same words, too.
    fn measure(&mut self) {
        let Some(measured) = &self.frame.measure else {
            self.measure = self.measure.take().or_else(|| self.in_unit());
            return;
        };
        // "How many hours did I sleep": what a name stands for is meant, in hours.
        let named = self.measure.as_ref();
        if named.is_some_and(|named| self.is_alike(named, &measured.of)) {
            return;
        }
        let spoken = self.domains();
        self.also = match spoken.is_empty() {
            true => measured.also.clone(),
            false => Vec::new(),
        };
        let found = measured.in_one_of(&spoken);
        let elsewhere = !spoken.is_empty() && !spoken.contains(&found.domain);
        let own = self.same_in(&spoken, &found).filter(|_| elsewhere);
        self.is_mixed = elsewhere && own.is_none() && !self.is_base(&found.domain);
        self.measure = Some(own.unwrap_or(found));
    }

    /// What only counts is told by its degree where it is not counted: "the worst of it", "how bad was it".
    fn degree(&mut self) {
        let frame = self.frame;
        let counts = frame.all
            || frame.ever
            || frame.wants(AnswerType::Number)
            || frame.wants(AnswerType::Whether) && frame.op.is_none()
            || matches!(
                frame.op,
                Some(
                    Op::Days | Op::Often | Op::Gap | Op::Off | Op::Streak | Op::List | Op::Summary
                )
            );
        let degree = self.measured().and_then(|of| of.degree);
        if let (Some(of), Some(degree), false) = (&mut self.measure, degree, counts) {
            of.name = degree;
        }
    }

    /// The best over a length is not the longest: it is what its domain tells where the length is fixed.
    fn of_fixed(&mut self) {
        let (own, default) = (self.measured(), self.default());
        let fixed_in = |of: &Option<Measure>| {
            of.as_ref()
                .and_then(|of| Some((of.clone(), of.fixed.clone()?)))
        };
        let Some((of, fixed)) = fixed_in(&own).or_else(|| fixed_in(&default)) else {
            return;
        };
        // "My fastest 2000" by its time; how far one came or how hard it was is asked as it is.
        let told = |name: &String| {
            let domain = self.measure.as_ref()?.domain.clone();
            let name = name.clone();
            measure::of(&MeasureRef { domain, name }, self.ground.domains)
        };
        let other = own.filter(|own| own.fixed.is_none());
        if other.is_some_and(|own| told(&fixed).is_none_or(|of| of.unit != own.unit)) {
            return;
        }
        let is = |condition: &Condition| {
            let on = self.of_condition(condition);
            condition.is == Some(Bound::Is) && on.is_some_and(|(_, on)| on.name == of.name)
        };
        let named = self.value.as_ref();
        let named = named.is_some_and(|(value, _)| of.each.fields().contains(&value.field));
        let is_fixed = named || self.frame.conditions.iter().any(is);
        let spoken = self.domains();
        if let (true, Some(_), Some(domain)) = (is_fixed, self.frame.order, spoken.first()) {
            self.measure = Some(MeasureRef {
                domain: domain.clone(),
                name: fixed,
            });
        }
    }

    /// The unit that its figures are wanted in.
    pub(super) fn told_unit(&self) -> Option<(String, String)> {
        let unit = self.frame.unit.as_ref()?;
        let spoken = self.domains();
        let of = self.measure.clone();
        let of = of.or_else(|| measure::default_of(spoken.first()?, self.ground.domains))?;
        let told = units::unit(unit).is_some() && self.has_unit(&of, unit);
        told.then(|| (unit.clone(), unit.clone()))
    }

    /// Of a measure that none of the domains has that are spoken of, what they have in its stead: "how many
    /// km", of what has a length in metres.
    fn same_in(&self, spoken: &[String], found: &MeasureRef) -> Option<MeasureRef> {
        let of_domain = |name: &String| {
            let default = measure::default_of(name, self.ground.domains);
            default.into_iter().chain(self.all_of(name)?).find(|of| {
                let sums = self.adds_up(of) == self.adds_up(found) || self.is_base(name);
                sums && self.is_alike(of, found)
            })
        };
        spoken.iter().find_map(of_domain)
    }

    /// "How many hours did I carry": what the domain it speaks of has in that unit, where it is not asked for
    /// that anyway.
    fn in_unit(&self) -> Option<MeasureRef> {
        let unit = self.frame.unit.as_ref()?;
        let plain = matches!(self.frame.op, None | Some(Op::Average | Op::Last));
        if !plain || self.frame.order.is_some() {
            return None;
        }
        let spoken = self.domains();
        let domain = spoken.first()?;
        let default = measure::default_of(domain, self.ground.domains)?;
        if self.has_unit(&default, unit) {
            // "How many miles a week": of each, what it comes to.
            return self.frame.by.map(|_| default);
        }
        let state = || {
            let mut all = self.all_of(domain)?.into_iter();
            all.find(|of| self.has_unit(of, unit))
        };
        let state = || self.is_base(domain).then(state).flatten();
        self.sum_in(domain, unit).or_else(state)
    }

    /// The first measure of a domain that adds up in a unit.
    pub(super) fn sum_in(&self, domain: &str, unit: &str) -> Option<MeasureRef> {
        let mut all = self.all_of(domain)?.into_iter();
        all.find(|of| self.adds_up(of) && self.has_unit(of, unit))
    }

    /// The measures of a domain.
    fn all_of(&self, domain: &str) -> Option<Vec<MeasureRef>> {
        let measures = measures_of(self.ground.domains.module(domain)?)?;
        let all = measures.measures.iter().map(|of| MeasureRef {
            domain: domain.to_owned(),
            name: of.name.clone(),
        });
        Some(all.collect())
    }

    /// The unit that the answer is wanted in, where values of a measure can be told in it.
    pub(super) fn asked_unit(&self, of: &MeasureRef) -> Option<String> {
        let unit = self.frame.unit.clone()?;
        self.has_unit(of, &unit).then_some(unit)
    }

    fn has_unit(&self, of: &MeasureRef, unit: &str) -> bool {
        let own = self.unit_of(of);
        own.is_some_and(|own| UnitTable::core().convert(1.0, &own, unit).is_some())
    }

    /// The unit that values of a measure are told in.
    pub(super) fn unit_of(&self, of: &MeasureRef) -> Option<String> {
        measure::unit_of(of, self.ground)
    }

    /// The amount of a condition in words. What counts by its own name is told by the number.
    pub(super) fn said(&self, condition: &Condition) -> Option<String> {
        let Amount { value, unit } = condition.amount.as_ref()?;
        let number = crate::facts::format::number(*value);
        let counts = |unit: &str| {
            let of = self.of_condition(condition);
            unit == "times" || of.is_some_and(|(_, measure)| goes_by(&measure, unit))
        };
        Some(match unit.as_deref().filter(|unit| !counts(unit)) {
            Some(unit) => format!("{number} {unit}"),
            None => number,
        })
    }

    fn is_base(&self, domain: &str) -> bool {
        self.ground.is_base(domain)
    }

    /// Whether the values of two measures are of one dimension.
    fn is_alike(&self, one: &MeasureRef, other: &MeasureRef) -> bool {
        let (Some(one), Some(other)) = (self.unit_of(one), self.unit_of(other)) else {
            return false;
        };
        UnitTable::core().convert(1.0, &one, &other).is_some()
    }

    /// The domains that it speaks of.
    pub(super) fn domains(&self) -> Vec<String> {
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
        if let Some(of) = frame.within.as_ref().filter(|_| self.measure.is_none()) {
            self.measure =
                self.held(&of.in_one_of(&self.domains()).domain)
                    .map(|(module, held)| MeasureRef {
                        domain: module.name.clone(),
                        name: held.name,
                    });
        }
        // "How many times" is not how many of it.
        let number = frame.wants(AnswerType::Number) && frame.op != Some(Op::Days);
        if self.measure.is_none() && frame.counted.is_none() && number {
            self.measure = self.how_many();
        }
        let alone = self.topics.is_empty() && self.measure.is_none();
        if let Some(together) = frame.together.as_ref().filter(|_| alone) {
            self.together = Some(shared_words::again(together, self.ground.domains));
            return;
        }
        let Some(counted) = frame.counted.clone().filter(|_| self.measure.is_none()) else {
            return;
        };
        let counted = counted.in_one_of(&self.domains());
        let of_rows = self.aggregate(&counted) == Some(Aggregate::Count);
        let number = frame.wants(AnswerType::Number) || frame.all || frame.order.is_some();
        let averaged = frame.op == Some(Op::Average) && frame.by != Some(GroupBy::Weekday);
        if of_rows && (!self.topics.is_empty() || number || averaged) || number && !alone {
            self.measure = Some(counted);
        } else if self.domain.is_none() && self.topics.is_empty() {
            self.domain = Some((counted.domain, String::new()));
        }
    }

    /// What "how many" of the subjects is of, where their domain says so.
    fn how_many(&self) -> Option<MeasureRef> {
        measure::how_many(&self.topics.first()?.domain, self.ground.domains)
    }

    pub(super) fn aggregate(&self, of: &MeasureRef) -> Option<Aggregate> {
        Some(measure::of(of, self.ground.domains)?.aggregate)
    }

    /// Whether one bound is all that it asks of days.
    pub(super) fn has_one_bound(&self) -> bool {
        let frame = self.frame;
        let bound = |of: &Condition| of.amount.is_some() && !of.without;
        let one = matches!(frame.conditions.as_slice(), [only] if bound(only));
        let days = self.domain.is_none() && frame.counted.is_none();
        one && days && frame.versus.is_none() && !frame.lag
    }

    /// The measure that a bound is on.
    pub(super) fn bounded(&self) -> Option<MeasureRef> {
        let condition = self.frame.conditions.first()?;
        let (module, measure) = self.of_condition(condition)?;
        Some(MeasureRef {
            domain: module.name.clone(),
            name: measure.name,
        })
    }

    /// Whether values of what is asked for themselves are under a condition.
    pub(super) fn is_filtered(&self) -> bool {
        let conditions = self.frame.conditions.iter();
        let (topics, measure) = (&self.topics, &self.measure);
        let about = topics.is_empty() && measure.is_none();
        let measure_domain = measure.as_ref().map_or("", |of| of.domain.as_str());
        let own = |of: &Condition| {
            let bounded = self.of_condition(of);
            let bounded = bounded.map(|(module, of)| (&*module.name == measure_domain, of.name));
            of.amount.is_some()
                && measure.as_ref().is_none_or(|measure| {
                    bounded.is_none_or(|(same, name)| same && name == measure.name)
                })
        };
        let value = self.value.as_ref();
        let value = value.is_some_and(|(of, _)| of.text.is_none());
        value || conditions.clone().any(own) || about && conditions.count() > 0
    }

    pub(super) fn is_default(&self, named: &MeasureRef) -> bool {
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

    pub(super) fn measured(&self) -> Option<Measure> {
        measure::of(self.measure.as_ref()?, self.ground.domains)
    }

    /// The measure that is meant where none is named: that of what it is about.
    pub(super) fn default(&self) -> Option<Measure> {
        let domain = self.topics.first().map(|topic| &topic.domain);
        let domain = domain.or(self.domain.as_ref().map(|(name, _)| name))?;
        let domains = self.ground.domains;
        measure::of(&measure::default_of(domain, domains)?, domains)
    }
}
