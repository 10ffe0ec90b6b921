//! The objects of `--json`. Their shapes are part of the interface and documented in
//! `docs/json.md`; what does not apply is left out.

use schemars::JsonSchema;
use serde::Serialize;

mod entry;
mod parsed;
mod run;

pub use crate::ui::json::{text, write};
pub use entry::{AmendmentObject, EntryObject};
pub use parsed::{ParsedObject, with_parse};
pub use run::{FactObject, QuestionObject, RunObject};

/// What was learned about the person: the object of `context`.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContextObject {
    /// Markdown, as it lies in the home.
    pub global_context: String,
}
