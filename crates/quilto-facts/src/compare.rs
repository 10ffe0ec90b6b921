//! Two periods, two subjects or two figures side by side.

use std::borrow::Cow;
use std::collections::BTreeSet;

use quilto_model::{DateRange, EntryId, Fact, FactKind, FactOp, FactValue, Figure};

use super::format::fact_value;
use super::units::{between, round};

/// One side of a comparison.
pub struct Side<'f> {
    /// The figure, where it is one.
    pub figure: Option<&'f Figure>,
    /// The days that were asked for.
    pub period: Option<DateRange>,
    /// Its facts.
    pub facts: Vec<Fact>,
}

/// The days from the earlier to the later of two.
pub fn apart(one: &Fact, other: &Fact) -> Vec<Fact> {
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
pub fn ratio(one: &Fact, other: &Fact) -> Vec<Fact> {
    let (FactValue::Number(of), FactValue::Number(by)) = (&one.value, &other.value) else {
        return Vec::new();
    };
    if *by <= 0.0 {
        return Vec::new();
    }
    let same = one.unit == other.unit && one.kind.slope_per() == other.kind.slope_per();
    let times = Fact {
        kind: FactKind::Ratio(Box::new(one.kind.clone())),
        beside: other_side(one, other),
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

/// What one side has more than the base, fact by fact.
pub fn side_by_side(base: &mut Side<'_>, against: &mut Side<'_>) -> Vec<Fact> {
    let figures = base.figure.zip(against.figure);
    if let Some((of_base, of_against)) = figures {
        if base.facts.is_empty() && is_zero(of_base, of_against, &against.facts) {
            base.facts = zeros(&against.facts, base);
        } else if against.facts.is_empty() && is_zero(of_against, of_base, &base.facts) {
            against.facts = zeros(&base.facts, against);
        }
    }
    let mut differences = Vec::new();
    let of_all = figures.is_some_and(|(base, _)| base.subjects.is_empty());
    let same_subject = figures.is_some_and(|(base, against)| base.subjects == against.subjects);
    for later in &against.facts {
        let mut same = base.facts.iter().filter(|earlier| {
            earlier.kind == later.kind
                && earlier.bucket == later.bucket
                && (!same_subject || earlier.subject == later.subject || of_all)
        });
        if let Some(earlier) = same.find_map(|earlier| in_unit_of(earlier, later)) {
            differences.extend(difference(&earlier, later));
        }
    }
    differences
}

/// A fact in the unit of another; nothing where the units do not convert.
fn in_unit_of<'f>(fact: &'f Fact, other: &Fact) -> Option<Cow<'f, Fact>> {
    if fact.unit == other.unit {
        return Some(Cow::Borrowed(fact));
    }
    let FactValue::Number(number) = fact.value else {
        return None;
    };
    let factor = between(fact, other)?;
    Some(Cow::Owned(Fact {
        value: FactValue::Number(number * factor),
        unit: other.unit.clone(),
        ..fact.clone()
    }))
}

/// Whether an empty side is 0 beside the facts of the other one. Nothing counted is 0 of what has no unit;
/// nothing added up is 0 of the same, for nobody knows the unit of what is not there. Of a best or an average
/// of nothing there is no number at all.
fn is_zero(empty: &Figure, other: &Figure, facts: &[Fact]) -> bool {
    let plain = |fact: &Fact| fact.unit.is_none() && matches!(fact.value, FactValue::Number(_));
    let of_all = empty.by.is_none() && other.by.is_none();
    of_all
        && match empty.op {
            FactOp::CountEntries | FactOp::CountDays | FactOp::CountRows => facts.iter().all(plain),
            FactOp::Total => {
                (&empty.domain, &empty.measure, empty.op)
                    == (&other.domain, &other.measure, other.op)
            }
            _ => false,
        }
}

/// What the empty side of a comparison counts: 0 of what the other side counts.
fn zeros(facts: &[Fact], side: &Side<'_>) -> Vec<Fact> {
    let subjects = side.figure.map(|figure| figure.subjects.as_slice());
    facts
        .iter()
        .map(|fact| Fact {
            value: FactValue::Number(0.0),
            subject: match subjects {
                Some([subject]) => subject.clone(),
                _ => fact.subject.clone(),
            },
            date: None,
            again: Vec::new(),
            period: side.period.clone(),
            detail: None,
            entries: Vec::new(),
            sample: 0,
            ..fact.clone()
        })
        .collect()
}

/// The difference and the percentage.
pub fn difference(base: &Fact, against: &Fact) -> Vec<Fact> {
    let (FactValue::Number(from), FactValue::Number(to)) = (&base.value, &against.value) else {
        return Vec::new();
    };
    let both = Fact {
        kind: FactKind::Difference(Box::new(against.kind.clone())),
        domain: against.domain.clone(),
        subject: against.subject.clone(),
        with: against.with.clone(),
        beside: other_side(against, base),
        value: FactValue::Number(round(to - from, 4)),
        unit: against.unit.clone(),
        date: None,
        again: Vec::new(),
        period: joined(base.period.as_ref(), against.period.as_ref()),
        figure: None,
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

/// The first of two facts, as one that rests on both.
pub fn joined_facts(one: &Fact, other: &Fact) -> Fact {
    let mut with = one.with.clone();
    let new = other.added_up();
    with.extend(
        new.filter(|name| one.added_up().all(|known| known != *name))
            .cloned(),
    );
    Fact {
        with,
        period: joined(one.period.as_ref(), other.period.as_ref()),
        entries: both_entries(one, other),
        sample: one.sample + other.sample,
        ..one.clone()
    }
}

/// What another fact is about, where that is something else.
fn other_side(one: &Fact, other: &Fact) -> Vec<String> {
    match one.added_up().eq(other.added_up()) {
        true => Vec::new(),
        false => other.added_up().cloned().collect(),
    }
}

/// The days from the first of one to the last of the other.
fn joined(left: Option<&DateRange>, right: Option<&DateRange>) -> Option<DateRange> {
    let (left, right) = (left?, right?);
    Some(DateRange::new(
        left.start.min(right.start),
        left.end.max(right.end),
    ))
}
