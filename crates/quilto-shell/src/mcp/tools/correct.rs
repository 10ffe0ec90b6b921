//! `correct`: what is wrong with a note, in words; shown before it is written.

use quilto::model::EntryId;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Effect, NOBODY, ToolRow, arguments, said};
use crate::context::Context;
use crate::http::problem::{Kind, Problem};
use crate::http::run;
use crate::http::v1::entry_state;
use crate::mcp::{outcome, schema};

pub const TOOL: ToolRow = ToolRow {
    name: "correct",
    title: "Prepare a correction",
    about,
    arguments: schema::of::<CorrectArgs>,
    effect: Effect::Adds,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct CorrectArgs {
    /// What is wrong and what is right, in words: "that was 20 not 25".
    #[schemars(length(min = 1))]
    text: String,
    /// The note it is about. Without it, the words say which.
    entry_id: Option<String>,
    /// Any text that is new for this correction, so that it can be sent again without harm.
    #[serde(rename = "key")]
    _key: Option<String>,
}

fn about(_: &Context<'_>) -> String {
    "Prepare a change of a note that is wrong. Nothing is written: the result is a preview with a \
     session_id. Show it to the person, and call `confirm` with what they decide. A note of another \
     day is taken back with `undo` and logged again with its date."
        .to_owned()
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let CorrectArgs { text, entry_id, .. } = arguments(given)?;
    said(&text, "text")?;
    let entry = entry_id.map(|id| entry_state::entry(context, &EntryId(id)));
    let entry = entry.transpose()?;
    let report = run::correct(context, &NOBODY, text, entry, false).map_err(|problem| {
        if problem.of == Kind::Unfit {
            return problem.hint("say what is wrong and what is right; `undo` takes a note back");
        }
        problem
    })?;
    outcome::of(context, &report)
}
