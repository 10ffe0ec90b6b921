//! Rules, words that change nothing, and weights: all of it data.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use serde_json::Value;

use crate::pattern::{Item, rows};
use crate::template;

/// What is wrong with a grammar.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// It has not the form of one.
    #[error("the grammar cannot be read: {0}")]
    Form(#[from] serde_json::Error),
    /// A rule's pattern cannot be read.
    #[error("the rule `{say}` of {kind}: {wrong}")]
    Pattern {
        /// The kind it makes.
        kind: String,
        /// Its pattern.
        say: String,
        /// What is wrong.
        wrong: String,
    },
}

/// A line of a grammar: what is said, and what it means.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The kind of node it makes. Nodes of the kind `part` are what sentences are merged of.
    #[serde(skip)]
    pub kind: String,
    /// What is said, as a pattern.
    pub say: String,
    /// What it means, as a template.
    #[serde(rename = "as")]
    pub means: Value,
    /// A text that it reads as a whole, better than any other rule of its kind.
    #[serde(default)]
    pub ex: Option<String>,
    /// What it costs to use it beside others.
    #[serde(default)]
    pub cost: f32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rules: BTreeMap<String, Vec<Rule>>,
    #[serde(default)]
    idle: Vec<String>,
    #[serde(default)]
    tails: Vec<String>,
    #[serde(default)]
    weights: FxHashMap<String, f32>,
}

/// One row of a rule, of those its pattern stands for.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) rule: usize,
    pub(crate) items: Vec<Item>,
}

/// Rules, words that never change an answer, particles, and weights.
#[derive(Clone, Debug, Default)]
pub struct Grammar {
    rules: Vec<Rule>,
    rows: Vec<Row>,
    of_word: FxHashMap<Arc<str>, Vec<usize>>,
    of_kind: FxHashMap<Arc<str>, Vec<usize>>,
    /// Rows that begin with a part of a word.
    of_part: Vec<usize>,
    idle: FxHashSet<String>,
    tails: Vec<String>,
    weights: FxHashMap<String, f32>,
}

impl Grammar {
    /// A grammar of one file.
    ///
    /// # Errors
    ///
    /// The file has not the form of a grammar, or a pattern cannot be read.
    pub fn from_json(file: &Value) -> Result<Self, GrammarError> {
        let mut grammar = Self::default();
        grammar.add(file)?;
        Ok(grammar)
    }

    /// Adds the rules, words and weights of another file.
    ///
    /// # Errors
    ///
    /// As for [`Grammar::from_json`]; nothing of the file is taken then.
    pub fn add(&mut self, file: &Value) -> Result<(), GrammarError> {
        let file: File = File::deserialize(file)?;
        let mut new = Vec::new();
        for (kind, rules) in file.rules {
            for rule in rules {
                let rows =
                    rows(&rule.say).and_then(|rows| names_known(&rows, &rule).map(|()| rows));
                let rows = rows.map_err(|wrong| GrammarError::Pattern {
                    kind: kind.clone(),
                    say: rule.say.clone(),
                    wrong,
                })?;
                let kind = kind.clone();
                new.push((Rule { kind, ..rule }, rows));
            }
        }
        for (rule, rows) in new {
            let at = self.rules.len();
            self.rules.push(rule);
            for items in rows {
                self.index(Row { rule: at, items });
            }
        }
        self.idle.extend(file.idle);
        self.tails.extend(file.tails);
        self.tails.sort_by_key(|tail| std::cmp::Reverse(tail.len()));
        self.weights.extend(file.weights);
        Ok(())
    }

    fn index(&mut self, row: Row) {
        let at = self.rows.len();
        match &row.items[0] {
            Item::Word(word) => self.of_word.entry(word.clone()).or_default().push(at),
            Item::Node { kind, .. } => self.of_kind.entry(kind.clone()).or_default().push(at),
            Item::Begins(_) | Item::Ends(_) => self.of_part.push(at),
        }
        self.rows.push(row);
    }

    /// Its rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// What may hang on a word.
    pub fn tails(&self) -> &[String] {
        &self.tails
    }

    /// Whether a word never changes an answer.
    pub fn is_idle(&self, word: &str) -> bool {
        self.idle.contains(word)
            || self.tails.iter().any(|tail| tail == word)
            || !word.chars().any(char::is_alphanumeric)
    }

    /// What a feature of a reading weighs.
    pub(crate) fn weight(&self, feature: &str, otherwise: f32) -> f32 {
        self.weights.get(feature).copied().unwrap_or(otherwise)
    }

    pub(crate) fn row(&self, at: usize) -> &Row {
        &self.rows[at]
    }

    /// The rows that may begin with a word.
    pub(crate) fn rows_of_word(&self, word: &str) -> impl Iterator<Item = usize> + '_ {
        let whole = self.of_word.get(word).into_iter().flatten();
        whole.chain(&self.of_part).copied()
    }

    /// The rows that may begin with a node of a kind.
    pub(crate) fn rows_of_kind(&self, kind: &str) -> impl Iterator<Item = usize> + '_ {
        self.of_kind.get(kind).into_iter().flatten().copied()
    }
}

/// Whether each name in the meaning of a rule is one of its nodes.
fn names_known(rows: &[Vec<Item>], rule: &Rule) -> Result<(), String> {
    let items = || rows.iter().flatten();
    let known = |name: &str| {
        items().any(|item| matches!(item, Item::Node { name: of, .. } if **of == *name))
    };
    match template::names(&rule.means)
        .into_iter()
        .find(|name| !known(name))
    {
        Some(name) => Err(format!("`${name}` is none of its nodes")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_wrong_with_a_rule_is_told_with_its_place() {
        for (rule, wrong) in [
            (
                json!({"say": "(a", "as": 1}),
                "the rule `(a` of part: a bracket is not closed",
            ),
            (
                json!({"say": "<n>", "as": "$m"}),
                "the rule `<n>` of part: `$m` is none of its nodes",
            ),
            (
                json!({"say": "a"}),
                "the grammar cannot be read: missing field `as`",
            ),
        ] {
            let told = Grammar::from_json(&json!({"rules": {"part": [rule]}})).unwrap_err();
            assert_eq!(told.to_string(), wrong);
        }
    }

    #[test]
    fn signs_particles_and_listed_words_change_nothing() {
        let grammar = Grammar::from_json(&json!({"idle": ["my"], "tails": ["는"]})).unwrap();
        for idle in ["my", "는", "?", "…"] {
            assert!(grammar.is_idle(idle), "{idle}");
        }
        assert!(!grammar.is_idle("paused"));
    }
}
