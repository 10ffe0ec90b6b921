//! `sessions`: the runs that wait for an answer, oldest first.

use quilto::machine::Run;
use quilto::model::Language;
use quilto::storage::Spooled;
use serde::Serialize;

use super::resume;
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::output::ask;
use crate::output::json::QuestionObject;
use crate::ui::{HEADING, QUIET, Ui, excerpt};

/// One line of `sessions --json`.
#[derive(Serialize)]
struct SessionObject<'a> {
    session_id: &'a str,
    began: chrono::NaiveDateTime,
    text: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<QuestionObject<'a>>,
}

pub fn run(context: &Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let checkpoints = context.checkpoints()?;
    checkpoints.prune(|_| true)?;
    let mut none = true;
    for waiting in checkpoints.list()? {
        none = false;
        match waiting.run {
            Ok(run) => show(context, ui, &run)?,
            Err(error) => ui.warn_of(&error.into()),
        }
    }
    for (id, Spooled { text, .. }) in resume::unfinished(context)? {
        none = false;
        if context.json {
            ui.json(&serde_json::json!({"session_id": id, "text": text}))?;
            continue;
        }
        ui.line(&format!("{HEADING}{id}{HEADING:#}  {}", excerpt(&text, 50)))?;
        ui.line(&format!(
            "  {QUIET}it was cut off before it was read{QUIET:#}"
        ))?;
    }
    context.warn_of_store(ui, &*context.store()?);
    if none {
        ui.remark("Nothing waits for an answer.");
    }
    Ok(Exit::Done)
}

fn show(context: &Context<'_>, ui: &mut Ui, run: &Run) -> Result<(), CliError> {
    let asked = run.ask().map(|(_, ask)| ask);
    if context.json {
        let questions = asked.iter().flat_map(|ask| &ask.questions);
        return ui.json(&SessionObject {
            session_id: &run.id().0,
            began: run.settings().now,
            text: &run.input().text,
            questions: questions.map(QuestionObject::from).collect(),
        });
    }
    let words = excerpt(&run.input().text, 50);
    ui.line(&format!("{HEADING}{}{HEADING:#}  {words}", run.id()))?;
    let style = context.style(ui, Language::of(&run.input().text));
    let lines = asked.map(|ask| ask::lines(ask, &style));
    for line in lines.into_iter().flatten() {
        ui.line(&format!("  {line}"))?;
    }
    Ok(())
}
