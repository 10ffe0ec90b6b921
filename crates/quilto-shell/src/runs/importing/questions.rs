//! What a file leaves open, asked at a terminal and told elsewhere.

use quilto::model::Language;
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::CliError;
use crate::import::{Choice, Question, shown};
use crate::locale;
use crate::output::import_words::ImportWords;
use crate::output::words::Words;
use crate::runs::prompt;
use crate::ui::Ui;

/// Asks it; `None` where nothing was said.
pub fn ask(
    context: &Context<'_>,
    ui: &mut Ui,
    question: &Question,
) -> Result<Option<Choice>, CliError> {
    let language = locale::language();
    let words = ImportWords::of(language);
    head(ui, words, question);
    for (at, answer) in question.answers.iter().enumerate() {
        ui.ask(&format!("  {}  {}", at + 1, words.answer(question, answer)));
    }
    loop {
        let said = prompt::line(context, ui, Words::of(language), &words.number);
        let Some(said) = said.map_err(|_| CliError::interrupted())? else {
            return Ok(None);
        };
        let number = said.parse::<usize>().ok();
        let answer = number.and_then(|number| question.answers.get(number.checked_sub(1)?));
        match answer {
            Some(answer) => return Ok(Some(answer.clone())),
            None => {
                let last = question.answers.len().to_string();
                ui.ask(&words.say_a_number.fill(&[("n", &last)]));
            }
        }
    }
}

/// Tells it, with the flags that answer it.
pub fn tell(ui: &mut Ui, question: &Question) {
    let words = ImportWords::of(locale::language());
    head(ui, words, question);
    for answer in &question.answers {
        let meaning = words.answer(question, answer);
        ui.ask(&format!("  {}: {meaning}", answer.flag()));
    }
    ui.ask(&words.nothing_came_in);
}

fn head(ui: &mut Ui, words: &ImportWords, question: &Question) {
    let (path, line) = (shown(&question.path), question.line);
    ui.ask(&format!("{path}:{line}: {}", words.question(question)));
    for sample in &question.samples {
        ui.ask(&format!("  {sample}"));
    }
}

/// The same for programs.
pub fn as_json(question: &Question) -> Value {
    let words = ImportWords::of(Language::English);
    let answers: Vec<Value> = question
        .answers
        .iter()
        .map(|answer| json!({"flag": answer.flag(), "meaning": words.answer(question, answer)}))
        .collect();
    json!({
        "file": shown(&question.path),
        "line": question.line,
        "question": words.question(question),
        "samples": question.samples,
        "answers": answers,
    })
}
