//! `explain TEXT`: how a text is read, for whoever wonders at an answer or at what was logged.

use quilto::engine::builtin::explain::Explanation;
use quilto::model::{InputType, Language};
use serde::Serialize;

use super::parse::ParsePreview;
use crate::cli::{NoteArgs, dates, input};
use crate::context::Context;
use crate::context::engine::{Reader, ToRead};
use crate::error::{CliError, Exit};
use crate::output::explanation;
use crate::output::json::ParsedObject;
use crate::ui::Ui;

/// The object of `--json`.
#[derive(Serialize)]
struct ExplanationObject<'e> {
    #[serde(flatten)]
    explanation: &'e Explanation,
    /// What `parse` says of the words that tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<ParsedObject>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    let text = input::read_or_ask(&args.words, ui, "the text")?;
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let reader = Reader::by_rules(context)?;
    let explanation = reader.explain(&ToRead {
        text: &text,
        written: day.unwrap_or(context.moment.today),
        time: context.moment.now.time(),
        recent: Vec::new(),
    })?;
    let told = match explanation.input_type {
        InputType::Query => None,
        _ => {
            let tells = explanation.log_portion.as_deref().unwrap_or(&text);
            let told = ParsePreview::read(context, &reader, tells, day, Some(&explanation))?;
            Some(told)
        }
    };
    if context.json {
        ui.json(&ExplanationObject {
            explanation: &explanation,
            told: told.map(|told| told.object(context)),
        })?;
        return Ok(Exit::Done);
    }
    for line in explanation::lines(&explanation, Language::of(&text)) {
        ui.line(&line)?;
    }
    if let Some(told) = told {
        ui.line("")?;
        told.show(context, ui)?;
    }
    Ok(Exit::Done)
}
