//! What a file leaves open, asked at a terminal and told elsewhere.

use quilto::model::Language;
use serde_json::{Value, json};

use crate::cli::{Context, prompt};
use crate::error::CliError;
use crate::import::{Choice, Question, shown};
use crate::output::words::Words;
use crate::ui::Ui;

/// Asks it; `None` where nothing was said.
pub fn ask(
    context: &Context<'_>,
    ui: &mut Ui,
    question: &Question,
) -> Result<Option<Choice>, CliError> {
    head(ui, question);
    for (at, answer) in question.answers.iter().enumerate() {
        ui.remark(&format!("  {}  {}", at + 1, answer.meaning));
    }
    loop {
        let prompt = "Number (Enter leaves the file out): ";
        let said = prompt::line(context, ui, Words::of(Language::English), prompt);
        let Some(said) = said.map_err(|_| CliError::interrupted())? else {
            return Ok(None);
        };
        let number = said.parse::<usize>().ok();
        let answer = number.and_then(|number| question.answers.get(number.checked_sub(1)?));
        match answer {
            Some(answer) => return Ok(Some(answer.choice.clone())),
            None => ui.remark(&format!(
                "Say a number from 1 to {}; Enter leaves the file out, Ctrl-C stops.",
                question.answers.len()
            )),
        }
    }
}

/// Tells it, with the flags that answer it.
pub fn tell(ui: &mut Ui, question: &Question) {
    head(ui, question);
    for answer in &question.answers {
        ui.remark(&format!("  {}: {}", answer.choice.flag(), answer.meaning));
    }
    ui.remark("  nothing of this file came in");
}

fn head(ui: &mut Ui, question: &Question) {
    let (path, line) = (shown(&question.path), question.line);
    ui.remark(&format!("{path}:{line}: {}", question.text));
    for sample in &question.samples {
        ui.remark(&format!("  {sample}"));
    }
}

/// The same for programs.
pub fn as_json(question: &Question) -> Value {
    let answers: Vec<Value> = question
        .answers
        .iter()
        .map(|answer| json!({"flag": answer.choice.flag(), "meaning": answer.meaning}))
        .collect();
    json!({
        "file": shown(&question.path),
        "line": question.line,
        "question": question.text,
        "samples": question.samples,
        "answers": answers,
    })
}
