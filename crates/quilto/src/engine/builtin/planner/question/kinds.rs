//! The kind of question that a frame is.

use crate::domain::measures::Aggregate;
use crate::model::{GroupBy, QuestionKind};

use super::frame::{Op, Order, Want};
use super::intent::Seen;

/// Longer stretches of days have a course.
const FEW_DAYS: i64 = 14;

impl Seen<'_> {
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
        let asks_which = frame.wants(Want::Name) || frame.wants(Want::Day);
        let of_week = frame.by == Some(GroupBy::Weekday);
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
                // Records, rather than notes.
                Op::List if frame.order.is_some() => return None,
                Op::List if !self.topics.is_empty() && frame.when.is_none() => return None,
                Op::List => Kind::List,
                Op::Summary => Kind::Summary,
                Op::Average if measure.is_none() && of_week && asks_which => Kind::Count,
                Op::Average if measure.is_none() && frame.by.is_some() => Kind::Often,
                Op::Average => Kind::Average,
                Op::Off => Kind::Off,
                Op::Days | Op::Often if frame.order.is_some() && frame.by.is_none() => Kind::Which,
                Op::Days | Op::Often if frame.order.is_some() => Kind::Best,
                // "How many times and how far": a sum tells its days, too.
                Op::Days if frame.wants(Want::Amount) && sums && !filtered => Kind::Total,
                Op::Days if frame.by.is_none() => Kind::Count,
                Op::Days | Op::Often => Kind::Often,
                // Two things beside each other are two questions.
                Op::Compare
                    if frame.of.len() > 1 || !frame.of.is_empty() && self.domain.is_some() =>
                {
                    return None;
                }
                Op::Compare if frame.when.is_some() => Kind::Compare,
                Op::Compare | Op::Forecast | Op::Distance | Op::Change | Op::Why => return None,
            });
        }
        let some_time = frame
            .when
            .as_ref()
            .is_none_or(|days| days.days() > FEW_DAYS);
        let fares = frame.how && some_time && !state;
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
        // "Which lift do I do most": of a whole domain, how often.
        let whole = self.topics.is_empty() && measure.is_none() && frame.by.is_none();
        if whole && frame.order.is_some() && frame.wants(Want::Name) {
            return Some(Kind::Which);
        }
        match frame.order {
            Some(Order::Most) => return Some(Kind::Best),
            Some(Order::Least) => return Some(Kind::Worst),
            None => {}
        }
        if self.is_series() {
            return Some(if total || sums && !frame.wants(Want::Number) {
                Kind::Total
            } else {
                Kind::Count
            });
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
                () if number && self.together.is_some() => Kind::Total,
                () if number && (measure.is_none() || filtered) => Kind::Count,
                () if state && frame.conditions.is_empty() && frame.when.is_none() => Kind::Last,
                () if state && !frame.conditions.is_empty() => Kind::Average,
                () if measure.is_some() && frame.when.is_some() && !one_day => Kind::Average,
                () if measure.is_none() && self.topics.is_empty() => Kind::Total,
                () => Kind::Best,
            });
        }
        if frame.ever && total && frame.when.is_none() {
            return Some(Kind::Total);
        }
        if frame.wants(Want::Day) {
            return Some(if filtered { Kind::First } else { Kind::Last });
        }
        // "So far" is no question whether.
        if frame.wants(Want::Whether) || frame.ever && !total {
            return Some(if filtered { Kind::First } else { Kind::Ever });
        }
        let counted = frame.counted.is_some() || self.together.is_some();
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
            () if counted && frame.when.is_some() && !one_day => Kind::Count,
            () if measure.is_none() && frame.when.is_some() => Kind::List,
            () => Kind::Overview,
        })
    }
}
