//! What a value of a table can be.

use std::collections::HashMap;

use quilto::text::units::convert;

use super::dialect::Rows;
use super::field::Field;
use super::layout::Layout;
use crate::import::activity::Sport;
use crate::import::{FieldValues, ImportContext};

/// What else a row says that bounds its values.
#[derive(Clone, Copy, Debug, Default)]
pub struct RowBounds {
    /// What kind of activity it is.
    pub sport: Option<Sport>,
    /// How long it took, in seconds.
    pub seconds: Option<f64>,
}

impl RowBounds {
    /// Whether a value can be. The bounds are wide: they tell a thousandfold from the truth, and no
    /// good day from a bad one.
    pub fn allows(&self, field: Field, value: f64, unit: Option<&str>) -> bool {
        let kilos = convert(value, unit.unwrap_or("kg"), "kg").unwrap_or(value);
        match field {
            Field::Weight => kilos <= 1000.0,
            Field::Bodyweight => (15.0..=500.0).contains(&kilos),
            Field::Reps => value.fract() == 0.0 && value <= 10_000.0,
            Field::Rpe => value <= 20.0,
            Field::HeartRate | Field::HeartRateMax => (20.0..=260.0).contains(&value),
            Field::Calories => value <= 30_000.0,
            Field::Cadence => value <= 400.0,
            Field::Steps => value.fract() == 0.0 && value <= 300_000.0,
            Field::Sleep => value <= 24.0,
            Field::Protein | Field::Carbs | Field::Fat => value <= 3000.0,
            Field::Ascent => value <= 40_000.0,
            Field::Distance => unit
                .and_then(|unit| convert(value, unit, "m"))
                .is_none_or(|metres| self.goes(metres)),
            _ => true,
        }
    }

    /// Whether it can go so far in its time.
    fn goes(&self, metres: f64) -> bool {
        let (slowest, fastest) = match self.sport {
            Some(Sport::Swim) => (0.004, 4.0),
            Some(Sport::Run | Sport::Other("Walking" | "Hiking" | "Rowing")) => (0.007, 13.0),
            Some(Sport::Other("Cycling")) => (0.5, 60.0),
            _ => (0.0, 60.0),
        };
        match self.seconds.filter(|seconds| *seconds >= 60.0) {
            Some(seconds) => (slowest..=fastest).contains(&(metres / seconds)),
            None => metres <= 2_000_000.0 && (slowest == 0.0 || metres >= 5.0),
        }
    }
}

/// What the data of the domains says of the values of a table's columns.
#[derive(Debug, Default)]
pub struct DomainValues(HashMap<Field, FieldValues>);

impl DomainValues {
    /// What is said of the columns of a table.
    pub fn of(layout: &Layout, context: &ImportContext<'_>) -> Self {
        let fields = layout.columns.iter().map(|column| column.field);
        let said = fields.filter_map(|field| {
            let (domain, name) = field.in_domain()?;
            let (domain, name) = match (field, layout.rows) {
                (Field::Calories, Rows::Meals) => ("nutrition", name),
                _ => (domain, name),
            };
            Some((field, (context.values_of)(domain, name)))
        });
        Self(said.collect())
    }

    /// Whether a value is no more than can be. What is less than is usual was measured all the same.
    pub fn allow(&self, field: Field, value: f64, unit: &str) -> bool {
        let values = self.0.get(&field);
        let Some([_, most]) = values.and_then(|values| values.possible) else {
            return true;
        };
        let base = match field {
            Field::Weight | Field::Bodyweight => "kg",
            _ => unit,
        };
        convert(value, unit, base).unwrap_or(value) <= most
    }

    /// Whether a cell is a word for none of it: `BW`.
    pub fn is_none(&self, field: Field, cell: &str) -> bool {
        let cell = cell.to_lowercase();
        let values = self.0.get(&field);
        values.is_some_and(|values| values.none.contains(&cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousandfold_is_told_from_the_truth() {
        let swim = RowBounds {
            sport: Some(Sport::Swim),
            seconds: Some(3000.0),
        };
        assert!(swim.allows(Field::Distance, 2500.0, Some("m")));
        assert!(!swim.allows(Field::Distance, 2.5, Some("m")));
        let run = RowBounds {
            sport: Some(Sport::Run),
            seconds: Some(1500.0),
        };
        assert!(run.allows(Field::Distance, 5.0, Some("km")));
        assert!(!run.allows(Field::Distance, 5000.0, Some("km")));
        let set = RowBounds::default();
        assert!(set.allows(Field::Weight, 22.675, Some("kg")));
        assert!(!set.allows(Field::Weight, 22_675.0, Some("kg")));
        assert!(!set.allows(Field::Reps, 2.5, None));
    }
}
