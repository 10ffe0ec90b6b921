//! Asking a person at a terminal.

use std::io::IsTerminal;

use rustyline::config::Behavior;
use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::{Context, reply};

/// How a person left what they were asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Away {
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
pub fn line(context: &Context<'_>, prompt: &str) -> Result<Option<String>, Away> {
    let behavior = if std::io::stdout().is_terminal() {
        Behavior::Stdio
    } else {
        Behavior::PreferTerm
    };
    let config = Config::builder().behavior(behavior).build();
    let mut editor = DefaultEditor::with_config(config).map_err(|_| Away::End)?;
    match editor.readline(prompt) {
        Ok(line) if line.trim().is_empty() => Ok(None),
        Ok(line) if context.aside.hears(context.app, line.trim()) => Err(Away::Command),
        Ok(line) => Ok(Some(line.trim().to_owned())),
        Err(ReadlineError::Interrupted) => Err(Away::Interrupt),
        Err(_) => Err(Away::End),
    }
}

/// Whether the person says yes.
pub fn confirmed(context: &Context<'_>, question: &str) -> bool {
    matches!(line(context, question), Ok(Some(said)) if reply::is_yes(&said))
}
