//! Days about something that only the notes tell of: what was so on a side of it, or on both.

use crate::model::{
    Difference, EventDays, EventSide, Expr, FactOp, Figure, MeasureRef, QuestionKind, When,
};

use super::frame::Op;
use super::intent::ResolvedFrame;

impl ResolvedFrame<'_> {
    /// The figure of the days about an event, and the kind of question that it is worded as; where one asks
    /// how things changed, the days on both sides of it.
    pub(super) fn about_event(&self) -> Option<(QuestionKind, Expr)> {
        let event = self.frame.event.as_ref()?;
        let of = self.meant()?;
        let changed = matches!(self.frame.op, Some(Op::Compare | Op::Trend | Op::Change));
        if changed && self.frame.versus.is_none() && event.side != EventSide::During {
            return Some((QuestionKind::Compare, self.both_sides(&of, event)));
        }
        let ask = self.ask(self.is_filtered())?;
        let known = self.all_known(&self.frame.conditions)?;
        let figure = match known.is_empty() {
            true => self.plain(of, self.op(ask)?),
            false => self.figure(ask, &known)?,
        };
        Some((ask, of_days(figure, event.clone())))
    }

    /// What it was after something, beside what it was before. What one is as one was last is taken from the end of each.
    fn both_sides(&self, of: &MeasureRef, event: &EventDays) -> Expr {
        let changes = self.frame.op == Some(Op::Change) && self.is_state(of);
        let op = if changes {
            FactOp::Last
        } else {
            FactOp::Average
        };
        let side = |side: EventSide| {
            let event = EventDays {
                side,
                ..event.clone()
            };
            Box::new(of_days(self.plain(of.clone(), op), event))
        };
        let then = match event.side {
            EventSide::After => EventSide::After,
            _ => EventSide::Since,
        };
        Expr::Difference(Difference {
            of: side(then),
            minus: side(EventSide::Before),
        })
    }
}

fn of_days(figure: Figure, event: EventDays) -> Expr {
    Expr::from(Figure {
        when: Some(When::Event(event)),
        ..figure
    })
}
