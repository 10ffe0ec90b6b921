//! `ask TEXT`, and bare text that is a note, a question, or both.

use clap::{Args, CommandFactory};
use quilto::model::InputType;

use crate::cli::input::{self, Said};
use crate::cli::saying::{self, Saying};
use crate::cli::{Cli, Context, NoteArgs, dates};
use crate::error::{CliError, Exit};
use crate::repl;
use crate::ui::{QUIET, Ui, nearest};

#[derive(Debug, Args)]
pub struct AskArgs {
    /// A question; without words it is read from standard input
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
    let saying = Saying {
        assume: Some(InputType::Query),
        ..Saying::of(text)
    };
    saying::run(context, ui, saying)
}

/// Words without a command: decided by what they say.
pub fn bare(
    context: &mut Context<'_>,
    ui: &mut Ui,
    args: &NoteArgs,
    forced: bool,
) -> Result<Exit, CliError> {
    if let ([word], false) = (args.words.as_slice(), forced) {
        question_a_slip(context, word)?;
    }
    let day = dates::named_day(args.date.as_deref(), context.moment.today)?;
    let text = match input::read(&args.words)? {
        Said::Text(text) => text,
        Said::Nothing => return repl::run(context, ui),
    };
    // words in quotes were meant as words
    let loose = args.words.len() > 1 && !forced && !context.json;
    let slip = loose.then(|| slip(context, &text));
    let saying = Saying {
        day,
        ..Saying::of(text)
    };
    let exit = saying::run(context, ui, saying)?;
    if let Some(meant) = slip.flatten() {
        let app = context.app.name;
        ui.remark(&format!(
            "{QUIET}If you meant `{app} {meant}`: `{app} undo` takes the note back.{QUIET:#}"
        ));
    }
    Ok(exit)
}

/// The command that words without a number were likely meant as, by their first word.
fn slip(context: &Context<'_>, text: &str) -> Option<String> {
    if text.contains(|c: char| c.is_numeric() || c == '?' || c == '\n') {
        return None;
    }
    let (word, rest) = text.split_once(' ')?;
    let command = nearly_a_command(context, word)?;
    Some(format!("{command} {rest}"))
}

/// The command that a word is nearly the name of. Short names are near to many words that people
/// note, so a word the vocabulary knows is let through.
fn nearly_a_command(context: &Context<'_>, word: &str) -> Option<String> {
    let commands = Cli::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let command = nearest(word, names)?;
    (!context.names_something(word)).then(|| command.to_owned())
}

/// A lone word that is nearly a command was most likely meant as one.
fn question_a_slip(context: &Context<'_>, word: &str) -> Result<(), CliError> {
    if word.chars().any(char::is_whitespace) {
        return Ok(());
    }
    let Some(command) = nearly_a_command(context, word) else {
        return Ok(());
    };
    let app = context.app.name;
    Err(
        CliError::usage(format!("{word:?} is not a command; nothing was logged")).hint(format!(
            "did you mean `{app} {command}`? To log the word: {app} -- {word}"
        )),
    )
}
