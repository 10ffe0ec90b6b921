//! What a question means after the one before it: the places that it leaves empty are filled from there.

use chrono::{Datelike, Days, NaiveDate, TimeDelta};

use super::frame::{
    AnswerType, ComparisonSide, Condition, DomainReference, Frame, MeasureWithAlternatives, Op,
    Order,
};
use crate::engine::builtin::planner::measure;
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::model::{ContextReference, DateRange, GroupBy, Step, Topic};

/// What is known of the answer to the question before.
#[derive(Clone, Copy)]
pub(super) struct PreviousAnswer<'a> {
    /// The days it told of.
    pub(super) told: Option<&'a DateRange>,
    pub(super) today: NaiveDate,
    /// Whether it is plain that it is asked about.
    pub(super) asked_about: bool,
}

/// What `now` means after `earlier`, whose answer told of a day. None where it leaves nothing out.
pub(super) fn after(
    now: &Frame,
    earlier: &Frame,
    lean: &ContextReference,
    answered: PreviousAnswer<'_>,
) -> Option<Frame> {
    let PreviousAnswer { told, today, .. } = answered;
    // "Mood on the day after granite" names its days.
    let lean = &ContextReference {
        day: lean.day.filter(|_| !now.lag),
        ..lean.clone()
    };
    if !leans(now, earlier, lean) {
        return None;
    }
    // "When did I first do that?", of a record: the answer tells when it was first reached.
    let first = now.op == Some(Op::First) && lean.points_back && !now.names() && !now.has_days();
    if first && earlier.order.is_some() {
        return Some(earlier.clone());
    }
    // "Which days?", of a record: the answer tells each day it was reached.
    let which =
        now.op == Some(Op::List) && now.wants(AnswerType::Name) && !now.names() && !now.has_days();
    if which && earlier.order.is_some() && earlier.by.is_none() {
        return Some(earlier.clone());
    }
    // "By how much?", of what was set beside something: the answer tells it.
    let how_much = matches!(now.op, None | Some(Op::Compare)) && now.want == [AnswerType::Amount];
    let open = now.order.is_none() && !now.says_days() && now.conditions.is_empty();
    if how_much && open && earlier.versus.is_some() && now.is_of_same_things(earlier) {
        return Some(Frame {
            measure: now.measure.clone().or_else(|| earlier.measure.clone()),
            ..earlier.clone()
        });
    }
    let mut meant = now.clone();
    meant.set_beside_days_before(earlier, lean);
    meant.set_beside(earlier);
    meant.turn(earlier);
    // "What did I do that day?": all of it.
    let says_when = now.want == [AnswerType::Day] && !now.asks();
    let how_many =
        now.op.is_none() && (now.wants(AnswerType::Number) || now.wants(AnswerType::Amount));
    let of_day = lean.day.is_some() && now.asks() && !now.names() && !says_when && !how_many;
    let same = meant.is_of_same_things(earlier);
    if answered.asked_about && lean.day.is_none() && !same {
        meant.take_days_counted(earlier);
    }
    if same && !of_day {
        meant.take_things(earlier, lean.points_back || answered.asked_about);
    } else if !now.asks() && meant.measure.is_none() && !of_day {
        // "And sanding?", of how many hours: what it has in those, if anything.
        meant.measure.clone_from(&earlier.measure);
        let counts = earlier.counted.is_some() || earlier.wants(AnswerType::Number);
        if let Some(counted) = meant
            .counted
            .take_if(|_| earlier.measure.is_some() || !counts)
        {
            meant.domain.get_or_insert(DomainReference {
                name: counted.of.domain,
                typed: String::new(),
            });
        }
    }
    // "Did I polish that day, too?" asks for itself.
    let whether = now.ever && now.names() && lean.points_back;
    if now.asks() || whether {
        meant.take_manner(earlier);
    } else {
        meant.take_asking(earlier);
    }
    meant.take_days(earlier, lean, (told, today));
    Some(meant)
}

/// Whether a question leaves out what the one before it named.
fn leans(now: &Frame, earlier: &Frame, lean: &ContextReference) -> bool {
    if lean.goes_on || lean.step.is_some() || lean.day.is_some() {
        return true;
    }
    // "What did I do yesterday?" is about all of it.
    let of_all = matches!(now.op, Some(Op::List | Op::Summary)) && now.has_days()
        || now.op == Some(Op::Summary);
    if !now.names() {
        return !of_all;
    }
    let of_same = now.of.is_empty() && now.is_of_same_things(earlier);
    // "How often did I eat it in May": a verb says less than the name before it.
    let verb = now.measure.is_none() && now.counted.is_none() && !earlier.of.is_empty();
    if of_same && verb && lean.brief {
        return true;
    }
    lean.short && (!now.asks() || of_same) || lean.points_back && of_same
}

/// How many days a stretch of the calendar has at most.
fn longest(by: GroupBy) -> Option<i64> {
    match by {
        GroupBy::Week => Some(7),
        GroupBy::Month => Some(31),
        GroupBy::Year => Some(366),
        _ => None,
    }
}

impl Frame {
    /// Whether it names anything that it is about.
    fn names(&self) -> bool {
        !self.domains().is_empty() || self.together.is_some()
    }

    fn has_days(&self) -> bool {
        self.when.is_some() || self.weekday.is_some() || self.lately
    }

    /// Whether it says on which days, or beside which event.
    pub(super) fn says_days(&self) -> bool {
        self.has_days() || self.event.is_some() || self.only.is_some() || self.versus.is_some()
    }

    /// Whether it says what is wanted of what it is about.
    fn asks(&self) -> bool {
        self.op.is_some()
            || self.order.is_some()
            || self.reach.is_some()
            || self.versus.is_some()
            || self.without
            || self.stuck
            || self.wants(AnswerType::Number)
            || self.wants(AnswerType::Amount)
            || self.wants(AnswerType::Since)
    }

    /// "For how many", of the one day that was told: what its domain counts there.
    pub(super) fn counts_that_day(&mut self, lean: &ContextReference, ground: ReadingContext<'_>) {
        let one_day = self.when.as_ref().is_some_and(|days| days.days() == 1);
        let plain = self.op.is_none() && self.order.is_none() && self.wants(AnswerType::Number);
        let of = self
            .of
            .first()
            .filter(|_| lean.day.is_some() && one_day && plain);
        if let Some(of) = of.and_then(|of| measure::how_many(&of.domain, ground.domains))
            && self.measure.is_none()
            && self.counted.is_none()
        {
            self.measure = Some(MeasureWithAlternatives {
                of,
                also: Vec::new(),
            });
        }
    }

    /// The domains of what it names.
    fn domains(&self) -> Vec<&str> {
        let things = self.of.iter().map(|topic| &topic.domain);
        let spoken = self.domain.iter().map(|domain| &domain.name);
        let measures = self.measure.iter().chain(&self.counted);
        let measures = measures.flat_map(|of| of.all().map(|of| &of.domain));
        things
            .chain(spoken)
            .chain(measures)
            .map(String::as_str)
            .collect()
    }

    /// Whether what it names may be of what another is about.
    fn is_of_same_things(&self, earlier: &Self) -> bool {
        let (own, theirs) = (self.domains(), earlier.domains());
        self.together.is_none()
            && (own.is_empty() || own.iter().any(|domain| theirs.contains(domain)))
    }

    /// "Compared with last month?", "is it down in October?": its days and those of the question before it.
    fn set_beside(&mut self, earlier: &Self) {
        let turns = self.op == Some(Op::Trend) && self.wants(AnswerType::Whether);
        let compares = self.op == Some(Op::Compare) || turns && earlier.tells_a_figure();
        let same =
            |one: &Topic, other: &Topic| (&one.domain, &one.name) == (&other.domain, &other.name);
        let others = self
            .of
            .iter()
            .any(|own| !earlier.of.iter().any(|other| same(own, other)));
        if self.versus.is_some() || !compares || others {
            return;
        }
        let (Some(own), Some(before)) = (&self.when, &earlier.when) else {
            return;
        };
        if own == before || own.days() == 1 && before.days() > 1 {
            return;
        }
        // "Than last month" is what the earlier days are set against, "is it down" is asked of its own.
        let (when, then) = if turns { (own, before) } else { (before, own) };
        let versus = ComparisonSide {
            when: Some(then.clone()),
            ..ComparisonSide::default()
        };
        (self.when, self.versus) = (Some(when.clone()), Some(versus));
        self.op = Some(Op::Compare);
    }

    /// "Is that less than the week before?": the days of the question before it, and those before them.
    fn set_beside_days_before(&mut self, earlier: &Self, lean: &ContextReference) {
        let bare = self.op == Some(Op::Compare) && !self.says_days();
        let Some(days) = earlier.when.as_ref().filter(|_| bare) else {
            return;
        };
        let before = match lean.step {
            Some(Step::Before) => days.before(),
            Some(Step::YearBefore) => days.year_before(),
            _ => None,
        };
        if before.is_some() {
            self.when = Some(days.clone());
            self.versus = Some(ComparisonSide {
                when: before,
                ..ComparisonSide::default()
            });
        }
    }

    /// Whether it asks for one figure of its days.
    fn tells_a_figure(&self) -> bool {
        let figure = matches!(self.op, None | Some(Op::Average | Op::Days | Op::Often));
        figure && self.order.is_none() && self.versus.is_none()
    }

    /// "And on the other days?": the days that the question before left out.
    fn turn(&mut self, earlier: &Self) {
        let rest = self.versus.as_ref().is_some_and(|versus| versus.rest);
        let same = self.op.is_none() || self.op == earlier.op;
        let bare = self.conditions.is_empty() && same && self.order.is_none();
        let turned: Option<Vec<Condition>> = match (rest && bare, earlier.conditions.as_slice()) {
            (true, conditions @ [_, ..]) => conditions.iter().map(Condition::turned).collect(),
            _ => None,
        };
        if let Some(turned) = turned {
            (self.versus, self.conditions) = (None, turned);
            self.lag |= earlier.lag;
        }
    }

    /// "And how did I sleep on those days?": the days that were counted, by what was done on them.
    fn take_days_counted(&mut self, earlier: &Self) {
        let counted = matches!(earlier.op, Some(Op::Days | Op::List | Op::Often))
            || earlier.op.is_none() && earlier.wants(AnswerType::Number);
        let open = self.conditions.is_empty() && self.versus.is_none() && self.event.is_none();
        if !(counted && open && earlier.order.is_none()) {
            return;
        }
        let of_days = earlier.conditions.iter().map(Condition::of_its_day);
        // What bounds a thing says it by itself.
        let bare = earlier.conditions.is_empty();
        let things = earlier
            .of
            .iter()
            .filter(|_| bare)
            .map(Condition::of_days_with);
        self.conditions = of_days.chain(things).collect();
        self.lag |= earlier.lag;
    }

    /// Takes what another is about where it names nothing of the kind. `of_those`: whether it asks of what was found.
    fn take_things(&mut self, earlier: &Self, of_those: bool) {
        let of_same_domain = |found: &Condition| {
            let name = found.name.as_ref()?;
            let domain = &name.domain;
            (self.of.first()?.domain == *domain).then(|| domain.clone())
        };
        let beside = earlier.conditions.iter().find_map(of_same_domain);
        // A verb says less than the name before it.
        let spoken = self.domain.as_ref().map(|domain| &domain.name);
        let mut things = earlier.of.iter();
        let verb = !earlier.of.is_empty() && things.all(|of| Some(&of.domain) == spoken);
        let named = !self.of.is_empty() || self.domain.is_some() && !verb;
        if let Some(domain) = beside.filter(|_| !self.asks() && earlier.of.is_empty()) {
            // "And before long ones?": what the days are known by.
            self.conditions.clone_from(&earlier.conditions);
            let names = self.conditions.iter_mut().filter_map(|of| of.name.as_mut());
            let of_days = names.filter(|name| name.domain == domain);
            for (name, other) in of_days.zip(self.of.drain(..)) {
                *name = other;
            }
            self.domain.clone_from(&earlier.domain);
        } else if !named {
            self.of.clone_from(&earlier.of);
            self.domain = self.domain.take().or_else(|| earlier.domain.clone());
            self.together.clone_from(&earlier.together);
        }
        // "How long did it take", of a measure of one domain: that of the same.
        let domain = earlier.measure.as_ref().map(|of| of.of.domain.clone());
        if let (Some(own), Some(domain), true) = (
            &mut self.measure,
            domain,
            self.of.is_empty() && self.domain.is_none(),
        ) {
            let spoken = own.in_one_of(&[domain]);
            own.of = spoken;
        }
        // "How many kg" of what was asked about before.
        let before = earlier.measure.as_ref().map(|of| &of.of);
        let alike = self
            .measure
            .as_ref()
            .is_some_and(|own| own.all().any(|of| Some(of) == before));
        if alike {
            self.measure.clone_from(&earlier.measure);
        }
        // "Was I sick then?" asks for no figure of it.
        let whether = self.ever && named;
        if self.measure.is_none() && self.counted.is_none() && !whether {
            self.take_measure(earlier);
        }
        self.take_conditions(earlier, of_those);
    }

    fn take_measure(&mut self, earlier: &Self) {
        let counts = matches!(
            self.op,
            Some(Op::Days | Op::Often | Op::Gap | Op::Off | Op::Streak | Op::List)
        ) || self.wants(AnswerType::Number) && self.order.is_none();
        // What is counted is what it is about, as far as that is said.
        let bare = self.of.is_empty() && self.domain.is_none() && self.together.is_none();
        if counts && !bare {
            return;
        }
        self.measure.clone_from(&earlier.measure);
        self.counted.clone_from(&earlier.counted);
        self.beside.clone_from(&earlier.beside);
        self.within.clone_from(&earlier.within);
    }

    /// The conditions of another; one of its own is on the measure, in the unit, of the one it stands for.
    fn take_conditions(&mut self, earlier: &Self, of_those: bool) {
        if self.conditions.is_empty() {
            // "So which was the longest?" is not asked of those over a bound.
            let bounds = |of: &Condition| of.amount.is_some();
            let which = self.order.is_some() && self.op.is_none();
            if which && earlier.order.is_none() && earlier.conditions.iter().all(bounds) {
                if !of_those {
                    return;
                }
                // "Of those, the highest?": of what bounds them.
                let mut bounded = earlier.conditions.iter();
                let of = bounded.find_map(|of| of.measure.clone());
                self.measure = self.measure.take().or(of);
            }
            self.conditions.clone_from(&earlier.conditions);
            self.lag |= earlier.lag;
            return;
        }
        let mut bounds = earlier.conditions.iter();
        let Some(bound) = bounds.find(|of| of.amount.is_some()) else {
            return;
        };
        for own in &mut self.conditions {
            if let Some(like) = own.like(bound).filter(|_| own.measure.is_none()) {
                *own = like;
            }
        }
    }

    /// Takes all that another asks, where it asks nothing itself.
    fn take_asking(&mut self, earlier: &Self) {
        let want = std::mem::take(&mut self.want);
        *self = Self {
            of: std::mem::take(&mut self.of),
            measure: self.measure.take(),
            beside: std::mem::take(&mut self.beside),
            counted: self.counted.take(),
            together: self.together.take(),
            domain: self.domain.take(),
            when: self.when.take(),
            conditions: std::mem::take(&mut self.conditions),
            by: self.by.or(earlier.by),
            only: self.only.take(),
            weekday: self.weekday.take(),
            before: self.before,
            so_far: self.so_far,
            limit: self.limit.or(earlier.limit),
            ever: self.ever,
            lately: self.lately,
            lag: self.lag,
            unit: self.unit.take().or_else(|| earlier.unit.clone()),
            ..earlier.clone()
        };
        for want in want {
            if !self.wants(want) {
                self.want.push(want);
            }
        }
        // "When?" and "which ones?", of what was counted: its days.
        let which =
            self.wants(AnswerType::Day) || self.wants(AnswerType::Name) && self.when.is_none();
        let counted = matches!(self.op, Some(Op::Often | Op::Days)) && self.order.is_none();
        if which && counted && self.unit.is_none() {
            self.op = Some(Op::List);
        }
    }

    /// Takes how another asks for what it asks for, too.
    fn take_manner(&mut self, earlier: &Self) {
        if self.order.is_some() && earlier.order.is_some() && self.op.is_none() {
            self.by = self.by.or(earlier.by);
            self.bucket = self.bucket.or(earlier.bucket);
            self.in_day |= earlier.in_day;
            self.op = earlier.op;
            if self.want.is_empty() {
                self.want.clone_from(&earlier.want);
            }
        }
        // "More than last month?", of how many times: that is compared.
        let beside = self.versus.as_ref().is_some_and(|of| of.when.is_some());
        let compares = matches!(self.op, None | Some(Op::Compare | Op::Trend));
        if beside && compares && earlier.tells_a_figure() {
            self.op = earlier.op.or(self.op);
            self.all |= earlier.all;
            let counts = earlier.wants(AnswerType::Number) && !self.wants(AnswerType::Number);
            self.want.extend(counts.then_some(AnswerType::Number));
        }
        let bare = self.op.is_none() && self.order.is_none() && self.reach.is_none();
        // "By how much?", of what was said to grow.
        if bare
            && self.want == [AnswerType::Amount]
            && matches!(earlier.op, Some(Op::Trend | Op::Change))
        {
            self.op = Some(Op::Change);
        }
        if matches!(self.op, Some(Op::Forecast | Op::Distance)) && self.reach.is_none() {
            self.reach.clone_from(&earlier.reach);
        }
        self.unit = self.unit.take().or_else(|| earlier.unit.clone());
    }

    /// The days it points at, else its own, else those of another.
    fn take_days(
        &mut self,
        earlier: &Self,
        lean: &ContextReference,
        (told, today): (Option<&DateRange>, NaiveDate),
    ) {
        self.weekday_before(earlier, told);
        let of_all = self.ever && lean.day.is_none();
        if self.has_days() || of_all || self.event.is_some() {
            return;
        }
        // The worst of one day that was told says nothing more.
        let one_day = earlier.when.as_ref().is_some_and(|days| days.days() == 1);
        if self.order.is_some() && one_day && lean.day.is_none() && lean.step.is_none() {
            return;
        }
        // Nor does the best month of one month.
        let of_stretch = self.by.or(self.bucket).and_then(longest);
        let within = earlier.when.as_ref().zip(of_stretch);
        if self.order.is_some() && within.is_some_and(|(days, longest)| days.days() <= longest) {
            return;
        }
        // "Is that my fastest?" is asked of all days.
        if self.order.is_some() && self.wants(AnswerType::Whether) && lean.points_back {
            return;
        }
        let days = earlier.when.as_ref();
        // "How many points was that?", of the one that was told.
        let detail = self.of_told(earlier) && lean.day.is_none() && lean.step.is_none();
        if let Some(told) = told.filter(|_| detail) {
            self.when = Some(told.clone());
            return;
        }
        // "What did I eat?", of a day that was told for what it holds.
        let tells = earlier.order.is_some() || matches!(earlier.op, Some(Op::First | Op::Last));
        let lists = self.op == Some(Op::List) && !self.wants(AnswerType::Name);
        if let Some(told) = told.filter(|told| told.days() == 1 && tells && lists)
            && lean.day.is_none()
            && lean.step.is_none()
        {
            self.when = Some(told.clone());
            return;
        }
        // "That month": all of it.
        if let Some(told) = told.filter(|told| told.days() > 1 && lean.day == Some(0)) {
            self.when = Some(told.clone());
            return;
        }
        if let Some(from) = lean.day {
            let one = days.filter(|days| days.start == days.end);
            let day = told.or(one).map(|days| days.start);
            let delta = TimeDelta::try_days(from);
            let day = day.and_then(|day| day.checked_add_signed(delta?));
            // "Back then", of days that were named: those.
            let all = days.filter(|_| from == 0).cloned();
            self.when = day.map(DateRange::day).or(all);
            return;
        }
        self.only = self.only.take().or_else(|| earlier.only.clone());
        self.when = match lean.step {
            Some(Step::TimeBefore) if earlier.tells_a_time() => told
                .and_then(|told| told.start.pred_opt())
                .map(DateRange::until),
            Some(Step::Before | Step::TimeBefore) => days.and_then(DateRange::before),
            Some(Step::YearBefore) => days.and_then(DateRange::year_before),
            Some(Step::Since) => told.or(days).and_then(|days| days.behind(today)),
            None => {
                self.weekday.clone_from(&earlier.weekday);
                self.lately = earlier.lately;
                days.cloned()
            }
        };
    }

    /// "And the Friday before?": the one before the day of the question before.
    fn weekday_before(&mut self, earlier: &Self, told: Option<&DateRange>) {
        let Some(named) = self.weekday.clone().filter(|_| self.before) else {
            return;
        };
        let one = earlier.when.as_ref().filter(|days| days.days() == 1);
        let of_weekday = earlier.weekday.as_ref().map(|weekday| &weekday.when);
        let from = one.or(of_weekday).or(told).map(|days| days.start);
        let back = |from: NaiveDate| {
            let since = from.weekday().days_since(named.when.start.weekday());
            let since = if since == 0 { 7 } else { since };
            from.checked_sub_days(Days::new(u64::from(since)))
        };
        if let Some(day) = from.and_then(back) {
            (self.weekday, self.when) = (None, Some(DateRange::day(day)));
        }
    }

    /// Whether it asks how much something else was of the one day that another tells of.
    fn of_told(&self, earlier: &Self) -> bool {
        // How bad something got is not told of the day it began.
        let tells = earlier.order.is_some() || earlier.op == Some(Op::Last);
        let plain = matches!(self.op, None | Some(Op::Average)) && self.order.is_none();
        let amount = self.wants(AnswerType::Amount) || self.wants(AnswerType::Number);
        let other = self.measure.is_some() || self.unit.is_some();
        tells && plain && amount && other && earlier.by.is_none()
    }

    /// Whether its answer tells one time of several, before which there may be another.
    fn tells_a_time(&self) -> bool {
        let of_all = self.when.as_ref().is_none_or(DateRange::is_open);
        self.op == Some(Op::Last)
            || of_all && matches!(self.order, Some(Order::Most | Order::Least))
    }
}
