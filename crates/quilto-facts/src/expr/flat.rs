//! A fact query as expressions.

use super::ExprError;
use quilto_model::{
    Association, Between, Bounds, Change, Condition, DateRange, Difference, EventDays, EventSide,
    Expr, FactOp, FactQuery, Figure, Ratio, RowCondition, When, Which,
};

/// Holds a query to being set against one thing, or nothing.
///
/// # Errors
/// It is set against several things, against none, or against what is itself set against something.
pub fn compared(query: &FactQuery) -> Result<(), ExprError> {
    let Some(comparison) = &query.compare else {
        return Ok(());
    };
    let subjects = comparison.subjects.as_ref();
    let sides = [
        comparison.period.is_some(),
        subjects.is_some_and(|names| !names.is_empty()),
        comparison.figure.is_some(),
    ];
    let other = comparison.figure.as_ref();
    let nested = other.is_some_and(|figure| figure.compare.is_some());
    match sides.into_iter().filter(|is_set| *is_set).count() == 1 && !nested {
        true => Ok(()),
        false => Err(ExprError::Compare),
    }
}

/// The expressions that a query stands for: one, but for a query that is set against several subjects.
pub fn of_query(query: &FactQuery) -> Vec<Expr> {
    let Some(comparison) = &query.compare else {
        return vec![one(query, figure(query))];
    };
    if let Some(other) = &comparison.figure {
        return vec![against(query, other)];
    }
    // Two sides: of each the one value, not the first of several.
    let own = Figure {
        limit: query.limit.filter(|_| query.by.is_some()),
        ..figure(query)
    };
    if let Some(other) = &comparison.period {
        return vec![change(query, own, other)];
    }
    let others = comparison.subjects.iter().flatten();
    others
        .map(|other| {
            let other = Figure {
                subjects: vec![other.clone()],
                ..own.clone()
            };
            Expr::Difference(Difference {
                of: Box::new(one(query, own.clone())),
                minus: Box::new(one(query, other)),
            })
        })
        .collect()
}

/// Two periods side by side: the earlier one is the base.
fn change(query: &FactQuery, own: Figure, other: &DateRange) -> Expr {
    let mine = query.period.clone();
    let other = Some(other.clone());
    let mine_is_earlier = mine
        .as_ref()
        .zip(other.as_ref())
        .is_some_and(|(mine, other)| mine.start <= other.start);
    let (from, to) = match mine_is_earlier {
        true => (mine, other),
        false => (other, mine),
    };
    Expr::Change(Change {
        of: Box::new(one(query, Figure { when: None, ..own })),
        from: from.map(When::Period),
        to: to.map(When::Period),
    })
}

/// A figure beside another one: of two first times the days between them, else so many times it.
fn against(query: &FactQuery, other: &FactQuery) -> Expr {
    let own = Box::new(one(query, figure(query)));
    let other = Box::new(one(
        other,
        Figure {
            unit: query.unit.clone(),
            ..figure(other)
        },
    ));
    if let (Expr::Figure(one), Expr::Figure(two)) = (&*own, &*other)
        && one.op == FactOp::First
        && two.op == FactOp::First
    {
        return Expr::Between(Between {
            from: other,
            to: own,
        });
    }
    Expr::Ratio(Ratio { of: own, to: other })
}

fn one(query: &FactQuery, figure: Figure) -> Expr {
    if query.op == FactOp::Associate {
        return Expr::Association(Association {
            of: Box::new(figure.into()),
            with: None,
            lag_days: 0,
        });
    }
    figure.into()
}

fn figure(query: &FactQuery) -> Figure {
    let after_break = || {
        When::Event(EventDays {
            side: EventSide::After,
            words: None,
            break_of: Some(query.domain.clone()),
            which: Which::Last,
            days: None,
            within: query.period.clone(),
        })
    };
    Figure {
        domain: query.domain.clone(),
        measure: query.measure.clone(),
        op: match query.op {
            FactOp::Associate => FactOp::Series,
            op => op,
        },
        subjects: query.subjects.clone(),
        conditions: conditions(query),
        when: match query.after_gap {
            true => Some(after_break()),
            false => query.period.clone().map(When::Period),
        },
        by: query.by,
        limit: query.limit,
        unit: query.unit.clone(),
        together: query.together.clone(),
    }
}

fn conditions(query: &FactQuery) -> Vec<Condition> {
    let of_row = query.filter.as_ref().map(|filter| {
        let is = Bounds {
            at_least: filter.min,
            at_most: filter.max,
            ..Bounds::default()
        };
        match query.op {
            FactOp::CountBuckets => Condition::DaysOfBucket(is),
            _ => Condition::Row(RowCondition {
                field: filter.field.clone(),
                is: Some(is).filter(|is| is.numbers().next().is_some()),
                text: filter.text.clone(),
            }),
        }
    });
    let of_part = query.only.clone().map(Condition::Part);
    of_row.into_iter().chain(of_part).collect()
}
