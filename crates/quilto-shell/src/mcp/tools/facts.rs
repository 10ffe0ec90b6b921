//! `facts`: figures of one's own, written as expressions.

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Effect, ToolRow, arguments, given as told};
use crate::context::Context;
use crate::http::problem::Problem;
use crate::http::v1::facts::{Facts, computed, read};
use crate::mcp::{resources, schema};

/// Facts, days and entries that are named of one expression.
const NAMED: usize = 60;

pub const TOOL: ToolRow = ToolRow {
    name: "facts",
    title: "Compute figures",
    about,
    arguments: schema::of::<FactsArgs>,
    effect: Effect::Reads,
    run,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct FactsArgs {
    /// Up to 16 expressions; one may name those before it by number, from 1, as {"step": 1}. Without
    /// any, the result lists the measures of every domain with their units.
    #[serde(default)]
    #[schemars(with = "Vec<Map<String, Value>>", length(max = 16))]
    expressions: Vec<Value>,
}

fn about(context: &Context<'_>) -> String {
    let example = match resources::sample_expression(context) {
        Some(example) => format!(", such as {example}"),
        None => String::new(),
    };
    format!(
        "Compute figures from the log by expressions{example}. Call it without expressions first: it \
         lists domains, measures and units. Kinds are fact, figure, number, sum, difference, ratio, \
         between, change, best_of, association, forecast and step; the resource \
         {}://expressions describes them all. `op` is one of best, worst, total, average, count_entries, \
         count_days, first, last, series, trend, streak, longest_gap and more. Where there is no value, \
         `refused` says why.",
        context.app.name
    )
}

fn run(context: &Context<'static>, given: JsonObject) -> Result<Value, Problem> {
    let asked: FactsArgs = arguments(given)?;
    if asked.expressions.is_empty() {
        return Ok(json!({
            "domains": resources::measures(context),
            "example": resources::sample_expression(context),
        }));
    }
    let hint = "call `facts` without expressions to see domains, measures and units; subjects go by the \
                names that entries have";
    let exprs = read(asked.expressions).map_err(|problem| problem.hint(hint))?;
    let computed = computed(context, &exprs).map_err(|problem| problem.hint(hint))?;
    told(&Facts::of(&computed, NAMED))
}
