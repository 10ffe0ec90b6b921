//! The days that must be read for an expression.

use chrono::{Days, NaiveDate};

use crate::figure::{USUAL_DAYS, earlier};
use quilto_model::{Condition, DateRange, Expr, FactQuery, Figure, When};

/// Days to read: all of them, or ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DaysNeeded {
    /// All days.
    All,
    /// These days.
    Range(DateRange),
}

/// The days that must be read for expressions: those of their figures, with the days before them that
/// conditions look at, and those in which events are looked for.
pub fn days_needed(exprs: &[Expr]) -> Vec<DaysNeeded> {
    let expanded = super::expand(exprs);
    let whole = expanded.iter().flatten();
    whole.flat_map(|expr| of(expr, &[None], 0)).collect()
}

fn of(expr: &Expr, scope: &[Option<&When>], lag: u64) -> Vec<DaysNeeded> {
    match expr {
        Expr::Fact(query) => of_fact(query),
        Expr::Figure(figure) => match figure.when.as_ref() {
            own @ Some(_) => figure_in(figure, own, lag),
            None => scope
                .iter()
                .flat_map(|when| figure_in(figure, *when, lag))
                .collect(),
        },
        Expr::Change(change) => of(&change.of, &[change.from.as_ref(), change.to.as_ref()], lag),
        Expr::Association(association) => {
            let lag = lag + u64::from(association.lag_days);
            let parts = expr.parts().into_iter();
            parts.flat_map(|part| of(part, scope, lag)).collect()
        }
        other => {
            let parts = other.parts().into_iter();
            parts.flat_map(|part| of(part, scope, lag)).collect()
        }
    }
}

/// A flat query looks at no days but those it names.
fn of_fact(query: &FactQuery) -> Vec<DaysNeeded> {
    let range = |period: &DateRange| DaysNeeded::Range(DateRange::new(period.start, period.end));
    let own = query.period.as_ref().map_or(DaysNeeded::All, range);
    let compared = query.compare.as_ref();
    let other = compared.and_then(|compare| compare.period.as_ref());
    let figure = compared.and_then(|compare| compare.figure.as_ref());
    std::iter::once(own)
        .chain(other.map(range))
        .chain(figure.into_iter().flat_map(|figure| of_fact(figure)))
        .collect()
}

fn figure_in(figure: &Figure, when: Option<&When>, lag: u64) -> Vec<DaysNeeded> {
    let usual = |condition: &Condition| matches!(condition, Condition::Usual(_));
    let usual = figure.conditions.iter().any(usual);
    let beside = figure.conditions.iter().map(|condition| match condition {
        Condition::Days(days) => {
            let usual = if days.usual.is_some() { USUAL_DAYS } else { 0 };
            u64::from(days.lag_days) + usual
        }
        _ => 0,
    });
    // The days that tell what was usual fulfil the other conditions, too.
    let before = if usual { USUAL_DAYS } else { 0 } + beside.max().unwrap_or(0) + lag;
    match when {
        None => vec![DaysNeeded::All],
        Some(When::Period(period)) => vec![DaysNeeded::Range(earlier(period, before, 0))],
        Some(When::Event(event)) => match &event.within {
            None => vec![DaysNeeded::All],
            Some(within) => {
                let days = u64::from(event.days.unwrap_or(0));
                let wide = earlier(within, before + days, 0);
                let end = |end: NaiveDate| end.checked_add_days(Days::new(days)).unwrap_or(end);
                vec![DaysNeeded::Range(DateRange::new(wide.start, end(wide.end)))]
            }
        },
    }
}
