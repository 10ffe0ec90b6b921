//! What a model reads in a note beyond the rules.
//!
//! The reading by rules stands, and of a model's reading only what the note shows to be left out is
//! taken: a number that the rules left over, a word of the note in a field they left empty. A choice
//! that nothing in the note shows, such as a kind or a yes, is not.

use serde_json::{Map, Value};

use super::note_content::{NoteContent, numbers_in};

/// How the key of a unit ends: `mass_unit` is the unit of `mass`.
const UNIT: &str = "_unit";

/// A note and what the rules read of it.
pub struct Additions<'a> {
    note: &'a NoteContent,
    read: Vec<f64>,
    words: Vec<String>,
    left: usize,
}

impl<'a> Additions<'a> {
    /// What `ours`, the reading by rules, leaves of the note; `read` are the numbers it accounts for.
    pub fn rules(note: &'a NoteContent, ours: &Map<String, Value>, read: Vec<f64>) -> Self {
        let mut words = Vec::new();
        ours.values().for_each(|value| texts_in(value, &mut words));
        let left = note.unused(&read).len();
        Self {
            note,
            read,
            words,
            left,
        }
    }

    /// Puts into `ours` what `theirs` holds besides. Whether there was anything.
    pub fn add(&self, ours: &mut Map<String, Value>, theirs: Map<String, Value>) -> bool {
        let mut added = false;
        let (units, others): (Vec<_>, Vec<_>) = theirs
            .into_iter()
            .partition(|(key, value)| value.is_string() && key.ends_with(UNIT));
        let mut measured = Vec::new();
        for (key, value) in others {
            if let Some(known) = ours.get_mut(&key) {
                added |= self.merge(known, value);
            } else if self.is_new(&value) {
                measured.push(format!("{key}{UNIT}"));
                ours.insert(key, value);
                added = true;
            }
        }
        // A unit comes with its number.
        for (key, unit) in units {
            if measured.contains(&key) {
                ours.entry(key).or_insert(unit);
            }
        }
        added
    }

    fn merge(&self, ours: &mut Value, theirs: Value) -> bool {
        match (ours, theirs) {
            (Value::Object(ours), Value::Object(theirs)) => self.add(ours, theirs),
            (Value::Array(ours), Value::Array(theirs)) => self.add_items(ours, theirs),
            _ => false,
        }
    }

    fn add_items(&self, ours: &mut Vec<Value>, theirs: Vec<Value>) -> bool {
        let mut added = false;
        let mut taken = vec![false; ours.len()];
        let mut next = 0;
        // Who tells the whole list again may also tell what stands between; else only what has a
        // name of its own is sure to be another thing.
        let whole = covers(&theirs, ours);
        for item in theirs {
            let same = (0..ours.len()).find(|&at| !taken[at] && agree(&ours[at], &item));
            if let Some(at) = same {
                taken[at] = true;
                next = at + 1;
                added |= self.merge(&mut ours[at], item);
            } else if self.holds_a_number_left(&item) && (whole || self.has_a_new_name(&item)) {
                ours.insert(next, item);
                taken.insert(next, true);
                next += 1;
                added = true;
            }
        }
        added
    }

    fn has_a_new_name(&self, item: &Value) -> bool {
        let fields = item.as_object().into_iter().flatten();
        let mut texts = fields.filter(|(key, _)| !key.ends_with(UNIT));
        texts.any(|(_, value)| self.is_new_text(value))
    }

    /// Whether a value tells what the rules did not read.
    fn is_new(&self, value: &Value) -> bool {
        match value {
            Value::Null | Value::Bool(_) => false,
            Value::String(_) => self.is_new_text(value),
            _ => self.holds_a_number_left(value),
        }
    }

    /// Whether a value is words of the note that no text of ours holds. Prose with numbers is the
    /// note again.
    fn is_new_text(&self, value: &Value) -> bool {
        value.as_str().is_some_and(|text| {
            let known = |known: &String| known.contains(text) || text.contains(known.as_str());
            !text.contains(|c: char| c.is_ascii_digit())
                && self.note.says(text)
                && !self.words.iter().any(known)
        })
    }

    fn holds_a_number_left(&self, value: &Value) -> bool {
        let mut used = self.read.clone();
        used.extend(numbers_in(value));
        self.note.unused(&used).len() < self.left
    }
}

/// Whether one list holds every number of another, as often.
fn covers(theirs: &[Value], ours: &[Value]) -> bool {
    let mut numbers: Vec<f64> = theirs.iter().flat_map(numbers_in).collect();
    ours.iter().flat_map(numbers_in).all(|number| {
        let place = numbers.iter().position(|&other| is(other, number));
        place.map(|place| numbers.swap_remove(place)).is_some()
    })
}

/// Whether two items of a list tell of the same thing: no number differs, and some field is the same.
/// Words may differ: of a remark each has its own.
fn agree(ours: &Value, theirs: &Value) -> bool {
    let (Value::Object(ours), Value::Object(theirs)) = (ours, theirs) else {
        return ours == theirs;
    };
    let shared = || {
        let both = |(key, value)| Some((value, theirs.get(key)?));
        ours.iter().filter_map(both)
    };
    let same = |(one, other): (&Value, &Value)| match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => is(one, other),
        _ => (one.is_string() || one.is_boolean()) && one == other,
    };
    shared().any(same) && shared().filter(|(one, _)| one.is_number()).all(same)
}

fn is(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

fn texts_in(value: &Value, out: &mut Vec<String>) {
    match value {
        Value::String(text) => out.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts_in(item, out)),
        Value::Object(fields) => fields.values().for_each(|field| texts_in(field, out)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ActiveDomainContext;
    use crate::engine::model::note_content::told_by;
    use serde_json::json;

    fn grown(note: &str, ours: Value, theirs: Value) -> (bool, Value) {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let note = NoteContent::read(note, &ActiveDomainContext::default(), today);
        let (Value::Object(mut ours), Value::Object(theirs)) = (ours, theirs) else {
            panic!("a reading is an object");
        };
        let read = ours.values().flat_map(told_by).collect();
        let added = Additions::rules(&note, &ours, read).add(&mut ours, theirs);
        (added, Value::Object(ours))
    }

    #[test]
    fn a_number_left_over_finds_its_place() {
        let ours =
            json!({"rocks": [{"name": "Granite", "rounds": [{"minutes": 20}], "notes": "slow"}]});
        let theirs = json!({"rocks": [
            {"name": "Granite", "rounds": [{"minutes": 20, "shine": 7}], "notes": "20 min, 7/10"},
            {"name": "Obsidian", "rounds": [{"mass": 5, "mass_unit": "g"}]}
        ]});
        let (added, all) = grown("granite 20 min slow, 7/10; obsidian 5", ours, theirs);
        assert!(added);
        assert_eq!(
            all,
            json!({"rocks": [
                {"name": "Granite", "rounds": [{"minutes": 20, "shine": 7}], "notes": "slow"},
                {"name": "Obsidian", "rounds": [{"mass": 5, "mass_unit": "g"}]}
            ]})
        );
    }

    #[test]
    fn what_was_left_out_may_come_alone() {
        let note = "granite 20 min slow, water for 3";
        let ours = json!({"rocks": [{"name": "Granite", "rounds": [{"minutes": 20}]}]});
        let (added, all) = grown(note, ours, json!({"water": 3, "water_unit": "l"}));
        assert!(added);
        assert_eq!(all["water"], json!(3));
        assert_eq!(all["water_unit"], json!("l"));
    }

    #[test]
    fn the_same_again_in_other_fields_is_nothing_new() {
        let ours = json!({"rounds": [{"mass": 80}, {"mass": 80}], "notes": "before: 60 kg"});
        let theirs = json!({
            "rounds": [
                {"mass": 80, "notes": "before: 60 kg"},
                {"mass": 80, "notes": "before"},
                {"mass": 80}
            ],
            "told": "80 kg, twice"
        });
        let (added, all) = grown("before 60 kg, then 80 kg twice", ours.clone(), theirs);
        assert_eq!((added, all), (false, ours));
    }

    #[test]
    fn words_of_the_note_fill_what_is_empty_and_others_do_not() {
        let ours = json!({"rounds": [{"minutes": 20}]});
        let theirs = json!({"rounds": [{
            "minutes": 20, "mood": "calm", "kind": "polish", "wet": true, "mass_unit": "kg"
        }]});
        let (added, all) = grown("20 minutes, calm, 3", ours, theirs);
        assert!(added);
        assert_eq!(all, json!({"rounds": [{"minutes": 20, "mood": "calm"}]}));
    }

    #[test]
    fn a_row_without_a_name_is_not_put_beside_those_of_the_rules() {
        let ours = json!({"rounds": [{"minutes": 20}]});
        let theirs = json!({"rounds": [{"minutes": 7}]});
        let (added, all) = grown("20 minutes, rinsed 7 times", ours.clone(), theirs);
        assert_eq!((added, all), (false, ours));
    }
}
