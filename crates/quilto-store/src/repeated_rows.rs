//! Parsed data on disk: equal neighbours are written once with a `count`, nulls are left out.
//! Reading gives every row again.

use serde_json::{Map, Value};

use quilto_model::Parsed;

/// No one writes more equal rows than this; a larger `count` was not written by us and is kept as
/// a field.
const MOST: u64 = 10_000;

/// Takes nulls out of the objects of a parse, as every backend does when it saves one.
pub(crate) fn without_nulls(mut parsed: Parsed) -> Parsed {
    drop_nulls(&mut parsed.domain_data);
    parsed
}

fn drop_nulls(map: &mut Map<String, Value>) {
    map.retain(|_, value| !value.is_null());
    for value in map.values_mut() {
        drop_nulls_in(value);
    }
}

fn drop_nulls_in(value: &mut Value) {
    match value {
        Value::Object(map) => drop_nulls(map),
        Value::Array(items) => items.iter_mut().for_each(drop_nulls_in),
        _ => {}
    }
}

/// The form on disk.
pub(crate) fn collapse(parsed: &mut Parsed) {
    parsed.domain_data.values_mut().for_each(collapse_value);
}

/// The form of the contracts.
pub(crate) fn itemise(parsed: &mut Parsed) {
    parsed.domain_data.values_mut().for_each(itemise_value);
}

fn collapse_value(value: &mut Value) {
    match value {
        Value::Object(map) => map.values_mut().for_each(collapse_value),
        Value::Array(items) => {
            let mut runs: Vec<(Value, u64)> = Vec::with_capacity(items.len());
            for mut item in std::mem::take(items) {
                collapse_value(&mut item);
                if let Value::Object(map) = &mut item {
                    rename_counts(map, |key| format!("_{key}"));
                }
                match runs.last_mut() {
                    Some((last, count)) if item.is_object() && *last == item && *count < MOST => {
                        *count += 1;
                    }
                    _ => runs.push((item, 1)),
                }
            }
            *items = runs
                .into_iter()
                .map(|(mut item, count)| {
                    if let (Value::Object(map), true) = (&mut item, count > 1) {
                        map.insert("count".into(), count.into());
                    }
                    item
                })
                .collect();
        }
        _ => {}
    }
}

fn itemise_value(value: &mut Value) {
    match value {
        Value::Object(map) => map.values_mut().for_each(itemise_value),
        Value::Array(items) => {
            let mut rows = Vec::with_capacity(items.len());
            for mut item in std::mem::take(items) {
                itemise_value(&mut item);
                let mut count = 1;
                if let Value::Object(map) = &mut item {
                    if let Some(n) = map.get("count").and_then(Value::as_u64)
                        && (2..=MOST).contains(&n)
                    {
                        map.shift_remove("count");
                        count = n;
                    }
                    rename_counts(map, |key| key.strip_prefix('_').unwrap_or(key).to_owned());
                }
                for _ in 1..count {
                    rows.push(item.clone());
                }
                rows.push(item);
            }
            *items = rows;
        }
        _ => {}
    }
}

/// A row's own field named `count` (or `_count`, and so on) stands on disk with one more
/// underscore, so that it is never taken for ours.
fn rename_counts(map: &mut Map<String, Value>, rename: impl Fn(&str) -> String) {
    let own = |key: &str| key.trim_start_matches('_') == "count";
    if !map.keys().any(|key| own(key)) {
        return;
    }
    *map = std::mem::take(map)
        .into_iter()
        .map(|(key, value)| {
            if own(&key) {
                (rename(&key), value)
            } else {
                (key, value)
            }
        })
        .collect();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn parsed(value: Value) -> Parsed {
        Parsed::of("rocks", value)
    }

    #[test]
    fn equal_neighbours_are_written_once() {
        let polish = json!({"minutes": 10, "cloth": "felt"});
        let wash = json!({"minutes": 2});
        let before = parsed(json!({"polishes": [polish, polish, wash, polish, 3, 3]}));
        let mut disk = before.clone();
        collapse(&mut disk);
        assert_eq!(
            disk.domain_data["rocks"]["polishes"],
            json!([{"minutes": 10, "cloth": "felt", "count": 2}, wash, polish, 3, 3])
        );
        itemise(&mut disk);
        assert_eq!(disk, before);
    }

    #[test]
    fn a_count_of_the_domain_is_kept() {
        let before = parsed(json!({"hums": [
            {"count": 10, "tune": "low"}, {"count": 10, "tune": "low"},
            {"count": 3, "_count": 4}, {"tune": "high", "count": "many"},
        ]}));
        let mut disk = before.clone();
        collapse(&mut disk);
        assert_eq!(disk.domain_data["rocks"]["hums"][0]["count"], json!(2));
        itemise(&mut disk);
        assert_eq!(disk, before);
    }

    #[test]
    fn an_absurd_count_does_not_eat_the_memory() {
        let mut disk = parsed(json!([{"minutes": 1, "count": 4_000_000_000_u64}]));
        itemise(&mut disk);
        assert_eq!(disk.domain_data["rocks"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn nulls_of_objects_go() {
        let tidy = without_nulls(parsed(json!({"a": null, "b": [{"c": null, "d": 1}, null]})));
        assert_eq!(tidy.domain_data["rocks"], json!({"b": [{"d": 1}, null]}));
    }
}
