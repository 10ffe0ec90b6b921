//! A domain's own examples, run as tests: `examples.yaml`.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::loaded_domain::Reading;
use super::read::read;
use quilto_domain::{ActiveDomainContext, DomainError, DomainModule, Notation, SlotRole};
use quilto_model::UnitPreferences;

/// One line as people write it, and what must be read of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Example {
    /// The note.
    pub text: String,
    /// The day it is typed; 2026-03-20 unless said.
    pub date: Option<NaiveDate>,
    /// The user's unit of mass.
    pub mass: Option<String>,
    /// The user's unit of distance.
    pub distance: Option<String>,
    /// A part of the data: every field named must be there with that value; lists in full length.
    pub parse: Map<String, Value>,
    /// Item name → rows in short form (`80x5`, `80x5 *3`, `-x10` without level, `80x?` without
    /// amount), in full.
    pub rows: BTreeMap<String, Vec<String>>,
    /// Tags that must be there.
    pub tags: Vec<String>,
    /// Names of items that must be there.
    pub names: Vec<String>,
    /// Whether something must be (or must not be) marked uncertain.
    pub uncertain: Option<bool>,
    /// What must be named as not read; nothing may be where this is left out.
    pub unread: Vec<String>,
    /// A domain that must have nothing.
    pub none: Option<String>,
    /// The day the note must be of.
    pub on: Option<NaiveDate>,
}

/// An example that did not come out.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The note.
    pub text: String,
    /// What differs, first difference first.
    pub difference: String,
}

/// Runs the examples of a domain with the loaded domains.
///
/// # Errors
///
/// `examples.yaml` does not have its form.
pub fn run(
    domains: &ActiveDomainContext,
    module: &DomainModule,
) -> Result<(usize, Vec<Mismatch>), DomainError> {
    let Some(examples) = module.part::<Vec<Example>>("examples.yaml")? else {
        return Ok((0, Vec::new()));
    };
    let mismatches = examples
        .iter()
        .filter_map(|example| check(domains, example))
        .collect();
    Ok((examples.len(), mismatches))
}

fn check(domains: &ActiveDomainContext, example: &Example) -> Option<Mismatch> {
    let mut units = UnitPreferences::default();
    if let Some(mass) = &example.mass {
        units.mass.clone_from(mass);
    }
    if let Some(distance) = &example.distance {
        units.distance.clone_from(distance);
    }
    let today = example.date.or(NaiveDate::from_ymd_opt(2026, 3, 20))?;
    let reading = read(domains, &units, &example.text, today, &[]);
    difference(domains, example, today, &reading).map(|difference| Mismatch {
        text: example.text.clone(),
        difference,
    })
}

fn difference(
    domains: &ActiveDomainContext,
    example: &Example,
    today: NaiveDate,
    reading: &Reading,
) -> Option<String> {
    let data = Value::Object(reading.domain_data.clone());
    let lost = contains(&data, &Value::Object(example.parse.clone()), "");
    if let Some(lost) = lost {
        return Some(format!("{lost}\n    read: {data}"));
    }
    if let Some(domain) = &example.none
        && let Some(found) = reading.domain_data.get(domain)
    {
        return Some(format!("{domain} should have nothing, has {found}"));
    }
    for tag in &example.tags {
        if !reading.tags.contains(tag) {
            return Some(format!(
                "tag {tag} is missing; there are {:?}",
                reading.tags
            ));
        }
    }
    let doubtful = !reading.uncertain_fields.is_empty();
    if example
        .uncertain
        .is_some_and(|expected| expected != doubtful)
    {
        return Some(format!("uncertain: {:?}", reading.uncertain_fields));
    }
    let unread: Vec<&str> = reading.unread.iter().map(|left| &*left.text).collect();
    if unread != example.unread {
        return Some(format!("not read: {unread:?}\n    read: {data}"));
    }
    if let Some(day) = example.on
        && day != reading.date.unwrap_or(today)
    {
        return Some(format!("the day read is {:?}", reading.date));
    }
    let read = rows(domains, reading);
    if let Some(name) = example.names.iter().find(|name| !read.contains_key(*name)) {
        return Some(format!(
            "{name} is missing; there are {:?}",
            read.keys().collect::<Vec<_>>()
        ));
    }
    if example.rows.is_empty() {
        return None;
    }
    let expected: BTreeMap<String, Vec<String>> = example
        .rows
        .iter()
        .map(|(name, rows)| {
            (
                name.clone(),
                rows.iter().flat_map(|row| spread(row)).collect(),
            )
        })
        .collect();
    (read != expected).then(|| format!("expected {expected:?}\n    read     {read:?}"))
}

/// `80x5 *3` is `80x5` three times; a level without its unit.
fn spread(row: &str) -> Vec<String> {
    match row.split_once(" *") {
        Some((row, count)) => vec![row.to_owned(); count.trim().parse().unwrap_or(1)],
        None => vec![row.to_owned()],
    }
}

/// The rows of every item, in short form: the level and the first kind of amount.
fn rows(domains: &ActiveDomainContext, reading: &Reading) -> BTreeMap<String, Vec<String>> {
    let mut all = BTreeMap::new();
    for module in &domains.modules {
        let notation = module.part::<Notation>("notation.yaml");
        if let (Ok(Some(notation)), Some(data)) = (notation, reading.domain_data.get(&module.name))
        {
            rows_of(&notation, data, &mut all);
        }
    }
    all
}

fn rows_of(notation: &Notation, data: &Value, all: &mut BTreeMap<String, Vec<String>>) {
    let items = notation
        .list
        .as_ref()
        .and_then(|list| data.get(list)?.as_array());
    let (Some(name), Some(rows_field)) = (&notation.item.name, &notation.item.rows) else {
        return;
    };
    let field = |role| {
        let slot = notation.slots.iter().find(|slot| slot.role == role)?;
        Some(slot.field.clone().unwrap_or_else(|| slot.name.clone()))
    };
    let level = field(SlotRole::Level).unwrap_or_default();
    let amount = field(SlotRole::Amount).unwrap_or_default();
    for item in items.into_iter().flatten() {
        let shown: Vec<String> = item[rows_field]
            .as_array()
            .into_iter()
            .flatten()
            .map(|row| {
                let told = |field: &str, else_: &str| {
                    row.get(field).map_or(else_.to_owned(), Value::to_string)
                };
                format!("{}x{}", told(&level, "-"), told(&amount, "?"))
            })
            .collect();
        let name = item[name].as_str().unwrap_or_default().to_owned();
        all.entry(name).or_default().extend(shown);
    }
}

/// The first place where `expected` is not in `actual`. Objects may have more fields; lists must
/// be as long.
fn contains(actual: &Value, expected: &Value, path: &str) -> Option<String> {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => {
            expected.iter().find_map(|(key, value)| {
                let place = format!("{path}.{key}");
                match actual.get(key) {
                    Some(found) => contains(found, value, &place),
                    None => Some(format!("{place} is missing, expected {value}")),
                }
            })
        }
        (Value::Array(actual), Value::Array(expected)) => {
            if actual.len() != expected.len() {
                return Some(format!(
                    "{path} has {} elements, expected {}",
                    actual.len(),
                    expected.len()
                ));
            }
            actual
                .iter()
                .zip(expected)
                .enumerate()
                .find_map(|(at, (actual, expected))| {
                    contains(actual, expected, &format!("{path}[{at}]"))
                })
        }
        (Value::Number(a), Value::Number(b)) => {
            let near = (a.as_f64()? - b.as_f64()?).abs() < 0.01;
            (!near).then(|| format!("{path} is {a}, expected {b}"))
        }
        _ => (actual != expected).then(|| format!("{path} is {actual}, expected {expected}")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_part_is_found_and_a_difference_named() {
        let actual = json!({"a": [{"b": 1, "c": 2}], "d": "x"});
        assert_eq!(contains(&actual, &json!({"a": [{"b": 1.0}]}), ""), None);
        let wrong = contains(&actual, &json!({"a": [{"b": 2}]}), "").unwrap();
        assert_eq!(wrong, ".a[0].b is 1, expected 2");
        let longer = contains(&actual, &json!({"a": []}), "").unwrap();
        assert_eq!(longer, ".a has 1 elements, expected 0");
    }
}
