//! Two periods or two subjects side by side.

use std::collections::BTreeSet;

use crate::model::{DateRange, Fact, FactOp, FactQuery, FactValue};

use super::compute::Engine;
use super::format::fact_value;
use super::units::round;

/// Answers a query, and sets it against the other side where it has one.
///
/// For periods the earlier one is the base: difference and percentage say what the later one has
/// more. For subjects the other one is the base. Of two sides one of which is empty, only a count
/// or a total gets a difference (nothing counts as 0); if both are empty there are no facts.
pub fn answer(engine: &Engine<'_>, query: &FactQuery) -> Vec<Fact> {
    let Some(comparison) = &query.compare else {
        return engine.answer(query);
    };
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
        facts.extend(
            made.into_iter()
                .filter(|fact| place == 0 || !query.subjects.contains(&fact.subject)),
        );
    }
    facts
}

fn side_by_side(engine: &Engine<'_>, base: &FactQuery, against: &FactQuery) -> Vec<Fact> {
    let mut left = engine.answer(base);
    let mut right = engine.answer(against);
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
            earlier.name == later.name
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
    let mut entries: BTreeSet<_> = base.entries.iter().cloned().collect();
    entries.extend(against.entries.iter().cloned());
    let subject = if base.subject == against.subject {
        base.subject.clone()
    } else {
        format!("{} / {}", against.subject, base.subject)
    };
    let both = Fact {
        name: format!("difference in {}", against.name),
        subject,
        value: FactValue::Number(round(to - from, 4)),
        unit: against.unit.clone(),
        date: None,
        period: joined(base.period.as_ref(), against.period.as_ref()),
        bucket: against.bucket.clone(),
        detail: Some(format!("{} → {}", fact_value(base), fact_value(against))),
        entries: entries.into_iter().collect(),
        sample: base.sample + against.sample,
        query: against.query,
    };
    if *from == 0.0 {
        return vec![both];
    }
    let percent = Fact {
        name: format!("change in {}", against.name),
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
