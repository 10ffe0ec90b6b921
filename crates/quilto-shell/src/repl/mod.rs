//! One note or question after the other.

mod commands;

use crate::context::Context;
use crate::context::lines::{Line, Lines};
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::runs::one_input::{self, UserInput};
use crate::runs::typed_commands::{self, TypedLine};
use crate::runs::units;
use crate::ui::{HEADING, QUIET, Ui, excerpt};
use commands::LineOutcome;

/// Reads lines until the end of input, and treats each like words on the command line. A line that
/// fails does not end the conversation; of lines from a pipe it is told at the end by the exit code.
pub fn run(context: &mut Context<'_>, ui: &mut Ui) -> Result<Exit, CliError> {
    let mut first = units::ask(context, ui, "")?;
    let lines = Lines::open(context, commands::names().collect())?;
    let typed = lines.are_typed();
    if typed {
        welcome(context, ui)?;
    }
    let mut worst = Exit::Done;
    context.nested.talking(lines);
    loop {
        let next = match first.take() {
            Some(typed) => Line::Said(typed),
            None => context.nested.lines().next(ui)?,
        };
        let line = match next {
            Line::Said(line) => line,
            Line::Cancelled => continue,
            Line::End => break,
        };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        context.refresh_moment()?;
        let heard = match hear(context, ui, line) {
            // what was stopped for a command
            Err(error) if context.nested.is_heard() => {
                ui.tell(&error);
                Ok(LineOutcome::Next(Exit::Done))
            }
            heard => heard,
        };
        let after = heard.and_then(|after| match after {
            LineOutcome::Next(exit) => nested_commands(context, ui, exit),
            LineOutcome::End => Ok(LineOutcome::End),
        });
        let exit = match after {
            Ok(LineOutcome::Next(exit)) => exit,
            Ok(LineOutcome::End) => break,
            Err(error) => ui.tell(&error),
        };
        if !typed && exit != Exit::Done {
            worst = exit;
        }
        // lines of a pipe are one piece of work
        if interrupt::was_heard() && !typed {
            return Ok(Exit::Interrupted);
        }
        context.nested.lines().keep(context, ui);
    }
    Ok(worst)
}

/// Does what a line says.
fn hear(context: &mut Context<'_>, ui: &mut Ui, line: &str) -> Result<LineOutcome, CliError> {
    if let Some(command) = context.commands.of_line(context.app, line) {
        return commands::run(context, ui, &command);
    }
    // a pipe is no person: its commands begin with a slash
    if !context.nested.lines().are_typed()
        && let Some(command) = typed_commands::typed_command(context.commands, line)
    {
        return Err(typed_commands::refused(context, line, &command));
    }
    match typed_commands::typed(context, ui, line)? {
        TypedLine::Command(command) => return commands::run(context, ui, &command),
        TypedLine::Nothing => return Ok(LineOutcome::Next(Exit::Done)),
        TypedLine::Words => {}
    }
    one_input::run(context, ui, UserInput::of(line.to_owned())).map(LineOutcome::Next)
}

/// Does the commands that were typed instead of an answer, and asks again what was asked, after a line
/// that ended so.
fn nested_commands(
    context: &mut Context<'_>,
    ui: &mut Ui,
    exit: Exit,
) -> Result<LineOutcome, CliError> {
    while let Some(heard) = context.nested.take() {
        match hear(context, ui, &heard.line) {
            Ok(LineOutcome::End) => {
                if heard.left.is_some() {
                    let app = context.app.name;
                    ui.remark(&format!("Left open: `{app} resume` asks it again."));
                }
                return Ok(LineOutcome::End);
            }
            Ok(LineOutcome::Next(_)) => {}
            Err(error) => {
                ui.tell(&error);
            }
        }
        if let Some(left) = heard.left {
            one_input::again(context, ui, &left)?;
        }
    }
    context.nested.done();
    Ok(LineOutcome::Next(exit))
}

/// Two lines: how this goes, and where the notes stand.
fn welcome(context: &Context<'_>, ui: &mut Ui) -> Result<(), CliError> {
    ui.remark(&format!(
        "{HEADING}Type a note, or ask a question.{HEADING:#} \
         {QUIET}/help shows what else there is; Ctrl-D ends.{QUIET:#}"
    ));
    let store = context.store()?;
    let newest = match store.span()? {
        Some(days) => store.recent(days.end, 1)?.pop(),
        None => None,
    };
    let standing = match newest {
        Some(entry) => {
            let day = entry.date.format("%Y-%m-%d %a");
            format!("Your last note is of {day}: {}", excerpt(&entry.raw, 40))
        }
        None => format!("Nothing is logged yet. Try: {}", context.app.sample_note),
    };
    ui.remark(&format!("{QUIET}{standing}{QUIET:#}"));
    Ok(())
}
