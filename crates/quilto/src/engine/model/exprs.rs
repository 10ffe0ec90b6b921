//! Expressions that a model plans: held to the names and days there are.

use crate::agents::AgentContext;
use crate::facts::{self, ExprError};
use crate::model::{Condition, DateRange, Expr, When};

/// Expressions of one part at most.
const MOST: usize = 16;

/// What is left of planned expressions.
#[derive(Debug, Default)]
pub struct CheckedExprs {
    /// Those that can be computed, each with its steps put in.
    pub exprs: Vec<Expr>,
    /// What is wrong with the others, in words for the model.
    pub problems: Vec<String>,
    /// Domains that are known and would have to be loaded.
    pub unloaded: Vec<String>,
}

/// Holds expressions to the loaded domains and to the days that a question names. One that was refused
/// before keeps its place, so that steps name what they named. `subject` is the vocabulary's own name of a
/// subject.
pub fn check(
    cx: &AgentContext,
    exprs: Vec<Option<Expr>>,
    days: &[DateRange],
    subject: &mut dyn FnMut(&str) -> Option<String>,
) -> CheckedExprs {
    let mut checked = CheckedExprs::default();
    let refused: Vec<bool> = exprs.iter().map(Option::is_none).collect();
    // No step has the number 0: whoever names it is refused as well.
    let exprs = exprs.into_iter().map(|expr| expr.unwrap_or(Expr::Step(0)));
    let mut exprs: Vec<Expr> = exprs.collect();
    if exprs.len() > MOST {
        checked
            .problems
            .push(format!("more than {MOST} expressions"));
        exprs.truncate(MOST);
    }
    for expr in &mut exprs {
        named(expr, subject);
    }
    let expanded = facts::expand(&exprs).into_iter().enumerate();
    let verdicts = facts::check_exprs(&exprs, &cx.domains, &cx.units);
    let expanded = expanded.zip(verdicts).zip(refused);
    for ((place, expr), verdict) in expanded.filter(|(_, refused)| !refused).map(|(of, _)| of) {
        let error = match (expr, verdict) {
            (Ok(expr @ Expr::Fact(_)), Ok(())) => {
                checked.exprs.push(expr);
                continue;
            }
            (Ok(mut expr), Ok(())) => match unlisted(&expr, days) {
                None => {
                    within(&mut expr, days);
                    checked.exprs.push(expr);
                    continue;
                }
                Some(day) => format!("{} to {} is not one of the days listed", day.start, day.end),
            },
            (_, Err(ExprError::Domain { name, .. })) if available(cx, &name) => {
                checked.unloaded.push(name);
                continue;
            }
            (Err(error), _) | (_, Err(error)) => error.to_string(),
        };
        checked
            .problems
            .push(format!("expression {}: {error}", place + 1));
    }
    checked
}

fn available(cx: &AgentContext, name: &str) -> bool {
    let mut available = cx.domains.available.iter();
    available.any(|info| info.name == name)
}

/// Puts the vocabulary's names in. One that it has not stays as it is: the notes may have it.
fn named(expr: &mut Expr, subject: &mut dyn FnMut(&str) -> Option<String>) {
    let mut of = |names: &mut Vec<String>| {
        for name in names {
            if let Some(known) = subject(name) {
                *name = known;
            }
        }
    };
    if let Expr::BestOf(best) = expr {
        of(&mut best.among);
    }
    if let Expr::Figure(figure) = expr {
        of(&mut figure.subjects);
        for condition in &mut figure.conditions {
            if let Condition::Days(days) = condition {
                of(&mut days.subjects);
            }
        }
    }
    for part in expr.parts_mut() {
        named(part, subject);
    }
}

/// The days that an expression names.
fn whens(expr: &Expr) -> Vec<&When> {
    let own: Vec<&When> = match expr {
        Expr::Figure(figure) => figure.when.iter().collect(),
        Expr::Change(change) => change.from.iter().chain(&change.to).collect(),
        _ => Vec::new(),
    };
    let parts = expr.parts().into_iter().flat_map(whens);
    own.into_iter().chain(parts).collect()
}

/// Days by their dates that code did not read from the question.
fn unlisted(expr: &Expr, days: &[DateRange]) -> Option<DateRange> {
    let named = whens(expr).into_iter().filter_map(|when| match when {
        When::Period(period) => Some(period),
        When::Event(event) => event.within.as_ref(),
    });
    let same =
        |one: &DateRange, other: &DateRange| one.start == other.start && one.end == other.end;
    let mut unlisted = named.filter(|period| !days.iter().any(|day| same(day, period)));
    unlisted.next().cloned()
}

/// What the question names is never left out.
fn within(expr: &mut Expr, days: &[DateRange]) {
    if let Some(first) = days.first()
        && whens(expr).is_empty()
    {
        for figure in expr.figures_mut() {
            figure.when = Some(When::Period(first.clone()));
        }
    }
}
