//! Asking a person at a terminal.

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use crate::context::{Context, lines};
use crate::locale;
use crate::output::words::{Words, says_yes};
use crate::ui::{Ui, visible};

/// How a person left what they were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// With Ctrl-C.
    Interrupt,
    /// With Ctrl-D, or there is no terminal any more.
    End,
    /// For a command of the conversation, which comes first.
    Command,
}

/// One line of the person's; `None` if they only pressed Enter. The prompt goes to the terminal even
/// where stdout does not. A command of the conversation is kept for later, and leaves what was asked
/// open.
pub fn line(
    context: &Context<'_>,
    ui: &mut Ui,
    words: &Words,
    prompt: &str,
) -> Result<Option<String>, NoAnswer> {
    let prompt = &*visible(prompt);
    let read = if context.nested.is_talking() {
        context.nested.lines().answer(ui, words, prompt)
    } else {
        let config = Config::builder().behavior(lines::behavior()).build();
        DefaultEditor::with_config(config).and_then(|mut editor| editor.readline(prompt))
    };
    let is_command = |line: &str| context.nested.hears(context.app, context.commands, line);
    match read {
        Ok(line) if line.trim().is_empty() => Ok(None),
        Ok(line) if is_command(line.trim()) => Err(NoAnswer::Command),
        Ok(line) => Ok(Some(line.trim().to_owned())),
        Err(ReadlineError::Interrupted) => Err(NoAnswer::Interrupt),
        Err(_) => Err(NoAnswer::End),
    }
}

/// The one of several that the person says by its number; `None` for Enter. Asks until it is one of
/// them, so that no other words are taken for an answer without a word.
pub fn one_of<'i, T>(
    context: &Context<'_>,
    ui: &mut Ui,
    words: &Words,
    items: &'i [T],
) -> Result<Option<&'i T>, NoAnswer> {
    while let Some(said) = line(context, ui, words, &words.number_of_choice)? {
        let number = said.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        match number.and_then(|at| items.get(at)) {
            Some(item) => return Ok(Some(item)),
            None => {
                let last = items.len().to_string();
                ui.ask(&words.say_a_number.fill(&[("n", &last)]));
            }
        }
    }
    Ok(None)
}

/// Whether the person says yes.
pub fn confirmed(context: &Context<'_>, ui: &mut Ui, question: &str) -> bool {
    let words = Words::of(locale::language());
    matches!(line(context, ui, words, question), Ok(Some(said)) if says_yes(&said))
}
