//! Asking a person at a terminal.

use rustyline::config::Behavior;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::{Context, reply};

/// What a person says when asked.
pub enum Said {
    Words(String),
    /// Enter, or the end of input.
    Nothing,
    /// Ctrl-C, or a command: they want out.
    Away,
}

/// One line of the person's. The prompt goes to the terminal even where stdout does not. A command of
/// the conversation is kept for later, and leaves what was asked open.
pub fn line(context: &Context<'_>, prompt: &str) -> Said {
    let config = Config::builder().behavior(Behavior::PreferTerm).build();
    let Ok(mut editor) = DefaultEditor::with_config(config) else {
        return Said::Nothing;
    };
    match editor.readline(prompt) {
        Ok(line) if line.trim().is_empty() => Said::Nothing,
        Ok(line) if context.aside.hears(line.trim()) => Said::Away,
        Ok(line) => Said::Words(line.trim().to_owned()),
        Err(ReadlineError::Interrupted) => Said::Away,
        Err(_) => Said::Nothing,
    }
}

/// Whether the person says yes.
pub fn confirmed(context: &Context<'_>, question: &str) -> bool {
    matches!(line(context, question), Said::Words(said) if reply::is_yes(&said))
}
