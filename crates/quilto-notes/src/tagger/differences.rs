//! Where two readings of a note tell something else.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Fields that tell nothing of their own.
pub(super) struct RedundantFields<'a> {
    /// Their names.
    pub fields: BTreeSet<&'a str>,
    /// Fields that list others which are nobody's words.
    pub estimated: BTreeSet<&'a str>,
}

impl RedundantFields<'_> {
    /// The data without them.
    pub fn without(&self, value: &Value) -> Value {
        match value {
            Value::Array(list) => list.iter().map(|item| self.without(item)).collect(),
            Value::Object(fields) => {
                let guessed = self.guessed(fields);
                let told = fields.iter().filter(|(name, _)| {
                    let name = name.as_str();
                    !self.fields.contains(name)
                        && !self.estimated.contains(name)
                        && !guessed.contains(name)
                });
                let told = told.map(|(name, value)| (name.clone(), self.without(value)));
                Value::Object(told.collect())
            }
            other => other.clone(),
        }
    }

    fn guessed<'v>(&self, fields: &'v Map<String, Value>) -> BTreeSet<&'v str> {
        let lists = self
            .estimated
            .iter()
            .filter_map(|name| fields.get(*name)?.as_array());
        lists.flatten().filter_map(Value::as_str).collect()
    }
}

/// Puts what only `typed` tells in words (kind, weather, what was said of it) into the same items of `data`.
///
/// `is_unit` says which fields hold the unit of another.
pub(super) fn keep_words(data: &mut Value, typed: &Value, is_unit: &dyn Fn(&str) -> bool) {
    match (data, typed) {
        (Value::Object(fields), Value::Object(typed)) => {
            for (name, value) in typed {
                match fields.get_mut(name) {
                    Some(field) => keep_words(field, value, is_unit),
                    None if is_words(value) && !is_unit(name) => {
                        fields.insert(name.clone(), value.clone());
                    }
                    None => {}
                }
            }
        }
        (Value::Array(list), Value::Array(typed)) if list.len() == typed.len() => {
            let pairs = list.iter_mut().zip(typed);
            pairs.for_each(|(item, typed)| keep_words(item, typed, is_unit));
        }
        _ => {}
    }
}

fn is_words(value: &Value) -> bool {
    let words = |list: &Vec<Value>| list.iter().all(Value::is_string);
    value.is_string() || value.as_array().is_some_and(words)
}

/// The places of `told` that `other` does not tell, by their paths from `at`.
pub(super) fn differences(told: &Value, other: &Value, at: &str, places: &mut Vec<String>) {
    match (told, other) {
        (Value::Object(fields), Value::Object(others)) => {
            for (name, value) in fields {
                let path = if at.is_empty() {
                    name.clone()
                } else {
                    format!("{at}.{name}")
                };
                match others.get(name) {
                    Some(other) => differences(value, other, &path, places),
                    None => places.extend(of_list(value, &path)),
                }
            }
        }
        (Value::Array(list), Value::Array(others)) => {
            let mut left: Vec<&Value> = others
                .iter()
                .filter(|other| !list.contains(other))
                .collect();
            for (place, item) in list
                .iter()
                .enumerate()
                .filter(|(_, item)| !others.contains(item))
            {
                let path = format!("{at}[{place}]");
                if left.is_empty() {
                    places.push(path);
                } else {
                    differences(item, left.remove(0), &path, places);
                }
            }
        }
        _ if told != other => places.push(at.to_owned()),
        _ => {}
    }
}

/// The items of a list, or what is none.
fn of_list(value: &Value, path: &str) -> Vec<String> {
    match value {
        Value::Array(list) => (0..list.len())
            .map(|place| format!("{path}[{place}]"))
            .collect(),
        // what a domain tells
        Value::Object(fields) if !path.contains(['.', '[']) => {
            let lists = fields
                .iter()
                .flat_map(|(name, value)| of_list(value, &format!("{path}.{name}")));
            lists.collect()
        }
        _ => vec![path.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_other_does_not_tell_is_found() {
        let told = json!({"stones": [{"name": "granite", "rows": [{"grit": 8}, {"grit": 9}]}, {"name": "marl"}], "mood": "good"});
        let other = json!({"stones": [{"name": "granite", "rows": [{"grit": 8}]}]});
        let mut places = Vec::new();
        differences(&told, &other, "", &mut places);
        assert_eq!(places, ["stones[0].rows[1]", "stones[1]", "mood"]);
        places.clear();
        differences(&told, &told, "", &mut places);
        assert!(places.is_empty());
    }

    #[test]
    fn guesses_and_asides_tell_nothing() {
        let asides = RedundantFields {
            fields: BTreeSet::from(["notes"]),
            estimated: BTreeSet::from(["estimated"]),
        };
        let told = json!([{"grit": 8, "dust": 2, "estimated": ["dust"], "notes": "dull"}]);
        assert_eq!(asides.without(&told), json!([{"grit": 8}]));
    }
}
