//! A correction's changes, put into what was understood of an entry.

use serde_json::{Map, Value};

use crate::agents::CorrectionDelta;
use crate::model::Parsed;

/// Why a change does not fit an entry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DeltaError {
    /// The path cannot be read.
    #[error("{path:?} is not a path such as \"rocks.washed[0].minutes\"")]
    BadPath {
        /// The path.
        path: String,
    },
    /// The entry has nothing there.
    #[error("the entry has nothing at {path:?}")]
    NotThere {
        /// The path.
        path: String,
    },
}

/// The parse with the changes made: all of them or, with an error, none.
///
/// A path is made of field names and places in lists, from 0: `rocks.washed[0].minutes`. The last
/// field may be new; a list grows when the place is its length. `null` takes a field or a list's item
/// away. Fields that were doubtful and are named by a change are no longer doubtful.
///
/// # Errors
/// A path that cannot be read, or that leads nowhere in this entry.
pub fn apply_delta(parsed: &Parsed, delta: &[CorrectionDelta]) -> Result<Parsed, DeltaError> {
    let mut corrected = parsed.clone();
    let mut root = Value::from(std::mem::take(&mut corrected.domain_data));
    for change in delta {
        let keys = keys(&change.path).ok_or_else(|| DeltaError::BadPath {
            path: change.path.clone(),
        })?;
        set(&mut root, &keys, change.after.clone()).ok_or_else(|| DeltaError::NotThere {
            path: change.path.clone(),
        })?;
        corrected.uncertain_fields.retain(|f| *f != change.path);
    }
    if let Value::Object(data) = root {
        corrected.domain_data = data.into();
    }
    Ok(corrected)
}

/// The changes that lead from one parse to another: [`apply_delta`] with them gives the other's data.
pub(crate) fn delta_between(before: &Parsed, after: &Parsed) -> Vec<CorrectionDelta> {
    let mut delta = Vec::new();
    fields("", &before.domain_data, &after.domain_data, &mut delta);
    delta
}

fn fields(
    path: &str,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    delta: &mut Vec<CorrectionDelta>,
) {
    let at = |name: &str| match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    };
    for (name, old) in before {
        let new = after.get(name).unwrap_or(&Value::Null);
        between(&at(name), old, new, delta);
    }
    for (name, new) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
        between(&at(name), &Value::Null, new, delta);
    }
}

fn between(path: &str, before: &Value, after: &Value, delta: &mut Vec<CorrectionDelta>) {
    let change = |path: String, before: &Value, after: &Value| CorrectionDelta {
        path,
        before: before.clone(),
        after: after.clone(),
    };
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => fields(path, old, new, delta),
        (Value::Array(old), Value::Array(new)) => {
            for (at, (old, new)) in old.iter().zip(new).enumerate() {
                between(&format!("{path}[{at}]"), old, new, delta);
            }
            let more = new.iter().enumerate().skip(old.len());
            delta.extend(more.map(|(at, new)| change(format!("{path}[{at}]"), &Value::Null, new)));
            let gone = old.iter().enumerate().skip(new.len()).rev();
            delta.extend(gone.map(|(at, old)| change(format!("{path}[{at}]"), old, &Value::Null)));
        }
        (old, new) if old == new => {}
        (old, new) => delta.push(change(path.to_owned(), old, new)),
    }
}

enum Key<'p> {
    Field(&'p str),
    Place(usize),
}

fn keys(path: &str) -> Option<Vec<Key<'_>>> {
    let mut keys = Vec::new();
    for piece in path.split('.') {
        let (field, mut places) = match piece.find('[') {
            Some(at) => piece.split_at(at),
            None => (piece, ""),
        };
        if field.is_empty() {
            return None;
        }
        keys.push(Key::Field(field));
        while !places.is_empty() {
            let (place, rest) = places.strip_prefix('[')?.split_once(']')?;
            keys.push(Key::Place(place.parse().ok()?));
            places = rest;
        }
    }
    Some(keys)
}

fn set(root: &mut Value, keys: &[Key<'_>], after: Value) -> Option<()> {
    let (last, way) = keys.split_last()?;
    let mut at = root;
    for key in way {
        at = match key {
            Key::Field(name) => at.get_mut(*name)?,
            Key::Place(place) => at.get_mut(*place)?,
        };
    }
    match (last, at) {
        (Key::Field(name), Value::Object(fields)) => {
            if after.is_null() {
                Map::shift_remove(fields, *name)?;
            } else {
                fields.insert((*name).to_owned(), after);
            }
        }
        (Key::Place(place), Value::Array(items)) if *place < items.len() => {
            if after.is_null() {
                items.remove(*place);
            } else if let Some(item) = items.get_mut(*place) {
                *item = after;
            }
        }
        (Key::Place(place), Value::Array(items)) if *place == items.len() && !after.is_null() => {
            items.push(after);
        }
        _ => return None,
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed() -> Parsed {
        let data =
            json!({"rocks": {"washed": [{"name": "Granite", "minutes": 10}], "mood": "good"}});
        Parsed {
            domain_data: data.as_object().unwrap().clone().into(),
            uncertain_fields: vec!["rocks.mood".into(), "rocks.washed[0].minutes".into()].into(),
            ..Parsed::default()
        }
    }

    fn change(path: &str, after: Value) -> CorrectionDelta {
        CorrectionDelta {
            path: path.into(),
            before: Value::Null,
            after,
        }
    }

    fn rocks(delta: &[CorrectionDelta]) -> Value {
        apply_delta(&parsed(), delta).unwrap().domain_data["rocks"].clone()
    }

    #[test]
    fn fields_change_come_and_go() {
        let out = rocks(&[
            change("rocks.washed[0].minutes", json!(20)),
            change("rocks.washed[0].soap", json!(true)),
            change("rocks.washed[1]", json!({"name": "Basalt"})),
            change("rocks.mood", Value::Null),
        ]);
        let expected = json!({"washed": [
            {"name": "Granite", "minutes": 20, "soap": true}, {"name": "Basalt"}
        ]});
        assert_eq!(out, expected);
        assert_eq!(
            rocks(&[change("rocks.washed[0]", Value::Null)])["washed"],
            json!([])
        );
    }

    #[test]
    fn what_was_corrected_is_no_longer_doubtful() {
        let delta = [change("rocks.washed[0].minutes", json!(20))];
        let out = apply_delta(&parsed(), &delta).unwrap();
        assert_eq!(*out.uncertain_fields, ["rocks.mood"]);
    }

    #[test]
    fn paths_that_lead_nowhere_are_refused() {
        for path in [
            "rocks.washed[2]",
            "moons.size",
            "rocks.mood.deep",
            "rocks.mood[0]",
        ] {
            let error = apply_delta(&parsed(), &[change(path, json!(1))]);
            assert_eq!(error, Err(DeltaError::NotThere { path: path.into() }));
        }
        for path in [
            "",
            "rocks..mood",
            "rocks.washed[x]",
            "rocks.washed[0",
            "[0]",
        ] {
            let error = apply_delta(&parsed(), &[change(path, json!(1))]);
            assert_eq!(error, Err(DeltaError::BadPath { path: path.into() }));
        }
    }

    #[test]
    fn the_difference_of_two_parses_leads_from_one_to_the_other() {
        let other = |data: Value| Parsed {
            domain_data: data.as_object().unwrap().clone().into(),
            ..Parsed::default()
        };
        let washed = |minutes: &[u32]| {
            let items = minutes
                .iter()
                .map(|m| json!({"name": "Granite", "minutes": m}));
            other(json!({"rocks": {"washed": items.collect::<Vec<_>>(), "glow": {"at": 1}}}))
        };
        let all = [
            parsed(),
            washed(&[10]),
            washed(&[10, 20, 30]),
            washed(&[]),
            other(json!({})),
        ];
        for before in &all {
            for after in &all {
                let delta = delta_between(before, after);
                let led = apply_delta(before, &delta).unwrap();
                assert_eq!(led.domain_data, after.domain_data, "{delta:?}");
                assert_eq!(delta.is_empty(), before.domain_data == after.domain_data);
            }
        }
    }
}
