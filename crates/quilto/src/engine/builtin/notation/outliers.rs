//! Values far beyond what the writer told before: kept, and marked.

use std::collections::HashSet;

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::compiled::Compiled;
use super::write::Remarks;
use crate::domain::{Slot, SlotRole};
use crate::model::Entry;
use crate::text::units::convert;

/// So many times the best before is hard to believe.
const BEYOND: f64 = 2.0;
/// On so many days it must have been told before.
const DAYS: usize = 3;

/// Marks what lies far beyond the same thing's best in earlier entries.
pub(super) fn mark(
    data: &Map<String, Value>,
    domain_name: &str,
    domain: &Compiled,
    earlier: &[Entry],
    remarks: &mut Remarks,
) {
    let (Some(list), Some(data)) = (&domain.notation.list, data.get(domain_name)) else {
        return;
    };
    let things = |data: &'_ Value| -> Vec<Value> {
        let things = data.get(list).and_then(Value::as_array);
        things.cloned().unwrap_or_default()
    };
    let spec = &domain.notation.item;
    let name = |thing: &Value| {
        let name = spec.name.as_ref().and_then(|field| thing.get(field));
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let past: Vec<(NaiveDate, Value)> = earlier
        .iter()
        .filter_map(|entry| {
            Some((
                entry.date,
                entry.parsed.as_ref()?.domain_data.get(domain_name)?,
            ))
        })
        .flat_map(|(date, data)| things(data).into_iter().map(move |thing| (date, thing)))
        .collect();
    let rows = |thing: &Value| -> Vec<Value> {
        match &spec.rows {
            Some(rows) => thing
                .get(rows)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default(),
            None => vec![thing.clone()],
        }
    };
    for (at, thing) in things(data).iter().enumerate() {
        let same: Vec<&(NaiveDate, Value)> = past
            .iter()
            .filter(|(_, before)| name(before) == name(thing))
            .collect();
        for slot in domain
            .notation
            .slots
            .iter()
            .filter(|slot| is_measured(slot))
        {
            let told = same.iter().flat_map(|(date, before)| {
                let rows = rows(before).into_iter();
                rows.filter_map(|row| Some((*date, base(&row, slot)?)))
            });
            let (mut days, mut best) = (HashSet::new(), 0.0_f64);
            for (date, value) in told {
                days.insert(date);
                best = best.max(value);
            }
            if days.len() < DAYS || best <= 0.0 {
                continue;
            }
            let rows = rows(thing);
            let beyond = |row: &Value| base(row, slot).is_some_and(|value| value > best * BEYOND);
            if let Some(row) = rows.iter().position(beyond) {
                let field = field_of(slot);
                let path = match &spec.rows {
                    Some(rows) => format!("{domain_name}.{list}[{at}].{rows}[{row}].{field}"),
                    None => format!("{domain_name}.{list}[{at}].{field}"),
                };
                let who = name(thing);
                let who = if who.is_empty() {
                    who
                } else {
                    format!("{who}: ")
                };
                let what = field.trim_end_matches("_seconds").replace('_', " ");
                let note = format!(
                    "{who}the {what} is more than twice your best so far; to put it right, say \"no, …\""
                );
                remarks.uncertain(path, note);
            }
        }
    }
}

/// Whether a slot holds a quantity in which one can be good.
fn is_measured(slot: &Slot) -> bool {
    let measured = matches!(
        slot.dimension.as_deref(),
        Some("mass" | "distance" | "duration")
    );
    measured && slot.role != SlotRole::Pause && !slot.only_with_words
}

fn field_of(slot: &Slot) -> &str {
    slot.field.as_deref().unwrap_or(&slot.name)
}

/// The value of a slot in a row, in one unit for all rows.
fn base(row: &Value, slot: &Slot) -> Option<f64> {
    let value = row.get(field_of(slot))?.as_f64()?;
    let unit = slot
        .unit_field
        .as_ref()
        .and_then(|field| row.get(field)?.as_str());
    let to = match slot.dimension.as_deref() {
        Some("mass") => "kg",
        Some("distance") => "km",
        _ => "s",
    };
    Some(
        unit.and_then(|unit| convert(value, unit, to))
            .unwrap_or(value),
    )
}
