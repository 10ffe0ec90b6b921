//! What was corrected and confirmed of a note, over a new reading of its words.

use quilto::agents::CorrectionDelta;
use quilto::machine::apply_delta;
use quilto::model::{Entry, EntryId, Parsed};
use quilto::storage::amendments;
use serde_json::Value;

use crate::output::pointer;

/// A new reading with what was corrected and confirmed of the entry since, as far as that still fits
/// its words.
pub fn amended(parsed: Parsed, sections: &[Entry], id: &EntryId) -> Parsed {
    let sections = amendments(sections, id).into_iter();
    let deltas = sections.filter_map(|section| {
        let delta = section.payload.as_ref()?.get("delta")?;
        serde_json::from_value::<Vec<CorrectionDelta>>(delta.clone()).ok()
    });
    deltas.fold(parsed, |parsed, delta| {
        // words that say something else by now were changed after they were corrected
        let fits = values(&parsed, &delta)
            .all(|(now, change)| now.is_null() || same(&now, &change.before));
        let corrected = fits.then(|| apply_delta(&parsed, &delta).ok()).flatten();
        corrected.unwrap_or(parsed)
    })
}

/// Whether what a correction changed reads now as it did when it was corrected.
pub fn still_there(parsed: &Parsed, delta: &[CorrectionDelta]) -> bool {
    values(parsed, delta).all(|(now, change)| same(&now, &change.before))
}

/// What stands now where each change is made.
fn values<'d>(
    parsed: &Parsed,
    delta: &'d [CorrectionDelta],
) -> impl Iterator<Item = (Value, &'d CorrectionDelta)> {
    let data = Value::from(parsed.domain_data.clone());
    delta.iter().map(move |change| {
        let now = data.pointer(&pointer(&change.path));
        (now.cloned().unwrap_or_default(), change)
    })
}

/// Whether two readings say the same. Nulls say nothing, and 80 is 80.0.
pub fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let of = |map: &serde_json::Map<String, Value>, key: &String| {
                map.get(key).cloned().unwrap_or(Value::Null)
            };
            left.keys()
                .chain(right.keys())
                .all(|key| same(&of(left, key), &of(right, key)))
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(l, r)| same(l, r))
        }
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn readings_that_say_the_same() {
        let one = json!({"a": [1, {"b": 80}], "c": null});
        assert!(same(&one, &json!({"a": [1.0, {"b": 80.0, "d": null}]})));
        assert!(!same(&one, &json!({"a": [1, {"b": 81}]})));
        assert!(!same(&one, &json!({"a": [1]})));
    }

    #[test]
    fn a_correction_fits_what_it_was_made_for() {
        let data = json!({"rocks": {"washed": [{"minutes": 10}]}});
        let parsed = Parsed {
            domain_data: data.as_object().unwrap().clone().into(),
            ..Parsed::default()
        };
        let delta = |path: &str, before| CorrectionDelta {
            path: path.into(),
            before,
            after: json!(1),
        };
        let path = "rocks.washed[0].minutes";
        assert!(still_there(&parsed, &[delta(path, json!(10))]));
        assert!(!still_there(&parsed, &[delta(path, json!(12))]));
        assert!(still_there(
            &parsed,
            &[delta("rocks.washed[1]", Value::Null)]
        ));
    }
}
