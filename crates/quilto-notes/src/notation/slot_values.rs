//! Whether a value can stand in a slot, and what it comes to there: by its unit, the slot's bounds and the
//! unit that the slot stores.

use std::collections::BTreeMap;

use super::compiled_notation::{CompiledNotation, dimension_name, in_unit};
use super::numeric_expressions::{NumericValue, ValueKind};
use quilto_domain::SlotRole;
use quilto_model::UnitPreferences;
use quilto_text::{Tokens, UnitId};

/// The numbers of a value.
pub(super) fn numbers(value: &NumericValue) -> impl Iterator<Item = f64> {
    let numbers = match &value.what {
        ValueKind::One(number) => vec![*number],
        ValueKind::Several { values, .. } => values.clone(),
        ValueKind::Between { first, second, .. } => vec![*first, *second],
        ValueKind::Clock { seconds, .. } | ValueKind::Pace { seconds, .. } => vec![*seconds],
    };
    numbers.into_iter()
}

/// Whether a value can stand in a slot by its own unit. A bare number fits everywhere but where
/// only a unit makes sense (durations and distances need one).
pub(super) fn fits(
    domain: &CompiledNotation,
    tokens: &Tokens,
    slot: usize,
    value: &NumericValue,
) -> bool {
    let data = domain.slot(slot);
    let measures = data.dimension.as_deref();
    match (&value.what, value.unit) {
        (ValueKind::Clock { .. }, _) => matches!(measures, Some("duration" | "pace")),
        (ValueKind::Pace { .. }, _) => measures == Some("pace"),
        // What is only passed over is told by its size ("pattern 3110").
        (_, None) if data.role == SlotRole::Pause && measures.is_none() => {
            let [least, most] = data.possible.unwrap_or([f64::MIN, f64::MAX]);
            // "3-1-1 pattern": digit by digit.
            let digits =
                matches!(&value.what, ValueKind::Several { values, .. } if values.len() <= 4);
            numbers(value)
                .all(|number| digits && number < 10.0 || least <= number && number <= most)
        }
        (_, None) => {
            !matches!(measures, Some("duration" | "distance" | "pace" | "energy"))
                || data.bare.is_some()
                || data.only_with_words
        }
        (_, Some(unit)) => {
            let unit = tokens.unit(unit);
            data.units.iter().any(|name| **name == *unit.name)
                || (measures.is_some_and(|measures| measures == dimension_name(&unit.dimension))
                    && domain
                        .slots_of_unit(unit)
                        .iter()
                        .all(|other| domain.slot(*other).dimension.as_deref() == measures))
                || (measures == Some("pace") && dimension_name(&unit.dimension) == "duration")
        }
    }
}

/// Whether all bare numbers of the value are usual for the slot. A number with a unit always is.
pub(super) fn usual(
    domain: &CompiledNotation,
    tokens: &Tokens,
    units: &UnitPreferences,
    traits: &[String],
    slot: usize,
    value: &NumericValue,
) -> bool {
    let data = domain.slot(slot);
    if value.unit.is_some() && data.role != SlotRole::Repeat {
        return true;
    }
    if data.whole && numbers(value).any(|number| number.fract() != 0.0) {
        return false;
    }
    let special = special(&data.usual_for, traits);
    within(domain, tokens, units, slot, value, special.or(data.usual))
}

/// The bounds for an item with one of its flags or groups.
pub(super) fn special(bounds: &BTreeMap<String, [f64; 2]>, traits: &[String]) -> Option<[f64; 2]> {
    let mut bounds = bounds.iter();
    let found = bounds.find(|(name, _)| traits.contains(name));
    found.map(|(_, bounds)| *bounds)
}

/// Whether all numbers of the value are possible for the slot.
pub(super) fn possible(
    domain: &CompiledNotation,
    tokens: &Tokens,
    units: &UnitPreferences,
    _traits: &[String],
    slot: usize,
    value: &NumericValue,
) -> bool {
    let data = domain.slot(slot);
    if data.whole && numbers(value).any(|number| number.fract() != 0.0) {
        return false;
    }
    within(domain, tokens, units, slot, value, data.possible)
}

fn within(
    domain: &CompiledNotation,
    tokens: &Tokens,
    units: &UnitPreferences,
    slot: usize,
    value: &NumericValue,
    bounds: Option<[f64; 2]>,
) -> bool {
    let Some([least, most]) = bounds else {
        return true;
    };
    let unit = unit_of(domain, tokens, units, slot, value.unit);
    numbers(value).all(|number| {
        let number = in_bounds_unit(domain, tokens, slot, number, &unit);
        least <= number && number <= most
    })
}

/// A number in the unit that the slot's bounds are given in.
pub(crate) fn in_bounds_unit(
    domain: &CompiledNotation,
    tokens: &Tokens,
    slot: usize,
    number: f64,
    unit: &str,
) -> f64 {
    let data = domain.slot(slot);
    let bounds_unit = data
        .store
        .as_deref()
        .unwrap_or(match data.dimension.as_deref() {
            Some("mass") => "kg",
            Some("distance") => "km",
            _ => unit,
        });
    in_unit(tokens, number, unit, bounds_unit)
}

/// The unit of a value: as typed, or the one a bare number has.
pub(crate) fn unit_of(
    domain: &CompiledNotation,
    tokens: &Tokens,
    units: &UnitPreferences,
    slot: usize,
    unit: Option<UnitId>,
) -> String {
    if let Some(unit) = unit {
        return tokens.unit(unit).name.to_string();
    }
    let data = domain.slot(slot);
    match (&data.bare, data.dimension.as_deref()) {
        (Some(bare), _) => bare.clone(),
        (None, _) if data.store.is_some() => data.store.clone().unwrap_or_default(),
        (None, Some("mass")) => units.mass.clone(),
        (None, Some("distance")) => units.distance.clone(),
        _ => String::new(),
    }
}

/// A number in the unit that the slot stores.
pub(super) fn stored(
    domain: &CompiledNotation,
    tokens: &Tokens,
    slot: usize,
    number: f64,
    unit: Option<UnitId>,
) -> f64 {
    match (&domain.slot(slot).store, unit) {
        (Some(store), Some(unit)) => in_unit(tokens, number, &tokens.unit(unit).name, store),
        _ => number,
    }
}
