//! Expressions: figures of rows, and what figures are to each other.
//!
//! Everything that is computed is an [`Expr`]; a [`FactQuery`] is its flat case. A part without a value
//! leaves the whole without one, and a [`Refusal`] says why.

use std::cell::RefCell;

use quilto_model::{
    DaysCondition, Entry, Expr, ExprOutcome, Fact, FactKind, FactOp, FactQuery, FactValue, Figure,
    Language, Number, Refusal, UnitPreferences, When,
};

use super::association::{Outcome, associate};
use super::figure::{Daily, DomainFacts, Engine, FigureConditions, Ledger, Span};
use super::select::Groups;
use super::slice;
use super::units;

mod association;
mod best_of;
mod check;
mod compose;
mod days_needed;
mod error;
mod expand;
mod facts_of;
mod flat;
mod forecast;
mod names;
mod value;

pub use check::check;
pub use days_needed::{DaysNeeded, days_needed};
pub use error::ExprError;
pub use expand::expand;
pub use facts_of::facts_of;
pub use flat::of_query;
pub use names::ExprNames;
use value::Value;

/// What expressions are computed over.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The entries that may matter.
    pub entries: &'a [Entry],
    /// Their places up to today, oldest first.
    pub order: &'a [usize],
    /// The domains.
    pub domains: &'a [DomainFacts<'a>],
    /// The user's units.
    pub units: &'a UnitPreferences,
    /// What is put into facts as the number of what they answer.
    pub number: usize,
}

impl Sheet<'_> {
    /// The facts of a query, or why none of the expressions that it stands for has a value.
    pub fn query(&self, query: &FactQuery) -> (Vec<Fact>, Option<Refusal>) {
        let mut facts: Vec<Fact> = Vec::new();
        let mut refusals = Vec::new();
        for (place, expr) in of_query(query).iter().enumerate() {
            let evaluation = Evaluation {
                sheet: *self,
                ledger: None,
            };
            let value = evaluation.of(expr, Scope::default());
            refusals.push(value.refused.clone());
            let told = value.told();
            if place == 0 {
                facts = told;
            } else {
                // The query's own facts are there from the first round.
                let new = told.into_iter().filter(|fact| !facts.contains(fact));
                let new: Vec<Fact> = new.collect();
                facts.extend(new);
            }
        }
        let refused = refusals.into_iter().collect::<Option<Vec<Refusal>>>();
        (
            facts,
            refused.and_then(|reasons| reasons.into_iter().next()),
        )
    }

    /// What an expression without steps comes to.
    pub fn expr(&self, expr: &Expr) -> ExprOutcome {
        if let Expr::Fact(query) = expr {
            let (facts, refused) = self.query(query);
            return ExprOutcome {
                facts,
                refused,
                ..ExprOutcome::default()
            };
        }
        let ledger = RefCell::new(Ledger::default());
        let evaluation = Evaluation {
            sheet: *self,
            ledger: Some(&ledger),
        };
        let value = evaluation.of(expr, Scope::default());
        let refused = value.refused.clone();
        let facts = value.told();
        let ledger = ledger.into_inner();
        let entries = ledger.entries(self.entries);
        ExprOutcome {
            facts,
            refused,
            days: ledger.days(),
            rows: ledger.rows(),
            entries: entries.iter().map(|entry| entry.id.clone()).collect(),
            left_out: ledger.left_out(),
        }
    }
}

/// One expression on its way to a value.
struct Evaluation<'a> {
    sheet: Sheet<'a>,
    ledger: Option<&'a RefCell<Ledger>>,
}

/// What an expression around gives to the figures in it.
#[derive(Clone, Copy, Default)]
struct Scope<'s> {
    /// Days for those that name none.
    when: Option<&'s When>,
    /// A subject for those that name none.
    subject: Option<&'s str>,
    /// Whether they are told beside others.
    beside: bool,
}

impl Scope<'_> {
    fn apply(&self, figure: &Figure) -> Figure {
        let mut figure = figure.clone();
        figure.when = figure.when.or_else(|| self.when.cloned());
        if let Some(subject) = self.subject
            && figure.subjects.is_empty()
        {
            figure.subjects.push(subject.to_owned());
        }
        figure
    }
}

impl Evaluation<'_> {
    fn of(&self, expr: &Expr, scope: Scope<'_>) -> Value {
        match expr {
            Expr::Fact(_) => Value::refused(invalid(&ExprError::Flat)),
            Expr::Figure(figure) => self.figure(figure, scope),
            Expr::Number(number) => said(number),
            Expr::Step(step) => Value::refused(invalid(&ExprError::Step { step: *step })),
            Expr::Sum(sum) => self.sum(sum, scope),
            Expr::Difference(difference) => self.difference(difference, scope),
            Expr::Ratio(ratio) => self.ratio(ratio, scope),
            Expr::Between(between) => self.between(between, scope),
            Expr::Change(change) => self.change(change, scope),
            Expr::BestOf(best) => self.best_of(best, scope),
            Expr::Association(of) => match &of.with {
                Some(with) => self.association(of, with, scope),
                None => self.factors(&of.of, scope),
            },
            Expr::Forecast(forecast) => self.forecast(forecast, scope),
        }
    }

    fn figure(&self, figure: &Figure, scope: Scope<'_>) -> Value {
        let figure = scope.apply(figure);
        let answered = self.with_engine(&figure, scope.beside, self.ledger, &|engine| {
            (engine.answer(&figure), engine.span.period.clone())
        });
        match answered {
            Ok((facts, period)) => Value {
                refused: facts.is_empty().then_some(Refusal::NoRows),
                own: facts,
                // A query says itself what was asked.
                under: self.ledger.and_then(|_| slice::under_conditions(&figure)),
                period,
                figure: Some(figure),
                ..Value::default()
            },
            Err(refusal) => Value::refused(refusal),
        }
    }

    /// What each day of a series comes to.
    fn series(&self, expr: &Expr, scope: Scope<'_>) -> Result<(Daily, Figure), Refusal> {
        let Expr::Figure(figure) = expr else {
            return Err(invalid(&ExprError::NoSeries));
        };
        let figure = scope.apply(figure);
        let daily = |engine: &Engine<'_>| engine.daily(&figure);
        let daily = self.with_engine(&figure, true, self.ledger, &daily)?;
        Ok((daily, figure))
    }

    /// Everything that differs between the better and the worse days of a measure.
    fn factors(&self, of: &Expr, scope: Scope<'_>) -> Value {
        let Expr::Figure(figure) = of else {
            return Value::refused(invalid(&ExprError::NoSeries));
        };
        let figure = scope.apply(figure);
        let span = match self.span(&figure) {
            Ok(span) => span,
            Err(refusal) => return Value::refused(refusal),
        };
        let outcome = Outcome {
            domain: &figure.domain,
            measure: &figure.measure,
            subjects: &figure.subjects,
            period: span.period.as_ref(),
        };
        let sheet = &self.sheet;
        let facts = associate(
            &outcome,
            sheet.entries,
            sheet.order,
            sheet.domains,
            sheet.units,
            sheet.number,
        );
        Value {
            refused: facts.is_empty().then_some(Refusal::NoTrend),
            own: facts,
            ..Value::default()
        }
    }

    /// Does something with a figure's rows in reach.
    fn with_engine<T>(
        &self,
        figure: &Figure,
        beside: bool,
        ledger: Option<&RefCell<Ledger>>,
        then: &dyn Fn(&Engine<'_>) -> T,
    ) -> Result<T, Refusal> {
        let span = self.span(figure)?;
        let sheet = &self.sheet;
        let daily = |of: &DaysCondition, period: Option<&quilto_model::DateRange>| {
            if let Some(words) = &of.words {
                return Daily::mentioned(words, period, sheet.entries);
            }
            let other = Figure {
                subjects: of.subjects.clone(),
                when: period.cloned().map(When::Period),
                ..Figure::of(&of.domain, &of.measure, FactOp::Series)
            };
            let daily = |engine: &Engine<'_>| engine.daily(&other);
            self.with_engine(&other, true, None, &daily)
                .unwrap_or_default()
        };
        let tests = FigureConditions::new(figure, span.period.as_ref(), &daily);
        let domain = sheet
            .domains
            .iter()
            .find(|known| known.name == figure.domain);
        let nothing = Groups::default();
        let units = units::over(sheet.units, figure.unit.as_deref());
        Ok(then(&Engine {
            entries: sheet.entries,
            order: sheet.order,
            domain: &figure.domain,
            domains: sheet.domains,
            measures: domain.and_then(|domain| domain.measures),
            groups: domain.map_or(&nothing, |domain| &domain.groups),
            language: domain.map_or(Language::English, |domain| domain.language),
            units: &units,
            number: sheet.number,
            span: &span,
            tests: &tests,
            beside,
            ledger,
        }))
    }

    /// The days of a figure.
    fn span(&self, figure: &Figure) -> Result<Span, Refusal> {
        let longest_break = |domain: &str, within: Option<&quilto_model::DateRange>| {
            let together = figure.together.clone();
            let gaps = Figure {
                together: together.filter(|_| domain == figure.domain),
                when: within.cloned().map(When::Period),
                ..Figure::of(domain, "entries", FactOp::LongestGap)
            };
            let answer = |engine: &Engine<'_>| engine.answer(&gaps);
            let gaps = self.with_engine(&gaps, true, None, &answer).ok()?;
            let longest = gaps.into_iter().next()?.period?;
            Some((longest.start.succ_opt()?, longest.end.pred_opt()?))
        };
        Span::of(
            figure.when.as_ref(),
            self.sheet.entries,
            self.sheet.order,
            &longest_break,
        )
    }
}

fn invalid(error: &ExprError) -> Refusal {
    Refusal::Invalid(error.to_string())
}

/// A number that was said: it counts, and is nothing that notes tell.
fn said(number: &Number) -> Value {
    Value {
        own: vec![Fact {
            unit: number.unit.clone(),
            ..Fact::new(FactKind::Said, "", "", FactValue::Number(number.value))
        }],
        said: true,
        ..Value::default()
    }
}
