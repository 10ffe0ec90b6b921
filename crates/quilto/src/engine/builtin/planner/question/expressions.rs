//! From a frame to what no single figure says: days under one condition beside days under another, how far
//! it is to a value and when it is reached, how much has changed.

use crate::domain::measures::{Aggregate, Measure};
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::measure::{self, measures_of};
use crate::model::{
    DateRange, Difference, Expr, FactOp, Figure, Forecast, MeasureRef, Number, Quantity,
    QuestionKind, Topic,
};

use super::frame::{Amount, AnswerType, ComparisonSide, Condition, Op};
use super::intent::ResolvedFrame;

impl ResolvedFrame<'_> {
    /// The expression that a frame asks for, and the kind of question that it is worded as. None where
    /// single figures say it.
    pub(super) fn composed(&self) -> Option<(QuestionKind, Expr)> {
        let frame = self.frame;
        let versus = frame.versus.as_ref();
        if frame.event.is_some() {
            return self.about_event();
        }
        if let Some(versus) = versus.filter(|versus| versus.rest || !versus.conditions.is_empty()) {
            return Some((QuestionKind::Compare, self.sides(versus)?));
        }
        if let Some(counts) = self.days_of_both(versus) {
            return Some((QuestionKind::Compare, counts));
        }
        if let Some(each) = versus.and_then(|versus| self.days_of_each(versus)) {
            return Some((QuestionKind::Compare, each));
        }
        if let Some(both) = versus.and_then(|versus| self.under_conditions_of_both(versus)) {
            return Some((QuestionKind::Compare, both));
        }
        if let Some(since) = versus.and_then(|versus| self.since_one_day(versus)) {
            return Some((QuestionKind::Compare, since));
        }
        // "Down since February" is of what one is; a thing by then and now is two means.
        let named = self.measure.is_some() || !self.topics.is_empty();
        if versus.is_some() && (named || frame.op != Some(Op::Change)) {
            return None;
        }
        if self.value.is_some() {
            return None;
        }
        if let Some(sum) = self.of_all_together() {
            return Some((QuestionKind::Total, sum));
        }
        // Where it goes from here is of all days.
        let ahead = matches!(frame.op?, Op::Forecast | Op::Distance);
        if ahead && frame.conditions.iter().any(|of| of.note.is_some()) {
            return None;
        }
        match (frame.op?, &frame.reach) {
            (Op::Forecast, Some(reach)) => Some((QuestionKind::Trend, self.forecast(reach)?)),
            (Op::Distance, Some(reach)) => Some((QuestionKind::Trend, self.distance(reach)?)),
            (Op::Change, None) => Some((QuestionKind::Trend, self.change()?)),
            (Op::Trend, None) if frame.wants(AnswerType::Amount) && frame.order.is_none() => {
                Some((QuestionKind::Trend, self.change()?))
            }
            _ => None,
        }
    }

    /// An expression, and the same of what is told with what it is of.
    pub(super) fn told_beside(&self, expr: Expr) -> Vec<Expr> {
        let others = self.also.iter().filter(|of| self.is_beside(of));
        let others = others.filter_map(|other| {
            let of_other = Self {
                measure: Some(other.clone()),
                also: Vec::new(),
                ..self.clone()
            };
            Some(of_other.composed()?.1)
        });
        std::iter::once(expr).chain(others).collect()
    }

    /// The same figure of days under one condition and of days under another, or of all others.
    fn sides(&self, versus: &ComparisonSide) -> Option<Expr> {
        let (one, other) = (&self.frame.conditions, &versus.conditions);
        let turned: Vec<_> = one
            .iter()
            .map(|condition| condition.turned())
            .collect::<Option<_>>()
            .filter(|_| versus.rest)
            .unwrap_or_default();
        // "Under 6 h …, versus 8 or more": of the same measure, in the same unit.
        let like = |other: &Condition| other.like(one.first()?);
        let other: Vec<Condition> = if versus.rest {
            turned
        } else {
            let like = |other| like(other).unwrap_or_else(|| Condition::clone(other));
            other.iter().map(like).collect()
        };
        if one.is_empty() || other.is_empty() {
            return None;
        }
        // What is more on some days than on others is so on average.
        let ask = match self.frame.op {
            None | Some(Op::Compare | Op::Trend) => QuestionKind::Average,
            Some(_) => self.ask(self.is_filtered())?,
        };
        let figure =
            |of: &[Condition]| Some(Box::new(self.figure(ask, &self.all_known(of)?)?.into()));
        Some(Expr::Difference(Difference {
            of: figure(one)?,
            minus: figure(&other)?,
        }))
    }

    /// On how many days it was in one stretch of days, and in another.
    fn days_of_both(&self, versus: Option<&ComparisonSide>) -> Option<Expr> {
        let frame = self.frame;
        let counts = matches!(frame.op, Some(Op::Days | Op::Often)) && frame.order.is_none();
        let plain = frame.by.is_none() && frame.conditions.is_empty() && self.together.is_none();
        versus.filter(|versus| versus.when.is_some() && counts && plain)?;
        let domain = self.domains().into_iter().next()?;
        let entries = MeasureRef {
            domain,
            name: Quantity::ENTRIES.to_owned(),
        };
        self.in_both(&self.plain(entries, FactOp::CountDays))
    }

    /// "Climbing or running, which more often?": on how many days each was, of things that no one figure is of.
    fn days_of_each(&self, versus: &ComparisonSide) -> Option<Expr> {
        let frame = self.frame;
        let other = versus.of.as_ref()?;
        let plain = frame.measure.is_none() && frame.conditions.is_empty() && frame.by.is_none();
        let one = match frame.of.as_slice() {
            [one] if plain && one.domain != other.domain => one,
            _ => return None,
        };
        let days = |thing: &Topic| {
            let subject = match meaning::sense(thing, self.ground)? {
                Meaning::Whole => None,
                Meaning::Group(name) => Some(name),
                _ => Some(thing.name.clone()),
            };
            let figure = Figure {
                subjects: subject.into_iter().collect(),
                when: self.days().map(Into::into),
                ..Figure::of(thing.domain.clone(), Quantity::ENTRIES, FactOp::CountDays)
            };
            Some(Box::new(Expr::from(figure)))
        };
        Some(Expr::Difference(Difference {
            of: days(one)?,
            minus: days(other)?,
        }))
    }

    /// A figure in one stretch of days beside that in another.
    fn in_both(&self, figure: &Figure) -> Option<Expr> {
        let days = self.days_beside();
        let of = |days: Option<DateRange>| {
            Some(Box::new(Expr::from(Figure {
                when: Some(days?.into()),
                ..figure.clone()
            })))
        };
        Some(Expr::Difference(Difference {
            of: of(days.period)?,
            minus: of(days.other_period)?,
        }))
    }

    /// "More ales than in May": what it came to in one stretch of days under conditions, and in another. Bounds alone
    /// narrow the rows that any comparison is of.
    fn under_conditions_of_both(&self, versus: &ComparisonSide) -> Option<Expr> {
        versus.when.as_ref()?;
        let bounds = |of: &Condition| of.amount.is_some();
        if self.frame.conditions.iter().all(bounds) || self.together.is_some() {
            return None;
        }
        let known = self.all_known(&self.frame.conditions)?;
        let adds_up = |of: &MeasureRef| self.aggregate(of).is_some_and(Aggregate::adds_up);
        let counts = matches!(self.frame.op, Some(Op::Days | Op::Often));
        let ask = match self.meant() {
            Some(of) if !counts && adds_up(&of) => QuestionKind::Total,
            Some(_) if !counts => QuestionKind::Average,
            _ => QuestionKind::Count,
        };
        self.in_both(&self.figure(ask, &known)?)
    }

    /// "Am I lighter than on the 3rd?": what one is now, and what one was that day.
    fn since_one_day(&self, versus: &ComparisonSide) -> Option<Expr> {
        let day = versus.when.as_ref().filter(|days| days.days() == 1)?;
        let plain = self.frame.when.is_none() && self.frame.conditions.is_empty();
        let measure = self
            .measure
            .clone()
            .filter(|of| plain && self.is_state(of))?;
        Some(Expr::Difference(Difference {
            of: Box::new(self.plain(measure.clone(), FactOp::Last).into()),
            minus: Box::new(Expr::from(Figure {
                when: Some(day.clone().into()),
                ..self.plain(measure, FactOp::Average)
            })),
        }))
    }

    /// Where it goes, as the values of its days do.
    fn forecast(&self, reach: &Amount) -> Option<Expr> {
        let measure = self.reached(reach)?;
        let figure = self.plain(measure.clone(), FactOp::Series);
        Some(Expr::Forecast(Forecast {
            of: Box::new(figure.into()),
            reach: Some(self.number(reach, &measure)),
            on: None,
        }))
    }

    /// What is between a value and the latest one, or the best where more is better.
    fn distance(&self, reach: &Amount) -> Option<Expr> {
        let measure = self.reached(reach)?;
        let sums = self.aggregate(&measure).is_some_and(Aggregate::adds_up);
        let op = match self.is_state(&measure) {
            true => FactOp::Last,
            // "1000 km this year": all of it together.
            false if sums && (self.frame.all || self.days().is_some()) => FactOp::Total,
            false => FactOp::Best,
        };
        Some(Expr::Difference(Difference {
            of: Box::new(Expr::Number(self.number(reach, &measure))),
            minus: Box::new(self.plain(measure, op).into()),
        }))
    }

    /// What the latest value has more than the first.
    fn change(&self) -> Option<Expr> {
        // What adds up is neither lost nor gained, unless it is that of a thing each time.
        let sums = |of: &MeasureRef| self.aggregate(of).is_some_and(Aggregate::adds_up);
        let named = !self.topics.is_empty();
        let meant = self.meant().filter(|of| named || !sums(of));
        let measure = meant.or_else(|| self.state(&|_| true).filter(|_| !named))?;
        let known = self.all_known(&self.frame.conditions)?;
        let conditions: Vec<_> = known.iter().map(|of| self.under(of, &measure)).collect();
        let end = |op| {
            let figure = Figure {
                conditions: conditions.clone(),
                ..self.plain(measure.clone(), op)
            };
            Box::new(figure.into())
        };
        Some(Expr::Difference(Difference {
            of: end(FactOp::Last),
            minus: end(FactOp::First),
        }))
    }

    pub(super) fn plain(&self, of: MeasureRef, op: FactOp) -> Figure {
        Figure {
            subjects: self.topics.iter().map(|topic| topic.name.clone()).collect(),
            when: self.days().map(Into::into),
            unit: self.asked_unit(&of),
            ..Figure::of(of.domain, of.name, op)
        }
    }

    /// The measure that is named, else the one that its subjects are asked for.
    pub(super) fn meant(&self) -> Option<MeasureRef> {
        self.measure.clone().or_else(|| {
            let spoken = self.domain.as_ref().map(|(name, _)| name);
            let domain = self.topics.first().map(|topic| &topic.domain).or(spoken)?;
            measure::default_of(domain, self.ground.domains)
        })
    }

    /// The measure that a value is of: the one that is meant, else the state that may have it.
    fn reached(&self, reach: &Amount) -> Option<MeasureRef> {
        self.meant().or_else(|| self.state_at(reach.value))
    }

    /// What one is that may have such a value.
    pub(super) fn state_at(&self, value: f64) -> Option<MeasureRef> {
        self.state(&|of| {
            let range = of.plausible;
            range.is_some_and(|[low, high]| (low..=high).contains(&value))
        })
    }

    /// What one is as one was last, where it fits.
    fn state(&self, fits: &dyn Fn(&Measure) -> bool) -> Option<MeasureRef> {
        let mut base = self.modules().iter().filter(|module| module.base);
        base.find_map(|module| {
            let measures = measures_of(module)?;
            let mut states = measures.measures.iter();
            let found = states.find(|of| of.aggregate == Aggregate::Last && fits(of))?;
            Some(MeasureRef {
                domain: module.name.clone(),
                name: found.name.clone(),
            })
        })
    }

    /// What a sum of several subjects adds up.
    fn summed(&self, of: &MeasureRef) -> MeasureRef {
        let module = self.ground.domains.module(&of.domain);
        let sums = module.and_then(|module| Some(measures_of(module)?.sums.clone()));
        let sum = sums.into_iter().flatten().find(|sum| sum.name == of.name);
        MeasureRef {
            domain: of.domain.clone(),
            name: sum.map_or_else(|| of.name.clone(), |sum| sum.measure),
        }
    }

    /// A value as it was said; a bare one in the unit that its measure is told in.
    fn number(&self, reach: &Amount, of: &MeasureRef) -> Number {
        Number {
            value: reach.value,
            unit: reach
                .unit
                .clone()
                .or_else(|| self.unit_of(&self.summed(of))),
        }
    }

    pub(super) fn is_state(&self, of: &MeasureRef) -> bool {
        matches!(self.aggregate(of), Some(Aggregate::Last | Aggregate::Avg))
    }
}
