//! Values far beyond what the writer told before: kept, and marked until the writer says that they
//! are right.

use std::collections::HashSet;

use chrono::NaiveDate;
use serde_json::{Map, Value, json};

use super::compile;
use super::compiled::Compiled;
use super::remarks::Remark;
use super::write::number;
use crate::agents::CorrectionDelta;
use crate::domain::{ActiveDomainContext, Slot, SlotRole};
use crate::engine::builtin::language::Language;
use crate::model::{Entry, Parsed};
use crate::text::units::convert;
use crate::text::{TokenKind, read};

/// So many times the best before is hard to believe.
const BEYOND: f64 = 2.0;
/// On so many days it must have been told before.
const DAYS: usize = 3;

/// A value far beyond the best that was told before of the same thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlier {
    /// The path of the first row that holds it.
    pub path: String,
    /// The paths of all rows of the thing that hold it.
    paths: Vec<String>,
    /// What it is.
    pub value: f64,
    /// The best before, in the unit of the value.
    pub best: f64,
    /// The unit of both.
    pub unit: String,
    /// The field of the unit, where it stands in the data.
    unit_field: Option<String>,
    /// What it is told of; empty where things have no names.
    pub(super) name: String,
    /// The field it stands in.
    pub(super) field: String,
}

impl Outlier {
    /// What confirms that it is right: the same value again, which is no longer doubtful.
    pub fn confirmed(&self) -> Vec<CorrectionDelta> {
        vec![change(&self.path, number(self.value), number(self.value))]
    }

    /// What puts it right, where the words are one value of its kind: `52.5`, `115 lb`, `1:30`.
    pub fn corrected(&self, said: &str) -> Option<Vec<CorrectionDelta>> {
        let tokens = read(said);
        let [token] = &*tokens.iter().collect::<Vec<_>>() else {
            return None;
        };
        let (value, unit) = match token.kind {
            TokenKind::Number(number) => (number.value, self.unit.clone()),
            TokenKind::Clock(clock) if self.unit == "s" => (clock.seconds(), self.unit.clone()),
            TokenKind::Quantity(quantity) => {
                let typed = &tokens.unit(quantity.unit).name;
                let here = convert(quantity.value, typed, &self.unit)?;
                match self.unit_field {
                    Some(_) => (quantity.value, typed.to_string()),
                    None => (here, self.unit.clone()),
                }
            }
            _ => return None,
        };
        let mut delta = Vec::new();
        for path in &self.paths {
            delta.push(change(path, number(self.value), number(value)));
            if let (Some(field), Some((row, _))) = (&self.unit_field, path.rsplit_once('.'))
                && unit != self.unit
            {
                let path = format!("{row}.{field}");
                delta.push(change(&path, json!(self.unit), json!(unit)));
            }
        }
        Some(delta)
    }
}

fn change(path: &str, before: Value, after: Value) -> CorrectionDelta {
    CorrectionDelta {
        path: path.to_owned(),
        before,
        after,
    }
}

/// The values in a note's data that lie far beyond the same thing's best in earlier entries.
pub fn outliers(
    domains: &ActiveDomainContext,
    data: &Map<String, Value>,
    earlier: &[Entry],
) -> Vec<Outlier> {
    let modules = domains.modules.iter();
    let compiled = modules.filter_map(|module| Some((&module.name, compile(module)?)));
    compiled
        .flat_map(|(name, domain)| of_domain(data, name, &domain, earlier))
        .collect()
}

/// Takes away what a reading says of values that are no longer doubtful.
pub fn settle(parsed: &mut Parsed, outliers: &[Outlier]) {
    for outlier in outliers {
        if parsed.uncertain_fields.contains(&outlier.path) {
            continue;
        }
        let remark = Remark::FarBeyond(&outlier.name, &outlier.field);
        for language in [Language::English, Language::Korean] {
            let told = remark.say(language);
            parsed.extraction_notes.retain(|note| *note != told);
        }
    }
}

/// The same for one domain.
pub(super) fn of_domain(
    data: &Map<String, Value>,
    domain_name: &str,
    domain: &Compiled,
    earlier: &[Entry],
) -> Vec<Outlier> {
    let notation = &domain.notation;
    // a group's things are told as they come
    let list = notation
        .list
        .as_deref()
        .filter(|_| notation.group.is_none());
    let (Some(list), Some(data)) = (list, data.get(domain_name)) else {
        return Vec::new();
    };
    let spec = &notation.item;
    let name = |thing: &Value| {
        let name = spec.name.as_ref().and_then(|field| thing.get(field));
        name.and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let past: Vec<(NaiveDate, &Value)> = earlier
        .iter()
        .filter_map(|entry| {
            let data = entry.parsed.as_ref()?.domain_data.get(domain_name)?;
            Some((entry.date, data))
        })
        .flat_map(|(date, data)| items(data, list).iter().map(move |thing| (date, thing)))
        .collect();
    let rows = |thing: &'_ Value| -> Vec<Value> {
        match &spec.rows {
            Some(field) => items(thing, field).to_vec(),
            None => vec![thing.clone()],
        }
    };
    let mut found = Vec::new();
    for (at, thing) in items(data, list).iter().enumerate() {
        let name_here = name(thing);
        let same = past.iter().filter(|(_, before)| name(before) == name_here);
        let same: Vec<_> = same.map(|(date, before)| (*date, rows(before))).collect();
        let here = rows(thing);
        for slot in notation.slots.iter().filter(|slot| is_measured(slot)) {
            let Some(best) = best_of(&same, slot) else {
                continue;
            };
            let beyond = |row: &Value| base(row, slot).is_some_and(|value| value > best * BEYOND);
            let Some(first) = here.iter().find(|row| beyond(row)) else {
                continue;
            };
            let field = field_of(slot);
            let alike = |row: &&Value| row.get(field) == first.get(field);
            let path = |row: usize| match &spec.rows {
                Some(rows) => format!("{domain_name}.{list}[{at}].{rows}[{row}].{field}"),
                None => format!("{domain_name}.{list}[{at}].{field}"),
            };
            let paths = (0..).zip(&here).filter(|(_, row)| alike(row));
            let paths: Vec<String> = paths.map(|(row, _)| path(row)).collect();
            let (Some(path), Some(value)) = (paths.first().cloned(), typed(first, slot)) else {
                continue;
            };
            let unit = unit_of(first, slot);
            found.push(Outlier {
                path,
                paths,
                value,
                best: convert(best, in_common(slot), &unit).unwrap_or(best),
                unit,
                unit_field: slot.unit_field.clone(),
                name: name_here.clone(),
                field: field.to_owned(),
            });
        }
    }
    found
}

fn items<'v>(data: &'v Value, list: &str) -> &'v [Value] {
    let list = data.get(list).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// The best of a slot on days enough to know.
fn best_of(same: &[(NaiveDate, Vec<Value>)], slot: &Slot) -> Option<f64> {
    let (mut days, mut best) = (HashSet::new(), 0.0_f64);
    for (date, rows) in same {
        for value in rows.iter().filter_map(|row| base(row, slot)) {
            days.insert(date);
            best = best.max(value);
        }
    }
    (days.len() >= DAYS && best > 0.0).then_some(best)
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

fn typed(row: &Value, slot: &Slot) -> Option<f64> {
    row.get(field_of(slot))?.as_f64()
}

/// The unit of a slot in a row.
fn unit_of(row: &Value, slot: &Slot) -> String {
    let typed = slot.unit_field.as_ref().and_then(|field| row.get(field));
    let typed = typed.and_then(Value::as_str).or(slot.store.as_deref());
    typed.unwrap_or_else(|| in_common(slot)).to_owned()
}

/// The unit in which the rows of a slot are compared.
fn in_common(slot: &Slot) -> &'static str {
    match slot.dimension.as_deref() {
        Some("mass") => "kg",
        Some("distance") => "km",
        _ => "s",
    }
}

/// The value of a slot in a row, in one unit for all rows.
fn base(row: &Value, slot: &Slot) -> Option<f64> {
    let value = typed(row, slot)?;
    Some(convert(value, &unit_of(row, slot), in_common(slot)).unwrap_or(value))
}
