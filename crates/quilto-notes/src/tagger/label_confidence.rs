//! What is doubted of a reading by how likely the labels of its words are, in a note that is doubtful anyway.

use serde_json::Value;

use super::note::{Labelled, LabelledReading};
use crate::notation::Reading;

/// Below this probability of its label a name is doubted.
const NAME: f64 = 0.8;
/// The same of a figure.
const FIGURE: f64 = 0.7;
/// By no more a figure differs from itself.
const NEAR: f64 = 1e-6;

/// A value of what was read, and where it stands.
struct PathValue<'r> {
    place: String,
    /// The thing of a list that it is told of.
    thing: String,
    value: &'r Value,
}

/// The places of names and figures whose labels are not sure.
pub(super) fn places(
    labelled: &Labelled,
    by_labels: &LabelledReading,
    reading: &Reading,
) -> Vec<String> {
    let mut leaves = Vec::new();
    for (domain, data) in &reading.domain_data {
        collect(data, domain.clone(), None, &mut leaves);
    }
    let mut found = Vec::new();
    let unsure = by_labels.names.iter();
    for (_, names) in unsure.filter(|(of, _)| labelled.likely_of(of) < NAME) {
        put_alone(&leaves, &mut found, |value| {
            value
                .as_str()
                .is_some_and(|text| names.iter().any(|name| name == text))
        });
    }
    let unsure = by_labels.figures.iter();
    for (_, values) in unsure.filter(|(of, _)| labelled.likely_of(of) < FIGURE) {
        put_alone(&leaves, &mut found, |value| {
            let value = value.as_f64();
            value.is_some_and(|value| values.iter().any(|one| (one - value).abs() < NEAR))
        });
    }
    let known = |place: &String| {
        let mut known = reading.uncertain_fields.iter();
        known.any(|known| place.starts_with(known.as_str()))
    };
    found.retain(|place| !known(place));
    found
}

/// Puts the places of values that are told of one thing alone: of which they would be is not known otherwise.
fn put_alone(leaves: &[PathValue], found: &mut Vec<String>, is_one: impl Fn(&Value) -> bool) {
    let own: Vec<&PathValue> = leaves.iter().filter(|leaf| is_one(leaf.value)).collect();
    let alone = own.windows(2).all(|pair| pair[0].thing == pair[1].thing);
    for leaf in own.into_iter().filter(|_| alone) {
        if !found.contains(&leaf.place) {
            found.push(leaf.place.clone());
        }
    }
}

/// All single values, by where they stand.
fn collect<'r>(
    value: &'r Value,
    place: String,
    thing: Option<&str>,
    leaves: &mut Vec<PathValue<'r>>,
) {
    match value {
        Value::Array(list) => {
            for (at, one) in list.iter().enumerate() {
                let place = format!("{place}[{at}]");
                // Meals hold things, things hold rows.
                let rows = list.iter().all(|one| one.get("name").is_none());
                let own = thing.filter(|_| rows).unwrap_or(&place).to_owned();
                collect(one, place, Some(&own), leaves);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, format!("{place}.{name}"), thing, leaves);
            }
        }
        _ => leaves.push(PathValue {
            thing: thing.unwrap_or(&place).to_owned(),
            place,
            value,
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_figure_is_doubted_where_one_thing_alone_has_it() {
        let data = json!({
            "stones": [{"name": "marl", "rows": [{"grit": 8}, {"grit": 8}]}, {"name": "slate"}],
            "boxes": [{"pieces": [{"name": "sand", "amount": 2}, {"name": "air", "amount": 2}]}],
        });
        let mut leaves = Vec::new();
        collect(&data, "pit".to_owned(), None, &mut leaves);
        let places = |is_one: &dyn Fn(&Value) -> bool| {
            let mut found = Vec::new();
            put_alone(&leaves, &mut found, is_one);
            found
        };
        assert_eq!(
            places(&|value| *value == json!(8)),
            ["pit.stones[0].rows[0].grit", "pit.stones[0].rows[1].grit"]
        );
        assert!(places(&|value| *value == json!(2)).is_empty());
        assert_eq!(
            places(&|value| *value == json!("slate")),
            ["pit.stones[1].name"]
        );
    }
}
