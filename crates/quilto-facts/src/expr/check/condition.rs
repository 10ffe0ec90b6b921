//! Whether the conditions of a figure can be fulfilled at all.

use super::fields::fields;
use super::{Check, ExprError, finite, lag, spelled, subjects};
use crate::bucket::part_names;
use crate::figure::{bounds_day, unit_of};
use crate::units::factor;
use quilto_domain::measures::{Measure, Measures};
use quilto_model::{Bounds, Condition, FactOp, Figure, Part, RowCondition};

impl Check<'_> {
    pub(super) fn condition(
        &self,
        condition: &Condition,
        figure: &Figure,
        read: Option<(&Measures, &Measure)>,
    ) -> Result<(), ExprError> {
        let unit = |(measures, measure)| self.unit(measures, measure);
        let no_value = || match figure.measure.as_str() {
            "entries" => ExprError::NoValue,
            sum => ExprError::SumOfBests {
                sum: sum.to_owned(),
            },
        };
        match condition {
            Condition::Row(row) => {
                let (measures, measure) = read.ok_or_else(no_value)?;
                self.row(row, figure.op, measures, measure)
            }
            Condition::Value(is) | Condition::Day(is) | Condition::Bucket(is) => {
                let read = read.ok_or_else(no_value)?;
                bounded(is, unit(read), &figure.measure)
            }
            Condition::Usual(_) => Ok(()),
            Condition::Part(part) => named(part),
            Condition::Words(words) => spelled(words),
            Condition::Marked(mark) => spelled(mark),
            Condition::DaysOfBucket(is) => bounded(is, None, &figure.measure),
            Condition::Days(of) => {
                lag(of.lag_days)?;
                subjects(&of.subjects)?;
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
        op: FactOp,
        measures: &Measures,
        measure: &Measure,
    ) -> Result<(), ExprError> {
        let known = fields(measures, measure);
        let of_day = op == FactOp::CountDays && bounds_day(&row.field, measure);
        if !of_day && !known.contains(row.field.as_str()) {
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
            (_, _) => Err(ExprError::Condition {
                field: row.field.clone(),
            }),
        }
    }

    fn unit<'m>(&'m self, measures: &'m Measures, measure: &'m Measure) -> Option<&'m str> {
        let unit = measure.unit.as_deref()?;
        Some(measures.unit(unit, &self.units.mass, &self.units.distance))
    }
}

/// Parts of the day and of the week go by few names; any other bucket may be of some note.
fn named(part: &Part) -> Result<(), ExprError> {
    let known = part_names(part.by);
    match known.is_empty() || known.contains(&part.bucket.as_str()) {
        true => Ok(()),
        false => Err(ExprError::Part {
            bucket: part.bucket.clone(),
            known: known.join(", "),
        }),
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
