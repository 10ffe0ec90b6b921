//! What a model reads in a note beyond the rules.
//!
//! The reading by rules stands, word for word. A model's reading is only taken where it holds every
//! number the rules found, and of it only what is new: a number they left over, a choice or a word
//! in a field they left empty.

use serde_json::Value;

use super::stated::{Stated, numbers_in, told_by};

/// A note and what the rules read of it.
pub struct Beyond<'a> {
    note: &'a Stated,
    read: Vec<f64>,
    words: Vec<String>,
    left: usize,
}

impl<'a> Beyond<'a> {
    /// What `ours`, the reading by rules, leaves of the note.
    pub fn rules(note: &'a Stated, ours: &Value) -> Self {
        let read = told_by(ours);
        let mut words = Vec::new();
        texts_in(ours, &mut words);
        let left = note.unused(&read).len();
        Self {
            note,
            read,
            words,
            left,
        }
    }

    /// Puts into `ours` what `theirs` holds besides. Whether there was anything; `None` where the
    /// two contradict each other.
    pub fn add(&self, ours: &mut Value, theirs: Value) -> Option<bool> {
        covers(&theirs, ours).then(|| self.merge(ours, theirs))
    }

    fn merge(&self, ours: &mut Value, theirs: Value) -> bool {
        let mut added = false;
        match (ours, theirs) {
            (Value::Object(ours), Value::Object(theirs)) => {
                for (key, value) in theirs {
                    if let Some(known) = ours.get_mut(&key) {
                        added |= self.merge(known, value);
                    } else if self.is_new(&value) {
                        ours.insert(key, value);
                        added = true;
                    }
                }
            }
            (Value::Array(ours), Value::Array(theirs)) => {
                let mut taken = vec![false; ours.len()];
                let mut next = 0;
                for value in theirs {
                    let same = (0..ours.len()).find(|&at| !taken[at] && agree(&ours[at], &value));
                    if let Some(at) = same {
                        taken[at] = true;
                        next = at + 1;
                        added |= self.merge(&mut ours[at], value);
                    } else if self.holds_a_number_left(&value) {
                        ours.insert(next, value);
                        taken.insert(next, true);
                        next += 1;
                        added = true;
                    }
                }
            }
            _ => {}
        }
        added
    }

    /// Whether a value tells what the rules did not read. Prose with numbers is the note again.
    fn is_new(&self, value: &Value) -> bool {
        match value {
            Value::Null => false,
            Value::Bool(_) => true,
            Value::Number(_) => self.holds_a_number_left(value),
            Value::String(text) => {
                let known = |known: &String| known.contains(text) || text.contains(known.as_str());
                !text.contains(|c: char| c.is_ascii_digit()) && !self.words.iter().any(known)
            }
            Value::Array(_) | Value::Object(_) if !numbers_in(value).is_empty() => {
                self.holds_a_number_left(value)
            }
            Value::Array(items) => items.iter().any(|item| self.is_new(item)),
            Value::Object(fields) => fields.values().any(|field| self.is_new(field)),
        }
    }

    fn holds_a_number_left(&self, value: &Value) -> bool {
        let mut used = self.read.clone();
        used.extend(numbers_in(value));
        self.note.unused(&used).len() < self.left
    }
}

/// Whether one reading holds every number of another, as often.
fn covers(theirs: &Value, ours: &Value) -> bool {
    let mut numbers = numbers_in(theirs);
    numbers_in(ours).into_iter().all(|number| {
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
    use serde_json::json;

    fn grown(note: &str, mut ours: Value, theirs: Value) -> (Option<bool>, Value) {
        let today = chrono::NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();
        let note = Stated::read(note, &ActiveDomainContext::default(), today);
        let added = Beyond::rules(&note, &ours).add(&mut ours, theirs);
        (added, ours)
    }

    #[test]
    fn a_number_left_over_finds_its_place() {
        let ours = json!([{"name": "Granite", "rounds": [{"minutes": 20}], "notes": "slow"}]);
        let theirs = json!([
            {"name": "Granite", "rounds": [{"minutes": 20, "shine": 7}], "notes": "20 min, 7/10"},
            {"name": "Obsidian", "rounds": [{"minutes": 5}]}
        ]);
        let (added, all) = grown("granite 20 min slow, 7/10; obsidian 5", ours, theirs);
        assert_eq!(added, Some(true));
        assert_eq!(
            all,
            json!([
                {"name": "Granite", "rounds": [{"minutes": 20, "shine": 7}], "notes": "slow"},
                {"name": "Obsidian", "rounds": [{"minutes": 5}]}
            ])
        );
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
        assert_eq!((added, all), (Some(false), ours));
    }

    #[test]
    fn words_and_choices_fill_what_is_empty() {
        let ours = json!({"rounds": [{"minutes": 20}]});
        let theirs = json!({"rounds": [{"minutes": 20, "mood": "calm"}], "wet": true});
        let (added, all) = grown("20 minutes, calm, in the rain, 3", ours, theirs.clone());
        assert_eq!((added, all), (Some(true), theirs));
    }

    #[test]
    fn a_reading_without_the_numbers_of_the_rules_is_none() {
        let ours = json!({"rounds": [{"minutes": 20}]});
        let theirs = json!({"rounds": [{"minutes": 7}]});
        let (added, all) = grown("20 minutes, rinsed 7 times", ours.clone(), theirs);
        assert_eq!((added, all), (None, ours));
    }
}
