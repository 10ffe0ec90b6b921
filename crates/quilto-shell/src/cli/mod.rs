//! The command line. What it says stands in `args`; the commands in `commands/`, one file each; beside
//! them what they share:
//!
//! - `input`, `outfile`, `editor`, `dates`: what people name on the command line
//! - `logging`: what is noted for whoever looks for a fault
//! - `localized`: the command line in other languages than English
//! - `signals`: what stops a server; `breakdown`: what is told of a fault of the program

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{CommandFactory, FromArgMatches};

use crate::app::App;
use crate::context::Context;
use crate::context::commands::Commands;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::locale;
use crate::repl;
use crate::runs::one_input::{self, UserInput};
use crate::runs::{interruption, units};
use crate::settings::LoadedSettings;
use crate::ui::{Color, Ui};

mod args;
mod breakdown;
mod commands;
mod dates;
mod editor;
mod input;
mod localized;
mod logging;
mod note_args;
mod outfile;
mod signals;

use args::Command;
pub use args::{Cli, command};
pub use note_args::NoteArgs;

use logging::LogFormat;

use commands::{
    alias, ask, completions, config, demo, doctor, domains, edit, explain, export, forget, history,
    home, import, log, man, mcp, move_entry, name, parse, plot, reparse, resume, search, serve,
    sessions, stats, target, undo, users,
};

/// Runs the process: arguments in, exit code out.
pub fn main(app: &'static App) -> ExitCode {
    breakdown::watch(app);
    // For developers who learn what each reader of questions is right about.
    let only = std::env::var("QUILTO_READ_BY").ok();
    if let Some(by) = only.filter(|_| cfg!(debug_assertions))
        && let Ok(by) = serde_json::from_value(by.into())
    {
        quilto::engine::builtin::believe_only(by);
    }
    run(app, std::env::args_os()).into()
}

fn run(app: &'static App, arguments: impl IntoIterator<Item = OsString>) -> Exit {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let parsed = command(app)
        .try_get_matches_from(&arguments)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let refused = error.use_stderr();
            let said = localized::refusal(&error, locale::language());
            let said = said.unwrap_or_else(|| error.render().ansi().to_string());
            // a reader of the help that went away is no error
            Ui::new(Color::Auto).parser(&said, refused).ok();
            return if refused { Exit::Usage } else { Exit::Done };
        }
    };
    let mut ui = Ui::new(cli.global.color).quiet(cli.global.quiet);
    let forced = arguments.iter().any(|argument| argument == "--");
    match execute(app, cli, forced, &mut ui) {
        Ok(exit) => exit,
        Err(error) => ui.tell(&error),
    }
}

fn execute(app: &'static App, cli: Cli, forced: bool, ui: &mut Ui) -> Result<Exit, CliError> {
    // a server stops in its own way
    let served = matches!(cli.command, Some(Command::Serve(_) | Command::Mcp));
    if !served {
        interrupt::watch();
    }
    let usual = match &cli.command {
        Some(Command::Serve(_)) => Some("info"),
        // assistants keep what is said there, and show it when something fails
        Some(Command::Mcp) => Some("warn"),
        _ => None,
    };
    let format = match &cli.command {
        Some(Command::Serve(args)) => args.log_format,
        _ => LogFormat::Text,
    };
    let noted = cli.global.noted(usual);
    logging::begin(cli.global.log_file.as_deref(), noted, format)?;
    let sources = cli.global.sources(app);
    if let Some(Command::Config(args)) = &cli.command
        && let Some(done) = config::before_settings(args, &sources, ui, cli.global.json)
    {
        return done;
    }
    let loaded = LoadedSettings::read(&sources)?;
    tracing::debug!(file = ?loaded.config_file, "settings are read");
    for warning in &loaded.warnings {
        ui.warn(warning, Some("`config` lists every setting"));
    }
    // taking thousands of names apart again is work: the process ends, and its memory with it
    let mut context = ManuallyDrop::new(Context::new(
        app,
        COMMANDS,
        loaded,
        &sources,
        cli.global.manner(),
    )?);
    if cli.command.as_ref().is_none_or(Command::reads_notes) {
        interruption::take_up(&context, ui);
    }
    let Some(command) = cli.command else {
        return ask::bare(&mut context, ui, &cli.note, forced);
    };
    let global = &cli.global;
    // who takes no input has nobody to turn pages
    let is_paged = command.may_be_long() && !global.no_pager && !global.json && !global.no_input;
    let mut typed = None;
    if let Command::Log(args) = &command {
        typed = units::ask(&mut context, ui, &args.words.join(" "))?;
    }
    let day = cli.note.date;
    let exit = match command {
        Command::Repl if day.is_none() => repl::run(&mut context, ui),
        Command::Completions(asked) => completions::run(app, ui, &asked, args::command(app)),
        Command::Man(asked) => man::run(app, ui, &asked, args::command(app)),
        Command::Serve(args) if day.is_none() => serve::run(&context, ui, &args, sources.token()),
        Command::Mcp if day.is_none() => mcp::run(&context, ui),
        command if is_paged => ui.paged(|ui| one(&context, ui, command, day))?,
        command => one(&context, ui, command, day),
    }?;
    typed.map_or(Ok(exit), |typed| {
        one_input::run(&context, ui, UserInput::of(typed))
    })
}

/// A single command.
fn one(
    context: &Context<'_>,
    ui: &mut Ui,
    command: Command,
    day: Option<String>,
) -> Result<Exit, CliError> {
    let reads = command.gives_what_it_reads();
    let exit = match command {
        Command::Log(args) => log::run(context, ui, &args.dated(day)),
        Command::Ask(args) => ask::run(context, ui, &args, day.is_some()),
        Command::Parse(args) => parse::run(context, ui, &args.dated(day)),
        Command::Explain(args) => explain::run(context, ui, &args.dated(day)),
        _ if day.is_some() => Err(CliError::usage("--date goes with a note only")
            .hint("to narrow a list, use --from and --to")),
        Command::Import(args) => import::run(context, ui, &args),
        Command::Export(args) => export::run(context, ui, &args),
        Command::Doctor(args) => doctor::run(context, ui, &args),
        Command::Search(args) => search::run(context, ui, &args),
        Command::History(args) => history::run(context, ui, &args),
        Command::Plot(args) => plot::run(context, ui, &args),
        Command::Stats(args) => stats::run(context, ui, &args),
        Command::Resume(args) => resume::run(context, ui, &args),
        Command::Sessions => sessions::run(context, ui),
        Command::Undo(args) => undo::run(context, ui, &args),
        Command::Move(args) => move_entry::run(context, ui, &args),
        Command::Forget(args) => forget::run(context, ui, &args),
        Command::Edit(args) => edit::run(context, ui, &args),
        Command::Reparse(args) => reparse::run(context, ui, &args),
        Command::Name(args) => name::run(context, ui, &args),
        Command::Alias(args) => alias::run(context, ui, &args),
        Command::Context(args) => commands::context::run(context, ui, &args),
        Command::Home(args) => home::run(context, ui, &args),
        Command::Users(args) => users::run(context, ui, &args),
        Command::Target(args) => target::run(context, ui, &args),
        Command::Domains(args) => domains::run(context, ui, &args),
        Command::Demo(args) => demo::run(context, ui, &args),
        Command::Config(args) => config::run(context, ui, &args),
        Command::Repl
        | Command::Serve(_)
        | Command::Mcp
        | Command::Completions(_)
        | Command::Man(_) => Err(CliError::usage("this cannot be done within a conversation")
            .hint("give it on the command line")),
    }?;
    if reads {
        context.as_read(exit)
    } else {
        Ok(exit)
    }
}

/// The commands, for those who must not know the command line.
struct CommandLine;

/// The commands of this command line.
pub const COMMANDS: &dyn Commands = &CommandLine;

impl Commands for CommandLine {
    fn names(&self) -> &[String] {
        static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
            let commands = Cli::command();
            let names = commands.get_subcommands().map(clap::Command::get_name);
            names.map(str::to_owned).collect()
        });
        &NAMES
    }

    fn run(
        &self,
        context: &mut Context<'_>,
        ui: &mut Ui,
        words: &[String],
    ) -> Result<Exit, CliError> {
        command_in_conversation(context, ui, words)
    }
}

/// Does a command that was typed as words on the command line.
fn typed_on_the_command_line(
    context: &mut Context<'_>,
    ui: &mut Ui,
    words: &[String],
) -> Result<Exit, CliError> {
    match words.first().map(String::as_str) {
        Some("help") => {
            let help = command(context.app).render_help().ansi().to_string();
            ui.parser(&help, false)?;
            Ok(Exit::Done)
        }
        Some("quit") => Ok(Exit::Done),
        _ => command_in_conversation(context, ui, words),
    }
}

/// What clap has to say, in the words of a conversation: there a command begins with a slash.
fn said_in_conversation(app: &App, error: &clap::Error, command: &str) -> String {
    let said = localized::refusal(error, locale::language());
    let said = said.unwrap_or_else(|| error.render().ansi().to_string());
    let said = said.replace(&format!("{} {command}", app.name), &format!("/{command}"));
    if error.use_stderr() {
        said.replace("--help", &format!("/{command} --help"))
    } else {
        said
    }
}

/// A command of a conversation, in the words it has on the command line.
fn command_in_conversation(
    context: &mut Context<'_>,
    ui: &mut Ui,
    words: &[String],
) -> Result<Exit, CliError> {
    let name = words.first().map_or("", String::as_str);
    let words = std::iter::once(context.app.name).chain(words.iter().map(String::as_str));
    let parsed = command(context.app)
        .try_get_matches_from(words)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            let refused = error.use_stderr();
            ui.parser(&said_in_conversation(context.app, &error, name), refused)?;
            return match refused {
                true => Err(CliError::told(Exit::Usage)),
                false => Ok(Exit::Done),
            };
        }
    };
    let Some(command) = cli.command else {
        return Ok(Exit::Done);
    };
    let usual = (context.json, context.yes, context.trace);
    context.json |= cli.global.json;
    context.yes |= cli.global.yes;
    context.trace |= cli.global.is_traced();
    let sets = matches!(command, Command::Config(_));
    let outcome = one(context, ui, command, cli.note.date);
    if sets {
        context.reload()?;
    }
    (context.json, context.yes, context.trace) = usual;
    outcome
}
