//! Slips that a file does not show by itself: a name in one file of a domain that another one does
//! not have.

use std::collections::BTreeSet;

use serde_json::Value;

use super::advice::Advice;
use super::measures::{Formula, Measures};
use super::names::closest;
use super::notation::{Notation, Slot};
use super::{DomainError, DomainModule};
use quilto_text::UnitTable;

/// What a slot can measure without a unit of the domain's own.
const DIMENSIONS: &[&str] = &[
    "mass",
    "distance",
    "duration",
    "energy",
    "volume",
    "pace",
    "frequency",
    "speed",
    "temperature",
    "ratio",
    "months",
    "count",
];

/// The slips of a domain whose files can be read. `schema` is that of what it stores.
pub(super) fn slips(module: &DomainModule, schema: Option<&Value>) -> Vec<DomainError> {
    let mut found = Vec::new();
    let notation = module.part::<Notation>("notation.yaml").ok().flatten();
    let measures = module.measures().ok().flatten();
    let advice = module.part::<Advice>("advice.yaml").ok().flatten();
    let mut say = |file: &'static str, message: String| {
        found.push(DomainError::invalid(module.path(file), message));
    };
    if let Some(notation) = &notation {
        let kinds: Vec<&str> = module
            .vocabulary()
            .terms()
            .map(|term| &*term.kind)
            .collect();
        for kind in kinds_of(notation) {
            if !kinds.contains(&kind) {
                let near = near(kind, &kinds);
                say(
                    "notation.yaml",
                    format!("no term of vocabulary.yaml is of the kind `{kind}`{near}"),
                );
            }
        }
        for slot in &notation.slots {
            for message in of_slot(notation, slot) {
                say("notation.yaml", message);
            }
        }
    }
    if let (Some(measures), Some(advice)) = (&measures, &advice) {
        let names: Vec<&str> = measures.measures.iter().map(|m| m.name.as_str()).collect();
        for name in [Some(&advice.measure), advice.compare.as_ref()] {
            let Some(name) = name.filter(|name| !names.contains(&name.as_str())) else {
                continue;
            };
            let near = near(name, &names);
            say(
                "advice.yaml",
                format!("measures.yaml has no measure `{name}`{near}"),
            );
        }
    }
    if let (Some(measures), Some(notation)) = (&measures, &notation) {
        let mut filled = fields_of(notation);
        if let Some(schema) = schema {
            properties(schema, &mut filled);
        }
        for (measure, field) in unfilled(measures, &filled) {
            let filled: Vec<&str> = filled.iter().map(String::as_str).collect();
            let near = near(&field, &filled);
            say(
                "measures.yaml",
                format!("`{measure}` reads the field `{field}`, which nothing fills{near}"),
            );
        }
    }
    found
}

fn near(name: &str, known: &[&str]) -> String {
    closest(name, known)
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default()
}

/// The kinds of terms that a notation speaks of.
fn kinds_of(notation: &Notation) -> BTreeSet<&str> {
    let item = notation.item.kinds.iter();
    let terms = notation.terms.iter().map(|field| &field.kind);
    let group = notation.group.iter().map(|group| &group.kind);
    let sections = notation.parts.iter().flat_map(|parts| &parts.sections);
    let mut kinds: BTreeSet<&str> = item
        .chain(terms)
        .chain(group)
        .chain(sections)
        .map(String::as_str)
        .collect();
    if let Some(state) = &notation.state {
        let single = [&state.says, &state.measures, &state.feelings, &state.parts];
        kinds.extend(single.into_iter().flatten().map(String::as_str));
        kinds.extend(state.sides.iter().map(|sides| sides.kind.as_str()));
        kinds.extend(
            state
                .fields
                .keys()
                .chain(state.lists.keys())
                .map(String::as_str),
        );
    }
    kinds
}

fn of_slot(notation: &Notation, slot: &Slot) -> Vec<String> {
    let mut found = Vec::new();
    let own = notation.units.iter();
    let own: Vec<&str> = own.filter_map(|unit| unit.dimension.as_deref()).collect();
    let name = &slot.name;
    if let Some(dimension) = slot.dimension.as_deref() {
        let known: Vec<&str> = DIMENSIONS.iter().chain(&own).copied().collect();
        if !known.contains(&dimension) {
            let near = near(dimension, &known);
            found.push(format!(
                "the slot `{name}` measures `{dimension}`, which nothing measures{near}"
            ));
        } else if slot.store.is_none() && slot.unit_field.is_none() {
            found.push(format!(
                "the slot `{name}` loses its unit; give it `store`, a unit to store it in, or \
                 `unit_field`, the field for its unit"
            ));
        }
    }
    if let Some(unit) = slot.store.as_deref() {
        let known = notation.units.iter().any(|own| own.name == unit)
            || UnitTable::core().id(unit).is_some();
        if !known {
            found.push(format!(
                "the slot `{name}` is stored in `{unit}`, which is no unit"
            ));
        }
    }
    found
}

/// The fields that a notation fills, wherever they stand.
fn fields_of(notation: &Notation) -> BTreeSet<String> {
    let mut fields = BTreeSet::new();
    for slot in &notation.slots {
        fields.insert(slot.field.as_ref().unwrap_or(&slot.name).clone());
        fields.extend(slot.unit_field.clone());
    }
    for mark in &notation.marks {
        fields.extend(mark.field.clone());
        fields.extend(mark.also.keys().cloned());
    }
    for term in &notation.terms {
        fields.extend(term.field.clone());
        fields.extend(term.copy.keys().cloned());
    }
    fields.extend(notation.item.name.clone());
    fields.extend(notation.parts.iter().map(|parts| parts.count.clone()));
    fields.extend(notation.group.iter().map(|group| group.field.clone()));
    fields.extend(notation.session.iter().map(|field| field.field.clone()));
    fields
}

/// The names of all properties of a schema.
fn properties(schema: &Value, into: &mut BTreeSet<String>) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::Object(properties)) = map.get("properties") {
                into.extend(properties.keys().cloned());
            }
            map.values().for_each(|part| properties(part, into));
        }
        Value::Array(parts) => parts.iter().for_each(|part| properties(part, into)),
        _ => {}
    }
}

/// What formulas read and nothing fills: what reads it, and the field.
fn unfilled(measures: &Measures, filled: &BTreeSet<String>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut of_rows: Vec<(&str, BTreeSet<&str>)> = Vec::new();
    for kind in &measures.rows {
        let mut known: BTreeSet<&str> = filled.iter().map(String::as_str).collect();
        known.insert("value");
        if kind.path.ends_with("{}") {
            known.insert("key");
        }
        known.extend(kind.inherit.iter().map(|(name, _)| name));
        known.extend(kind.defaults.iter().map(|(name, _)| name));
        known.extend(kind.derived.iter().map(|derived| derived.field.as_str()));
        let derived = kind.derived.iter().map(|derived| &derived.formula);
        for formula in derived.chain(&kind.condition) {
            found.extend(missing(formula, &[&known]).map(|field| (kind.name.clone(), field)));
        }
        of_rows.push((&kind.name, known));
    }
    for measure in &measures.measures {
        let rows = of_rows
            .iter()
            .filter(|(name, _)| measure.rows.iter().any(|row| row == name));
        let known: Vec<&BTreeSet<&str>> = rows.map(|(_, known)| known).collect();
        let each = std::iter::once(&measure.each);
        for formula in each.chain(&measure.condition).chain(&measure.weigh_by) {
            found.extend(missing(formula, &known).map(|field| (measure.name.clone(), field)));
        }
    }
    found
}

/// The fields of a formula that none of these know.
fn missing<'f>(
    formula: &'f Formula,
    known: &'f [&BTreeSet<&str>],
) -> impl Iterator<Item = String> + 'f {
    let fields = formula.fields().iter();
    fields
        .filter(|field| !known.iter().any(|known| known.contains(field.as_str())))
        .cloned()
}
