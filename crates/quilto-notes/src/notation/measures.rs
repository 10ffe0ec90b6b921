//! The values of a domain's data that can be held against those told before.

use serde_json::{Map, Value};

use quilto_domain::{Group, Notation, Slot, SlotRole};
use quilto_text::units::convert;

/// So many times the best before is hard to believe, where the notation says nothing else.
const BEYOND: [f64; 2] = [0.0, 2.0];

/// What a value is of: the name of the thing, the field, and the unit where it can be compared in no other.
pub(super) type MeasureKey = (String, String, String);

/// One value and its place.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    pub of: MeasureKey,
    /// The place of its thing.
    thing: String,
    pub path: String,
    pub value: f64,
    pub unit: String,
    pub unit_field: Option<String>,
    /// In the unit in which all of its kind are compared.
    pub base: f64,
    pub common: &'static str,
    pub beyond: [f64; 2],
}

impl Measure {
    /// Whether it is of the same thing of the same note.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.of == other.of && self.thing == other.thing
    }

    /// Whether it is the same value told again of it.
    pub fn is_same(&self, other: &Self) -> bool {
        self.is_beside(other) && self.value == other.value
    }
}

/// All of them in the data of a domain, in its order.
pub(super) fn of(data: &Value, domain_name: &str, notation: &Notation) -> Vec<Measure> {
    let mut found = Vec::new();
    if let (Some(list), Some(things)) = (&notation.list, list_of(data, notation.list.as_ref())) {
        for (at, thing) in things.iter().enumerate() {
            let path = format!("{domain_name}.{list}[{at}]");
            match &notation.group {
                Some(group) => grouped(thing, &path, notation, group, &mut found),
                None => rows(thing, &path, notation, &mut found),
            }
        }
    }
    if let (Some(state), Some(data)) = (&notation.state, data.as_object()) {
        for (field, beyond) in &state.beyond {
            states(data, domain_name, field, *beyond, &mut found);
        }
    }
    found
}

/// The values of an item's rows, or of a record.
fn rows(thing: &Value, path: &str, notation: &Notation, found: &mut Vec<Measure>) {
    let name = name_of(thing, notation);
    match list_of(thing, notation.item.rows.as_ref()) {
        Some(rows) => {
            let field = notation.item.rows.as_deref().unwrap_or_default();
            for (at, row) in rows.iter().enumerate() {
                let place = format!("{path}.{field}[{at}]");
                values(row, path, &place, &name, notation, found);
            }
        }
        None => values(thing, path, path, &name, notation, found),
    }
}

/// The values of the things of a group, but for those that are only estimated.
fn grouped(
    gathered: &Value,
    path: &str,
    notation: &Notation,
    group: &Group,
    found: &mut Vec<Measure>,
) {
    let things = list_of(gathered, Some(&group.list)).unwrap_or_default();
    let estimates = notation.item.estimates.as_ref();
    for (at, thing) in things.iter().enumerate() {
        let place = format!("{path}.{}[{at}]", group.list);
        let name = name_of(thing, notation);
        let guessed = list_of(thing, estimates.map(|estimates| &estimates.list));
        let from = found.len();
        values(thing, &place, &place, &name, notation, found);
        let told = found.split_off(from).into_iter().filter(|one| {
            let mut guessed = guessed.iter().copied().flatten();
            !guessed.any(|field| field.as_str() == Some(&*one.of.1))
        });
        found.extend(told);
    }
}

fn values(
    row: &Value,
    thing: &str,
    place: &str,
    name: &str,
    notation: &Notation,
    found: &mut Vec<Measure>,
) {
    for slot in notation.slots.iter().filter(|slot| is_measured(slot)) {
        let field = slot.field_name();
        let Some(value) = row.get(field).and_then(Value::as_f64) else {
            continue;
        };
        let common = match slot.dimension.as_deref() {
            Some("mass") => "kg",
            Some("distance") => "km",
            Some("duration") => "s",
            _ => "",
        };
        let typed = slot.unit_field.as_ref().and_then(|field| row.get(field));
        let typed = typed.and_then(Value::as_str).or(slot.store.as_deref());
        let unit = typed.unwrap_or(common).to_owned();
        let base = convert(value, &unit, common);
        let only = if base.is_some() { "" } else { &*unit };
        found.push(Measure {
            of: (name.to_owned(), field.to_owned(), only.to_owned()),
            thing: thing.to_owned(),
            path: format!("{place}.{field}"),
            value,
            base: base.unwrap_or(value),
            common,
            unit,
            unit_field: slot.unit_field.clone(),
            beyond: slot.beyond.unwrap_or(BEYOND),
        });
    }
}

/// What is measured of the writer: in a field of its own, or in a list by its name.
fn states(
    data: &Map<String, Value>,
    domain_name: &str,
    field: &str,
    beyond: [f64; 2],
    found: &mut Vec<Measure>,
) {
    let unit_field = format!("{field}_unit");
    let own = data.get(field).and_then(Value::as_f64);
    let own = own.map(|value| {
        let unit = data.get(&unit_field).and_then(Value::as_str);
        (format!("{domain_name}.{field}"), value, unit)
    });
    let lists = data
        .iter()
        .filter_map(|(list, values)| Some((list, values.as_array()?)));
    let listed = lists.flat_map(|(list, values)| {
        let values = values.iter().enumerate();
        values.filter_map(move |(at, one)| {
            let named = one.get("name")?.as_str()? == field;
            let value = one.get("value").filter(|_| named)?.as_f64()?;
            let unit = one.get("unit").and_then(Value::as_str);
            Some((format!("{domain_name}.{list}[{at}].value"), value, unit))
        })
    });
    for (path, value, unit) in own.into_iter().chain(listed) {
        let base = unit.and_then(|unit| convert(value, unit, "kg"));
        found.push(Measure {
            of: (String::new(), field.to_owned(), String::new()),
            thing: path.clone(),
            unit_field: data.contains_key(&unit_field).then(|| unit_field.clone()),
            path,
            value,
            base: base.unwrap_or(value),
            common: if base.is_some() { "kg" } else { "" },
            unit: unit.unwrap_or_default().to_owned(),
            beyond,
        });
    }
}

/// Whether a slot holds a quantity in which one can be good, or says itself what is far beyond.
fn is_measured(slot: &Slot) -> bool {
    let dimension = slot.dimension.as_deref();
    let measured = matches!(dimension, Some("mass" | "distance" | "duration"));
    let measured = measured && slot.role != SlotRole::Pause && !slot.only_with_words;
    measured || slot.beyond.is_some()
}

fn name_of(thing: &Value, notation: &Notation) -> String {
    let name = notation
        .item
        .name
        .as_ref()
        .and_then(|field| thing.get(field));
    name.and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list_of<'v>(data: &'v Value, field: Option<&String>) -> Option<&'v [Value]> {
    let list = data.get(field?)?.as_array()?;
    Some(list)
}
