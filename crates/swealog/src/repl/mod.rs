//! One note or question after the other.

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::cli::Context;
use crate::error::{CliError, Exit};
use crate::ui::{QUIET, Ui};

/// Lines that a question may lean on.
const REMEMBERED: usize = 6;

/// Reads lines until the end of input, and treats each like words on the command line. A line that
/// fails does not end the conversation.
pub fn run(context: &mut Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let mut editor = DefaultEditor::new()
        .map_err(|error| CliError::failed("cannot read from this terminal").cause(error))?;
    let history = context.home()?.join("repl_history");
    // the first time there is no history yet
    editor.load_history(&history).ok();
    ui.remark(&format!(
        "{QUIET}Type a note or a question. /help lists what else there is; Ctrl-D ends.{QUIET:#}"
    ));
    let prompt = format!("{}> ", context.app.name);
    loop {
        let line = match editor.readline(&prompt) {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                return Err(CliError::failed("cannot read from this terminal").cause(error));
            }
        };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        editor.add_history_entry(line).ok();
        match line {
            "/quit" | "/exit" | "/q" => break,
            "/help" => help(context, ui),
            _ if is_command(line) => {
                ui.remark(&format!("There is no {line}; /help lists what there is."));
            }
            _ => {
                context.refresh_moment()?;
                if let Err(error) = crate::cli::say(context, ui, line) {
                    error.report(ui);
                }
                remember(&mut context.said, line);
            }
        }
    }
    save(&mut editor, &history, ui);
    Ok(Exit::Done)
}

/// Keeps the last few lines, for questions that lean on the ones before.
fn remember(said: &mut Vec<String>, line: &str) {
    said.push(line.to_owned());
    let old = said.len().saturating_sub(REMEMBERED);
    said.drain(..old);
}

/// `/word`: a path or a fraction that begins a note is none.
fn is_command(line: &str) -> bool {
    line.strip_prefix('/')
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphabetic()))
}

fn help(context: &Context<'_>, ui: &mut Ui) {
    ui.remark(&format!(
        "A note is logged:      {}\n\
         A question is answered, if it reads like one.\n\
         /help                  this\n\
         /quit                  end (also Ctrl-D)",
        context.app.sample_note
    ));
}

fn save(editor: &mut DefaultEditor, history: &std::path::Path, ui: &mut Ui) {
    // no note was logged: do not make a home only for this
    if !history.parent().is_some_and(std::path::Path::is_dir) {
        return;
    }
    if let Err(error) = editor.save_history(history) {
        ui.warn(&format!("the history of lines is not saved: {error}"));
    }
}
