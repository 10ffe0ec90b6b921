//! `ask TEXT`, and bare text that is a note, a question, or both.

use clap::CommandFactory;
use quilto::model::InputType;

use crate::cli::input::{self, Said};
use crate::cli::saying::{self, Saying};
use crate::cli::{Cli, Context, NoteArgs, dates};
use crate::error::{CliError, Exit};
use crate::repl;
use crate::ui::{Ui, nearest};

/// `ask TEXT`
pub fn run(context: &Context<'_>, ui: &mut Ui, args: &NoteArgs) -> Result<Exit, CliError> {
    if args.date.is_some() {
        return Err(CliError::usage("a question has no --date")
            .hint("name the days in the question: \"… last week?\""));
    }
    let text = input::read_or_ask(&args.words, ui, "the question")?;
    let assume = Some(InputType::Query);
    saying::run(
        context,
        ui,
        Saying {
            text,
            assume,
            day: None,
        },
    )
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
    match input::read(&args.words)? {
        Said::Text(text) => saying::run(
            context,
            ui,
            Saying {
                text,
                assume: None,
                day,
            },
        ),
        Said::Nothing => repl::run(context, ui),
    }
}

/// A lone word that is nearly a command was most likely meant as one. Short names are near to many
/// words that people note, so a word the vocabulary knows is let through.
fn question_a_slip(context: &Context<'_>, word: &str) -> Result<(), CliError> {
    if word.chars().any(char::is_whitespace) {
        return Ok(());
    }
    let commands = Cli::command();
    let names = commands.get_subcommands().map(clap::Command::get_name);
    let Some(command) = nearest(word, names) else {
        return Ok(());
    };
    if context.names_something(word) {
        return Ok(());
    }
    let app = context.app.name;
    Err(
        CliError::usage(format!("{word:?} is not a command; nothing was logged")).hint(format!(
            "did you mean `{app} {command}`? To log the word: {app} -- {word}"
        )),
    )
}
