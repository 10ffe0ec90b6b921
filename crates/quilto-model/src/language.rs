//! The language an answer is written in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The language an answer is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// English, and what no other language claims.
    #[default]
    English,
    /// Korean: any Hangul in the question.
    Korean,
}

impl Language {
    /// All of them, in their order here.
    pub const ALL: [Self; 2] = [Self::English, Self::Korean];

    /// Its code, as data files name it.
    pub fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// The language of a question.
    pub fn of(text: &str) -> Self {
        if text.chars().any(is_hangul) {
            Self::Korean
        } else {
            Self::English
        }
    }
}

/// Whether a character is a Hangul syllable or letter.
pub fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}')
}
