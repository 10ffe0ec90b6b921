//! Conversion for columns of quantities: one look-up per unit, not per row.

use quilto_model::{Fact, UnitPreferences};
use quilto_text::units::convert;
use quilto_text::{Dimension, UnitTable};

/// Converts values of rows; remembers the factors it has looked up.
#[derive(Debug, Default)]
pub struct Converter<'a> {
    known: Vec<(&'a str, &'a str, Option<f64>)>,
}

impl<'a> Converter<'a> {
    /// The value in another unit, unrounded; `None` when the units do not convert. With `per`, the
    /// value is "so much per unit" and converts the other way.
    pub fn convert(&mut self, value: f64, from: &'a str, to: &'a str, per: bool) -> Option<f64> {
        if from == to {
            return Some(value);
        }
        let known = self
            .known
            .iter()
            .find(|known| known.0 == from && known.1 == to);
        let factor = match known {
            Some((_, _, factor)) => *factor,
            None => {
                let factor = factor(from, to);
                self.known.push((from, to, factor));
                factor
            }
        }?;
        Some(if per { value / factor } else { value * factor })
    }
}

/// How many `to` one `from` is. Rates (`min/km`) convert part by part.
pub fn factor(from: &str, to: &str) -> Option<f64> {
    if from == to {
        return Some(1.0);
    }
    match (from.split_once('/'), to.split_once('/')) {
        (Some((from, from_per)), Some((to, to_per))) => {
            Some(factor(from, to)? / factor(from_per, to_per)?)
        }
        _ => convert(1.0, from, to),
    }
}

/// How many of the unit of one fact one of another's is; nothing where they do not convert. What is told in
/// weeks is another thing than what is told in months, or in no time.
pub fn between(from: &Fact, to: &Fact) -> Option<f64> {
    if from.kind.slope_per() != to.kind.slope_per() {
        return None;
    }
    match (from.unit.as_deref(), to.unit.as_deref()) {
        (from, to) if from == to => Some(1.0),
        (from, to) => factor(from?, to?),
    }
}

/// The value at so many digits after the point, without float dust.
pub fn round(value: f64, decimals: u8) -> f64 {
    let scale = 10f64.powi(i32::from(decimals));
    let scaled = value * scale;
    if !scaled.is_finite() {
        return value;
    }
    // A value such as 0.285 lies a hair below its printed half; the nudge is far smaller than any
    // digit that was typed.
    let rounded = (scaled + scaled.signum() * 1e-7).round() / scale;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// The user's units, but for the one that is asked for.
pub fn over(own: &UnitPreferences, unit: Option<&str>) -> UnitPreferences {
    let mut units = own.clone();
    let table = UnitTable::core();
    if let Some((unit, id)) = unit.and_then(|unit| Some((unit, table.id(unit)?))) {
        match table.unit(id).dimension {
            Dimension::Mass => units.mass = unit.to_owned(),
            Dimension::Distance => units.distance = unit.to_owned(),
            _ => {}
        }
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_convert_both_parts() {
        let per_mile = factor("min/km", "min/mi").unwrap();
        assert!((per_mile - 1.609_344).abs() < 1e-9);
        let mut converter = Converter::default();
        let slower = converter.convert(300.0, "km", "mi", true).unwrap();
        assert!((slower - 482.8032).abs() < 1e-9);
        assert_eq!(converter.convert(82.25, "kg", "kg", false), Some(82.25));
        assert_eq!(converter.convert(1.0, "kg", "km", false), None);
    }

    #[test]
    fn rounding_leaves_no_dust() {
        assert_eq!(round(0.1 + 0.2, 2), 0.3);
        assert_eq!(round(1.005, 2), 1.01);
        assert_eq!(round(-0.000_001, 2).to_string(), "0");
        assert_eq!(round(82.25, 2), 82.25);
    }
}
