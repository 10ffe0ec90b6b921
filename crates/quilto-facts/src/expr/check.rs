//! Whether an expression can be computed: its names, its numbers, its sizes.

mod condition;
mod fields;

use super::error::{LONGEST, MOST_DAYS};
use super::{ExprError, flat};
use crate::figure::DomainFacts;
use quilto_domain::measures::{Measure, Measures};
use quilto_model::{
    Condition, DateRange, EventDays, EventSide, Expr, FactOp, FactQuery, Figure, GroupBy,
    UnitPreferences, When,
};
use serde_json::Value;

/// Most conditions of one figure.
const MOST: usize = 24;
/// Most subjects of one figure. A word of a question stands for all names that hold it, near a hundred of a
/// large vocabulary.
const MOST_SUBJECTS: usize = 200;

/// Whether an expression without steps can be computed in the domains that it names, of those that are loaded.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(
    expr: &Expr,
    domains: &[DomainFacts<'_>],
    loaded: &[&str],
    units: &UnitPreferences,
) -> Result<(), ExprError> {
    let check = Check {
        domains,
        loaded,
        units,
    };
    check.expr(expr)
}

struct Check<'a> {
    domains: &'a [DomainFacts<'a>],
    loaded: &'a [&'a str],
    units: &'a UnitPreferences,
}

impl Check<'_> {
    fn expr(&self, expr: &Expr) -> Result<(), ExprError> {
        match expr {
            Expr::Fact(query) => return self.fact(query),
            Expr::Figure(figure) => self.figure(figure)?,
            Expr::Number(number) => finite(number.value)?,
            Expr::Step(step) => return Err(ExprError::Step { step: *step }),
            Expr::Association(of) => {
                lag(of.lag_days)?;
                series(&of.of)?;
                of.with.as_deref().map_or(Ok(()), series)?;
            }
            Expr::Forecast(forecast) => {
                series(&forecast.of)?;
                if forecast.reach.is_some() == forecast.on.is_some() {
                    return Err(ExprError::Goal);
                }
                if let Some(goal) = &forecast.reach {
                    finite(goal.value)?;
                }
            }
            Expr::BestOf(best) => subjects(&best.among)?,
            Expr::Change(change) => {
                self.when(change.from.as_ref())?;
                self.when(change.to.as_ref())?;
            }
            Expr::Sum(_) | Expr::Difference(_) | Expr::Ratio(_) | Expr::Between(_) => {}
        }
        expr.parts()
            .into_iter()
            .try_for_each(|part| self.expr(part))
    }

    /// A flat query is what it stands for.
    fn fact(&self, query: &FactQuery) -> Result<(), ExprError> {
        flat::compared(query)?;
        let exprs = flat::of_query(query);
        exprs.iter().try_for_each(|expr| self.expr(expr))
    }

    fn figure(&self, figure: &Figure) -> Result<(), ExprError> {
        if figure.op == FactOp::Associate {
            return Err(ExprError::Associate);
        }
        subjects(&figure.subjects)?;
        many(figure.conditions.len(), "conditions", MOST)?;
        self.when(figure.when.as_ref())?;
        let read = self.measure(&figure.domain, &figure.measure)?;
        self.buckets(figure)?;
        let mut conditions = figure.conditions.iter();
        conditions.try_for_each(|condition| self.condition(condition, figure, read))
    }

    fn domain(&self, name: &str) -> Result<&DomainFacts<'_>, ExprError> {
        let mut domains = self.domains.iter();
        let known = domains.find(|known| known.name == name);
        known.ok_or_else(|| ExprError::Domain {
            name: name.to_owned(),
            known: self.loaded.join(", "),
        })
    }

    /// The measure of a name; nothing for entries and for sums of bests.
    fn measure(
        &self,
        domain: &str,
        measure: &str,
    ) -> Result<Option<(&Measures, &Measure)>, ExprError> {
        let measures = self.domain(domain)?.measures;
        if measure == "entries" || measures.is_some_and(|of| of.sum(measure).is_some()) {
            return Ok(None);
        }
        let found = measures.and_then(|of| Some((of, of.measure(measure)?)));
        found.map(Some).ok_or_else(|| {
            let all = measures.iter().flat_map(|of| &of.measures);
            let names: Vec<&str> = all.map(|measure| measure.name.as_str()).collect();
            ExprError::Measure {
                domain: domain.to_owned(),
                measure: measure.to_owned(),
                known: names.join(", "),
            }
        })
    }

    /// Buckets that the operation is told by.
    fn buckets(&self, figure: &Figure) -> Result<(), ExprError> {
        use GroupBy::{Entry, Group, Row};
        // Groups are read where they are asked for.
        let groups = &self.domain(&figure.domain)?.groups;
        let has_groups = figure.by != Some(Group) || groups.names().next().is_some();
        let bounds_a_bucket = |of: &Condition| matches!(of, Condition::Bucket(_));
        let bounds_sums = figure.conditions.iter().any(bounds_a_bucket);
        let told = |by: &GroupBy| match (figure.op, by) {
            (FactOp::CountBuckets, _) => by.is_of_calendar(),
            _ if bounds_sums && !by.is_of_calendar() => false,
            // The mean of what the rows of each come to: nothing else is told of so many.
            (op, Entry | Row) => op == FactOp::Average,
            (_, Group) => has_groups,
            _ => true,
        };
        let asked = match (figure.by, figure.op) {
            (None, op) if bounds_sums || op == FactOp::CountBuckets => false,
            (by, _) => by.as_ref().is_none_or(told),
        };
        if asked {
            return Ok(());
        }
        let named = |by: &GroupBy| word(serde_json::to_value(by));
        let known: Vec<String> = GroupBy::ALL
            .iter()
            .filter(|by| told(by))
            .map(named)
            .collect();
        Err(ExprError::By {
            op: word(serde_json::to_value(figure.op)),
            by: figure
                .by
                .as_ref()
                .map_or_else(|| "nothing".to_owned(), named),
            known: known.join(", "),
        })
    }

    fn when(&self, when: Option<&When>) -> Result<(), ExprError> {
        let event = match when {
            None => return Ok(()),
            Some(When::Period(period)) => return in_order(period),
            Some(When::Event(event)) => event,
        };
        let EventDays {
            side,
            words,
            break_of,
            days: length,
            within,
            ..
        } = event;
        if words.is_some() == break_of.is_some()
            || (*side == EventSide::Around && length.is_none())
            || length.is_some_and(|days| days == 0 || days > MOST_DAYS)
        {
            return Err(ExprError::Event);
        }
        within.as_ref().map_or(Ok(()), in_order)?;
        if let Some(domain) = break_of {
            self.domain(domain)?;
        }
        words.as_deref().map_or(Ok(()), spelled)
    }
}

/// What an operation or a bucket is called.
fn word(of: serde_json::Result<Value>) -> String {
    let word = of.as_ref().ok().and_then(Value::as_str);
    word.unwrap_or_default().to_owned()
}

fn series(expr: &Expr) -> Result<(), ExprError> {
    match expr {
        Expr::Figure(figure) if figure.op == FactOp::Series => Ok(()),
        _ => Err(ExprError::NoSeries),
    }
}

fn subjects(names: &[String]) -> Result<(), ExprError> {
    many(names.len(), "subjects", MOST_SUBJECTS)?;
    match names.iter().any(|name| name.trim().is_empty()) {
        true => Err(ExprError::Subject),
        false => Ok(()),
    }
}

fn many(count: usize, what: &'static str, most: usize) -> Result<(), ExprError> {
    match count > most {
        true => Err(ExprError::TooMany { what, most }),
        false => Ok(()),
    }
}

fn finite(number: f64) -> Result<(), ExprError> {
    match number.is_finite() && number.abs() < 1e12 {
        true => Ok(()),
        false => Err(ExprError::Number),
    }
}

fn lag(days: u32) -> Result<(), ExprError> {
    match days > MOST_DAYS {
        true => Err(ExprError::Number),
        false => Ok(()),
    }
}

fn in_order(days: &DateRange) -> Result<(), ExprError> {
    match days.end < days.start {
        true => Err(ExprError::Days { days: days.clone() }),
        false => Ok(()),
    }
}

fn spelled(words: &str) -> Result<(), ExprError> {
    let words = words.trim();
    match words.is_empty() || words.chars().count() > LONGEST {
        true => Err(ExprError::Words),
        false => Ok(()),
    }
}
