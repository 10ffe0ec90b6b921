//! What was read of the words as they were typed, beside what the labels tell.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use quilto_domain::StateNotation;

/// Adds what only `typed` tells: of a part or name that is told of, what is told of it stays as it is.
pub(in super::super) fn add_untold(
    data: &mut Map<String, Value>,
    typed: &Map<String, Value>,
    notation: &StateNotation,
    whole: Option<&str>,
    known: impl Fn(&str) -> bool,
) {
    leave_whole(data, typed, whole);
    leave_known(data, typed, &known);
    let told = names(data);
    let mut new = BTreeSet::new();
    for (field, value) in typed {
        match value {
            Value::Array(list) => {
                let unknown: Vec<Value> = list
                    .iter()
                    .filter(|one| name(one).is_none_or(|name| !told.contains(name)))
                    .cloned()
                    .collect();
                new.extend(unknown.iter().filter_map(name).map(str::to_owned));
                let known = data.entry(field.clone());
                if let Value::Array(known) = known.or_insert_with(|| Value::Array(Vec::new())) {
                    known.extend(unknown);
                }
            }
            Value::Object(_) => {}
            _ if data.contains_key(field) => {}
            _ => {
                // A value and its unit go together.
                let value_of = field.strip_suffix("_unit");
                if value_of.is_none_or(|of| new.contains(of) || !data.contains_key(of)) {
                    new.insert(field.clone());
                    data.insert(field.clone(), value.clone());
                }
            }
        }
    }
    let degrees = notation.degrees.as_ref();
    let objects = degrees
        .map(|degrees| [&degrees.field, &degrees.severity])
        .into_iter()
        .flatten();
    for field in objects.chain(notation.sides.as_ref().map(|sides| &sides.field)) {
        let Some(Value::Object(typed)) = typed.get(field) else {
            continue;
        };
        let of_new = typed.iter().filter(|(name, _)| new.contains(*name));
        let known = data.entry(field.clone());
        if let Value::Object(known) = known.or_insert_with(|| Value::Object(Map::new())) {
            known.extend(of_new.map(|(name, value)| (name.clone(), value.clone())));
        }
    }
    data.retain(|_, value| match value {
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => true,
    });
}

/// "Hurts" is said of nothing in particular only where no part is known.
fn leave_whole(data: &mut Map<String, Value>, typed: &Map<String, Value>, whole: Option<&str>) {
    for (field, value) in data.iter_mut() {
        let more = typed.get(field).and_then(Value::as_array);
        if let (Value::Array(list), Some(_), Some(whole)) = (value, more, whole) {
            list.retain(|one| name(one) != Some(whole));
        }
    }
}

/// What has a name that nothing knows, and the figure of something that is known, is that ("fasted 81.9").
fn leave_known(
    data: &mut Map<String, Value>,
    typed: &Map<String, Value>,
    known: &dyn Fn(&str) -> bool,
) {
    let figures: Vec<Value> = typed
        .iter()
        .filter(|(field, value)| value.is_number() && !data.contains_key(*field))
        .map(|(_, value)| value.clone())
        .collect();
    for list in data.values_mut().filter_map(Value::as_array_mut) {
        list.retain(|one| {
            let same = one
                .get("value")
                .is_some_and(|value| figures.contains(value));
            !same || name(one).is_some_and(known)
        });
    }
}

/// The names of all that is told in lists.
fn names(data: &Map<String, Value>) -> BTreeSet<String> {
    let lists = data.values().filter_map(Value::as_array).flatten();
    lists.filter_map(name).map(str::to_owned).collect()
}

/// The name of one thing of a list.
fn name(one: &Value) -> Option<&str> {
    one.as_str().or_else(|| one.get("name")?.as_str())
}
