//! `log_note`: the words of a person, into the log.

use chrono::NaiveDate;
use quilto::model::InputType;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Effect, NOBODY, ToolRow, arguments, said};
use crate::context::Context;
use crate::http::problem::Problem;
use crate::http::query::noted;
use crate::http::{input, run};
use crate::mcp::{outcome, schema};
use crate::runs::one_input::{UserInput, by_day};

/// Notes that are told of where a text becomes several.
const MOST: usize = 20;

pub const TOOL: ToolRow = ToolRow {
    name: "log_note",
    title: "Log a note",
    about,
    arguments: schema::of::<LogNoteArgs>,
    effect: Effect::Adds,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LogNoteArgs {
    /// What the person did, in their own words and language. Everything that belongs to one occasion
    /// goes into one note; a text with several dated days becomes a note of each.
    #[schemars(length(min = 1))]
    text: String,
    /// The day it is about, as 2026-11-20. Leave it out for today, or where the words name the day.
    #[serde(default, deserialize_with = "input::day")]
    date: Option<NaiveDate>,
    /// Any text that is new for this note. A call that is sent again under the same key logs nothing
    /// twice and is answered as before.
    #[serde(rename = "key")]
    _key: Option<String>,
}

fn about(context: &Context<'_>) -> String {
    format!(
        "Write down what the person tells of themselves, such as \"{}\". Pass their words on as they said \
         them: do not translate, round or complete anything. The result shows what was read of them; \
         what is `in_doubt` or `not_read` is worth a question. Log only what the person said or agreed to.",
        context.app.sample_note
    )
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let LogNoteArgs { text, date, .. } = arguments(given)?;
    said(&text, "text")?;
    let day = date.map(noted).transpose()?;
    let saying = UserInput {
        assume: Some(InputType::Log),
        day,
        ..UserInput::of(text)
    };
    let mut notes = Vec::new();
    let parts = by_day(context, saying);
    let count = parts.len();
    for part in parts {
        let done =
            run::new(context, &NOBODY, part).and_then(|report| outcome::of(context, &report));
        notes.push(done.map_err(|problem| broken_off(problem, notes.len(), count))?);
    }
    if count == 1 {
        return Ok(notes.remove(0));
    }
    notes.truncate(MOST);
    Ok(json!({"status": "logged", "count": count, "given": notes.len(), "notes": notes}))
}

/// What went wrong after some notes of a text were logged.
fn broken_off(mut problem: Problem, done: usize, count: usize) -> Problem {
    if done > 0 {
        problem.detail = format!("after {done} of {count} notes: {}", problem.detail);
    }
    problem
}
