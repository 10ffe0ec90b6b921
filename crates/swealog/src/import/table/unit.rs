//! The units of columns and cells, as they are kept.

use quilto::text::units::convert;

use super::field::Field;
use crate::import::known_unit;

/// The unit that values are kept in, and by what they are multiplied for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    pub unit: &'static str,
    pub factor: f64,
}

impl Measure {
    /// What a unit of a file is for a field; `None` where it is none of it.
    pub fn of(field: Field, name: &str) -> Option<Self> {
        let (kept, _) = field.units();
        let name = name.trim().to_lowercase();
        if let Some(unit) = known_unit(&name).filter(|unit| kept.contains(unit)) {
            return Some(Self { unit, factor: 1.0 });
        }
        let factors = kept
            .iter()
            .filter_map(|unit| Some((*unit, convert(1.0, &name, unit)?)));
        // in the unit that it is a whole number of, so that nothing is rounded: a stone in pounds
        let (unit, factor) = factors.min_by_key(|(_, factor)| !is_whole(*factor))?;
        let factor = match is_whole(factor) {
            true => factor.round(),
            false => factor,
        };
        Some(Self { unit, factor })
    }

    /// The unit that the name of a column says, or what stands in its place in brackets and is none.
    pub fn in_name(field: Field, name: &str) -> Result<Option<Self>, String> {
        if field.units().0.is_empty() {
            return Ok(None);
        }
        let name = name.trim();
        if let Some((_, rest)) = name.split_once(['(', '[']) {
            let text = rest.split([')', ']']).next().unwrap_or_default().trim();
            // how a clock is written: (h:mm)
            if text.is_empty() || text.contains(':') {
                return Ok(None);
            }
            return Self::of(field, text)
                .map(Some)
                .ok_or_else(|| text.to_owned());
        }
        let last = name.rsplit(['_', ' ']).next().unwrap_or(name);
        Ok(Self::of(field, last))
    }

    /// A value in it.
    pub fn take(self, value: f64) -> f64 {
        match is_whole(self.factor) {
            true => value * self.factor,
            false => (value * self.factor * 100.0).round() / 100.0,
        }
    }
}

fn is_whole(factor: f64) -> bool {
    (factor - factor.round()).abs() < 1e-9 && factor >= 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_converted_or_none() {
        let taken = |field, unit, value| Measure::of(field, unit).map(|m| (m.take(value), m.unit));
        assert_eq!(taken(Field::Weight, "Stone", 10.0), Some((140.0, "lb")));
        assert_eq!(taken(Field::Weight, "lbs", 10.5), Some((10.5, "lb")));
        assert_eq!(taken(Field::Calories, "kJ", 2900.0), Some((693.12, "kcal")));
        assert_eq!(taken(Field::Seconds, "min", 25.0), Some((1500.0, "s")));
        assert_eq!(taken(Field::Sleep, "minutes", 450.0), Some((7.5, "h")));
        assert_eq!(taken(Field::Weight, "furlong", 1.0), None);
        assert_eq!(taken(Field::Weight, "km", 1.0), None);
        let in_name = |field, name| Measure::in_name(field, name).map(|m| m.map(|m| m.unit));
        assert_eq!(in_name(Field::Calories, "Energy (kJ)"), Ok(Some("kcal")));
        assert_eq!(
            in_name(Field::Weight, "Weight (zonks)"),
            Err("zonks".into())
        );
        assert_eq!(in_name(Field::Seconds, "Time (h:mm)"), Ok(None));
        assert_eq!(in_name(Field::Weight, "Last"), Ok(None));
    }
}
