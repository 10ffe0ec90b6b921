//! The command line: its arguments, and what the commands share. The commands themselves stand in
//! `commands/`, one file each; the doc comment of an argument is its help text.

use std::ffi::OsString;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::app::App;
use crate::error::{CliError, Exit};
use crate::interrupt;
use crate::repl;
use crate::settings::{Loaded, Sources};
use crate::ui::{Color, Ui};

mod aside;
mod charted;
mod commands;
pub mod context;
mod dates;
mod editor;
mod engine;
mod input;
mod known;
mod measured;
mod models;
mod moment;
mod naming;
mod notes;
mod prompt;
pub mod remembered;
pub mod reply;
mod rereading;
pub mod saying;
mod show;
mod terminal;
mod underway;
pub mod upkeep;
mod work;

pub use commands::resume;
pub use context::{Context, Manner};
pub use known::Known;

use commands::{
    alias, ask, completions, config, demo, doctor, domains, edit, export, forget, history, import,
    log, man, memory, move_entry, parse, plot, reparse, search, serve, sessions, stats, target,
    undo,
};

/// What the command line says.
#[derive(Debug, Parser)]
#[command(version, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    note: NoteArgs,

    #[command(flatten)]
    global: GlobalArgs,

    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
struct GlobalArgs {
    /// Keep notes in this folder
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<PathBuf>,

    /// Read settings from this file instead of your own config.yaml
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Take bare numbers in this unit, and answer in it
    #[arg(long, global = true, value_name = "UNIT")]
    unit: Vec<Unit>,

    /// Ask no language model, whatever the settings say
    #[arg(long, global = true)]
    offline: bool,

    /// Print one JSON object (JSON Lines for lists)
    #[arg(long, global = true)]
    json: bool,

    /// Approve what is about to be written, without being asked
    #[arg(long, global = true)]
    yes: bool,

    /// Never ask: a run that needs a word of yours waits for `resume` and exits with 4
    #[arg(long, global = true)]
    no_input: bool,

    /// Print every step of the run with its reason to stderr
    #[arg(long, global = true)]
    trace: bool,

    /// Colour the output; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
}

impl GlobalArgs {
    fn manner(&self) -> Manner {
        Manner {
            json: self.json,
            yes: self.yes,
            no_input: self.no_input,
            trace: self.trace,
        }
    }
}

/// A note or question given as words.
#[derive(Debug, Args)]
pub struct NoteArgs {
    /// The words of a note; without words they are read from standard input
    #[arg(value_name = "TEXT", allow_negative_numbers = true)]
    words: Vec<String>,

    /// File the note under this day: 2026-11-20, yesterday, monday
    #[arg(long, value_name = "DAY")]
    date: Option<String>,
}

impl NoteArgs {
    /// With a day that was given before the command's name.
    fn dated(mut self, day: Option<String>) -> Self {
        self.date = self.date.or(day);
        self
    }
}

/// Units a person may prefer.
// no docs on the variants: they would blow up the help
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Unit {
    Kg,
    Lb,
    Km,
    Mi,
}

impl Unit {
    fn setting(self) -> (&'static str, &'static str) {
        match self {
            Self::Kg => ("units.mass", "kg"),
            Self::Lb => ("units.mass", "lb"),
            Self::Km => ("units.distance", "km"),
            Self::Mi => ("units.distance", "mi"),
        }
    }
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Log a note
    Log(NoteArgs),
    /// Ask a question about your notes
    Ask(ask::AskArgs),
    /// Show what would be logged, and log nothing
    Parse(NoteArgs),
    /// Bring in notes and exports of other apps
    Import(import::ImportArgs),
    /// Take out what was logged, for other programs or a backup
    Export(export::ExportArgs),
    /// Find notes that hold words
    Search(search::SearchArgs),
    /// List what was logged, newest last
    History(history::HistoryArgs),
    /// Draw a chart of something you log
    Plot(plot::PlotArgs),
    /// Records, streaks, and this week against the last
    Stats(stats::StatsArgs),
    /// Answer the questions of a run that waits
    Resume(resume::ResumeArgs),
    /// List the runs that wait for an answer
    Sessions,
    /// Type notes and questions one after the other; from a pipe, one a line
    Repl,
    /// Take a note, a correction or a move back
    Undo(undo::UndoArgs),
    /// File a note under another day
    Move(move_entry::MoveArgs),
    /// Remove the words of a note for good
    Forget(forget::ForgetArgs),
    /// Open a day in your editor, and read again what you changed
    Edit(edit::EditArgs),
    /// Read notes again, after better vocabulary; what would change is shown first
    Reparse(reparse::ReparseArgs),
    /// Let words of your own stand for names
    Alias(alias::AliasArgs),
    /// Show what was learned about you, or edit it
    Context(memory::ContextArgs),
    /// Set what a day should come to, list the targets, or remove one
    Target(target::TargetArgs),
    /// Look the home over, and mend what can be mended
    Doctor(doctor::DoctorArgs),
    /// List the domains, or check a folder of your own
    Domains(domains::DomainsArgs),
    /// Answer over HTTP, for programs on this machine
    Serve(serve::ServeArgs),
    /// Show the settings in effect and where each comes from
    Config(config::ConfigArgs),
    /// Look around in a made-up year of notes; your own stay untouched
    Demo(demo::DemoArgs),
    /// Print a script that completes commands in your shell
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
}

impl Command {
    /// Whether notes that are not read yet would be missed.
    fn reads_notes(&self) -> bool {
        !matches!(
            self,
            Self::Config(_) | Self::Completions(_) | Self::Domains(_) | Self::Parse(_)
        )
    }
}

/// The command as clap knows it, carrying the application's own name and examples.
pub fn command(app: &App) -> clap::Command {
    let command = Cli::command()
        .name(app.name)
        .about(app.about)
        .after_help(app.examples);
    let token = format!(
        "Let in only those who send the token in this file, or else in {}_TOKEN",
        app.name.to_uppercase()
    );
    let command = command.mut_arg("words", |words| {
        words.help("A note or a question; without words it is asked for, or read from a pipe")
    });
    command.mut_subcommands(|sub| {
        let sub = match sub.get_name() {
            "serve" => sub.mut_arg("token_file", |file| file.help(token.clone())),
            "export" => sub.mut_arg("format", |format| {
                let names = app.exporters.iter().map(|exporter| exporter.name);
                format.value_parser(PossibleValuesParser::new(names))
            }),
            _ => sub,
        };
        let examples = app.command_examples.iter();
        match examples.copied().find(|(name, _)| *name == sub.get_name()) {
            Some((_, text)) => sub.after_help(text),
            None => sub,
        }
    })
}

/// Runs the process: arguments in, exit code out.
pub fn main(app: &'static App) -> ExitCode {
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
            // a reader of the help that went away is no error
            error.print().ok();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Done
            };
        }
    };
    let mut ui = Ui::new(cli.global.color);
    let forced = arguments.iter().any(|argument| argument == "--");
    match execute(app, cli, forced, &mut ui) {
        Ok(exit) => exit,
        Err(error) => error.report(&mut ui),
    }
}

fn execute(app: &'static App, cli: Cli, forced: bool, ui: &mut Ui) -> Result<Exit, CliError> {
    // a server stops in its own way
    if !matches!(cli.command, Some(Command::Serve(_))) {
        interrupt::watch();
    }
    let sources = sources(app, &cli.global);
    if let Some(Command::Config(args)) = &cli.command
        && let Some(done) = config::before_settings(args, &sources, ui, cli.global.json)
    {
        return done;
    }
    let loaded = Loaded::read(&sources)?;
    for warning in &loaded.warnings {
        ui.warn(warning, Some("`config` lists every setting"));
    }
    // taking thousands of names apart again is work: the process ends, and its memory with it
    let mut context = ManuallyDrop::new(Context::new(app, loaded, &sources, cli.global.manner())?);
    if cli.command.as_ref().is_none_or(Command::reads_notes) {
        underway::take_up(&context, ui);
    }
    let Some(command) = cli.command else {
        return ask::bare(&mut context, ui, &cli.note, forced);
    };
    let day = cli.note.date;
    match command {
        Command::Repl if day.is_none() => repl::run(&mut context, ui),
        Command::Completions(args) => completions::run(app, ui, &args),
        Command::Man(args) => man::run(app, ui, &args),
        Command::Serve(args) if day.is_none() => serve::run(&context, ui, &args, sources.token()),
        command => one(&context, ui, command, day),
    }
}

/// A single command.
fn one(
    context: &Context<'_>,
    ui: &mut Ui,
    command: Command,
    day: Option<String>,
) -> Result<Exit, CliError> {
    match command {
        Command::Log(args) => log::run(context, ui, &args.dated(day)),
        Command::Ask(args) => ask::run(context, ui, &args, day.is_some()),
        Command::Parse(args) => parse::run(context, ui, &args.dated(day)),
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
        Command::Alias(args) => alias::run(context, ui, &args),
        Command::Context(args) => memory::run(context, ui, &args),
        Command::Target(args) => target::run(context, ui, &args),
        Command::Domains(args) => domains::run(context, ui, &args),
        Command::Demo(args) => demo::run(context, ui, &args),
        Command::Config(args) => config::run(context, ui, &args),
        Command::Repl | Command::Serve(_) | Command::Completions(_) | Command::Man(_) => {
            Err(CliError::usage("this cannot be done within a conversation")
                .hint("give it on the command line"))
        }
    }
}

/// A line of a conversation: what bare words on the command line would do.
pub fn say(context: &Context<'_>, ui: &mut Ui, text: &str) -> Result<Exit, CliError> {
    let saying = saying::Saying {
        text: text.to_owned(),
        assume: None,
        day: None,
    };
    saying::run(context, ui, saying)
}

/// Whether a word is the name of a command.
pub fn is_command(word: &str) -> bool {
    Cli::command()
        .get_subcommands()
        .any(|command| command.get_name() == word)
}

/// What clap has to say, in the words of a conversation: there a command begins with a slash.
fn said_in_conversation(app: &App, error: &clap::Error, command: &str) -> String {
    let said = error.render().ansi().to_string();
    let said = said.replace(&format!("{} {command}", app.name), &format!("/{command}"));
    if error.use_stderr() {
        said.replace("--help", &format!("/{command} --help"))
    } else {
        said
    }
}

/// A command of a conversation, in the words it has on the command line.
pub fn command_in_conversation(
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
            let said = said_in_conversation(context.app, &error, name);
            if !error.use_stderr() {
                ui.text(&said)?;
                return Ok(Exit::Done);
            }
            ui.remark(said.trim_end());
            return Err(CliError::told(Exit::Usage));
        }
    };
    let Some(command) = cli.command else {
        return Ok(Exit::Done);
    };
    let usual = (context.json, context.yes, context.trace);
    context.json |= cli.global.json;
    context.yes |= cli.global.yes;
    context.trace |= cli.global.trace;
    let outcome = one(context, ui, command, cli.note.date);
    (context.json, context.yes, context.trace) = usual;
    outcome
}

fn sources(app: &App, global: &GlobalArgs) -> Sources {
    let mut sources = Sources::of_process(app.name);
    sources.config_flag.clone_from(&global.config);
    if let Some(home) = &global.home {
        sources
            .flags
            .push(("home", home.to_string_lossy().into_owned(), "--home"));
    }
    if global.offline {
        let on = ("llm.offline", "true".to_owned(), "--offline");
        sources.flags.push(on);
    }
    for unit in &global.unit {
        let (key, value) = unit.setting();
        sources.flags.push((key, value.to_owned(), "--unit"));
    }
    sources
}

#[cfg(test)]
mod reference;
