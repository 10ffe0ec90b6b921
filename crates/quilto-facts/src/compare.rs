//! Two periods, two subjects or two figures side by side.

use std::collections::BTreeSet;

use quilto_model::{DateRange, EntryId, Fact, FactKind, FactOp, FactQuery, FactValue};

use super::format::fact_value;
use super::units::round;

/// Answers a query, and sets it against the other side where it has one.
///
/// For periods the earlier one is the base: difference and percentage say what the later one has
/// more. For subjects the other one is the base. Of two sides one of which is empty, only a count
/// or a total gets a difference (nothing counts as 0); if both are empty there are no facts.
///
/// `engine` answers one side, in the surroundings of the whole query.
pub fn answer(engine: &dyn Fn(&FactQuery) -> Vec<Fact>, query: &FactQuery) -> Vec<Fact> {
    let Some(comparison) = &query.compare else {
        return engine(query);
    };
    if let Some(figure) = &comparison.figure {
        return against_figure(engine(query), engine(figure));
    }
    // Two sides: of each the one value, not the first of several.
    let query = &FactQuery {
        limit: query.limit.filter(|_| query.by.is_some()),
        ..query.clone()
    };
    if let Some(other) = &comparison.period {
        let mine = query.period.clone();
        let earlier_is_mine = mine.as_ref().is_some_and(|mine| mine.start <= other.start);
        let other_query = FactQuery {
            period: Some(other.clone()),
            ..query.clone()
        };
        let (base, against) = if earlier_is_mine {
            (query, &other_query)
        } else {
            (&other_query, query)
        };
        return side_by_side(engine, base, against);
    }
    let mut facts = Vec::new();
    for (place, other) in comparison.subjects.iter().flatten().enumerate() {
        let base = FactQuery {
            subjects: vec![other.clone()],
            ..query.clone()
        };
        let made = side_by_side(engine, &base, query);
        // The query's own facts are there from the first round.
        facts.extend(made.into_iter().filter(|fact| {
            place == 0 || fact.beside.is_some() || !query.subjects.contains(&fact.subject)
        }));
    }
    facts
}

/// The facts of both sides, the figure's last, and what they are to each other: of two first times
/// the days between them, of two numbers the ratio.
fn against_figure(own: Vec<Fact>, figure: Vec<Fact>) -> Vec<Fact> {
    let between = own.first().zip(figure.first()).map(|(one, other)| {
        let firsts = [one, other]
            .iter()
            .all(|fact| matches!(fact.kind, FactKind::First(_) | FactKind::FirstDay));
        if firsts {
            apart(one, other)
        } else {
            ratio(one, other)
        }
    });
    own.into_iter()
        .take(1)
        .chain(figure.into_iter().take(1))
        .chain(between.into_iter().flatten())
        .collect()
}

/// The days from the earlier to the later of two.
fn apart(one: &Fact, other: &Fact) -> Vec<Fact> {
    let (Some(from), Some(to)) = (other.date, one.date) else {
        return Vec::new();
    };
    let days = DateRange::new(from.min(to), from.max(to));
    vec![Fact {
        kind: FactKind::DaysBetween,
        value: FactValue::Number((days.end - days.start).num_days() as f64),
        unit: Some("days".to_owned()),
        date: None,
        again: Vec::new(),
        period: Some(days),
        detail: None,
        entries: both_entries(one, other),
        sample: one.sample + other.sample,
        ..one.clone()
    }]
}

/// One figure by the other; with the same unit also in %.
fn ratio(one: &Fact, other: &Fact) -> Vec<Fact> {
    let (FactValue::Number(of), FactValue::Number(by)) = (&one.value, &other.value) else {
        return Vec::new();
    };
    if *by <= 0.0 {
        return Vec::new();
    }
    let same = one.unit == other.unit;
    let times = Fact {
        kind: FactKind::Ratio(Box::new(one.kind.clone())),
        beside: (one.subject != other.subject).then(|| other.subject.clone()),
        value: FactValue::Number(round(of / by, 2)),
        unit: one.unit.clone().filter(|_| !same),
        date: None,
        again: Vec::new(),
        period: joined(one.period.as_ref(), other.period.as_ref()),
        detail: Some(format!("{} / {}", fact_value(one), fact_value(other))),
        entries: both_entries(one, other),
        sample: one.sample + other.sample,
        ..one.clone()
    };
    let share = Fact {
        kind: FactKind::Share(Box::new(one.kind.clone())),
        value: FactValue::Number(round(of / by * 100.0, 1)),
        unit: Some("%".into()),
        ..times.clone()
    };
    [times].into_iter().chain(same.then_some(share)).collect()
}

fn both_entries(one: &Fact, other: &Fact) -> Vec<EntryId> {
    let mut entries: BTreeSet<_> = one.entries.iter().cloned().collect();
    entries.extend(other.entries.iter().cloned());
    entries.into_iter().collect()
}

fn side_by_side(
    engine: &dyn Fn(&FactQuery) -> Vec<Fact>,
    base: &FactQuery,
    against: &FactQuery,
) -> Vec<Fact> {
    let mut left = engine(base);
    let mut right = engine(against);
    if left.is_empty() && right.is_empty() {
        return left;
    }
    if base.by.is_none() && counts(base.op) {
        if left.is_empty() {
            left = zeros(&right, base);
        } else if right.is_empty() {
            right = zeros(&left, against);
        }
    }
    let mut differences = Vec::new();
    let same_subject = base.subjects == against.subjects;
    for later in &right {
        let pair = left.iter().find(|earlier| {
            earlier.kind == later.kind
                && earlier.bucket == later.bucket
                && earlier.unit == later.unit
                && (!same_subject || earlier.subject == later.subject || base.subjects.is_empty())
        });
        if let Some(earlier) = pair {
            differences.extend(difference(earlier, later));
        }
    }
    left.extend(right);
    left.extend(differences);
    left
}

fn counts(op: FactOp) -> bool {
    matches!(
        op,
        FactOp::CountEntries | FactOp::CountDays | FactOp::CountRows | FactOp::Total
    )
}

/// What the empty side of a comparison counts: 0 of what the other side counts.
fn zeros(facts: &[Fact], query: &FactQuery) -> Vec<Fact> {
    facts
        .iter()
        .map(|fact| Fact {
            value: FactValue::Number(0.0),
            subject: match query.subjects.as_slice() {
                [subject] => subject.clone(),
                _ => fact.subject.clone(),
            },
            date: None,
            again: Vec::new(),
            period: query.period.clone(),
            detail: None,
            entries: Vec::new(),
            sample: 0,
            ..fact.clone()
        })
        .collect()
}

/// The difference and the percentage.
fn difference(base: &Fact, against: &Fact) -> Vec<Fact> {
    let (FactValue::Number(from), FactValue::Number(to)) = (&base.value, &against.value) else {
        return Vec::new();
    };
    let both = Fact {
        kind: FactKind::Difference(Box::new(against.kind.clone())),
        domain: against.domain.clone(),
        subject: against.subject.clone(),
        beside: (base.subject != against.subject).then(|| base.subject.clone()),
        value: FactValue::Number(round(to - from, 4)),
        unit: against.unit.clone(),
        date: None,
        again: Vec::new(),
        period: joined(base.period.as_ref(), against.period.as_ref()),
        bucket: against.bucket.clone(),
        detail: Some(format!("{} → {}", fact_value(base), fact_value(against))),
        entries: both_entries(base, against),
        sample: base.sample + against.sample,
        query: against.query,
    };
    if *from == 0.0 {
        return vec![both];
    }
    let percent = Fact {
        kind: FactKind::Change(Box::new(against.kind.clone())),
        value: FactValue::Number(round((to - from) / from.abs() * 100.0, 1)),
        unit: Some("%".into()),
        ..both.clone()
    };
    vec![both, percent]
}

/// The days from the first of one to the last of the other.
fn joined(left: Option<&DateRange>, right: Option<&DateRange>) -> Option<DateRange> {
    let (left, right) = (left?, right?);
    Some(DateRange::new(
        left.start.min(right.start),
        left.end.max(right.end),
    ))
}
