//! The kind of question that a frame is.

use crate::domain::measures::Aggregate;
use crate::engine::builtin::measures::measures_of;
use crate::model::{GroupBy, MeasureRef, QuestionKind as Kind};

use super::frame::{AnswerType, Op, Order};
use super::intent::ResolvedFrame;

/// Longer stretches of days have a course.
const FEW_DAYS: i64 = 14;

/// What the kind of a question depends on beside its frame.
#[derive(Clone, Copy)]
struct KindFeatures {
    /// Whether a measure is named.
    named: bool,
    /// Whether the values of the named one add up.
    adds_up: bool,
    /// Whether it has a sum, of its own or of another measure.
    total: bool,
    /// Whether it is how many there were.
    counts: bool,
    /// Whether it is what one is, not what one did.
    state: bool,
    /// Whether its latest value is what it is.
    latest: bool,
    /// Whether, with none named, the values of what is asked about add up.
    sums: bool,
    /// Whether its values are under a condition.
    filtered: bool,
}

impl ResolvedFrame<'_> {
    /// Whether it asks which of two things grows faster: their trends are compared.
    pub(super) fn is_growth_of_two(&self) -> bool {
        let frame = self.frame;
        let versus = frame.versus.as_ref();
        let beside = versus.is_some_and(|versus| versus.of.is_some());
        frame.op == Some(Op::Trend) && (beside || frame.order.is_some() && self.topics.len() == 2)
    }

    /// The kind of question. None where it is of none that phrases tell.
    pub(super) fn ask(&self, filtered: bool) -> Option<Kind> {
        let frame = self.frame;
        if frame.stretches.is_some() {
            return Some(Kind::Stretches);
        }
        let measured = self.kind_of_measure(filtered);
        let versus = frame.versus.as_ref();
        let beside = versus.is_some_and(|versus| versus.when.is_some() || versus.of.is_some());
        if beside || self.is_growth_of_two() {
            return Some(Kind::Compare);
        }
        let counts = frame.wants(AnswerType::Number) || frame.wants(AnswerType::Day);
        if frame.op == Some(Op::Days) && !counts && self.is_beside_bound() {
            return Some(Kind::Average);
        }
        if self.seeks_days() {
            return Some(Kind::Count);
        }
        if let Some(op) = frame.op {
            return self.of_op(op, measured);
        }
        if self.fares(measured) {
            return Some(Kind::Trend);
        }
        if frame.all && frame.order.is_none() {
            return Some(match measured.named && !measured.total {
                true => Kind::Average,
                false => Kind::Total,
            });
        }
        let of_week = frame.by == Some(GroupBy::Weekday) && !measured.named;
        if let Some(order) = frame.order.filter(|_| !of_week) {
            return Some(self.of_order(order, measured));
        }
        if self.is_series() {
            let sum = measured.total || measured.sums && !frame.wants(AnswerType::Number);
            return Some(if sum { Kind::Total } else { Kind::Count });
        }
        if frame.wants(AnswerType::Number) || frame.wants(AnswerType::Amount) {
            return Some(self.how_much(measured));
        }
        // "So far" is no question whether.
        let ever = frame.wants(AnswerType::Whether) || frame.ever && !measured.total;
        Some(match (frame.wants(AnswerType::Day), ever, filtered) {
            _ if frame.ever && measured.total && frame.when.is_none() => Kind::Total,
            (true, _, true) | (false, true, true) => Kind::First,
            (true, _, false) if frame.op == Some(Op::List) => Kind::List,
            (true, _, false) => Kind::Last,
            (false, true, false) => Kind::Ever,
            (false, false, _) => self.unasked(measured),
        })
    }

    fn kind_of_measure(&self, filtered: bool) -> KindFeatures {
        let measure = self.measured();
        let default = self.default().filter(|_| measure.is_none());
        let aggregate = measure.as_ref().map(|measure| measure.aggregate);
        let adds_up = aggregate.is_some_and(Aggregate::adds_up);
        let total = measure.as_ref().is_some_and(|of| of.total.is_some());
        KindFeatures {
            named: measure.is_some(),
            adds_up,
            total: adds_up || total,
            counts: matches!(aggregate, Some(Aggregate::Count | Aggregate::Entries)),
            state: matches!(aggregate, Some(Aggregate::Last | Aggregate::Avg)),
            latest: aggregate == Some(Aggregate::Last),
            sums: default.is_some_and(|measure| measure.aggregate.adds_up()),
            filtered,
        }
    }

    /// "Nights under 6 h": those are wanted, not what they come to.
    fn seeks_days(&self) -> bool {
        let frame = self.frame;
        let plain = matches!(frame.op, None | Some(Op::List | Op::Days));
        // "Every day under 6 h": each of them.
        let each = matches!(frame.by, None | Some(GroupBy::Day));
        let asks = frame.order.is_none() && !frame.wants(AnswerType::Amount) && each;
        let days =
            frame.op.is_some() || frame.wants(AnswerType::Number) || frame.wants(AnswerType::Day);
        // "My mood on days under 6 h" is of the mood.
        let own = days || !self.is_beside_bound();
        plain && asks && own && self.topics.is_empty() && self.has_one_bound()
    }

    /// Whether what is asked for is another figure than the one that is bounded.
    fn is_beside_bound(&self) -> bool {
        let bounded = self.frame.conditions.first();
        let bounded = bounded.and_then(|of| self.of_condition(of));
        let same = |of: &MeasureRef| {
            let mut on = bounded.iter();
            on.all(|(module, on)| module.name == of.domain && on.name == of.name)
        };
        self.measure.as_ref().is_some_and(|of| !same(of))
    }

    /// Whether it asks how something goes.
    fn fares(&self, measured: KindFeatures) -> bool {
        let days = self.frame.when.as_ref();
        let some_time = days.is_none_or(|days| days.days() > FEW_DAYS);
        let of = measured.named || !self.topics.is_empty();
        self.frame.how && some_time && !measured.state && of
    }

    /// What is said to be done with the rows.
    fn of_op(&self, op: Op, measured: KindFeatures) -> Option<Kind> {
        let frame = self.frame;
        let ordered = frame.order.is_some();
        let which = frame.wants(AnswerType::Name) || frame.wants(AnswerType::Day);
        let of_week = frame.by == Some(GroupBy::Weekday) && which;
        // Two things beside each other are two questions.
        let two = frame.of.len() > 1 || !frame.of.is_empty() && self.domain.is_some();
        Some(match op {
            Op::Trend if ordered => return None,
            Op::Trend => Kind::Trend,
            Op::Gap => Kind::Gap,
            Op::Streak => Kind::Streak,
            Op::First => Kind::First,
            Op::Last if frame.limit.is_some() => Kind::List,
            Op::Last => Kind::Last,
            // "List the days I ran": each of them.
            Op::List if !ordered && self.lists_days() => Kind::Count,
            // Records, rather than notes.
            Op::List if ordered || !self.topics.is_empty() && frame.when.is_none() => return None,
            Op::List => Kind::List,
            Op::Summary => Kind::Summary,
            Op::Average if !measured.named && of_week => Kind::Count,
            Op::Average if !measured.named && frame.by.is_some() => Kind::Often,
            Op::Average => Kind::Average,
            Op::Off => Kind::Off,
            // "More often in the morning or in the evening?"
            Op::Days if frame.by.is_some_and(GroupBy::is_part) => Kind::Compare,
            // "What do I have with granite most often?" is of what is beside it.
            Op::Days | Op::Often
                if ordered
                    && frame.by.is_none()
                    && self.topics.len() == 1
                    && frame.wants(AnswerType::Name) =>
            {
                return None;
            }
            Op::Days | Op::Often if ordered && frame.by.is_none() => Kind::Which,
            Op::Days | Op::Often if ordered => Kind::Best,
            // "How many times and how far": a sum tells its days, too.
            Op::Days
                if frame.wants(AnswerType::Amount)
                    && (measured.sums || measured.adds_up)
                    && !measured.filtered =>
            {
                Kind::Total
            }
            Op::Days if frame.each => Kind::Count,
            Op::Days if frame.by.is_none() && self.together.is_some() => Kind::Total,
            Op::Days if frame.by.is_none() => Kind::Count,
            Op::Days | Op::Often => Kind::Often,
            Op::Compare if frame.when.is_some() && !two => Kind::Compare,
            Op::Compare | Op::Forecast | Op::Distance | Op::Change | Op::Why => return None,
        })
    }

    /// Whether the days of something are listed; those of what one was are all that there is to list.
    fn lists_days(&self) -> bool {
        let mut topics = self.topics.iter();
        let of_writer = topics.all(|topic| self.ground.is_base(&topic.domain));
        let wants =
            self.frame.wants(AnswerType::Day) || self.frame.wants(AnswerType::Name) && of_writer;
        wants && !self.topics.is_empty()
    }

    /// The most or the least.
    fn of_order(&self, order: Order, measured: KindFeatures) -> Kind {
        // "Which of them do I do most": of a whole domain, how often.
        let each = matches!(self.frame.by, None | Some(GroupBy::Subject));
        let whole = self.topics.is_empty() && !measured.named && each;
        match order {
            _ if whole && self.frame.wants(AnswerType::Name) => Kind::Which,
            // The most of what is bad is the worst.
            Order::Most if self.is_degree() => Kind::Worst,
            Order::Most => Kind::Best,
            Order::Least => Kind::Worst,
        }
    }

    /// How much or how many.
    fn how_much(&self, measured: KindFeatures) -> Kind {
        let frame = self.frame;
        let number = frame.wants(AnswerType::Number);
        let per = frame.by.is_some();
        let free = frame.conditions.is_empty();
        match () {
            () if per && measured.named && !measured.counts => Kind::Average,
            () if per => Kind::Often,
            () if measured.counts && !measured.filtered => Kind::Total,
            () if measured.adds_up && measured.filtered => Kind::Count,
            () if measured.adds_up || measured.total && !self.is_of_one_day() => Kind::Total,
            () if measured.sums && !measured.named && !number => Kind::Total,
            () if number && self.together.is_some() => Kind::Total,
            () if number && (!measured.named || measured.filtered) => Kind::Count,
            () if measured.state && free && frame.when.is_none() => Kind::Last,
            () if measured.state && !free => Kind::Average,
            () if measured.named && frame.when.is_some() && !self.is_of_one_day() => Kind::Average,
            () if !measured.named && self.topics.is_empty() => Kind::Total,
            // How bad it was is how bad it got.
            () if self.is_degree() => Kind::Worst,
            () => Kind::Best,
        }
    }

    /// What only names things.
    fn unasked(&self, measured: KindFeatures) -> Kind {
        let frame = self.frame;
        let per = frame.by.is_some();
        let parts = matches!(frame.by, Some(GroupBy::Weekday | GroupBy::TimeOfDay));
        let counted = frame.counted.is_some() || self.together.is_some();
        let (dated, free) = (frame.when.is_some(), frame.conditions.is_empty());
        let days = dated && !self.is_of_one_day();
        match () {
            () if per && measured.named && !measured.counts => Kind::Average,
            () if parts => Kind::Count,
            () if per => Kind::Often,
            () if measured.adds_up && (dated || measured.filtered) => Kind::Total,
            () if measured.state && dated && !days && free && !self.is_of_night() => Kind::Average,
            () if measured.counts && !self.topics.is_empty() && (days || !dated) => Kind::Total,
            () if measured.latest && !dated && free => Kind::Last,
            () if measured.state && !free && !measured.filtered => Kind::Average,
            () if measured.named && days => Kind::Average,
            () if counted && days => Kind::Count,
            () if !measured.named && dated => Kind::List,
            () => Kind::Overview,
        }
    }

    /// Whether its measure tells the degree of another.
    fn is_degree(&self) -> bool {
        let Some(of) = &self.measure else {
            return false;
        };
        let module = self.ground.domains.module(&of.domain);
        let measures = module.and_then(|module| measures_of(module));
        measures.is_some_and(|all| {
            all.measures
                .iter()
                .any(|other| other.degree.as_ref() == Some(&of.name))
        })
    }

    fn is_of_night(&self) -> bool {
        self.measured().is_some_and(|of| of.of_night)
    }

    fn is_of_one_day(&self) -> bool {
        self.frame
            .when
            .as_ref()
            .is_some_and(|days| days.days() == 1)
    }
}
