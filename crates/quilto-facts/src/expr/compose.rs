//! Sums, differences, ratios, days between and changes.

use super::value::{Value, converted};
use super::{Evaluation, Scope};
use crate::compare::{self, Side};
use crate::units::round;
use quilto_model::{
    Between, Change, Difference, Fact, FactKind, FactValue, Figure, Ratio, Refusal, Sum, When,
};

impl Evaluation<'_> {
    pub(super) fn sum(&self, sum: &Sum, scope: Scope<'_>) -> Value {
        let beside = Scope {
            beside: true,
            ..scope
        };
        let mut values: Vec<Value> = sum.of.iter().map(|part| self.of(part, beside)).collect();
        // What there is none of adds nothing, where there is any of the others.
        let empty = |value: &Value| value.refused == Some(Refusal::NoRows);
        if !values.iter().all(empty) {
            values.retain(|value| !empty(value));
        }
        let told = values.iter().find(|value| !value.said);
        if let Some(figure) = told.and_then(|value| value.own.first()).cloned() {
            let said = values.iter_mut().filter(|value| value.said);
            said.for_each(|said| said.goes_by(&figure));
        }
        let added = added(&values);
        let parts = values.into_iter().flat_map(Value::told).collect();
        match added {
            Ok(fact) => Value {
                parts,
                own: vec![fact],
                ..Value::default()
            },
            Err(refusal) => Value {
                parts,
                ..Value::refused(refusal)
            },
        }
    }

    pub(super) fn difference(&self, difference: &Difference, scope: Scope<'_>) -> Value {
        let beside = Scope {
            beside: true,
            ..scope
        };
        let base = self.of(&difference.minus, beside);
        let against = self.of(&difference.of, beside);
        side_by_side(base, against)
    }

    pub(super) fn change(&self, change: &Change, scope: Scope<'_>) -> Value {
        let of = |when: Option<&When>| {
            let days = Scope {
                when,
                beside: true,
                ..scope
            };
            self.of(&change.of, days)
        };
        side_by_side(of(change.from.as_ref()), of(change.to.as_ref()))
    }

    pub(super) fn ratio(&self, ratio: &Ratio, scope: Scope<'_>) -> Value {
        let beside = Scope {
            beside: true,
            ..scope
        };
        let mut of = self.of(&ratio.of, beside);
        let mut to = self.of(&ratio.to, beside);
        name_said(&mut of, &mut to);
        let own = of.own.first().zip(to.own.first());
        let own = own.map_or_else(Vec::new, |(of, to)| compare::ratio(of, to));
        both(of, to, own, Refusal::DivisionByZero)
    }

    pub(super) fn between(&self, between: &Between, scope: Scope<'_>) -> Value {
        let beside = Scope {
            beside: true,
            ..scope
        };
        let from = self.of(&between.from, beside);
        let to = self.of(&between.to, beside);
        let own = to.own.first().zip(from.own.first());
        let own = own.map_or_else(Vec::new, |(to, from)| compare::apart(to, from));
        both(to, from, own, Refusal::NoDay)
    }
}

/// Two values of which each is told by its first fact, and what they are to each other.
fn both(mut one: Value, mut other: Value, own: Vec<Fact>, otherwise: Refusal) -> Value {
    one.own.truncate(1);
    other.own.truncate(1);
    let refused = one.refused.clone().or_else(|| other.refused.clone());
    let refused = own.is_empty().then(|| refused.unwrap_or(otherwise));
    let mut parts = one.told();
    parts.extend(other.told());
    Value {
        parts,
        own,
        refused,
        ..Value::default()
    }
}

/// A number that was said goes by the name of the figure that it is set against.
fn name_said(one: &mut Value, other: &mut Value) {
    let (said, figure) = match (one.said, other.said) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return,
    };
    if let Some(figure) = figure.own.first() {
        said.goes_by(figure);
    }
}

/// What one value has more than another.
fn side_by_side(base: Value, against: Value) -> Value {
    let same = same_kind(base.figure.as_ref(), against.figure.as_ref());
    let [mut base, mut against] = [base, against];
    name_said(&mut base, &mut against);
    let mut left = Side {
        figure: base.figure.as_ref(),
        period: base.period.clone(),
        facts: std::mem::take(&mut base.own),
    };
    let mut right = Side {
        figure: against.figure.as_ref(),
        period: against.period.clone(),
        facts: std::mem::take(&mut against.own),
    };
    let mut own = compare::side_by_side(&mut left, &mut right);
    let (left, right) = (left.facts, right.facts);
    base.own = left;
    against.own = right;
    let mut refused = None;
    if own.is_empty() {
        match if same {
            Err(Refusal::NoRows)
        } else {
            unlike(&base, &against)
        } {
            Ok(facts) => own = facts,
            Err(refusal) => {
                let of_parts = base.refused.clone().or_else(|| against.refused.clone());
                refused = Some(of_parts.unwrap_or(refusal));
            }
        }
    }
    let mut parts = base.told();
    parts.extend(against.told());
    Value {
        parts,
        own,
        refused,
        ..Value::default()
    }
}

/// Whether two figures are of the same measure: then facts with other names are no match.
fn same_kind(base: Option<&Figure>, against: Option<&Figure>) -> bool {
    base.zip(against).is_some_and(|(base, against)| {
        base.domain == against.domain && base.measure == against.measure && base.op == against.op
    })
}

/// The difference of two values of different measures.
fn unlike(base: &Value, against: &Value) -> Result<Vec<Fact>, Refusal> {
    let ((from, base), (_, against)) = (base.number()?, against.number()?);
    let base = Fact {
        value: FactValue::Number(converted(from, base, against)?),
        unit: against.unit.clone(),
        ..base.clone()
    };
    Ok(compare::difference(&base, against))
}

fn added(values: &[Value]) -> Result<Fact, Refusal> {
    let mut total: Option<(f64, Fact)> = None;
    for value in values {
        let (number, fact) = value.number()?;
        total = Some(match total {
            None => (number, fact.clone()),
            Some((sum, first)) => {
                let sum = sum + converted(number, fact, &first)?;
                (sum, compare::joined_facts(&first, fact))
            }
        });
    }
    let (sum, fact) = total.ok_or(Refusal::NoRows)?;
    Ok(Fact {
        kind: FactKind::Sum(Box::new(fact.kind.clone())),
        again: Vec::new(),
        value: FactValue::Number(round(sum, 4)),
        date: None,
        detail: None,
        bucket: None,
        figure: None,
        ..fact
    })
}
