//! What a question wants.

pub use crate::model::{Intent, MeasureRef, QuestionKind};
