//! `undo`: takes a note, a correction or a move back.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Effect, ToolRow, arguments, given as told};
use crate::context::Context;
use crate::http::problem::Problem;
use crate::http::v1::changes::undone;
use crate::mcp::notes::NoteObject;
use crate::mcp::schema;
use crate::runs::undo::UndoResult;

pub const TOOL: ToolRow = ToolRow {
    name: "undo",
    title: "Take something back",
    about,
    arguments: schema::of::<UndoArgs>,
    effect: Effect::Changes,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UndoArgs {
    /// The note, correction or undo to take back; without it, what was written last.
    entry_id: Option<String>,
    /// Any text that is new for this undo, so that it can be sent again without harm.
    #[serde(rename = "key")]
    _key: Option<String>,
}

/// What was taken back.
#[derive(Serialize)]
struct UndoObject<'a> {
    #[serde(flatten)]
    undone: &'a UndoResult,
    was: NoteObject<'a>,
    next: String,
}

fn about(_: &Context<'_>) -> String {
    "Take back a note, a correction or an earlier undo. Its words stay in the file, and undoing the \
     entry_id of the result brings it again. Use it only when the person asks for it."
        .to_owned()
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let UndoArgs { entry_id, .. } = arguments(given)?;
    let undone = undone(context, entry_id.as_deref())?;
    let next = "To have it again, call `undo` with this entry_id.".to_owned();
    told(&UndoObject {
        was: NoteObject::of(&undone.section, None),
        undone: &undone,
        next,
    })
}
