//! What a frame asks, once it is known what its names mean.

use crate::engine::builtin::planner::{self, shared_words};
use crate::model::{DateRange, Expr, GroupBy, Intent, QuestionKind};

use super::disambiguation;
use super::frame::{AnswerType, Bound, Condition, Op, Order};
use super::intent::ResolvedFrame;

/// The days of a question.
pub(super) struct QuestionDays {
    pub(super) period: Option<DateRange>,
    pub(super) other_period: Option<DateRange>,
    pub(super) so_far: bool,
    pub(super) whole: Option<DateRange>,
}

impl ResolvedFrame<'_> {
    /// What it asks. None where the planner knows no such question.
    pub(super) fn intent(mut self) -> Option<Intent> {
        let frame = self.frame;
        let mut days = self.days_beside();
        let against = frame.versus.as_ref().and_then(|versus| versus.of.clone());
        self.topics.extend(against);
        let of_bound = self.counts_days() && self.has_one_bound();
        if disambiguation::bounds_the_mean(frame) || of_bound {
            self.measure = self.measure.clone().or_else(|| self.bounded());
        }
        let composed = self.composed();
        if frame.event.is_some() && composed.is_none() {
            return None;
        }
        let mut ask = match &composed {
            Some((ask, _)) => *ask,
            None => self.ask(self.is_filtered())?,
        };
        if self.together.is_some() {
            ask = shared_words::of_entries(ask, days.other_period.is_some())?;
        }
        if composed.is_none() && self.compares_with_nothing(ask) {
            if frame.versus.is_none() {
                days.other_period = days.period.as_ref().and_then(DateRange::before);
            }
            days.other_period.as_ref()?;
        }
        self.sum_of_buckets(ask);
        let figures = self.asked_figures(ask, composed.map(|(_, expr)| expr));
        let intent = self.filtered(&figures)?;
        let intent = self.manner(ask, intent);
        Some(Intent {
            ask,
            figures,
            period: days.period,
            other_period: days.other_period,
            so_far: days.so_far,
            whole: days.whole,
            ..self.about(ask, intent)
        })
    }

    /// Whether only other days can be what it is set against.
    fn compares_with_nothing(&self, ask: QuestionKind) -> bool {
        let of_parts = self.frame.by.is_some_and(GroupBy::is_part);
        ask == QuestionKind::Compare && self.topics.len() < 2 && !of_parts
    }

    /// The figures that no flat query says.
    fn asked_figures(&self, ask: QuestionKind, composed: Option<Expr>) -> Vec<Expr> {
        let frame = self.frame;
        if let Some(expr) = composed {
            return self.told_beside(expr);
        }
        if let Some(best) = self.best_of_each() {
            return vec![best];
        }
        if !frame.beside.is_empty() {
            self.side_by_side()
        } else if ask == QuestionKind::List && self.lists_values() {
            self.values_listed()
        } else if frame.conditions.is_empty() || disambiguation::bounds_the_mean(frame) {
            Vec::new()
        } else {
            self.figures(ask).unwrap_or_default()
        }
    }

    /// The value that narrows it, where its figures do not hold that already.
    fn filtered(&self, figures: &[Expr]) -> Option<Intent> {
        let frame = self.frame;
        let free = figures.is_empty() && !disambiguation::bounds_the_mean(frame);
        let condition = frame.conditions.first().filter(|_| free);
        // A bare number is told with what it is of.
        let in_unit = |found: &&Condition| {
            let amount = found.amount.as_ref();
            found.counted.is_none() && amount.is_some_and(|amount| amount.unit.is_some())
        };
        let quoted = condition.filter(in_unit);
        let quoted = quoted.and_then(|found| self.said(found));
        let (value, value_said) = self.value.clone().unzip();
        let strict =
            |found: &Condition| matches!(found.is, Some(Bound::MoreThan | Bound::LessThan));
        Some(Intent {
            filter: match condition {
                Some(condition) => Some(self.filter(condition)?),
                None => value,
            },
            filter_said: quoted.clone().or(value_said),
            filter_quoted: quoted,
            filter_strict: condition.is_some_and(strict),
            ..Intent::default()
        })
    }

    /// How its answer is wanted.
    fn manner(&self, ask: QuestionKind, intent: Intent) -> Intent {
        let frame = self.frame;
        let ranked = frame.order.is_some() || frame.by.is_some_and(GroupBy::is_part);
        Intent {
            by: frame.by,
            when: frame.wants(AnswerType::Day),
            limit: frame.limit,
            least: frame.order == Some(Order::Least),
            usual: frame.op == Some(Op::Average) || frame.op == Some(Op::Gap) && frame.mean,
            unit: self.told_unit(),
            often: frame.op == Some(Op::Often)
                || frame.op == Some(Op::Days) && ranked
                || self.counts_buckets(),
            how_went: frame.how && frame.op == Some(Op::Last),
            whether: frame.wants(AnswerType::Whether) || ask == QuestionKind::Ever,
            stuck: frame.stuck,
            stretches: frame.stretches.clone(),
            progress: self.is_growth_of_two(),
            ..intent
        }
    }

    /// What it is about.
    fn about(self, ask: QuestionKind, intent: Intent) -> Intent {
        let frame = self.frame;
        // "The highest weight of granite": of what a domain is asked for anyway, its best is meant.
        let usual = self.measure.as_ref();
        let usual = usual.is_some_and(|named| self.is_default(named));
        let coloured =
            frame.order.is_some() && frame.by.is_none() && !self.topics.is_empty() && usual;
        // A night is noted on the morning after it.
        let only = frame.only.as_ref();
        let of_night = self.measured().is_some_and(|of| of.of_night)
            && only.is_some_and(|of| of.by == GroupBy::TimeOfDay);
        let mut also = self.also.clone();
        if ask == QuestionKind::Compare {
            also.retain(|of| self.is_beside(of));
        }
        let (domain, domain_word) = self.domain.unzip();
        Intent {
            measure_said: self.measure.is_some() && !coloured,
            measure: self.measure,
            domain_word: domain_word.filter(|typed| !typed.is_empty()),
            domain,
            together: self.together,
            also,
            only: only.filter(|_| !of_night).cloned(),
            topics: self.topics,
            ..intent
        }
    }

    /// The days that it names, and those they are set against.
    pub(super) fn days_beside(&self) -> QuestionDays {
        let today = self.ground.today;
        let (mut period, mut other_period) = (self.days(), None);
        let (mut so_far, mut whole) = (false, None);
        let versus = self.frame.versus.as_ref();
        if let Some(then) = versus.and_then(|versus| versus.when.clone()) {
            let now = |days: &DateRange| days.contains(today);
            // The earlier days may be named first.
            let turned = now(&then) && period.as_ref().is_some_and(|days| days.end < then.start);
            let then = match period.take().filter(|_| turned) {
                Some(earlier) => {
                    period = Some(then);
                    earlier
                }
                None => {
                    period = self.days();
                    then
                }
            };
            other_period = Some(then.clone());
            // Days up to today are set against as much of those before.
            if period.as_ref().is_none_or(now)
                && then.end < today
                && let Some((now, part)) = planner::same_part(&then, today)
                && period.as_ref().is_none_or(|named| named.start == now.start)
            {
                so_far = true;
                whole = (part.end < then.end).then_some(then);
                (period, other_period) = (Some(now), Some(part));
            }
        }
        QuestionDays {
            period,
            other_period,
            so_far,
            whole,
        }
    }
}
