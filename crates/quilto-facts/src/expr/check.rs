//! Whether an expression can be computed: its names, its numbers, its sizes.

use std::collections::BTreeSet;

use crate::figure::{DomainFacts, unit_of};
use crate::units::factor;
use quilto_domain::measures::{Detail, Measure, Measures};
use quilto_model::{
    Bounds, Condition, EventDays, EventSide, Expr, FactOp, Figure, RowCondition, UnitPreferences,
    When,
};

/// Most subjects, conditions or words of one figure.
const MOST: usize = 24;
/// Longest words to look for.
const LONGEST: usize = 80;
/// Most days that an event or a lag may span.
const MOST_DAYS: u32 = 3_660;

/// Why an expression cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExprError {
    /// A step that is none.
    #[error("there is no earlier step {step} that can be computed")]
    Step {
        /// Its number.
        step: u32,
    },
    /// A flat query that stands for several expressions, or inside another one.
    #[error("a `fact` that is compared with several subjects is no single value")]
    Flat,
    /// Nested too deep.
    #[error("it is nested deeper than {most}")]
    TooDeep {
        /// How deep it may be.
        most: usize,
    },
    /// Too large.
    #[error("it holds more than {most} expressions")]
    TooLarge {
        /// How large it may be.
        most: usize,
    },
    /// Too many of something.
    #[error("it names more than {most} {what}")]
    TooMany {
        /// What of.
        what: &'static str,
        /// How many there may be.
        most: usize,
    },
    /// A domain that is not loaded.
    #[error("{name:?} is not loaded")]
    Domain {
        /// Its name.
        name: String,
    },
    /// A measure that the domain has not.
    #[error("{domain} has no measure {measure:?}, only {known} and entries")]
    Measure {
        /// The domain.
        domain: String,
        /// The measure.
        measure: String,
        /// Those it has.
        known: String,
    },
    /// A field that the rows have not.
    #[error("{measure:?} reads no field {field:?}, only {known}")]
    Field {
        /// The measure.
        measure: String,
        /// The field.
        field: String,
        /// Those of its rows.
        known: String,
    },
    /// A condition on values, where entries are counted.
    #[error("entries have no value: name a measure")]
    NoValue,
    /// A unit that does not fit.
    #[error("the unit {unit:?} does not fit {of:?}")]
    Unit {
        /// The unit.
        unit: String,
        /// What it is given for.
        of: String,
    },
    /// Bounds that hold nothing, or are none.
    #[error("the bounds of {of:?} hold no number")]
    Bounds {
        /// What they are given for.
        of: String,
    },
    /// Words that cannot be looked for.
    #[error("words to look for have 1 to {LONGEST} letters")]
    Words,
    /// Days about an event that say too little or too much.
    #[error(
        "days about an event want either `words` or `break_of`, and `around` wants `days`, at most {MOST_DAYS}"
    )]
    Event,
    /// Something day by day that is no figure.
    #[error("a forecast and an association want figures, with `op` `series`")]
    NoSeries,
    /// An operation that is no figure's.
    #[error("`associate` is an expression of its own, `association`")]
    Associate,
    /// A forecast without a goal, or with two.
    #[error("a forecast wants either `reach` or `on`")]
    Goal,
    /// A number that is none.
    #[error("a number is out of reach")]
    Number,
}

/// Whether an expression without steps can be computed in some domains.
///
/// # Errors
/// The first thing that is wrong.
pub fn check(
    expr: &Expr,
    domains: &[DomainFacts<'_>],
    units: &UnitPreferences,
) -> Result<(), ExprError> {
    let check = Check { domains, units };
    check.expr(expr)
}

struct Check<'a> {
    domains: &'a [DomainFacts<'a>],
    units: &'a UnitPreferences,
}

impl Check<'_> {
    fn expr(&self, expr: &Expr) -> Result<(), ExprError> {
        match expr {
            Expr::Figure(figure) => self.figure(figure)?,
            Expr::Number(number) => finite(number.value)?,
            Expr::Step(step) => return Err(ExprError::Step { step: *step }),
            // What it names and nobody has comes to nothing.
            Expr::Fact(_) => {}
            Expr::Association(of) => {
                days(of.lag_days)?;
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
            Expr::BestOf(best) => many(best.among.len(), "subjects")?,
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

    fn figure(&self, figure: &Figure) -> Result<(), ExprError> {
        if figure.op == FactOp::Associate {
            return Err(ExprError::Associate);
        }
        many(figure.subjects.len(), "subjects")?;
        many(figure.conditions.len(), "conditions")?;
        self.when(figure.when.as_ref())?;
        let read = self.measure(&figure.domain, &figure.measure)?;
        let mut conditions = figure.conditions.iter();
        conditions.try_for_each(|condition| self.condition(condition, figure, read))
    }

    /// The measure of a name; nothing for entries and for sums of bests.
    fn measure(
        &self,
        domain: &str,
        measure: &str,
    ) -> Result<Option<(&Measures, &Measure)>, ExprError> {
        let known = self.domains.iter().find(|known| known.name == domain);
        let known = known.ok_or_else(|| ExprError::Domain {
            name: domain.to_owned(),
        })?;
        let measures = known.measures;
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

    fn condition(
        &self,
        condition: &Condition,
        figure: &Figure,
        read: Option<(&Measures, &Measure)>,
    ) -> Result<(), ExprError> {
        let unit = |(measures, measure)| self.unit(measures, measure);
        match condition {
            Condition::Row(row) => {
                let (measures, measure) = read.ok_or(ExprError::NoValue)?;
                self.row(row, measures, measure)
            }
            Condition::Value(is) | Condition::Day(is) => {
                let read = read.ok_or(ExprError::NoValue)?;
                bounded(is, unit(read), &figure.measure)
            }
            Condition::Usual(_) | Condition::Part(_) => Ok(()),
            Condition::Words(words) => spelled(words),
            Condition::Marked(mark) => spelled(mark),
            Condition::DaysOfBucket(is) => bounded(is, None, &figure.measure),
            Condition::Days(of) => {
                days(of.lag_days)?;
                many(of.subjects.len(), "subjects")?;
                let read = self.measure(&of.domain, &of.measure)?;
                match &of.is {
                    Some(is) => bounded(is, read.and_then(unit), &of.measure),
                    None => Ok(()),
                }
            }
        }
    }

    fn row(
        &self,
        row: &RowCondition,
        measures: &Measures,
        measure: &Measure,
    ) -> Result<(), ExprError> {
        let known = fields(measures, measure);
        if !known.contains(row.field.as_str()) {
            let known: Vec<&str> = known.into_iter().collect();
            return Err(ExprError::Field {
                measure: measure.name.clone(),
                field: row.field.clone(),
                known: known.join(", "),
            });
        }
        let unit = unit_of(measures, measure, &row.field, self.units);
        match (&row.is, &row.text) {
            (Some(is), None) => bounded(is, unit, &row.field),
            (None, Some(text)) => spelled(text),
            (_, _) => Err(ExprError::Bounds {
                of: row.field.clone(),
            }),
        }
    }

    fn unit<'m>(&'m self, measures: &'m Measures, measure: &'m Measure) -> Option<&'m str> {
        let unit = measure.unit.as_deref()?;
        Some(measures.unit(unit, &self.units.mass, &self.units.distance))
    }

    fn when(&self, when: Option<&When>) -> Result<(), ExprError> {
        let Some(When::Event(event)) = when else {
            return Ok(());
        };
        let EventDays {
            side,
            words,
            break_of,
            days: length,
            ..
        } = event;
        if words.is_some() == break_of.is_some()
            || (*side == EventSide::Around && length.is_none())
            || length.is_some_and(|days| days == 0 || days > MOST_DAYS)
        {
            return Err(ExprError::Event);
        }
        if let Some(domain) = break_of {
            self.measure(domain, "entries")?;
        }
        words.as_deref().map_or(Ok(()), spelled)
    }
}

fn series(expr: &Expr) -> Result<(), ExprError> {
    match expr {
        Expr::Figure(figure) if figure.op == FactOp::Series => Ok(()),
        _ => Err(ExprError::NoSeries),
    }
}

fn many(count: usize, what: &'static str) -> Result<(), ExprError> {
    match count > MOST {
        true => Err(ExprError::TooMany { what, most: MOST }),
        false => Ok(()),
    }
}

fn finite(number: f64) -> Result<(), ExprError> {
    match number.is_finite() && number.abs() < 1e12 {
        true => Ok(()),
        false => Err(ExprError::Number),
    }
}

fn days(days: u32) -> Result<(), ExprError> {
    match days > MOST_DAYS {
        true => Err(ExprError::Number),
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

fn bounded(bounds: &Bounds, unit: Option<&str>, of: &str) -> Result<(), ExprError> {
    bounds.numbers().try_for_each(finite)?;
    if let Some(own) = &bounds.unit
        && unit.and_then(|unit| factor(own, unit)).is_none()
    {
        return Err(ExprError::Unit {
            unit: own.clone(),
            of: of.to_owned(),
        });
    }
    let lower = [bounds.at_least, bounds.more_than];
    let upper = [bounds.at_most, bounds.less_than];
    let lower = lower.into_iter().flatten().fold(f64::MIN, f64::max);
    let upper = upper.into_iter().flatten().fold(f64::MAX, f64::min);
    match bounds.numbers().next().is_none() || lower > upper {
        true => Err(ExprError::Bounds { of: of.to_owned() }),
        false => Ok(()),
    }
}

/// The fields that are known of a measure's rows: all that anything reads of them.
fn fields<'m>(measures: &'m Measures, measure: &'m Measure) -> BTreeSet<&'m str> {
    let mut fields: BTreeSet<&str> = BTreeSet::new();
    let kinds = measures.rows.iter();
    for kind in kinds.filter(|kind| measure.rows.contains(&kind.name)) {
        fields.extend(kind.inherit.iter().map(|(name, _)| name));
        fields.extend(kind.quantities.iter().map(|(name, _)| name));
        fields.extend(kind.defaults.iter().map(|(name, _)| name));
        fields.extend(kind.derived.iter().map(|derived| derived.field.as_str()));
        let formulas = kind.condition.iter();
        let formulas = formulas.chain(kind.derived.iter().map(|derived| &derived.formula));
        fields.extend(
            formulas
                .flat_map(|formula| formula.fields())
                .map(String::as_str),
        );
    }
    let shares = |other: &&Measure| other.rows.iter().any(|rows| measure.rows.contains(rows));
    for other in measures.measures.iter().filter(shares) {
        let formulas = std::iter::once(&other.each);
        let formulas = formulas.chain(&other.condition).chain(&other.weigh_by);
        fields.extend(
            formulas
                .flat_map(|formula| formula.fields())
                .map(String::as_str),
        );
        fields.extend(other.by.as_deref());
        fields.extend(other.detail.iter().flat_map(Detail::holes));
    }
    fields
}
