//! `ask`: a question about the log, answered from it.

use quilto::model::InputType;
use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::{Effect, NOBODY, ToolRow, arguments, said};
use crate::context::Context;
use crate::http::problem::Problem;
use crate::http::run;
use crate::mcp::{outcome, schema};
use crate::runs::one_input::UserInput;

pub const TOOL: ToolRow = ToolRow {
    name: "ask",
    title: "Ask the log",
    about,
    arguments: schema::of::<AskArgs>,
    effect: Effect::Reads,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct AskArgs {
    /// The question, whole in itself: name what it is about and the time it is about, in English or
    /// Korean.
    #[schemars(length(min = 1))]
    question: String,
}

fn about(context: &Context<'_>) -> String {
    format!(
        "Ask about the person's log, such as \"{}\". The answer is computed from their notes and cites \
         them; trust its figures over your own arithmetic. Each question stands alone: nothing said \
         before is remembered here. If it asks back, the result says how to go on.",
        context.app.sample_question
    )
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let AskArgs { question } = arguments(given)?;
    said(&question, "question")?;
    let saying = UserInput {
        assume: Some(InputType::Query),
        ..UserInput::of(question)
    };
    outcome::of(context, &run::new(context, &NOBODY, saying)?)
}
