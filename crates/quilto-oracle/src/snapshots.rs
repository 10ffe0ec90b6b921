//! What was read, as it is kept in a file: each text on a line, and below it, indented, its reading, on a line or
//! several.
//!
//! Where two branches have changed the same reading, a merge keeps both (`.gitattributes`); such a
//! text is as it was when each line of its reading is among them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::Path;

use crate::compact::line;

const INDENT: &str = "    ";

/// The readings of some texts of one kind.
#[derive(Debug, Default)]
pub(crate) struct Block {
    /// The name of its file.
    pub name: String,
    /// By text, what was read of it.
    pub readings: BTreeMap<String, Vec<String>>,
}

/// A text that is read otherwise.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    block: String,
    text: String,
    before: Vec<String>,
    now: Vec<String>,
}

/// What came of comparing two blocks.
#[derive(Default)]
pub(crate) struct Changes {
    pub differences: Vec<Difference>,
    pub new: usize,
    pub gone: usize,
}

impl Block {
    /// Adds what was read of a text.
    pub fn add(&mut self, text: &str, lines: &[String]) {
        let lines = lines.iter().map(|reading| line(reading));
        self.readings.insert(line(text), lines.collect());
    }

    /// What is kept in a file; nothing where there is none.
    pub fn load(path: &Path) -> Result<Self, String> {
        match fs::read_to_string(path) {
            Ok(content) => Ok(Self::parse(&content)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }

    fn parse(content: &str) -> Self {
        let mut block = Self::default();
        let mut text = String::new();
        for line in content.lines() {
            match line.strip_prefix(INDENT) {
                None => line.clone_into(&mut text),
                Some(reading) => {
                    let readings = block.readings.entry(text.clone()).or_default();
                    readings.push(reading.to_owned());
                }
            }
        }
        block
    }

    /// Takes texts out of it.
    pub fn without(&mut self, mut out: impl FnMut(&str) -> bool) -> Self {
        let taken = self.readings.extract_if(.., |text, _| out(text));
        Self {
            readings: taken.collect(),
            ..Self::default()
        }
    }

    /// Keeps it in a file.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let mut content = String::new();
        for (text, readings) in &self.readings {
            content.push_str(text);
            content.push('\n');
            for reading in readings {
                content.push_str(INDENT);
                content.push_str(reading);
                content.push('\n');
            }
        }
        let told = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(told)?;
        }
        fs::write(path, content).map_err(told)
    }

    /// What `now` makes otherwise.
    pub fn compare(&self, now: &Self) -> Changes {
        let mut changes = Changes::default();
        for (text, reading) in &now.readings {
            match self.readings.get(text) {
                None => changes.new += 1,
                Some(before) if reading.iter().all(|now| before.contains(now)) => {}
                Some(before) => changes.differences.push(Difference {
                    block: now.name.clone(),
                    text: text.clone(),
                    before: before.clone(),
                    now: reading.clone(),
                }),
            }
        }
        let known = |text: &&String| !now.readings.contains_key(*text);
        changes.gone = self.readings.keys().filter(known).count();
        changes
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.block, self.text)?;
        for before in self.before.iter().filter(|line| !self.now.contains(line)) {
            write!(f, "\n  - {before}")?;
        }
        for now in self.now.iter().filter(|line| !self.before.contains(line)) {
            write!(f, "\n  + {now}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(readings: &[(&str, &str)]) -> Block {
        let mut block = Block::default();
        for (text, reading) in readings {
            block.add(text, &[(*reading).to_owned()]);
        }
        block
    }

    #[test]
    fn what_is_read_otherwise_is_told_and_what_is_new_is_counted() {
        let before = block(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let changes = before.compare(&block(&[("a", "1"), ("b", "4"), ("d", "5")]));
        let told: Vec<String> = changes
            .differences
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told, [": b\n  - 2\n  + 4"]);
        assert_eq!((changes.new, changes.gone), (1, 1));
    }

    #[test]
    fn after_a_merge_either_reading_is_the_one_before() {
        let merged = Block::parse("a\n    1\n    2\n");
        let differing = |now: &str| merged.compare(&block(&[("a", now)])).differences.len();
        assert_eq!((differing("1"), differing("2"), differing("3")), (0, 0, 1));
    }

    #[test]
    fn of_a_reading_of_several_lines_those_are_told_that_differ() {
        let of = |lines: [&str; 2]| {
            let mut block = Block::default();
            block.add("a", &lines.map(str::to_owned));
            block
        };
        let changes = of(["meant 1", "said 2"]).compare(&of(["meant 3", "said 2"]));
        let told: Vec<String> = changes
            .differences
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told, [": a\n  - meant 1\n  + meant 3"]);
    }

    #[test]
    fn a_text_of_several_lines_is_kept_on_one() {
        let kept = block(&[("a\nb", "1\n2")]);
        assert_eq!(kept.readings.get("a⏎b"), Some(&vec!["1⏎2".to_owned()]));
    }
}
