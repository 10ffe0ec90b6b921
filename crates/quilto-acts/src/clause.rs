//! A text as words and clauses.

use std::ops::Range;

/// What parts a clause from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Break {
    /// At the beginning of a line.
    Line,
    /// After the end of a sentence.
    Sentence,
    /// After a comma or its like.
    Comma,
    /// Between two words that no sign parts.
    Gap,
}

impl Break {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Sentence => "sentence",
            Self::Comma => "comma",
            Self::Gap => "gap",
        }
    }
}

/// A word, number or sign of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its normal form; what stands for a number or a name is up to the caller, who should let all
    /// numbers look alike.
    pub text: String,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
    /// What sign stands before it, so that a clause may begin with it.
    pub begins: Option<Break>,
    /// Whether it is a word of letters, not a number or sign or name.
    pub plain: bool,
    /// Anything else that is known of it: where a date lies, what a list says of it.
    pub known: Vec<String>,
}

impl Word {
    /// A plain word.
    pub fn new(text: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            text: text.into(),
            span,
            begins: None,
            plain: true,
            known: Vec::new(),
        }
    }
}

/// A stretch of words that does one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause<'w> {
    /// Its words.
    pub words: &'w [Word],
    /// What parts it from the clause before.
    pub begins: Break,
    /// Where it stands in the text, in bytes.
    pub span: Range<usize>,
}
