//! Language as the built-in agents hear it: words, cues, sentences, and how questions are put.

pub mod cues;
pub mod josa;
pub mod questions;
pub mod sentences;
pub mod words;

pub use cues::{Cues, Hit};
pub use questions::{Ask, Bucket, QuestionWords};
pub use words::Words;

/// The language an answer is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, and what no other language claims.
    English,
    /// Korean: any Hangul in the question.
    Korean,
}

impl Language {
    /// Its code, as data files name it.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// The language of a question.
    pub fn of(text: &str) -> Self {
        if text.chars().any(cues::is_hangul) {
            Self::Korean
        } else {
            Self::English
        }
    }
}
