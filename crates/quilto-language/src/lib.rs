//! Language as the built-in agents hear it: words, cues, sentences, and how questions are put.

pub mod cues;
pub mod endings;
pub mod hangul;
pub mod josa;
pub mod operators;
pub mod phrases;
pub mod questions;
pub mod sentence_kind;
pub mod sentences;
pub mod spacing;
pub mod words;

pub use cues::{Cues, Hit};
pub use questions::Bucket;
pub use quilto_model::{Language, QuestionKind};
pub use words::Words;
