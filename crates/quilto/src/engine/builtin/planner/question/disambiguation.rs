//! What places of a frame mean that depends on the others: a weekday by itself, a name beside a measure of
//! another domain, a bound on what is averaged.

use chrono::TimeDelta;

use crate::domain::Notation;
use crate::domain::measures::Aggregate;
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::engine::builtin::planner::measure::{self, measures_of};
use crate::engine::builtin::planner::reading_context::ReadingContext;
use crate::engine::builtin::planner::{self, shared_words};
use crate::model::{DateRange, GroupBy, MeasureRef, Topic};
use crate::text::UnitTable;
use quilto_language::Language;
use quilto_language::cues::bare;

use super::frame::{
    AnswerType, Bound, ComparisonSide, Condition, DomainReference, Frame, MeasureWithAlternatives,
    Op,
};

/// The frame with these settled.
pub(super) fn settle(mut frame: Frame, ground: ReadingContext<'_>) -> Frame {
    own_units(&mut frame, ground);
    bounded_by_name(&mut frame, ground);
    places(&mut frame, ground);
    one_of_kind(&mut frame, ground);
    over_a_length(&mut frame, ground);
    mean(&mut frame);
    so_far(&mut frame, ground);
    reached(&mut frame);
    at_least(&mut frame);
    weekday(&mut frame);
    days_of_its_own(&mut frame);
    off(&mut frame);
    days_alone(&mut frame, ground);
    rest_of_days(&mut frame);
    days_of_week(&mut frame);
    bucket(&mut frame);
    names_beside_measure(&mut frame, ground);
    day_after(&mut frame);
    in_day(&mut frame, ground);
    lately(&mut frame, ground);
    by_now(&mut frame, ground);
    frame
}

/// "Nights I slept less than 5 h": what one is is named by the measure that is bounded, and is no condition beside it.
fn bounded_by_name(frame: &mut Frame, ground: ReadingContext<'_>) {
    let measure = |of: &Condition| {
        let name = of.name.as_ref().filter(|_| !of.without)?;
        let module = ground.domains.module(&name.domain)?;
        let measures = measures_of(module).filter(|_| module.base)?;
        Some(MeasureRef {
            domain: name.domain.clone(),
            name: measures.measure(&name.name)?.name.clone(),
        })
    };
    let mut named = frame.conditions.iter().enumerate();
    let Some((at, of)) = named.find_map(|(at, condition)| Some((at, measure(condition)?))) else {
        return;
    };
    let bounds = |found: &&mut Condition| {
        let same = |measured: &MeasureWithAlternatives| measured.all().any(|one| *one == of);
        found.amount.is_some() && found.measure.as_ref().is_none_or(same)
    };
    if let Some(bound) = frame.conditions.iter_mut().find(bounds) {
        bound.measure = Some(MeasureWithAlternatives {
            of,
            also: Vec::new(),
        });
        frame.conditions.remove(at);
    }
}

/// A name that is one of its kind, as that of a mountain is: only what notes tell of it.
fn one_of_kind(frame: &mut Frame, ground: ReadingContext<'_>) {
    let word = |name: &Topic| {
        let module = ground.domains.module(&name.domain)?;
        let term = module.vocabulary().term(&name.name)?;
        term.flag("named").then(|| bare(&name.typed).to_owned())
    };
    let alone = frame.of.len() == 1 && frame.versus.is_none();
    let Some(word) = frame.of.first().filter(|_| alone).and_then(word) else {
        return;
    };
    let known = frame.conditions.iter().any(|of| of.note.is_some());
    if !known {
        frame.conditions.push(Condition {
            note: Some(word),
            ..Condition::default()
        });
    }
}

/// "How many times was I at the quarry": a name that tells only where is of all that may be done there.
fn places(frame: &mut Frame, ground: ReadingContext<'_>) {
    let alone = Frame {
        of: Vec::new(),
        ..frame.clone()
    };
    let tells_where = |topic: &Topic| meaning::sense(topic, ground) == Some(Meaning::Nothing);
    let counts = matches!(
        frame.op,
        Some(Op::Days | Op::Often | Op::Last | Op::First | Op::Gap | Op::Streak)
    );
    let [only] = frame.of.as_slice() else {
        return;
    };
    if counts && alone.names_nothing() && tells_where(only) {
        frame.together = shared_words::whole(Language::of(&only.typed), ground.domains);
    }
}

/// "My fastest 5 km": of what is told where that is fixed.
fn over_a_length(frame: &mut Frame, ground: ReadingContext<'_>) {
    let named = !frame.of.is_empty() || frame.domain.is_some() || frame.counted.is_some();
    if named || frame.order.is_none() {
        return;
    }
    let mut bounds = frame.conditions.iter();
    let on = bounds
        .find(|of| of.is == Some(Bound::Is))
        .and_then(|of| of.measure.as_ref());
    let fixed = |of: &&MeasureRef| {
        let measure = measure::of(of, ground.domains);
        measure.is_some_and(|of| of.fixed.is_some())
    };
    let found = on.and_then(|on| on.all().find(fixed));
    frame.domain = found.map(|of| DomainReference {
        name: of.domain.clone(),
        typed: String::new(),
    });
}

/// The last four weeks are now.
const LATELY: TimeDelta = TimeDelta::days(27);

/// "In August compared to now": the last weeks, beside days that are named.
fn by_now(frame: &mut Frame, ground: ReadingContext<'_>) {
    let Some(versus) = frame.versus.as_mut().filter(|versus| versus.now) else {
        return;
    };
    versus.now = false;
    let from = ground.today.checked_sub_signed(LATELY);
    versus.when = versus
        .when
        .take()
        .or(Some(DateRange::new(from.unwrap_or_default(), ground.today)));
}

/// "On how many days did I make 10,000 steps": days on which it was reached are those with that or more.
fn reached(frame: &mut Frame) {
    let of_days = matches!(
        frame.op,
        Some(Op::Days | Op::Often | Op::First | Op::Last | Op::Streak)
    );
    if !of_days || !frame.conditions.is_empty() {
        return;
    }
    if let Some(amount) = frame.reach.take() {
        frame.conditions.push(Condition {
            is: Some(Bound::AtLeast),
            amount: Some(amount),
            ..Condition::default()
        });
    }
}

/// "Have I ever carried 50 kg?": that or more.
fn at_least(frame: &mut Frame) {
    let ever = frame.ever && frame.op.is_none();
    let asks = (ever || frame.op == Some(Op::First)) && frame.order.is_none();
    if let [
        Condition {
            is,
            amount: Some(amount),
            at,
            ..
        },
    ] = frame.conditions.as_mut_slice()
        && asks
        && *is == Some(Bound::Is)
        && (amount.unit.is_some() || *at)
    {
        *is = Some(Bound::AtLeast);
    }
}

/// "By this day last month": of those days only as many as have passed of today's.
fn so_far(frame: &mut Frame, ground: ReadingContext<'_>) {
    let then = frame.when.as_ref().filter(|_| frame.so_far);
    if let Some((_, part)) = then.and_then(|then| planner::same_part(then, ground.today)) {
        frame.when = Some(part);
    }
}

/// A word for a unit may mean another one in the notes of a domain: "kilos" of what is walked.
fn own_units(frame: &mut Frame, ground: ReadingContext<'_>) {
    let of_things = frame.of.iter().map(|topic| &topic.domain);
    let spoken = frame.domain.iter().map(|domain| &domain.name);
    let counted = frame.counted.iter().map(|of| &of.of.domain);
    let Some(domain) = of_things.chain(spoken).chain(counted).next() else {
        return;
    };
    let Some(module) = ground.domains.module(domain) else {
        return;
    };
    let Some(notation) = module.part::<Notation>("notation.yaml").ok().flatten() else {
        return;
    };
    let table = UnitTable::core();
    let own = |unit: &str| {
        let mut units = notation.units.iter();
        let means = |word: &String| {
            table
                .word(word)
                .is_some_and(|id| &*table.unit(id).name == unit)
        };
        units
            .find(|of| of.local.iter().any(means))
            .map(|of| of.name.clone())
    };
    let amounts = frame
        .conditions
        .iter_mut()
        .filter_map(|of| of.amount.as_mut());
    for amount in amounts.chain(&mut frame.reach) {
        if let Some(meant) = amount.unit.as_deref().and_then(own) {
            amount.unit = Some(meant);
        }
    }
}

/// "How many times a week on average": how often.
fn mean(frame: &mut Frame) {
    // The usual time between is told with the longest.
    if frame.op == Some(Op::Gap) || !std::mem::take(&mut frame.mean) {
        return;
    }
    let counts =
        frame.op == Some(Op::Days) || frame.op.is_none() && frame.wants(AnswerType::Number);
    match frame.op {
        _ if counts && frame.by.is_some() => frame.op = Some(Op::Often),
        None | Some(Op::List) if frame.order.is_none() => frame.op = Some(Op::Average),
        // "How many points does it come to on average?"
        Some(Op::Forecast) if frame.reach.is_none() => frame.op = Some(Op::Average),
        _ => {}
    }
}

/// "Am I stuck?" is asked of the last weeks, and so is what is so lately.
fn lately(frame: &mut Frame, ground: ReadingContext<'_>) {
    const STUCK_FOR: TimeDelta = TimeDelta::weeks(6);
    let free = frame.when.is_none() && frame.versus.is_none();
    let back = match (frame.lately, frame.stuck) {
        (true, _) => LATELY,
        (false, true) => STUCK_FOR,
        (false, false) => return,
    };
    if let Some(from) = ground.today.checked_sub_signed(back).filter(|_| free) {
        frame.when = Some(DateRange::new(from, ground.today));
    }
}

/// "The most strokes in one session": what the rows of a day come to, where they add up. Of a subject alone,
/// how many of it there were.
fn in_day(frame: &mut Frame, ground: ReadingContext<'_>) {
    let sum = |of: &MeasureRef| measure::of(of, ground.domains).map(|of| of.aggregate);
    let sessions = |of: &MeasureWithAlternatives| sum(&of.of) == Some(Aggregate::Entries);
    if frame.within.as_ref().is_some_and(sessions) {
        (frame.within, frame.in_day) = (None, true);
    }
    let averaged = frame.op == Some(Op::Average);
    let each_day = averaged && frame.by == Some(GroupBy::Day);
    if !(frame.in_day && (frame.order.is_some() || averaged) || each_day) {
        return;
    }
    let spoken: Vec<String> = frame.of.iter().map(|topic| topic.domain.clone()).collect();
    let of = frame
        .measure
        .as_ref()
        .map(|measured| measured.in_one_of(&spoken));
    let Some(of) = of.or_else(|| measure::how_many(&frame.of.first()?.domain, ground.domains))
    else {
        return;
    };
    if sum(&of).is_some_and(Aggregate::adds_up) {
        frame.by = Some(GroupBy::Day);
        frame.measure.get_or_insert(MeasureWithAlternatives {
            of,
            also: Vec::new(),
        });
    }
}

/// "Do I ever polish on a Sunday?" is of all Sundays, "what did I polish on Sunday" of the last one.
fn weekday(frame: &mut Frame) {
    let Some(weekday) = frame.weekday.take() else {
        return;
    };
    let again = matches!(
        frame.op,
        Some(Op::Average | Op::Often | Op::Trend | Op::Streak)
    );
    if frame.ever || again || frame.when.is_some() {
        // "On Monday mornings": of one part alone; the weekday says more.
        frame.only = Some(weekday.only);
    } else {
        frame.when = Some(weekday.when);
    }
}

/// "The day I carried the most": days of what is measured itself are no condition.
fn days_of_its_own(frame: &mut Frame) {
    let Some(measured) = frame.measure.as_ref().filter(|_| frame.order.is_some()) else {
        return;
    };
    let domains: Vec<&str> = measured.all().map(|of| of.domain.as_str()).collect();
    let own = |found: &Condition| {
        let domain = found.domain.clone()?;
        let plain = !found.without && found.amount.is_none();
        (plain && domains.contains(&&*domain.name)).then_some(domain)
    };
    let named = frame.conditions.iter().find_map(own);
    frame.conditions.retain(|found| own(found).is_none());
    frame.domain = frame.domain.take().or(named);
}

/// "Days I didn't polish", of what is named beside it: days off.
fn off(frame: &mut Frame) {
    if frame.without && frame.is_of_days_off() && !frame.names_nothing() {
        (frame.without, frame.op) = (false, Some(Op::Off));
    }
}

/// "Granite days this week", "the last day with granite": days with something, and nothing else of them, are
/// what it is about.
fn days_alone(frame: &mut Frame, ground: ReadingContext<'_>) {
    let of_nothing = frame.names_nothing();
    let [only] = frame.conditions.as_slice() else {
        return;
    };
    let plain =
        only.amount.is_none() && only.note.is_none() && frame.versus.is_none() && !frame.lag;
    let counts = matches!(frame.op, None | Some(Op::Days | Op::List)) && frame.order.is_none();
    let kind = matches!(
        frame.op,
        None | Some(Op::Days | Op::Often | Op::Last | Op::First | Op::Gap | Op::Streak)
    );
    // Words of the base tell how one is, rather than of what.
    let module = only
        .domain
        .as_ref()
        .and_then(|of| ground.domains.module(&of.name));
    if !(of_nothing && plain && kind) || module.is_some_and(|module| module.base) {
        return;
    }
    // "Days without granite": days off.
    let without = only.without;
    if without && !counts {
        return;
    }
    frame.of.extend(only.name.clone());
    frame.domain.clone_from(&only.domain);
    frame.conditions.clear();
    if without {
        frame.op = Some(Op::Off);
    }
    if frame.op.is_none() && frame.order.is_none() && !frame.ever {
        frame.op = Some(Op::Days);
    }
    // "All days with granite": each is told anyway.
    frame.all = false;
}

/// "Am I happier on days with granite?" is asked against the other days.
fn rest_of_days(frame: &mut Frame) {
    let of_days =
        |found: &Condition| found.name.is_some() || found.domain.is_some() || found.note.is_some();
    let days = !frame.conditions.is_empty() && frame.conditions.iter().all(of_days);
    let measured = frame.measure.is_some() && frame.order.is_none();
    // "On days with granite, and on days without": the second are the rest.
    if let [one, other] = frame.conditions.as_slice()
        && !one.without
        && other.without
        && one.is_of_same(other)
        && frame.versus.is_none()
    {
        frame.conditions.truncate(1);
        frame.op = frame.op.or(Some(Op::Compare));
    }
    let asks =
        frame.op == Some(Op::Compare) || frame.op.is_none() && frame.wants(AnswerType::Whether);
    if asks && days && measured && frame.versus.is_none() {
        // "… with granite and without".
        frame.without = false;
        frame.versus = Some(ComparisonSide {
            rest: true,
            ..ComparisonSide::default()
        });
    }
}

/// "What days do I polish?": which of the week.
fn days_of_week(frame: &mut Frame) {
    let asks = frame.op == Some(Op::List) && frame.wants(AnswerType::Name);
    let of = frame.together.is_some() || frame.domain.is_some() || frame.counted.is_some();
    let plain = frame.when.is_none() && frame.conditions.is_empty() && frame.order.is_none();
    if asks && of && plain && frame.by.is_none() {
        (frame.op, frame.by) = (None, Some(GroupBy::Weekday));
    }
}

/// "The month with the most rocks" is one of the months; "the best day" is what a best is of anyway, and
/// "which day do I usually polish" one of the week.
fn bucket(frame: &mut Frame) {
    let usual = frame.op == Some(Op::Average) && frame.order.is_none() && frame.measure.is_none();
    let sought = frame.bucket.take();
    let day = sought == Some(GroupBy::Day) && frame.wants(AnswerType::Name)
        || frame.wants(AnswerType::Day);
    if usual && day && frame.by.is_none() {
        frame.by = Some(GroupBy::Weekday);
    }
    let sought = sought.filter(|by| *by != GroupBy::Day);
    if frame.order.is_some() && frame.by.is_none() {
        frame.by = sought;
        return;
    }
    // "The months over 50 km" are known by what they come to.
    let bounds =
        matches!(frame.conditions.as_slice(), [of] if of.is.is_some() && of.amount.is_some());
    frame.bucket = sought.filter(|_| bounds);
}

/// "My pulse the morning after I polished": what was done, by a word of its domain, is what the days are
/// told by.
fn day_after(frame: &mut Frame) {
    let near = (frame.lag || frame.ahead) && frame.conditions.is_empty();
    let Some(measured) = frame.measure.as_ref().filter(|_| near) else {
        return;
    };
    let counted = frame.counted.as_ref().map(|of| DomainReference {
        name: of.of.domain.clone(),
        typed: String::new(),
    });
    let Some(of_days) = frame.domain.clone().or(counted) else {
        return;
    };
    if measured.all().any(|of| of.domain == of_days.name) {
        return;
    }
    (frame.domain, frame.counted) = (None, None);
    frame.conditions.push(Condition {
        domain: Some(of_days),
        ..Condition::default()
    });
}

/// "My mood when I had granite": granite has no mood, its days have one.
fn names_beside_measure(frame: &mut Frame, ground: ReadingContext<'_>) {
    let Some(measured) = &frame.measure else {
        return;
    };
    let domains: Vec<&str> = measured.all().map(|of| of.domain.as_str()).collect();
    let subject = |topic: &Topic| {
        let meant = meaning::sense(topic, ground);
        matches!(meant, Some(Meaning::Subject | Meaning::Group(_)))
    };
    let beside = |topic: &Topic| !domains.contains(&topic.domain.as_str()) && subject(topic);
    if frame.of.is_empty() || !frame.of.iter().all(beside) {
        return;
    }
    let of_days = frame.of.drain(..).map(|topic| Condition {
        name: Some(topic),
        ..Condition::default()
    });
    frame.conditions.extend(of_days);
}

/// Whether two values are given of the same, or of what is not said: "for 2 and for 3".
pub(super) fn has_two_values(exact: &[&Condition]) -> bool {
    let of = |found: &Condition| found.measure.as_ref().map(|of| of.of.clone());
    let mut seen: Vec<Option<MeasureRef>> = Vec::new();
    for found in exact {
        let of = of(found);
        if seen
            .iter()
            .any(|other| *other == of || of.is_none() || other.is_none())
        {
            return true;
        }
        seen.push(of);
    }
    false
}

/// Whether it asks if a mean is under or over a bound: then the bound is no condition of what is averaged.
pub(super) fn bounds_the_mean(frame: &Frame) -> bool {
    let [
        Condition {
            amount: Some(_), ..
        },
    ] = frame.conditions.as_slice()
    else {
        return false;
    };
    frame.op == Some(Op::Average) && frame.wants(AnswerType::Whether)
}
