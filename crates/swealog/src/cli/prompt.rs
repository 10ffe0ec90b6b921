//! Asking a person at a terminal.

use rustyline::config::Behavior;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::reply;

/// What a person says when asked.
pub enum Said {
    Words(String),
    /// Enter, or the end of input.
    Nothing,
    /// Ctrl-C: they want out.
    Away,
}

/// One line of the person's. The prompt goes to the terminal even where stdout does not.
pub fn line(prompt: &str) -> Said {
    let config = Config::builder().behavior(Behavior::PreferTerm).build();
    let Ok(mut editor) = DefaultEditor::with_config(config) else {
        return Said::Nothing;
    };
    match editor.readline(prompt) {
        Ok(line) if line.trim().is_empty() => Said::Nothing,
        Ok(line) => Said::Words(line.trim().to_owned()),
        Err(ReadlineError::Interrupted) => Said::Away,
        Err(_) => Said::Nothing,
    }
}

/// Whether the person says yes.
pub fn confirmed(question: &str) -> bool {
    matches!(line(question), Said::Words(said) if reply::is_yes(&said))
}
