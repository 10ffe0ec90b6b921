//! The front matter of a note: its day, its tags, and what its properties say of the day.

use chrono::NaiveDate;
use serde_json::{Map, Value};

use super::super::leading_date;

/// What of the front matter is of use.
#[derive(Debug, Default, PartialEq)]
pub struct FrontMatter {
    /// Its day.
    pub date: Option<NaiveDate>,
    /// Its tags, without `#`.
    pub tags: Vec<String>,
    /// Properties that are notes of the day, a line each (`weight: 82.4`).
    pub words: String,
}

/// Properties that people keep of a day, and that a parser can read as words.
const OF_THE_DAY: &[&str] = &[
    "weight",
    "bodyweight",
    "body weight",
    "sleep",
    "steps",
    "mood",
    "energy",
    "stress",
    "soreness",
    "체중",
    "몸무게",
    "수면",
    "걸음",
    "기분",
    "컨디션",
];

impl FrontMatter {
    /// Reads the lines between the fences. Properties it does not know are left aside.
    pub fn read(text: &str) -> Self {
        let mut found = Self::default();
        let mut in_tags = false;
        let mut words: Vec<String> = Vec::new();
        for line in text.lines() {
            if let Some(item) = line.trim_start().strip_prefix("- ")
                && in_tags
            {
                found.add_tags(item);
                continue;
            }
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim().trim_matches(['"', '\'']);
            let key = key.trim().to_lowercase();
            in_tags = matches!(key.as_str(), "tags" | "tag");
            match key.as_str() {
                "date" | "created" | "day" | "날짜" => {
                    let date = leading_date(value.trim_start_matches("[[")).map(|(date, _)| date);
                    // a day's own date goes before the date the file was made
                    if found.date.is_none() || key == "date" {
                        found.date = date.or(found.date);
                    }
                }
                "tags" | "tag" => found.add_tags(value),
                key if OF_THE_DAY.contains(&key) && !value.is_empty() => {
                    words.push(format!("{key}: {value}"));
                }
                _ => {}
            }
        }
        found.words = words.join("\n");
        found
    }

    /// What goes with the entries of the note.
    pub fn payload(&self) -> Map<String, Value> {
        let mut payload = Map::new();
        if !self.tags.is_empty() {
            payload.insert("tags".into(), self.tags.clone().into());
        }
        payload
    }

    fn add_tags(&mut self, text: &str) {
        let tags = text
            .split(|c: char| c == ',' || c.is_whitespace())
            .map(|tag| tag.trim_matches(['[', ']', '#', '"', '\'']))
            .filter(|tag| !tag.is_empty());
        self.tags.extend(tags.map(str::to_owned));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_of_the_day_are_words() {
        let found = FrontMatter::read(
            "created: 2024-03-05\ndate: 2024-03-02\ntags:\n  - gym\n  - \"#legs\"\nweight: 82.4 kg\nproject: shed\n",
        );
        assert_eq!(
            found.date.map(|d| d.to_string()).as_deref(),
            Some("2024-03-02")
        );
        assert_eq!(found.tags, ["gym", "legs"]);
        assert_eq!(found.words, "weight: 82.4 kg");
        assert_eq!(FrontMatter::read("tags: [a, b]").tags, ["a", "b"]);
    }
}
