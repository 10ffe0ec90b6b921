//! Best, worst, first, last, and lists.

use quilto_domain::measures::{Aggregate, Better, RecordOf};
use quilto_model::{Fact, FactBucket, FactKind, FactValue};

use super::SubjectQuery;
use crate::aggregate::{days, together};
use crate::select::Point;

/// A value that may be a record: of one row or of one day.
struct Candidate<'p, 'a> {
    value: f64,
    points: &'p [Point<'a>],
}

/// The best (or worst) values. A value reached again later is a tie, no new record: the earliest
/// day has it, and the later days stand beside it.
pub fn best(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>], best: bool) -> Vec<Fact> {
    let scale = asked.scale;
    let Some(field) = scale.by else {
        return top(asked, points, best);
    };
    let mut values: Vec<(String, Vec<Point<'_>>)> = Vec::new();
    for point in points {
        if let Some(name) = scale.bucket(point, field) {
            match values.iter_mut().find(|(known, _)| *known == name) {
                Some((_, points)) => points.push(*point),
                None => values.push((name, vec![*point])),
            }
        }
    }
    values.sort_by(
        |(left, _), (right, _)| match (left.parse::<f64>(), right.parse::<f64>()) {
            (Ok(left), Ok(right)) => left.total_cmp(&right),
            _ => left.cmp(right),
        },
    );
    values
        .into_iter()
        .flat_map(|(name, points)| {
            let facts = top(asked, &points, best).into_iter().take(1);
            facts.map(move |fact| Fact {
                bucket: Some(FactBucket {
                    by: None,
                    name: match field.strip_suffix('s') {
                        Some(one) if name == "1" => format!("{name} {one}"),
                        _ => format!("{name} {field}"),
                    },
                    inside: None,
                }),
                ..fact
            })
        })
        .collect()
}

fn top(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>], best: bool) -> Vec<Fact> {
    let scale = asked.scale;
    let greatest = (scale.better != Better::Lower) == best;
    let mut candidates = candidates(asked, points);
    candidates.retain(|candidate| {
        let bounds = scale.plausible;
        bounds.is_none_or(|[least, most]| (least..=most).contains(&candidate.value))
    });
    // A stable sort keeps the earliest of equal values first.
    candidates.sort_by(|left, right| {
        let order = left.value.total_cmp(&right.value);
        if greatest { order.reverse() } else { order }
    });
    let limit = asked.query.limit.unwrap_or(1).max(1) as usize;
    let mut facts: Vec<Fact> = Vec::new();
    let mut taken: Vec<f64> = Vec::new();
    for candidate in &candidates {
        if facts.len() == limit {
            break;
        }
        if taken.contains(&candidate.value) {
            continue;
        }
        taken.push(candidate.value);
        let tied = candidates
            .iter()
            .filter(|other| other.value == candidate.value)
            .filter_map(|other| other.points.first().map(|point| point.date));
        let kind = match best {
            true => FactKind::Best(scale.quantity()),
            false => FactKind::Worst(scale.quantity()),
        };
        facts.push(record(asked, kind, candidate, tied));
    }
    facts
}

fn candidates<'p, 'a>(
    asked: &SubjectQuery<'_, '_>,
    points: &'p [Point<'a>],
) -> Vec<Candidate<'p, 'a>> {
    let scale = asked.scale;
    match scale.record {
        RecordOf::Row => points
            .iter()
            .filter_map(|point| {
                Some(Candidate {
                    value: scale.round(point.value?),
                    points: std::slice::from_ref(point),
                })
            })
            .collect(),
        RecordOf::Day => days(points, scale.aggregate)
            .into_iter()
            .map(|day| Candidate {
                value: scale.round(day.value),
                points: day.points,
            })
            .collect(),
    }
}

/// A fact for a record. `tied` are the days that reached the value, oldest first, its own among
/// them.
fn record(
    asked: &SubjectQuery<'_, '_>,
    kind: FactKind,
    candidate: &Candidate<'_, '_>,
    tied: impl Iterator<Item = chrono::NaiveDate>,
) -> Fact {
    let mut fact = asked.valued(kind, candidate.value, candidate.points);
    let Some(first) = candidate.points.first() else {
        return fact;
    };
    fact.date = Some(first.date);
    if asked.scale.record == RecordOf::Row {
        fact.detail = asked.scale.detail(first);
        if asked.pooled
            && let Some(subject) = first.subject
        {
            fact.subject = subject.to_owned();
        }
    }
    fact.again = tied.filter(|date| *date != first.date).collect();
    fact.again.dedup();
    // Without a named period there is none: a record's own day is its date.
    fact.period = asked.engine.span.period.clone();
    fact
}

/// The points of the first (or last) day.
pub fn edge_day<'p, 'a>(points: &'p [Point<'a>], first: bool) -> &'p [Point<'a>] {
    let mut days = points.chunk_by(|left, right| left.date == right.date);
    let day = if first { days.next() } else { days.next_back() };
    day.unwrap_or(&[])
}

/// The first (or last) days and what was reached on them.
pub fn edges(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>], first: bool) -> Vec<Fact> {
    let limit = asked.query.limit.unwrap_or(1).max(1) as usize;
    let days = points.chunk_by(|left, right| left.date == right.date);
    let chosen: Vec<&[Point<'_>]> = if first {
        days.take(limit).collect()
    } else {
        days.rev().take(limit).collect()
    };
    chosen
        .into_iter()
        .map(|points| of_day(asked, first, points))
        .collect()
}

fn of_day(asked: &SubjectQuery<'_, '_>, first: bool, points: &[Point<'_>]) -> Fact {
    let scale = asked.scale;
    let (of_value, of_day) = match first {
        true => (FactKind::First(scale.quantity()), FactKind::FirstDay),
        false => (FactKind::Last(scale.quantity()), FactKind::LastDay),
    };
    let date = points.first().map(|point| point.date);
    let value = together(points, scale.aggregate);
    let mut fact = match (value, date) {
        // Entries as such have no value worth saying: the day is the answer.
        (Some(value), _) if scale.name != "entries" => {
            let mut fact = asked.valued(of_value, value, points);
            let reached = points.iter().find(|point| point.value == Some(value));
            let of_one = matches!(
                scale.aggregate,
                Aggregate::Max | Aggregate::Min | Aggregate::Last
            ) || points.len() == 1;
            if of_one && let Some(point) = reached {
                fact.detail = scale.detail(point);
                if asked.pooled
                    && let Some(subject) = point.subject
                {
                    fact.subject = subject.to_owned();
                }
            }
            fact
        }
        (_, Some(date)) => asked.fact(of_day, FactValue::Date(date), points),
        (_, None) => asked.fact(of_day, FactValue::Text(String::new()), points),
    };
    fact.date = date;
    fact.period = asked.engine.span.period.clone();
    fact
}

/// The newest values, oldest of them first.
pub fn list(asked: &SubjectQuery<'_, '_>, points: &[Point<'_>]) -> Vec<Fact> {
    const DEFAULT: u32 = 20;
    let limit = asked.query.limit.unwrap_or(DEFAULT) as usize;
    let candidates = candidates(asked, points);
    let skipped = candidates.len().saturating_sub(limit);
    candidates[skipped..]
        .iter()
        .map(|candidate| {
            record(
                asked,
                FactKind::Value(asked.scale.quantity()),
                candidate,
                std::iter::empty(),
            )
        })
        .collect()
}
