//! `ask TEXT`, and bare text that is a note, a question, or both.

use clap::Args;
use quilto::model::{InputType, Language};

use crate::cli::input::{self, InputText};
use crate::cli::{NoteArgs, dates, typed_on_the_command_line};
use crate::context::Context;
use crate::error::{CliError, Exit};
use crate::nearest::nearest;
use crate::output::words::Words;
use crate::repl;
use crate::runs::one_input::{self, UserInput};
use crate::runs::typed_commands::{self, TypedLine};
use crate::runs::units;
use crate::ui::{QUIET, Ui};

#[derive(Debug, Args)]
pub struct AskArgs {
    /// A question; without words, or for -, it is read from standard input
    #[arg(value_name = "TEXT", allow_negative_numbers = true)]
    words: Vec<String>,

    /// For people who think a question has one
    #[arg(long, hide = true)]
    date: Option<String>,
}

/// `ask TEXT`
pub fn run(
    context: &Context<'_>,
    ui: &mut Ui,
    args: &AskArgs,
    dated: bool,
) -> Result<Exit, CliError> {
    if dated || args.date.is_some() {
        return Err(CliError::usage("a question has no --date")
            .hint("name the days in the question: \"… last week?\""));
    }
    let text = input::read_or_ask(&args.words, ui, "the question")?;
    let saying = UserInput {
        assume: Some(InputType::Query),
        ..UserInput::of(text)
    };
    one_input::run(context, ui, saying)
}

/// Words without a command: decided by what they say.
pub fn bare(
    context: &mut Context<'_>,
    ui: &mut Ui,
    args: &NoteArgs,
    forced: bool,
) -> Result<Exit, CliError> {
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let text = match input::read(&args.words)? {
        InputText::Text(text) => text,
        InputText::Nothing => return repl::run(context, ui),
    };
    let mut slip = None;
    if !forced && day.is_none() {
        let typed = match typed_commands::typed_command(context.commands, &text) {
            Some(command) if args.are_piped() => {
                return Err(typed_commands::refused(context, &text, &command));
            }
            _ => typed_commands::typed(context, ui, &text)?,
        };
        // words in quotes were meant as words
        let loose = args.words.len() > 1 && matches!(typed, TypedLine::Words);
        slip = loose.then(|| slip_of(context, &text)).flatten();
        let typed = match &slip {
            Some(command) if context.may_ask() => {
                typed_commands::rather(context, ui, &text, command.clone())?
            }
            _ => typed,
        };
        match typed {
            TypedLine::Words => {}
            TypedLine::Command(words) => return typed_on_the_command_line(context, ui, &words),
            TypedLine::Nothing => return Ok(Exit::Done),
        }
    }
    let typed = units::ask(context, ui, &text)?;
    let language = Language::of(&text);
    let saying = UserInput {
        day,
        ..UserInput::of(text)
    };
    let mut exit = one_input::run(context, ui, saying)?;
    if let Some(typed) = typed {
        exit = one_input::run(context, ui, UserInput::of(typed))?;
    }
    if let Some(meant) = slip.filter(|_| !context.may_ask() && !context.json) {
        let app = context.app.name;
        let command = format!("{app} {}", meant.join(" "));
        let undo = format!("{app} undo");
        let holes = [("command", command.as_str()), ("undo", &undo)];
        let told = Words::of(language).perhaps_a_command.fill(&holes);
        ui.remark(&format!("{QUIET}{told}{QUIET:#}"));
    }
    Ok(exit)
}

/// The command that words without a number were likely meant as, by their first word.
fn slip_of(context: &Context<'_>, text: &str) -> Option<Vec<String>> {
    if text.contains(|c: char| c.is_numeric() || c == '?' || c == '\n') {
        return None;
    }
    let mut words = text.split_whitespace().map(str::to_owned);
    let first = words.next()?;
    let names = context.commands.names().iter().map(String::as_str);
    let command = nearest(&first, names)?.to_owned();
    // short names are near to many words that people note
    (!context.names_something(&first)).then(|| std::iter::once(command).chain(words).collect())
}
