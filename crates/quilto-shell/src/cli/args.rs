//! What the command line says: the doc comment of an argument is its help text.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use quilto::model::Language;

use super::commands::{
    alias, ask, completions, config, context, demo, doctor, domains, edit, export, forget, history,
    home, import, man, move_entry, name, plot, reparse, resume, search, serve, stats, target, undo,
    users,
};
use super::localized;
use super::note_args::NoteArgs;
use crate::app::App;
use crate::context::CommandOptions;
use crate::locale;
use crate::settings::Sources;
use crate::ui::Color;

/// What the command line says.
#[derive(Debug, Parser)]
#[command(disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    pub note: NoteArgs,

    #[command(flatten)]
    pub global: GlobalArgs,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalArgs {
    /// Keep notes in this folder
    #[arg(long, global = true, value_name = "DIR")]
    home: Option<PathBuf>,

    /// Keep notes in this database: postgres://ROLE@HOST/DATABASE
    #[arg(long, global = true, value_name = "ADDRESS")]
    store: Option<String>,

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
    pub json: bool,

    /// Approve what is about to be written, without being asked
    #[arg(long, global = true)]
    pub yes: bool,

    /// Never ask: a run that needs a word of yours waits for `resume` and exits with 4
    #[arg(long, global = true)]
    pub no_input: bool,

    /// Tell nothing that was not asked for: no remarks, no hints, no progress; questions and errors stay
    #[arg(long, short, global = true, conflicts_with_all = ["trace", "verbose"])]
    pub quiet: bool,

    /// Tell more on stderr: every step of the run with its reason; -vv also what the program does
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    verbose: u8,

    /// Print every step of the run with its reason to stderr
    #[arg(long, global = true)]
    trace: bool,

    /// Show long output at once; at a terminal $PAGER (or less) shows it a screen at a time
    #[arg(long, global = true)]
    pub no_pager: bool,

    /// Note what the program does in this file, as much as RUST_LOG names [default: debug]
    #[arg(long, global = true, value_name = "FILE")]
    pub log_file: Option<PathBuf>,

    /// Colour the output; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

impl GlobalArgs {
    pub fn manner(&self) -> CommandOptions {
        CommandOptions {
            json: self.json,
            yes: self.yes,
            no_input: self.no_input,
            trace: self.is_traced(),
        }
    }

    /// Whether every step of a run is told.
    pub fn is_traced(&self) -> bool {
        self.trace || self.verbose > 0
    }

    /// What is noted of the program's own work, where `usual` is.
    pub fn noted(&self, usual: Option<&'static str>) -> Option<&'static str> {
        match (self.quiet, self.verbose) {
            (true, _) => usual.map(|_| "warn"),
            (false, 2..) => Some("debug"),
            (false, _) => usual,
        }
    }

    /// Where settings come from, with what is set here.
    pub fn sources(&self, app: &App) -> Sources {
        let mut sources = Sources::of_process(app.name);
        sources.config_flag.clone_from(&self.config);
        if let Some(home) = &self.home {
            sources
                .flags
                .push(("home", home.to_string_lossy().into_owned(), "--home"));
        }
        if let Some(store) = &self.store {
            sources.flags.push(("store", store.clone(), "--store"));
        }
        if self.offline {
            let on = ("llm.offline", "true".to_owned(), "--offline");
            sources.flags.push(on);
        }
        for unit in &self.unit {
            let (key, value) = unit.setting();
            sources.flags.push((key, value.to_owned(), "--unit"));
        }
        sources
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
pub enum Command {
    /// Log a note
    Log(NoteArgs),
    /// Ask a question about your notes
    Ask(ask::AskArgs),
    /// Show what would be logged, and log nothing
    Parse(NoteArgs),
    /// Show how a text is read and why, and log nothing
    Explain(NoteArgs),
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
    /// Say what a word of yours stands for; notes that hold it are read again
    Name(name::NameArgs),
    /// Let words of your own stand for names
    #[command(hide = true)]
    Alias(alias::AliasArgs),
    /// Show what was learned about you, or edit it
    Context(context::ContextArgs),
    /// Set what a day should come to, list the targets, or remove one
    Target(target::TargetArgs),
    /// Look the home over, and mend what can be mended
    Doctor(doctor::DoctorArgs),
    /// Copy all notes between a folder and a database
    Home(home::HomeArgs),
    /// List the domains, or check a folder of your own
    Domains(domains::DomainsArgs),
    /// Show a page for your browser, and answer programs over HTTP
    Serve(serve::ServeArgs),
    /// Say who may come to the server, each to notes of their own
    Users(users::UsersArgs),
    /// Let an assistant log and ask, by the Model Context Protocol
    Mcp,
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
    /// Whether what it gives is as much as could be read.
    pub fn gives_what_it_reads(&self) -> bool {
        matches!(
            self,
            Self::History(_) | Self::Search(_) | Self::Stats(_) | Self::Plot(_) | Self::Export(_)
        )
    }

    /// Whether it may show more than a screen holds.
    pub fn may_be_long(&self) -> bool {
        match self {
            Self::History(_)
            | Self::Search(_)
            | Self::Stats(_)
            | Self::Sessions
            | Self::Explain(_)
            | Self::Domains(_) => true,
            Self::Context(args) => !args.edit,
            Self::Config(args) => args.is_list(),
            _ => false,
        }
    }

    /// Whether notes that are not read yet would be missed.
    pub fn reads_notes(&self) -> bool {
        !matches!(
            self,
            Self::Config(_)
                | Self::Completions(_)
                | Self::Domains(_)
                | Self::Parse(_)
                | Self::Explain(_)
                | Self::Home(_)
                | Self::Users(_)
        )
    }
}

/// The command as clap knows it, in the language of the place.
pub fn command(app: &App) -> clap::Command {
    command_in(app, locale::language())
}

/// The command in a language.
pub fn command_in(app: &App, language: Language) -> clap::Command {
    localized::command(of_application(app), app, language)
}

/// The command carrying the application's own name and examples.
fn of_application(app: &App) -> clap::Command {
    let command = Cli::command()
        .name(app.name)
        .version(app.version)
        .about(app.about)
        .after_help(app.examples);
    let token = format!(
        "Let in only those who send the token in this file, or else in {}_TOKEN",
        app.name.to_uppercase()
    );
    let command = command.mut_arg("words", |words| {
        words.help("A note or a question; without words it is asked for, or read from a pipe; - reads standard input")
    });
    command.mut_subcommands(|sub| {
        let sub = match sub.get_name() {
            "serve" => sub.mut_arg("token_file", |file| file.help(token.clone())),
            "explain" => sub
                .mut_arg("words", |words| {
                    words.help("A note or a question; without words, or for -, it is read from standard input")
                })
                .mut_arg("date", |date| {
                    date.help("Read it as if written on this day: 2026-11-20, yesterday, monday")
                }),
            "export" => sub.mut_arg("format", |format| {
                let names = app.exporters.iter().map(|exporter| exporter.name);
                format.value_parser(PossibleValuesParser::new(names))
            }),
            "import" => sub.mut_arg("map", |map| match app.imports.tables {
                Some(tables) => map
                    .value_parser(move |text: &str| (tables.check)(text).map(|()| text.to_owned())),
                None => map.hide(true),
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
