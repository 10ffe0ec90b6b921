//! Fields that were left out because what was told for them cannot be: a correction can fill them in.

use serde_json::Value as Json;

use super::correctable_fields::{NumberField, object_at, unit_in_name};
use quilto_domain::Notation;
use quilto_model::{Parsed, UnitPreferences};

/// The doubtful fields that the data do not have, as places without a value.
pub(super) fn of(
    notations: &[(&str, &Notation)],
    units: &UnitPreferences,
    parsed: &Parsed,
) -> Vec<NumberField> {
    let paths = parsed.uncertain_fields.iter();
    paths
        .filter_map(|path| gap(notations, units, parsed, path))
        .collect()
}

fn gap(
    notations: &[(&str, &Notation)],
    units: &UnitPreferences,
    parsed: &Parsed,
    path: &str,
) -> Option<NumberField> {
    let (object, field) = path.rsplit_once('.')?;
    let fields = object_at(&parsed.domain_data, object)?;
    if fields.contains_key(field) || field.ends_with(']') {
        return None;
    }
    let domain = path.split('.').next()?;
    let (_, notation) = notations.iter().find(|(name, _)| *name == domain)?;
    let slot = notation
        .slots
        .iter()
        .find(|slot| slot.field_name() == field);
    let unit_field = match slot {
        Some(slot) => slot.unit_field.clone(),
        None => Some(format!("{field}_unit")).filter(|_| unit_in_name(field).is_none()),
    };
    let unit = slot.and_then(|slot| match (&slot.store, slot.dimension.as_deref()) {
        (Some(store), _) => Some(store.clone()),
        (None, Some("mass")) => Some(units.mass.clone()),
        (None, Some("distance")) => Some(units.distance.clone()),
        _ => None,
    });
    let ancestors = object.match_indices('.').map(|(at, _)| &object[..at]);
    let subject = ancestors
        .chain([object])
        .rev()
        .find_map(|path| object_at(&parsed.domain_data, path)?.get("name")?.as_str());
    Some(NumberField {
        domain: domain.to_owned(),
        path: path.to_owned(),
        field: field.to_owned(),
        value: None,
        unit: unit.or(unit_in_name(field).map(str::to_owned)),
        unit_path: unit_field.map(|field| format!("{object}.{field}")),
        subject: subject.map(str::to_owned),
        object: object.to_owned(),
    })
}

/// A value of a place as JSON; none where it has none.
pub(super) fn before(value: Option<f64>) -> Json {
    value.map_or(Json::Null, super::correctable_fields::number)
}
