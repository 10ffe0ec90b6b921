//! What places of a frame mean that depends on the others: a weekday by itself, a name beside a measure of
//! another domain, a bound on what is averaged.

use crate::engine::builtin::planner::ground::Ground;
use crate::engine::builtin::planner::meaning::{self, Meaning};
use crate::model::{GroupBy, Topic};

use super::frame::{Condition, Frame, Op, Want};

/// The frame with these settled.
pub(super) fn settle(mut frame: Frame, ground: Ground<'_>) -> Frame {
    weekday(&mut frame);
    bucket(&mut frame);
    names_beside_measure(&mut frame, ground);
    frame
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
        frame.only.get_or_insert(weekday.only);
    } else {
        frame.when = Some(weekday.when);
    }
}

/// "The month with the most rocks" is one of the months; "the best day" is what a best is of anyway, and
/// "which day do I usually polish" one of the week.
fn bucket(frame: &mut Frame) {
    let usual = frame.op == Some(Op::Average) && frame.order.is_none() && frame.measure.is_none();
    let sought = frame.bucket.take();
    let day = sought == Some(GroupBy::Day) && frame.wants(Want::Name) || frame.wants(Want::Day);
    if usual && day && frame.by.is_none() {
        frame.by = Some(GroupBy::Weekday);
    }
    let sought = sought.filter(|by| *by != GroupBy::Day);
    if frame.order.is_some() && frame.by.is_none() {
        frame.by = sought;
    }
}

/// "My mood when I had granite": granite has no mood, its days have one.
fn names_beside_measure(frame: &mut Frame, ground: Ground<'_>) {
    let Some(measured) = &frame.measure else {
        return;
    };
    let mut domains: Vec<&str> = vec![&measured.of.domain];
    domains.extend(measured.also.iter().map(|of| of.domain.as_str()));
    let units = ground.units;
    let subject = |topic: &Topic| {
        let module = ground.domains.module(&topic.domain);
        let sense = module.map(|m| meaning::of(topic, m, &units.mass, &units.distance));
        matches!(sense, Some(Meaning::Subject | Meaning::Group(_)))
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
    frame.op == Some(Op::Average) && frame.wants(Want::Whether)
}
