//! Several figures for one question: one for each stretch of days, or of several measures.

use crate::domain::measures::Aggregate;
use crate::engine::builtin::planner::measure;
use crate::model::{Expr, FactOp, Figure, GroupBy, MeasureRef, QuestionKind, RowsOf, Sum};

use super::frame::{AnswerType, Op, Order};
use super::intent::ResolvedFrame;

impl ResolvedFrame<'_> {
    /// "Which month did I carry most": by what the loads of a month come to, where that adds up.
    pub(super) fn sum_of_buckets(&mut self, ask: QuestionKind) {
        let frame = self.frame;
        let ranked = matches!(ask, QuestionKind::Best | QuestionKind::Worst)
            || ask == QuestionKind::Total && self.is_series();
        let counted =
            frame.op.is_some() || frame.wants(AnswerType::Number) || frame.counted.is_some();
        // The day of the week one does it most is the one it is done on most often.
        let part = frame
            .by
            .is_some_and(|by| by.is_part() || by == GroupBy::Weekday);
        let things = self.topics.first().map(|topic| &topic.domain);
        let countable = |domain: &String| measure::how_many(domain, self.ground.domains).is_some();
        let part = things.is_some_and(|domain| part || countable(domain));
        if !ranked || counted || part || frame.by.is_none() || self.measure.is_some() {
            return;
        }
        let default = self.meant();
        self.measure = default.filter(|of| self.aggregate(of).is_some_and(Aggregate::adds_up));
    }

    /// "Which month did I lift least", of a whole domain whose values are no sum: how often.
    pub(super) fn counts_buckets(&self) -> bool {
        let frame = self.frame;
        let ranked = frame.order.is_some() && frame.by.is_some() && frame.op.is_none();
        let whole = self.topics.is_empty() && self.measure.is_none() && self.domain.is_some();
        ranked && whole && frame.conditions.is_empty()
    }

    /// "How many hours did I train": a measure of several domains, of what they have together.
    pub(super) fn of_all_together(&self) -> Option<Expr> {
        let frame = self.frame;
        let together = frame.together.as_ref()?;
        let plain = frame.by.is_none() && frame.order.is_none() && frame.op.is_none();
        if !plain {
            return None;
        }
        let of_domain = |rows: &RowsOf| match &frame.measure {
            Some(named) => {
                let mut own = named.all().filter(|of| of.domain == rows.domain);
                own.find_map(|of| self.summed_up(of))
            }
            None => self.sum_in(&rows.domain, frame.unit.as_ref()?),
        };
        let parts = together.of.iter().filter_map(of_domain);
        let parts: Vec<Expr> = parts
            .filter(|of| self.adds_up(of))
            .map(|of| self.plain(of, FactOp::Total).into())
            .collect();
        (parts.len() > 1).then_some(Expr::Sum(Sum { of: parts }))
    }

    /// A measure where it adds up, or what sums it up.
    pub(super) fn summed_up(&self, of: &MeasureRef) -> Option<MeasureRef> {
        if self.adds_up(of) {
            return Some(of.clone());
        }
        let total = measure::of(of, self.ground.domains)?.total?;
        Some(MeasureRef {
            domain: of.domain.clone(),
            name: total,
        })
    }

    /// Several measures of the same days: "sleep and mood yesterday".
    pub(super) fn side_by_side(&self) -> Vec<Expr> {
        let spoken = self.domains();
        let beside = self.frame.beside.iter().map(|of| of.in_one_of(&spoken));
        let op = |of: &MeasureRef| match (self.frame.order, self.frame.op, self.aggregate(of)) {
            (Some(Order::Most), ..) => FactOp::Best,
            (Some(Order::Least), ..) => FactOp::Worst,
            (_, Some(Op::Average), _) => FactOp::Average,
            (_, Some(Op::Last), _) => FactOp::Last,
            (_, _, Some(of)) if of.adds_up() => FactOp::Total,
            (_, _, Some(Aggregate::Max | Aggregate::Min)) => FactOp::Best,
            _ if self.frame.when.is_none() => FactOp::Last,
            _ => FactOp::Average,
        };
        let all = self.measure.clone().into_iter().chain(beside);
        all.map(|of| {
            let op = op(&of);
            self.plain(of, op).into()
        })
        .collect()
    }

    /// Whether a figure for each stretch of days is to be told, one after the other.
    pub(super) fn is_series(&self) -> bool {
        let frame = self.frame;
        let long = matches!(frame.by, Some(GroupBy::Month | GroupBy::Year));
        let bare = long && frame.op.is_none() && frame.want.is_empty() && self.measure.is_some();
        let each = frame.each && frame.by.is_some() || bare;
        let adds_up = self.meant().is_some_and(|of| self.adds_up(&of));
        each && !matches!(frame.op, Some(Op::Average | Op::Trend))
            && frame.order.is_none()
            && frame.versus.is_none()
            && (adds_up || self.measure.is_none())
    }

    /// The best of each stretch of days.
    pub(super) fn best_of_each(&self) -> Option<Expr> {
        let frame = self.frame;
        let op = match frame.order? {
            Order::Most => FactOp::Best,
            Order::Least => FactOp::Worst,
        };
        let of = self.meant().filter(|of| frame.each && !self.adds_up(of))?;
        Some(
            Figure {
                by: frame.by,
                ..self.plain(of, op)
            }
            .into(),
        )
    }

    pub(super) fn adds_up(&self, of: &MeasureRef) -> bool {
        self.aggregate(of).is_some_and(Aggregate::adds_up)
    }
}
