//! Counts, totals, averages and values per bucket.

use chrono::NaiveDate;

use quilto_model::{DateRange, Fact, FactKind, FactOp, FactValue, GroupBy, Per, Quantity};

use super::SubjectQuery;
use crate::aggregate::{days, together, valued};
use crate::select::{Point, Scale};
use quilto_domain::measures::Aggregate;

/// How many entries, days or rows.
pub fn count(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let (of, count) = match asked.query.op {
        FactOp::CountDays => {
            let days = points.chunk_by(|left, right| left.date == right.date);
            (Quantity::Days, days.count())
        }
        FactOp::CountSubjects => {
            let mut subjects: Vec<&str> = points.iter().filter_map(|p| p.subject).collect();
            subjects.sort_unstable();
            subjects.dedup();
            (Quantity::Subjects, subjects.len())
        }
        FactOp::CountOff => return days_off(asked, points),
        FactOp::CountRows if asked.scale.name != "entries" => {
            let read: Vec<Point<'_>> = points.iter().filter(|point| point.read).copied().collect();
            let of = Quantity::Rows(asked.scale.rows_name.to_owned());
            return vec![counted(asked, of, read.len(), &read)];
        }
        _ => {
            let mut entries: Vec<usize> = points.iter().map(|point| point.entry).collect();
            entries.sort_unstable();
            entries.dedup();
            (Quantity::Entries, entries.len())
        }
    };
    vec![counted(asked, of, count, points)]
}

fn counted(asked: &SubjectQuery<'_, '_>, of: Quantity, count: usize, points: &[Point<'_>]) -> Fact {
    let of_days = asked.query.op == FactOp::CountDays;
    let few = of_days && (2..=FEW).contains(&count);
    let named = || {
        let days = points.chunk_by(|left, right| left.date == right.date);
        let dates = days.filter_map(|day| Some(day.first()?.date.to_string()));
        dates.collect::<Vec<_>>().join(", ")
    };
    Fact {
        sample: count,
        detail: few.then(named),
        ..asked.fact(FactKind::Count(of), FactValue::Number(count as f64), points)
    }
}

/// How many days of the period have no point: of the days from first to last where no period is
/// named.
fn days_off(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let Some((first, last)) = points.first().zip(points.last()) else {
        return Vec::new();
    };
    let covered = DateRange::new(first.date, last.date);
    let period = asked.engine.span.period.clone().unwrap_or(covered);
    let end = period.end;
    let days = period.start.iter_days().take_while(|day| *day <= end);
    let days = days.filter(|day| asked.engine.tests.wants_day(*day));
    let has = |day: &NaiveDate| points.binary_search_by_key(day, |point| point.date).is_ok();
    let (with, without): (Vec<NaiveDate>, Vec<NaiveDate>) = days.partition(has);
    let count = |kind: FactKind, value: usize| Fact {
        unit: Some("days".into()),
        sample: points.len(),
        period: Some(period.clone()),
        ..asked.fact(kind, FactValue::Number(value as f64), points)
    };
    let named = || {
        let named: Vec<String> = without.iter().map(NaiveDate::to_string).collect();
        named.join(", ")
    };
    let few = (1..=NAMED).contains(&without.len());
    let off = Fact {
        detail: few.then(named),
        ..count(FactKind::DaysWithout, without.len())
    };
    let all = with.len() + without.len();
    vec![off, count(FactKind::DaysOfPeriod, all)]
}

/// Days with something are named one by one up to so many. A few are told with how many they are, more where they are asked
/// for.
const FEW: usize = 60;

/// Days without anything are named one by one up to so many.
const NAMED: usize = 14;

/// The mean of the values of all rows, or of what the rows of one entry come to.
pub fn average_per(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>], by: GroupBy) -> Vec<Fact> {
    let scale = asked.scale;
    let (values, per): (Vec<f64>, Per) = if by == GroupBy::Row {
        let values = points.iter().filter_map(|point| point.value);
        (values.collect(), Per::Row(scale.rows_name.to_owned()))
    } else {
        let entries = points.chunk_by(|left, right| left.entry == right.entry);
        let values = entries.filter_map(|points| together(points, scale.aggregate));
        (values.collect(), Per::Entry)
    };
    if values.is_empty() {
        return Vec::new();
    }
    let sum = values.iter().sum::<f64>();
    let mut fact = asked.valued(mean_per(scale, per), 0.0, points);
    fact.value = FactValue::Number(mean(scale, sum / values.len() as f64));
    fact.sample = values.len();
    vec![fact]
}

/// The sum of all values; nothing for a measure whose values do not add up.
pub fn total(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    if !asked.scale.aggregate.adds_up() {
        return Vec::new();
    }
    let value = together(points, asked.scale.aggregate);
    let mut facts = one(
        asked,
        FactKind::Total(asked.scale.quantity()),
        value,
        points,
    );
    facts.extend(estimated(asked, points));
    facts
}

fn mean_per(scale: &Scale<'_>, per: Per) -> FactKind {
    FactKind::Average {
        of: scale.quantity(),
        per: Some(per),
    }
}

/// The share of a sum that rests on estimated values, in %; nothing where none does. Single figures
/// only: a table of buckets would be twice as long.
fn estimated(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Option<Fact> {
    if asked.query.by.is_some() || asked.engine.beside {
        return None;
    }
    let of = |points: &mut dyn Iterator<Item = &Point<'_>>| -> f64 {
        points.filter_map(|point| point.value).sum()
    };
    let all = of(&mut points.iter());
    let guessed = of(&mut points.iter().filter(|point| point.estimated));
    if all <= 0.0 || guessed <= 0.0 {
        return None;
    }
    let share = (guessed / all * 100.0).round().max(1.0);
    let kind = FactKind::EstimatedShare(asked.scale.quantity());
    Some(Fact {
        unit: Some("%".into()),
        ..asked.fact(kind, FactValue::Number(share), points)
    })
}

/// The mean: per day that has data for measures that add up, over rows for the others.
pub fn average(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let scale = asked.scale;
    if scale.aggregate.adds_up() {
        let days = days(points, scale.aggregate);
        if days.is_empty() {
            return Vec::new();
        }
        let sum: f64 = days.iter().map(|day| day.value).sum();
        let mut fact = asked.valued(mean_per(scale, Per::Day), 0.0, points);
        fact.value = FactValue::Number(mean(scale, sum / days.len() as f64));
        fact.sample = days.len();
        return [fact].into_iter().chain(estimated(asked, points)).collect();
    }
    let value = together(points, Aggregate::Avg).map(|value| match scale.unit {
        Some(SECONDS) => mean(scale, value),
        _ => value,
    });
    let kind = FactKind::Average {
        of: scale.quantity(),
        per: None,
    };
    let mut facts = one(asked, kind, value, points);
    // The mean of one value is that value, with all that was noted of it.
    let mut with_value = points.iter().filter(|point| point.value.is_some());
    if let (Some(point), None, [fact]) = (with_value.next(), with_value.next(), &mut *facts)
        && !asked.engine.beside
    {
        fact.detail = scale.detail(point);
    }
    facts
}

/// How much per week, month or year: the total over the length of the period (of the days from
/// first to last where none is named), quiet weeks included; of entries as such, on how many days.
/// A month is 365.25 / 12 days.
pub fn rate(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>], by: GroupBy) -> Option<Fact> {
    let scale = asked.scale;
    let (per, length) = match by {
        GroupBy::Week => (Per::Week, 7.0),
        GroupBy::Month => (Per::Month, 365.25 / 12.0),
        GroupBy::Year => (Per::Year, 365.25),
        _ => return None,
    };
    if !scale.aggregate.adds_up() {
        return None;
    }
    let total = together(points, scale.aggregate)?;
    let mut with_value = points.iter().filter(|point| point.value.is_some());
    let first = with_value.next()?;
    let last = with_value.next_back().unwrap_or(first);
    let covered = DateRange::new(first.date, last.date);
    let days = asked.engine.span.period.as_ref().unwrap_or(&covered).days() as f64;
    // Less than one stretch is not blown up to a whole one.
    let stretches = (days / length).max(1.0);
    if scale.name == "entries" && asked.query.op == FactOp::Average {
        // A day may have several notes: how often is told in days.
        let days = points.chunk_by(|left, right| left.date == right.date);
        let count = days.count();
        let value = crate::units::round(count as f64 / stretches, FINER);
        let kind = FactKind::Average {
            of: Quantity::Days,
            per: Some(per),
        };
        return Some(Fact {
            unit: Some("days".into()),
            sample: count,
            ..asked.fact(kind, FactValue::Number(value), points)
        });
    }
    let mut fact = asked.valued(mean_per(scale, per), 0.0, points);
    let value = mean(scale, total / stretches);
    fact.value = FactValue::Number(value);
    fact.sample = valued(points);
    Some(fact)
}

/// The value of all points together, as the measure aggregates.
pub fn together_as_one(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    let value = together(points, asked.scale.aggregate);
    one(
        asked,
        FactKind::Value(asked.scale.quantity()),
        value,
        points,
    )
}

fn one(
    asked: &SubjectQuery<'_, '_>,
    kind: FactKind,
    value: Option<f64>,
    points: &[Point<'_>],
) -> Vec<Fact> {
    let Some(value) = value else {
        return Vec::new();
    };
    let with_value: Vec<Point<'_>> = points
        .iter()
        .filter(|point| point.value.is_some())
        .copied()
        .collect();
    vec![asked.valued(kind, value, &with_value)]
}

/// The unit of a time that was taken.
const SECONDS: &str = "s";

/// A mean of whole numbers is not whole: so many digits at least.
const FINER: u8 = 2;

/// A mean as facts keep it. Of times that were taken nobody reads parts of a second that nobody typed.
fn mean(scale: &Scale<'_>, value: f64) -> f64 {
    let decimals = match scale.unit {
        Some(SECONDS) if value.abs() < 60.0 => 1,
        Some(SECONDS) => 0,
        _ => scale.decimals.max(FINER),
    };
    crate::units::round(value, decimals)
}
