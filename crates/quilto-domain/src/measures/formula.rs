//! Formulas of a domain's measures: arithmetic and conditions over the fields of one row.
//!
//! The language is a subset of Jinja expressions (numbers, quoted text, field names, `+ - * / // **`,
//! comparisons, `in [..]`, `and or not`, `a if c else b`, `is defined`), so an author needs to learn
//! nothing new, and a test holds it against minijinja's own evaluator. It is compiled here because
//! a formula runs once per row, over all the years of a log.

mod evaluator;
mod parser;
#[cfg(test)]
mod tests;
mod tree;

use serde::Deserialize;
use serde::de::{self, Deserializer};

use tree::Node;

/// One value of a row, or of a formula over it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell<'a> {
    /// The field is absent. Arithmetic with it is absent too; an order comparison with it is false.
    Nothing,
    /// A number.
    Number(f64),
    /// A text.
    Text(&'a str),
    /// Yes or no.
    Flag(bool),
}

impl<'a> Cell<'a> {
    /// The number, if it is one and finite.
    pub fn number(self) -> Option<f64> {
        match self {
            Self::Number(n) if n.is_finite() => Some(n),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Whether it counts as yes: a true flag, a number other than 0, a text that is not empty.
    pub fn is_true(self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Number(n) => n != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Flag(flag) => flag,
        }
    }
}

/// A compiled formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    source: String,
    fields: Vec<String>,
    root: Node,
}

/// Why a formula cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the formula `{source_text}` cannot be read at character {at}: expected {expected}")]
#[non_exhaustive]
pub struct FormulaError {
    /// The formula.
    pub source_text: String,
    /// The character it stumbled on, from 1.
    pub at: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl Formula {
    /// Compiles a formula.
    ///
    /// # Errors
    /// Says at which character it cannot be read and what should stand there.
    pub fn parse(source: &str) -> Result<Self, FormulaError> {
        let (fields, root) = parser::parse(source)?;
        Ok(Self {
            source: source.to_owned(),
            fields,
            root,
        })
    }

    /// The formula as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The fields it names, each once. [`Formula::eval`] asks for them by their place here.
    pub fn fields(&self) -> &[String] {
        &self.fields
    }

    /// Its value for one row; `field` gives the value of the field at a place in
    /// [`Formula::fields`].
    pub fn eval<'a>(&'a self, field: &impl Fn(usize) -> Cell<'a>) -> Cell<'a> {
        evaluator::eval(&self.root, field)
    }
}

impl<'de> Deserialize<'de> for Formula {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Text(String),
            Number(f64),
            Flag(bool),
        }
        let source = match Written::deserialize(deserializer)? {
            Written::Text(text) => text,
            Written::Number(number) => number.to_string(),
            Written::Flag(flag) => flag.to_string(),
        };
        Self::parse(&source).map_err(de::Error::custom)
    }
}
