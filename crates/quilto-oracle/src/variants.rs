//! Other texts of the same kind: another number, name, unit, order or typing in an example.
//!
//! Which other one is chosen by a hash of both, so that a new name in a vocabulary changes few of them.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::files::{folders, yaml};

/// Units of which one stands for the other.
const UNITS: &[(&str, &str)] = &[
    ("kg", "lb"),
    ("lbs", "kg"),
    ("lb", "kg"),
    ("km", "mi"),
    ("miles", "km"),
    ("g", "oz"),
    ("ml", "cups"),
    ("min", "minutes"),
    ("h", "hours"),
    ("hours", "h"),
    ("키로", "kg"),
    ("분", "min"),
    ("시간", "h"),
];

/// What other texts are made with.
pub(crate) struct Variants {
    /// By alias, the kind of what it names.
    kinds: BTreeMap<String, String>,
    /// By kind, its aliases.
    names: BTreeMap<String, Vec<String>>,
}

impl Variants {
    /// With the names of all domains.
    pub fn load(root: &Path) -> Result<Self, String> {
        let mut variants = Self {
            kinds: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        for domain in folders(&root.join("domains"))? {
            let vocabulary = yaml(&domain.join("vocabulary.yaml"))?;
            for term in terms(&vocabulary) {
                variants.add(term);
            }
        }
        Ok(variants)
    }

    fn add(&mut self, term: &Value) {
        let Some(kind) = term.get("kind").and_then(Value::as_str) else {
            return;
        };
        for alias in aliases(term) {
            self.kinds.insert(alias.clone(), kind.to_owned());
            self.names.entry(kind.to_owned()).or_default().push(alias);
        }
    }

    /// The other texts of one, in no order of meaning.
    pub fn of(&self, text: &str) -> Vec<String> {
        let made = [
            number(text),
            self.name(text),
            unit(text),
            order(text),
            Some(capitals(text)),
            slip(text),
            spacing(text),
        ];
        made.into_iter()
            .flatten()
            .filter(|made| made != text)
            .collect()
    }

    /// With another name of the same kind and script in place of the longest one.
    fn name(&self, text: &str) -> Option<String> {
        let (at, alias, kind) = words(text)
            .into_iter()
            .filter_map(|(at, words)| Some((at, words, self.kinds.get(&words.to_lowercase())?)))
            .max_by_key(|(_, words, _)| words.len())?;
        let same_script = |name: &&String| name.is_ascii() == alias.is_ascii();
        let names = self.names.get(kind)?.iter().filter(same_script);
        let other = names
            .filter(|name| !name.eq_ignore_ascii_case(alias))
            .min_by_key(|name| hash(&[text, name]))?;
        Some(replaced(text, at, alias.len(), other))
    }
}

/// All that a vocabulary file names.
pub(crate) fn terms(vocabulary: &Value) -> impl Iterator<Item = &Value> {
    let lists = ["families", "terms"]
        .into_iter()
        .filter_map(|list| vocabulary.get(list));
    lists.filter_map(Value::as_array).flatten()
}

/// The aliases of a term, as a vocabulary file lists them.
pub(crate) fn aliases(term: &Value) -> Vec<String> {
    let lists = match term.get("aliases") {
        Some(Value::Object(languages)) => languages.values().collect(),
        Some(list) => vec![list],
        None => Vec::new(),
    };
    let aliases = lists.into_iter().filter_map(Value::as_array).flatten();
    let aliases = aliases.filter_map(Value::as_str).map(str::to_lowercase);
    aliases.collect()
}

/// Runs of one to four words, with where they stand.
fn words(text: &str) -> Vec<(usize, &str)> {
    let word = |c: char| c.is_alphabetic() || c == '-' || c == '\'';
    let mut bounds: Vec<(usize, usize)> = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (word(c), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                bounds.push((start, at));
                from = None;
            }
            _ => {}
        }
    }
    let runs = (1..=4).flat_map(|length| bounds.windows(length));
    let runs = runs.filter_map(|run| Some((run.first()?.0, run.last()?.1)));
    runs.filter_map(|(from, to)| Some((from, text.get(from..to)?)))
        .collect()
}

/// With another number in place of one of them.
fn number(text: &str) -> Option<String> {
    let mut numbers: Vec<(usize, &str)> = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_digit(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                numbers.push((start, text.get(start..at)?));
                from = None;
            }
            _ => {}
        }
    }
    let (at, digits) = numbers.into_iter().min_by_key(|(at, digits)| {
        let at = at.to_string();
        hash(&[text, &at, digits])
    })?;
    let value: u64 = digits.parse().ok()?;
    let other = match value {
        0..=9 => value + 1,
        10..=59 => value + 3,
        _ => value + 5,
    };
    let other = format!("{other:0width$}", width = digits.len());
    Some(replaced(text, at, digits.len(), &other))
}

/// With another unit in place of the first one behind a number.
fn unit(text: &str) -> Option<String> {
    let found = UNITS.iter().filter_map(|(unit, other)| {
        let starts = text.match_indices(unit).map(|(at, _)| at);
        let behind_number = |at: &usize| {
            let before = text.get(..*at).unwrap_or_default().trim_end();
            let after = text.get(at + unit.len()..).unwrap_or_default();
            let ends = !after.chars().next().is_some_and(char::is_alphabetic);
            before.ends_with(|c: char| c.is_ascii_digit()) && ends
        };
        let at = starts.into_iter().find(behind_number)?;
        Some((at, *unit, *other))
    });
    let (at, unit, other) = found.min_by_key(|(at, unit, _)| (*at, unit.len()))?;
    Some(replaced(text, at, unit.len(), other))
}

/// With its parts the other way round.
fn order(text: &str) -> Option<String> {
    let (apart, joined) = ["\n", ", ", " and ", "; "]
        .into_iter()
        .map(|mark| (text.trim_end().split(mark).collect::<Vec<_>>(), mark))
        .find(|(parts, _)| parts.len() > 1)?;
    let turned: Vec<&str> = apart.into_iter().rev().collect();
    Some(turned.join(joined))
}

fn capitals(text: &str) -> String {
    if text.is_ascii() {
        return text.to_uppercase();
    }
    format!("{}!!", text.trim_end())
}

/// With a letter left out of its longest word.
fn slip(text: &str) -> Option<String> {
    let longest = text
        .split_whitespace()
        .filter(|word| word.chars().all(char::is_alphabetic))
        .max_by_key(|word| word.chars().count())?;
    let letters: Vec<char> = longest.chars().collect();
    if letters.len() < 4 {
        return None;
    }
    let left_out = 1 + hash(&[longest]) as usize % (letters.len() - 2);
    let kept = letters.iter().enumerate().filter(|(at, _)| *at != left_out);
    let wrong: String = kept.map(|(_, letter)| letter).collect();
    Some(text.replacen(longest, &wrong, 1))
}

/// With a space between number and unit where there is none, or none where there is one.
fn spacing(text: &str) -> Option<String> {
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for pair in characters.windows(3) {
        if let [(_, number), (at, ' '), (_, letter)] = pair
            && number.is_ascii_digit()
            && letter.is_alphabetic()
        {
            return Some(replaced(text, *at, 1, ""));
        }
        if let [(_, number), (at, letter), _] = pair
            && number.is_ascii_digit()
            && letter.is_alphabetic()
        {
            return Some(replaced(text, *at, 0, " "));
        }
    }
    None
}

fn replaced(text: &str, at: usize, length: usize, other: &str) -> String {
    let (before, after) = (text.get(..at), text.get(at + length..));
    format!(
        "{}{other}{}",
        before.unwrap_or_default(),
        after.unwrap_or_default()
    )
}

/// A number that is the same on every machine (FNV-1a).
pub(crate) fn hash(parts: &[&str]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in parts.iter().flat_map(|part| part.bytes().chain([0])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_varied_in_each_way() {
        let term = |name: &str| serde_json::json!({"kind": "rock", "aliases": {"en": [name]}});
        let mut variants = Variants {
            kinds: BTreeMap::new(),
            names: BTreeMap::new(),
        };
        variants.add(&term("granite"));
        variants.add(&term("basalt"));
        assert_eq!(
            variants.of("granite 20 min, wet"),
            [
                "granite 23 min, wet",
                "basalt 20 min, wet",
                "granite 20 minutes, wet",
                "wet, granite 20 min",
                "GRANITE 20 MIN, WET",
                "grnite 20 min, wet",
                "granite 20min, wet",
            ]
        );
    }
}
